"""All errors of the package that are about files.

LocprivError
  ImageFileError      an image or mask that cannot be read (features)
  DatasetError        a file of a data set is missing, damaged or contradicts another
  DownloadError       a download failed, or what came is not what was asked for
"""

from features.errors import ImageFileError, LocprivError

__all__ = ["DatasetError", "DownloadError", "ImageFileError", "LocprivError"]


class DatasetError(LocprivError):
    """A data set cannot be used: names the file, the line and the image."""


class DownloadError(LocprivError):
    """A download failed; what arrived so far is kept, unless it is known to be wrong."""
