"""Random searches for hypothesis, and the tolerance of their judge."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from ess import Box, BoxPrior, ScoreTable

MOST_PIXELS = 9

eighths = st.integers(-16, 16).map(lambda n: n / 8)  # add up exactly, and tie often
numbers = st.floats(-10, 10, allow_subnormal=False)


def examples(count: int) -> settings:
    """So many examples, or the few of a profile that says so."""
    few = os.environ.get("HYPOTHESIS_PROFILE") == "few"
    return settings(max_examples=settings.default.max_examples if few else count)


@dataclass(frozen=True)
class Case:
    """One search: the arguments, and whether all of its sums are exact."""

    table: ScoreTable
    prior: BoxPrior | None
    truth: Box | None
    loss_weight: float
    min_size: int
    exact: bool

    @property
    def arguments(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "prior": self.prior,
            "truth": self.truth,
            "loss_weight": self.loss_weight,
            "min_size": self.min_size,
        }

    def about(self, score: float) -> Any:
        """Equal to 1e-9 relative, or to what rounding leaves of scores that cancel."""
        magnitude = self.table.magnitude + abs(self.loss_weight)
        if self.prior is not None:
            magnitude += self.prior.magnitude()
        return pytest.approx(score, rel=1e-9, abs=1e-13 * magnitude + 2.0**-950)


@st.composite
def maps(draw: st.DrawFn, values: st.SearchStrategy[float]) -> np.ndarray:
    width, height = draw(st.integers(1, MOST_PIXELS)), draw(st.integers(1, MOST_PIXELS))
    sign = draw(st.sampled_from([0, 0, 0, 1, -1]))
    kind = draw(st.sampled_from(["dense", "dense", "sparse", "zero"]))
    if kind == "zero":
        return np.zeros((height, width))
    if kind == "sparse":
        values = st.one_of(st.just(0.0), st.just(0.0), st.just(0.0), values)
    weights = np.array(draw(st.lists(values, min_size=width * height, max_size=width * height)))
    return (np.abs(weights) * sign if sign else weights).reshape(height, width)


@st.composite
def boxes(draw: st.DrawFn, width: int, height: int) -> Box:
    left, top = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
    right, bottom = draw(st.integers(left + 1, width)), draw(st.integers(top + 1, height))
    return Box(left, top, right, bottom)


@st.composite
def priors(draw: st.DrawFn, width: int, height: int, values: st.SearchStrategy[float]) -> BoxPrior:
    parts = []
    for size in (width, height) * 3:
        scores = st.lists(values, min_size=size + 1, max_size=size + 1)
        parts.append(draw(st.one_of(st.none(), scores)))
    return BoxPrior(*parts)


@st.composite
def cases(draw: st.DrawFn, *, exact: bool = False) -> Case:
    """Any search of a small image; with `exact`, one whose scores have no rounding but that of the loss."""
    exact = exact or draw(st.booleans())
    # a power of two keeps sums exact; a small one lets the loss swallow differences of the scores, so that they tie
    scale = 2.0 ** draw(st.sampled_from([0, 0, 0, -10, -50, -53, -56, -60])) if exact else 1.0
    values = eighths.map(lambda n: n * scale) if exact else numbers
    weights = draw(maps(values)) * (1.0 if exact else 10.0 ** draw(st.integers(-7, 2)))
    height, width = weights.shape
    table = ScoreTable.from_map(weights, stride=draw(st.sampled_from([1, 1, 1, 2, 3, 4])))
    prior = draw(st.one_of(st.none(), priors(width, height, values)))
    truth, loss_weight = None, 0.0
    if draw(st.booleans()):
        truth = draw(boxes(width, height))
        loss_weight = draw(st.one_of(st.sampled_from([1.0, -1.0, 0.0, 2.0, -2.0]), st.floats(-2, 2)))
    min_size = draw(st.sampled_from([1, 1, 1, min(2, width, height), min(width, height)]))
    return Case(table, prior, truth, loss_weight, min_size, exact)
