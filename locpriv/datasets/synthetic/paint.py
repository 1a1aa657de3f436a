"""Brushes of the sample data: smooth outlines, noise and soft light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

Image: TypeAlias = NDArray[Any]
Points: TypeAlias = NDArray[np.float64]
Colour: TypeAlias = tuple[float, float, float]
Item = TypeVar("Item")

SUPERSAMPLING = 2  # scenes are drawn this much larger and then averaged, for smooth edges
FRACTION_BITS = 4  # OpenCV takes coordinates as integers; these give sixteenths of a pixel
LEAF_PLACES = (1 - np.cos(np.linspace(0, np.pi, 9))) / 2  # denser at both ends, which are round
CATMULL_ROM = 0.5 * np.array([[0, 2, 0, 0], [-1, 0, 1, 0], [2, -5, 4, -1], [-1, 3, -3, 1]], dtype=np.float64)


def pick(rng: Generator, options: Sequence[Item]) -> Item:
    """One of the options, each as likely."""
    return options[int(rng.integers(len(options)))]


def spline(points: ArrayLike, closed: bool = True, steps: int = 6) -> Points:
    """Catmull-Rom curve through the points, ``steps`` places for each of its pieces."""
    knots = np.asarray(points, dtype=np.float64)
    if closed:
        padded = np.vstack([knots[-1:], knots, knots[:2]])
    else:
        padded = np.vstack([2 * knots[:1] - knots[1:2], knots, 2 * knots[-1:] - knots[-2:-1]])
    pieces = np.stack([padded[shift : len(padded) - 3 + shift] for shift in range(4)], axis=1)
    powers = (np.arange(steps) / steps)[:, None] ** np.arange(4)
    curve: Points = ((powers @ CATMULL_ROM) @ pieces).reshape(-1, 2)
    return curve if closed else np.vstack([curve, knots[-1:]])


def leaf(root: ArrayLike, tip: ArrayLike, width: float, bluntness: float = 0.5) -> Points:
    """Outline of a leaf or feather from root to tip; the blunter, the rounder and the nearer to the tip it is wide."""
    start = np.asarray(root, dtype=np.float64)
    along = np.asarray(tip, dtype=np.float64) - start
    across = np.array([-along[1], along[0]]) * (width / max(float(np.hypot(*along)), 1e-9)) / 2
    widest = 0.38 + 0.34 * bluntness
    sides = np.sin(np.pi * LEAF_PLACES ** (np.log(0.5) / np.log(widest))) ** (1.05 - 0.5 * bluntness)
    spine, side = start + LEAF_PLACES[:, None] * along, sides[:, None] * across
    return np.vstack([spine + side, (spine - side)[-2:0:-1]])


def ellipse(centre: ArrayLike, radii: tuple[float, float], angle: float = 0.0, corners: int = 20) -> Points:
    """Outline of an ellipse; ``angle`` turns it, in radians."""
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    outline = np.stack([radii[0] * np.cos(turns), radii[1] * np.sin(turns)], axis=1)
    turned: Points = outline @ rotation(angle).T + np.asarray(centre, dtype=np.float64)
    return turned


def blob(rng: Generator, centre: ArrayLike, radii: tuple[float, float], roughness: float = 0.15) -> Points:
    """Irregular round outline, for stones and tufts."""
    corners = ellipse((0, 0), radii, corners=9) * rng.normal(1, roughness, (9, 1))
    return spline(corners + np.asarray(centre, dtype=np.float64), steps=4)


def rotation(angle: float) -> Points:
    """Matrix that turns column vectors from x towards y, in radians."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def fill(canvas: Image, outline: Points, colour: Colour | float) -> None:
    """Fill an outline, with smooth edges; on a mask, ``colour`` is one number."""
    corners = (outline * (1 << FRACTION_BITS)).astype(np.int32)
    paint = (colour,) if isinstance(colour, (int, float)) else colour
    cv2.fillPoly(canvas, [corners], paint, cv2.LINE_AA, FRACTION_BITS)


def stroke(canvas: Image, line: Points, colour: Colour | float, width: float = 1.0) -> None:
    """Draw a line; its width is rounded to whole pixels."""
    corners = (line * (1 << FRACTION_BITS)).astype(np.int32)
    paint = (colour,) if isinstance(colour, (int, float)) else colour
    cv2.polylines(canvas, [corners], False, paint, max(1, round(width)), cv2.LINE_AA, FRACTION_BITS)


def shade(colour: Colour, light: float) -> Colour:
    """The colour darker (``light`` below 1) or lighter, towards white."""
    if light <= 1:
        return (colour[0] * light, colour[1] * light, colour[2] * light)
    return mix(colour, (255, 255, 255), light - 1)


