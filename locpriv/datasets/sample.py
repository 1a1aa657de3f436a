"""A boxed image with what else is known about it, and a sequence of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from ess import Box
from ess._check import whole_number
from features.image import RGB, ImageFile, Mask, MaskSource
from features.privileged import PaintedImage, attribute_words
from features.words import VisualWords

Split = Literal["train", "test"]


def counted(number: int, noun: str, nouns: str | None = None) -> str:
    """A number with its noun, as "1 image" or "2 images"."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


@dataclass(frozen=True, eq=False)
class Sample:
    """An image of a data set. Pixels and mask are read from disk each time they are asked for.

    Attributes
    ----------
    id : int
        Number of the image in its data set.
    path : Path
        The image file.
    width, height : int
        Size of the image.
    box : Box or None
        Where the object is, inside the image; None for an image without the object.
    class_name : str or None
        What the object is.
    split : "train", "test" or None
        The part of the data set it belongs to; None where there is no such division.
    mask_source : MaskSource or None
        Where the mask comes from. Privileged, as are parts, attributes and certainty: known in training only.
    parts : array (n_parts, 2) or None
        Place x, y of each part of the object, in pixels; NaN where it is not visible.
    attributes : bool array (n_attributes,) or None
        Which attributes are present.
    certainty : uint8 array (n_attributes,) or None
        How sure the annotator was of each attribute: 1 not visible, 2 guessing, 3 probably, 4 definitely.
    """

    id: int
    path: Path
    width: int
    height: int
    box: Box | None
    class_name: str | None = None
    split: Split | None = None
    mask_source: MaskSource | None = None
    parts: NDArray[np.float64] | None = None
    attributes: NDArray[np.bool_] | None = None
    certainty: NDArray[np.uint8] | None = None

    @property
    def image(self) -> RGB:
        """RGB pixels, uint8, shape (height, width, 3)."""
        return ImageFile(self.path).image

    @property
    def mask(self) -> Mask | None:
        """The object's pixels, bool, shape (height, width); None where the data set has no mask."""
        return None if self.mask_source is None else self.mask_source.read()

    @property
    def painted(self) -> PaintedImage | None:
        """The image with its object painted over, to be described by words; None where there is no mask."""
        return None if self.mask_source is None else PaintedImage(self, self.mask_source)

    def fingerprint(self) -> bytes:
        """What identifies the pixels: see :class:`features.image.ImageSource`."""
        return ImageFile(self.path).fingerprint()

    def __repr__(self) -> str:
        return f"Sample(id={self.id}, {self.path.name!r}, {self.width}x{self.height}, box={self.box})"


class Dataset(Sequence[Sample]):
    """Samples, in the order of their ids unless it was made by :meth:`subset`.

    Parameters
    ----------
    samples : iterable of Sample
    name : str
        What to call it in reports.
    part_names, attribute_names : sequence of str
        Names of the rows of each sample's `parts` and of the entries of its `attributes`; empty where there are none.
    """

    def __init__(
        self,
        samples: Iterable[Sample],
        name: str = "",
        part_names: Sequence[str] = (),
        attribute_names: Sequence[str] = (),
    ) -> None:
        self._samples = tuple(samples)
        self.name = name
        self.part_names = tuple(part_names)
        self.attribute_names = tuple(attribute_names)

    def __len__(self) -> int:
        return len(self._samples)

    @overload
    def __getitem__(self, place: int) -> Sample: ...
    @overload
    def __getitem__(self, place: slice) -> Dataset: ...
    def __getitem__(self, place: int | slice) -> Sample | Dataset:
        found = self._samples[place]
        return found if isinstance(found, Sample) else self._with(found)

    def __iter__(self) -> Iterator[Sample]:
        return iter(self._samples)

    @property
    def ids(self) -> list[int]:
        return [sample.id for sample in self]

    @property
    def class_names(self) -> list[str]:
        """Names of the classes that occur, in order of first occurrence."""
        return list(dict.fromkeys(sample.class_name for sample in self if sample.class_name is not None))

    @property
    def train(self) -> Dataset:
        """The training images; all images where the data set has no split."""
        return self._where(lambda sample: sample.split != "test")

    @property
    def test(self) -> Dataset:
        """The test images; all images where the data set has no split."""
        return self._where(lambda sample: sample.split != "train")

    def subset(self, ids: Iterable[Any]) -> Dataset:
        """The images with these ids, in the order given; ids may be numbers or numerals."""
        numbers = [whole_number("id", int(each) if isinstance(each, str) else each, 0, 2**63) for each in ids]
        by_id = {sample.id: sample for sample in self}
        missing = [number for number in numbers if number not in by_id]
        if missing:
            raise ValueError(
                f"ids must be of the data set's images, got {len(missing)} that are not, first {missing[0]}"
            )
        if len(set(numbers)) < len(numbers):
            twice = next(number for place, number in enumerate(numbers) if number in numbers[:place])
            raise ValueError(f"ids must be different, got {twice} twice")
        return self._with(by_id[number] for number in numbers)

    def by_class(self) -> dict[str, Dataset]:
        """The images of each class; those without the object are in none."""
        groups: dict[str, list[Sample]] = {name: [] for name in self.class_names}
        for sample in self:
            if sample.class_name is not None:
                groups[sample.class_name].append(sample)
        return {name: self._with(samples) for name, samples in groups.items()}

    def summary(self) -> str:
        """What the data set has, in a line."""
        counts = {
            "masks": sum(sample.mask_source is not None for sample in self),
            "parts": sum(sample.parts is not None for sample in self),
            "attributes": sum(sample.attributes is not None for sample in self),
        }
        known = "".join(f", {count} with {name}" for name, count in counts.items() if count)
        negatives = sum(sample.box is None for sample in self)
        without = f", {negatives} without an object" if negatives else ""
        return f"{self.name}: {self._sizes()}{without}{known}"

    def _sizes(self) -> str:
        counts = Counter(sample.split for sample in self if sample.split)
        split = f" ({counts['train']} train, {counts['test']} test)" if counts else ""
        return f"{counted(len(self), 'image')}{split}, {counted(len(self.class_names), 'class', 'classes')}"

    def attribute_words(self, sample: Sample) -> VisualWords:
        """The attributes of one of the samples as words at its parts: :func:`features.attribute_words`."""
        if sample.attributes is None or sample.box is None:
            raise ValueError(f"sample must have attributes and a box, got {sample!r} without")
        parts = sample.parts, self.part_names
        return attribute_words(sample.attributes, self.attribute_names, *parts, sample.box, sample.width, sample.height)

    def _where(self, condition: Callable[[Sample], bool]) -> Dataset:
        return self._with(sample for sample in self if condition(sample))

    def _with(self, samples: Iterable[Sample]) -> Dataset:
        return Dataset(samples, self.name, self.part_names, self.attribute_names)

    def __repr__(self) -> str:
        return f"Dataset({self.name!r}, {self._sizes()})"
