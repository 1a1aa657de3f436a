"""Composes one image of the sample data: scenery, perch, bird, what hides it, and the photograph of all that."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from locpriv.datasets.synthetic.anatomy import Bird, hatch
from locpriv.datasets.synthetic.attributes import Answer, answer_all
from locpriv.datasets.synthetic.bird import paint_bird
from locpriv.datasets.synthetic.clutter import (
    BARK,
    background_sketch,
    paint_branch,
    paint_leaf,
    paint_rock,
    paint_spray,
    strew,
)
from locpriv.datasets.synthetic.paint import (
    SUPERSAMPLING,
    Image,
    Points,
    Sketch,
    blend,
    ellipse,
    fill,
    jitter,
    mix,
    multiply,
    noise,
    pick,
    soften,
)
from locpriv.datasets.synthetic.scenery import paint_scenery
from locpriv.datasets.synthetic.species import SPECIES

SCENERIES = {
    "perch": ("foliage", "foliage", "foliage", "woods", "sky", "meadow"),
    "ground": ("ground", "ground", "meadow", "rock"),
    "swim": ("water",),
    "fly": ("sky", "sky", "water", "foliage", "woods"),
}
LEAST_VISIBLE = 0.6  # part of a bird that must be seen in front of its background


@dataclass(frozen=True)
class Scene:
    """An image with all that is known of it.

    ``rgb`` and ``mask`` are 8-bit images, ``parts`` the places of the visible parts by name, in pixels.
    """

    rgb: Image
    mask: Image
    species: int
    parts: dict[str, tuple[float, float]]
    answers: list[Answer]

    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the tight box of the mask."""
        rows, columns = (np.flatnonzero((self.mask >= 128).any(axis=axis)) for axis in (1, 0))
        left, top = int(columns[0]), int(rows[0])
        return left, top, int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top


def paint_scene(seed: int, number: int) -> Scene:
    """The image of this number, which depends on nothing else."""
    rng = np.random.default_rng([seed, number])
    kind = (number - 1) % len(SPECIES)
    species = SPECIES[kind]
    pose = str(rng.choice(species.poses))
    scenery = str(rng.choice(SCENERIES[pose]))
    shape = _image_shape(rng)
    bird = hatch(rng, species, pose)
    scale, facing, origin = _placement(rng, bird, shape)
    support = np.array(origin) + bird.support() * (scale * facing, scale)
    canvas = _set_stage(rng, scenery, shape, support, bird, scale)
    mask = np.zeros(shape, np.uint8)
    sketch = Sketch(canvas, mask, origin, scale, facing)
    _add_bird(rng, sketch, bird)
    if pose != "fly" and rng.random() < 0.4:
        _hide_partly(rng, canvas, mask, pose)
    rgb = _photograph(rng, canvas)
    small = cv2.resize(mask, (rgb.shape[1], rgb.shape[0]), interpolation=cv2.INTER_AREA)
    parts = _visible_parts(bird, sketch, small)
    return Scene(rgb, small, kind, parts, answer_all(rng, bird, parts))


def _image_shape(rng: Generator) -> tuple[int, int]:
    """Height and width of the canvas; most images are wider than high."""
    long, short = int(rng.integers(210, 261)), int(rng.integers(150, 196))
    height, width = (long, short) if rng.random() < 0.2 else (short, long)
    return height * SUPERSAMPLING, width * SUPERSAMPLING


def _placement(rng: Generator, bird: Bird, shape: tuple[int, int]) -> tuple[float, int, tuple[float, float]]:
    """Scale, direction and origin such that the bird is small or large, anywhere, sometimes cut by the border."""
    least, most = bird.extent()
    facing = 1 if rng.random() < 0.5 else -1
    if facing < 0:
        least[0], most[0] = -most[0], -least[0]
    room = np.array([shape[1], shape[0]], dtype=np.float64)
    scale = float((0.15 + 0.75 * rng.beta(1.6, 1.15)) * (room / (most - least)).min())
    size = scale * (most - least)
    slack = room - size
    overhang = 0.15 * size if rng.random() < 0.12 else -0.02 * room
    corner = rng.uniform(np.minimum(-overhang, slack / 2), np.maximum(slack + overhang, slack / 2))
    origin = corner - scale * least
    return scale, facing, (float(origin[0]), float(origin[1]))


