"""Words at places: their histograms, and the tables of the search."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ess import Box, exhaustive_search, search
from features import VisualWords


@st.composite
def words_of_images(draw: st.DrawFn) -> VisualWords:
    width, height, n_words = (draw(st.integers(1, 9)) for _ in range(3))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    count = draw(st.integers(0, 30))
    limits = (width, height, n_words)
    return VisualWords(*(random.integers(0, limit, count) for limit in limits), n_words, width, height)


@st.composite
def boxes_of(draw: st.DrawFn, words: VisualWords) -> Box:
    left, top = draw(st.integers(0, words.width - 1)), draw(st.integers(0, words.height - 1))
    return Box(left, top, draw(st.integers(left + 1, words.width)), draw(st.integers(top + 1, words.height)))


@given(words_of_images(), st.data())
def test_the_table_scores_a_box_by_its_histogram(words: VisualWords, data: st.DataObject):
    weights = np.array(data.draw(st.lists(st.floats(-9, 9), min_size=words.n_words, max_size=words.n_words)))
    box = data.draw(boxes_of(words))
    score = words.score_table(weights).score(box)
    assert score == pytest.approx(weights @ words.histogram(box), abs=1e-12 * (1 + np.abs(weights).sum() * len(words)))


@given(words_of_images(), st.data())
def test_a_histogram_counts_the_words_inside(words: VisualWords, data: st.DataObject):
    box = data.draw(boxes_of(words))
    counts = np.zeros(words.n_words, dtype=int)
    for x, y, word in zip(words.x, words.y, words.word, strict=True):
        counts[word] += box.left <= x < box.right and box.top <= y < box.bottom
    assert (words.histogram(box) == counts).all()
    assert words.histogram().sum() == len(words)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=3), st.data())
def test_joined_channels_have_one_vocabulary(counts: list[int], data: st.DataObject):
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    channels = [
        VisualWords(random.integers(0, 4, n), random.integers(0, 3, n), random.integers(0, 5, n), 5, 4, 3)
        for n in counts
    ]
    joined = VisualWords.joined(channels)
    box = data.draw(boxes_of(joined))
    assert (joined.histogram(box) == np.concatenate([channel.histogram(box) for channel in channels])).all()


def test_the_search_finds_the_best_box_of_words():
    random = np.random.default_rng(0)
    words = VisualWords(random.integers(0, 8, 40), random.integers(0, 6, 40), random.integers(0, 9, 40), 9, 8, 6)
    table = words.score_table(random.normal(size=9))
    assert search(table).score == exhaustive_search(table).score


def test_words_are_small_numbers_and_tables_take_a_stride_and_memory():
    words = VisualWords(np.array([1, 5]), np.array([2, 3]), np.array([0, 1], np.uint8), 2, 8, 8)
    assert words.x.dtype == words.y.dtype == words.word.dtype == np.int32
    table = words.score_table([1.0, -2.0], stride=4)
    assert table.stride == 4
    assert words.score_table([3.0, 4.0], stride=4, out=table).positive is table.positive


def test_channels_of_two_images_are_not_joined():
    one = VisualWords(np.array([0]), np.array([0]), np.array([0]), 1, 4, 3)
    with pytest.raises(ValueError, match=r"one image size, got \[\(3, 3\), \(4, 3\)\]"):
        VisualWords.joined([one, VisualWords(np.array([0]), np.array([0]), np.array([0]), 1, 3, 3)])


def test_words_of_a_shrunk_image_go_back_to_their_places():
    words = VisualWords(np.arange(4), np.array([0, 0, 1, 1]), np.arange(4), 4, 4, 2)
    full = words.scaled_to(40, 30)
    assert full.x.tolist() == [5, 15, 25, 35]
    assert full.y.tolist() == [7, 7, 22, 22]
    assert words.scaled_to(4, 2) is words


@pytest.mark.parametrize(
    ("x", "y", "word", "reason"),
    [
        ([4], [0], [0], "x must be at least 0 and below 4, got 4 to 4"),
        ([0], [-1], [0], "y must be"),
        ([0], [0], [9], "word must be"),
        ([0, 1], [0], [0], "same length"),
        ([0.5], [0], [0], "x must be whole numbers"),
    ],
)
def test_words_outside_are_refused(x: list, y: list, word: list, reason: str):
    with pytest.raises(ValueError, match=reason):
        VisualWords(np.array(x), np.array(y), np.array(word), 9, 4, 3)


def test_weights_must_be_one_a_word():
    words = VisualWords(np.array([0]), np.array([0]), np.array([0]), 3, 4, 3)
    with pytest.raises(ValueError, match=r"shape \(3,\), one a word, got \(4,\)"):
        words.score_table(np.zeros(4))
