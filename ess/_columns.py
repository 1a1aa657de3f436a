"""The columns of a set of row pairs: their profile, its extrema by groups of eight, the best difference in one pass.

For a set of row pairs, top in t0..t1 and bottom in b0..b1, the columns are bounded by the profile

    u[x] = positive cells of column x over the rows t0..b1  +  negative cells over the rows t1..b0

and for prefix sums U of u every box of the set scores at most (U[r] + right[r]) - (U[l] - left[l]) + rest. `low` holds
the second bracket and `high` the first, for single edges (level 0), for groups of eight edges (level 1: the least
`low`, the greatest `high` of the group), for groups of eight groups, and so on up to one group of at most eight.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from ess._box_set import BOTTOM0, BOTTOM1, LEFT0, LEFT1, RIGHT0, RIGHT1, STATE_SIZE, TOP0, TOP1
from ess._problem import Floats, Integers, Problem

GROUP = 8


class Columns(NamedTuple):
    """Scratch space of one search; level k of `low`, `high`, `first` and `last` begins at start[k]."""

    low: Floats
    high: Floats
    first: Floats  # pixel of the first edge of a group
    last: Floats  # pixel of its last edge
    start: Integers
    rest: Floats  # width scores of the pairs of members of two groups, -inf where no box is wide enough
    bounds: Floats  # of those pairs
    stack_bound: Floats
    stack_pair: Integers  # level, left group, right group
    children: Integers  # states of the row search that are being looked at


@njit(cache=True)
def make_columns(x: Floats) -> Columns:
    start = np.zeros(16, np.int32)
    levels, size = 0, x.size
    while True:
        size = (size + GROUP - 1) // GROUP * GROUP
        start[levels + 1] = start[levels] + size
        levels += 1
        if size == GROUP and levels > 1:
            break
        size //= GROUP
    total = start[levels]
    first, last = np.empty(total), np.empty(total)
    for level in range(levels):
        stride = GROUP**level
        for place in range(start[level + 1] - start[level]):
            first[start[level] + place] = x[min(place * stride, x.size - 1)]
            last[start[level] + place] = x[min((place + 1) * stride, x.size) - 1]
    depth = levels * GROUP * GROUP
    return Columns(
        np.full(total, np.inf),
        np.full(total, -np.inf),
        first,
        last,
        start[: levels + 1],
        np.empty((GROUP, GROUP)),
        np.empty((GROUP, GROUP)),
        np.empty(depth),
        np.empty((depth, 3), np.int32),
        np.empty((5, STATE_SIZE), np.int32),
    )


@njit(cache=True, forceinline=True)
def write_profile(
    positive: Floats,
    negative: Floats,
    state: Integers,
    begin: int,
    end: int,
    sign: float,
    scores: Floats,
    constant: float,
    out: Floats,
) -> None:
    """U + sign * scores + constant for the edges begin..end, with the prefix sums U straight from the tables.

    Loops over slices, from 0 on: numba then knows that no index is negative, which makes it six times faster.
    """
    outer_top, outer_bottom = positive[state[TOP0]][begin : end + 1], positive[state[BOTTOM1]][begin : end + 1]
    inner_top, inner_bottom = negative[state[TOP1]][begin : end + 1], negative[state[BOTTOM0]][begin : end + 1]
    scores, out = scores[begin : end + 1], out[begin : end + 1]
    if state[TOP1] < state[BOTTOM0]:
        for k in range(out.size):
            inner = inner_bottom[k] - inner_top[k]
            out[k] = ((outer_bottom[k] - outer_top[k]) + inner) + (sign * scores[k] + constant)
    else:
        for k in range(out.size):
            out[k] = (outer_bottom[k] - outer_top[k]) + (sign * scores[k] + constant)


@njit(cache=True, forceinline=True)
def write_minima(members: Floats, groups: Floats) -> None:
    """The least of each eight members; written out, it takes half the time of a loop."""
    for group in range(groups.size):
        m = members[group * GROUP : (group + 1) * GROUP]
        groups[group] = min(min(min(m[0], m[1]), min(m[2], m[3])), min(min(m[4], m[5]), min(m[6], m[7])))


@njit(cache=True, forceinline=True)
def write_maxima(members: Floats, groups: Floats) -> None:
    """The greatest of each eight members."""
    for group in range(groups.size):
        m = members[group * GROUP : (group + 1) * GROUP]
        groups[group] = max(max(max(m[0], m[1]), max(m[2], m[3])), max(max(m[4], m[5]), max(m[6], m[7])))


@njit(cache=True, forceinline=True)
def fill(problem: Problem, columns: Columns, state: Integers, row_score: float) -> None:
    """Write `low` and `high` for the columns of a state, and +inf, -inf for all others that are read."""
    low, high, start = columns.low, columns.high, columns.start
    left0, left1, right0, right1 = state[LEFT0], state[LEFT1], state[RIGHT0], state[RIGHT1]
    write_profile(problem.positive, problem.negative, state, left0, left1, -1.0, problem.left[0], 0.0, low)
    write_profile(problem.positive, problem.negative, state, right0, right1, 1.0, problem.right[0], row_score, high)
    low[left0 // GROUP * GROUP : left0] = np.inf
    low[left1 + 1 : (left1 // GROUP + 1) * GROUP] = np.inf
    high[right0 // GROUP * GROUP : right0] = -np.inf
    high[right1 + 1 : (right1 // GROUP + 1) * GROUP] = -np.inf
    low[start[1] :] = np.inf
    high[start[1] :] = -np.inf
    for level in range(1, start.size - 1):
        left0, left1, right0, right1 = left0 // GROUP, left1 // GROUP, right0 // GROUP, right1 // GROUP
        below, here = start[level - 1], start[level]
        write_minima(low[below + left0 * GROUP : here], low[here + left0 : here + left1 + 1])
        write_maxima(high[below + right0 * GROUP : here], high[here + right0 : here + right1 + 1])


@njit(cache=True, forceinline=True)
def greatest_difference(columns: Columns, state: Integers) -> float:
    """Max high[r] - low[l] over l < r, by groups; a group is opened only where both its edges could be the answer."""
    low, high, groups = columns.low, columns.high, columns.start[1]
    best, least = -np.inf, np.inf
    for group in range(state[LEFT0] // GROUP, state[RIGHT0] // GROUP):
        least = min(least, low[groups + group])
    for group in range(state[RIGHT0] // GROUP, state[RIGHT1] // GROUP + 1):
        greatest = high[groups + group]
        best = max(best, greatest - least)
        if greatest - low[groups + group] > best:
            least_inside = np.inf
            for x in range(group * GROUP, group * GROUP + GROUP):
                best = max(best, high[x] - least_inside)
                least_inside = min(least_inside, low[x])
        least = min(least, low[groups + group])
    return best