def _set_stage(
    rng: Generator, scenery: str, shape: tuple[int, int], support: Points, bird: Bird, scale: float
) -> Image:
    """Background, distractors and what the bird sits on."""
    height, width = shape
    grounded = bird.pose in ("ground", "swim")
    level = support[1] if grounded else height * rng.uniform(0.4, 1.1)
    horizon = round(min(level - 0.05 * height, height * 0.8) * rng.uniform(-0.3, 0.95))
    base = {"rock": str(rng.choice(["water", "ground", "foliage"]))}.get(scenery, scenery)
    canvas = paint_scenery(rng, base, shape, horizon)
    sketch = background_sketch(canvas)
    if base in ("water", "ground", "meadow"):
        strew(rng, canvas, horizon, base == "water", int(rng.integers(0, 7)))
        canvas[...] = soften(canvas, 0.6 if grounded else rng.uniform(0.5, 5.0))
    for _ in range(int(rng.integers(0, 3 if grounded else 4))):
        green = jitter(rng, (98, 122, 58), 0.2)
        paint_spray(rng, sketch, height * rng.uniform(0.04, 0.11), green, int(rng.integers(0, 5)))
        if rng.random() < 0.6:
            _branch_through(rng, sketch, rng.uniform((0, 0), (width, height)), rng.uniform(2, 12), rng.normal(0, 0.9))
        canvas[...] = soften(canvas, rng.uniform(0.4, 2.2))
    if bird.pose == "perch":
        girth = scale * rng.uniform(0.09, 0.24) + 2
        _branch_through(rng, sketch, support + (0, 0.42 * girth), girth, rng.normal(0, 0.25))
    elif scenery == "rock":
        radius = scale * rng.uniform(0.5, 1.2)
        paint_rock(rng, canvas, (support[0] + rng.normal(0, 0.15 * scale), support[1] - 0.02 * scale), radius)
    if bird.pose == "ground":
        shadow = np.zeros(shape, np.uint8)
        fill(shadow, ellipse(support + (0.12 * scale, 0.03 * scale), (0.5 * scale, 0.075 * scale)), 255)
        multiply(canvas, np.full(shape, 0.5, np.float32), soften(shadow, 0.035 * scale + 1))
    return canvas


def _branch_through(rng: Generator, sketch: Sketch, place: Points, girth: float, slope: float) -> None:
    """A branch across the whole image that passes the place."""
    reach = sum(sketch.rgb.shape[:2])
    way = np.array([np.cos(slope), np.sin(slope)]) * rng.choice([-1, 1])
    bends = np.array([-0.75, -0.3, 0.0, 0.3, 0.75])[:, None] * reach
    line = place + bends * way
    line[[0, 1, 3, 4]] += rng.normal(0, 1, (4, 2)) * (0, 0.05 * reach)
    paint_branch(rng, sketch, line, girth, jitter(rng, pick(rng, BARK), 0.12))


def _add_bird(rng: Generator, sketch: Sketch, bird: Bird) -> None:
    """Paint the bird; of one that swims, the part below the water is replaced by its mirror image."""
    canvas, mask = sketch.rgb, sketch.mask
    before = canvas.copy() if bird.pose == "swim" else canvas
    least, most = (sketch.place(corner) for corner in bird.extent())
    margin = 0.45 * sketch.scale + 4  # room for shades around the bird
    low = np.minimum(least, most) - margin
    high = np.maximum(least, most) + margin
    left, top = (int(max(0, edge)) for edge in low)
    right, bottom = int(min(canvas.shape[1], high[0])), int(min(canvas.shape[0], high[1]))
    window = (slice(top, bottom), slice(left, right))
    origin = (sketch.origin[0] - left, sketch.origin[1] - top)
    paint_bird(rng, Sketch(canvas[window], mask[window], origin, sketch.scale, sketch.facing), bird)
    if bird.pose == "swim":
        _launch(rng, canvas, mask, before, sketch.place(bird.support())[1], sketch.scale)


