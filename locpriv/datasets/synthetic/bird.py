"""Paints one bird of the sample data."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from locpriv.datasets.synthetic.anatomy import EYE_AZIMUTH, Bird
from locpriv.datasets.synthetic.paint import (
    Colour,
    Image,
    Points,
    Sketch,
    blend,
    ellipse,
    fill,
    jitter,
    leaf,
    mix,
    multiply,
    noise,
    relief,
    shade,
    soften,
    spline,
    stroke,
)
from locpriv.datasets.synthetic.species import PALETTE
from locpriv.datasets.synthetic.wings import Feather

ROW_LIGHT = {"primary": 0.68, "secondary": 0.82, "covert": 0.94, "lesser": 1.0}


def paint_bird(rng: Generator, sketch: Sketch, bird: Bird) -> None:
    """Paint the bird into the window, from the far side to the near one, and its silhouette into the mask."""
    paint = {part: jitter(rng, PALETTE[name], 0.07) for part, name in bird.colours.items()}
    paint["marking"] = jitter(rng, PALETTE[bird.species.marking], 0.07)
    if bird.far_wing:
        _paint_feathers(rng, sketch, bird.far_wing, bird, {**paint, "wing": shade(paint["wing"], 0.72)})
    if bird.legs:
        _paint_leg(sketch, bird, bird.legs[0], shade(paint["leg"], 0.7))
        _paint_leg(sketch, bird, bird.legs[1], paint["leg"])
    for number, feather in enumerate(bird.tail):
        _paint_feather(sketch, feather, shade(paint["tail"], 0.72 + 0.04 * number + rng.normal(0, 0.02)))
    for tuft in bird.crest:
        sketch.fill(tuft, shade(paint["crown"], rng.uniform(0.8, 1.0)))
    _paint_body(rng, sketch, bird, paint)
    _paint_wing(rng, sketch, bird, paint)
    _paint_bill(sketch, bird, paint["bill"])
    for azimuth in (EYE_AZIMUTH, -EYE_AZIMUTH):
        _paint_eye(sketch, bird, azimuth, paint)


def _paint_leg(sketch: Sketch, bird: Bird, leg: Points, colour: Colour) -> None:
    """Feathered thigh, thin shank and toes."""
    width = 0.024 + 0.012 * (bird.species.leg < 0.5)
    sketch.stroke(leg, colour, width)
    foot = leg[-1]
    reach = 0.13 if bird.pose == "ground" else 0.08
    for toe in ((reach, 0.012), (reach * 0.7, 0.035), (-reach * 0.6, 0.015)):
        sketch.stroke(np.stack([foot, foot + toe]), shade(colour, 0.85), width * 0.8)
    thigh = leg[0] + 0.45 * (leg[1] - leg[0])
    sketch.fill(leaf(leg[0] - (0.0, 0.08), thigh + (0.0, 0.02), 0.14, 0.2), PALETTE[bird.colours["belly"]])


def _paint_feather(sketch: Sketch, outline: Points, colour: Colour, edge: float = 0.74) -> None:
    """One feather with a dark edge and a pale shaft."""
    sketch.fill(outline, colour)
    pixels = sketch.place(outline)
    if sketch.scale > 60:  # finer than a pixel on smaller birds
        stroke(sketch.rgb, np.vstack([pixels, pixels[:1]]), shade(colour, edge))
        middle = len(outline) // 2
        stroke(sketch.rgb, pixels[[0, middle]], shade(colour, 1.07))


def _paint_feathers(
    rng: Generator, sketch: Sketch, feathers: list[Feather], bird: Bird, paint: dict[str, Colour]
) -> None:
    """A wing feather by feather; coverts take on some of the colour of the back, bars are pale tips."""
    for feather in feathers:
        colour = mix(paint["wing"], paint["back"], 0.5 if feather.row == "lesser" else 0.0)
        colour = shade(colour, ROW_LIGHT[feather.row] + rng.normal(0, 0.035))
        _paint_feather(sketch, feather.outline, colour, 0.74 if feather.row in ("primary", "secondary") else 0.88)
        barred = bird.species.wing_pattern == "striped" and feather.row == "covert"
        if barred or (bird.species.wing_pattern == "spotted" and feather.row != "primary"):
            tip = len(feather.outline) // 2
            pale = mix(PALETTE["white"], paint["wing"], 0.2)
            fill(sketch.rgb, sketch.place(feather.outline[tip - 2 : tip + 3]), pale)


def _paint_body(rng: Generator, sketch: Sketch, bird: Bird, paint: dict[str, Colour]) -> None:
    """Trunk, neck and head: fields of colour with soft borders, plumage, and light from above."""
    cover = np.zeros_like(sketch.mask)
    fill(cover, sketch.place(bird.body), 255)
    fill(cover, sketch.place(bird.skull), 255)
    plumage = np.empty_like(sketch.rgb)
    plumage[...] = paint["belly"]
    fields = [
        ("back", bird.on_body([(0.5, -0.45), (0.1, -0.1), (-0.4, 0.05), (-0.75, 0.1), (-0.9, -1.4), (0.4, -1.6)])),
        ("breast", bird.on_body([(0.12, -0.3), (0.06, 0.45), (0.2, 1.4), (0.9, 1.2), (0.9, -0.4)])),
    ]
    for part, outline in fields:
        fill(plumage, sketch.place(outline), paint[part])
    neck = 0.5 * (bird.head_centre + bird.on_body((0.33, -0.3)))
    radius = bird.species.head
    fill(plumage, sketch.place(ellipse(neck - (0.06, 0.0), (radius * 0.95, radius * 1.2), -bird.tilt)), paint["nape"])
    fill(plumage, sketch.place(ellipse(bird.head_centre, (radius * 1.06, radius * 1.06))), paint["nape"])
    plumage = soften(plumage, 0.03 * sketch.scale)
    _paint_head(sketch, plumage, bird, paint)
    if bird.species.breast_pattern != "solid":
        _paint_streaks(rng, sketch, plumage, bird, paint["marking"])
    plumage = soften(plumage, 0.008 * sketch.scale)
    multiply(plumage, _plumage_texture(rng, cover.shape, sketch, bird.tilt), cover)
    multiply(plumage, relief(cover, 0.13 * sketch.scale), cover)
    blend(sketch.rgb, plumage, cover)
    np.maximum(sketch.mask, cover, out=sketch.mask)


def _plumage_texture(rng: Generator, shape: tuple[int, ...], sketch: Sketch, tilt: float) -> Image:
    """Noise drawn out along the body, as small feathers are."""
    height, width = shape
    side = int(np.hypot(height, width)) + 2
    fine = max(1.5, 0.012 * sketch.scale)
    grain = noise(rng, (side, side), [(fine, fine * 4), (fine * 4, fine * 9)])
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), np.degrees(tilt) * sketch.facing, 1.0)
    turn[:, 2] += np.array([(width - side) / 2, (height - side) / 2])
    turned: Image = cv2.warpAffine(grain, turn, (width, height), flags=cv2.INTER_LINEAR)
    return 1 + 0.085 * turned


def _paint_head(sketch: Sketch, plumage: Image, bird: Bird, paint: dict[str, Colour]) -> None:
    """Throat, crown and the pattern of the head."""
    pattern = bird.species.head_pattern

    def field(points: list[tuple[float, float]], colour: Colour) -> None:
        fill(plumage, sketch.place(spline(bird.on_head(points), steps=4)), colour)

    field([(1.15, -0.2), (0.3, -0.28), (-0.35, -0.72), (-0.2, -1.3), (0.5, -1.5), (1.0, -1.0)], paint["throat"])
    brow = 0.12 if pattern == "capped" else 0.42
    field([(1.1, brow), (0.5, brow), (-0.6, brow - 0.14), (-1.2, brow - 0.3), (-1.2, 1.1), (0.2, 1.5)], paint["crown"])
    field([(1.2, 0.15), (0.62, 0.3), (0.45, 0.75), (0.7, 1.1), (1.2, 0.9)], paint["forehead"])
    if pattern == "masked":
        field([(1.1, -0.15), (0.5, -0.2), (-0.3, -0.25), (-0.8, -0.1), (-0.5, 0.35), (0.4, 0.48), (1.1, 0.3)],
              paint["marking"])  # fmt: skip
    elif pattern == "eyeline":
        field([(1.1, -0.05), (0.2, 0.02), (-0.85, 0.0), (-0.8, 0.2), (0.2, 0.32), (1.1, 0.18)], paint["marking"])
    elif pattern == "eyebrow":
        field([(1.0, 0.3), (0.3, 0.4), (-0.8, 0.2), (-0.8, 0.38), (0.3, 0.66), (1.0, 0.5)], paint["marking"])
    elif pattern == "unique_pattern":  # a white ring about the neck
        field([(0.8, -1.25), (0.0, -1.05), (-1.2, -0.85), (-1.3, -1.15), (0.0, -1.4), (0.7, -1.6)], paint["marking"])
    elif pattern == "crested":
        field([(1.05, -0.2), (0.6, -0.15), (0.2, 0.05), (0.5, 0.42), (1.05, 0.25)], paint["marking"])


def _paint_streaks(rng: Generator, sketch: Sketch, plumage: Image, bird: Bird, colour: Colour) -> None:
    """Rows of spots or streaks on breast and flanks, finer towards the belly."""
    striped = bird.species.breast_pattern == "striped"
    for along in np.linspace(0.44, -0.2, 8):
        for down in np.linspace(-0.25, 1.0, 8):
            place = np.array([along + rng.normal(0, 0.02), down + rng.normal(0, 0.05)])
            length = rng.uniform(0.05, 0.075) if striped else rng.uniform(0.025, 0.04)
            ends = bird.on_body([place, place - (length, -0.03)])
            fill(plumage, sketch.place(leaf(ends[0], ends[1], 0.022 if striped else 0.034, 0.6)), colour)


def _paint_wing(rng: Generator, sketch: Sketch, bird: Bird, paint: dict[str, Colour]) -> None:
    """The near wing, with a soft shadow below it and its own roundness."""
    shape = np.zeros_like(sketch.mask)
    for feather in bird.near_wing:
        fill(shape, sketch.place(feather.outline), 255)
    drop = max(1, round(0.03 * sketch.scale))
    shadow = soften(np.roll(shape, drop, axis=0), 0.02 * sketch.scale)
    multiply(sketch.rgb, np.full(shape.shape, 0.62, np.float32), np.minimum(shadow, sketch.mask))
    _paint_feathers(rng, sketch, bird.near_wing, bird, paint)
    light = 0.55 + 0.45 * relief(shape, 0.09 * sketch.scale)
    multiply(sketch.rgb, light, shape)
    # Feathers of the body lie over the bend of the wing.
    bend = np.zeros_like(shape)
    fill(bend, sketch.place(ellipse(bird.on_body((0.30, -0.28)), (0.13, 0.10), -bird.tilt)), 255)
    over = np.empty_like(sketch.rgb)
    over[...] = mix(paint["back"], paint["breast"], 0.35)
    blend(sketch.rgb, over, np.minimum(soften(bend, 0.05 * sketch.scale), sketch.mask) // 2)
    if bird.species.back_pattern == "spotted" and bird.pose != "fly":
        for _ in range(22):
            spot = bird.on_body((rng.uniform(-0.35, 0.25), rng.uniform(-0.85, 0.1)))
            fill(sketch.rgb, sketch.place(ellipse(spot, (0.016, 0.011), corners=8)), paint["marking"])


def _paint_bill(sketch: Sketch, bird: Bird, colour: Colour) -> None:
    lower, upper = bird.bill
    sketch.fill(lower, shade(colour, 0.66))
    sketch.fill(upper, colour)
    ridge = sketch.place(upper[: len(upper) // 2 + 1])
    stroke(sketch.rgb, ridge[6:-6], shade(colour, 1.3), 0.02 * sketch.scale)
    stroke(sketch.rgb, sketch.place(upper[-12:-3]), shade(colour, 0.4), 0.008 * sketch.scale)


def _paint_eye(sketch: Sketch, bird: Bird, azimuth: float, paint: dict[str, Colour]) -> None:
    """Ring, iris, pupil and highlight, narrower where the head turns away."""
    centre, facing = bird.on_skull(azimuth, 0.2)
    if facing <= 0.2:
        return
    radius = 0.052 + 0.10 * bird.species.head**1.3
    squeeze = 0.55 + 0.45 * facing
    pixels = sketch.place(centre)
    size = radius * sketch.scale / 1.6
    ringed = bird.species.head_pattern == "eyering"
    ring = PALETTE["white"] if ringed else mix(paint["nape"], (20, 18, 18), 0.55)
    fill(
        sketch.rgb,
        ellipse(pixels, (size * squeeze * (1.5 if ringed else 1.22), size * (1.5 if ringed else 1.22))),
        ring,
    )
    iris = PALETTE[bird.colours["eye"]]
    fill(sketch.rgb, ellipse(pixels, (size * squeeze, size)), mix(iris, (40, 24, 16), 0.25))
    fill(sketch.rgb, ellipse(pixels, (size * squeeze * 0.66, size * 0.66)), (14, 12, 14))
    fill(
        sketch.rgb,
        ellipse(pixels + (-0.3 * size, -0.35 * size), (size * 0.26, size * 0.26), corners=8),
        (250, 250, 250),
    )
