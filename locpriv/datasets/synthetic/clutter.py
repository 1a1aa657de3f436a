"""Things around the birds of the sample data: perches, and distractors in the colours of the birds."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from locpriv.datasets.synthetic.paint import (
    Colour,
    Image,
    Points,
    Sketch,
    blend,
    blob,
    colour_map,
    ellipse,
    fill,
    jitter,
    leaf,
    mix,
    multiply,
    noise,
    pick,
    relief,
    rotation,
    shade,
    spline,
    stroke,
)
from locpriv.datasets.synthetic.species import PALETTE

BARK: tuple[Colour, ...] = ((86, 66, 50), (112, 100, 88), (128, 96, 66), (70, 60, 56), (150, 140, 128))


def scatter(rng: Generator, shape: tuple[int, ...], count: int) -> Points:
    """Places in and a little around an image, in clumps."""
    height, width = shape[:2]
    clumps = rng.uniform((-0.05, -0.05), (1.05, 1.05), (max(1, count // 5), 2)) * (width, height)
    places: Points = clumps[rng.integers(len(clumps), size=count)] + rng.normal(0, 0.13 * height, (count, 2))
    return places


def paint_leaf(
    rng: Generator, sketch: Sketch, root: Points, length: float, angle: float, colour: Colour, slim: float = 0.45
) -> None:
    """A leaf with a lit half and a midrib."""
    tip = root + length * np.array([np.cos(angle), np.sin(angle)])
    outline = leaf(root, tip, length * slim * rng.uniform(0.8, 1.2), rng.uniform(0.1, 0.4))
    sketch.fill(outline, colour)
    half = len(outline) // 2 + 1
    fill(sketch.rgb, sketch.place(outline[:half]), shade(colour, 1.13))
    if length > 14:
        sketch.stroke(np.stack([root, root + 0.9 * (tip - root)]), shade(colour, 0.8), 1)


def paint_stone(rng: Generator, sketch: Sketch, centre: tuple[float, float], radius: float, colour: Colour) -> None:
    """A pebble: its shadow, its body and its lit top."""
    middle = np.array(centre)
    flat = (radius, radius * rng.uniform(0.5, 0.75))
    fill(
        sketch.rgb, ellipse(middle + (0.15 * radius, 0.35 * radius), (flat[0] * 1.1, flat[1] * 0.8)), shade(colour, 0.4)
    )
    outline = blob(rng, middle, flat, 0.08)
    sketch.fill(outline, shade(colour, 0.8))
    sketch.fill(middle + (outline - middle) * (0.85, 0.7) - (0.05 * radius, 0.12 * radius), colour)
    fill(sketch.rgb, middle + (outline - middle) * 0.45 - (0.15 * radius, 0.2 * radius), shade(colour, 1.12))


def paint_branch(rng: Generator, sketch: Sketch, line: Points, girth: float, colour: Colour) -> None:
    """A branch along the line, thinner to its end, round and rough, with twigs and a few leaves."""
    curve = spline(line, closed=False, steps=10)
    slope = np.gradient(curve, axis=0)
    across = np.stack([-slope[:, 1], slope[:, 0]], axis=1) / np.hypot(*slope.T)[:, None]
    across *= np.sign(across[:, 1:].mean()) or 1  # the first side is the lower one
    half = girth / 2 * np.linspace(1.1, 0.7, len(curve))[:, None] * rng.normal(1, 0.07, (len(curve), 1))
    foliage = jitter(rng, (104, 132, 60), 0.2)
    for _ in range(int(rng.integers(0, 4))):
        root = curve[int(rng.integers(len(curve)))]
        end = root + rng.normal(0, 3.2 * girth + 14, 2) - (0, girth)
        twig = spline(np.stack([root, 0.5 * (root + end) + rng.normal(0, 4, 2), end]), closed=False)
        sketch.stroke(twig, shade(colour, 0.85), max(1.5, girth * 0.22))
        for _ in range(int(rng.integers(0, 4))):
            at = twig[int(rng.integers(len(twig) // 2, len(twig)))]
            paint_leaf(rng, sketch, at, rng.uniform(14, 36), rng.normal(1.2, 1.0), jitter(rng, foliage, 0.12))
    for low, high, light in ((1.0, -1.0, 0.62), (0.55, -0.95, 0.86), (-0.1, -0.85, 1.05), (-0.45, -0.75, 1.16)):
        sketch.fill(
            np.vstack([curve + across * half * low, (curve + across * half * high)[::-1]]), shade(colour, light)
        )
    for _ in range(int(len(curve) * 1.2)):
        spot = int(rng.integers(1, len(curve) - 3))
        side = across[spot] * half[spot] * rng.uniform(-0.8, 0.8)
        stroke(sketch.rgb, sketch.place(curve[spot : spot + 3] + side), shade(colour, rng.uniform(0.5, 0.8)))


def paint_rock(rng: Generator, canvas: Image, top: tuple[float, float], radius: float) -> None:
    """A rock to stand on, with its top at the given place."""
    height, width = canvas.shape[:2]
    cover = np.zeros((height, width), np.uint8)
    slope = [(-2.1, 1.9), (-1.5, 0.85), (-1.1, 0.42), (-0.6, 0.05), (0.0, -0.03), (0.6, 0.04), (1.0, 0.4), (1.6, 0.8),
             (2.2, 1.9)]  # fmt: skip
    corners = np.array(slope) * (radius, radius * rng.uniform(0.5, 0.9)) * rng.normal(1, 0.08, (9, 1))
    outline = spline(corners, closed=False) + top
    fill(cover, np.vstack([outline, (outline[-1][0], 2 * height), (outline[0][0], 2 * height)]), 255)
    stone = jitter(rng, (132, 126, 118), 0.2)
    grain = noise(rng, (height, width), [(34, 40), (12, 12), (4, 4), (2, 2)])
    texture = colour_map(grain * 0.8, [shade(stone, 0.5), stone, shade(stone, 1.35)])
    multiply(texture, relief(cover, 0.3 * radius), cover)
    blend(canvas, texture, cover)


def paint_blossom(rng: Generator, sketch: Sketch, centre: Points, radius: float, colour: Colour) -> None:
    """Petals around a heart, seen a little from the side."""
    count = int(rng.integers(5, 10))
    lean = rng.uniform(0.55, 1.0)
    for turn in np.linspace(0, 2 * np.pi, count, endpoint=False) + rng.uniform(0, 1):
        tip = centre + radius * np.array([np.cos(turn), lean * np.sin(turn)])
        sketch.fill(leaf(centre, tip, radius * 3.6 / count, 0.8), shade(colour, rng.uniform(0.74, 1.1)))
    heart = jitter(rng, (196, 148, 44), 0.15)
    sketch.fill(ellipse(centre, (0.25 * radius, 0.22 * radius)), shade(heart, 0.7))
    sketch.fill(ellipse(centre - 0.04 * radius, (0.2 * radius, 0.17 * radius)), heart)


def paint_flower(rng: Generator, sketch: Sketch, foot: Points, radius: float, colour: Colour) -> None:
    """A blossom on a stem with two leaves, rooted at the foot."""
    centre = foot + (rng.normal(0, radius), -radius * rng.uniform(2.5, 5))
    green = jitter(rng, (88, 118, 56), 0.15)
    stem = spline(np.stack([foot, 0.5 * (centre + foot) + rng.normal(0, radius * 0.3, 2), centre]), closed=False)
    sketch.stroke(stem, green, max(1.5, 0.13 * radius))
    for angle in (-0.5, -2.6):
        paint_leaf(rng, sketch, stem[3], radius * 1.5, angle + rng.normal(0, 0.2), jitter(rng, green, 0.1), 0.3)
    paint_blossom(rng, sketch, centre, radius, colour)


def paint_berries(rng: Generator, sketch: Sketch, centre: Points, radius: float, colour: Colour) -> None:
    """A bunch of berries, each with a highlight."""
    size = radius * rng.uniform(0.22, 0.36)
    for offset in rng.normal(0, 0.42 * radius, (9, 2)):
        spot = centre + offset
        tone = jitter(rng, colour, 0.1)
        sketch.fill(ellipse(spot, (size, size), corners=14), shade(tone, 0.6))
        sketch.fill(ellipse(spot - 0.1 * size, (size * 0.85, size * 0.85), corners=14), tone)
        fill(
            sketch.rgb,
            sketch.place(ellipse(spot - 0.35 * size, (size * 0.25, size * 0.2), corners=8)),
            shade(tone, 1.6),
        )


def paint_cone(rng: Generator, sketch: Sketch, centre: Points, radius: float, colour: Colour) -> None:
    """A pine cone: rows of scales, from the tip to the stem."""
    turn = rotation(rng.normal(0, 0.6))
    for row in np.linspace(1, -1, 8):
        reach = 0.62 * radius * np.sqrt(1.05 - row**2)
        for side in np.linspace(-1, 1, 5):
            root = turn @ np.array([side * reach * 0.6, (row - 0.25) * radius])
            tip = turn @ np.array([side * reach, (row + 0.18) * radius])
            outline = leaf(centre + root, centre + tip, 0.42 * radius, 0.9)
            sketch.fill(outline, shade(colour, rng.uniform(0.55, 1.0) * (1.1 - 0.3 * abs(side))))


def paint_tuft(rng: Generator, sketch: Sketch, centre: Points, radius: float, colour: Colour) -> None:
    """A bunch of coloured leaves, as large as a bird."""
    for _ in range(int(rng.integers(6, 13))):
        root = centre + rng.normal(0, 0.3 * radius, 2)
        tone = jitter(rng, mix(colour, (110, 110, 60), rng.uniform(0, 0.4)), 0.12)
        paint_leaf(rng, sketch, root, radius * rng.uniform(0.6, 1.2), rng.uniform(0, 2 * np.pi), tone)


def paint_boulder(rng: Generator, sketch: Sketch, centre: Points, radius: float, colour: Colour) -> None:
    """A round stone or fruit with a soft light on it."""
    outline = blob(rng, centre, (radius, radius * rng.uniform(0.6, 1.0)), 0.08)
    tone = mix(colour, (128, 122, 112), rng.uniform(0.1, 0.6))
    for step in np.linspace(0, 1, 7):
        inner = centre + (outline - centre) * (1 - 0.75 * step) - radius * 0.22 * step
        sketch.fill(inner, shade(tone, 0.62 + 0.5 * step))


def paint_lily(rng: Generator, sketch: Sketch, centre: Points, radius: float, colour: Colour) -> None:
    """Pads flat on the water and a blossom between them."""
    green = jitter(rng, (74, 108, 62), 0.15)
    for offset in rng.normal(0, 1.3 * radius, (int(rng.integers(2, 6)), 2)) * (1, 0.35):
        size = radius * rng.uniform(0.6, 1.1)
        pad = ellipse(centre + offset, (size, 0.36 * size), corners=18)[1:]
        sketch.fill(pad + (0, 0.08 * size), shade(green, 0.45))
        sketch.fill(np.vstack([pad, centre + offset]), jitter(rng, green, 0.1))
    paint_blossom(rng, sketch, centre - (0, 0.25 * radius), 0.6 * radius, colour)


HANGING = (paint_blossom, paint_berries, paint_cone, paint_tuft, paint_boulder)
STANDING = (paint_flower, paint_flower, paint_cone, paint_tuft, paint_boulder)


def paint_spray(
    rng: Generator, sketch: Sketch, size: float, green: Colour, fruits: int, inside: Points | None = None
) -> None:
    """A twig that reaches into the image, to a given place or any, with leaves and blossoms, berries or cones."""
    height, width = sketch.rgb.shape[:2]
    if inside is None:
        inside = rng.uniform((0.1, 0.1), (0.9, 0.9)) * (width, height)
    angle = rng.uniform(0, 2 * np.pi)
    outwards = np.array([np.cos(angle), -abs(np.sin(angle))]) * (width + height)
    middle = inside + 0.22 * outwards + rng.normal(0, 0.05 * width, 2)
    twig = spline(np.stack([inside + 0.8 * outwards, middle, inside]), closed=False, steps=14)
    sketch.stroke(twig, jitter(rng, pick(rng, BARK), 0.1), max(1.5, 0.09 * size))
    heading = float(np.arctan2(*(inside - middle)[::-1]))
    for place in range(10, len(twig)):
        turn = heading + (0.8 if place % 2 else -0.8) + rng.normal(0, 0.35)
        paint_leaf(rng, sketch, twig[place], size * rng.uniform(0.6, 1.2), turn, jitter(rng, green, 0.12))
    kind = pick(rng, HANGING)
    colour = _bird_colour(rng)
    for place in rng.integers(14, len(twig), fruits):
        spot = twig[place] + (rng.normal(0, 0.4 * size), 0.7 * size)
        sketch.stroke(np.stack([twig[place], spot]), (86, 76, 50), max(1.0, 0.06 * size))
        kind(rng, sketch, spot, size * rng.uniform(0.5, 1.1), jitter(rng, colour, 0.08))


def strew(rng: Generator, canvas: Image, horizon: int, floating: bool, count: int) -> None:
    """Put things in the colours of birds on the ground or on the water, the nearer the larger."""
    sketch = background_sketch(canvas)
    height, width = canvas.shape[:2]
    top = max(0, horizon) + 0.05 * height
    for near in np.sort(rng.uniform(0, 1, count)):
        spot = np.array([rng.uniform(0, width), top + near * (1.05 * height - top)])
        radius = height * rng.uniform(0.02, 0.11) * (0.4 + 0.6 * near)
        if floating:
            paint_lily(rng, sketch, spot, radius, _bird_colour(rng))
            continue
        kind = pick(rng, STANDING)
        if kind is not paint_flower:
            lit = canvas[min(height - 1, int(spot[1])), min(width - 1, int(spot[0]))].tolist()
            fill(canvas, ellipse(spot + (0.2 * radius, 0.75 * radius), (1.2 * radius, 0.35 * radius)), shade(lit, 0.45))
        kind(rng, sketch, spot, radius, _bird_colour(rng))


def background_sketch(canvas: Image) -> Sketch:
    """A sketch in pixels of the canvas for things that hide no bird, so that their mask is of no use."""
    return Sketch(canvas, np.zeros((1, 1), np.uint8), (0, 0), 1)


def _bird_colour(rng: Generator) -> Colour:
    return jitter(rng, pick(rng, list(PALETTE.values())), 0.12)
