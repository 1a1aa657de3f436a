"""Every box, one by one: the slow judge of the search. No kernels, no summed tables, no cleverness."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

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

    The cost grows with the cube of the number of pixels: for images of a few pixels.
    """
    check_arguments(table, prior, truth, loss_weight, min_size)
    scored = [
        (-score_of(box, table, prior, truth, loss_weight), tie_order(table, box), box)
        for box in all_boxes(table, min_size)
    ]
    negative_score, _, box = min(scored)
    return SearchResult(box=box, score=-negative_score, optimal=True, expanded=len(scored))


def score_of(
    box: Box, table: ScoreTable, prior: BoxPrior | None = None, truth: Box | None = None, loss_weight: float = 0.0
) -> float:
    """The objective of :func:`ess.search` at one box, cell by cell."""
    rows = slice(box.top // table.stride, -(-box.bottom // table.stride))
    columns = slice(box.left // table.stride, -(-box.right // table.stride))
    score = float(table.cells()[rows, columns].sum())
    if prior is not None:
        score += prior.score(box)
    if truth is not None:
        score += loss_weight * (1.0 - iou(truth, box))
    return score


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
