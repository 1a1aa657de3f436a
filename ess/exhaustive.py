"""Every box, one by one: the slow judge of the search. No kernels, no bounds, no cleverness."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ess._setup import check_arguments
from ess.box import Box, iou
from ess.box_prior import BoxPrior
from ess.score_table import ScoreTable, lattice
from ess.search import SearchResult


def exhaustive_search(
    table: ScoreTable,
    prior: BoxPrior | None = None,
    truth: Box | None = None,
    loss_weight: float = 0.0,
    *,
    min_size: int = 1,
) -> SearchResult:
    """What :func:`ess.search` must answer, ties included, by trying all boxes of the table's lattice.

    Up to rounding where there is a prior: it is added as it is, while a search rounds it to the quantum of the table.
    `expanded` is the number of boxes.
    The cost grows with the cube of the number of pixels: for images of a few pixels.
    """
    prior, loss_weight, min_size = check_arguments(table, prior, truth, loss_weight, min_size)
    cells = table.cells()
    scored = [
        (-score_of(box, table, cells, prior, truth, loss_weight), tie_order(table, box), box)
        for box in all_boxes(table, min_size)
    ]
    negative_score, _, box = min(scored)
    return SearchResult(box=box, score=-negative_score, optimal=True, expanded=len(scored))


def score_of(
    box: Box, table: ScoreTable, cells: NDArray[np.float64], prior: BoxPrior, truth: Box | None, loss_weight: float
) -> float:
    """The objective of :func:`ess.search` at one box, cell by cell; `cells` are those of the table."""
    loss = 1.0 - iou(truth, box) if truth is not None else 0.0
    return float(cells[table.cells_of(box)].sum()) + prior.score(box) + loss_weight * loss


def all_boxes(table: ScoreTable, min_size: int = 1) -> Iterator[Box]:
    """All boxes of the lattice that are wide and high enough."""
    x = [int(edge) for edge in lattice(table.width, table.stride)]
    y = [int(edge) for edge in lattice(table.height, table.stride)]
    for left, right in itertools.combinations(x, 2):
        for top, bottom in itertools.combinations(y, 2):
            if min(right - left, bottom - top) >= min_size:
                yield Box(left, top, right, bottom)


def tie_order(table: ScoreTable, box: Box) -> tuple[int, int, int, int]:
    """Of tied boxes the one with the smallest of these is the answer: see the notes of :func:`ess.search`."""
    rows, columns = (-box.top, box.bottom), (-box.left, box.right)
    return columns + rows if table.height > table.width else rows + columns
