"""Sample data without a download: little painted birds in a folder laid out like CUB-200-2011."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2

from ess._check import whole_number
from features.progress import progress
from locpriv.datasets.attribute_names import ATTRIBUTE_NAMES, CERTAINTIES, PART_NAMES
from locpriv.datasets.synthetic.paint import Image
from locpriv.datasets.synthetic.scene import Scene, paint_scene
from locpriv.datasets.synthetic.species import SPECIES

JPEG_QUALITY = 90
CLASS_NAMES = tuple(f"{number:03d}.{species.name}" for number, species in enumerate(SPECIES, start=1))


def write_sample_folder(path: Path, n: int = 200, seed: int = 0) -> Path:
    """Paint ``n`` images of birds, with boxes, masks, parts and attributes, into a new folder.

    The folder has the files and formats of CUB-200-2011. Image ``i`` shows a bird of class ``i`` modulo the number
    of classes and depends on ``seed`` and ``i`` only; half of each class is for training. The folder appears once it
    is complete.

    Parameters
    ----------
    path : Path
        The folder to write, new or empty; its parents are made.
    n : int
        How many images.
    seed : int
        Another seed gives other images; the same one the same bytes.

    Returns
    -------
    Path
        ``path / "CUB_200_2011"``.

    Raises
    ------
    ValueError
        ``path`` exists and is not an empty folder, or ``n`` or ``seed`` is out of range.
    """
    path = Path(path).resolve()  # also of "." or a link, which could not be replaced by name
    n, seed = whole_number("n", n, 1), whole_number("seed", seed, 0)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise ValueError(f"path must be a new or an empty folder, but {path} exists and is not empty")
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as partial:
        folder = Path(partial) / "sample"
        _write_names(folder)
        _write_images(folder, n, seed)
        if path.exists():
            path.rmdir()
        folder.rename(path)
    return path / "CUB_200_2011"


def image_name(number: int) -> str:
    """Class folder and name of an image, without its ending."""
    kind = (number - 1) % len(SPECIES)
    return f"{CLASS_NAMES[kind]}/{SPECIES[kind].name}_{number:04d}"


def is_training(number: int) -> bool:
    """Every other image of a class, beginning with the first in every other class."""
    rank, kind = divmod(number - 1, len(SPECIES))
    return (rank + kind) % 2 == 0


def _write_names(folder: Path) -> None:
    """Folders, and the files that are the same for all images."""
    root = folder / "CUB_200_2011"
    for name in ("parts", "attributes"):
        (root / name).mkdir(parents=True)
    for name in CLASS_NAMES:
        (root / "images" / name).mkdir(parents=True)
        (folder / "segmentations" / name).mkdir(parents=True)
    _write_numbered(root / "classes.txt", CLASS_NAMES)
    _write_numbered(root / "parts" / "parts.txt", PART_NAMES)
    _write_numbered(root / "attributes" / "certainties.txt", CERTAINTIES)
    _write_numbered(folder / "attributes.txt", ATTRIBUTE_NAMES)


def _write_images(folder: Path, n: int, seed: int) -> None:
    """Images and masks one by one, then the tables of all of them."""
    root = folder / "CUB_200_2011"
    boxes, classes, parts, attributes = [], [], [], []
    for number in progress(range(1, n + 1), "painting birds", n):
        scene = paint_scene(seed, number)
        name = image_name(number)
        bgr = cv2.cvtColor(scene.rgb, cv2.COLOR_RGB2BGR)
        _write_image(root / "images" / f"{name}.jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        _write_image(folder / "segmentations" / f"{name}.png", scene.mask, [])
        boxes.append(" ".join(f"{edge:.1f}" for edge in scene.box()))
        classes.append(scene.species + 1)
        parts += _part_lines(number, scene)
        attributes += _attribute_lines(number, scene)
    numbers = range(1, n + 1)
    _write_numbered(root / "images.txt", [f"{image_name(number)}.jpg" for number in numbers])
    _write_numbered(root / "bounding_boxes.txt", boxes)
    _write_numbered(root / "image_class_labels.txt", classes)
    _write_numbered(root / "train_test_split.txt", [int(is_training(number)) for number in numbers])
    _write_lines(root / "parts" / "part_locs.txt", parts)
    _write_lines(root / "attributes" / "image_attribute_labels.txt", attributes)


def _part_lines(number: int, scene: Scene) -> list[str]:
    """Image, part, x, y, visible; a part that is not visible is at 0, 0."""
    lines = []
    for part, name in enumerate(PART_NAMES, start=1):
        x, y = scene.parts.get(name, (0.0, 0.0))
        lines.append(f"{number} {part} {x:.1f} {y:.1f} {int(name in scene.parts)}")
    return lines


def _attribute_lines(number: int, scene: Scene) -> list[str]:
    """Image, attribute, present, certainty, seconds."""
    return [
        f"{number} {attribute} {int(answer.present)} {answer.certainty} {answer.seconds:.3f}"
        for attribute, answer in enumerate(scene.answers, start=1)
    ]


def _write_image(path: Path, image: Image, options: Sequence[int]) -> None:
    # Encoded in memory: OpenCV's own writing returns False instead of saying why it failed.
    _, encoded = cv2.imencode(path.suffix, image, options)
    path.write_bytes(encoded.tobytes())


def _write_numbered(path: Path, values: Iterable[object]) -> None:
    """A table with numbers from 1 in front."""
    _write_lines(path, (f"{number} {value}" for number, value in enumerate(values, start=1)))


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
