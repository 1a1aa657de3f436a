"""Milliseconds an image for each channel of words and for the whole extraction, beside mahotas' own SURF; the cache;
and an attribute file of the official size. One thread. Goals are ratios within one run.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from mahotas.features import surf
from measure import extra_megabytes, machine, write_json

from features import Colour, Contrast, DenseSift, DenseSurf, Sift, Surf, WordExtractor, read_image
from features.codebook import one_thread
from features.extractor import LONGEST_SIDE
from features.image import luminance, resized
from locpriv.datasets import Dataset, load_dataset
from locpriv.datasets.attribute_file import read_attributes
from locpriv.datasets.problem import refuse

OFFICIAL_IMAGES = 11_788
ATTRIBUTES = 312
GOALS = {
    "default extraction / mahotas SURF": (2.5, "at most"),
    "assignment to 3000 words / mahotas SURF": (0.3, "at most"),
    "extraction / cache hit": (20.0, "at least"),
}


def main() -> None:
    options = parsed()
    data = load_dataset(options.data)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LOCPRIV_CACHE"] = folder  # an empty cache, so that nothing is found that was not made here
        count = 4 if options.quick else options.images
        images = data[:: max(1, len(data) // count)][:count]
        words = 50 if options.quick else options.words
        print(f"{len(images)} images of {data.name}, {words} words, one thread, best of {options.repeats} rounds")
        with one_thread:
            cv2.setNumThreads(1)
            extractor = WordExtractor(n_words=words).fit(data.train[: 2 * count])
            times = channel_times(images, extractor, options.repeats)
            cached = cache_times(images, extractor, options.repeats)
        attributes = attribute_file(Path(folder), 100 if options.quick else OFFICIAL_IMAGES)
    results = {
        "milliseconds": {**times, **cached},
        "ratios": ratios(times, cached, words),
        "attribute_file": attributes,
    }
    show(results)
    if options.json:
        settings = {"images": len(images), "data": data.name, "words": words, "repeats": options.repeats}
        write_json(options.json, {"machine": machine(), **settings, **results})


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", help="CUB folder or COCO json; without, the built-in sample")
    parser.add_argument("--images", type=int, default=50, help="number of images (default 50)")
    parser.add_argument("--words", type=int, default=3000, help="words of a texture channel (default 3000)")
    parser.add_argument("--repeats", type=int, default=3, help="rounds over all images (default 3)")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="a few images and words, to see that it runs")
    return parser.parse_args()


def channel_times(images: Dataset, extractor: WordExtractor, repeats: int) -> dict[str, float]:
    """Milliseconds an image, of images in memory except where reading is the matter."""
    pixels = [resized(sample.image, LONGEST_SIDE) for sample in images]  # what all of them see
    greys = [luminance(image) for image in pixels]
    surf_descriptors = [Surf().describe(image).descriptors for image in pixels]
    extractor.cache = False
    book = extractor.codebooks_["surf"]
    channels = [Surf(), DenseSurf(), Sift(), DenseSift(), DenseSift(size=32), Colour()]
    jobs: dict[str, tuple[Callable[[Any], Any], Sequence[Any]]] = {
        "mahotas SURF": (surf.surf, greys),
        "reading": (read_image, [sample.path for sample in images]),
        **{repr(channel): (channel.describe, pixels) for channel in channels},
        repr(Contrast()): (Contrast().words, pixels),
        "assignment": (book.assign, surf_descriptors),
        "default extraction": (extractor.words, pixels),
        "default extraction with reading": (extractor.words, list(images)),
    }
    return in_rounds(jobs, repeats)


def cache_times(images: Dataset, extractor: WordExtractor, repeats: int) -> dict[str, float]:
    extractor.cache = True
    extractor.transform(images)
    return in_rounds({"cache hit": (extractor.words, list(images))}, repeats)


def in_rounds(jobs: dict[str, tuple[Callable[[Any], Any], Sequence[Any]]], repeats: int) -> dict[str, float]:
    """Least mean milliseconds of several rounds over all jobs, so that each meets the same noise."""
    least: dict[str, float] = {}
    for _ in range(repeats):
        for name, (function, inputs) in jobs.items():
            start = time.perf_counter()
            for given in inputs:
                function(given)
            mean = 1000 * (time.perf_counter() - start) / len(inputs)
            least[name] = min(mean, least.get(name, np.inf))
    return least


def ratios(times: dict[str, float], cached: dict[str, float], words: int) -> dict[str, float]:
    alone = times["mahotas SURF"]
    return {
        "default extraction / mahotas SURF": times["default extraction"] / alone,
        f"assignment to {words} words / mahotas SURF": times["assignment"] / alone,
        "extraction / cache hit": times["default extraction with reading"] / cached["cache hit"],
    }


def attribute_file(folder: Path, images: int) -> dict[str, float | None]:
    """Seconds and memory for a file as long as the official one, when first read and from the compact copy."""
    path = folder / "image_attribute_labels.txt"
    random = np.random.default_rng(0)
    with path.open("w") as file:
        for image in range(1, images + 1):
            present, certainty = random.integers(0, 2, ATTRIBUTES), random.integers(1, 5, ATTRIBUTES)
            rows = zip(range(1, ATTRIBUTES + 1), present.tolist(), certainty.tolist(), strict=True)
            seconds = f"{random.uniform(0, 20):.3f}{' 0' * (image % 500 == 0)}"  # some lines have a sixth column
            file.writelines(f"{image} {attribute} {yes} {sure} {seconds}\n" for attribute, yes, sure in rows)

    def read() -> None:
        read_attributes(path, list(range(1, images + 1)), ATTRIBUTES, refuse)

    result: dict[str, float | None] = {"lines": images * ATTRIBUTES, "megabytes of the file": path.stat().st_size / 1e6}
    for when in ("first", "again"):
        start = time.perf_counter()
        result[f"megabytes of memory, {when}"] = extra_megabytes(read)
        result[f"seconds, {when}"] = time.perf_counter() - start
    return result


def show(results: dict[str, dict[str, Any]]) -> None:
    for name, milliseconds in results["milliseconds"].items():
        print(f"{name:64}{milliseconds:10.2f} ms")
    for name, ratio in results["ratios"].items():
        goal, kind = GOALS.get(name, (None, ""))
        print(f"{name:64}{ratio:10.2f}" + (f"   goal {kind} {goal:g}" if goal else ""))
    for name, value in results["attribute_file"].items():
        print(f"attributes: {name:52}{'unknown' if value is None else format(value, ',.2f'):>10}")


if __name__ == "__main__":
    main()
