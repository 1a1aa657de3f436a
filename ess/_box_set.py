"""A set of boxes, each edge in an interval: its bounds, exact for a single box.

A state is the array t0, t1, b0, b1, l0, l1, r0, r1, meets: the first and last number of each edge, both included,
and whether all boxes of the set meet the truth (1 or 0; only the row search uses it). The largest box of the set
is t0, b1, l0, r1; the smallest one, which may be empty, is t1, b0, l1, r0.
"""

from numba import njit

from ess._problem import Floats, Integers, Problem, parts_of_box, rank_of_box, table_score, truth_area, weighted_loss
from ess._range_maximum import range_maximum

TOP0, TOP1, BOTTOM0, BOTTOM1, LEFT0, LEFT1, RIGHT0, RIGHT1, MEETS = range(9)
STATE_SIZE = MEETS + 1


@njit(cache=True, forceinline=True)
def clamp(edges: Floats, min_size: float, state: Integers, begin: int) -> bool:
    """Drop first and last edges of one axis that no box of the least size has; False if no box is left.

    `begin` is TOP0 or LEFT0: the place in the state where the axis begins.
    """
    begin0, begin1, end0, end1 = begin, begin + 1, begin + 2, begin + 3
    while state[begin1] >= state[begin0] and edges[state[end1]] - edges[state[begin1]] < min_size:
        state[begin1] -= 1
    while state[end0] <= state[end1] and edges[state[end0]] - edges[state[begin0]] < min_size:
        state[end0] += 1
    return state[begin0] <= state[begin1] and state[end0] <= state[end1]


@njit(cache=True, forceinline=True)
def least_rank(problem: Problem, state: Integers) -> int:
    """No box of the set has a smaller rank."""
    return rank_of_box(problem, state[TOP1], state[BOTTOM0], state[LEFT1], state[RIGHT0])


@njit(cache=True, forceinline=True)
def size_bound(scores: Floats, edges: Floats, min_size: float, state: Integers, begin: int) -> float:
    """Greatest score of the extents that a set has along one axis."""
    shortest = edges[state[begin + 2]] - edges[state[begin + 1]]
    longest = edges[state[begin + 3]] - edges[state[begin]]
    return range_maximum(scores, int(max(shortest, min_size)), int(longest))


@njit(cache=True, forceinline=True)
def row_bound(problem: Problem, state: Integers) -> float:
    """Greatest top, bottom and height scores of a set."""
    return (
        range_maximum(problem.top, state[TOP0], state[TOP1])
        + range_maximum(problem.bottom, state[BOTTOM0], state[BOTTOM1])
        + size_bound(problem.height, problem.y, problem.min_size, state, TOP0)
    )


@njit(cache=True, forceinline=True)
def column_bound(problem: Problem, state: Integers) -> float:
    """Greatest left, right and width scores of a set."""
    return (
        range_maximum(problem.left, state[LEFT0], state[LEFT1])
        + range_maximum(problem.right, state[RIGHT0], state[RIGHT1])
        + size_bound(problem.width, problem.x, problem.min_size, state, LEFT0)
    )


@njit(cache=True, forceinline=True)
def loss_bound(problem: Problem, state: Integers) -> float:
    """Greatest weighted loss of a set.

    With m its smallest and M its largest box, g the truth:
    |m and g| / (|g| + |M without g|)  <=  iou  <=  |M and g| / (|g| + |m without g|).
    """
    inner = parts_of_box(problem, state[TOP1], state[BOTTOM0], state[LEFT1], state[RIGHT0])
    outer = parts_of_box(problem, state[TOP0], state[BOTTOM1], state[LEFT0], state[RIGHT1])
    area = truth_area(problem.truth)
    if problem.loss_weight >= 0.0:
        return weighted_loss(problem.loss_weight, area, inner[0], outer[1])
    return weighted_loss(problem.loss_weight, area, outer[0], inner[1])


@njit(cache=True, forceinline=True)
def score_bound(problem: Problem, state: Integers) -> float:
    """No box of the set scores more; the score itself if the set is one box."""
    bound = table_score(problem.positive, state[TOP0], state[BOTTOM1], state[LEFT0], state[RIGHT1])
    if state[TOP1] < state[BOTTOM0] and state[LEFT1] < state[RIGHT0]:
        bound += table_score(problem.negative, state[TOP1], state[BOTTOM0], state[LEFT1], state[RIGHT0])
    bound += row_bound(problem, state) + column_bound(problem, state)
    return bound + loss_bound(problem, state)
