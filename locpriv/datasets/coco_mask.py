"""Segmentations of COCO become masks."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from typing import Any

from pycocotools import mask as coco_masks

from features.image import Mask


@dataclass(frozen=True, eq=False)
class CocoMask:
    """Polygons or run lengths of one annotation, drawn when asked for."""

    segmentation: Any
    width: int
    height: int

    def read(self) -> Mask:
        runs = self.segmentation
        if isinstance(runs, list):
            runs = coco_masks.merge(coco_masks.frPyObjects(runs, self.height, self.width))
        elif isinstance(runs["counts"], list):
            runs = coco_masks.frPyObjects(runs, self.height, self.width)
        drawn: Mask = coco_masks.decode(runs).astype(bool)
        return drawn

    def is_valid(self) -> bool:
        """Whether the segmentation is one: polygons of three points or more, or run lengths that fill the image."""
        runs = self.segmentation
        if isinstance(runs, list):
            return all(_is_polygon(polygon) for polygon in runs)
        if not isinstance(runs, dict) or runs.get("size") != [self.height, self.width]:
            return False
        counts = runs.get("counts")
        if isinstance(counts, list):
            return all(isinstance(run, int) and run >= 0 for run in counts) and sum(counts) == self.width * self.height
        return isinstance(counts, str)

    def fingerprint(self) -> bytes:
        content = json.dumps([self.segmentation, self.width, self.height], sort_keys=True)
        return hashlib.blake2b(content.encode(), digest_size=16).digest()


def is_number(value: Any) -> bool:
    """A finite number of a JSON file."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_polygon(points: Any) -> bool:
    return isinstance(points, list) and len(points) >= 6 and len(points) % 2 == 0 and all(map(is_number, points))
