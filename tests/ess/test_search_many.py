import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ess import Box, BoxPrior, ScoreTable, iou, search, search_many
from tests.ess.cases import Case, cases, examples


@examples(60)
@given(cases(), st.integers(1, 4))
def test_each_result_is_the_best_without_the_points_of_those_before(case: Case, count: int):
    table = case.table
    results = search_many(table, count, case.prior, min_score=-1e9, min_size=case.min_size)
    assert len(results) == count
    for result in results:
        assert result == search(table, case.prior, min_size=case.min_size)
        table = table.without(result.box)


def test_several_objects_are_found_and_nothing_else():
    objects = [Box(5, 5, 20, 15), Box(40, 8, 60, 30), Box(12, 30, 30, 44)]
    weights = np.full((50, 70), -1.0)
    for box in objects:
        weights[box.top : box.bottom, box.left : box.right] = 1.0
    found = search_many(ScoreTable.from_map(weights), 10)
    assert {result.box for result in found} == set(objects)
    assert [result.score for result in found] == sorted((box.area for box in objects), reverse=True)
    assert all(iou(a.box, b.box) == 0 for a in found for b in found if a is not b)


def test_nothing_above_the_least_score_is_an_empty_list():
    table = ScoreTable.from_map(np.full((4, 6), -1.0))
    assert search_many(table, 3) == []
    assert len(search_many(table, 3, BoxPrior(left=np.full(7, 5.0)))) == 3


def test_a_stride_is_kept_over_all_results():
    table = ScoreTable.from_map(np.random.default_rng(0).normal(size=(20, 30)))
    for result in search_many(table, 3, stride=5):
        assert all(edge % 5 == 0 for edge in result.box)


def test_a_search_that_its_cap_ended_is_shown_and_the_last():
    table = ScoreTable.from_map(np.random.default_rng(0).normal(size=(50, 50)))
    (result,) = search_many(table, 3, max_expanded=0)
    assert not result.optimal


def test_what_is_no_table_is_refused_by_name():
    with pytest.raises(ValueError, match="table must be a ScoreTable"):
        search_many(np.zeros((2, 2)), 3, stride=2)


@pytest.mark.parametrize(
    ("argument", "value"), [("count", 0), ("count", 1.5), ("min_score", np.nan), ("min_score", "0")]
)
def test_bad_arguments_are_refused_by_name(argument, value):
    with pytest.raises(ValueError, match=f"{argument} must be"):
        search_many(ScoreTable.from_map(np.zeros((2, 2))), **{"count": 1, argument: value})
