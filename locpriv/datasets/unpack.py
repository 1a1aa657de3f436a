"""Unpacks a tar archive that is not trusted: all of it is looked at before anything is written."""

from __future__ import annotations

import shutil
import tarfile
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from gzip import BadGzipFile
from pathlib import Path

from features.progress import progress
from locpriv.errors import DownloadError

MAX_UNPACKED = 10_000_000_000
"""Cap on the bytes of an archive's files; CUB-200-2011 has about 1.3 GB."""

NOT_IN_NAMES = ("\\", ":", "\0")
"""What separates folders, drives and streams on Windows, and what no file system takes."""

Place = tuple[str, ...]
"""Where a member goes: the names of the folders from the top down, then its own."""


def unpack(archive: Path, top: Collection[str], scratch: Path) -> None:
    """Put the `top` entries of an archive beside the folder `scratch`, each of them complete or not at all.

    Parameters
    ----------
    archive : Path
        A tar file compressed with gzip. It stays as it is.
    top : collection of str
        All that the archive has at its top level. Entries that exist already are not touched.
    scratch : Path
        Where files are written before the entries are moved: a folder that does not exist yet, and is removed again.

    Raises
    ------
    DownloadError
        The archive is damaged, or has a member that is not a plain file or folder inside `top`.
    OSError
        Something could not be written.
    """
    with _damage_reported(archive), tarfile.open(archive, "r:gz") as tar:
        members = _checked(tar, archive, top)
        scratch.mkdir()
        try:
            _write(tar, members, scratch)
            for entry in top:
                if not (scratch.parent / entry).exists():
                    (scratch / entry).rename(scratch.parent / entry)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


@contextmanager
def _damage_reported(archive: Path) -> Iterator[None]:
    """Turns what tarfile and gzip say about a damaged file into one error."""
    try:
        yield
    except (tarfile.TarError, BadGzipFile, EOFError, zlib.error, ValueError) as error:
        raise DownloadError(f"{archive} is not a complete tar archive: {error}") from error


def _checked(tar: tarfile.TarFile, archive: Path, top: Collection[str]) -> dict[Place, tarfile.TarInfo]:
    """All members by their places, in the order of the archive, if none of them could do harm."""
    members: dict[Place, tarfile.TarInfo] = {}
    total = 0
    for member in progress(tar, f"checking {archive.name}", unit="file"):
        place = _place(member)
        total += member.size
        fault = "is there twice" if place in members else _fault(member, place, top)
        if fault is not None:
            raise DownloadError(f"{archive}: not unpacked, its member {member.name!r} {fault}")
        if total > MAX_UNPACKED:
            raise DownloadError(f"{archive}: not unpacked, with {member.name!r} it exceeds {MAX_UNPACKED:,} bytes")
        if place and not _is_note_of_a_mac(place):
            members[place] = member
    # tarfile takes a broken header after the first for the end of the archive.
    if absent := set(top) - {place[0] for place in members}:
        raise DownloadError(f"{archive}: not unpacked, it has no {' and no '.join(sorted(absent))}")
    return members


def _place(member: tarfile.TarInfo) -> Place:
    return tuple(name for name in member.name.split("/") if name not in ("", "."))


def _fault(member: tarfile.TarInfo, place: Place, top: Collection[str]) -> str | None:
    """Why a member may not be unpacked, None if it may."""
    if member.issym() or member.islnk():
        return "is a link"
    if member.issparse() or not (member.isreg() or member.isdir()):
        return "is neither a plain file nor a folder"
    if member.name.startswith("/"):
        return "has an absolute path"
    if ".." in place:
        return "leads out of its folder"
    if any(character in member.name for character in NOT_IN_NAMES):
        return "has a name that is not plain"
    if not place and member.isdir():
        return None  # "./", the folder that was packed
    if not place or (place[0] not in top and not _is_note_of_a_mac(place)):
        return f"is outside {' and '.join(top)}"
    return None


def _is_note_of_a_mac(place: Place) -> bool:
    """Whether this is what the tar of a Mac adds to a file, beside it: never unpacked."""
    return place[-1].startswith("._")


def _write(tar: tarfile.TarFile, members: dict[Place, tarfile.TarInfo], folder: Path) -> None:
    """Writes contents only: owners, modes and times of the archive are not taken over."""
    for place, member in progress(members.items(), "unpacking", total=len(members), unit="file"):
        path = folder.joinpath(*place)
        if member.isdir():
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        source = tar.extractfile(member)
        assert source is not None, "it is a plain file"
        with source, path.open("xb") as file:
            shutil.copyfileobj(source, file)
