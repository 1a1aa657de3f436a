"""How well each kind of words finds the object, with the simplest learner there is: log-odds of inside and outside.

A word weighs log P(word | inside) / P(word | outside), smoothed, plus one constant for all words that is chosen on the
training images. The box of an image is the best one of an exact search. No structured learning, no prior: what is
compared is the words. The constant box is the mean of the training boxes, relative to the image.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from measure import machine, write_json

from ess import Box, iou, search
from features import Colour, Contrast, DenseSift, DenseSurf, Sift, Surf, VisualWords, WordExtractor
from locpriv.datasets import Dataset, Sample, load_dataset

STRIDE = 4
OFFSETS = np.linspace(-1.5, 0.5, 21)


def main() -> None:
    options = parsed()
    data = load_dataset(options.data)
    train = data.subset(read_ids(options.train)) if options.train else data.train
    test = data.subset(read_ids(options.test)) if options.test else data.test
    if options.quick:
        train, test = train[:12], test[:6]
    print(f"{len(train)} training images, {len(test)} test images of {data.name}, seed {options.seed}")
    print(f"{'words':44}{'overlap %':>10}{'detection %':>13}")
    results = {"constant box": score(constant_boxes(train, test), test)}
    show("constant box", results["constant box"])
    for name, channels in channel_sets(options.words, options.quick).items():
        extractor = WordExtractor(channels, random_state=options.seed, n_jobs=options.jobs).fit(train)
        weights = log_odds(extractor.transform(train), train)
        boxes = [best_box(words, weights) for words in extractor.transform(test)]
        results[name] = score(boxes, test)
        show(name, results[name])
    if options.json:
        sizes = {"training_images": len(train), "test_images": len(test), "words": options.words, "seed": options.seed}
        write_json(options.json, {"machine": machine(), **sizes, "results": results})


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", help="CUB folder or COCO json; without, the built-in sample")
    parser.add_argument("--train", type=Path, metavar="FILE", help="ids of the training images, one a line")
    parser.add_argument("--test", type=Path, metavar="FILE", help="ids of the test images, one a line")
    parser.add_argument("--words", type=int, default=3000, help="words of a texture channel (default 3000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=-1)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="a few images and channels, to see that it runs")
    return parser.parse_args()


def channel_sets(words: int, quick: bool) -> dict[str, list]:
    if quick:
        return {"SURF": [Surf(words)], "SURF + colour + contrast": [Surf(words), Colour(), Contrast()]}
    return {
        "SURF": [Surf(words)],
        "SURF up to the border": [Surf(words, margin=30)],
        "SIFT": [Sift(words)],
        "dense SURF, 32 pixels": [DenseSurf(words)],
        "dense SIFT, 16 pixels": [DenseSift(words)],
        "dense SIFT, 32 pixels": [DenseSift(words, size=32)],
        "dense SIFT, 16 and 32 pixels": [DenseSift(words), DenseSift(words, size=32)],
        "colour": [Colour()],
        "contrast": [Contrast()],
        "colour + contrast": [Colour(), Contrast()],
        "SURF + colour + contrast (default)": [Surf(words), Colour(), Contrast()],
        "dense SIFT, 16 pixels + colour + contrast": [DenseSift(words), Colour(), Contrast()],
    }


def log_odds(words: Sequence[VisualWords], samples: Dataset) -> np.ndarray:
    """Weights of the words, with the constant that gives the training images the best overlap."""
    inside = np.ones(words[0].n_words)
    outside = np.ones(words[0].n_words)
    for image, sample in zip(words, samples, strict=True):
        counts = image.histogram(sample.box)
        inside += counts
        outside += image.histogram() - counts
    weights = np.log(inside / inside.sum()) - np.log(outside / outside.sum())
    chosen = list(zip(words, samples, strict=True))[:: max(1, len(words) // 70)]

    def overlap(offset: float) -> float:
        return float(np.mean([iou(best_box(image, weights + offset), sample.box) for image, sample in chosen]))

    return weights + max(OFFSETS, key=overlap)


def best_box(words: VisualWords, weights: np.ndarray) -> Box:
    return search(words.score_table(weights, stride=STRIDE)).box


def constant_boxes(train: Dataset, test: Dataset) -> list[Box]:
    mean = np.mean([np.array(tuple(sample.box)) / size_of(sample) for sample in train], axis=0)
    return [Box(*np.rint(mean * size_of(sample)).astype(int).tolist()) for sample in test]


def size_of(sample: Sample) -> np.ndarray:
    return np.array([sample.width, sample.height, sample.width, sample.height])


def score(boxes: Sequence[Box], samples: Dataset) -> dict[str, float]:
    overlaps = np.array([iou(box, sample.box) for box, sample in zip(boxes, samples, strict=True)])
    return {"overlap": 100 * float(overlaps.mean()), "detection": 100 * float((overlaps > 0.5).mean())}


def show(name: str, result: dict[str, float]) -> None:
    print(f"{name:44}{result['overlap']:10.1f}{result['detection']:13.1f}", flush=True)


def read_ids(path: Path) -> list[str]:
    return path.read_text().split()


if __name__ == "__main__":
    main()
