"""Learns to draw the box around the object of an image, with information known for the training images only."""

from importlib.metadata import version

from locpriv.datasets import Dataset, Sample, load_coco, load_cub, load_dataset, make_sample_dataset
from locpriv.errors import DatasetError, DownloadError, ImageFileError, LocprivError

__version__ = version("locpriv")
__all__ = [
    "Dataset",
    "DatasetError",
    "DownloadError",
    "ImageFileError",
    "LocprivError",
    "Sample",
    "__version__",
    "load_coco",
    "load_cub",
    "load_dataset",
    "make_sample_dataset",
]
