"""A sheet of the built-in birds, or of any data set, with their boxes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from features.image import RGB
from locpriv.datasets import Dataset, Sample, load_dataset

WIDTH, GAP = 1200, 6
ORANGE = (255, 127, 14)


def main() -> None:
    options = parsed()
    data = load_dataset(options.data)[options.first :]
    rows = [justified(tiles) for tiles in taken(data, options.rows, options.columns)]
    if not rows:
        raise SystemExit(f"no images from number {options.first} on")
    Image.fromarray(np.vstack(rows)).save(options.output, quality=88)
    print(f"drawn to {options.output}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", help="CUB folder or COCO json; without, the built-in sample")
    parser.add_argument("-o", "--output", type=Path, default=Path("sample.jpg"), help="JPEG or PNG to write")
    parser.add_argument("--rows", type=int, default=4)
    parser.add_argument("--columns", type=int, default=6)
    parser.add_argument("--first", type=int, default=0, help="number of the first image to show")
    return parser.parse_args()


def taken(data: Dataset, rows: int, columns: int) -> Iterator[list[RGB]]:
    for row in range(rows):
        tiles = [boxed(sample) for sample in data[row * columns : (row + 1) * columns]]
        if tiles:
            yield tiles


def boxed(sample: Sample) -> RGB:
    image = sample.image
    if sample.box is not None:
        left, top, right, bottom = sample.box
        cv2.rectangle(image, (left, top), (right - 1, bottom - 1), ORANGE, max(1, sample.width // 200), cv2.LINE_AA)
    return image


def justified(tiles: list[RGB]) -> RGB:
    """A row of images of one height, as wide as the sheet, with white gaps."""
    shares = np.array([tile.shape[1] / tile.shape[0] for tile in tiles])
    height = round((WIDTH - GAP * (len(tiles) - 1)) / shares.sum())
    edges = np.rint(np.cumsum(np.append(0, shares * height + GAP))).astype(int)
    row = np.full((height + GAP, WIDTH, 3), 255, np.uint8)
    for tile, left, right in zip(tiles, edges, np.minimum(edges[1:] - GAP, WIDTH), strict=False):
        row[:height, left:right] = cv2.resize(tile, (int(right - left), height), interpolation=cv2.INTER_AREA)
    return row


if __name__ == "__main__":
    main()
