"""The one box and the one overlap of the project."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ess._check import INT32_MAX, as_array, whole_number


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels, half-open: ``left <= x < right`` and ``top <= y < bottom``.

    The origin is the top-left corner of the image. A box has at least one pixel; an empty or inverted one, or an
    edge that is not an integer, is a ``ValueError``. Iterating gives left, top, right, bottom.
    """

    left: int
    top: int
    right: int
    bottom: int

    def __post_init__(self) -> None:
        for name in Box.__slots__:
            edge = whole_number(f"{name} of a box", getattr(self, name), -INT32_MAX)
            object.__setattr__(self, name, edge)
        if self.left >= self.right or self.top >= self.bottom:
            raise ValueError(f"a box (left, top, right, bottom) needs left < right and top < bottom, got {tuple(self)}")

    def __iter__(self) -> Iterator[int]:
        return iter((self.left, self.top, self.right, self.bottom))

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def area(self) -> int:
        return self.width * self.height

    def transposed(self) -> Box:
        """The same box with x and y exchanged."""
        return Box(self.top, self.left, self.bottom, self.right)


@overload
def iou(first: Box, second: Box) -> float: ...
@overload
def iou(first: NDArray[Any], second: Box | NDArray[Any]) -> NDArray[np.float64]: ...
@overload
def iou(first: Box, second: NDArray[Any]) -> NDArray[np.float64]: ...


def iou(first: Box | NDArray[Any], second: Box | NDArray[Any]) -> float | NDArray[np.float64]:
    """Intersection over union, the overlap of two boxes: 1 for equal boxes, 0 for disjoint ones.

    Either argument may be an ``(n, 4)`` array of left, top, right, bottom; the answer is then an array,
    row by row (a single row goes with all). The loss of a localizer is ``1 - iou``.
    """
    if isinstance(first, Box) and isinstance(second, Box):
        across = min(first.right, second.right) - max(first.left, second.left)
        down = min(first.bottom, second.bottom) - max(first.top, second.top)
        intersection = max(across, 0) * max(down, 0)
        return intersection / (first.area + second.area - intersection)
    a, b = _edges("first", first), _edges("second", second)
    if a.shape[0] != b.shape[0] and 1 not in (a.shape[0], b.shape[0]):
        raise ValueError(f"first and second must have the same number of boxes, got {a.shape[0]} and {b.shape[0]}")
    shared = np.minimum(a[:, 2:], b[:, 2:]) - np.maximum(a[:, :2], b[:, :2])
    shared_area = np.maximum(shared, 0.0).prod(axis=1)
    union = (a[:, 2:] - a[:, :2]).prod(axis=1) + (b[:, 2:] - b[:, :2]).prod(axis=1) - shared_area
    overlap: NDArray[np.float64] = shared_area / union
    return overlap


def _edges(name: str, boxes: Box | NDArray[Any]) -> NDArray[np.float64]:
    """Boxes as an ``(n, 4)`` array, checked; float64, since areas may exceed 64 bits."""
    array = np.array([tuple(boxes)]) if isinstance(boxes, Box) else as_array(name, boxes)
    if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be a Box or an (n, 4) integer array, got shape {array.shape} of {array.dtype}")
    edges = array.astype(np.float64)
    bad = (edges[:, :2] >= edges[:, 2:]).any(axis=1) | (np.abs(edges) > INT32_MAX).any(axis=1)
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(f"{name} has an empty, inverted or too large box in row {row}: {array[row].tolist()}")
    return edges
