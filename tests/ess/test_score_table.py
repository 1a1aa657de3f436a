import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ess import Box, ScoreTable
from tests.ess.cases import boxes, examples, maps, numbers


@st.composite
def points(draw: st.DrawFn):
    """Points of an image, several of them at the same place, some between pixels."""
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    place = st.tuples(
        st.floats(0, width, exclude_max=True), st.floats(0, height, exclude_max=True), st.floats(-1e6, 1e6)
    )
    x, y, weight = (np.array(side) for side in zip(*draw(st.lists(place, min_size=1)), strict=True))
    return x, y, weight, width, height


@examples(200)
@given(points(), st.data())
def test_score_is_the_sum_of_the_raw_weights_in_the_box(case, data: st.DataObject):
    x, y, weight, width, height = case
    table = ScoreTable.from_points(x, y, weight, width=width, height=height)
    box = data.draw(boxes(width, height))
    inside = (
        (np.floor(x) >= box.left) & (np.floor(x) < box.right) & (np.floor(y) >= box.top) & (np.floor(y) < box.bottom)
    )
    error = weight.size * table.quantum / 2
    assert table.score(box) == pytest.approx(math.fsum(weight[inside]), rel=0, abs=error)


@examples(200)
@given(maps(numbers), st.data())
def test_score_is_the_sum_of_the_raw_map_in_the_box(weights, data: st.DataObject):
    box = data.draw(boxes(weights.shape[1], weights.shape[0]))
    table = ScoreTable.from_map(weights)
    expected = math.fsum(weights[box.top : box.bottom, box.left : box.right].ravel())
    assert table.score(box) == pytest.approx(expected, rel=0, abs=weights.size * table.quantum / 2)


@given(maps(numbers))
def test_rounding_is_at_most_a_quantum_of_two_to_the_minus_50_of_all_weights(weights):
    table = ScoreTable.from_map(weights)
    assert np.abs(table.cells() - weights).max() <= table.quantum / 2
    assert table.quantum <= max(2.0**-50 * np.abs(weights).sum(), 2.0**-960)


@given(maps(numbers), st.randoms(use_true_random=False))
def test_sums_do_not_depend_on_their_order(weights, random):
    cells = [cell for row in ScoreTable.from_map(weights).cells().tolist() for cell in row]
    shuffled = random.sample(cells, len(cells))
    assert list(itertools.accumulate(cells))[-1] == list(itertools.accumulate(shuffled))[-1]


@given(maps(numbers), st.integers(1, 5))
def test_a_lattice_table_scores_as_the_fine_one(weights, stride):
    fine, coarse = ScoreTable.from_map(weights), ScoreTable.from_map(weights, stride=stride)
    rows, columns = np.indices(weights.shape)
    by_points = ScoreTable.from_points(
        columns.ravel(), rows.ravel(), weights.ravel(), width=fine.width, height=fine.height, stride=stride
    )
    x, y = ([*range(0, size, stride), size] for size in (fine.width, fine.height))
    for (left, right), (top, bottom) in itertools.product(itertools.combinations(x, 2), itertools.combinations(y, 2)):
        box = Box(left, top, right, bottom)
        scores = {table.score(box) for table in (fine, coarse, by_points, fine.coarsened(stride))}
        assert len(scores) == 1


@given(maps(numbers), st.data())
def test_without_a_box_its_weights_are_zero_and_all_others_stay(weights, data: st.DataObject):
    table = ScoreTable.from_map(weights)
    box = data.draw(boxes(table.width, table.height))
    expected = table.cells().copy()
    expected[box.top : box.bottom, box.left : box.right] = 0
    assert np.array_equal(table.without(box).cells(), expected)


def test_memory_of_a_table_is_used_again():
    x, y, weight = np.arange(5), np.arange(5), np.ones(5)
    old = ScoreTable.from_points(x, y, weight, width=8, height=6)
    new = ScoreTable.from_points(x, y, 2 * weight, width=8, height=6, out=old)
    assert new.positive is old.positive
    assert new.score(Box(0, 0, 8, 6)) == 10.0
    other = ScoreTable.from_points(x, y, weight, width=9, height=6, out=new)
    assert other.positive is not new.positive


def test_a_point_belongs_to_the_pixel_below_and_right_of_it():
    table = ScoreTable.from_points([1.999], [0.0], [3.0], width=3, height=1)
    assert table.score(Box(1, 0, 2, 1)) == 3.0
    assert table.score(Box(2, 0, 3, 1)) == 0.0


def test_an_image_without_points_scores_zero():
    table = ScoreTable.from_points([], [], [], width=4, height=3)
    assert table.score(Box(0, 0, 4, 3)) == 0.0


@pytest.mark.parametrize("weight", [1e300, 1e-270, -1e307])
def test_very_large_and_very_small_weights_are_kept(weight):
    table = ScoreTable.from_points([0, 1], [0, 0], [weight, weight], width=2, height=1)
    assert table.score(Box(0, 0, 2, 1)) == pytest.approx(2 * weight, rel=1e-14)


@pytest.mark.parametrize("weight", [1e-300, -5e-324])
def test_weights_below_the_least_quantum_become_zero(weight):
    table = ScoreTable.from_points([0], [0], [weight], width=2, height=1)
    assert table.score(Box(0, 0, 2, 1)) == 0.0


def test_the_tables_lie_along_the_shorter_side():
    assert ScoreTable.from_map(np.zeros((3, 5))).positive.shape == (4, 6)
    assert ScoreTable.from_map(np.zeros((5, 3))).positive.shape == (4, 6)
    assert repr(ScoreTable.from_map(np.zeros((5, 3)), stride=2)) == "ScoreTable(width=3, height=5, stride=2)"
