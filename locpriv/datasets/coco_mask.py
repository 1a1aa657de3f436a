"""Segmentations of COCO become masks."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from pycocotools import mask as coco_masks

from features.cache import digest_of
from features.image import Mask


@dataclass(frozen=True, eq=False)
class CocoMask:
    """Polygons or run lengths of one annotation, drawn when asked for."""

    segmentation: Any
    width: int
    height: int

    def read(self) -> Mask:
        if isinstance(self.segmentation, list):
            polygons = coco_masks.frPyObjects(self.segmentation, self.height, self.width)
            drawn: Mask = coco_masks.decode(coco_masks.merge(polygons)).astype(bool)
            return drawn
        runs = run_lengths(self.segmentation["counts"])
        pixels = np.repeat(np.arange(len(runs)) % 2 == 1, runs)
        return pixels.reshape(self.width, self.height).T  # column by column

    def is_valid(self) -> bool:
        """Whether the segmentation is one: polygons of three points or more, or run lengths that fill the image."""
        if isinstance(self.segmentation, list):
            return all(self._is_polygon(polygon) for polygon in self.segmentation)
        if not isinstance(self.segmentation, dict) or self.segmentation.get("size") != [self.height, self.width]:
            return False
        runs = run_lengths(self.segmentation.get("counts"))
        return all(run >= 0 for run in runs) and sum(runs) == self.width * self.height

    def _is_polygon(self, points: Any) -> bool:
        """Three points or more, none farther outside the image than the image is long: others fill the memory."""
        if not isinstance(points, list) or len(points) < 6 or len(points) % 2 or not all(map(is_number, points)):
            return False
        x, y = np.array(points[::2], float), np.array(points[1::2], float)
        inside = (-self.width <= x) & (x <= 2 * self.width) & (-self.height <= y) & (y <= 2 * self.height)
        return bool(inside.all())

    def fingerprint(self) -> bytes:
        return digest_of(json.dumps([self.segmentation, self.width, self.height], sort_keys=True))


def run_lengths(counts: Any) -> list[int]:
    """Lengths of background, object, background, …; empty if `counts` is neither whole numbers nor COCO's text.

    In the text each number is written in pieces of five bits, from the lowest on, as signs from "0" on: 32 says that
    another piece follows, and 16 in the last piece that the number is negative. From the fourth on, a number is the
    difference to the one before the last.
    """
    if isinstance(counts, list):
        return counts if all(is_whole(run) for run in counts) else []
    if not isinstance(counts, str) or not all(48 <= ord(sign) < 112 for sign in counts):
        return []
    runs: list[int] = []
    number, shift = 0, 0
    for sign in counts:
        piece = ord(sign) - 48
        number |= (piece & 31) << shift
        shift += 5
        if not piece & 32:
            if piece & 16:
                number -= 1 << shift
            runs.append(number + runs[-2] if len(runs) > 2 else number)
            number, shift = 0, 0
    return runs if not shift else []


def is_number(value: Any) -> bool:
    """A finite number of a JSON file, of a size that a float can have."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def is_whole(value: Any) -> bool:
    """A whole number of a JSON file."""
    return isinstance(value, int) and not isinstance(value, bool)
