"""What is wrong with a data set: the first problem is an error when loading, all of them are listed when checking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from locpriv.errors import DatasetError


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong.

    Attributes
    ----------
    kind : str
        A few words that problems of the same sort share, to be counted by.
    file : Path
    what : str
        What was expected and what came.
    line : int or None
        Line in the file, from 1.
    id : int or None
        Number of the image.
    """

    kind: str
    file: Path
    what: str
    line: int | None = None
    id: int | None = None

    def __str__(self) -> str:
        line = "" if self.line is None else f" line {self.line}"
        image = "" if self.id is None else f"image {self.id}: "
        text = f"{self.file}{line}: {image}{self.what}"
        return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


Report = Callable[[Problem], None]


def refuse(problem: Problem) -> None:
    """The report of a loader: a problem is an error."""
    raise DatasetError(str(problem)) from None
