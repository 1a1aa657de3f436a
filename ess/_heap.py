"""A binary heap of search states as parallel arrays: greatest bound first, smallest rank among equal bounds."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ess._problem import is_better


class Heap(NamedTuple):
    """Entry i has bound[i], rank[i] and the numbers state[i]; the number of entries is kept by the caller."""

    bound: NDArray[np.float64]
    rank: NDArray[np.int64]
    state: NDArray[np.int32]


@njit(cache=True)
def make_heap(capacity: int, width: int) -> Heap:
    return Heap(
        np.empty(capacity, np.float64),
        np.empty(capacity, np.int64),
        np.empty((capacity, width), np.int32),
    )


@njit(cache=True, forceinline=True)
def copy_entry(source: Heap, place: int, target: Heap, hole: int) -> None:
    target.bound[hole] = source.bound[place]
    target.rank[hole] = source.rank[place]
    for k in range(source.state.shape[1]):
        target.state[hole, k] = source.state[place, k]


@njit(cache=True)
def with_room(heap: Heap, size: int) -> Heap:
    """The heap itself while it has room for one more entry, else a copy of twice the capacity."""
    if size < heap.bound.size:
        return heap
    grown = make_heap(2 * size, heap.state.shape[1])
    for entry in range(size):
        copy_entry(heap, entry, grown, entry)
    return grown


@njit(cache=True, forceinline=True)
def push(heap: Heap, size: int, bound: float, rank: int, state: NDArray[np.int32]) -> int:
    """Add one entry to a heap that has room for it; returns the new size."""
    hole = size
    while hole > 0:
        parent = (hole - 1) // 2
        if not is_better(bound, rank, heap.bound[parent], heap.rank[parent]):
            break
        copy_entry(heap, parent, heap, hole)
        hole = parent
    heap.bound[hole] = bound
    heap.rank[hole] = rank
    for k in range(state.size):
        heap.state[hole, k] = state[k]
    return size + 1


@njit(cache=True, forceinline=True)
def pop(heap: Heap, size: int) -> int:
    """Drop the first entry (read it before); returns the new size."""
    size -= 1
    hole = 0
    while True:
        child = 2 * hole + 1
        if child >= size:
            break
        after = child + 1
        if after < size and is_better(heap.bound[after], heap.rank[after], heap.bound[child], heap.rank[child]):
            child = after
        if not is_better(heap.bound[child], heap.rank[child], heap.bound[size], heap.rank[size]):
            break
        copy_entry(heap, child, heap, hole)
        hole = child
    copy_entry(heap, size, heap, hole)
    return size
