"""Text files with one record a line: a number, then something. Blank lines and Windows line ends are normal."""

from __future__ import annotations

import warnings
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from features.progress import progress
from locpriv.datasets.problem import Problem, Report

MOST_DIGITS = 18
CHUNK = 200_000  # lines between two steps of the progress bar


class Row(NamedTuple):
    """What a line says after its number, and where it stands."""

    line: int
    text: str

    def numbers(self, count: int) -> list[float] | None:
        """So many finite numbers, or None if the line has something else."""
        try:
            values = [float(field) for field in self.text.split()]
        except ValueError:
            return None
        if "_" in self.text:  # which Python takes for a part of a number
            return None
        return values if len(values) == count and np.isfinite(values).all() else None


def is_file(path: Path) -> bool:
    """Whether there is such a file; also of names that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_whole(text: str) -> bool:
    """Whether a text is a whole number of usual size."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def read_rows(path: Path, report: Report, expected: str) -> dict[int, Row]:
    """The rows of a small file by their numbers; `expected` says what a line should look like."""
    rows: dict[int, Row] = {}
    for line, text in _lines(path, report):
        number, *rest = text.split(maxsplit=1)
        if not is_whole(number) or not rest:
            report(Problem("unreadable line", path, f"expected {expected}, got {text[:60]!r}", line))
        elif int(number) in rows:
            report(Problem("number twice", path, f"number {number} is already in line {rows[int(number)].line}", line))
        else:
            rows[int(number)] = Row(line, rest[0])
    return rows


def read_columns(
    path: Path, columns: Sequence[str], dtype: DTypeLike, report: Report
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The first columns of a large file of numbers, and the line of each row.

    Further columns are allowed. Lines that cannot be read are reported and left out.
    """
    try:
        return _quickly(path, len(columns), dtype)
    except (OSError, ValueError, Warning):  # what is wrong, and where, is found line by line
        return _line_by_line(path, columns, dtype, report)


def _quickly(path: Path, count: int, dtype: DTypeLike) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """All rows of a file without fault: half a second for the 3.7 million lines of CUB's attributes."""
    chunks: list[NDArray[Any]] = [np.empty((0, count), dtype)]
    with path.open("rb") as file, progress((), f"reading {path.name}", path.stat().st_size, "B") as bar:
        _skip_mark(file)
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of loadtxt: whole numbers written as 1.0
            warnings.filterwarnings("ignore", ".*contained no data")  # blank lines
            while file.peek(1):
                chunks.append(np.loadtxt(file, dtype, comments=None, usecols=range(count), max_rows=CHUNK, ndmin=2))
                bar.update(file.tell() - bar.n)
        table = np.concatenate(chunks)
        file.seek(0)
        _skip_mark(file)
        filled = (line for line, text in enumerate(file, start=1) if not text.isspace())
        return table, np.fromiter(filled, np.int64, len(table))


def _skip_mark(file: BinaryIO) -> None:
    """Go on after the mark that Windows puts before UTF-8."""
    if file.read(len(BOM_UTF8)) != BOM_UTF8:
        file.seek(0)


def _line_by_line(
    path: Path, columns: Sequence[str], dtype: DTypeLike, report: Report
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    rows, places = [], []
    for line, text in _lines(path, report):
        try:
            rows.append(np.array(text.split()[: len(columns)], dtype=dtype))
            if len(rows[-1]) < len(columns):
                raise ValueError
            places.append(line)
        except (ValueError, OverflowError):
            del rows[len(places) :]
            report(Problem("unreadable line", path, f"expected {', '.join(columns)}, got {text[:60]!r}", line))
    table = np.array(rows, dtype=dtype).reshape(-1, len(columns))
    return table, np.array(places, dtype=np.int64)


def _lines(path: Path, report: Report) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, stripped, with their numbers."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            for line, text in enumerate(file, start=1):
                if text.strip():
                    yield line, text.strip()
    except OSError as error:
        report(Problem("missing file", path, error.strerror or str(error)))
    except UnicodeDecodeError:
        report(Problem("unreadable file", path, "expected text in UTF-8, got other bytes"))
