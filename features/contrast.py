"""Contrast: what stands out in *this* image, whatever it looks like in another.

Three quantities of each cell of a grid, each as its rank among the cells of the image. As the area under the ROC
curve for mask against background, over 97 training images of CUB-200-2011: distance from the border's colours 0.83,
sharpness 0.75, edge density 0.73 (scripts/show_features.py draws them).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from features.channel import cell_means, grid
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
    gradient = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    detail = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    return {
        "distance from border colours": border_distance(lab_cells(image, step)),
        "edge density": _smooth(cell_means(gradient.astype(np.float32, copy=False), step)),
        "sharpness": _smooth(cell_means(detail.astype(np.float32, copy=False), step)),
    }


def border_distance(lab: NDArray[np.float32]) -> Cells:
    """Colour distance of each cell to the fifth most similar cell of the image's border."""
    border = np.concatenate([lab[0], lab[-1], lab[1:-1, 0], lab[1:-1, -1]])
    colours = lab.reshape(-1, 3)
    squares = (colours**2).sum(axis=1)[:, None] + (border**2).sum(axis=1) - 2 * _product(colours, border)
    place = min(NEAREST, len(border)) - 1
    nearest = np.partition(squares, place, axis=1)[:, place]
    return np.sqrt(np.maximum(nearest, 0)).reshape(lab.shape[:2])


def ranked(cells: Cells, levels: int) -> NDArray[np.int32]:
    """The share of the image's values that each value is in, from 0 (least) to levels - 1."""
    thresholds = np.quantile(cells, np.arange(1, levels) / levels)
    return np.searchsorted(thresholds, cells, side="left").astype(np.int32)


def _product(colours: NDArray[np.float32], border: NDArray[np.float32]) -> NDArray[np.float32]:
    """All inner products of colours, by einsum: unlike BLAS the same for any number of threads."""
    products: NDArray[np.float32] = np.einsum("ik,jk->ij", colours, border)
    return products


def _smooth(cells: Cells) -> Cells:
    return cv2.GaussianBlur(cells, (0, 0), SMOOTHING).astype(np.float32, copy=False)
