"""What the package sees in an image: box, mask and parts, keypoints, contrast, colour words, the painted image."""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from features import Codebook, Surf, painted, read_image
from features.channel import cell_means
from features.colour import lab_cells
from features.contrast import contrast_maps, ranked
from features.extractor import LONGEST_SIDE
from features.image import RGB, resized
from locpriv.datasets import Dataset, Sample, load_dataset

STEP = 8
LEVELS = 8
COLOURS = 12


def main() -> None:
    options = parsed()
    sample = sample_of(options.image, options.data)
    image = sample.image if isinstance(sample, Sample) else read_image(options.image)
    figure, axes = plt.subplots(
        2, 4, figsize=(16, 8 * min(2.0, image.shape[0] / image.shape[1]) + 1.2), layout="constrained"
    )
    places = iter(axes.ravel())
    draw_truth(next(places), image, sample)
    draw_keypoints(next(places), image, "SURF keypoints")
    draw_painted(next(places), image, sample)
    working = resized(image, LONGEST_SIDE)
    draw_colour_words(next(places), working)
    levels = {name: ranked(cells, LEVELS) for name, cells in contrast_maps(working, STEP).items()}
    for name, cells in levels.items():
        draw_cells(next(places), working, cells, name)
    draw_cells(next(places), working, sum(levels.values()), "sum of the three contrast levels")
    for place in axes.ravel():
        place.set_xticks([])
        place.set_yticks([])
    figure.suptitle(options.image.name if options.image else f"{sample.path.name}, {sample.class_name}")
    figure.savefig(options.output, dpi=100)
    print(f"drawn to {options.output}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("image", nargs="?", type=Path, help="an image file; without, the first sample bird")
    parser.add_argument("--data", help="data set with the image's box, mask and parts (default: where it lies)")
    parser.add_argument("-o", "--output", type=Path, default=Path("features.png"), help="PNG to write")
    return parser.parse_args()


def sample_of(image: Path | None, data: str | None) -> Sample | None:
    """The sample of an image file: of the data set given, or of the CUB folder that the file lies in."""
    if image is None:
        return load_dataset(data)[0]
    root = next((folder for folder in image.resolve().parents if (folder / "images.txt").is_file()), None)
    if data is None and root is None:
        return None
    known: Dataset = load_dataset(data or root)
    return next((sample for sample in known if sample.path.resolve() == image.resolve()), None)


def draw_truth(axes: Axes, image: RGB, sample: Sample | None) -> None:
    axes.imshow(image)
    axes.set_title("image" if sample is None else "box, mask and parts")
    if sample is None:
        return
    if sample.box is not None:
        corner, size = (sample.box.left - 0.5, sample.box.top - 0.5), (sample.box.width, sample.box.height)
        axes.add_patch(Rectangle(corner, *size, fill=False, color="#ff7f0e", linewidth=2))
    if sample.mask is not None:
        axes.contour(sample.mask, [0.5], colors=["#9ee493"], linewidths=1)
    if sample.parts is not None:
        axes.plot(*sample.parts.T, "o", color="#ffd166", markeredgecolor="black", markersize=4)


def draw_keypoints(axes: Axes, image: RGB, title: str) -> None:
    working = resized(image, LONGEST_SIDE)
    points = Surf().describe(working)
    scale = image.shape[1] / working.shape[1]
    axes.imshow(image)
    axes.scatter(points.x * scale, points.y * scale, s=points.size / 2, facecolors="none", edgecolors="#17becf", lw=0.8)
    axes.set_title(f"{title}: {len(points)}")


def draw_painted(axes: Axes, image: RGB, sample: Sample | None) -> None:
    mask = None if sample is None else sample.mask
    if mask is None:
        axes.imshow(image)
        axes.set_title("no mask is known")
    else:
        draw_keypoints(axes, painted(image, mask), "painted, privileged")


def draw_colour_words(axes: Axes, image: RGB) -> None:
    """Each cell in the mean colour of its word, for words of this image alone."""
    lab = lab_cells(image, STEP)
    words = Codebook.fit(lab.reshape(-1, 3), COLOURS, seed=0).assign(lab.reshape(-1, 3))
    cells = cell_means(image.astype(np.float32) / 255, STEP).reshape(-1, 3)
    means = np.array([cells[words == word].mean(axis=0) for word in words])
    draw_cells(axes, image, means.reshape(lab.shape), f"colour words ({COLOURS}, of this image)")


def draw_cells(axes: Axes, image: RGB, cells: np.ndarray, title: str) -> None:
    """Cells of a grid, of which the last row and column may be cut by the edge of the image."""
    height, width = image.shape[:2]
    rows, columns = cells.shape[:2]
    axes.imshow(cells, cmap="magma", extent=(0, columns * STEP, rows * STEP, 0))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_title(title)


if __name__ == "__main__":
    main()
