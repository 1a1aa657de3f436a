import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ess import Box, iou
from tests.ess.cases import boxes

small_boxes = boxes(12, 12)


def pixels(box: Box) -> set[tuple[int, int]]:
    return {(x, y) for x in range(box.left, box.right) for y in range(box.top, box.bottom)}


@given(small_boxes, small_boxes)
def test_iou_counts_pixels(first: Box, second: Box):
    shared, all_pixels = pixels(first) & pixels(second), pixels(first) | pixels(second)
    assert iou(first, second) == len(shared) / len(all_pixels)


@given(small_boxes, small_boxes)
def test_iou_is_symmetric_and_one_only_for_equal_boxes(first: Box, second: Box):
    assert iou(first, second) == iou(second, first)
    assert (iou(first, second) == 1.0) == (first == second)


@given(st.lists(st.tuples(small_boxes, small_boxes), min_size=1, max_size=5))
def test_iou_of_arrays_is_iou_row_by_row(pairs):
    firsts, seconds = (np.array([tuple(box) for box in side], np.int32) for side in zip(*pairs, strict=True))
    expected = [iou(first, second) for first, second in pairs]
    assert iou(firsts, seconds).tolist() == expected
    one = pairs[0][0]
    assert iou(one, seconds).tolist() == [iou(one, second) for _, second in pairs]
    assert iou(seconds, one).tolist() == iou(one, seconds).tolist()


@pytest.mark.parametrize("size", [60_000, 2**31 - 1])
def test_iou_of_arrays_does_not_overflow(size):
    image, quarter = Box(-size, -size, size, size), Box(0, 0, size, size)
    assert iou(np.array([tuple(image)], np.int32), quarter).tolist() == [0.25]


def test_a_subclass_is_checked_as_a_box():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Labelled(Box):
        label: str = "bird"

    assert Labelled(0, 0, 2, 1).area == 2
    with pytest.raises(ValueError, match="right of a box must be an integer"):
        Labelled(0, 0, "2", 1)


def test_iou_of_unequal_numbers_of_boxes_is_refused():
    boxes_ = np.array([[0, 0, 1, 1]] * 3)
    with pytest.raises(ValueError, match="the same number of boxes, got 3 and 2"):
        iou(boxes_, boxes_[:2])


def test_width_height_and_area_are_those_of_half_open_edges():
    box = Box(2, 3, 7, 4)
    assert (box.width, box.height, box.area) == (5, 1, 5)
    assert tuple(box) == (2, 3, 7, 4)
    assert box.transposed() == Box(3, 2, 4, 7)


def test_edges_of_any_integer_type_become_plain_integers():
    box = Box(*np.array([0, 1, 2, 3], np.int32))
    assert all(type(edge) is int for edge in box)


def test_a_box_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Box(0, 0, 1, 1).left = 5


@pytest.mark.parametrize("edges", [(3, 0, 3, 5), (0, 5, 3, 5), (4, 0, 3, 5), (0, 6, 3, 5)])
def test_empty_and_inverted_boxes_are_refused(edges):
    with pytest.raises(ValueError, match=r"left < right and top < bottom, got \(\d, \d, \d, \d\)"):
        Box(*edges)


@pytest.mark.parametrize("edge", [1.0, "1", None, True, np.nan, np.bool_(True), [1]])
def test_edges_that_are_not_whole_numbers_are_refused(edge):
    with pytest.raises(ValueError, match="right of a box must be an integer, got"):
        Box(0, 0, edge, 1)


def test_edges_beyond_32_bits_are_refused():
    with pytest.raises(ValueError, match="bottom of a box must be between"):
        Box(0, 0, 1, 2**31)


@pytest.mark.parametrize(
    ("boxes_", "message"),
    [
        (np.zeros((2, 3), int), r"\(n, 4\) integer array, got shape \(2, 3\)"),
        (np.zeros((2, 4)), "integer array, got shape .* of float64"),
        (np.array([[0, 0, 1, 1], [5, 0, 5, 1]]), r"empty, inverted or too large box in row 1: \[5, 0, 5, 1\]"),
    ],
)
def test_iou_refuses_what_is_no_array_of_boxes(boxes_, message):
    with pytest.raises(ValueError, match=message):
        iou(boxes_, Box(0, 0, 1, 1))