def mix(first: Colour, second: Colour, part: float) -> Colour:
    """``part`` of the second colour, the rest of the first."""
    red, green, blue = ((1 - part) * a + part * b for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def jitter(rng: Generator, colour: Colour, amount: float = 0.08) -> Colour:
    """A colour near the given one: mostly its lightness changes, a little its hue."""
    factors = rng.normal(1, amount) * rng.normal(1, amount / 3, 3)
    red, green, blue = np.clip(np.multiply(colour, factors), 0, 255).tolist()
    return (red, green, blue)


def noise(rng: Generator, shape: tuple[int, int], cells: Sequence[tuple[float, float]]) -> Image:
    """Smooth noise, the sum of layers with cells of the given heights and widths in pixels; about -1 to 1."""
    height, width = shape
    total = np.zeros(shape, np.float32)
    for rank, (cell_height, cell_width) in enumerate(cells):
        grid = rng.standard_normal((int(height / cell_height) + 2, int(width / cell_width) + 2), np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_LINEAR) * np.float32(0.6 / (rank + 1))
    return total


def colour_map(values: Image, colours: Sequence[Colour]) -> Image:
    """Image of the colours between which values from -1 to 1 lie."""
    places = np.linspace(0, 255, len(colours))
    channels = [np.interp(np.arange(256), places, [colour[channel] for colour in colours]) for channel in range(3)]
    table = np.stack(channels, axis=1).astype(np.uint8)
    indices = cv2.convertScaleAbs(np.maximum(values, -1.0) + 1.0, alpha=127.5)
    return cv2.applyColorMap(indices, table[:, None])


def soften(image: Image, radius: float) -> Image:
    """Gaussian blur; a wide one is made on a smaller image, which is much faster and looks the same."""
    height, width = image.shape[:2]
    factor = int(np.clip(radius / 1.6, 1, min(8, height, width)))
    if factor == 1:
        return cv2.GaussianBlur(image, (0, 0), max(radius, 0.1))
    small = cv2.resize(image, (width // factor, height // factor), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), radius / factor)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)


def blend(below: Image, above: Image, cover: Image) -> None:
    """Lay an image over another, in place; ``cover`` is a mask from 0 to 255."""
    part = cover.astype(np.float32) * np.float32(1 / 255)
    below[...] = cv2.blendLinear(below, above, 1 - part, part)


def multiply(image: Image, light: Image, cover: Image) -> None:
    """Lighten or darken the covered pixels, in place; ``light`` is 1 where nothing changes."""
    factor = 1 + (light - 1) * (cover.astype(np.float32) * np.float32(1 / 255))
    image[...] = cv2.multiply(image, cv2.merge([factor, factor, factor]), dtype=cv2.CV_8U)


def relief(mask: Image, depth: float, tilt: float = 0.25) -> Image:
    """Light from above (and by ``tilt`` from the left) on the mask as if it were a cushion; 1 is neutral."""
    step = max(2, round(depth))
    soft = soften(mask, depth).astype(np.float32) / 255
    height, width = soft.shape
    wide = cv2.copyMakeBorder(soft, step, step, step, step, cv2.BORDER_REPLICATE)
    below, above = wide[2 * step :, step : step + width], wide[:height, step : step + width]
    right, left = wide[step : step + height, 2 * step :], wide[step : step + height, :width]
    lit: Image = 1 + 0.62 * (below - above) + tilt * (right - left)
    return np.clip(lit, 0.4, 1.5)


@dataclass(frozen=True)
class Sketch:
    """A window of a picture on which one thing is drawn in its own coordinates.

    ``rgb`` and ``mask`` are views of the window; ``origin`` is the pixel of the thing's own (0, 0), ``scale`` the
    pixels of its unit, ``facing`` 1 or -1 for a mirrored drawing.
    """

    rgb: Image
    mask: Image
    origin: tuple[float, float]
    scale: float
    facing: int = 1

    def place(self, points: ArrayLike) -> Points:
        """Pixels of the window for points of the thing."""
        stretched: Points = np.asarray(points, dtype=np.float64) * (self.scale * self.facing, self.scale)
        return stretched + self.origin

    def fill(self, outline: Points, colour: Colour) -> None:
        pixels = self.place(outline)
        fill(self.rgb, pixels, colour)
        fill(self.mask, pixels, 255)

    def stroke(self, line: Points, colour: Colour, width: float) -> None:
        """Draw a line whose width is in units of the thing."""
        pixels = self.place(line)
        stroke(self.rgb, pixels, colour, width * self.scale)
        stroke(self.mask, pixels, 255, width * self.scale)
