"""What the benchmarks of the project share: seconds, memory, the kind of machine, and their JSON."""

from __future__ import annotations

import ctypes
import datetime
import json
import os
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any


def best_seconds(function: Callable[[], Any], repeats: int = 5) -> float:
    """Least wall-clock time of several calls, the first of which is not counted."""
    function()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def extra_megabytes(function: Callable[[], Any]) -> float | None:
    """How far the memory of this process rises above its present size during a call; None where Linux cannot tell."""
    try:
        ctypes.CDLL(None).malloc_trim(0)  # give back what earlier calls freed, or it would be used again unseen
        Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
        before = _status("VmRSS")
        function()
        return max(0.0, _status("VmHWM") - before)
    except (OSError, AttributeError, TypeError, StopIteration):
        return None


def _status(name: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def machine() -> dict[str, Any]:
    """The kind of machine and the versions that figures depend on."""
    return {
        "date": datetime.date.today().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write a result file in one piece."""
    temporary = path.with_name(path.name + ".part")
    temporary.write_text(json.dumps(content, indent=2) + "\n")
    temporary.replace(path)
