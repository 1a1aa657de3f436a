"""Checks of what users pass in: each names the argument, what was expected and what came."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

INT32_MAX = 2**31 - 1


def whole_number(name: str, value: Any, least: int, greatest: int = INT32_MAX) -> int:
    """A Python int between two limits."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be an integer, got {value!r}") from None
    if not least <= number <= greatest:
        raise ValueError(f"{name} must be between {least} and {greatest}, got {number}")
    return number


def finite_number(name: str, value: Any) -> float:
    """A finite Python float."""
    if isinstance(value, str | bytes | bytearray | bool | np.bool_):
        raise ValueError(f"{name} must be a number, got {value!r}")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number, got {value!r}") from None
    except OverflowError:
        raise ValueError(f"{name} must be finite as a float, got a number too large for that") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, got {number}")
    return number


def described(value: Any) -> str:
    """A value in an error message: arrays by their shape, not by their numbers."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    return repr(value)


def as_array(name: str, values: Any) -> NDArray[Any]:
    """Values as an array of any type."""
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must be an array, got {type(values).__name__}: {error}") from None


def finite_array(name: str, values: Any, dimensions: int) -> NDArray[np.float64]:
    """A contiguous float64 array of real, finite numbers."""
    array = as_array(name, values)
    if array.ndim != dimensions:
        raise ValueError(f"{name} must have {dimensions} dimension{'s' * (dimensions > 1)}, got shape {array.shape}")
    if array.dtype.kind not in "iuf" and array.size:
        raise ValueError(f"{name} must be real numbers, got dtype {array.dtype}")
    numbers = np.ascontiguousarray(array, dtype=np.float64)
    if not np.isfinite(numbers).all():
        place = np.argwhere(~np.isfinite(numbers))[0].tolist()
        raise ValueError(f"{name} must be finite, got {numbers[tuple(place)]} at {place}")
    return numbers


def pixels(name: str, values: Any, size: int) -> NDArray[np.int32]:
    """The pixels that places belong to, all of them between 0 and size."""
    places = finite_array(name, values, 1)
    outside = np.flatnonzero((places < 0) | (places >= size))
    if outside.size:
        first = outside[0]
        raise ValueError(f"{name} must lie in the image, 0 <= {name} < {size}, got {places[first]:g} at [{first}]")
    return np.floor(places).astype(np.int32)
