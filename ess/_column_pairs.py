"""The best pair of columns where the loss or width scores tie left and right together.

A pair of groups of columns has a bound from the least `low`, the greatest `high` and the smallest and the largest box
that the groups allow. A depth-first search opens pairs of groups into 8 x 8 pairs of their members, the most promising
one first, down to single edges, where the bound is the value itself.
"""

import numpy as np
from numba import njit

from ess._box_set import BOTTOM0, BOTTOM1, MEETS, TOP0, TOP1
from ess._columns import GROUP, Columns
from ess._problem import Floats, Integers, Problem, shared_length, truth_area, weighted_loss
from ess._range_maximum import range_maximum


@njit(cache=True, forceinline=True)
def row_parts(problem: Problem, state: Integers) -> tuple[float, float, float]:
    """The row lengths in the loss bound of a state: of the intersection, of the box, of the part in the truth.

    For a loss weight >= 0 the IoU is bounded from below by |m and g| / (|g| + |M without g|), else from above by
    |M and g| / (|g| + |m without g|), with m the smallest and M the largest box. A state whose boxes all meet the
    truth shares at least one row with it; in a state whose boxes are all disjoint from it the loss is constant.
    """
    if not state[MEETS]:
        return 0.0, 0.0, 0.0
    y, truth = problem.y, problem.truth
    outer_top, outer_bottom = y[state[TOP0]], y[state[BOTTOM1]]
    inner_top, inner_bottom = y[state[TOP1]], y[state[BOTTOM0]]
    outer = shared_length(outer_top, outer_bottom, truth[1], truth[3])
    inner = shared_length(inner_top, inner_bottom, truth[1], truth[3])
    if problem.loss_weight >= 0.0:
        return max(1.0, inner), outer_bottom - outer_top, outer
    return outer, max(0.0, inner_bottom - inner_top), inner


@njit(cache=True, forceinline=True)
def write_rest(problem: Problem, columns: Columns, left: int, right: int) -> None:
    """Width scores of the pairs of members, left and right being the places of the first ones.

    Far from the diagonal every pair has a box and nothing is to be looked up: 15 % of a loss-augmented search.
    """
    first, last, rest = columns.first, columns.last, columns.rest
    min_size = problem.min_size
    if not problem.columns_tied and first[right] - last[left + GROUP - 1] >= min_size:
        for i in range(GROUP):
            for k in range(GROUP):
                rest[i, k] = 0.0
        return
    for i in range(GROUP):
        for k in range(GROUP):
            widest = last[right + k] - first[left + i]
            rest[i, k] = 0.0 if widest >= min_size else -np.inf
            if problem.columns_tied and widest >= min_size:
                narrowest = max(min_size, first[right + k] - last[left + i])
                rest[i, k] = range_maximum(problem.width, int(narrowest), int(widest))


@njit(cache=True, error_model="numpy", forceinline=True)
def write_bounds(
    low: Floats,
    high: Floats,
    met_lefts: Floats,
    met_rights: Floats,
    box_lefts: Floats,
    box_rights: Floats,
    left: np.uint64,
    right: np.uint64,
    truth: Floats,
    weight: float,
    parts: tuple[float, float, float],
    rest: Floats,
    out: Floats,
) -> None:
    """Bounds of the pairs of members; the values themselves where the members are edges and the rows a single pair.

    `left` and `right` are the places of the first members. The form of the inner loop (unsigned index, length not
    known in advance, division unchecked, arrays instead of a tuple of them) is what makes it six times faster.
    """
    area, truth_left, truth_right = truth_area(truth), truth[0], truth[2]
    met, height, covered = parts
    for i in range(GROUP):
        place = left + np.uint64(i)
        least, box_left = low[place], box_lefts[place]
        met_from, box_from = max(met_lefts[place], truth_left), max(box_left, truth_left)
        for k in range(out.shape[1]):
            j = right + np.uint64(k)
            across = max(1.0, min(met_rights[j], truth_right) - met_from)
            width = max(0.0, box_rights[j] - box_left)
            shared = max(0.0, min(box_rights[j], truth_right) - box_from)
            loss = weighted_loss(weight, area, met * across, height * width - covered * shared)
            out[i, k] = ((high[j] - least) + rest[i, k]) + loss


