"""Boxes of other people's files become boxes of the project: here and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ess import Box


def box_of(xywh: Sequence[float], width: int, height: int) -> Box | None:
    """The box (x, y, width, height) in whole pixels, clipped to its image of that size; None if no area is left.

    Edges go to the nearest pixel edge; a box that this would empty keeps one pixel.
    """
    x, y, box_width, box_height = xywh
    columns = _clipped(x, x + box_width, width)
    rows = _clipped(y, y + box_height, height)
    if columns is None or rows is None:
        return None
    return Box(columns[0], rows[0], columns[1], rows[1])


def _clipped(begin: float, end: float, size: int) -> tuple[int, int] | None:
    begin, end = max(begin, 0.0), min(end, float(size))
    if not begin < end:
        return None
    first, last = math.floor(begin + 0.5), math.floor(end + 0.5)
    return (first, last) if first < last else (math.floor(begin), math.floor(begin) + 1)
