"""The search against the exhaustive judge."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ess import Box, BoxPrior, ScoreTable, exhaustive_search, iou, search
from ess.exhaustive import all_boxes, score_of
from tests.ess.cases import Case, boxes, cases, examples

methods = pytest.mark.parametrize("method", ["rows", "classic"])


def objective(case: Case) -> Callable[[Box], float]:
    """What the search maximises, box by box."""
    prior, cells = case.prior or BoxPrior(), case.table.cells()
    return lambda box: score_of(box, case.table, cells, prior, case.truth, case.loss_weight)


@methods
@examples(900)
@given(case=cases())
def test_score_is_that_of_the_judge(case: Case, method: str):
    found, best = search(**case.arguments, method=method), exhaustive_search(**case.arguments)
    assert found.optimal
    assert found.score == case.about(best.score)


@methods
@examples(300)
@given(case=cases(exact=True))
def test_box_and_score_are_those_of_the_judge_to_the_last_bit_where_sums_are_exact(case: Case, method: str):
    found, best = search(**case.arguments, method=method), exhaustive_search(**case.arguments)
    assert (found.box, found.score) == (best.box, best.score)


@examples(300)
@given(case=cases())
def test_score_is_the_sum_of_its_parts(case: Case):
    found = search(**case.arguments)
    prior_score = case.prior.score(found.box) if case.prior is not None else 0.0
    loss = case.loss_weight * (1 - iou(case.truth, found.box)) if case.truth is not None else 0.0
    assert found.score == case.about(math.fsum([case.table.score(found.box), prior_score, loss]))


@methods
@examples(150)
@given(case=cases(), data=st.data())
def test_an_incumbent_never_changes_the_answer(case: Case, method: str, data: st.DataObject):
    incumbent = data.draw(boxes(case.table.width, case.table.height))
    with_it = search(**case.arguments, method=method, incumbent=incumbent)
    without = search(**case.arguments, method=method)
    assert (with_it.box, with_it.score, with_it.optimal) == (without.box, without.score, without.optimal)


@examples(150)
@given(case=cases(exact=True))
def test_an_answer_contains_no_smaller_box_of_the_same_score(case: Case):
    found = search(**case.arguments)
    score = objective(case)
    for box in all_boxes(case.table, case.min_size):
        inside = box.left >= found.box.left and box.right <= found.box.right
        inside = inside and box.top >= found.box.top and box.bottom <= found.box.bottom
        if inside and box != found.box:
            assert score(box) < found.score


@methods
@examples(150)
@given(case=cases())
def test_a_capped_search_gives_a_box_with_its_true_score_and_says_so(case: Case, method: str):
    capped, best = search(**case.arguments, method=method, max_expanded=1), search(**case.arguments, method=method)
    score = objective(case)
    assert capped.score == case.about(score(capped.box))
    assert min(capped.box.width, capped.box.height) >= case.min_size
    assert capped.expanded <= 1
    if capped.optimal:
        assert (capped.box, capped.score) == (best.box, best.score)
    else:
        assert best.expanded > 1


@examples(100)
@given(case=cases(), stride=st.integers(2, 5))
def test_a_stride_given_to_the_search_is_that_of_a_coarser_table(case: Case, stride: int):
    coarse = case.table.stride * stride
    by_search = search(**case.arguments, stride=coarse)
    by_table = search(**case.arguments | {"table": case.table.coarsened(coarse)})
    assert by_search == by_table
    for edge, size in zip(by_search.box, (case.table.width, case.table.height) * 2, strict=True):
        assert edge % coarse == 0 or edge == size


@examples(100)
@given(case=cases(exact=True))
def test_the_transposed_problem_has_the_transposed_answer(case: Case):
    assume(case.table.width != case.table.height)  # ties of a square go by rows in both
    other = search(
        _transposed(case.table),
        prior=case.prior and case.prior.transposed(),
        truth=case.truth and case.truth.transposed(),
        loss_weight=case.loss_weight,
        min_size=case.min_size,
    )
    found = search(**case.arguments)
    assert (other.box.transposed(), other.score) == (found.box, found.score)


def _transposed(table: ScoreTable) -> ScoreTable:
    """The same lattice table of the transposed image: each cell as one point."""
    rows, columns = np.indices(table.cells().shape)
    x, y, weight = rows.ravel() * table.stride, columns.ravel() * table.stride, table.cells().ravel()
    return ScoreTable.from_points(x, y, weight, width=table.height, height=table.width, stride=table.stride)


@methods
@pytest.mark.parametrize("size", [(1, 1), (1, 12), (12, 1), (2, 9), (9, 2), (9, 9)], ids=str)
@pytest.mark.parametrize("sign", [1.0, -1.0, 0.0], ids=["all positive", "all negative", "all zero"])
@pytest.mark.parametrize("loss_weight", [0.0, 1.0, -1.0])
def test_weights_of_one_sign_and_images_of_one_pixel_have_the_answer_of_the_judge(size, sign, loss_weight, method):
    weights = sign * np.random.default_rng(0).integers(1, 4, size)
    arguments = {"table": ScoreTable.from_map(weights), "truth": Box(0, 0, 1, 1), "loss_weight": loss_weight}
    found, best = search(**arguments, method=method), exhaustive_search(**arguments)
    assert (found.box, found.score) == (best.box, best.score)


def test_the_truth_itself_is_the_answer_where_the_loss_weight_is_strongly_negative():
    table = ScoreTable.from_map(np.random.default_rng(0).normal(size=(30, 40)))
    truth = Box(7, 3, 21, 19)
    found = search(table, truth=truth, loss_weight=-1e6)
    assert found.box == truth
    assert found.score == pytest.approx(table.score(truth))


def test_the_number_of_splits_hardly_depends_on_the_scale_of_the_weights():
    random = np.random.default_rng(1)
    x, y, weight = random.integers(0, 160, 900), random.integers(0, 120, 900), random.normal(size=900)
    splits = {"rows": [], "classic": []}
    for scale in (10.0**-exponent for exponent in range(9)):
        table = ScoreTable.from_points(x, y, (weight - 0.3) * scale, width=160, height=120)
        for method, counts in splits.items():
            found = search(table, truth=Box(40, 30, 120, 90), loss_weight=1.0, method=method)
            assert found.optimal
            counts.append(found.expanded)
    assert max(splits["rows"]) < 10 * splits["rows"][0]
    assert max(splits["classic"]) > 50 * max(splits["rows"])


def test_table_and_prior_just_below_a_power_of_two_still_add_up_exactly():
    step = 2.0**-52
    weights, left = np.zeros((1, 11)), np.zeros(12)
    weights[0, 0], weights[0, 1:6], left[6] = 4 * step - 1, -0.5001 * step, 1 - 2.0**-53
    table, prior = ScoreTable.from_map(weights), BoxPrior(left=left)
    for incumbent in (None, Box(6, 0, 8, 1)):
        assert search(table, prior, incumbent=incumbent).box == Box(6, 0, 7, 1)
