"""Branch on rows, solve columns: best-first search over sets of row pairs, with the columns of each set solved exactly.

A state is a set of boxes: top in t0..t1, bottom in b0..b1, left in l0..l1, right in r0..r1 (numbers of edges), and
whether its boxes meet the truth. Only the rows are split. The columns shrink: an edge that cannot reach the best score
found so far with any partner is cut off, for good, since the bounds of a subset are never greater.
"""

import numpy as np
from numba import njit

from ess._box_set import (
    BOTTOM0,
    BOTTOM1,
    LEFT0,
    LEFT1,
    MEETS,
    RIGHT0,
    RIGHT1,
    STATE_SIZE,
    TOP0,
    TOP1,
    clamp,
    least_rank,
    row_bound,
)
from ess._column_pairs import best_pair
from ess._columns import Columns, fill, greatest_difference, make_columns
from ess._heap import make_heap, pop, push, with_room
from ess._problem import Integers, Problem, best_of, is_better, rank_of_box, score_of_box
from ess._range_maximum import range_maximum
from ess._uncounted import uncounted

FIRST_CAPACITY = 1024


@njit(cache=True, forceinline=True)
def cut_columns(problem: Problem, columns: Columns, state: Integers, floor: float) -> None:
    """Cut off outer columns that cannot be part of a box that reaches `floor`, whatever the other edge."""
    low, high = columns.low, columns.high
    constant = problem.loss_weight if not state[MEETS] else max(0.0, problem.loss_weight)
    widths = range_maximum(problem.width, int(problem.min_size), int(problem.x[-1]))
    greatest, least = -np.inf, np.inf
    for group in range(columns.start[-2], columns.start[-1]):
        greatest, least = max(greatest, high[group] + widths), min(least, low[group] - widths)
    while state[LEFT0] < state[LEFT1] and (greatest - low[state[LEFT0]]) + constant < floor:
        state[LEFT0] += 1
    while state[LEFT1] > state[LEFT0] and (greatest - low[state[LEFT1]]) + constant < floor:
        state[LEFT1] -= 1
    while state[RIGHT0] < state[RIGHT1] and (high[state[RIGHT0]] - least) + constant < floor:
        state[RIGHT0] += 1
    while state[RIGHT1] > state[RIGHT0] and (high[state[RIGHT1]] - least) + constant < floor:
        state[RIGHT1] -= 1
    state[LEFT1] = min(state[LEFT1], state[RIGHT1] - 1)
    state[RIGHT0] = max(state[RIGHT0], state[LEFT0] + 1)


@njit(cache=True, forceinline=True)
def is_single(state: Integers) -> bool:
    return state[TOP0] == state[TOP1] and state[BOTTOM0] == state[BOTTOM1]


@njit(cache=True, forceinline=True)
def evaluate(problem: Problem, columns: Columns, state: Integers, floor: float) -> tuple[float, int, int]:
    """Bound of a state, with the columns that attain it (-1, -1 if they were not needed), or -inf if below `floor`.

    Cuts the columns of the state. For a single row pair the bound is the score of the best box.
    """
    if not clamp(problem.y, problem.min_size, state, TOP0) or state[LEFT0] >= state[RIGHT1]:
        return -np.inf, -1, -1
    fill(problem, columns, state, row_bound(problem, state))
    if state[MEETS] or problem.columns_tied or is_single(state):
        bound, left, right = best_pair(problem, columns, state, floor)
        if left < 0:
            return -np.inf, -1, -1
    else:
        bound, left, right = greatest_difference(columns, state) + problem.loss_weight, -1, -1
        if bound < floor:
            return -np.inf, -1, -1
    if not is_single(state):
        cut_columns(problem, columns, state, floor)
    return bound, left, right


