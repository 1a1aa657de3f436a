"""Scores of a box's own edges, width and height."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ess._check import finite_array
from ess.box import Box

Scores = NDArray[np.float64] | None
PARTS = ("left", "top", "right", "bottom", "width", "height")


@dataclass(frozen=True, slots=True, eq=False)
class BoxPrior:
    """What a box scores for where its edges are and for how wide and high it is, whatever is inside.

    Each part is an array with one finite score for every pixel position 0..width (`left`, `right`, `width`) or
    0..height (`top`, `bottom`, `height`) of the image, or None for no score. The parts of a box add up.

    A location prior of a whole data set and how well an edge fits *this* image are both of this form.

    In a search, prior and weights are rounded together, to 2**-50 of the greater of their magnitudes. So a score that
    is to forbid an edge should not be larger than it takes: beside -1e20, weights of 1 are lost.
    """

    left: Scores = None
    top: Scores = None
    right: Scores = None
    bottom: Scores = None
    width: Scores = None
    height: Scores = None

    def __post_init__(self) -> None:
        for name in PARTS:
            scores = getattr(self, name)
            if scores is not None:
                own = finite_array(name, scores, 1).copy()
                own.flags.writeable = False
                object.__setattr__(self, name, own)

    def score(self, box: Box) -> float:
        """Sum of the scores of a box."""
        total = 0.0
        for name in PARTS:
            scores, place = getattr(self, name), getattr(box, name)
            if scores is None:
                continue
            if not 0 <= place < scores.size:
                raise ValueError(f"{name} of the box must be between 0 and {scores.size - 1}, got {place}")
            total += float(scores[place])
        return total

    def check_size(self, width: int, height: int) -> None:
        """Refuse arrays that were made for an image of another size."""
        for name, size in zip(PARTS, (width, height) * 3, strict=True):
            scores = getattr(self, name)
            if scores is not None and scores.size != size + 1:
                image = f"an image of {width}x{height} pixels"
                raise ValueError(f"prior.{name} must have {size + 1} scores for {image}, got {scores.size}")

    def magnitude(self) -> float:
        """An upper bound of the absolute score of any box."""
        parts = (getattr(self, name) for name in PARTS)
        return sum(float(np.abs(scores).max()) for scores in parts if scores is not None)

    def transposed(self) -> BoxPrior:
        """The same prior with x and y exchanged."""
        return BoxPrior(self.top, self.left, self.bottom, self.right, self.height, self.width)
