"""Errors about files: what was wrong, and where. Bad arguments are ``ValueError`` instead.

LocprivError
  ImageFileError      an image or mask that cannot be read
  (more in locpriv.errors)
"""


class LocprivError(Exception):
    """A file or folder is not what it should be; the message is one line for people."""


class ImageFileError(LocprivError):
    """An image or mask file is missing, unreadable, damaged or too large."""
