"""One search as arrays: what every kernel reads, the score of a box, and the order of boxes that tie.

Boxes are given by the numbers of their edges in `x` and `y` (top and bottom count in `y`), not by pixels, so that
a lattice of coarser edges is searched by the same code. All weights and prior scores are whole multiples of
one power of two and small enough that sums of them are exact in float64, in any order. The loss is rounded, and so is
its addition, which comes last. Each of these operations is monotone, and every bound takes the same ones in the same
order as the score of a box does (`weighted_loss`, then one addition), so a bound is a bound, and not nearly one.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]


class Problem(NamedTuple):
    """maximise  table(y) + prior(y) + loss_weight * (1 - iou(truth, y))  over boxes y between the given edges."""

    positive: Floats  # summed table of the positive cells: [rows + 1, columns + 1]
    negative: Floats  # the same for the negative cells
    x: Floats  # pixel of each column edge
    y: Floats  # pixel of each row edge
    left: Floats  # range maxima of the score of each column edge as the left one; row 0 is the score
    right: Floats
    top: Floats
    bottom: Floats
    width: Floats  # range maxima of the score of each width in pixels, -inf where no two edges have it
    height: Floats
    truth: Floats  # left, top, right, bottom in pixels
    loss_weight: float
    min_size: float  # least width and height in pixels
    columns_tied: bool  # whether width scores or a min_size over 1 tie the left and the right edge together


@njit(cache=True, forceinline=True)
def shared_length(first: float, last: float, start: float, stop: float) -> float:
    """Length that two intervals have in common."""
    return max(0.0, min(last, stop) - max(first, start))


@njit(cache=True, forceinline=True)
def table_score(table: Floats, top: int, bottom: int, left: int, right: int) -> float:
    """Sum of the cells of a box, from four entries of their summed table."""
    return (table[bottom, right] - table[top, right]) - (table[bottom, left] - table[top, left])


@njit(cache=True, error_model="numpy", forceinline=True)
def weighted_loss(weight: float, area: float, intersection: float, outside: float) -> float:
    """Loss times its weight from |g|, |y and g| and |y without g|, eq. (10) of ssvm_plus_2014; unchecked division."""
    return weight * (1.0 - intersection / (area + outside))


@njit(cache=True, forceinline=True)
def truth_area(truth: Floats) -> float:
    return (truth[2] - truth[0]) * (truth[3] - truth[1])


@njit(cache=True, forceinline=True)
def parts_of_box(problem: Problem, top: int, bottom: int, left: int, right: int) -> tuple[float, float]:
    """|y and g| and |y without g| of a box, which may be empty."""
    x, y, truth = problem.x, problem.y, problem.truth
    if top >= bottom or left >= right:
        return 0.0, 0.0
    across = shared_length(x[left], x[right], truth[0], truth[2])
    down = shared_length(y[top], y[bottom], truth[1], truth[3])
    return across * down, (x[right] - x[left]) * (y[bottom] - y[top]) - across * down


@njit(cache=True)
def score_of_box(problem: Problem, top: int, bottom: int, left: int, right: int) -> float:
    """The objective at one box."""
    width, height = problem.x[right] - problem.x[left], problem.y[bottom] - problem.y[top]
    score = table_score(problem.positive, top, bottom, left, right)
    score += table_score(problem.negative, top, bottom, left, right)
    score += problem.left[0, left] + problem.right[0, right] + problem.width[0, int(width)]
    score += problem.top[0, top] + problem.bottom[0, bottom]
    score += problem.height[0, int(height)]
    intersection, outside = parts_of_box(problem, top, bottom, left, right)
    return score + weighted_loss(problem.loss_weight, truth_area(problem.truth), intersection, outside)


@njit(cache=True, forceinline=True)
def rank_of_box(problem: Problem, top: int, bottom: int, left: int, right: int) -> int:
    """Order among boxes of equal score, the smallest first: begins last, ends first, rows before columns.

    Of two tied boxes, one inside the other, the inner one comes first, so the answer has no empty margin.
    Applied to the innermost edges of a set of boxes it is a lower bound of the ranks in the set.
    """
    rows, columns = problem.y.size, problem.x.size
    # int(): without JIT the edges are int32 scalars, whose products would overflow
    rank_of_rows = (rows - int(top)) * rows + int(bottom)
    return (rank_of_rows * columns + (columns - int(left))) * columns + int(right)


@njit(cache=True, forceinline=True)
def is_better(score: float, rank: int, best_score: float, best_rank: int) -> bool:
    """Whether a box (or the bound of a set) comes before the best one found so far."""
    return score > best_score or (score == best_score and rank < best_rank)


@njit(cache=True)
def best_of(problem: Problem, boxes: Integers) -> Integers:
    """The best of some boxes, one a row: top, bottom, left, right."""
    best = boxes[0].copy()
    best_score = score_of_box(problem, best[0], best[1], best[2], best[3])
    best_rank = rank_of_box(problem, best[0], best[1], best[2], best[3])
    for box in boxes:
        score = score_of_box(problem, box[0], box[1], box[2], box[3])
        rank = rank_of_box(problem, box[0], box[1], box[2], box[3])
        if is_better(score, rank, best_score, best_rank):
            best[:] = box
            best_score, best_rank = score, rank
    return best
