"""Any data set by its place: a CUB folder, a COCO file, or the built-in sample; and a thorough check of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from joblib import Parallel, delayed

from features.errors import ImageFileError
from features.image import FOREGROUND, MaskFile
from features.progress import progress
from locpriv.datasets.built_in import make_sample_dataset
from locpriv.datasets.coco import read_coco
from locpriv.datasets.cub import read_cub
from locpriv.datasets.problem import Problem, Report, refuse
from locpriv.datasets.sample import Dataset, Sample
from locpriv.errors import DatasetError


def load_dataset(data: str | Path | None = None, images: str | Path | None = None) -> Dataset:
    """A CUB folder, a COCO json file (with its folder of images, if elsewhere), or without `data` the built-in sample.

    The sample is made in the cache folder when it is first needed.
    """
    return make_sample_dataset() if data is None else _read(Path(data), refuse, images)


def check_dataset(
    data: str | Path | None = None, images: str | Path | None = None, n_jobs: int = 1
) -> tuple[Dataset, list[Problem]]:
    """All that is wrong with a data set, with every image and mask decoded; and the samples it has otherwise."""
    problems: list[Problem] = []
    dataset = make_sample_dataset() if data is None else _read(Path(data), problems.append, images)
    found = Parallel(n_jobs, require="sharedmem", return_as="generator")(delayed(_pixels_of)(each) for each in dataset)
    for several in progress(found, "checking images", len(dataset)):
        problems.extend(several)
    return dataset, problems


def _read(data: Path, report: Report, images: str | Path | None) -> Dataset:
    if data.is_dir():
        if images is not None:
            raise ValueError(f"images must be None for a CUB folder, got {images}")
        files = sorted(data.glob("*.json"))
        if files and not any(data.glob("**/images.txt")):
            raise DatasetError(f"{data / 'images.txt'}: no such file; of a COCO data set, give the file {files[0]}")
        return read_cub(data, report)
    if data.suffix.lower() == ".json":
        return read_coco(data, report, images)
    if not data.exists():
        raise DatasetError(f"{data}: no such file or folder")
    raise DatasetError(f"{data}: expected a folder in the layout of CUB-200-2011 or a COCO json file")


def _pixels_of(sample: Sample) -> list[Problem]:
    return list(_pixel_problems(sample))


def _pixel_problems(sample: Sample) -> Iterator[Problem]:
    try:
        shape = sample.image.shape[:2]
    except ImageFileError as error:
        yield _pixel_problem("unreadable image", sample, error)
        return
    try:
        mask = sample.mask
    except ImageFileError as error:
        yield _pixel_problem("unreadable mask", sample, error)
        return
    if mask is None:
        return
    if mask.shape != shape:
        what = f"the mask has {mask.shape[1]}x{mask.shape[0]} pixels, the image {shape[1]}x{shape[0]}"
        yield Problem("wrong size", _mask_file(sample), what, id=sample.id)
    elif not mask.any():
        what = f"the mask has no pixel of the object (no grey level of {FOREGROUND} or more)"
        yield Problem("empty mask", _mask_file(sample), what, id=sample.id)


def _mask_file(sample: Sample) -> Path:
    return sample.mask_source.path if isinstance(sample.mask_source, MaskFile) else sample.path


def _pixel_problem(kind: str, sample: Sample, error: ImageFileError) -> Problem:
    return Problem(kind, error.path, error.reason, id=sample.id)
