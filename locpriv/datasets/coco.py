"""COCO annotation files: boxes, and polygons or run lengths as privileged masks."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from features.errors import ImageFileError
from features.image import image_size
from features.progress import progress
from locpriv.datasets.coco_mask import CocoMask, is_number, is_whole
from locpriv.datasets.foreign_box import box_of
from locpriv.datasets.problem import Problem, Report, refuse
from locpriv.datasets.sample import Dataset, Sample, counted
from locpriv.datasets.text_table import is_file
from locpriv.errors import DatasetError

Record = Mapping[str, Any]


def load_coco(json_path: str | Path, images: str | Path | None = None, category: str | int | None = None) -> Dataset:
    """An annotation file of the COCO format.

    One object an image is used: the largest. A warning tells how many others are ignored. Images without an object
    of the category are negatives: their box is None. Crowds are no single objects; images that have nothing else are
    left out.

    Parameters
    ----------
    json_path : path
    images : path, optional
        Folder of the image files. Default: where the annotation file lies, or the folder ``images`` there.
    category : str or int, optional
        Name or id of the category; default all of them.

    Raises
    ------
    DatasetError
        The first problem, with its file and image; ``locpriv data check`` lists them all.
    """
    return read_coco(Path(json_path), refuse, images, category)


def read_coco(
    path: Path, report: Report, images: str | Path | None = None, category: str | int | None = None
) -> Dataset:
    """The samples that have no problems; the problems are reported."""
    content = _content(path)
    names = _category_names(path, content["categories"], report)
    chosen = set(names) if category is None else {_category_id(names, category)}
    records = _image_records(path, content["images"], report)
    if not records:
        report(Problem("no images", path, "expected images, got none"))
    folder = _image_folder(path, records, images)
    objects = _objects(path, content["annotations"], records, names, report)
    samples, ignored, crowds = [], [], 0
    for number, record in progress(sorted(records.items()), "reading image sizes", len(records)):
        size = _size(path, folder, number, record, report)
        if size is None:
            continue
        found = [annotation for annotation in objects.get(number, []) if annotation["category_id"] in chosen]
        single = [annotation for annotation in found if annotation.get("iscrowd") != 1]
        if found and not single:
            crowds += 1
            continue
        ignored.append(len(single) - 1)
        sample = _sample(path, folder / record["file_name"], number, size, single, names, report)
        if sample is not None:
            samples.append(sample)
    _warn(path, ignored, crowds)
    return Dataset(samples, path.stem)


def _warn(path: Path, ignored: list[int], crowds: int) -> None:
    several = [count for count in ignored if count > 0]
    if several:
        what = f"{counted(len(several), 'image')} with more than one object: the largest is used"
        warnings.warn(f"{path.name}: {what}, {counted(sum(several), 'other')} ignored", stacklevel=4)
    if crowds:
        warnings.warn(f"{path.name}: {counted(crowds, 'image')} with nothing but crowds left out", stacklevel=4)


def _content(path: Path) -> dict[str, list[Any]]:
    """The three lists of an annotation file."""
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise DatasetError(f"{path}: {error.strerror or error}") from None
    except json.JSONDecodeError as error:
        raise DatasetError(f"{path} line {error.lineno}: not JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{path}: not JSON in UTF-8: {error}") from None
    for name in ("images", "annotations", "categories"):
        values = content.get(name) if isinstance(content, dict) else None
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise DatasetError(
                f"{path}: expected a COCO file with a list of objects {name!r}, got {type(values).__name__}"
            )
    return content  # type: ignore[no-any-return]


def _category_names(path: Path, categories: list[Record], report: Report) -> dict[int, str]:
    names: dict[int, str] = {}
    for category in categories:
        if is_whole(category.get("id")) and isinstance(category.get("name"), str):
            names[category["id"]] = category["name"]
        else:
            report(Problem("bad category", path, f"expected a category with id and name, got {_short(category)}"))
    return names


def _category_id(names: Mapping[int, str], category: str | int) -> int:
    for number, name in names.items():
        if category in (number, name):
            return number
    known = ", ".join(sorted(names.values())[:10])
    raise ValueError(f"category must be one of the file's ({known}{', …' * (len(names) > 10)}), got {category!r}")


def _image_records(path: Path, images: list[Record], report: Report) -> dict[int, Record]:
    records: dict[int, Record] = {}
    for image in images:
        number = _whole(image.get("id"))
        if number is None or not isinstance(image.get("file_name"), str):
            report(Problem("bad image", path, f"expected an image with a whole id and file_name, got {_short(image)}"))
        elif number in records:
            report(Problem("number twice", path, "the id of two images", id=number))
        else:
            records[number] = image
    return records


def _image_folder(path: Path, records: Mapping[int, Record], images: str | Path | None) -> Path:
    if images is not None:
        return Path(images)
    first = next((record["file_name"] for record in records.values()), "")
    places = [path.parent, path.parent / "images"]
    return next((place for place in places if is_file(place / first)), places[0])


def _objects(
    path: Path, annotations: list[Record], records: Mapping[int, Record], names: Mapping[int, str], report: Report
) -> dict[int, list[Record]]:
    """The annotations of each image; what is known to be wrong with them is reported."""
    objects: dict[int, list[Record]] = {}
    for annotation in annotations:
        image, box = _whole(annotation.get("image_id")), annotation.get("bbox")
        which = f"annotation {annotation.get('id')}"
        if image is None or image not in records:
            given = _short(annotation.get("image_id"))
            report(Problem("unknown image", path, f"{which}: image_id {given} is not among the images"))
        elif _whole(annotation.get("category_id")) not in names:
            what = f"{which}: category_id {_short(annotation.get('category_id'))} is not among the categories"
            report(Problem("unknown category", path, what, id=image))
        elif not (isinstance(box, list) and len(box) == 4 and all(is_number(value) for value in box)):
            report(Problem("bad box", path, f"{which}: expected bbox [x, y, w, h], got {_short(box)}", id=image))
        else:
            objects.setdefault(image, []).append(annotation)
    return objects


def _size(path: Path, folder: Path, number: int, record: Record, report: Report) -> tuple[int, int] | None:
    try:
        size = image_size(folder / record["file_name"])
    except ImageFileError as error:
        report(Problem("unreadable image", path, str(error), id=number))
        return None
    stated = record.get("width", size[0]), record.get("height", size[1])
    if stated != size:
        what = f"{record['file_name']} has {size[0]}x{size[1]} pixels, not {stated[0]!r}x{stated[1]!r}"
        if stated == size[::-1]:
            what += " (boxes must refer to the pixels as stored, not as turned by the EXIF tag of a camera)"
        report(Problem("wrong size", path, what, id=number))
        return None
    return size


def _sample(
    path: Path,
    file: Path,
    number: int,
    size: tuple[int, int],
    annotations: list[Record],
    names: Mapping[int, str],
    report: Report,
) -> Sample | None:
    """The sample of an image and the largest of its objects; None if that has no area in the image."""
    if not annotations:
        return Sample(number, file, *size, box=None)
    largest = max(annotations, key=lambda annotation: annotation["bbox"][2] * annotation["bbox"][3])
    which = f"annotation {largest.get('id')}"
    box = box_of(largest["bbox"], *size)
    if box is None:
        what = f"{which}: expected a bbox with area inside the {size[0]}x{size[1]} image, got {largest['bbox']}"
        report(Problem("bad box", path, what, id=number))
        return None
    mask = None
    if largest.get("segmentation"):
        mask = CocoMask(largest["segmentation"], *size)
        if not mask.is_valid():
            what = f"{which}: expected polygons, or run lengths of a {size[0]}x{size[1]} image, as segmentation"
            report(Problem("bad mask", path, what, id=number))
            return None
    return Sample(number, file, *size, box=box, class_name=names[largest["category_id"]], mask_source=mask)


def _whole(value: Any) -> int | None:
    """A whole number of the file, None if it is something else."""
    return value if is_whole(value) else None


def _short(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
