"""Scores of a box's own edges, width and height."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from ess._check import finite_array
from ess.box import Box

Scores = NDArray[np.float64] | None


@dataclass(frozen=True, slots=True, eq=False)
class BoxPrior:
    """What a box scores for where its edges are and for how wide and high it is, whatever is inside.

    Each part is an array with one finite score for every pixel position 0..width (`left`, `right`, `width`) or
    0..height (`top`, `bottom`, `height`) of the image, or None for no score. The parts of a box add up.

    A location prior of a whole data set and how well an edge fits *this* image are both of this form.
    """

    left: Scores = None
    top: Scores = None
    right: Scores = None
    bottom: Scores = None
    width: Scores = None
    height: Scores = None

    def __post_init__(self) -> None:
        for field in fields(self):
            scores = getattr(self, field.name)
            if scores is not None:
                object.__setattr__(self, field.name, finite_array(field.name, scores, 1))

    def score(self, box: Box) -> float:
        """Sum of the scores of a box."""
        places = {name: getattr(box, name) for name in self.__slots__}
        parts = ((getattr(self, name), place) for name, place in places.items())
        return float(sum(scores[place] for scores, place in parts if scores is not None))

    def check_size(self, width: int, height: int) -> None:
        """Refuse arrays that were made for an image of another size."""
        for name, size in zip(self.__slots__, (width, height) * 3, strict=True):
            scores = getattr(self, name)
            if scores is not None and scores.size != size + 1:
                image = f"an image of {width}x{height} pixels"
                raise ValueError(f"prior.{name} must have {size + 1} scores for {image}, got {scores.size}")

    def magnitude(self) -> float:
        """An upper bound of the absolute score of any box."""
        parts = (getattr(self, name) for name in self.__slots__)
        return float(sum(np.abs(scores).max() for scores in parts if scores is not None))

    def transposed(self) -> BoxPrior:
        """The same prior with x and y exchanged."""
        return BoxPrior(self.top, self.left, self.bottom, self.right, self.height, self.width)
