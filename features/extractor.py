"""From images to words: codebooks learnt on training images, then the words of any image."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, is_dataclass
from functools import cache
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from ess._check import whole_number
from features import cache as disk
from features.cache import Arrays
from features.channel import Channel, FixedChannel, LearntChannel
from features.codebook import Codebook
from features.colour import Colour
from features.contrast import Contrast
from features.image import RGB, ImageSource, as_source, resized
from features.keypoints import Surf
from features.progress import progress
from features.words import VisualWords

AnyImage = ImageSource | str | Path | NDArray[Any]
Result = TypeVar("Result")
MOST_JOBS = 1000
LONGEST_SIDE = 500  # that of nearly all images of CUB-200-2011
TRAINING_DESCRIPTORS = 100_000  # a codebook learns from at most so many, and of each image from at most its share
LIBRARIES = ("mahotas", "numpy", "opencv-python-headless", "pillow", "scikit-learn")  # whose results are kept
FORMAT = "1"  # of the kept words: to be changed with the meaning of a channel


def default_channels(n_words: int = 3000) -> list[Channel]:
    """SURF words as in the papers, and words of colour and contrast."""
    return [Surf(n_words), Colour(), Contrast()]


class WordExtractor:
    """Learns codebooks from training images and turns images into words at places.

    Parameters
    ----------
    channels : sequence of channels, optional
        What is described, in the order of the word numbers. Default: SURF, colour and contrast words.
    n_words : int
        Size of the SURF vocabulary of the default channels.
    longest_side : int
        Images are brought to this size before they are described (small ones at most fourfold), so that words mean
        the same in all of them; the words' places are those of the image as it is.
    random_state : int
        Seed of the codebooks.
    n_jobs : int
        Images described at a time; -1 for as many as there are processors. Words do not depend on it.
    cache : bool
        Keep codebooks and words on disk (`locpriv data cache` shows where), by content of the images and settings.

    Attributes
    ----------
    codebooks_ : dict
        The codebook of each channel that learns one, by the channel's name.
    n_words_ : int
        Size of the whole vocabulary. A codebook has fewer words than asked for where there were fewer descriptors.
    slices_ : dict
        Where the words of each channel are in the vocabulary, by its name.
    """

    def __init__(
        self,
        channels: Sequence[Channel] | None = None,
        *,
        n_words: int = 3000,
        longest_side: int = LONGEST_SIDE,
        random_state: int = 0,
        n_jobs: int = 1,
        cache: bool = True,
    ) -> None:
        self.channels = list(default_channels(n_words) if channels is None else channels)
        if not self.channels:
            raise ValueError("channels must be at least one, got none")
        self._named = list(zip(_names(self.channels), self.channels, strict=True))
        self.longest_side = whole_number("longest_side", longest_side, 1)
        self.random_state = whole_number("random_state", random_state, 0)
        self.n_jobs = n_jobs if n_jobs == -1 else whole_number("n_jobs", n_jobs, 1, MOST_JOBS)
        self.cache = cache

    def fit(self, images: Iterable[AnyImage]) -> WordExtractor:
        """Learn the codebooks from training images: paths, uint8 arrays or samples of a data set."""
        sources = _sources(images)
        if not sources:
            raise ValueError("images must be at least one, got none")
        learnt = {name: channel for name, channel in self._named if isinstance(channel, LearntChannel)}
        centres = None
        if self.cache:
            key = disk.key_of(self._settings(), *self._parallel(_fingerprint, sources, "reading images"))
            centres = disk.load("codebooks", key)
        if centres is None or centres.keys() != learnt.keys():
            centres = self._learn(sources, learnt)
            if self.cache:
                disk.store("codebooks", key, centres)
        return self._with(centres)

    def transform(self, images: Iterable[AnyImage]) -> list[VisualWords]:
        """The words of each image."""
        return self._parallel(self.words, _sources(images), "describing images")

    def words(self, image: AnyImage) -> VisualWords:
        """The words of one image."""
        if not hasattr(self, "codebooks_"):
            raise ValueError("the extractor has no codebooks yet: call fit with training images first")
        source = as_source(image)
        if not self.cache:
            return self._describe(source.image)
        key = disk.key_of(self._fitted_key, source.fingerprint())
        kept = disk.load("words", key)
        if kept is not None and kept.keys() == {"x", "y", "word", "size"}:
            width, height = kept["size"].tolist()
            return VisualWords(kept["x"], kept["y"], kept["word"], self.n_words_, width, height)
        words = self._describe(source.image)
        arrays = {name: _compact(getattr(words, name)) for name in ("x", "y", "word")}
        disk.store("words", key, {**arrays, "size": np.array([words.width, words.height])})
        return words

    def __repr__(self) -> str:
        return f"WordExtractor({self.channels}, longest_side={self.longest_side}, random_state={self.random_state})"

    def _learn(self, sources: Sequence[ImageSource], learnt: dict[str, LearntChannel]) -> Arrays:
        """Centres for each channel, from at most equally many descriptors of each image."""
        share = -(-TRAINING_DESCRIPTORS // len(sources))

        def sampled(job: tuple[int, ImageSource]) -> list[NDArray[np.float32]]:
            number, source = job
            image = resized(source.image, self.longest_side)
            found = []
            for place, channel in enumerate(learnt.values()):
                descriptors = channel.describe(image).descriptors
                random = np.random.default_rng([self.random_state, place, number])
                found.append(descriptors[random.permutation(len(descriptors))[:share]])
            return found

        samples = self._parallel(sampled, list(enumerate(sources)), "describing training images")
        centres: Arrays = {}
        for place, name in enumerate(progress(learnt, "learning words", len(learnt), "codebook")):
            descriptors = np.concatenate([found[place] for found in samples])
            if not len(descriptors):
                raise ValueError(f"the training images must have places that {learnt[name]} finds, got none")
            centres[name] = Codebook.fit(descriptors, learnt[name].n_words, self.random_state).centres
        return centres

    def _with(self, centres: Arrays) -> WordExtractor:
        self.codebooks_ = {name: Codebook(array) for name, array in centres.items()}
        self.slices_ = {}
        self.n_words_ = 0
        for name, channel in self._named:
            first = self.n_words_
            self.n_words_ += self.codebooks_[name].n_words if name in self.codebooks_ else channel.n_words
            self.slices_[name] = slice(first, self.n_words_)
        self._fitted_key = disk.key_of(self._settings(), *(array.tobytes() for array in centres.values()))
        return self

    def _describe(self, image: RGB) -> VisualWords:
        working = resized(image, self.longest_side)
        height, width = working.shape[:2]
        found = []
        for name, channel in self._named:
            if isinstance(channel, FixedChannel):
                found.append(channel.words(working))
            else:
                points, book = channel.describe(working), self.codebooks_[name]
                x, y = _pixels(points.x, width), _pixels(points.y, height)
                found.append(VisualWords(x, y, book.assign(points.descriptors), book.n_words, width, height))
        return VisualWords.joined(found).scaled_to(image.shape[1], image.shape[0])

    def _settings(self) -> str:
        """All that codebooks and words depend on, besides the images."""
        channels = [_channel_key(channel) for channel in self.channels]
        return json.dumps([FORMAT, _library_versions(), channels, self.longest_side, self.random_state])

    def _parallel(self, function: Callable[[Any], Result], jobs: Sequence[Any], what: str) -> list[Result]:
        """Results of all jobs, in their order. In threads: the libraries below mostly release Python's lock."""
        parallel = Parallel(self.n_jobs, require="sharedmem", return_as="generator")
        return list(progress(parallel(delayed(function)(job) for job in jobs), what, len(jobs)))


