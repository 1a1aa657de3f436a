"""An image becomes words at places, which is all that the learners see of it."""

from features.channel import Channel, FixedChannel, Keypoints, LearntChannel
from features.codebook import Codebook
from features.colour import Colour
from features.contrast import Contrast
from features.errors import ImageFileError, LocprivError
from features.extractor import WordExtractor, default_channels
from features.image import ImageSource, MaskSource, read_image, read_mask
from features.keypoints import DenseSift, DenseSurf, Sift, Surf
from features.privileged import PaintedImage, attribute_words, painted, privileged_vector
from features.words import VisualWords

__all__ = [
    "Channel",
    "Codebook",
    "Colour",
    "Contrast",
    "DenseSift",
    "DenseSurf",
    "FixedChannel",
    "ImageFileError",
    "ImageSource",
    "Keypoints",
    "LearntChannel",
    "LocprivError",
    "MaskSource",
    "PaintedImage",
    "Sift",
    "Surf",
    "VisualWords",
    "WordExtractor",
    "attribute_words",
    "default_channels",
    "painted",
    "privileged_vector",
    "read_image",
    "read_mask",
]
