"""Descriptors become words: k-means centres, and the nearest centre of each descriptor."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

BLOCK = 256  # descriptors compared with all centres at once
BATCH = 4096  # descriptors of a step of k-means


class Codebook:
    """Centres in descriptor space; the number of the nearest one is a descriptor's word.

    Attributes
    ----------
    centres : float32 array (n_words, d)
    """

    def __init__(self, centres: NDArray[np.float32]) -> None:
        self.centres = np.ascontiguousarray(centres, dtype=np.float32)
        self._half_squares = 0.5 * (self.centres**2).sum(axis=1)

    @property
    def n_words(self) -> int:
        return len(self.centres)

    @classmethod
    def fit(cls, descriptors: NDArray[np.float32], n_words: int, seed: int) -> Codebook:
        """Centres of mini-batch k-means; with no more different descriptors than words, these themselves."""
        different = np.unique(descriptors, axis=0)
        if len(different) <= n_words:
            return cls(different)
        from sklearn.cluster import MiniBatchKMeans  # here, as it takes two thirds of the time to import all of this

        _controller.cache_clear()  # it brought more libraries to be limited
        # The start takes most of the time: for 3000 words from 94,000 descriptors, 12 s if it sees three batches of
        # 6000, and 7 s like this, with centres that are 0.4 % less close to other descriptors.
        start = max(BATCH, 3 * n_words)
        means = MiniBatchKMeans(n_words, batch_size=BATCH, init_size=start, n_init=1, random_state=seed)
        with one_thread:
            return cls(means.fit(descriptors).cluster_centers_)

    def assign(self, descriptors: NDArray[np.float32]) -> NDArray[np.int32]:
        """The word of each descriptor: the nearest centre, of tied ones the first.

        |d - c|² is least where ⟨d, c⟩ - |c|²/2 is greatest.
        """
        words = np.empty(len(descriptors), dtype=np.int32)
        with one_thread:
            for start in range(0, len(descriptors), BLOCK):
                closeness = descriptors[start : start + BLOCK] @ self.centres.T
                closeness -= self._half_squares
                words[start : start + BLOCK] = closeness.argmax(axis=1)
        return words


class _OneThread:
    """A context in which BLAS and OpenMP use one thread: the last bits of their sums depend on the number.

    The number belongs to the whole process. So the first of several threads that enter sets it, and the last that
    leaves puts back what was before.
    """

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._limit = _controller().limit(limits=1)
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._limit.restore_original_limits()


one_thread = _OneThread()


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()
