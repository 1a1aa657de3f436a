"""The kernels are plain Python too: the same answers without numba's compiler."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from ess import Box, BoxPrior, ScoreTable, search

HERE = Path(__file__).resolve().parent
SMALL_TESTS = ["test_bounds.py", "test_heap.py", "test_score_table.py", "test_search.py", "test_search_many.py"]


def run_without_jit(*arguments: str) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "HYPOTHESIS_PROFILE": "few"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=HERE.parents[1], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def some_answers() -> list[list[float]]:
    """Answers of fifty searches with many ties: box, score, number of splits."""
    random = np.random.default_rng(3)
    answers = []
    for number in range(50):
        width, height = random.integers(1, 20, 2)
        weights = random.integers(-2, 3, (height, width)) * 10.0 ** -(number % 5)
        table = ScoreTable.from_map(weights, stride=1 + number % 3)
        truth = Box(0, 0, int(random.integers(1, width + 1)), int(random.integers(1, height + 1)))
        prior = BoxPrior(left=random.integers(-2, 3, width + 1), height=random.integers(-2, 3, height + 1))
        found = search(table, prior if number % 2 else None, truth, [0.0, 1.0, -1.0][number % 3])
        answers.append([*found.box, found.score, found.expanded])
    return answers


def test_small_tests_pass_without_jit():
    run_without_jit("-m", "pytest", "-p", "no:cacheprovider", *(str(HERE / name) for name in SMALL_TESTS))


def test_answers_are_the_same_to_the_last_bit_without_jit():
    program = "import json; from tests.ess.test_without_jit import some_answers; print(json.dumps(some_answers()))"
    assert json.loads(run_without_jit("-c", program)) == some_answers()
