"""What a user asks for becomes the arrays of a `Problem`, in the frame of its table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ess._check import finite_number, whole_number
from ess._problem import Problem, rank_of_box, score_of_box
from ess._range_maximum import range_maxima
from ess.box import Box
from ess.box_prior import BoxPrior
from ess.score_table import ScoreTable, lattice, rounded

NO_TRUTH = (0, 0, 1, 1)


class Setup:
    """One search: its table, its problem, and the way back from numbers of edges to a box of the image."""

    def __init__(
        self,
        table: ScoreTable,
        prior: BoxPrior | None,
        truth: Box | None,
        loss_weight: float,
        min_size: int,
        stride: int | None,
    ) -> None:
        if not isinstance(table, ScoreTable):
            raise ValueError(f"table must be a ScoreTable, got {table!r}")
        if not isinstance(prior, BoxPrior | None):
            raise ValueError(f"prior must be a BoxPrior or None, got {prior!r}")
        loss_weight = finite_number("loss_weight", loss_weight)
        if truth is not None:
            table.check_inside("truth", truth)
        elif loss_weight != 0.0:
            raise ValueError(f"truth must be a Box where loss_weight is not 0, got None with {loss_weight}")
        min_size = whole_number("min_size", min_size, 1, min(table.width, table.height))
        prior = prior or BoxPrior()
        prior.check_size(table.width, table.height)
        table = table.coarsened(table.stride if stride is None else stride)
        self.table = table = table.with_room_for(prior.magnitude())
        self.has_loss = loss_weight != 0.0
        self.problem = _problem(table, prior, truth, loss_weight, min_size)

    def everything(self) -> NDArray[np.int32]:
        """The set of all boxes."""
        rows, columns = self.problem.y.size - 1, self.problem.x.size - 1
        return np.array([0, rows - 1, 1, rows, 0, columns - 1, 1, columns, 0], np.int32)

    def regions(self) -> NDArray[np.int32]:
        """Disjoint sets of boxes that together are all boxes, one a row.

        With a loss: the boxes that meet the truth, and the four kinds that do not, for which the loss is constant.
        """
        everything = self.everything()
        if not self.has_loss:
            return everything[None]
        columns = everything[4:8].tolist()
        left, top, right, bottom = self.problem.truth
        above, meeting_rows, below = _beside(self.problem.y, top, bottom)
        before, meeting_columns, after = _beside(self.problem.x, left, right)
        regions = [
            (*meeting_rows, *meeting_columns, 1),
            (*above, *columns, 0),
            (*below, *columns, 0),
            (*meeting_rows, *before, 0),
            (*meeting_rows, *after, 0),
        ]
        filled = [r for r in regions if r[0] <= r[1] and r[2] <= r[3] and r[4] <= r[5] and r[6] <= r[7]]
        return np.array(filled, np.int32)

    def best_start(self, candidates: Iterable[Box | None]) -> NDArray[np.int32]:
        """The whole image or the best of the candidates, each moved to the nearest edges of the lattice."""
        problem = self.problem
        starts = [(0, problem.y.size - 1, 0, problem.x.size - 1)]
        for box in candidates:
            if box is None:
                continue
            left, top, right, bottom = box.transposed() if self.table.transposed else box
            first_row, last_row = _nearest(problem.y, top), _nearest(problem.y, bottom)
            first_column, last_column = _nearest(problem.x, left), _nearest(problem.x, right)
            height = problem.y[last_row] - problem.y[first_row]
            width = problem.x[last_column] - problem.x[first_column]
            if min(width, height) >= problem.min_size:
                starts.append((first_row, last_row, first_column, last_column))
        best = min(starts, key=lambda edges: (-score_of_box(problem, *edges), rank_of_box(problem, *edges)))
        return np.array(best, np.int32)

    def box(self, edges: NDArray[np.int32]) -> Box:
        """The box of the image with these numbers of top, bottom, left and right edge."""
        top, bottom, left, right = edges
        x, y = self.problem.x, self.problem.y
        box = Box(int(x[left]), int(y[top]), int(x[right]), int(y[bottom]))
        return box.transposed() if self.table.transposed else box


def _problem(table: ScoreTable, prior: BoxPrior, truth: Box | None, loss_weight: float, min_size: int) -> Problem:
    if table.transposed:
        prior = prior.transposed()
        truth = truth and truth.transposed()
    x = lattice(max(table.width, table.height), table.stride)
    y = lattice(min(table.width, table.height), table.stride)

    def edge_maxima(scores: NDArray[np.float64] | None, edges: NDArray[np.float64]) -> Any:
        if scores is None:
            return range_maxima(np.zeros(edges.size))
        return range_maxima(rounded(scores[edges.astype(np.intp)], table.quantum))

    def size_maxima(scores: NDArray[np.float64] | None, edges: NDArray[np.float64]) -> Any:
        every = np.zeros(int(edges[-1]) + 1) if scores is None else rounded(scores, table.quantum)
        possible = np.full(every.size, -np.inf)
        for sizes in (edges, edges[-1] - edges):
            possible[sizes.astype(np.intp)] = every[sizes.astype(np.intp)]
        return range_maxima(possible)

    return Problem(
        positive=table.positive,
        negative=table.negative,
        x=x,
        y=y,
        left=edge_maxima(prior.left, x),
        right=edge_maxima(prior.right, x),
        top=edge_maxima(prior.top, y),
        bottom=edge_maxima(prior.bottom, y),
        width=size_maxima(prior.width, x),
        height=size_maxima(prior.height, y),
        truth=np.array(tuple(truth or NO_TRUTH), np.float64),
        loss_weight=loss_weight,
        min_size=float(min_size),
        has_width=prior.width is not None or min_size > 1,
    )


def _nearest(edges: NDArray[np.float64], pixel: int) -> int:
    """Number of the edge nearest to a pixel position."""
    return int(np.abs(edges - pixel).argmin())


def _beside(edges: NDArray[np.float64], first: float, last: float) -> tuple[tuple[int, ...], ...]:
    """Intervals along one axis, begin0, begin1, end0, end1, that end before, meet, and begin after first..last."""
    final = edges.size - 1
    last_end = int(np.searchsorted(edges, first, "right")) - 1
    first_begin = int(np.searchsorted(edges, last, "left"))
    before = (0, last_end - 1, 1, last_end)
    meeting = (0, first_begin - 1, last_end + 1, final)
    after = (first_begin, final - 1, first_begin + 1, final)
    return before, meeting, after
