"""Bounds over sets of boxes against every box of the set."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from ess._box_set import LEFT0, TOP0, clamp, score_bound
from ess._columns import make_columns
from ess._problem import Problem, score_of_box
from ess._row_search import evaluate
from ess._setup import Setup
from tests.ess.cases import Case, cases, examples

Edges = tuple[int, int, int, int]


def set_up(case: Case) -> Setup:
    return Setup(case.table, case.prior, case.truth, case.loss_weight, case.min_size, None)


@st.composite
def box_sets(draw: st.DrawFn, problem: Problem) -> np.ndarray:
    """A state: intervals of row and column edges that hold at least one box."""
    state = []
    for edges in (problem.y, problem.x):
        last = edges.size - 1
        begin = sorted(draw(st.tuples(st.integers(0, last - 1), st.integers(0, last - 1))))
        end = sorted(draw(st.tuples(st.integers(1, last), st.integers(1, last))))
        state += [*begin, *end]
    chosen = np.array([*state, 0], np.int32)
    assume(clamp(problem.y, problem.min_size, chosen, TOP0))
    assume(clamp(problem.x, problem.min_size, chosen, LEFT0))
    return chosen


def members(problem: Problem, state: np.ndarray) -> list[Edges]:
    """Every box of a set."""
    t0, t1, b0, b1, l0, l1, r0, r1 = (int(edge) for edge in state[:8])
    intervals = (range(t0, t1 + 1), range(b0, b1 + 1), range(l0, l1 + 1), range(r0, r1 + 1))
    return [
        edges
        for edges in itertools.product(*intervals)
        if problem.y[edges[1]] - problem.y[edges[0]] >= problem.min_size
        and problem.x[edges[3]] - problem.x[edges[2]] >= problem.min_size
    ]


@examples(400)
@given(cases(), st.data())
def test_bound_is_at_least_every_member(case: Case, data: st.DataObject):
    problem = set_up(case).problem
    state = data.draw(box_sets(problem))
    scores = [score_of_box(problem, *edges) for edges in members(problem, state)]
    assert score_bound(problem, state) >= max(scores)


@examples(200)
@given(cases(), st.data())
def test_bound_is_exact_on_a_single_box(case: Case, data: st.DataObject):
    problem = set_up(case).problem
    top, bottom, left, right = data.draw(st.sampled_from(members(problem, set_up(case).everything())))
    state = np.array([top, top, bottom, bottom, left, left, right, right, 0], np.int32)
    assert score_bound(problem, state) == score_of_box(problem, top, bottom, left, right)


@examples(400)
@given(cases(), st.data())
def test_bound_of_the_row_search_is_at_least_every_member(case: Case, data: st.DataObject):
    setup = set_up(case)
    problem = setup.problem
    state = narrowed(data, data.draw(st.sampled_from(list(setup.regions()))))
    boxes = members(problem, state)
    assume(boxes)
    bound, _, _ = evaluate(problem, make_columns(problem.x), state.copy(), -np.inf)
    assert bound >= max(score_of_box(problem, *edges) for edges in boxes)


@examples(300)
@given(cases(), st.data())
def test_bound_of_the_row_search_is_the_best_score_of_a_single_row_pair(case: Case, data: st.DataObject):
    setup = set_up(case)
    problem = setup.problem
    region = data.draw(st.sampled_from(list(setup.regions())))
    assume(members(problem, region))
    top, bottom, _, _ = data.draw(st.sampled_from(members(problem, region)))
    region[:4] = top, top, bottom, bottom
    bound, left, right = evaluate(problem, make_columns(problem.x), region.copy(), -np.inf)
    assert bound == max(score_of_box(problem, *edges) for edges in members(problem, region))
    assert bound == score_of_box(problem, top, bottom, left, right)


@examples(200)
@given(cases(), st.data())
def test_cutting_columns_loses_no_box_that_reaches_the_floor(case: Case, data: st.DataObject):
    setup = set_up(case)
    problem = setup.problem
    state = narrowed(data, data.draw(st.sampled_from(list(setup.regions()))))
    scores = {edges: score_of_box(problem, *edges) for edges in members(problem, state)}
    assume(scores)
    floor = data.draw(st.sampled_from(sorted(scores.values())))
    bound, _, _ = evaluate(problem, make_columns(problem.x), state, floor)
    assert bound >= max(scores.values())
    kept = set(members(problem, state))
    assert all(edges in kept for edges, score in scores.items() if score >= floor)


def narrowed(data: st.DataObject, region: np.ndarray) -> np.ndarray:
    """A set of row pairs of a region, with all its columns."""
    state = region.copy()
    for first in (0, 2):
        low, high = int(region[first]), int(region[first + 1])
        state[first : first + 2] = sorted(data.draw(st.tuples(st.integers(low, high), st.integers(low, high))))
    return state


@examples(200)
@given(cases())
def test_regions_hold_every_box_exactly_once(case: Case):
    setup = set_up(case)
    everything = members(setup.problem, setup.everything())
    in_regions = [edges for region in setup.regions() for edges in members(setup.problem, region)]
    assert sorted(in_regions) == sorted(everything)
