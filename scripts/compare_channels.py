"""How well each kind of words finds the object, with the simplest learner there is: log-odds of inside and outside.

A word weighs log P(word | inside) / P(word | outside), smoothed, plus one constant for all words. The box of an image
is the best one of an exact search: of the words alone, or of the words times a factor plus the log-density of the four
edges, each Gaussian, as the training boxes have it. Constant and factor are chosen on training images. The constant
box is the mean of the training boxes, relative to the image.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from measure import machine, write_json

from ess import Box, BoxPrior, iou, search
from features import Colour, Contrast, DenseSift, DenseSurf, Sift, Surf, VisualWords, WordExtractor
from locpriv.datasets import Dataset, Sample, load_dataset

STRIDE = 4
OFFSETS = np.linspace(-1.0, 0.5, 16)
FACTORS = 10.0 ** np.arange(-2.5, 0.1, 0.5)
TUNING_IMAGES = 70


def main() -> None:
    options = parsed()
    data = load_dataset(options.data)
    train = data.subset(read_ids(options.train)) if options.train else data.train
    test = data.subset(read_ids(options.test)) if options.test else data.test
    train, test = (Dataset([sample for sample in part if sample.box], data.name) for part in (train, test))
    if options.quick:
        train, test = train[:12], test[:6]
    print(f"{len(train)} training images, {len(test)} test images of {data.name}, seed {options.seed}")
    edges = Edges(train)
    print(f"{'overlap / detection in %':44}{'words alone':>16}{'with location':>16}")
    results = {"constant box": {"constant": score(edges.constant_boxes(test), test)}}
    show("constant box", results["constant box"])
    for name, channels in channel_sets(options.words, options.quick).items():
        extractor = WordExtractor(channels, random_state=options.seed, n_jobs=options.jobs).fit(train)
        words = extractor.transform(train), train, extractor.transform(test)
        results[name] = {
            "words": score(boxes_found(*words, None), test),
            "words_and_location": score(boxes_found(*words, edges), test),
        }
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


def boxes_found(
    train_words: Sequence[VisualWords], train: Dataset, test_words: Sequence[VisualWords], edges: Edges | None
) -> list[Box]:
    """Boxes of the test images, with the constant and the factor that suit the training images best."""
    weights = log_odds(train_words, train)
    chosen = list(zip(train_words, train, strict=True))[:: max(1, len(train) // TUNING_IMAGES)]

    def overlap(setting: tuple[float, float]) -> float:
        offset, factor = setting
        found = [iou(best_box(words, factor * (weights + offset), edges), sample.box) for words, sample in chosen]
        return float(np.mean(found))

    settings = [(offset, factor) for offset in OFFSETS for factor in (FACTORS if edges else [1.0])]
    offset, factor = max(settings, key=overlap)
    return [best_box(words, factor * (weights + offset), edges) for words in test_words]


def log_odds(words: Sequence[VisualWords], samples: Dataset) -> np.ndarray:
    inside = np.ones(words[0].n_words)
    outside = np.ones(words[0].n_words)
    for image, sample in zip(words, samples, strict=True):
        counts = image.histogram(sample.box)
        inside += counts
        outside += image.histogram() - counts
    return np.log(inside / inside.sum()) - np.log(outside / outside.sum())


def best_box(words: VisualWords, weights: np.ndarray, edges: Edges | None) -> Box:
    prior = edges.prior(words.width, words.height) if edges else None
    return search(words.score_table(weights, stride=STRIDE), prior).box


class Edges:
    """Mean and deviation of the four edges of the training boxes, relative to the image."""

    def __init__(self, samples: Dataset) -> None:
        edges = [np.array(tuple(sample.box)) / size_of(sample) for sample in samples]
        self.mean, self.deviation = np.mean(edges, axis=0), np.std(edges, axis=0)

    def constant_boxes(self, samples: Dataset) -> list[Box]:
        return [Box(*np.rint(self.mean * size_of(sample)).astype(int).tolist()) for sample in samples]

    def prior(self, width: int, height: int) -> BoxPrior:
        sides = [width, height, width, height]
        parts = [
            -(((np.arange(side + 1) / side - mean) / deviation) ** 2) / 2
            for side, mean, deviation in zip(sides, self.mean, self.deviation, strict=True)
        ]
        return BoxPrior(*parts)


def size_of(sample: Sample) -> np.ndarray:
    return np.array([sample.width, sample.height, sample.width, sample.height])


def score(boxes: Sequence[Box], samples: Dataset) -> dict[str, float]:
    overlaps = np.array([iou(box, sample.box) for box, sample in zip(boxes, samples, strict=True)])
    return {"overlap": 100 * float(overlaps.mean()), "detection": 100 * float((overlaps > 0.5).mean())}


def show(name: str, results: dict[str, dict[str, float]]) -> None:
    columns = [f"{result['overlap']:.1f} / {result['detection']:.1f}" for result in results.values()]
    print(f"{name:44}" + "".join(f"{column:>16}" for column in columns), flush=True)


def read_ids(path: Path) -> list[str]:
    return path.read_text().split()


if __name__ == "__main__":
    main()
