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

from features import Codebook, Colour, Surf, painted, read_image
from features.colour import lab_cells
from features.contrast import contrast_maps, ranked
from features.image import RGB
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
    draw_colour_words(next(places), image)
    for name, cells in contrast_maps(image, STEP).items():
        draw_levels(next(places), image, ranked(cells, LEVELS), name)
    draw_sum(next(places), image)
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
    points = Surf().describe(image)
    axes.imshow(image)
    axes.scatter(points.x, points.y, s=points.size, facecolors="none", edgecolors="#17becf", linewidths=0.8)
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
    rows, columns = lab.shape[:2]
    words = Codebook.fit(lab.reshape(-1, 3), COLOURS, seed=0).assign(Colour(step=STEP).describe(image).descriptors)
    cells = np.array([image[y : y + STEP, x : x + STEP].mean(axis=(0, 1)) for y, x in corners(rows, columns)])
    means = np.array([cells[words == word].mean(axis=0) for word in words]) / 255
    axes.imshow(means.reshape(rows, columns, 3), extent=(-0.5, columns * STEP - 0.5, rows * STEP - 0.5, -0.5))
    axes.set_title(f"colour words ({COLOURS}, of this image)")


def corners(rows: int, columns: int) -> list[tuple[int, int]]:
    return [(row * STEP, column * STEP) for row in range(rows) for column in range(columns)]


def draw_levels(axes: Axes, image: RGB, levels: np.ndarray, title: str) -> None:
    height, width = image.shape[:2]
    rows, columns = levels.shape
    axes.imshow(levels, cmap="magma", vmin=0, extent=(-0.5, columns * STEP - 0.5, rows * STEP - 0.5, -0.5))
    axes.set_xlim(-0.5, width - 0.5)
    axes.set_ylim(height - 0.5, -0.5)
    axes.set_title(title)


def draw_sum(axes: Axes, image: RGB) -> None:
    levels = [ranked(cells, LEVELS) for cells in contrast_maps(image, STEP).values()]
    draw_levels(axes, image, np.sum(levels, axis=0), "sum of the three contrast levels")


if __name__ == "__main__":
    main()
