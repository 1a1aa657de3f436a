"""What is kept on disk: found again, whole or not at all, and nothing else is touched."""

import os
from pathlib import Path

import numpy as np
import pytest

from features import cache


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOCPRIV_CACHE", str(tmp_path))
    return tmp_path


def test_arrays_are_found_under_their_key():
    arrays = {"x": np.arange(5), "y": np.ones((2, 3), np.float32)}
    cache.store("words", "ab" * 20, arrays)
    found = cache.load("words", "ab" * 20)
    assert found.keys() == arrays.keys()
    assert all((found[name] == arrays[name]).all() and found[name].dtype == arrays[name].dtype for name in arrays)
    assert cache.load("words", "cd" * 20) is None
    assert cache.load("codebooks", "ab" * 20) is None


def test_keys_tell_parts_apart():
    keys = [cache.key_of("ab", "c"), cache.key_of("a", "bc"), cache.key_of("abc"), cache.key_of("ab", b"c")]
    assert len(set(keys)) == 3
    assert keys[0] == keys[3]


def test_any_changed_bit_is_noticed(folder: Path):
    cache.store("words", "ab" * 20, {"x": np.arange(5)})
    (path,) = folder.rglob("*.arrays")
    content = path.read_bytes()
    for place in range(0, len(content), 7):
        path.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
        assert cache.load("words", "ab" * 20) is None
    path.write_bytes(content)
    assert cache.load("words", "ab" * 20) is not None


def test_nothing_is_left_when_storing_fails(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_):
        raise error

    monkeypatch.setattr(os, "replace", fail)
    error: BaseException = OSError("disk full")
    cache.store("words", "ab" * 20, {"x": np.arange(5)})
    error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        cache.store("words", "ab" * 20, {"x": np.arange(5)})
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_clearing_leaves_other_folders_alone(folder: Path):
    (folder / "photos").mkdir()
    (folder / "photos" / "mine.jpg").write_bytes(b"precious")
    for kind in cache.KINDS:
        cache.store(kind, "ab" * 20, {"x": np.arange(5)})
    assert [usage.kind for usage in cache.usage()] == sorted(cache.KINDS)
    cache.clear()
    assert [path.name for path in folder.iterdir()] == ["photos"]
    assert (folder / "photos" / "mine.jpg").exists()


def test_without_a_wish_the_cache_is_the_users_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("LOCPRIV_CACHE")
    assert cache.cache_folder().name == "locpriv"
    assert Path.home() in cache.cache_folder().parents
