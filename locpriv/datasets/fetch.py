"""Downloads archives, checks them and unpacks them; can be repeated until all is there."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from features.progress import progress
from locpriv.datasets.transfer import CHUNK, size_of, transfer
from locpriv.datasets.unpack import unpack
from locpriv.errors import DownloadError


@dataclass(frozen=True, slots=True)
class Archive:
    """A file to download.

    Attributes
    ----------
    name : str
        Name of the file.
    url : str
        Where it is; http or https.
    size : int
        Its bytes.
    sha256 : str
        Its checksum, in lower case.
    top : tuple of str
        All files and folders at the top of it.
    """

    name: str
    url: str
    size: int
    sha256: str
    top: tuple[str, ...]

    def __post_init__(self) -> None:
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise ValueError(f"url must begin with http:// or https://, got {self.url!r}")


CUB_ARCHIVES = (
    Archive(
        name="CUB_200_2011.tgz",
        url="https://data.caltech.edu/records/65de6-vp158/files/CUB_200_2011.tgz",
        size=1_150_585_339,
        sha256="0c685df5597a8b24909f6a7c9db6d11e008733779a671760afef78feb49bf081",
        top=("CUB_200_2011", "attributes.txt"),
    ),
    Archive(
        name="segmentations.tgz",
        url="https://data.caltech.edu/records/w9d68-gec53/files/segmentations.tgz",
        size=39_272_883,
        sha256="dc77f6cffea0cbe2e41d4201115c8f29a6320ecb04fffd2444f51b8066e4b84f",
        top=("segmentations",),
    ),
)


def fetch(archives: Sequence[Archive], to: Path) -> list[Path]:
    """Download, check and unpack archives into a folder, as far as that is not done.

    May be repeated after an error or a kill at any moment: it goes on from what is there. Not for two processes and
    the same folder at once.

    Parameters
    ----------
    archives : sequence of Archive
        What to download. An archive whose `top` entries all exist in the folder is done.
    to : Path
        The folder; made if missing.

    Returns
    -------
    list of Path
        The top entries of all archives, in their order.

    Raises
    ------
    DownloadError
        What is needed did not come, is wrong, or cannot be written.
    """
    try:
        to.mkdir(parents=True, exist_ok=True)
        for archive in archives:
            _fetch_one(archive, to)
    except OSError as error:
        reason = f"{error.strerror or error}: {error.filename or to}"
        raise DownloadError(
            f"cannot use the folder {to} ({reason}); after that is mended, the same command continues"
        ) from error
    return [to / entry for archive in archives for entry in archive.top]


def _fetch_one(archive: Archive, to: Path) -> None:
    part = to / f"{archive.name}.part"
    scratch = to / f"{archive.name}.unpacking"
    # A run that was killed leaves these, perhaps even after the last entry was in place.
    if scratch.exists():
        shutil.rmtree(scratch)
    if not all((to / entry).exists() for entry in archive.top):
        _check_space(archive, part)
        transfer(archive.url, archive.size, part)
        _verify(archive, part)
        unpack(part, archive.top, scratch)
    if part.exists():
        part.unlink()


def _check_space(archive: Archive, part: Path) -> None:
    # The unpacked files are taken to be twice the archive: photos hardly shrink, and small files fill whole blocks.
    needed = 3 * archive.size - size_of(part)
    free = shutil.disk_usage(part.parent).free
    if free < needed:
        raise DownloadError(
            f"{archive.name} needs {needed / 1e6:,.0f} MB in {part.parent} to download and unpack, "
            f"but only {free / 1e6:,.0f} MB are free"
        )


def _verify(archive: Archive, part: Path) -> None:
    """Removes a file that is not the archive."""
    size = size_of(part)
    fault = f"expected {archive.size:,} bytes, got {size:,}"
    if size == archive.size:
        digest = _sha256(part, archive)
        if digest == archive.sha256:
            return
        fault = f"expected the sha256 {archive.sha256}, got {digest}"
    part.unlink(missing_ok=True)
    raise DownloadError(f"{archive.name} from {archive.url} is not the right file: {fault}; removed")


def _sha256(part: Path, archive: Archive) -> str:
    digest = hashlib.sha256()
    with part.open("rb") as file, progress(b"", f"checking {archive.name}", total=archive.size, unit="B") as bar:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
            bar.update(len(chunk))
    return digest.hexdigest()
