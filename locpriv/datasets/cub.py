"""CUB-200-2011 and every folder of the same layout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ess import Box
from features.errors import ImageFileError
from features.image import MaskFile, image_size
from features.progress import progress
from locpriv.datasets.attribute_file import AttributeTable, read_attribute_names, read_attributes
from locpriv.datasets.foreign_box import box_of
from locpriv.datasets.part_file import read_parts
from locpriv.datasets.problem import Problem, Report, refuse
from locpriv.datasets.sample import Dataset, Sample, Split
from locpriv.datasets.text_table import Row, is_file, is_whole, read_rows

SPLITS: dict[str, Split] = {"1": "train", "0": "test"}


def load_cub(
    root: str | Path, segmentations: str | Path | Literal[False] | None = None, attributes: bool = True
) -> Dataset:
    """A folder in the layout of CUB-200-2011.

    Parameters
    ----------
    root : path
        The folder with ``images.txt``, or the one that ``CUB_200_2011`` lies in.
    segmentations : path, False or None
        Folder of the masks. None looks for ``segmentations`` inside root and beside it; False reads no masks.
    attributes : bool
        Read the attributes where there are any. A compact copy is kept in the cache.

    Returns
    -------
    Dataset
        Boxes are clipped to their images. `mask`, `parts` and `attributes` are None where the folder has none.

    Raises
    ------
    DatasetError
        The first problem, with its file, line and image; ``locpriv data check`` lists them all.
    """
    return read_cub(Path(root), refuse, segmentations, attributes)


def read_cub(
    root: Path, report: Report, segmentations: str | Path | Literal[False] | None = None, attributes: bool = True
) -> Dataset:
    """The samples that have no problems; the problems are reported."""
    root = root.absolute()
    if not is_file(root / "images.txt") and is_file(root / "CUB_200_2011" / "images.txt"):
        root = root / "CUB_200_2011"
    images = read_rows(root / "images.txt", report, "a number and the path of an image")
    if not images and is_file(root / "images.txt"):
        report(Problem("no images", root / "images.txt", "expected the paths of images, got none"))
    if not images:  # nothing else could be right
        return Dataset([], root.name)
    sizes = _sizes(root, images, report)
    labels = _labels(root, images, report)
    splits = _splits(root, images, report)
    boxes = _boxes(root, images, sizes, report)
    masks = _mask_folder(root, segmentations, report)
    part_names, parts = _parts(root, list(images), sizes, report)
    attribute_names, table = _attributes(root, list(images), report) if attributes else ((), None)
    samples = []
    for number in sorted(labels.keys() & splits.keys() & boxes.keys()):
        path = Path(images[number].text)
        attribute, certainty = (table and table.of(number)) or (None, None)
        samples.append(
            Sample(
                id=number,
                path=root / "images" / path,
                width=sizes[number][0],
                height=sizes[number][1],
                box=boxes[number],
                class_name=labels[number],
                split=splits[number],
                mask_source=_mask(masks, path, number, report),
                parts=parts.get(number),
                attributes=attribute,
                certainty=certainty,
            )
        )
    return Dataset(samples, root.name, part_names, attribute_names)


def _rows_of(path: Path, images: dict[int, Row], report: Report, expected: str, what: str) -> dict[int, Row]:
    """The rows of a file that has one for each image."""
    rows = read_rows(path, report, expected)
    for number in sorted(rows.keys() - images.keys()):
        report(Problem("unknown image", path, "is not in images.txt", rows[number].line, number))
    if is_file(path):  # otherwise the file itself has been reported
        for number in sorted(images.keys() - rows.keys()):
            report(Problem(f"no {what}", path, f"has no {what} here", id=number))
    return rows


def _sizes(root: Path, images: dict[int, Row], report: Report) -> dict[int, tuple[int, int]]:
    sizes = {}
    for number, row in progress(images.items(), "reading image sizes", len(images)):
        try:
            sizes[number] = image_size(root / "images" / row.text)
        except ImageFileError as error:
            report(Problem("unreadable image", root / "images.txt", str(error), row.line, number))
    return sizes


def _boxes(root: Path, images: dict[int, Row], sizes: dict[int, tuple[int, int]], report: Report) -> dict[int, Box]:
    """Boxes in images of known size."""
    path = root / "bounding_boxes.txt"
    boxes = {}
    for number, row in _rows_of(path, images, report, "a number and x y width height", "box").items():
        if number not in sizes:
            continue
        width, height = sizes[number]
        numbers = row.numbers(4)
        box = box_of(numbers, width, height) if numbers else None
        if box is None:
            what = f"expected x y width height with area inside the {width}x{height} image, got {row.text!r}"
            report(Problem("bad box", path, what, row.line, number))
        else:
            boxes[number] = box
    return boxes


def _labels(root: Path, images: dict[int, Row], report: Report) -> dict[int, str]:
    names = read_rows(root / "classes.txt", report, "a number and the name of a class")
    path = root / "image_class_labels.txt"
    labels = {}
    for number, row in _rows_of(path, images, report, "the numbers of an image and its class", "class").items():
        if is_whole(row.text) and int(row.text) in names:
            labels[number] = names[int(row.text)].text
        else:
            what = f"expected the number of a class in classes.txt, got {row.text!r}"
            report(Problem("unknown class", path, what, row.line, number))
    return labels


def _splits(root: Path, images: dict[int, Row], report: Report) -> dict[int, Split]:
    path = root / "train_test_split.txt"
    splits = {}
    for number, row in _rows_of(path, images, report, "the number of an image and 1 or 0", "split").items():
        if row.text in SPLITS:
            splits[number] = SPLITS[row.text]
        else:
            what = f"expected 1 (train) or 0 (test), got {row.text!r}"
            report(Problem("bad split", path, what, row.line, number))
    return splits


def _mask_folder(root: Path, segmentations: str | Path | Literal[False] | None, report: Report) -> Path | None:
    if segmentations is False:
        return None
    if segmentations is None:
        places = [root / "segmentations", root.parent / "segmentations"]
        return next((place for place in places if place.is_dir()), None)
    folder = Path(segmentations)
    if not folder.is_dir():
        report(Problem("missing file", folder, "expected the folder of the masks, got none"))
        return None
    return folder


def _mask(folder: Path | None, path: Path, number: int, report: Report) -> MaskFile | None:
    if folder is None:
        return None
    mask = MaskFile((folder / path).with_suffix(".png"))
    if not is_file(mask.path):
        report(Problem("no mask", mask.path, "has no mask (segmentations=False loads images without masks)", id=number))
        return None
    return mask


def _parts(
    root: Path, ids: list[int], sizes: dict[int, tuple[int, int]], report: Report
) -> tuple[tuple[str, ...], dict[int, NDArray[np.float64]]]:
    folder = root / "parts"
    return read_parts(folder, ids, sizes, report) if folder.is_dir() else ((), {})


def _attributes(root: Path, ids: list[int], report: Report) -> tuple[tuple[str, ...], AttributeTable | None]:
    path = root / "attributes" / "image_attribute_labels.txt"
    if not path.parent.is_dir():
        return (), None
    names = read_attribute_names(root, report)
    return names, read_attributes(path, ids, len(names), report)
