"""The door to the search: checks arguments, sets up the arrays, calls a kernel, wraps the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ess._branch_and_bound import branch_and_bound
from ess._check import finite_number, whole_number
from ess._row_search import row_search
from ess._setup import Setup
from ess.box import Box
from ess.box_prior import BoxPrior
from ess.score_table import ScoreTable

MAX_EXPANDED = 2_000_000
"""Default cap: the states of a search that reaches it take about 140 MB."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes
    ----------
    box : Box
        The best box, or, if not `optimal`, the best of those that were scored.
    score : float
        Its score, with prior and loss.
    optimal : bool
        Whether no box of the image has a greater score. False only if `max_expanded` ended the search.
    expanded : int
        Number of sets of boxes that were split.
    """

    box: Box
    score: float
    optimal: bool
    expanded: int


def search(
    table: ScoreTable,
    prior: BoxPrior | None = None,
    truth: Box | None = None,
    loss_weight: float = 0.0,
    *,
    min_size: int = 1,
    stride: int | None = None,
    max_expanded: int = MAX_EXPANDED,
    incumbent: Box | None = None,
    method: Literal["rows", "classic"] = "rows",
) -> SearchResult:
    """The box of the greatest score among all boxes of an image, exactly.

    Maximises ``table(y) + prior(y) + loss_weight * (1 - iou(truth, y))`` over the boxes y.

    Parameters
    ----------
    table : ScoreTable
        Weights of the image.
    prior : BoxPrior, optional
        Scores of the box's own edges, width and height.
    truth : Box, optional
        The true box, for a loss-augmented search; anywhere in the image. Without a `loss_weight` it does not count.
    loss_weight : float
        Weight of the loss, of any sign.
    min_size : int
        Least width and height of a box in pixels.
    stride : int, optional
        Search only boxes with all edges on multiples of it (or on the image's last edges). A multiple of the
        table's own stride, which is the default; a table made with that stride saves coarsening it at every search.
    max_expanded : int
        Stop after splitting so many sets of boxes, with the best box found so far and ``optimal=False``.
    incumbent : Box, optional
        A good box to start from, such as the answer to a similar search. It saves time and never changes an
        optimal answer. Moved to the nearest edges of the lattice; not used if smaller than `min_size`.
    method : {"rows", "classic"}
        "rows" branches on rows and solves the columns exactly. "classic" is the textbook search that branches on
        all four edges; it needs far more splits when weights are small beside the loss.

    Notes
    -----
    Of boxes with equal score the answer is the one that begins last, and then ends first, along the shorter side of
    the image (rows if it is square), then the same along the longer side. So an answer never contains a smaller box
    of the same score, and, if `optimal`, depends neither on the method nor on the incumbent.
    """
    if not isinstance(method, str) or method not in ("rows", "classic"):
        raise ValueError(f'method must be "rows" or "classic", got {method!r}')
    setup = Setup(table, prior, truth, loss_weight, min_size, stride)
    if incumbent is not None:
        table.check_inside("incumbent", incumbent)
    cap = whole_number("max_expanded", max_expanded, 0)
    starts = setup.starts([truth, incumbent])
    if method == "rows":
        found = row_search(setup.problem, setup.regions(), starts, cap)
    else:
        found = branch_and_bound(setup.problem, setup.everything(), starts, cap)
    edges, score, optimal, expanded = found
    return SearchResult(setup.box(edges), float(score), bool(optimal), int(expanded))


def search_many(
    table: ScoreTable,
    count: int,
    prior: BoxPrior | None = None,
    *,
    min_score: float = 0.0,
    min_size: int = 1,
    stride: int | None = None,
    max_expanded: int = MAX_EXPANDED,
) -> list[SearchResult]:
    """Up to `count` boxes: the best one, then the best one without the points of the first, and so on.

    Boxes may overlap, but no point counts twice. A result that is not `optimal`, because `max_expanded` ended its
    search, is the last one, whatever its score. The other arguments are those of :func:`search`.

    Parameters
    ----------
    count : int
        The most boxes to find.
    min_score : float
        Stop before a box that scores no more, prior included. The default is the score of no object; noise has small
        positive scores, so a greater one may serve better.
    """
    count = whole_number("count", count, 1)
    min_score = finite_number("min_score", min_score)
    found: list[SearchResult] = []
    while len(found) < count:
        result = search(table, prior, min_size=min_size, stride=stride, max_expanded=max_expanded)
        if result.optimal and result.score <= min_score:
            break
        found.append(result)
        if not result.optimal:
            break
        table = table.coarsened(stride or table.stride).without(result.box)
    return found
