"""The one progress bar: on stderr, on terminals only, and only for what takes long."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

from tqdm import tqdm

Item = TypeVar("Item")
SECONDS_WITHOUT_A_BAR = 2.0


def progress(items: Iterable[Item], what: str, total: int | None = None, unit: str = "image") -> tqdm:
    """The same items, with a bar after two seconds where stderr is a terminal.

    Also a context manager with ``update(n)`` for what is not counted item by item; `unit` "B" counts bytes.
    """
    return tqdm(
        items,
        desc=what,
        total=total,
        unit=unit,
        unit_scale=unit == "B",
        unit_divisor=1024 if unit == "B" else 1000,
        disable=sys.stderr is None or not sys.stderr.isatty(),
        delay=SECONDS_WITHOUT_A_BAR,
        leave=False,
        dynamic_ncols=True,
    )
