"""Errors about files: what was wrong, and where. Bad arguments are ``ValueError`` instead.

LocprivError
  ImageFileError      an image or mask that cannot be read
  (more in locpriv.errors)
"""

from __future__ import annotations

from pathlib import Path


class LocprivError(Exception):
    """A file or folder is not what it should be; the message is one line for people."""


class ImageFileError(LocprivError):
    """An image or mask file is missing, unreadable, damaged or too large: `path` and `reason`."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"
