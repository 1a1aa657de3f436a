"""Learns to draw the box around the object of an image, with information known for the training images only."""

from importlib.metadata import version

__version__ = version("locpriv")
__all__ = ["__version__"]
