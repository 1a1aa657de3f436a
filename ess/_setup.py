"""What a user asks for becomes the arrays of a `Problem`, in the frame of its table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ess._check import described, finite_number, whole_number
from ess._problem import Floats, Problem
from ess._range_maximum import range_maxima
from ess.box import Box
from ess.box_prior import BoxPrior, Scores
from ess.score_table import ScoreTable, lattice, rounded

NO_TRUTH = (0, 0, 1, 1)
LARGEST_KEPT = 2048  # pixels; larger images are rare, and their searches take longer
Interval = tuple[int, int, int, int]


def check_arguments(
    table: ScoreTable, prior: BoxPrior | None, truth: Box | None, loss_weight: float, min_size: int
) -> tuple[BoxPrior, float, int]:
    """Refuse what is no search; returns the prior (an empty one for None), the loss weight and the least size."""
    if not isinstance(table, ScoreTable):
        raise ValueError(f"table must be a ScoreTable (see ScoreTable.from_map), got {described(table)}")
    if not isinstance(prior, BoxPrior | None):
        raise ValueError(f"prior must be a BoxPrior or None, got {described(prior)}")
    loss_weight = finite_number("loss_weight", loss_weight)
    if truth is not None:
        table.check_inside("truth", truth)
    elif loss_weight != 0.0:
        raise ValueError(f"truth must be a Box where loss_weight is not 0, got None with {loss_weight}")
    min_size = whole_number("min_size", min_size, 1, min(table.width, table.height))
    prior = BoxPrior() if prior is None else prior
    prior.check_size(table.width, table.height)
    if not math.isfinite(2.0 * (table.magnitude + prior.magnitude() + abs(loss_weight))):
        parts = f"{table.magnitude:g}, {prior.magnitude():g} and {loss_weight:g}"
        raise ValueError(f"weights, prior and loss_weight must have a finite sum, got magnitudes {parts}")
    return prior, loss_weight, min_size


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
        prior, loss_weight, min_size = check_arguments(table, prior, truth, loss_weight, min_size)
        if stride is not None:
            table = table.coarsened(stride)
        self.table = table.with_room_for(prior.magnitude())
        self.problem = _problem(self.table, prior, truth, loss_weight, min_size)

    def everything(self) -> NDArray[np.int32]:
        """The set of all boxes."""
        rows, columns = self.problem.y.size - 1, self.problem.x.size - 1
        return np.array([0, rows - 1, 1, rows, 0, columns - 1, 1, columns, 0], np.int32)

    def regions(self) -> NDArray[np.int32]:
        """Disjoint sets of boxes that together are all boxes, one a row.

        With a loss: the boxes that meet the truth, and the four kinds that do not, for which the loss is constant.
        """
        everything = self.everything()
        if self.problem.loss_weight == 0.0:
            return everything[None]
        columns = everything[4:8].tolist()
        left, top, right, bottom = (int(edge) for edge in self.problem.truth)
        above, meeting_rows, below = self._beside(top, bottom, self.problem.y.size - 1)
        before, meeting_columns, after = self._beside(left, right, self.problem.x.size - 1)
        regions = [
            (*meeting_rows, *meeting_columns, 1),
            (*above, *columns, 0),
            (*below, *columns, 0),
            (*meeting_rows, *before, 0),
            (*meeting_rows, *after, 0),
        ]
        filled = [r for r in regions if r[0] <= r[1] and r[2] <= r[3] and r[4] <= r[5] and r[6] <= r[7]]
        return np.array(filled, np.int32)

    def _beside(self, first: int, last: int, final: int) -> tuple[Interval, Interval, Interval]:
        """Along one axis: intervals begin0, begin1, end0, end1 that end before, meet and begin after first..last."""
        last_end = first // self.table.stride
        first_begin = -(-last // self.table.stride)
        before = (0, last_end - 1, 1, last_end)
        meeting = (0, first_begin - 1, last_end + 1, final)
        after = (first_begin, final - 1, first_begin + 1, final)
        return before, meeting, after

    def starts(self, candidates: Iterable[Box | None]) -> NDArray[np.int32]:
        """The whole image and the candidates, moved to the nearest edges of the lattice: top, bottom, left, right."""
        x, y = self.problem.x, self.problem.y
        starts = [(0, y.size - 1, 0, x.size - 1)]
        for box in candidates:
            if box is None:
                continue
            left, top, right, bottom = box.transposed() if self.table.transposed else box
            rows = self._nearest(top, y), self._nearest(bottom, y)
            columns = self._nearest(left, x), self._nearest(right, x)
            if min(x[columns[1]] - x[columns[0]], y[rows[1]] - y[rows[0]]) >= self.problem.min_size:
                starts.append((*rows, *columns))
        return np.array(starts, np.int32)

    def _nearest(self, pixel: int, edges: Floats) -> int:
        before = pixel // self.table.stride
        after = min(before + 1, edges.size - 1)
        return before if pixel - edges[before] <= edges[after] - pixel else after

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
    columns, rows = max(table.width, table.height), min(table.width, table.height)
    stride, quantum = table.stride, table.quantum
    return Problem(
        positive=table.positive,
        negative=table.negative,
        x=_edges(columns, stride),
        y=_edges(rows, stride),
        left=_edge_scores(prior.left, columns, stride, quantum),
        right=_edge_scores(prior.right, columns, stride, quantum),
        top=_edge_scores(prior.top, rows, stride, quantum),
        bottom=_edge_scores(prior.bottom, rows, stride, quantum),
        width=_size_scores(prior.width, columns, stride, quantum),
        height=_size_scores(prior.height, rows, stride, quantum),
        truth=np.array(NO_TRUTH if truth is None else tuple(truth), np.float64),
        loss_weight=loss_weight,
        min_size=float(min_size),
        columns_tied=prior.width is not None or min_size > 1,
    )


def _kept(function: Callable[[int, int], Floats]) -> Callable[[int, int], Floats]:
    """Keep what depends on nothing but the sizes: on a small lattice, making it anew took longer than the search."""
    kept = lru_cache(maxsize=128)(function)
    return lambda size, stride: kept(size, stride) if size <= LARGEST_KEPT else function(size, stride)


_edges = _kept(lattice)


@_kept
def _no_edge_scores(size: int, stride: int) -> Floats:
    zeros: Floats = range_maxima(np.zeros(_edges(size, stride).size))
    return zeros


@_kept
def _no_size_scores(size: int, stride: int) -> Floats:
    return _size_scores(np.zeros(size + 1), size, stride, 1.0)


def _edge_scores(scores: Scores, size: int, stride: int, quantum: float) -> Floats:
    """Range maxima of the scores of the edges of a lattice."""
    if scores is None:
        return _no_edge_scores(size, stride)
    maxima: Floats = range_maxima(rounded(scores[_edges(size, stride).astype(np.intp)], quantum))
    return maxima


def _size_scores(scores: Scores, size: int, stride: int, quantum: float) -> Floats:
    """Range maxima of the scores of the distances between edges of a lattice, -inf for all other distances."""
    if scores is None:
        return _no_size_scores(size, stride)
    edges = _edges(size, stride).astype(np.intp)
    possible = np.full(size + 1, -np.inf)
    for sizes in (edges, size - edges):
        possible[sizes] = rounded(scores[sizes], quantum)
    maxima: Floats = range_maxima(possible)
    return maxima
