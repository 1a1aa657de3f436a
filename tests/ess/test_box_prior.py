import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ess import Box, BoxPrior
from tests.ess.cases import boxes, eighths, priors


@given(priors(7, 5, eighths), boxes(7, 5))
def test_score_adds_up_the_parts(prior: BoxPrior, box: Box):
    parts = ("left", "top", "right", "bottom", "width", "height")
    expected = sum(getattr(prior, part)[getattr(box, part)] for part in parts if getattr(prior, part) is not None)
    assert prior.score(box) == expected
    assert prior.transposed().score(box.transposed()) == expected
    assert abs(expected) <= prior.magnitude()


@given(st.lists(eighths, min_size=1))
def test_any_sequence_of_numbers_becomes_float64(scores):
    prior = BoxPrior(left=scores)
    assert prior.left is not None
    assert prior.left.dtype == np.float64


def test_later_changes_of_an_array_do_not_reach_the_prior():
    scores = np.zeros(3)
    prior = BoxPrior(left=scores)
    scores[0] = np.nan
    assert prior.score(Box(0, 0, 1, 1)) == 0.0


def test_a_box_outside_the_image_has_no_score():
    for box in (Box(-1, 0, 1, 1), Box(9, 0, 10, 1)):
        with pytest.raises(ValueError, match=f"left of the box must be between 0 and 8, got {box.left}"):
            BoxPrior(left=np.zeros(9)).score(box)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1.0, np.nan], r"top must be finite, got nan at \[1\]"),
        ([np.inf], "top must be finite, got inf"),
        ([[1.0]], r"top must have 1 dimension, got shape \(1, 1\)"),
        (["a"], "top must be real numbers, got dtype <U1"),
        ([1j], "top must be real numbers, got dtype complex128"),
    ],
)
def test_bad_scores_are_refused_by_name(scores, message):
    with pytest.raises(ValueError, match=message):
        BoxPrior(top=scores)
