"""Attributes of the images: ``attributes.txt`` and the millions of lines of ``image_attribute_labels.txt``."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from features import cache
from locpriv.datasets.attribute_names import CERTAINTIES
from locpriv.datasets.problem import Problem, Report
from locpriv.datasets.text_table import is_file, read_columns, read_rows

COLUMNS = ("image", "attribute", "present (0 or 1)", "certainty (1 to 4)")


@dataclass(frozen=True, eq=False)
class AttributeTable:
    """Presence and certainty of each attribute of each image.

    Attributes
    ----------
    ids : array (n,)
        Images, in ascending order.
    present : bool array (n, n_attributes)
    certainty : uint8 array (n, n_attributes)
        1 not visible, 2 guessing, 3 probably, 4 definitely.
    """

    ids: NDArray[np.int64]
    present: NDArray[np.bool_]
    certainty: NDArray[np.uint8]

    def of(self, image: int) -> tuple[NDArray[np.bool_], NDArray[np.uint8]] | None:
        """Both rows of an image, None if it has none."""
        row = int(np.searchsorted(self.ids, image))
        if row == len(self.ids) or self.ids[row] != image:
            return None
        return self.present[row], self.certainty[row]


def read_attribute_names(root: Path, report: Report) -> tuple[str, ...]:
    """Names of the attributes; their file lies in the folder with images.txt, or beside it."""
    places = [root / "attributes.txt", root / "attributes" / "attributes.txt", root.parent / "attributes.txt"]
    path = next((place for place in places if is_file(place)), places[0])
    rows = read_rows(path, report, "a number and the name of an attribute")
    if sorted(rows) != list(range(1, len(rows) + 1)):
        report(Problem("unreadable file", path, f"expected the numbers 1 to {len(rows)}, got others"))
    return tuple(rows[number].text for number in sorted(rows))


def read_attributes(path: Path, ids: list[int], count: int, report: Report) -> AttributeTable:
    """The table of these images. A file without problems is kept in the cache, in compact form, by its content."""
    faultless = True

    def noted(problem: Problem) -> None:
        nonlocal faultless
        faultless = False
        report(problem)

    key = _key(path, ids, count)
    kept = cache.load("attributes", key) if key else None
    if kept is not None and set(kept) == {"ids", "present", "certainty"}:
        return AttributeTable(kept["ids"], kept["present"], kept["certainty"])
    table, lines = read_columns(path, COLUMNS, np.int32, noted)
    good = _checked(path, table, lines, ids, count, noted)
    result = _table(path, table[good], np.array(sorted(ids)), count, noted)
    if key and faultless:
        arrays = {"ids": result.ids, "present": result.present, "certainty": result.certainty}
        cache.store("attributes", key, arrays)
    return result


def _key(path: Path, ids: list[int], count: int) -> str | None:
    try:
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").digest()
    except OSError:
        return None
    return cache.key_of(content, np.array(ids).tobytes(), str(count))


def _checked(
    path: Path, table: NDArray[np.int32], lines: NDArray[np.int64], ids: list[int], count: int, report: Report
) -> NDArray[np.bool_]:
    """Which rows are about known images and attributes; the first of the others is reported, with their number."""
    image, attribute, present, certainty = table.T
    known, sure = (1 <= attribute) & (attribute <= count), (1 <= certainty) & (certainty <= len(CERTAINTIES))
    tests = [
        ("unknown image", np.isin(image, ids), image, "is not in images.txt"),
        ("unknown attribute", known, attribute, f"attribute {{}} is not in 1 to {count}"),
        ("bad attribute", (present == 0) | (present == 1), present, "present must be 0 or 1, got {}"),
        ("bad attribute", sure, certainty, "certainty must be 1 to 4, got {}"),
    ]
    good = np.ones(len(table), dtype=bool)
    for kind, passed, values, what in tests:
        failed = np.flatnonzero(~passed & good)
        if len(failed):
            row, more = failed[0], f" (and {len(failed) - 1:,} more lines)" if len(failed) > 1 else ""
            report(Problem(kind, path, what.format(values[row]) + more, int(lines[row]), int(image[row])))
        good &= passed
    return good


def _table(path: Path, table: NDArray[np.int32], ids: NDArray[np.int64], count: int, report: Report) -> AttributeTable:
    """Rows become a table; images that do not have each attribute once are reported and left out."""
    cell = np.searchsorted(ids, table[:, 0]) * count + table[:, 1] - 1
    size = len(ids) * count
    times = np.bincount(cell, minlength=size).reshape(len(ids), count)
    present, certainty = np.zeros(size, dtype=bool), np.zeros(size, dtype=np.uint8)
    present[cell], certainty[cell] = table[:, 2] == 1, table[:, 3]
    complete = (times == 1).all(axis=1)
    for row in np.flatnonzero(~complete):
        found = f"{(times[row] > 0).sum()} of them in {times[row].sum()} lines"
        what = f"expected each of {count} attributes once, got {found}"
        report(Problem("attributes missing", path, what, id=int(ids[row])))
    return AttributeTable(
        ids[complete], present.reshape(times.shape)[complete], certainty.reshape(times.shape)[complete]
    )
