"""What a channel of words is: it finds places in an image and describes them, or names their words at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ess._check import whole_number
from features.image import RGB
from features.words import VisualWords


@dataclass(frozen=True, eq=False)
class Keypoints:
    """Described places of an image.

    Attributes
    ----------
    x, y : float32 array (n,)
        Places, inside the image.
    size : float32 array (n,)
        Side of the described patch in pixels.
    descriptors : float32 array (n, d)
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    size: NDArray[np.float32]
    descriptors: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.x)


@runtime_checkable
class LearntChannel(Protocol):
    """Descriptors, whose words a codebook has to learn; `n_words` at most."""

    @property
    def n_words(self) -> int: ...

    def describe(self, image: RGB) -> Keypoints: ...


@runtime_checkable
class FixedChannel(Protocol):
    """Words that need no training."""

    @property
    def n_words(self) -> int: ...

    def words(self, image: RGB) -> VisualWords: ...


Channel = LearntChannel | FixedChannel


def grid(width: int, height: int, step: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Centres x and y of the cells of a grid over an image, row by row; at least one cell."""
    columns, rows = np.meshgrid(_centres(width, step), _centres(height, step))
    return columns.ravel().astype(np.int32), rows.ravel().astype(np.int32)


def _centres(size: int, step: int) -> NDArray[np.int64]:
    starts = np.arange(0, size, step)
    return (starts + np.minimum(starts + step, size)) // 2


def check_sizes(channel: object, *names: str) -> None:
    """Refuse settings of a channel that are not whole numbers from 1 on."""
    for name in names:
        whole_number(name, getattr(channel, name), 1)


def cell_means(values: NDArray[np.float32], step: int) -> NDArray[np.float32]:
    """Means over the cells of a grid, of an array (height, width) or (height, width, channels)."""
    for axis in (0, 1):
        starts = np.arange(0, values.shape[axis], step)
        sums = np.add.reduceat(values, starts, axis=axis)
        counts = np.diff(np.append(starts, values.shape[axis])).astype(np.float32)
        counts = counts.reshape([-1 if place == axis else 1 for place in range(values.ndim)])
        values = (sums / counts).astype(np.float32, copy=False)
    return values
