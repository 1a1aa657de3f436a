"""Codebooks: the nearest centre, and centres that k-means would find."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from sklearn.cluster import MiniBatchKMeans
from threadpoolctl import threadpool_info

from features import Codebook
from features.codebook import one_thread

RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize("count", [0, 1, 255, 256, 700])
def test_a_word_is_the_nearest_centre(count: int):
    book = Codebook(RANDOM.normal(size=(300, 64)))
    descriptors = RANDOM.normal(size=(count, 64)).astype(np.float32)
    words = book.assign(descriptors)
    squares = ((descriptors[:, None].astype(float) - book.centres[None].astype(float)) ** 2).sum(axis=2)
    assert words.dtype == np.int32
    assert np.allclose(squares[np.arange(count), words], squares.min(axis=1, initial=np.inf), rtol=1e-5)


def test_of_tied_centres_the_first_is_the_word():
    centre = RANDOM.normal(size=(1, 8))
    book = Codebook(np.concatenate([centre + 1, centre, centre]))
    assert book.assign(centre.astype(np.float32)).tolist() == [1]


def test_centres_of_separate_clusters_are_found():
    truth = 100 * np.eye(6, dtype=np.float32)
    descriptors = np.repeat(truth, 200, axis=0) + RANDOM.normal(size=(1200, 6)).astype(np.float32)
    book = Codebook.fit(descriptors, 6, seed=0)
    assert sorted(book.assign(truth).tolist()) == list(range(6))
    assert np.allclose(book.centres[book.assign(truth)], truth, atol=0.5)


def test_the_same_seed_gives_the_same_centres():
    descriptors = RANDOM.normal(size=(2000, 16)).astype(np.float32)
    first, second, other = (Codebook.fit(descriptors, 50, seed).centres for seed in (3, 3, 4))
    assert (first == second).all()
    assert (first != other).any()


def test_fewer_descriptors_than_words_are_the_words():
    descriptors = np.repeat(RANDOM.normal(size=(5, 8)).astype(np.float32), 3, axis=0)
    book = Codebook.fit(descriptors, 50, seed=0)
    assert book.n_words == 5
    assert (book.centres[book.assign(descriptors)] == descriptors).all()


def test_as_many_descriptors_as_words_are_the_words():
    descriptors = RANDOM.normal(size=(20, 8)).astype(np.float32)
    assert sorted(map(tuple, Codebook.fit(descriptors, 20, seed=0).centres)) == sorted(map(tuple, descriptors))


def threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info()}


def test_k_means_and_assignment_use_one_thread(monkeypatch):
    seen = []
    monkeypatch.setattr(MiniBatchKMeans, "fit", lambda *_: seen.append(threads()) or pytest.skip.Exception)
    with pytest.raises(AttributeError):
        Codebook.fit(RANDOM.normal(size=(50, 4)).astype(np.float32), 5, seed=0)

    class Spy(np.ndarray):
        def __matmul__(self, other):
            seen.append(threads())
            return np.asarray(self) @ other

    Codebook(RANDOM.normal(size=(5, 4))).assign(RANDOM.normal(size=(9, 4)).astype(np.float32).view(Spy))
    assert seen == [{1}, {1}]


def test_libraries_that_come_later_are_limited_too():
    code = (
        "import numpy as np\n"
        "from features import Codebook\n"
        "points = np.arange(40, dtype=np.float32).reshape(-1, 1)\n"
        "Codebook(points).assign(points)\n"  # before k-means and its libraries are loaded
        "from sklearn.cluster import MiniBatchKMeans\n"
        "from threadpoolctl import threadpool_info\n"
        "MiniBatchKMeans.fit = lambda *_: print(sorted({each['num_threads'] for each in threadpool_info()}))\n"
        "try: Codebook.fit(points, 5, seed=0)\n"
        "except AttributeError: pass\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[1]\n"


def test_threads_that_overlap_put_back_what_was_before():
    before = [library["num_threads"] for library in threadpool_info()]
    for _ in range(20):
        with ThreadPoolExecutor(4) as pool:
            book = Codebook(RANDOM.normal(size=(50, 8)))
            list(pool.map(book.assign, [RANDOM.normal(size=(300, 8)).astype(np.float32)] * 40))
    with one_thread:
        with one_thread:
            assert threads() == {1}
        assert threads() == {1}
    assert [library["num_threads"] for library in threadpool_info()] == before
