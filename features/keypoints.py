"""Texture: SURF (mahotas) and SIFT (OpenCV) descriptors of the luminance, at keypoints or on a grid.

On CUB-200-2011, SURF at keypoints is the best of the four by itself: overlap and detection of 55.9 / 64.9 % with
log-odds weights and a location prior, against 52.1 / 58.9 for SIFT, 52.3 / 57.4 for dense SIFT and 51.4 / 56.9 for
dense SURF (280 training images, 350 test images, 3000 words, scripts/compare_channels.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from mahotas.features import surf
from numpy.typing import NDArray

from features.channel import Keypoints, check_sizes, grid
from features.image import RGB, luminance

SURF_PATCH = 20  # side of a SURF patch in units of the keypoint's scale
SIFT_PATCH = 6  # side of a SIFT patch (four cells) in units of OpenCV's keypoint size


@dataclass(frozen=True)
class Surf:
    """64 numbers at the blobs of an image: the texture of the papers.

    There are none within some 25 pixels of the border, where mahotas' filters would leave the image.

    Attributes
    ----------
    n_words : int
    max_points : int
        At most so many points, the strongest.
    threshold : float
        Least strength of a point.
    """

    n_words: int = 3000
    max_points: int = 1024
    threshold: float = 0.1

    def __post_init__(self) -> None:
        check_sizes(self, "n_words", "max_points")

    def describe(self, image: RGB) -> Keypoints:
        points = surf.surf(luminance(image), threshold=self.threshold, max_points=self.max_points)
        return _from_mahotas(points)


@dataclass(frozen=True)
class DenseSurf:
    """64 numbers at each place of a grid, from patches of one size, each turned to its main direction."""

    n_words: int = 3000
    step: int = 8
    size: int = 32

    def __post_init__(self) -> None:
        check_sizes(self, "n_words", "step", "size")

    def describe(self, image: RGB) -> Keypoints:
        grey = luminance(image)
        margin = self.size
        x, y = grid(grey.shape[1], grey.shape[0], self.step)
        points = np.ones((len(x), 5))
        points[:, 0], points[:, 1], points[:, 2] = y + margin, x + margin, self.size / SURF_PATCH
        continued = np.pad(grey, margin, mode="symmetric")  # mahotas describes no patch that leaves the image
        found = surf.descriptors(continued, points)
        found[:, :2] -= margin
        return _from_mahotas(found)


@dataclass(frozen=True)
class Sift:
    """128 numbers at the blobs of an image, as square roots of their shares (so that distances are Hellinger's)."""

    n_words: int = 3000
    max_points: int = 1024

    def __post_init__(self) -> None:
        check_sizes(self, "n_words", "max_points")

    def describe(self, image: RGB) -> Keypoints:
        found, descriptors = cv2.SIFT_create(nfeatures=self.max_points).detectAndCompute(luminance(image), None)  # type: ignore[attr-defined]
        return _from_opencv(found, descriptors, image)


@dataclass(frozen=True)
class DenseSift:
    """128 numbers at each place of a grid, upright, from patches of one size; square roots as in :class:`Sift`."""

    n_words: int = 3000
    step: int = 8
    size: int = 16

    def __post_init__(self) -> None:
        check_sizes(self, "n_words", "step", "size")

    def describe(self, image: RGB) -> Keypoints:
        height, width = image.shape[:2]
        x, y = grid(width, height, self.step)
        size = self.size / SIFT_PATCH
        places = [cv2.KeyPoint(float(a), float(b), size, 0.0) for a, b in zip(x, y, strict=True)]
        found, descriptors = cv2.SIFT_create().compute(luminance(image), places)  # type: ignore[attr-defined]
        return _from_opencv(found, descriptors, image)


def _from_mahotas(points: NDArray[np.float64]) -> Keypoints:
    """Keypoints of rows y, x, scale, strength, sign, angle, 64 numbers."""
    columns = points.astype(np.float32)
    return Keypoints(columns[:, 1], columns[:, 0], columns[:, 2] * SURF_PATCH, columns[:, 6:])


def _from_opencv(found: Sequence[cv2.KeyPoint], descriptors: NDArray[np.float32] | None, image: RGB) -> Keypoints:
    if descriptors is None or not len(found):
        empty = np.empty(0, np.float32)
        return Keypoints(empty, empty, empty, np.empty((0, 128), np.float32))
    height, width = image.shape[:2]
    x, y, size = np.array([(*point.pt, point.size) for point in found], dtype=np.float32).T
    shares = np.sqrt(descriptors / np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-12))
    return Keypoints(np.clip(x, 0, width - 1), np.clip(y, 0, height - 1), size * SIFT_PATCH, shares)