def _fingerprint(source: ImageSource) -> bytes:
    return source.fingerprint()


def _names(channels: Sequence[Channel]) -> list[str]:
    """surf, colour, …; a second channel of the same kind is surf2."""
    names: list[str] = []
    for channel in channels:
        known = isinstance(channel, LearntChannel | FixedChannel)
        if not known or not is_dataclass(channel) or isinstance(channel, type):
            raise ValueError(f"channels must be dataclass instances such as Surf(), got {channel!r}")
        kind = type(channel).__name__.lower()
        numbered = (f"{kind}{number}" for number in count(2))
        names.append(kind if kind not in names else next(name for name in numbered if name not in names))
    return names


def _sources(images: Iterable[AnyImage]) -> list[ImageSource]:
    if isinstance(images, str | Path | np.ndarray):
        raise ValueError("images must be a sequence of images, got one: put it in a list")
    return [as_source(image) for image in images]


def _channel_key(channel: Channel) -> list[Any]:
    return [type(channel).__module__, type(channel).__qualname__, asdict(channel)]  # type: ignore[call-overload]


def _pixels(places: NDArray[np.float32], size: int) -> NDArray[np.int32]:
    """The pixels that descriptors were computed at: for both libraries a pixel's centre is at a whole number."""
    return np.clip(np.rint(places), 0, size - 1).astype(np.int32)


def _compact(numbers: NDArray[np.int32]) -> NDArray[Any]:
    """The same numbers in 16 bits where they fit."""
    return numbers.astype(np.uint16) if not len(numbers) or numbers.max() < 2**16 else numbers


@cache
def _library_versions() -> list[str]:
    return [f"{library} {version(library)}" for library in LIBRARIES]
