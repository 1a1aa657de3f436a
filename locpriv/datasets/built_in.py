"""The built-in data: little birds, drawn once and kept in the cache folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from features.cache import cache_folder
from locpriv.datasets.cub import load_cub
from locpriv.datasets.sample import Dataset
from locpriv.datasets.synthetic.folder import write_sample_folder
from locpriv.errors import DatasetError

IMAGES = 200
EDITION = 1  # of the drawings: to be raised when they change, so that nobody keeps old ones


def make_sample_dataset(path: str | Path | None = None, n: int = IMAGES, seed: int = 0) -> Dataset:
    """Draw birds with boxes, masks, parts and attributes, as a folder in the layout of CUB-200-2011, and load it.

    Parameters
    ----------
    path : path, optional
        A new or empty folder. Default: a folder in the cache, drawn when it is first asked for.
    n : int
        Number of images.
    seed : int
        The same seed gives the same files, byte for byte; image i does not depend on n.
    """
    if path is not None:
        return _named(load_cub(write_sample_folder(Path(path), n, seed)))
    folder = cache_folder() / "sample" / f"edition{EDITION}_n{n}_seed{seed}"
    if folder.exists():
        try:
            return _named(load_cub(folder))
        except DatasetError:  # somebody changed the files
            shutil.rmtree(folder)
    try:
        write_sample_folder(folder, n, seed)
    except (ValueError, OSError):
        if not folder.exists():  # otherwise another process was faster
            raise
    return _named(load_cub(folder))


def _named(birds: Dataset) -> Dataset:
    return Dataset(birds, "sample birds", birds.part_names, birds.attribute_names)
