"""Contrast: what stands out in *this* image, whatever it looks like in another.

Three quantities of each cell of a grid, each as its rank among the cells of the image.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from features.channel import cell_means, check_sizes, grid
from features.colour import lab_cells
from features.image import RGB, luminance
from features.words import VisualWords

NEAREST = 5  # border cells whose colours a cell is compared with: one could be a leg that leaves the image
SMOOTHING = 2.0  # in cells: edges and sharpness are those of a neighbourhood

Cells = NDArray[np.float32]  # (rows, columns)


@dataclass(frozen=True)
class Contrast:
    """A word for the level of each quantity of each cell: 3 · `levels` words.

    Ranks are cut into `levels` equal shares; where values tie, as in a flat image, they get the lower level.
    """

    levels: int = 8
    step: int = 8

    def __post_init__(self) -> None:
        check_sizes(self, "levels", "step")

    @property
    def n_words(self) -> int:
        return 3 * self.levels

    def words(self, image: RGB) -> VisualWords:
        height, width = image.shape[:2]
        x, y = grid(width, height, self.step)
        maps = contrast_maps(image, self.step).values()
        word = [ranked(cells, self.levels).ravel() + place * self.levels for place, cells in enumerate(maps)]
        return VisualWords(np.tile(x, 3), np.tile(y, 3), np.concatenate(word), self.n_words, width, height)


def contrast_maps(image: RGB, step: int) -> dict[str, Cells]:
    """The three quantities, before ranking, in the order of their words."""
    grey = luminance(image).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    gradient = np.sqrt(across * across + down * down)  # the last bits of cv2.magnitude depend on where arrays lie
    detail = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    return {
        "distance from border colours": border_distance(lab_cells(image, step)),
        "edge density": _smooth(cell_means(gradient.astype(np.float32, copy=False), step)),
        "sharpness": _smooth(cell_means(detail.astype(np.float32, copy=False), step)),
    }


def border_distance(lab: NDArray[np.float32]) -> Cells:
    """Colour distance of each cell to the fifth most similar cell of the image's border."""
    border = np.concatenate([lab[0], lab[-1], lab[1:-1, 0], lab[1:-1, -1]])
    squares = np.zeros((lab.shape[0] * lab.shape[1], len(border)), np.float32)
    for channel in range(3):
        squares += (lab[..., channel].reshape(-1, 1) - border[:, channel]) ** 2
    place = min(NEAREST, len(border)) - 1
    nearest = np.partition(squares, place, axis=1)[:, place]
    distance: Cells = np.sqrt(nearest).reshape(lab.shape[:2])
    return distance


def ranked(cells: Cells, levels: int) -> NDArray[np.int32]:
    """The share of the image's values that each value is in, from 0 (least) to levels - 1."""
    thresholds = np.quantile(cells, np.arange(1, levels) / levels)
    return np.searchsorted(thresholds, cells, side="left").astype(np.int32)


def _smooth(cells: Cells) -> Cells:
    return cv2.GaussianBlur(cells, (0, 0), SMOOTHING).astype(np.float32, copy=False)
