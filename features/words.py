"""Words at places: the image as all learners see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ess import Box, ScoreTable


@dataclass(frozen=True, eq=False)
class VisualWords:
    """Words at pixels of an image; a pixel may have several, or none.

    For weights w of the words, the table of :meth:`score_table` gives any box the score ⟨w, histogram in the box⟩.

    Attributes
    ----------
    x, y : int32 array (n,)
        Pixels.
    word : int32 array (n,)
        0 to n_words - 1.
    n_words : int
        Size of the vocabulary.
    width, height : int
        Size of the image.
    """

    x: NDArray[np.int32]
    y: NDArray[np.int32]
    word: NDArray[np.int32]
    n_words: int
    width: int
    height: int

    def __post_init__(self) -> None:
        limits = {"x": self.width, "y": self.height, "word": self.n_words}
        for name, limit in limits.items():
            values = np.asarray(getattr(self, name))
            if values.ndim != 1 or (values.size and values.dtype.kind not in "iu"):
                raise ValueError(f"{name} must be whole numbers in one dimension, got {values.dtype} of {values.shape}")
            if len(values) != len(self.x):
                raise ValueError(f"x, y and word must have the same length, got {len(self.x)} and {len(values)}")
            if values.size and not (0 <= values.min() and values.max() < limit):
                raise ValueError(f"{name} must be at least 0 and below {limit}, got {values.min()} to {values.max()}")
            object.__setattr__(self, name, values.astype(np.int32, copy=False))

    def __len__(self) -> int:
        return len(self.word)

    def histogram(self, box: Box | None = None) -> NDArray[np.int64]:
        """How often each word occurs inside a box, or in the whole image."""
        word = self.word
        if box is not None:
            inside = (box.left <= self.x) & (self.x < box.right) & (box.top <= self.y) & (self.y < box.bottom)
            word = word[inside]
        return np.bincount(word, minlength=self.n_words)

    def score_table(self, weights: ArrayLike, stride: int = 1, out: ScoreTable | None = None) -> ScoreTable:
        """The table of an image whose words have these weights; `stride` and `out` as in `ScoreTable.from_points`."""
        values = np.asarray(weights, dtype=np.float64)
        if values.shape != (self.n_words,):
            raise ValueError(f"weights must have shape ({self.n_words},), one a word, got {values.shape}")
        return ScoreTable.from_points(
            self.x, self.y, values[self.word], width=self.width, height=self.height, stride=stride, out=out
        )

    @classmethod
    def joined(cls, channels: Sequence[VisualWords]) -> VisualWords:
        """The words of several channels of one image in one vocabulary: those of the second follow the first's."""
        sizes = {(channel.width, channel.height) for channel in channels}
        if len(sizes) != 1:
            raise ValueError(f"channels must be of one image size, got {sorted(sizes)}")
        ((width, height),) = sizes
        firsts = np.cumsum([0] + [channel.n_words for channel in channels])
        return cls(
            np.concatenate([channel.x for channel in channels]),
            np.concatenate([channel.y for channel in channels]),
            np.concatenate(
                [channel.word + np.int32(first) for channel, first in zip(channels, firsts[:-1], strict=True)]
            ),
            int(firsts[-1]),
            width,
            height,
        )

    def scaled_to(self, width: int, height: int) -> VisualWords:
        """The words of an image of another size: each at the pixel that the centre of its own falls on."""
        if (width, height) == (self.width, self.height):
            return self
        x = (2 * self.x.astype(np.int64) + 1) * width // (2 * self.width)
        y = (2 * self.y.astype(np.int64) + 1) * height // (2 * self.height)
        return VisualWords(x.astype(np.int32), y.astype(np.int32), self.word, self.n_words, width, height)

    def __repr__(self) -> str:
        return f"VisualWords({len(self)} of a vocabulary of {self.n_words} in {self.width}x{self.height} pixels)"
