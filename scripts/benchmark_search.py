"""Times the search in units of T_scan, the time of a plain scan over all row pairs of the same table.

One run, one thread. Prints a table, writes JSON and a log-log plot of time against the scale of the weights.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measure import best_seconds, extra_megabytes, machine, write_json
from numba import njit

from ess import Box, ScoreTable, search

COW = Path(__file__).resolve().parents[2] / "shared" / "ess_cases" / "cow.npz"
SCALES = [10.0**-exponent for exponent in range(7)]
SEED = 0
CLASSIC_CAP = 40_000_000  # splits; about a minute


class Image(NamedTuple):
    """Weighted points of an image."""

    name: str
    x: np.ndarray
    y: np.ndarray
    weight: np.ndarray
    width: int
    height: int

    def table(self, scale: float = 1.0, out: ScoreTable | None = None) -> ScoreTable:
        return ScoreTable.from_points(
            self.x, self.y, self.weight * scale, width=self.width, height=self.height, out=out
        )

    def truth(self) -> Box:
        """A central box of half the width and height."""
        return Box(self.width // 4, self.height // 4, 3 * self.width // 4, 3 * self.height // 4)


def made_up(points: int, kind: str, width: int, height: int) -> Image:
    """Normal weights at uniform places; with a planted object the weights inside it are greater by 1.5."""
    random = np.random.default_rng(SEED)
    u, v, weight = random.random(points), random.random(points), random.normal(size=points)
    if kind == "planted":
        weight += np.where((u > 0.3) & (u < 0.66) & (v > 0.27) & (v < 0.7), 1.0, -0.5)
    x, y = (u * width).astype(np.int32), (v * height).astype(np.int32)
    return Image(f"{width}x{height}, {points} points, {kind}", x, y, weight, width, height)


def images(quick: bool) -> Iterator[Image]:
    if COW.exists():
        cow = np.load(COW)
        yield Image("cow", cow["x"], cow["y"], cow["weight"], int(cow["width"]), int(cow["height"]))
    else:
        print("left out: the cow, for want of ../shared/ess_cases/cow.npz", file=sys.stderr)
    width, height = (120, 90) if quick else (500, 375)
    for points in (600, 3000):
        for kind in ("planted", "random"):
            yield made_up(points, kind, width, height)


@njit(cache=True)
def scan(table):
    """The obvious method: for each row pair, one pass over the columns that keeps the least prefix sum so far."""
    best, best_top, best_bottom, best_left, best_right = -np.inf, 0, 0, 0, 0
    for top in range(table.shape[0] - 1):
        for bottom in range(top + 1, table.shape[0]):
            least, least_at = 0.0, 0
            for x in range(1, table.shape[1]):
                prefix = table[bottom, x] - table[top, x]
                if prefix - least > best:
                    best, best_top, best_bottom, best_left, best_right = prefix - least, top, bottom, least_at, x
                if prefix < least:
                    least, least_at = prefix, x
    return best, best_top, best_bottom, best_left, best_right


def measure_image(image: Image, repeats: int, classic_cap: int) -> dict[str, Any]:
    """Everything about one image, as ratios to its T_scan."""
    table = image.table()
    summed = table.positive + table.negative
    scan_seconds = best_seconds(lambda: scan(summed), repeats=2)
    plain = search(table)
    assert plain.optimal
    assert abs(plain.score - scan(summed)[0]) <= 1e-9 * plain.score
    spare = image.table()
    result: dict[str, Any] = {
        "image": image.name,
        "scan_seconds": scan_seconds,
        "build": best_seconds(image.table, repeats) / scan_seconds,
        "build_reusing_memory": best_seconds(lambda: image.table(out=spare), repeats) / scan_seconds,
        "plain": best_seconds(lambda: search(table), repeats) / scan_seconds,
        "plain_expanded": plain.expanded,
        "loss": [],
    }
    for scale in SCALES:
        scaled, truth = image.table(scale), image.truth()
        found = search(scaled, truth=truth, loss_weight=1.0)
        seconds = best_seconds(lambda: search(scaled, truth=truth, loss_weight=1.0), repeats)  # noqa: B023
        row = {"scale": scale, "ratio": seconds / scan_seconds, "optimal": found.optimal, "expanded": found.expanded}
        classic = {"truth": truth, "loss_weight": 1.0, "method": "classic", "max_expanded": classic_cap}
        start = time.perf_counter()
        slow = search(scaled, **classic)
        row |= {"classic_ratio": (time.perf_counter() - start) / scan_seconds, "classic_expanded": slow.expanded}
        row["classic_optimal"] = slow.optimal
        assert not slow.optimal or (slow.box, slow.score) == (found.box, found.score)
        result["loss"].append(row)
    return result


def measure_sizes(kind: str, quick: bool) -> dict[str, Any]:
    """The same scene of 20,000 points at growing image sizes: seconds, memory, and the exponent of their growth."""
    rows = [measure_size(made_up(20_000, kind, 375 * size, 250 * size)) for size in ((1, 2) if quick else (1, 2, 4, 8))]
    pixels = np.log([row["width"] * row["height"] for row in rows])
    exponents = {
        part: float(np.polyfit(pixels, np.log([row[f"{part}_seconds"] for row in rows]), 1)[0])
        for part in ("build", "plain", "loss")
    }
    return {"kind": kind, "sizes": rows, "exponents": exponents}


def measure_size(image: Image) -> dict[str, Any]:
    """Seconds and memory of one image size; the loss-augmented search at its slowest weight scale."""
    table, loss = image.table(), {"truth": image.truth(), "loss_weight": 1.0}
    slowest = max(SCALES, key=lambda scale: search(image.table(scale), **loss).expanded)
    scaled = image.table(slowest)
    return {
        "width": image.width,
        "height": image.height,
        "loss_scale": slowest,
        "build_seconds": best_seconds(image.table, 3),
        "plain_seconds": best_seconds(lambda: search(table), 3),
        "loss_seconds": best_seconds(lambda: search(scaled, **loss), 3),
        "plain_megabytes": extra_megabytes(lambda: search(table)),
        "loss_megabytes": extra_megabytes(lambda: search(scaled, **loss)),
        "table_megabytes": 2 * table.positive.nbytes / 2**20,
    }


def measure_cap(quick: bool) -> dict[str, Any]:
    """Memory of a classic search that ends at its cap: the most that a search with default arguments can take."""
    image = made_up(3000, "planted", 500, 375)
    cap = {"max_expanded": 20_000} if quick else {}
    call = {"table": image.table(1e-5), "truth": image.truth(), "loss_weight": 1.0, "method": "classic", **cap}
    megabytes = extra_megabytes(lambda: search(**call))
    found = search(**call)
    return {"megabytes": megabytes, "expanded": found.expanded, "optimal": found.optimal}


def in_megabytes(*figures: float | None) -> str:
    return "unknown" if None in figures else f"{max(figures):.1f} MB"


def print_results(results: dict[str, Any]) -> None:
    print("\nall times in units of T_scan, the plain scan over all row pairs\n")
    print(f"{'image':32} {'T_scan':>9} {'build':>7} {'plain':>7} {'splits':>7}")
    for row in results["images"]:
        scan_time = f"{1e3 * row['scan_seconds']:6.1f} ms"
        print(f"{row['image']:32} {scan_time:>9} {row['build']:7.4f} {row['plain']:7.4f} {row['plain_expanded']:7}")
    print(f"\n{'loss-augmented, weights times':32} " + " ".join(f"{scale:7.0e}" for scale in SCALES))
    for row in results["images"]:
        print(f"{row['image']:32} " + " ".join(f"{at['ratio']:7.4f}" for at in row["loss"]))
        slow = [f"{at['classic_ratio']:7.3g}" if at["classic_optimal"] else f"{'-':>7}" for at in row["loss"]]
        print(f"{'    classic':32} " + " ".join(slow))
    print("\n{loss_median:.4f} median, {loss_worst:.4f} worst; all optimal: {all_optimal}".format(**results))
    cap = results["capped_classic"]
    print(f"a classic search that ends at its cap of {cap['expanded']:,} splits takes {in_megabytes(cap['megabytes'])}")
    for growth in results["growth"]:
        print(f"\n20,000 points, {growth['kind']}; loss-augmented at the weight scale with the most splits")
        print(f"{'size':>10} {'table':>9} {'build':>9} {'plain':>9} {'loss':>9}   extra memory of a search")
        for row in growth["sizes"]:
            times = " ".join(f"{1e3 * row[f'{part}_seconds']:6.1f} ms" for part in ("build", "plain", "loss"))
            memory = in_megabytes(row["plain_megabytes"], row["loss_megabytes"])
            size = f"{row['width']}x{row['height']}"
            print(f"{size:>10} {row['table_megabytes']:6.1f} MB {times}   {memory}")
        exponents = ", ".join(f"{part} {power:.2f}" for part, power in growth["exponents"].items())
        print(f"seconds grow as the number of pixels to the power of: {exponents}")


def plot(results: dict[str, Any], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.5, 4.6), layout="constrained")
    for number, row in enumerate(results["images"]):
        colour = f"C{number}"
        axes.loglog(SCALES, [at["ratio"] for at in row["loss"]], "o-", color=colour, label=row["image"])
        slow = [at["classic_ratio"] if at["classic_optimal"] else np.nan for at in row["loss"]]
        axes.loglog(SCALES, slow, "x:", color=colour)
    axes.axhline(1.0, color="grey", linewidth=0.8)
    axes.text(SCALES[0], 1.1, "plain scan over all row pairs", color="grey", va="bottom", ha="right")
    axes.set(xlabel="scale of the weights", ylabel="time / T_scan")
    axes.set_title("loss-augmented search: branch on rows (solid), classic, cap raised (dotted)", fontsize=10)
    axes.legend(fontsize=8)
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--plot", type=Path, help="draw time against weight scale here (PNG)")
    parser.add_argument("--quick", action="store_true", help="small images, a few seconds")
    arguments = parser.parse_args()
    repeats = 2 if arguments.quick else 7
    search(made_up(20, "random", 20, 20).table(), method="classic")  # compile, or load what was compiled
    classic_cap = 20_000 if arguments.quick else CLASSIC_CAP
    rows = [measure_image(image, repeats, classic_cap) for image in images(arguments.quick)]
    ratios = [at["ratio"] for row in rows for at in row["loss"]]
    results = {
        "machine": machine(),
        "seed": SEED,
        "images": rows,
        "loss_median": statistics.median(ratios),
        "loss_worst": max(ratios),
        "all_optimal": all(at["optimal"] for row in rows for at in row["loss"]),
        "capped_classic": measure_cap(arguments.quick),
        "growth": [measure_sizes(kind, arguments.quick) for kind in ("planted", "random")],
    }
    print_results(results)
    if arguments.json:
        write_json(arguments.json, results)
    if arguments.plot:
        plot(results, arguments.plot)


if __name__ == "__main__":
    main()
