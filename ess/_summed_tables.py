"""Summed tables of the positive and of the negative cells."""

from numba import njit

from ess._problem import Floats, Integers


@njit(cache=True, nogil=True)
def scatter_points(column: Integers, row: Integers, weight: Floats, cells: Floats) -> None:
    """Add up the points of each cell, one row and one column further on to leave room for the padding."""
    cells[:] = 0.0
    for point in range(weight.size):
        cells[row[point] + 1, column[point] + 1] += weight[point]


@njit(cache=True, nogil=True)
def sum_cells(positive: Floats, negative: Floats) -> None:
    """Turn the padded cells that stand in `positive` into the two summed tables, in place and in one pass."""
    rows, columns = positive.shape
    positive[0] = 0.0
    negative[0] = 0.0
    for row in range(1, rows):
        sum_above, sum_below = 0.0, 0.0
        positive[row, 0] = 0.0
        negative[row, 0] = 0.0
        for column in range(1, columns):
            cell = positive[row, column]
            sum_above += max(cell, 0.0)
            sum_below += min(cell, 0.0)
            positive[row, column] = positive[row - 1, column] + sum_above
            negative[row, column] = negative[row - 1, column] + sum_below
