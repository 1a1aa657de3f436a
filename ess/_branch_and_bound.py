"""Efficient Subwindow Search as in the textbook: best-first over sets of boxes, all four edges branched on."""

import numpy as np
from numba import njit

from ess._box_set import (
    BOTTOM0,
    LEFT0,
    LEFT1,
    RIGHT0,
    TOP0,
    TOP1,
    clamp,
    least_rank,
    score_bound,
)
from ess._heap import make_heap, pop, push, with_room
from ess._problem import Integers, Problem, best_of, is_better, rank_of_box, score_of_box
from ess._uncounted import uncounted

FIRST_CAPACITY = 4096


@njit(cache=True, forceinline=True)
def split_longest(state: Integers, children: Integers) -> bool:
    """Halve the longest of the four intervals; False if the set is a single box."""
    longest = TOP0
    for begin in (BOTTOM0, LEFT0, RIGHT0):
        if state[begin + 1] - state[begin] > state[longest + 1] - state[longest]:
            longest = begin
    if state[longest] == state[longest + 1]:
        return False
    middle = (state[longest] + state[longest + 1]) // 2
    children[0] = state
    children[1] = state
    children[0, longest + 1] = middle
    children[1, longest] = middle + 1
    return True


@njit(cache=True, nogil=True)
def branch_and_bound(
    problem: Problem, region: Integers, starts: Integers, max_expanded: int
) -> tuple[Integers, float, bool, int]:
    """The best box of the region and of `starts`: its edges (top, bottom, left, right), score, optimal, expanded."""
    problem = uncounted(problem)  # the caller keeps it
    best = best_of(problem, starts)
    best_score = score_of_box(problem, best[0], best[1], best[2], best[3])
    best_rank = rank_of_box(problem, best[0], best[1], best[2], best[3])
    heap = make_heap(FIRST_CAPACITY, region.size)
    children = np.empty((2, region.size), np.int32)
    clamp(problem.y, problem.min_size, region, TOP0)
    clamp(problem.x, problem.min_size, region, LEFT0)
    size = push(heap, 0, score_bound(problem, region), least_rank(problem, region), region)
    expanded = 0
    while size > 0 and is_better(heap.bound[0], heap.rank[0], best_score, best_rank):
        if not split_longest(heap.state[0], children):
            state = heap.state[0]
            best[0], best[1], best[2], best[3] = state[TOP1], state[BOTTOM0], state[LEFT1], state[RIGHT0]
            return best, heap.bound[0], True, expanded
        if expanded >= max_expanded:
            return best, best_score, False, expanded
        size = pop(heap, size)
        expanded += 1
        for child in children:
            if not clamp(problem.y, problem.min_size, child, TOP0):
                continue
            if not clamp(problem.x, problem.min_size, child, LEFT0):
                continue
            bound, rank = score_bound(problem, child), least_rank(problem, child)
            if is_better(bound, rank, best_score, best_rank):
                heap = with_room(heap, size)
                size = push(heap, size, bound, rank, child)
    return best, best_score, True, expanded
