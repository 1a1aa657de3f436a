"""Outlines and parts of one bird of the sample data, before any paint."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from locpriv.datasets.synthetic.paint import Points, leaf, rotation, spline
from locpriv.datasets.synthetic.species import Species
from locpriv.datasets.synthetic.wings import Feather, fan_tail, folded_wing, spread_wing

EYE_AZIMUTH = np.radians(62)  # the eyes of a bird look aside


@dataclass
class Bird:
    """One bird as outlines, looking to the right; x to the right, y down, lengths in lengths of the body.

    ``heading`` turns the head about the vertical: 0 along the body, half pi to the viewer, pi to the rear.
    """

    species: Species
    pose: str
    tilt: float
    heading: float
    gaze: float
    colours: dict[str, str]
    head_centre: Points = field(default_factory=lambda: np.zeros(2))
    body: Points = field(default_factory=lambda: np.zeros((0, 2)))
    skull: Points = field(default_factory=lambda: np.zeros((0, 2)))
    crest: list[Points] = field(default_factory=list)
    bill: list[Points] = field(default_factory=list)
    tail: list[Points] = field(default_factory=list)
    near_wing: list[Feather] = field(default_factory=list)
    far_wing: list[Feather] = field(default_factory=list)
    legs: list[Points] = field(default_factory=list)
    parts: dict[str, Points] = field(default_factory=dict)

    def on_body(self, points: ArrayLike) -> Points:
        """Points given along the body (to the front) and across it (to the belly, in halves of its depth)."""
        stretched = np.asarray(points, dtype=np.float64) * (1, self.species.depth / 2)
        placed: Points = stretched @ rotation(-self.tilt).T
        return placed

    def on_head(self, points: ArrayLike) -> Points:
        """Points given from the middle of the head to the front and up, in its radii."""
        side = 1 if np.cos(self.heading) >= 0 else -1
        turned = (np.asarray(points, dtype=np.float64) * (1, -1)) @ rotation(-self.gaze).T
        placed: Points = self.head_centre + self.species.head * turned * (side, 1)
        return placed

    def on_skull(self, azimuth: float, height: float) -> tuple[Points, float]:
        """A place on the head seen as a ball, and how much it faces the viewer (hidden below 0)."""
        angle = self.heading + azimuth
        reach = np.sqrt(1 - height**2)
        flat = self.head_centre + 0.9 * self.species.head * np.array([reach * np.cos(angle), -height])
        return flat, float(np.sin(angle))

    def support(self) -> Points:
        """Where the bird stands, between its feet, or the middle of its water line."""
        if not self.legs:
            return self.on_body((-0.1, 0.62))
        middle: Points = np.mean([leg[-1] for leg in self.legs], axis=0)
        return middle

    def extent(self) -> tuple[Points, Points]:
        """Least and greatest coordinates of all that is seen: what swims ends at the water."""
        feathers = [feather.outline for feather in self.near_wing + self.far_wing]
        points = np.vstack([self.body, self.skull, *self.crest, *self.bill, *self.tail, *feathers, *self.legs])
        least, most = points.min(axis=0), points.max(axis=0)
        if self.pose == "swim":
            most[1] = self.support()[1]
        return least, most


def hatch(rng: Generator, species: Species, pose: str) -> Bird:
    """Grow a bird of the species in the pose."""
    tilt = {"swim": rng.uniform(0, 9), "fly": rng.uniform(-8, 30)}.get(pose, rng.uniform(*species.tilt))
    heading = rng.choice([rng.uniform(0, 25), rng.uniform(35, 115), rng.uniform(150, 180)], p=[0.72, 0.13, 0.15])
    if pose == "fly":
        heading = rng.uniform(0, 20)
    colours = dict(species.colours)
    if rng.random() < 0.35:
        colours.update(species.plain_colours)
    gaze = np.radians(rng.normal(4, 9))
    bird = Bird(species, pose, float(np.radians(tilt)), float(np.radians(heading)), float(gaze), colours)
    _grow_body(bird, rng)
    _grow_bill(bird)
    spread, droop = rng.uniform(0.7, 1.3), rng.uniform(-0.28, 0.16)
    flying = pose == "fly"
    bird.tail = fan_tail(species, bird.on_body((-0.42, -0.12)), bird.tilt + (0 if flying else droop),
                         spread * (1.6 if flying else 1.0))  # fmt: skip
    if flying:
        shoulder = bird.on_body((0.24, -0.35))
        stretch = rng.uniform(0.85, 1.1)
        lift = np.radians(rng.choice([rng.uniform(55, 115), rng.uniform(-75, -35)], p=[0.7, 0.3]))
        bird.near_wing = spread_wing(species, shoulder, lift, stretch)
        bird.far_wing = spread_wing(species, shoulder, lift - np.radians(rng.uniform(18, 40)), stretch * 0.92)
    else:
        outlines = folded_wing(species)
        bird.near_wing = [Feather(bird.on_body(feather.outline), feather.row) for feather in outlines]
    if pose in ("perch", "ground"):
        _grow_legs(bird, rng)
    _name_parts(bird)
    return bird


def _grow_body(bird: Bird, rng: Generator) -> None:
    """Body and neck in one smooth outline, and the skull, which may be turned."""
    species = bird.species
    radius = species.head
    lean = np.radians(rng.uniform(48, 66) if bird.pose != "fly" else rng.uniform(8, 24))
    neck = species.neck * rng.uniform(0.85, 1.1)
    bird.head_centre = bird.on_body((0.36, -0.30)) + neck * np.array([np.cos(lean), -np.sin(lean)])
    plump = rng.normal(1, 0.05)
    around = [(0.62, 0.55), (0.1, 1.0), (-0.66, 0.76), (-0.98, 0.0)]
    end = [(0.52, -0.84), (0.88, -0.4)]
    head_back = bird.head_centre + radius * np.array(around) * (1, -1)
    head_front = bird.head_centre + radius * np.array(end) * (1, -1)
    # The shoulder lies between nape and back so that long necks stay slim and short ones have no notch.
    shoulder = 0.55 * bird.on_body((0.22, -0.92)) + 0.45 * (bird.head_centre + radius * np.array([-0.95, 0.75]))
    trunk = bird.on_body(
        [(-0.02, -1.02), (-0.32, -0.78), (-0.56, -0.30), (-0.58, 0.12), (-0.40, 0.58), (-0.08, 1.02 * plump),
         (0.24, 1.03 * plump)]
    )  # fmt: skip
    # Likewise the breast swells in one arc up to the throat.
    rise = np.linspace(0, 1, 5)[1:-1, None]
    swell = (1 - rise) ** 2 * trunk[-1] + 2 * rise * (1 - rise) * bird.on_body((0.6, 0.62)) + rise**2 * head_front[0]
    bird.body = spline(np.vstack([head_back, shoulder, trunk, swell, head_front]))
    dome = [(0.95, 0.05), (0.80, 0.52), (0.40, 0.92), (-0.15, 1.03), (-0.72, 0.72), (-0.98, 0.05), (-0.7, -0.66),
            (0.0, -0.98), (0.62, -0.72)]  # fmt: skip
    bird.skull = spline(bird.on_head(dome))
    if species.head_pattern == "crested":
        lift = rng.uniform(0.2, 0.75)
        tips = [(-1.25, 0.75 + lift), (-1.45, 0.45 + lift * 0.6), (-0.85, 1.05 + lift)]
        bird.crest = [leaf(bird.on_head((0.15, 0.72)), bird.on_head(tip), 0.75 * radius, 0.3) for tip in tips]


def _grow_bill(bird: Bird) -> None:
    """Two mandibles; of a bill that points to the viewer one sees a kite."""
    species = bird.species
    base, facing = bird.on_skull(0.0, -0.08)
    length, depth = species.bill_length * species.head, species.bill_depth * species.head
    if facing > 0.75:
        half = (0.3 + 0.25 * species.bill_depth) * species.head
        low = 0.25 + 0.2 * min(1.0, species.bill_length)
        kite = np.array([(-0.55, 0.0), (0.0, -0.75), (0.55, 0.0), (0.0, low * 2.6)]) * half + base
        bird.bill = [spline(kite + (0.0, 0.3 * half), steps=10), spline(kite, steps=10)]
        return
    side = np.array([np.cos(bird.heading), -np.sin(bird.gaze) + 0.35 * max(0.0, facing) - 0.02])
    along = side * length
    up = np.array([0.0, -1.0]) * depth / 2
    droop = {"hooked": 0.55, "hooked_seabird": 0.35, "cone": 0.1}.get(species.bill, 0.0)
    swell = {"spatulate": 0.55, "hooked_seabird": 0.75, "dagger": 0.62, "cone": 0.68}.get(species.bill, 0.55)
    tip = base + along - up * droop
    blunt = 0.42 if species.bill == "spatulate" else 0.0
    gape = base + 0.5 * along - up * 0.12
    upper = [base + up - 0.25 * along, base + up, base + 0.55 * along + up * swell, tip + up * blunt, tip - up * blunt,
             gape, base - 0.2 * along - up * 0.2]  # fmt: skip
    lower = [base - up * 0.1 - 0.2 * along, gape, base + 0.93 * along - up * (droop * 0.6 + blunt),
             base + 0.5 * along - up * swell * 0.85, base - up * 0.95]  # fmt: skip
    bird.bill = [spline(lower), spline(upper)]


def _grow_legs(bird: Bird, rng: Generator) -> None:
    """Far and near leg, each from the belly over the heel to the foot."""
    length = bird.species.leg * rng.uniform(0.85, 1.1)
    hip = bird.on_body((-0.06, 0.86))
    stride = rng.uniform(0.04, 0.12) if bird.pose == "perch" else rng.uniform(0.06, 0.2)
    for place in (stride, -stride / 2):
        heel = hip + np.array([place * 0.5 - 0.06 - 0.12 * length, 0.45 * length])
        foot = hip + np.array([place + 0.04, length])
        bird.legs.append(np.stack([hip + np.array([place * 0.3, 0.0]), heel, foot]))


def _name_parts(bird: Bird) -> None:
    """Where the parts are; the left ones are those on the far side of a bird that looks to the right."""
    bird.parts = {
        "back": bird.on_body((0.0, -0.86)), "belly": bird.on_body((-0.1, 0.74)), "breast": bird.on_body((0.34, 0.55)),
        "beak": np.mean([outline.mean(axis=0) for outline in bird.bill], axis=0), "crown": bird.on_head((-0.05, 0.85)),
        "forehead": bird.on_head((0.66, 0.56)), "nape": bird.on_head((-0.84, -0.05)),
        "throat": bird.on_head((0.4, -0.78)), "tail": bird.tail[-1].mean(axis=0),
        "right wing": np.mean([feather.outline.mean(axis=0) for feather in bird.near_wing], axis=0),
    }  # fmt: skip
    for name, azimuth in (("right eye", EYE_AZIMUTH), ("left eye", -EYE_AZIMUTH)):
        place, facing = bird.on_skull(azimuth, 0.2)
        if facing > 0.2:
            bird.parts[name] = place
    if bird.far_wing:
        bird.parts["left wing"] = np.mean([feather.outline[4] for feather in bird.far_wing[:8]], axis=0)
    for name, leg in zip(("left leg", "right leg"), bird.legs, strict=False):
        bird.parts[name] = 0.6 * leg[1] + 0.4 * leg[2]
