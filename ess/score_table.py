"""Weights at places become padded summed tables: the score of any box in O(1)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ess._check import described, finite_array, pixels, whole_number
from ess._problem import table_score
from ess._summed_tables import scatter_points, sum_cells
from ess.box import Box

EXACT_BITS = 51  # sums below 2**53 quanta are exact: 2**51 for the weights, as much for a prior, the rest for rounding
MOST_CELLS = 2**30  # 16 GiB of tables
LEAST_EXPONENT = -960  # so that dividing by a quantum cannot overflow


def quantum_of(magnitude: float) -> float:
    """The power of two of which sums up to `magnitude` are at most 2**51 multiples."""
    exponent = math.frexp(magnitude)[1] - EXACT_BITS if magnitude else LEAST_EXPONENT
    return math.ldexp(1.0, max(exponent, LEAST_EXPONENT))


def rounded(values: NDArray[np.float64], quantum: float) -> NDArray[np.float64]:
    """Values to the nearest multiple of a quantum."""
    multiples: NDArray[np.float64] = np.rint(values * (1.0 / quantum)) * quantum
    return multiples


def magnitude_of(name: str, values: NDArray[np.float64]) -> float:
    """Sum of the absolute values, which must not overflow."""
    with np.errstate(over="ignore"):
        magnitude = float(np.abs(values).sum())
    if not math.isfinite(magnitude * 2.0):
        raise ValueError(f"{name} must have a finite sum of absolute values, got {magnitude}")
    return magnitude


def lattice(size: int, stride: int) -> NDArray[np.float64]:
    """The edges along a side of an image: 0, stride, 2 stride, … and the last one."""
    return np.append(np.arange(0, size, stride), size).astype(np.float64)


class ScoreTable:
    """The weights of an image, summed so that the score of a box takes eight look-ups.

    Made by :meth:`from_points` or :meth:`from_map`. Weights are rounded once, to whole multiples of `quantum`: the
    power of two, at most 2**-50 of the sum of the absolute weights (but not below 2**-960), that makes all their sums
    exact in float64. So sums do not depend on their order, and boxes of equal score tie exactly; and weights so much
    smaller than that sum become zero.

    A table of ``stride=s`` knows only the edges 0, s, 2s, … and the last one of the image, and is that much smaller.

    Attributes
    ----------
    width, height, stride : int
        Size of the image and distance of its edges in pixels.
    quantum : float
        What all weights are multiples of.
    positive, negative : array
        Summed tables of the cells above and below zero. Their rows run along the shorter side of the image:
        they are `transposed` for an image that is taller than wide.
    """

    def __init__(self, width: int, height: int, stride: int, magnitude: float, out: ScoreTable | None = None) -> None:
        """Tables not filled yet; users call :meth:`from_points` or :meth:`from_map`."""
        self.width, self.height, self.stride, self.magnitude = width, height, stride, magnitude
        self.quantum = quantum_of(magnitude)
        self.transposed = height > width
        if not isinstance(out, ScoreTable | None):
            raise ValueError(f"out must be a ScoreTable or None, got {described(out)}")
        rows, columns = sorted(-(-side // stride) + 1 for side in (width, height))
        if rows * columns > MOST_CELLS:
            raise ValueError(f"an image of {width}x{height} with stride {stride} is too large: over {MOST_CELLS} cells")
        self.positive: NDArray[np.float64]
        self.negative: NDArray[np.float64]
        if out is not None and out.positive.shape == (rows, columns):
            self.positive, self.negative = out.positive, out.negative
        else:
            self.positive, self.negative = np.empty((rows, columns)), np.empty((rows, columns))

    @classmethod
    def from_points(
        cls,
        x: ArrayLike,
        y: ArrayLike,
        weight: ArrayLike,
        *,
        width: int,
        height: int,
        stride: int = 1,
        out: ScoreTable | None = None,
    ) -> ScoreTable:
        """A table of weighted points.

        Parameters
        ----------
        x, y : array of numbers, shape (n,)
            Places. A point belongs to the pixel ``floor(x), floor(y)``, which must lie in the image.
        weight : array of numbers, shape (n,)
            Finite weights; those of one place add up.
        width, height : int
            Size of the image.
        stride : int
            Keep every stride-th edge only.
        out : ScoreTable, optional
            A table no longer needed. Its memory is taken over if the shape fits; do not use it afterwards.
        """
        width, height = whole_number("width", width, 1), whole_number("height", height, 1)
        stride = whole_number("stride", stride, 1)
        columns, rows = pixels("x", x, width), pixels("y", y, height)
        weights = finite_array("weight", weight, 1)
        if not columns.size == rows.size == weights.size:
            sizes = f"{columns.size}, {rows.size} and {weights.size}"
            raise ValueError(f"x, y and weight must have the same length, got {sizes}")
        table = cls(width, height, stride, magnitude_of("weight", weights), out)
        if stride > 1:
            columns, rows = columns // np.int32(stride), rows // np.int32(stride)
        if table.transposed:
            columns, rows = rows, columns
        scatter_points(columns, rows, rounded(weights, table.quantum), table.positive)
        sum_cells(table.positive, table.negative)
        return table

    @classmethod
    def from_map(cls, weights: ArrayLike, *, stride: int = 1, out: ScoreTable | None = None) -> ScoreTable:
        """A table of one weight a pixel, ``weights[y, x]``; `stride` and `out` as in :meth:`from_points`."""
        cells = finite_array("weights", weights, 2)
        if 0 in cells.shape:
            raise ValueError(f"weights must have at least one row and one column, got shape {cells.shape}")
        height, width = cells.shape
        stride = whole_number("stride", stride, 1)
        table = cls(width, height, stride, magnitude_of("weights", cells), out)
        return table._filled(rounded(cells, table.quantum), stride)

    def _filled(self, cells: NDArray[np.float64], block: int = 1) -> ScoreTable:
        """Fill the tables with cells given in image orientation, blocks of which make a cell of this table."""
        if block > 1:
            cells = np.add.reduceat(cells, np.arange(0, cells.shape[0], block), axis=0)
            cells = np.add.reduceat(cells, np.arange(0, cells.shape[1], block), axis=1)
        self.positive[1:, 1:] = cells.T if self.transposed else cells
        sum_cells(self.positive, self.negative)
        return self

    def cells(self) -> NDArray[np.float64]:
        """Rounded weight of each cell of the lattice, one row of cells after the other."""
        table = self.positive + self.negative
        cells: NDArray[np.float64] = np.diff(np.diff(table, axis=0), axis=1)
        return cells.T if self.transposed else cells

    def coarsened(self, stride: int) -> ScoreTable:
        """The table of a coarser lattice, whose stride is a multiple of this one's."""
        stride = whole_number("stride", stride, 1)
        if stride % self.stride:
            raise ValueError(f"stride must be a multiple of the table's stride {self.stride}, got {stride}")
        if stride == self.stride:
            return self
        table = ScoreTable(self.width, self.height, stride, self.magnitude)
        return table._filled(self.cells(), stride // self.stride)

    def with_room_for(self, magnitude: float) -> ScoreTable:
        """A table whose weights add up exactly with other numbers of a given sum of absolute values."""
        if quantum_of(magnitude) <= self.quantum:
            return self
        table = ScoreTable(self.width, self.height, self.stride, magnitude)
        return table._filled(rounded(self.cells(), table.quantum))

    def without(self, box: Box) -> ScoreTable:
        """The table with the weights inside a box set to zero."""
        cells = self.cells()
        cells[self.cells_of(box)] = 0.0
        return ScoreTable(self.width, self.height, self.stride, self.magnitude)._filled(cells)

    def score(self, box: Box) -> float:
        """Sum of the weights inside a box whose edges are on the lattice."""
        rows, columns = self.cells_of(box)
        if self.transposed:
            rows, columns = columns, rows
        edges = rows.start, rows.stop, columns.start, columns.stop
        return float(table_score(self.positive, *edges) + table_score(self.negative, *edges))

    def cells_of(self, box: Box) -> tuple[slice, slice]:
        """Rows and columns of :meth:`cells` that a box covers; its edges must be on the lattice."""
        self.check_inside("box", box)
        numbers = []
        for edge, size in zip(box, (self.width, self.height) * 2, strict=True):
            if edge % self.stride and edge != size:
                where = f"on multiples of the stride {self.stride} or at the image border"
                raise ValueError(f"box must have its edges {where}, got {box}")
            numbers.append(-(-edge // self.stride))
        left, top, right, bottom = numbers
        return slice(top, bottom), slice(left, right)

    def check_inside(self, name: str, box: Box) -> None:
        """Refuse anything but a box inside the image."""
        if not isinstance(box, Box):
            raise ValueError(f"{name} must be a Box, got {described(box)}")
        if box.left < 0 or box.top < 0 or box.right > self.width or box.bottom > self.height:
            raise ValueError(f"{name} must lie in the image of {self.width}x{self.height} pixels, got {box}")

    def __repr__(self) -> str:
        return f"ScoreTable(width={self.width}, height={self.height}, stride={self.stride})"
