"""Transfers a file over http, going on where an earlier attempt or an earlier run broke off."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from features.progress import progress
from locpriv.errors import DownloadError

TIMEOUT = 30.0
"""Seconds without a byte after which a connection counts as broken."""

PAUSES = (1.0, 3.0, 9.0)
"""Seconds to wait after broken connections in a row that together brought less than `CHUNK` bytes."""

CHUNK = 1 << 20


class _BrokenError(Exception):
    """A connection failed in a way that may pass."""


def transfer(url: str, size: int, part: Path) -> None:
    """Fill the file `part` with what is behind an address, from what the file has on.

    At the end its contents may still be wrong: too short if the server's file is, too long if the server sent more
    than `size` (which ends the transfer at once), or wrong from an earlier run.

    Parameters
    ----------
    url : str
        The address.
    size : int
        Bytes to expect.
    part : Path
        Where they go. What is there is kept on all errors, except when the server can only send from the beginning.

    Raises
    ------
    DownloadError
        The server refuses or sends something else, or connections break again and again without bringing much.
    OSError
        The file could not be written.
    """
    most = size_of(part)
    pauses = iter(PAUSES)
    with progress(b"", f"downloading {part.stem}", total=size, unit="B") as bar:
        # Not by update, which would take them for the speed of the connection.
        bar.initial = bar.n = bar.last_print_n = most
        while size_of(part) < size:
            try:
                if not _attempt(url, size, part, bar.update):
                    return
            except _BrokenError as error:
                if size_of(part) >= most + CHUNK:
                    most = size_of(part)
                    pauses = iter(PAUSES)
                pause = next(pauses, None)
                if pause is None:
                    raise _failure(url, size, part, f"the connection broke ({error})") from error
                time.sleep(pause)


def size_of(part: Path) -> int:
    """Bytes of a file, 0 if there is none."""
    return part.stat().st_size if part.exists() else 0


def _attempt(url: str, size: int, part: Path, advance: Callable[[int], object]) -> bool:
    """One request for what is missing, told to `advance` as it comes. False if the server has no more."""
    have = size_of(part)
    try:
        response = _answer(url, have)
    except HTTPError as error:
        error.close()
        if error.code == 416:
            return False
        raise _failure(url, size, part, f"the server answers {error.code} {error.reason}") from error
    with response:
        if fault := _fault(response, size, have):
            raise _failure(url, size, part, fault)
        arrived = have if response.status == 206 else 0
        advance(arrived - have)
        with part.open("ab" if response.status == 206 else "wb") as file:
            while arrived <= size:
                with _breaks_told_apart():
                    chunk = response.read1(CHUNK)
                if not chunk:
                    break
                file.write(chunk)
                advance(len(chunk))
                arrived += len(chunk)
    if arrived < size:
        raise _BrokenError("it was closed too early")
    return True


def _answer(url: str, have: int) -> HTTPResponse:
    headers = {"User-Agent": "locpriv"}
    if have:
        headers["Range"] = f"bytes={have}-"
    with _breaks_told_apart():
        response: HTTPResponse = urlopen(Request(url, headers=headers), timeout=TIMEOUT)
    return response


@contextmanager
def _breaks_told_apart() -> Iterator[None]:
    """Tells a connection that broke from a server that refuses, and from a disk that is full."""
    try:
        yield
    except HTTPError:
        raise
    except (OSError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) else error
        raise _BrokenError(str(reason) or type(reason).__name__) from error


def _fault(response: HTTPResponse, size: int, have: int) -> str | None:
    """What shows, before the first byte, that this is not what was asked for; None if nothing does."""
    if response.status not in (200, 206):
        return f"the server answers {response.status}"
    if response.headers.get_content_type() == "text/html":
        return "the server sends a web page instead of the file"
    total = response.length
    if response.status == 206:
        span = response.headers.get("Content-Range", "something")
        found = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", span)
        if found is None or int(found[1]) != have:
            return f"the server sends {span} instead of the bytes from {have:,} on"
        total = None if found[2] == "*" else int(found[2])
    if total is not None and total != size:
        return f"the server's file has {total:,} bytes instead of {size:,}"
    return None


def _failure(url: str, size: int, part: Path, reason: str) -> DownloadError:
    message = f"{url}: {reason}"
    if have := size_of(part):
        message += f"; {have:,} of {size:,} bytes have arrived and are kept, the same command continues"
    return DownloadError(message)