@njit(cache=True, forceinline=True)
def is_preferred(value: float, left: int, right: int, best: float, best_left: int, best_right: int) -> bool:
    """Whether a pair comes before the best one: greater value, then greater left, then smaller right."""
    if value != best:
        return value > best
    return value > -np.inf and (left > best_left or (left == best_left and right < best_right))


@njit(cache=True, forceinline=True)
def push_members(columns: Columns, size: int, level: int, left: int, right: int, best: tuple[float, int, int]) -> int:
    """Put the pairs of members that may hold a preferred pair on the stack, the greatest bound on top."""
    bounds, stack_bound, stack_pair = columns.bounds, columns.stack_bound, columns.stack_pair
    edges = GROUP**level
    greatest = size
    for i in range(GROUP):
        for k in range(GROUP):
            last_left, first_right = (left + i + 1) * edges - 1, (right + k) * edges
            if not is_preferred(bounds[i, k], last_left, first_right, *best):
                continue
            stack_bound[size] = bounds[i, k]
            stack_pair[size, 0], stack_pair[size, 1], stack_pair[size, 2] = level, left + i, right + k
            if bounds[i, k] > stack_bound[greatest]:
                greatest = size
            size += 1
    if greatest < size:
        top = size - 1
        stack_bound[greatest], stack_bound[top] = stack_bound[top], stack_bound[greatest]
        for k in range(3):
            stack_pair[greatest, k], stack_pair[top, k] = stack_pair[top, k], stack_pair[greatest, k]
    return size


@njit(cache=True, forceinline=True)
def best_pair(problem: Problem, columns: Columns, state: Integers, floor: float) -> tuple[float, int, int]:
    """The best pair of columns of a state if it reaches `floor`; else (floor, -1, -1).

    Of tied pairs the one with the greatest left, then the smallest right.
    """
    low, high, start, rest, bounds = columns.low, columns.high, columns.start, columns.rest, columns.bounds
    stack_bound, stack_pair = columns.stack_bound, columns.stack_pair
    truth, weight, parts = problem.truth, problem.loss_weight, row_parts(problem, state)
    # the intersection takes the inner edges and the box the outer ones, or the other way round: see row_parts
    met_lefts, met_rights, box_lefts, box_rights = columns.last, columns.first, columns.first, columns.last
    if weight < 0.0:
        met_lefts, met_rights, box_lefts, box_rights = box_lefts, box_rights, met_lefts, met_rights
    best, best_left, best_right = floor, -1, -1
    stack_bound[0] = np.inf
    stack_pair[0, 0], stack_pair[0, 1], stack_pair[0, 2] = start.size - 1, 0, 0
    size = 1
    while size > 0:
        size -= 1
        if stack_bound[size] < best:
            continue
        level = stack_pair[size, 0] - 1
        left, right = stack_pair[size, 1] * GROUP, stack_pair[size, 2] * GROUP
        write_rest(problem, columns, start[level] + left, start[level] + right)
        write_bounds(
            low,
            high,
            met_lefts,
            met_rights,
            box_lefts,
            box_rights,
            np.uint64(start[level] + left),
            np.uint64(start[level] + right),
            truth,
            weight,
            parts,
            rest,
            bounds,
        )
        if level > 0:
            size = push_members(columns, size, level, left, right, (best, best_left, best_right))
            continue
        for i in range(GROUP):
            for k in range(GROUP):
                if is_preferred(bounds[i, k], left + i, right + k, best, best_left, best_right):
                    best, best_left, best_right = bounds[i, k], left + i, right + k
    return best, best_left, best_right
