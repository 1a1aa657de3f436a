"""The user's cache folder, and arrays kept in it under a key: safe against a kill and against other processes."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import platformdirs
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]
KINDS = ("attributes", "codebooks", "sample", "words")  # folders of the cache
DIGEST = 20  # bytes of a digest; a file begins with that of the rest, an npz archive


def cache_folder() -> Path:
    """Where everything is kept that can be made again: LOCPRIV_CACHE, or the system's place for a user's caches."""
    chosen = os.environ.get("LOCPRIV_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("locpriv", appauthor=False))


def digest_of(*parts: bytes | memoryview | str) -> bytes:
    """Bytes that stand for content: equal parts, equal digest."""
    digest = hashlib.blake2b(digest_size=DIGEST)
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.digest()


def key_of(*parts: bytes | str) -> str:
    """A name for content: equal parts, equal name."""
    return digest_of(*parts).hex()


def load(kind: str, key: str) -> Arrays | None:
    """The arrays kept under a key; None if there are none, or if the file is damaged."""
    try:
        content = _file(kind, key).read_bytes()
    except OSError:
        return None
    digest, archive = content[:DIGEST], content[DIGEST:]
    if digest_of(archive) != digest:
        return None
    with np.load(io.BytesIO(archive), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def store(kind: str, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Keep arrays under a key. The file appears whole or not at all; without room or permission nothing is kept."""
    archive = io.BytesIO()
    np.savez(archive, **arrays)  # type: ignore[arg-type]
    path = _file(kind, key)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as temporary:
            temporary.write(digest_of(archive.getbuffer()))
            temporary.write(archive.getbuffer())
        os.replace(temporary.name, path)
    except BaseException as error:
        if temporary is not None:
            Path(temporary.name).unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise


class Usage(NamedTuple):
    """What a part of the cache takes."""

    kind: str
    files: int
    bytes: int


def usage() -> list[Usage]:
    """What the cache holds, kind by kind."""
    found = []
    for kind in KINDS:
        folder = cache_folder() / kind
        if folder.is_dir():
            sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
            found.append(Usage(kind, len(sizes), sum(sizes)))
    return found


def clear() -> None:
    """Remove all that the cache holds, and nothing else that may be in its folder."""
    for kind in KINDS:
        shutil.rmtree(cache_folder() / kind, ignore_errors=True)


def _file(kind: str, key: str) -> Path:
    return cache_folder() / kind / key[:2] / f"{key}.arrays"
