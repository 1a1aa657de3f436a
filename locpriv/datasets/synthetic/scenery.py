"""Backgrounds of the sample data: foliage, woods, meadow, ground, water and sky."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator

from locpriv.datasets.synthetic.clutter import background_sketch, paint_leaf, paint_spray, paint_stone, scatter
from locpriv.datasets.synthetic.paint import (
    Colour,
    Image,
    Sketch,
    blend,
    colour_map,
    fill,
    jitter,
    mix,
    noise,
    pick,
    shade,
    soften,
    spline,
    stroke,
)

FOLIAGE: tuple[tuple[Colour, ...], ...] = (
    ((22, 38, 20), (62, 92, 40), (134, 164, 72), (214, 222, 150)),
    ((16, 30, 26), (44, 76, 54), (98, 134, 88), (186, 206, 168)),
    ((40, 28, 20), (112, 74, 38), (182, 128, 62), (236, 206, 140)),
    ((44, 46, 48), (96, 98, 92), (150, 150, 138), (214, 214, 206)),
    ((30, 36, 14), (96, 102, 34), (170, 168, 70), (236, 226, 150)),
)
SOIL: tuple[tuple[Colour, ...], ...] = (
    ((88, 68, 50), (150, 122, 92), (206, 180, 146)),
    ((104, 98, 90), (156, 150, 140), (208, 202, 192)),
    ((54, 44, 36), (98, 80, 62), (150, 130, 104)),
    ((150, 122, 84), (202, 176, 132), (240, 222, 184)),
)
WATER: tuple[tuple[Colour, ...], ...] = (
    ((18, 44, 84), (44, 88, 140), (128, 168, 204)),
    ((24, 50, 48), (62, 98, 92), (158, 184, 172)),
    ((60, 68, 76), (112, 122, 130), (190, 198, 204)),
    ((46, 40, 24), (112, 100, 58), (214, 196, 140)),
)
SKY: tuple[tuple[Colour, ...], ...] = (
    ((62, 116, 190), (178, 208, 234)),
    ((120, 140, 160), (212, 218, 222)),
    ((92, 110, 156), (244, 206, 160)),
    ((172, 186, 200), (232, 234, 234)),
)


def paint_scenery(rng: Generator, kind: str, shape: tuple[int, int], horizon: int) -> Image:
    """Background of the kind; water and ground begin at the row ``horizon``, which may be above the image."""
    canvas = np.empty((*shape, 3), np.uint8)
    if kind in ("water", "ground", "meadow"):
        top = max(0, horizon)
        if top:
            canvas[:top] = _backdrop(rng, (top, shape[1]))
        if top < shape[0]:
            paint = {"water": _water, "ground": _ground, "meadow": _grass}[kind]
            paint(rng, canvas, top)
        return canvas
    canvas[...] = {"foliage": _foliage, "woods": _woods, "sky": _sky}[kind](rng, shape)
    return canvas


def _mixed_palette(rng: Generator, palettes: tuple[tuple[Colour, ...], ...]) -> list[Colour]:
    """One of the palettes, a little darker or lighter, or between two of them."""
    first, second = (pick(rng, palettes) for _ in range(2))
    part = rng.uniform(0, 0.5)
    return [jitter(rng, mix(a, b, part), 0.05) for a, b in zip(first, second, strict=True)]


def _backdrop(rng: Generator, shape: tuple[int, int]) -> Image:
    """What is far behind water, ground or meadow."""
    if rng.random() < 0.35:
        return soften(_sky(rng, shape), 3)
    far = colour_map(noise(rng, shape, [(60, 70), (24, 20), (9, 9)]), _mixed_palette(rng, FOLIAGE))
    return soften(far, rng.uniform(3, 10))


def _foliage(rng: Generator, shape: tuple[int, int]) -> Image:
    """Leaves from far to near, and discs of light between them."""
    palette = _mixed_palette(rng, FOLIAGE)
    bias = np.float32(rng.uniform(-0.3, 0.35))
    canvas = colour_map(noise(rng, shape, [(110, 130), (44, 50), (16, 16)]) + bias, palette)
    sketch = background_sketch(canvas)
    _scatter_leaves(rng, sketch, 30, (26, 70), palette)
    canvas[...] = soften(canvas, rng.uniform(5, 14))
    _bokeh(rng, canvas, palette)
    thicket = rng.random() < 0.3  # leaves behind the bird as sharp as the bird
    for blur in (rng.uniform(3, 8), rng.uniform(1, 4)):
        if thicket:
            _scatter_leaves(rng, sketch, 45, (16, 52), palette)
        for _ in range(int(rng.integers(1, 4))):
            green = mix(palette[1], palette[2], rng.uniform(-0.1, 1.1))
            paint_spray(rng, sketch, rng.uniform(18, 46), jitter(rng, green, 0.1), int(rng.integers(0, 4)))
        canvas[...] = soften(canvas, blur / 4 if thicket else blur)
    return canvas


def _scatter_leaves(
    rng: Generator, sketch: Sketch, count: int, sizes: tuple[float, float], palette: Sequence[Colour]
) -> None:
    """Leaves in clumps, most of them hanging down."""
    for centre in scatter(rng, sketch.rgb.shape, count):
        colour = mix(palette[1], palette[2], rng.uniform(-0.2, 1.0))
        size = rng.uniform(*sizes)
        paint_leaf(rng, sketch, centre, size, rng.normal(1.2, 0.9), jitter(rng, colour, 0.12))


def _bokeh(rng: Generator, canvas: Image, palette: Sequence[Colour]) -> None:
    """Out-of-focus lights: discs that brighten what is behind."""
    cover = np.zeros(canvas.shape[:2], np.uint8)
    radius = rng.uniform(5, 16)
    for centre in scatter(rng, cover.shape, int(rng.integers(0, 22))):
        size = round(radius * rng.uniform(0.6, 1.3))
        cv2.circle(cover, (round(centre[0]), round(centre[1])), size, rng.uniform(40, 130), -1, cv2.LINE_AA)
    light = np.empty_like(canvas)
    light[...] = shade(palette[-1], 1.2)
    blend(canvas, light, cover)


def _woods(rng: Generator, shape: tuple[int, int]) -> Image:
    """Trunks in a mist, the nearer the darker and the sharper."""
    palette = _mixed_palette(rng, FOLIAGE)
    height, width = shape
    mist = noise(rng, shape, [(120, 130), (50, 44), (16, 14)]) * 0.7 + np.float32(rng.uniform(-0.2, 0.4))
    canvas = colour_map(mist, palette)
    _scatter_leaves(rng, background_sketch(canvas), 40, (14, 44), palette)
    _bokeh(rng, canvas, palette)
    bark = mix(jitter(rng, (84, 70, 58), 0.15), palette[1], 0.25)
    for depth in range(3):
        canvas[...] = soften(canvas, (9, 5, 2)[depth])
        for _ in range(int(rng.integers(1, 5 - depth))):
            middle, girth = rng.uniform(0, width), rng.uniform(4, 13) * (1 + 1.4 * depth)
            lean = rng.normal(0, 0.08 * width)
            colour = mix(palette[2], bark, 0.4 + 0.3 * depth)
            for part, light in ((1.0, 0.75), (0.7, 0.95), (0.35, 1.06)):
                offset = -0.3 * girth * (1 - part)
                line = np.array([(middle + offset, -20), (middle + lean / 2 + 4 + offset, height / 2),
                                 (middle + lean + offset, height + 20)])  # fmt: skip
                stroke(canvas, spline(line, closed=False), shade(colour, light), 2 * girth * part)
    grain = noise(rng, shape, [(22, 3), (6, 6)])
    canvas[...] = np.clip(canvas * (1 + 0.06 * grain)[..., None], 0, 255)
    return soften(canvas, rng.uniform(0.8, 4))


def _sky(rng: Generator, shape: tuple[int, int]) -> Image:
    """A gradient with clouds, sometimes with tree tops below."""
    height, _ = shape
    high, low = _mixed_palette(rng, SKY)
    slope = np.linspace(-1, 1, height, dtype=np.float32)[:, None] + noise(rng, shape, [(160, 240)]) * 0.25
    canvas = colour_map(slope, [high, low])
    if rng.random() < 0.7:
        billows = noise(rng, shape, [(70, 150), (30, 60), (12, 24), (6, 10)])
        cover = np.clip((billows - rng.uniform(-0.1, 0.6)) * 230, 0, rng.uniform(90, 235)).astype(np.uint8)
        clouds = colour_map(np.roll(billows, 6, axis=0) * -0.5 + 0.6, [(150, 158, 172), (250, 249, 246)])
        blend(canvas, clouds, soften(cover, 3))
    if rng.random() < 0.4 and height > 80:
        ridge = height * rng.uniform(0.6, 1.0) + 40 * noise(rng, (1, shape[1]), [(1, 90), (1, 25), (1, 8)])[0]
        cover = (np.arange(height)[:, None] > ridge) * np.uint8(255)
        trees = colour_map(noise(rng, shape, [(30, 30), (10, 10)]) - np.float32(0.2), _mixed_palette(rng, FOLIAGE))
        blend(canvas, soften(trees, 2), soften(cover, rng.uniform(1.5, 8)))
    return canvas


def _perspective(texture: Image, rows: int) -> Image:
    """Rows of a flat texture as seen towards a horizon: dense far away, sparse near."""
    near = np.linspace(0.03, 1, rows) ** 0.55
    chosen: Image = texture[(near * (len(texture) - 1)).astype(np.intp)]
    return chosen


def _water(rng: Generator, canvas: Image, top: int) -> None:
    """Waves, glints, and the far shore mirrored."""
    rows, width = canvas.shape[0] - top, canvas.shape[1]
    height = rng.uniform(3, 8)
    waves = _perspective(noise(rng, (2 * rows + 2, width), [(height * 4, 90), (height, 34), (3, 12)]), rows)
    palette = _mixed_palette(rng, WATER)
    tide = np.linspace(0.3, -0.3, rows, dtype=np.float32)[:, None]
    surface = colour_map(waves * rng.uniform(0.35, 0.8) + tide, palette)
    if top > 4:
        mirror = cv2.resize(canvas[:top][::-1], (width, rows))
        fade = np.repeat(np.linspace(190, 0, rows)[:, None], width, axis=1).astype(np.uint8)
        blend(surface, soften(mirror, 5), fade)
    glints = (waves > rng.uniform(1.1, 2.0)) * np.uint8(170)
    blend(surface, np.full_like(surface, 245), soften(glints, 0.8))
    canvas[top:] = surface
    edge = slice(max(0, top - 4), top + 4)
    canvas[edge] = soften(canvas[edge], 1.5)


def _ground(rng: Generator, canvas: Image, top: int) -> None:
    """Sand or soil with pebbles and dry stalks."""
    rows, width = canvas.shape[0] - top, canvas.shape[1]
    palette = _mixed_palette(rng, SOIL)
    relief_noise = _perspective(noise(rng, (2 * rows + 2, width), [(60, 110), (14, 22), (5, 5), (2, 3)]), rows)
    canvas[top:] = colour_map(relief_noise * rng.uniform(0.5, 1.0), palette)
    sketch = background_sketch(canvas)
    for _ in range(int(rng.integers(6, 40))):
        near = rng.uniform(0, 1)
        spot = (rng.uniform(0, width), top + rows * near)
        stone = jitter(rng, mix(palette[1], (128, 128, 128), 0.5), 0.2)
        paint_stone(rng, sketch, spot, (2 + 9 * near) * rng.uniform(0.4, 1.4), stone)
    for _ in range(int(rng.integers(0, 50))):
        root = np.array([rng.uniform(0, width), top + rows * rng.uniform(0, 1)])
        stalk = np.stack([root, root + rng.normal(0, 22, 2) * (1, 0.35)])
        stroke(canvas, stalk, jitter(rng, shade(palette[-1], rng.uniform(0.4, 1.0)), 0.1), rng.uniform(1, 2))
    focus = soften(canvas, 3.5)
    far = np.linspace(1.6, -0.6, rows, dtype=np.float32).clip(0, 1)
    cover = np.repeat((255 * far)[:, None], width, axis=1)
    blend(canvas[top:], focus[top:], cover)


def _grass(rng: Generator, canvas: Image, top: int) -> None:
    """Blades from far to near; those behind are blurred."""
    height, width = canvas.shape[:2]
    palette = _mixed_palette(rng, FOLIAGE)
    base = noise(rng, (height - top, width), [(50, 80), (18, 14), (8, 3)])
    canvas[top:] = colour_map(base * 0.6 + np.float32(rng.uniform(-0.4, 0.2)), palette)
    for depth in range(3):
        length = (18, 36, 60)[depth]
        for _ in range(60):
            root = np.array([rng.uniform(0, width), top + (height - top) * rng.uniform(depth * 0.3, 1) + length * 0.5])
            tip = root + (rng.normal(0, 0.35 * length), -length * rng.uniform(0.5, 1.3))
            bend = 0.5 * (root + tip) + (rng.normal(0, 3), -3)
            colour = jitter(rng, mix(palette[1], palette[-1], rng.uniform(0, 0.7)), 0.1)
            blade = np.stack([root, bend, tip])
            fill(canvas, np.vstack([blade - (1.2 + depth * 0.5, 0), blade[::-1]]), colour)
        canvas[max(0, top - 20) :] = soften(canvas[max(0, top - 20) :], (4, 2, 0.7)[depth])
