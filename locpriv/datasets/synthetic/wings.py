"""Wings and tails of the birds of the sample data, feather by feather."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from locpriv.datasets.synthetic.paint import Points, leaf, spline
from locpriv.datasets.synthetic.species import Species

# How far the feathers of a tail reach, from its middle to its edge, and how much they spread.
TAIL_SHAPES: dict[str, tuple[tuple[float, ...], float]] = {
    "forked_tail": ((0.50, 0.62, 0.80, 1.00), 0.26),
    "notched_tail": ((0.84, 0.92, 1.00, 0.98), 0.22),
    "squared_tail": ((1.00, 1.00, 0.98, 0.96), 0.20),
    "rounded_tail": ((1.00, 0.96, 0.88, 0.76), 0.24),
    "pointed_tail": ((1.00, 0.88, 0.74, 0.60), 0.18),
    "fan-shaped_tail": ((1.00, 0.99, 0.97, 0.94), 0.42),
}


@dataclass(frozen=True)
class Feather:
    """One feather: its outline and the row it belongs to (primary, secondary, covert, lesser)."""

    outline: Points
    row: str


def fan_tail(species: Species, root: Points, lean: float, spread: float) -> list[Points]:
    """Outlines of the feathers of a tail, the middle ones last, on top; ``lean`` is its angle, downwards."""
    reaches, width = TAIL_SHAPES[species.tail_shape]
    feathers = []
    for place in (3, 2, 1, 0):
        for side in (1, -1):
            angle = lean + side * spread * width * place / 3
            tip = root + (0.1 + species.tail * reaches[place]) * np.array([-np.cos(angle), np.sin(angle)])
            feathers.append(leaf(root, tip, 0.11 + 0.06 * species.tail, 0.95))
    return feathers


def folded_wing(species: Species) -> list[Feather]:
    """Rows of feathers between the upper and the lower edge of the wing, from the tip to the shoulder.

    The outlines are along the body and across it, in halves of its depth.
    """
    reach = -0.5 - species.wing
    upper = spline([(0.36, -0.35), (0.08, -0.88), (-0.26, -0.66), (reach, -0.16)], closed=False, steps=10)
    lower = spline([(0.36, -0.10), (0.16, 0.48), (-0.22, 0.42), (reach, -0.06)], closed=False, steps=10)

    def at(along: float, down: float) -> Points:
        place = along * (len(upper) - 1)
        first = int(min(place, len(upper) - 2))
        edge_top = upper[first] + (place - first) * (upper[first + 1] - upper[first])
        edge_low = lower[first] + (place - first) * (lower[first + 1] - lower[first])
        between: Points = (1 - down) * edge_top + down * edge_low
        return between

    rows = [("primary", 7, 0.30, 0.80, 1.0), ("secondary", 6, 0.22, 0.66, 0.74), ("covert", 6, 0.10, 0.47, 0.50),
            ("lesser", 5, 0.01, 0.27, 0.29)]  # fmt: skip
    feathers = []
    for row, count, start, first_end, last_end in rows:
        for place in range(count):
            down = 1.0 - place / (count - 0.2)
            end = first_end + (last_end - first_end) * place / (count - 1)
            root, tip = at(start, 0.2 + 0.6 * down), at(end, down * 0.96 + 0.02)
            stretch = np.array([1.0, species.depth / 2])
            outline = leaf(root * stretch, tip * stretch, species.depth * 1.5 / count, 0.85) / stretch
            feathers.append(Feather(outline, row))
    return feathers


def spread_wing(species: Species, shoulder: Points, lift: float, stretch: float) -> list[Feather]:
    """An open wing; ``lift`` is the angle of its arm above the horizontal, in radians."""
    span = stretch * {"rounded-wings": 0.8, "broad-wings": 0.95, "pointed-wings": 1.0}.get(species.wing_shape, 1.2)
    sign = np.sign(lift)
    arm = lift - sign * 0.25
    wrist = shoulder + 0.48 * span * np.array([np.cos(arm), -np.sin(arm)])
    feathers = []
    for row, count, length in [("primary", 8, 1.0), ("secondary", 7, 0.62), ("covert", 11, 0.40), ("lesser", 9, 0.22)]:
        for place in np.linspace(0, 1, count):
            # From the body outwards: rooted on the arm and pointing back, then at the wrist and fanning out.
            fan = place if row == "primary" else 0.30 * place
            angle = lift + sign * (1.55 - 1.35 * fan)
            root = wrist if row == "primary" else shoulder + place * (wrist - shoulder)
            reach = length * span * (0.72 + 0.28 * fan if row == "primary" else 0.9)
            tip = root + reach * np.array([np.cos(angle), -np.sin(angle)])
            feathers.append(Feather(leaf(root, tip, 0.20 * span, 0.75), row))
    return feathers