def _launch(rng: Generator, canvas: Image, mask: Image, before: Image, level: float, scale: float) -> None:
    """Put a painted bird into the water: hide what is below the water line and mirror what is above."""
    height, width = mask.shape
    columns = np.arange(width)
    ripple = 0.012 * scale * np.sin(columns * (22 / scale) + rng.uniform(0, 6))
    under = np.clip((np.arange(height)[:, None] - (level + ripple)) * 160, 0, 255).astype(np.uint8)
    line = int(np.clip(level, 1, height - 1))
    rows = np.clip(2 * line - np.arange(height), 0, height - 1)
    sway = np.round(0.03 * scale * np.sin(np.arange(height) * (40 / scale)) * 0.8).astype(np.intp)
    turned = np.clip(columns + sway[:, None], 0, width - 1)
    mirrored, cover = canvas[rows[:, None], turned], mask[rows[:, None], turned]
    fade = np.clip(150 - 190 * (np.arange(height) - line) / (0.9 * scale), 0, 150)[:, None] / 255
    water = before.copy()
    blend(water, soften(mirrored, 1.5), (soften(cover, 1.5) * fade).astype(np.uint8))
    blend(canvas, water, under)
    np.minimum(mask, 255 - under, out=mask)


def _hide_partly(rng: Generator, canvas: Image, mask: Image, pose: str) -> None:
    """Leaves or blades in front of the bird, unless they would hide too much of it."""
    rows, columns = np.nonzero(mask > 127)
    target = int(rng.integers(len(rows)))
    centre = np.array([columns[target], rows[target]], dtype=np.float64)
    reach = np.sqrt(len(rows))
    front = canvas.copy()
    cover = np.zeros_like(mask)
    sketch = Sketch(front, cover, (0, 0), 1)
    tint = mix((92, 118, 54), tuple(canvas.mean(axis=(0, 1)).tolist()), 0.4)
    colour = jitter(rng, tint, 0.2)
    if pose == "perch":
        paint_spray(rng, sketch, reach * rng.uniform(0.12, 0.3) + 8, colour, 0, centre)
    else:
        for _ in range(int(rng.integers(3, 8))):
            foot = np.array([centre[0] + rng.normal(0, 0.4 * reach), float(rows.max()) + 0.3 * reach])
            length = reach * rng.uniform(0.7, 1.4)
            paint_leaf(rng, sketch, foot, length, -np.pi / 2 + rng.normal(0, 0.2), jitter(rng, colour), 0.09)
    left = np.minimum(mask, 255 - cover)
    if np.count_nonzero(left > 127) > LEAST_VISIBLE * len(rows):
        canvas[...] = front
        mask[...] = left


def _photograph(rng: Generator, canvas: Image) -> Image:
    """Average to the size of the image, then light, colour cast, vignette and noise of a camera."""
    height, width = (side // SUPERSAMPLING for side in canvas.shape[:2])
    picture = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    down = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    across = np.linspace(-1, 1, width, dtype=np.float32)[None]
    light = 1 - rng.uniform(0, 0.22) * (down**2 + across**2) + rng.uniform(-0.12, 0.12) * across
    dapple = noise(rng, (height, width), [(60, 60), (25, 25)]) * rng.uniform(0, 0.14)
    cast = rng.normal(1, 0.035, 3).astype(np.float32)
    picture = np.clip(picture * (light + dapple)[..., None] * cast, 0, 1)
    # Exposure as a power and contrast as a smooth step burn no lights out.
    exposure = np.clip(np.log(rng.uniform(0.36, 0.54)) / np.log(float(picture.mean())), 0.6, 1.25)
    picture = picture ** np.float32(exposure)
    picture += np.float32(rng.uniform(0.2, 1.1)) * (picture * picture * (3 - 2 * picture) - picture)
    picture += rng.standard_normal((height, width, 3), np.float32) * np.float32(rng.uniform(0.004, 0.02))
    return np.clip(picture * 255, 0, 255).astype(np.uint8)


def _visible_parts(bird: Bird, sketch: Sketch, mask: Image) -> dict[str, tuple[float, float]]:
    """Parts that lie on the visible bird; a mirrored bird has its left side where the other has its right."""
    swap = {"left": "right", "right": "left"}
    parts = {}
    for name, place in bird.parts.items():
        side, _, rest = name.partition(" ")
        own = f"{swap[side]} {rest}" if rest and sketch.facing < 0 else name
        x, y = ((value + 0.5) / SUPERSAMPLING for value in sketch.place(place))
        column, row = math.floor(x), math.floor(y)
        inside = 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1]
        if inside and mask[row, column] >= 128:
            parts[own] = (math.floor(10 * x) / 10, math.floor(10 * y) / 10)  # one decimal, of the same pixel
    return parts
