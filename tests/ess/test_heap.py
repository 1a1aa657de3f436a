import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ess._heap import make_heap, pop, push, with_room
from ess._range_maximum import range_maxima, range_maximum
from tests.ess.cases import examples

entries = st.lists(st.tuples(st.integers(-3, 3).map(float), st.integers(0, 5)), max_size=60)


@examples(100)
@given(entries, st.randoms(use_true_random=False))
def test_entries_come_out_by_bound_then_rank_with_their_states(pairs, random):
    heap, size = make_heap(1, 2), 0
    expected: list[tuple[float, int]] = []
    for bound, rank in pairs:
        heap = with_room(heap, size)
        size = push(heap, size, bound, rank, np.array([bound, rank], np.int32))
        expected.append((-bound, rank))
        if random.random() < 0.3:
            first = min(expected)
            expected.remove(first)
            assert (-heap.bound[0], heap.rank[0]) == first
            size = pop(heap, size)
    for negative_bound, rank in sorted(expected):
        assert (-heap.bound[0], heap.rank[0]) == (negative_bound, rank)
        assert heap.state[0].tolist() == [-negative_bound, rank]
        size = pop(heap, size)
    assert size == 0


@examples(100)
@given(st.lists(st.floats(-10, 10), min_size=1, max_size=40), st.data())
def test_range_maximum_is_the_maximum(values, data: st.DataObject):
    first = data.draw(st.integers(0, len(values) - 1))
    last = data.draw(st.integers(first, len(values) - 1))
    assert range_maximum(range_maxima(np.array(values)), first, last) == max(values[first : last + 1])
