"""Searches on images of real size: a known answer, agreement of the methods, several threads."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ess import Box, BoxPrior, ScoreTable, search
from tests.ess.cases import examples

COW = Path(__file__).resolve().parents[3] / "shared" / "ess_cases" / "cow.npz"


def noisy_object(seed: int, scale: float = 1.0, points: int = 600) -> ScoreTable:
    """Points of a 200x150 image, those of an object heavier."""
    random = np.random.default_rng(seed)
    x, y = random.integers(0, 200, points), random.integers(0, 150, points)
    inside = (x >= 60) & (x < 130) & (y >= 40) & (y < 100)
    weight = (random.normal(size=points) + np.where(inside, 1.0, -0.5)) * scale
    return ScoreTable.from_points(x, y, weight, width=200, height=150)


@pytest.mark.skipif(not COW.exists(), reason="needs ../shared/ess_cases/cow.npz beside the project")
@pytest.mark.parametrize("method", ["rows", "classic"])
def test_the_cow_has_its_documented_box(method):
    cow = np.load(COW)
    table = ScoreTable.from_points(
        cow["x"], cow["y"], cow["weight"], width=int(cow["width"]), height=int(cow["height"])
    )
    found = search(table, method=method)
    assert found.optimal
    assert found.score == pytest.approx(10978.877738, abs=1e-6)
    assert found.box == Box(89, 117, 259, 210)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scale", [1.0, 0.03])
def test_both_methods_agree_to_the_last_bit(seed, scale):
    table, truth = noisy_object(seed, scale), Box(50, 37, 150, 112)
    u, v = np.linspace(-1, 1, 201), np.linspace(-1, 1, 151)
    prior = BoxPrior(left=-scale * (u + 0.5) ** 2, bottom=scale * v, width=-scale * (u - 0.3) ** 2)
    for arguments in (
        {},
        {"prior": prior},
        {"truth": truth, "loss_weight": 1.0},
        {"truth": truth, "loss_weight": -1.0},
    ):
        rows, classic = search(table, **arguments), search(table, **arguments, method="classic")
        assert rows.optimal
        assert classic.optimal
        assert (rows.box, rows.score) == (classic.box, classic.score)


@examples(60)
@given(seed=st.integers(0, 2**32 - 1), columns=st.integers(10, 600), tall=st.booleans())
def test_long_images_have_the_score_of_a_judge_of_all_their_boxes(seed, columns, tall):
    random = np.random.default_rng(seed)
    rows, stride = int(random.integers(1, 4)), int(random.choice([1, 1, 3]))
    weights = random.integers(-3, 3, (rows, columns)) * 10.0 ** -random.integers(0, 6)
    left, top = int(random.integers(columns)), int(random.integers(rows))
    truth = Box(left, top, int(random.integers(left + 1, columns + 1)), rows)
    prior = BoxPrior(left=random.normal(size=columns + 1), width=random.normal(size=columns + 1))
    arguments = {"prior": [None, prior][seed % 2], "truth": truth, "loss_weight": float(random.choice([1, -1, 0]))}
    if tall:
        arguments["prior"] = arguments["prior"] and prior.transposed()
        arguments["truth"], weights = truth.transposed(), weights.T
    found = search(ScoreTable.from_map(weights, stride=stride), **arguments, min_size=1 + seed % rows)
    assert found.optimal
    if tall:
        weights = weights.T
    best = best_of_all_columns(
        weights, stride, 1 + seed % rows, [None, prior][seed % 2], truth, arguments["loss_weight"]
    )
    assert found.score == pytest.approx(best, rel=1e-9, abs=1e-12)


def best_of_all_columns(weights, stride, min_size, prior, truth, loss_weight):
    """Best score of all boxes: every row pair, all column pairs of it at once."""
    height, width = weights.shape
    x, y = (np.append(np.arange(0, size, stride), size) for size in (width, height))
    left, right = x[:, None], x[None, :]
    best = -np.inf
    for top, bottom in itertools.combinations(y, 2):
        if bottom - top < min_size:
            continue
        prefix = np.append(0.0, np.cumsum(weights[top:bottom].sum(axis=0)))[x]
        score = prefix[None, :] - prefix[:, None]
        if prior is not None:
            score = score + prior.left[left] + prior.width[np.maximum(right - left, 0)]
        across = np.maximum(np.minimum(right, truth.right) - np.maximum(left, truth.left), 0)
        shared = across * max(min(bottom, truth.bottom) - max(top, truth.top), 0)
        score = score + loss_weight * (
            1 - shared / (truth.area + (right - left) * (bottom - top) - shared + (right <= left) * 1e9)
        )
        best = max(best, score[right - left >= min_size].max())
    return best


def test_an_image_of_one_row_is_a_plain_maximum_subarray():
    weights = np.random.default_rng(0).normal(size=5000)
    best, ending_here = -np.inf, 0.0
    for weight in weights:
        ending_here = max(weight, ending_here + weight)
        best = max(best, ending_here)
    for image in (weights[None], weights[:, None]):
        assert search(ScoreTable.from_map(image)).score == pytest.approx(best, rel=1e-12)


def test_searches_in_several_threads_give_the_answers_of_one():
    tasks = [
        {"table": noisy_object(seed, 10.0**-exponent), "truth": Box(50, 37, 150, 112), "loss_weight": 1.0}
        for seed in range(4)
        for exponent in range(4)
    ]
    alone = [search(**task) for task in tasks]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda task: search(**task), tasks * 4))
    assert together == alone * 4
