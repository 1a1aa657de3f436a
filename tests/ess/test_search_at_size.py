"""Searches on images of real size: a known answer, agreement of the methods, several threads."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ess import Box, BoxPrior, ScoreTable, search

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