@njit(cache=True, forceinline=True)
def split(state: Integers, children: Integers) -> None:
    """Halve the longer row interval of a state into the first two children; the state may be one of them."""
    top0, top1, bottom0, bottom1 = state[TOP0], state[TOP1], state[BOTTOM0], state[BOTTOM1]
    for k in range(STATE_SIZE):
        children[0, k] = state[k]
        children[1, k] = state[k]
    if top1 - top0 >= bottom1 - bottom0:
        children[0, TOP1] = (top0 + top1) // 2
        children[1, TOP0] = (top0 + top1) // 2 + 1
    else:
        children[0, BOTTOM1] = (bottom0 + bottom1) // 2
        children[1, BOTTOM0] = (bottom0 + bottom1) // 2 + 1


@njit(cache=True, forceinline=True)
def try_middle(
    problem: Problem, state: Integers, left: int, right: int, best: Integers, best_score: float, best_rank: int
) -> tuple[float, int]:
    """Score the box of these columns and the middle rows of a state, and keep it in `best` if it is better."""
    top, bottom = (state[TOP0] + state[TOP1]) // 2, (state[BOTTOM0] + state[BOTTOM1] + 1) // 2
    if problem.y[bottom] - problem.y[top] < problem.min_size:
        return best_score, best_rank
    score = score_of_box(problem, top, bottom, left, right)
    rank = rank_of_box(problem, top, bottom, left, right)
    if not is_better(score, rank, best_score, best_rank):
        return best_score, best_rank
    best[0], best[1], best[2], best[3] = top, bottom, left, right
    return score, rank


@njit(cache=True)
def search_regions(
    problem: Problem, columns: Columns, regions: Integers, best: Integers, max_expanded: int
) -> tuple[float, bool, int]:
    """Replace the box `best` by the best box of all; its score, whether that is proven, and the number of splits.

    Until the first row pair is reached the search dives: it holds back the better child and splits it next.
    """
    problem, columns = uncounted(problem), uncounted(columns)  # the caller keeps both
    best_score = score_of_box(problem, best[0], best[1], best[2], best[3])
    best_rank = rank_of_box(problem, best[0], best[1], best[2], best[3])
    heap = make_heap(FIRST_CAPACITY, STATE_SIZE)
    size, expanded, diving = 0, 0, True
    children, count = columns.children, regions.shape[0]
    for number in range(count):
        for k in range(STATE_SIZE):
            children[number, k] = regions[number, k]
    while True:
        held, held_bound, held_rank = -1, -np.inf, 0
        for number in range(count):
            child = children[number]
            bound, left, right = evaluate(problem, columns, child, best_score)
            if left >= 0:
                best_score, best_rank = try_middle(problem, child, left, right, best, best_score, best_rank)
            if is_single(child):
                diving = False
                continue
            rank = least_rank(problem, child)
            if bound == -np.inf or not is_better(bound, rank, best_score, best_rank):
                continue
            heap = with_room(heap, size)
            if diving and is_better(bound, rank, held_bound, held_rank):
                if held >= 0:
                    size = push(heap, size, held_bound, held_rank, children[held])
                held, held_bound, held_rank = number, bound, rank
            else:
                size = push(heap, size, bound, rank, child)
        if held >= 0 and not is_better(held_bound, held_rank, best_score, best_rank):
            held = -1
        if held < 0 and (size == 0 or not is_better(heap.bound[0], heap.rank[0], best_score, best_rank)):
            return best_score, True, expanded
        if expanded >= max_expanded:
            return best_score, False, expanded
        if held >= 0:
            split(children[held], children)
        else:
            diving = False
            split(heap.state[0], children)
            size = pop(heap, size)
        count = 2
        expanded += 1


@njit(cache=True, nogil=True)
def row_search(
    problem: Problem, regions: Integers, starts: Integers, max_expanded: int
) -> tuple[Integers, float, bool, int]:
    """The best box of the regions and of `starts`: its edges (top, bottom, left, right), score, optimal, expanded."""
    columns = make_columns(problem.x)
    best = best_of(problem, starts)
    found = search_regions(problem, columns, regions, best, max_expanded)
    return best, found[0], found[1], found[2]
