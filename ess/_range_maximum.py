"""The largest value of any stretch of an array in constant time (a sparse table)."""

import numpy as np
from numba import njit

from ess._problem import Floats


@njit(cache=True)
def range_maxima(values: Floats) -> Floats:
    """Row k holds the maximum of the 2**k values that start at each place."""
    size = values.size
    levels = 1
    while 2**levels <= size:
        levels += 1
    maxima = np.empty((levels, size))
    maxima[0] = values
    for level in range(1, levels):
        half = 2 ** (level - 1)
        for start in range(size - 2 * half + 1):
            maxima[level, start] = max(maxima[level - 1, start], maxima[level - 1, start + half])
    return maxima


@njit(cache=True, forceinline=True)
def range_maximum(maxima: Floats, first: int, last: int) -> float:
    """The maximum over first..last, both included; two stretches that overlap cover it."""
    level = 0
    while 2 << level <= last - first + 1:
        level += 1
    return max(maxima[level, first], maxima[level, last + 1 - (1 << level)])
