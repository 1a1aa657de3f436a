"""Colour: the mean CIE Lab colour of each cell of a grid."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from features.channel import Keypoints, cell_means, check_sizes, grid
from features.image import RGB


@dataclass(frozen=True)
class Colour:
    """Lightness, green-red and blue-yellow of each cell; Euclidean distances are about as large as they look."""

    n_words: int = 100
    step: int = 8

    def __post_init__(self) -> None:
        check_sizes(self, "n_words", "step")

    def describe(self, image: RGB) -> Keypoints:
        height, width = image.shape[:2]
        x, y = grid(width, height, self.step)
        means = lab_cells(image, self.step).reshape(-1, 3)
        size = np.full(len(x), self.step, np.float32)
        return Keypoints(x.astype(np.float32), y.astype(np.float32), size, means)


def lab_cells(image: RGB, step: int) -> NDArray[np.float32]:
    """Mean Lab colour of each cell, shape (rows, columns, 3)."""
    lab = cv2.cvtColor(image.astype(np.float32) / np.float32(255), cv2.COLOR_RGB2LAB)
    return cell_means(lab.astype(np.float32, copy=False), step)
