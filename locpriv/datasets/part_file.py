"""Where the parts of the objects are: ``parts.txt`` and ``part_locs.txt``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from locpriv.datasets.problem import Problem, Report
from locpriv.datasets.text_table import read_columns, read_rows

COLUMNS = ("image", "part", "x", "y", "visible (0 or 1)")


def read_parts(
    folder: Path, ids: Sequence[int], sizes: dict[int, tuple[int, int]], report: Report
) -> tuple[tuple[str, ...], dict[int, NDArray[np.float64]]]:
    """Names of the parts, and x, y of each part of each image of known size, NaN where it is not visible."""
    rows = read_rows(folder / "parts.txt", report, "a number and the name of a part")
    names = tuple(rows[number].text for number in sorted(rows))
    part_place = {number: place for place, number in enumerate(sorted(rows))}
    path = folder / "part_locs.txt"
    table, lines = read_columns(path, COLUMNS, np.float64, report)
    places = {number: np.full((len(names), 2), np.nan) for number in sizes}
    seen: dict[int, set[int]] = {number: set() for number in ids}
    for (image, part, x, y, visible), line in zip(table.tolist(), lines.tolist(), strict=True):
        if image not in seen:
            report(Problem("unknown image", path, f"image {image:g} is not in images.txt", line))
        elif part not in part_place:
            report(Problem("unknown part", path, f"part {part:g} is not in parts.txt", line, int(image)))
        elif visible not in (0, 1):
            report(Problem("bad part", path, f"visible must be 0 or 1, got {visible:g}", line, int(image)))
        elif int(part) in seen[int(image)]:
            report(Problem("bad part", path, f"{names[part_place[int(part)]]} is there twice", line, int(image)))
        else:
            seen[int(image)].add(int(part))
            width, height = sizes.get(int(image), (0, 0))
            if visible and 0 <= x < width and 0 <= y < height:
                places[int(image)][part_place[int(part)]] = x, y
            elif visible and width:
                what = f"{names[part_place[int(part)]]} at {x:g}, {y:g} is outside the image of {width}x{height}"
                report(Problem("part outside", path, what, line, int(image)))
    for image, found in seen.items():
        if len(found) != len(names):
            what = f"expected {len(names)} parts, got {len(found)}"
            report(Problem("parts missing", path, what, id=image))
            places.pop(image, None)
    return names, places
