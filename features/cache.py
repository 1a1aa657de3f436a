"""The user's cache folder, and arrays kept in it under a key: safe against a kill and against other processes."""

from __future__ import annotations

import hashlib
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


def cache_folder() -> Path:
    """Where everything is kept that can be made again: LOCPRIV_CACHE, or the system's place for a user's caches."""
    chosen = os.environ.get("LOCPRIV_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("locpriv", appauthor=False))


def key_of(*parts: bytes | str) -> str:
    """A name for content: equal parts, equal name."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()


def load(kind: str, key: str) -> Arrays | None:
    """The arrays kept under a key; None if there are none, or if the file is damaged."""
    try:
        with _file(kind, key).open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except Exception:  # a damaged archive raises nearly anything; what it held can be made again
        return None


def store(kind: str, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Keep arrays under a key. The file appears whole or not at all; without room or permission nothing is kept."""
    path = _file(kind, key)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as temporary:
            np.savez(temporary, **arrays)  # type: ignore[arg-type]
        os.replace(temporary.name, path)
    except OSError:
        if temporary is not None:
            Path(temporary.name).unlink(missing_ok=True)


class Usage(NamedTuple):
    """What a part of the cache takes."""

    kind: str
    files: int
    bytes: int


def usage() -> list[Usage]:
    """What the cache holds, kind by kind."""
    kinds = sorted(path for path in cache_folder().glob("*") if path.is_dir())
    found = []
    for kind in kinds:
        sizes = [path.stat().st_size for path in kind.rglob("*") if path.is_file()]
        found.append(Usage(kind.name, len(sizes), sum(sizes)))
    return found


def clear() -> None:
    """Remove all that the cache holds."""
    for kind in usage():
        shutil.rmtree(cache_folder() / kind.kind, ignore_errors=True)


def _file(kind: str, key: str) -> Path:
    return cache_folder() / kind / key[:2] / f"{key}.npz"
