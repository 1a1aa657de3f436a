"""The one way to load an image: RGB, 8 bits a channel, the pixels as they are stored in the file.

The orientation that a camera may have noted (EXIF) is not applied: boxes, parts and masks of CUB-200-2011 and COCO
refer to the stored pixels. (Of TIFF files it is applied, by Pillow.) Transparency is ignored; 16 bits become 8 by
keeping the upper ones.
"""

from __future__ import annotations

import stat
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from features.cache import digest_of
from features.errors import ImageFileError

RGB = NDArray[np.uint8]  # (height, width, 3)
Grey = NDArray[np.uint8]  # (height, width)
Mask = NDArray[np.bool_]  # (height, width), True on the object
FOREGROUND = 128  # grey level from which on a mask pixel belongs to the object
MOST_PIXELS = 64_000_000  # an image of 192 MB; search and features need some ten times that
MOST_ENLARGED = 4  # times
SIXTEEN_BITS = ("I;16", "I;16B", "I;16L", "I;16N", "I")  # modes of Pillow
Result = TypeVar("Result")
_opening = Lock()


class ImageSource(Protocol):
    """Something that has pixels once they are asked for: a file, a sample of a data set, a painted image."""

    @property
    def image(self) -> RGB:
        """The pixels, read anew each time."""

    def fingerprint(self) -> bytes:
        """Bytes that differ where the pixels differ, without decoding them: the key of caches."""


@dataclass(frozen=True)
class ImageFile:
    """An image on disk."""

    path: Path

    @property
    def image(self) -> RGB:
        return read_image(self.path)

    def fingerprint(self) -> bytes:
        return digest_of(_bytes_of(self.path))


@dataclass(frozen=True, eq=False)
class ImageArray:
    """An image in memory."""

    image: RGB

    def fingerprint(self) -> bytes:
        return digest_of(str(self.image.shape), np.ascontiguousarray(self.image).data.cast("B"))


class MaskSource(Protocol):
    """Something that has a mask once it is asked for."""

    def read(self) -> Mask:
        """The object's pixels, read anew each time."""

    def fingerprint(self) -> bytes:
        """Bytes that differ where the mask differs."""


@dataclass(frozen=True)
class MaskFile:
    """A mask on disk."""

    path: Path

    def read(self) -> Mask:
        return read_mask(self.path)

    def fingerprint(self) -> bytes:
        return ImageFile(self.path).fingerprint()


def as_source(image: ImageSource | str | Path | NDArray[Any]) -> ImageSource:
    """An image source of a path, an RGB or grey uint8 array, or what already is one."""
    if isinstance(image, str | Path):
        return ImageFile(Path(image))
    if isinstance(image, np.ndarray):
        return ImageArray(checked_rgb(image))
    # Of the type where possible: asking an object for its image would read it.
    if isinstance(image, ImageArray) or all(hasattr(type(image), name) for name in ("image", "fingerprint")):
        return image
    raise ValueError(f"an image must be a path, a uint8 array or an image source, got {type(image).__name__}")


def checked_rgb(image: NDArray[Any]) -> RGB:
    """An RGB array of a uint8 array of shape (height, width, 3) or (height, width)."""
    if image.dtype != np.uint8:
        raise ValueError(f"an image array must be uint8, got {image.dtype}")
    if image.ndim == 2:
        image = np.repeat(image[:, :, None], 3, axis=2)
    if image.ndim != 3 or image.shape[2] != 3:
        raise ValueError(f"an image array must have shape (height, width, 3) or (height, width), got {image.shape}")
    if 0 in image.shape:
        raise ValueError(f"an image must have at least one pixel, got shape {image.shape}")
    if image.shape[0] * image.shape[1] > MOST_PIXELS:
        raise ValueError(_too_large(image.shape[1], image.shape[0]))
    return image


def read_image(path: str | Path) -> RGB:
    """The stored pixels of an image file of any usual mode; `ImageFileError` says what is wrong with another one."""
    return _decoded(Path(path), _rgb)


def read_mask(path: str | Path) -> Mask:
    """The object's pixels in a mask file: grey levels of at least 128."""
    return _decoded(Path(path), _grey) >= FOREGROUND


def image_size(path: str | Path) -> tuple[int, int]:
    """Width and height of an image file, from its header alone."""
    return _decoded(Path(path), lambda picture: picture.size)


def luminance(image: RGB) -> Grey:
    """Brightness of each pixel (ITU-R 601)."""
    return cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)  # type: ignore[return-value]


def resized(image: RGB, longest_side: int) -> RGB:
    """An image brought to a longest side, but enlarged at most fourfold."""
    height, width = image.shape[:2]
    scale = min(longest_side / max(height, width), MOST_ENLARGED)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    if size == (width, height):
        return image
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(image, size, interpolation=method).astype(np.uint8, copy=False)


def _decoded(path: Path, convert: Callable[[Image.Image], Result]) -> Result:
    """What `convert` makes of an opened picture."""
    try:
        with _opened(path) as picture:
            width, height = picture.size
            if width * height <= MOST_PIXELS:
                return convert(picture)
    except Image.DecompressionBombError:
        raise ImageFileError(path, f"more than {MOST_PIXELS // 10**6} megapixels are not read") from None
    except FileNotFoundError:
        raise ImageFileError(path, "no such file") from None
    except IsADirectoryError:
        raise ImageFileError(path, "is a folder, not an image") from None
    except UnidentifiedImageError:
        raise ImageFileError(path, _not_an_image(path)) from None
    except MemoryError:
        raise ImageFileError(path, "not enough memory for its pixels") from None
    except Exception as error:  # decoders of damaged files raise nearly anything
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise ImageFileError(path, f"cannot be read as an image: {reason}") from None
    raise ImageFileError(path, _too_large(width, height))


def _opened(path: Path) -> Image.Image:
    """A picture of which only the header has been read."""
    _check_regular(path)
    # Pillow warns of sizes that are refused here anyway. Filters of warnings belong to all threads: one at a time.
    with _opening, warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return Image.open(path)


def _rgb(picture: Image.Image) -> RGB:
    if picture.mode in SIXTEEN_BITS or picture.mode == "F":
        grey = _grey(picture)
        return np.repeat(grey[:, :, None], 3, axis=2)
    return np.array(picture if picture.mode == "RGB" else picture.convert("RGB"))  # a copy may be written to


def _grey(picture: Image.Image) -> Grey:
    if picture.mode in SIXTEEN_BITS:
        values = np.asarray(picture)
        if values.min() < 0 or values.max() >= 2**16:
            raise ValueError(f"pixels must have 8 or 16 bits, got values from {values.min()} to {values.max()}")
        return (values >> 8).astype(np.uint8)
    if picture.mode == "F":
        raise ValueError("pixels must have 8 or 16 bits, got floating-point numbers")
    return np.asarray(picture.convert("L"))


def _not_an_image(path: Path) -> str:
    return "is empty" if path.stat().st_size == 0 else "is not an image file that can be read"


def _too_large(width: int, height: int) -> str:
    megapixels = width * height / 1e6
    return f"{width}x{height} pixels are {megapixels:.0f} megapixels; more than {MOST_PIXELS // 10**6} are not read"


def _bytes_of(path: Path) -> bytes:
    try:
        _check_regular(path)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise ImageFileError(path, getattr(error, "strerror", None) or str(error)) from None


def _check_regular(path: Path) -> None:
    """Refuse pipes and devices, which may never end."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise ValueError("is not a regular file")
