"""Bad input gives a ValueError that names the argument, what was expected and what came."""

import numpy as np
import pytest

from ess import Box, BoxPrior, ScoreTable, exhaustive_search, search

TABLE = ScoreTable.from_map(np.zeros((6, 8)))
POINTS = {"x": [1.0, 2.0], "y": [0.0, 5.0], "weight": [1.0, -1.0], "width": 8, "height": 6}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"weight": [1.0, np.nan]}, r"weight must be finite, got nan at \[1\]"),
        ({"weight": [np.inf, 1.0]}, r"weight must be finite, got inf at \[0\]"),
        ({"weight": [1e308, 1e308]}, "weight must have a finite sum of absolute values, got inf"),
        ({"weight": [1.0]}, "x, y and weight must have the same length, got 2, 2 and 1"),
        ({"weight": [[1.0, 2.0]]}, r"weight must have 1 dimension, got shape \(1, 2\)"),
        ({"weight": ["a", "b"]}, "weight must be real numbers, got dtype <U1"),
        ({"weight": [1j, 1]}, "weight must be real numbers, got dtype complex128"),
        ({"weight": [True, False]}, "weight must be real numbers, got dtype bool"),
        ({"x": [1.0, 8.0]}, r"x must lie in the image, 0 <= x < 8, got 8 at \[1\]"),
        ({"x": [-0.5, 1.0]}, r"x must lie in the image, 0 <= x < 8, got -0.5 at \[0\]"),
        ({"y": [0.0, 6.0]}, r"y must lie in the image, 0 <= y < 6, got 6 at \[1\]"),
        ({"y": [0.0, np.nan]}, r"y must be finite, got nan at \[1\]"),
        ({"x": None}, r"x must have 1 dimension, got shape \(\)"),
        ({"width": 0}, "width must be between 1 and 2147483647, got 0"),
        ({"height": -3}, "height must be between 1 and 2147483647, got -3"),
        ({"width": 8.0}, "width must be an integer, got 8.0"),
        ({"stride": 0}, "stride must be between 1 and 2147483647, got 0"),
        ({"stride": "2"}, "stride must be an integer, got '2'"),
        ({"x": [[1.0], [1.0, 2.0]]}, "x must be an array, got list: "),
        ({"out": "table"}, "out must be a ScoreTable or None, got 'table'"),
        ({"width": 10**6, "height": 10**6}, "an image of 1000000x1000000 with stride 1 is too large"),
    ],
)
def test_from_points_refuses(changed, message):
    with pytest.raises(ValueError, match=message):
        ScoreTable.from_points(**POINTS | changed)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.zeros((0, 5)), r"weights must have at least one row and one column, got shape \(0, 5\)"),
        (np.zeros((5, 0)), r"weights must have at least one row and one column, got shape \(5, 0\)"),
        (np.zeros(5), r"weights must have 2 dimensions, got shape \(5,\)"),
        (np.full((2, 2), np.nan), r"weights must be finite, got nan at \[0, 0\]"),
        (np.array([["a"]]), "weights must be real numbers, got dtype <U1"),
        (np.array([[None]]), "weights must be real numbers, got dtype object"),
    ],
)
def test_from_map_refuses(weights, message):
    with pytest.raises(ValueError, match=message):
        ScoreTable.from_map(weights)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"table": np.zeros((6, 8))},
            r"table must be a ScoreTable \(see ScoreTable.from_map\), got an array of shape \(6, 8\)",
        ),
        ({"prior": np.zeros(9)}, r"prior must be a BoxPrior or None, got an array of shape \(9,\)"),
        ({"prior": BoxPrior(left=np.zeros(8))}, "prior.left must have 9 scores for an image of 8x6 pixels, got 8"),
        ({"prior": BoxPrior(height=np.zeros(9))}, "prior.height must have 7 scores for an image of 8x6 pixels, got 9"),
        ({"truth": (0, 0, 2, 2), "loss_weight": 1.0}, r"truth must be a Box, got \(0, 0, 2, 2\)"),
        ({"truth": Box(0, 0, 9, 2), "loss_weight": 1.0}, "truth must lie in the image of 8x6 pixels, got Box"),
        ({"truth": Box(-1, 0, 3, 2), "loss_weight": 1.0}, "truth must lie in the image of 8x6 pixels, got Box"),
        ({"loss_weight": 1.0}, "truth must be a Box where loss_weight is not 0, got None with 1.0"),
        ({"truth": Box(0, 0, 1, 1), "loss_weight": np.nan}, "loss_weight must be finite, got nan"),
        ({"truth": Box(0, 0, 1, 1), "loss_weight": "1"}, "loss_weight must be a number, got '1'"),
        ({"truth": Box(0, 0, 1, 1), "loss_weight": 10**400}, "loss_weight must be finite as a float"),
        ({"truth": Box(0, 0, 1, 1), "loss_weight": 1.7e308}, "weights, prior and loss_weight must have a finite sum"),
        (
            {"prior": BoxPrior(np.full(9, 1e308), None, np.full(9, -1e308))},
            "must have a finite sum, got magnitudes 0, inf",
        ),
        ({"truth": Box(0, 0, 1, 1), "loss_weight": None}, "loss_weight must be a number, got None"),
        ({"min_size": 0}, "min_size must be between 1 and 6, got 0"),
        ({"min_size": 7}, "min_size must be between 1 and 6, got 7"),
        ({"stride": 0}, "stride must be between 1 and"),
        ({"stride": 1.5}, "stride must be an integer, got 1.5"),
        ({"table": TABLE.coarsened(2), "stride": 3}, "stride must be a multiple of the table's stride 2, got 3"),
        ({"max_expanded": -1}, "max_expanded must be between 0 and"),
        ({"incumbent": Box(0, 0, 8, 7)}, "incumbent must lie in the image of 8x6 pixels, got Box"),
        ({"incumbent": "whole"}, "incumbent must be a Box, got 'whole'"),
        ({"method": np.array(["rows", "x"])}, """method must be "rows" or "classic", got array"""),
        ({"method": "fast"}, """method must be "rows" or "classic", got 'fast'"""),
    ],
)
def test_search_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        search(**{"table": TABLE} | arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"table": np.zeros((6, 8))},
        {"loss_weight": 1.0},
        {"truth": Box(0, 0, 9, 2)},
        {"min_size": 7},
        {"prior": BoxPrior(left=np.zeros(3))},
    ],
)
def test_the_judge_refuses_what_the_search_refuses(arguments):
    with pytest.raises(ValueError) as by_search:
        search(**{"table": TABLE} | arguments)
    with pytest.raises(ValueError) as by_judge:
        exhaustive_search(**{"table": TABLE} | arguments)
    assert str(by_search.value) == str(by_judge.value)


@pytest.mark.parametrize("box", [Box(0, 0, 9, 1), (0, 0, 1, 1)])
def test_the_score_of_no_box_of_the_image_is_refused(box):
    with pytest.raises(ValueError, match="box must"):
        TABLE.score(box)


def test_the_score_of_a_box_off_the_lattice_is_refused():
    with pytest.raises(
        ValueError, match="box must have its edges on multiples of the stride 4 or at the image border, got Box"
    ):
        TABLE.coarsened(4).score(Box(0, 0, 8, 5))
    assert TABLE.coarsened(4).score(Box(0, 0, 8, 6)) == 0.0
