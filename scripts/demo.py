"""Draws what the search does on made-up images: the best box, the most violating box, several boxes."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import matplotlib
import numpy as np

from ess import Box, ScoreTable, SearchResult, search, search_many

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

WIDTH, HEIGHT, POINTS, SEED = 480, 320, 8000, 0
Points = tuple[np.ndarray, np.ndarray, np.ndarray]


def bird(x: np.ndarray, y: np.ndarray, centre: tuple[float, float], size: float) -> np.ndarray:
    """Which places lie on a body, a head or a tail."""
    u, v = (x - centre[0]) / size, (y - centre[1]) / size
    body = (u / 1.0) ** 2 + ((v - 0.15 * u) / 0.55) ** 2 < 1
    head = (u + 0.95) ** 2 + (v + 0.45) ** 2 < 0.16
    tail = (u > 0.7) & (u < 1.9) & (np.abs(v - 0.28 * u) < 0.12)
    return body | head | tail


def scene(birds: list[tuple[tuple[float, float], float]]) -> Points:
    """Points with weights as a learner would give them: noisy, mostly positive on the birds, negative elsewhere."""
    random = np.random.default_rng(SEED)
    x, y = random.uniform(0, WIDTH, POINTS), random.uniform(0, HEIGHT, POINTS)
    on_bird = np.any([bird(x, y, centre, size) for centre, size in birds], axis=0)
    return x, y, random.normal(np.where(on_bird, 1.0, -0.45), 0.6)


def table_of(points: Points, scale: float = 1.0) -> ScoreTable:
    x, y, weight = points
    return ScoreTable.from_points(x, y, weight * scale, width=WIDTH, height=HEIGHT)


def draw(axes: Axes, title: str, points: Points, boxes: list[Box], truth: Box | None = None) -> None:
    x, y, weight = points
    colours = np.clip(np.round(weight * 2) / 2, -2, 2)  # few colours: a small file
    axes.scatter(x, y, c=colours, s=6, marker="s", cmap="PuOr_r", vmin=-2, vmax=2, linewidths=0, antialiased=False)
    for box in boxes:
        axes.add_patch(Rectangle((box.left, box.top), box.width, box.height, fill=False, ec="#d01c1c", lw=2.2))
    if truth is not None:
        axes.add_patch(
            Rectangle((truth.left, truth.top), truth.width, truth.height, fill=False, ec="k", lw=1.5, ls="--")
        )
    axes.set(xlim=(0, WIDTH), ylim=(HEIGHT, 0), aspect="equal", xticks=[], yticks=[])
    axes.set_title(title, fontsize=10)


def timed(what: str, table: ScoreTable, truth: Box | None = None, loss_weight: float = 0.0) -> SearchResult:
    start = time.perf_counter()
    found = search(table, truth=truth, loss_weight=loss_weight)
    milliseconds = 1e3 * (time.perf_counter() - start)
    print(f"{what}: {described(found)}, after {found.expanded} splits and {milliseconds:.2f} ms")
    return found


def described(found: SearchResult) -> str:
    proof = "optimal" if found.optimal else "not proven optimal"
    return f"{list(found.box)} scores {found.score:.3f}, {proof}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("demo.png"), help="the picture (default: demo.png)")
    output = parser.parse_args().output
    print("loading the search, which the first time has to be compiled ...", file=sys.stderr)
    one, three = scene([((230, 165), 75)]), scene([((90, 85), 42), ((340, 120), 60), ((170, 245), 50)])
    search(table_of(one))

    count = WIDTH * (WIDTH + 1) // 2 * (HEIGHT * (HEIGHT + 1) // 2)
    print(f"an image of {WIDTH}x{HEIGHT} pixels with {POINTS} weighted points has {count:,} boxes")
    best = timed("best box", table_of(one))
    truth = Box(128, 100, 372, 210)
    violating = timed("most violating box, weights times 0.001", table_of(one, 1e-3), truth, 1.0)
    several = search_many(table_of(three), 3)
    for number, found in enumerate(several, 1):
        print(f"box {number} of {len(several)}: {described(found)}")

    figure, axes = plt.subplots(1, 3, figsize=(12.6, 3.2), layout="constrained")
    draw(axes[0], "best box of all", one, [best.box])
    draw(axes[1], "most violating box: score + loss (truth dashed)", one, [violating.box], truth)
    draw(axes[2], "several objects, one after the other", three, [found.box for found in several])
    figure.savefig(output, dpi=80, pil_kwargs={"optimize": True})
    print(f"drawn to {output}")


if __name__ == "__main__":
    main()
