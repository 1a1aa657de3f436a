"""The species of the sample data: invented birds, and what is common to each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from locpriv.datasets.synthetic.paint import Colour

PALETTE: Mapping[str, Colour] = {
    "blue": (52, 104, 190),
    "brown": (116, 84, 58),
    "iridescent": (38, 78, 92),
    "purple": (104, 72, 148),
    "rufous": (172, 88, 44),
    "grey": (138, 142, 148),
    "yellow": (238, 200, 46),
    "olive": (124, 124, 62),
    "green": (44, 116, 72),
    "pink": (222, 142, 150),
    "orange": (236, 132, 38),
    "black": (40, 38, 42),
    "white": (240, 238, 232),
    "red": (202, 48, 40),
    "buff": (220, 190, 146),
}


@dataclass(frozen=True)
class Species:
    """An invented species; lengths are in lengths of the body without head and tail.

    Attributes
    ----------
    depth, neck, leg, tail, wing
        Depth of the body, lengths of neck, legs and tail, and how far the folded wing reaches beyond the body.
    head
        Radius of the head.
    tilt
        Degrees by which a standing bird raises its front, from and to.
    bill, bill_length, bill_depth
        The shape as the attributes name it; length and depth in radii of the head.
    poses
        How the birds are seen, each as likely as it is often listed: perch, ground, swim or fly.
    colours, plain_colours
        Names in the palette for the parts; what differs in females and young birds.
    marking
        Colour of the pattern of the head and of streaks and wing bars.
    """

    name: str
    depth: float
    head: float
    neck: float
    leg: float
    tail: float
    wing: float
    tilt: tuple[float, float]
    bill: str
    bill_length: float
    bill_depth: float
    tail_shape: str
    wing_shape: str
    size: str
    shape: str
    poses: tuple[str, ...]
    colours: Mapping[str, str]
    head_pattern: str = "plain"
    marking: str = "black"
    breast_pattern: str = "solid"
    wing_pattern: str = "solid"
    back_pattern: str = "solid"
    plain_colours: Mapping[str, str] = field(default_factory=dict)


def _colours(listed: str) -> dict[str, str]:
    """Colours by part; the order of the list is the same for all species."""
    parts = ["crown", "forehead", "nape", "back", "wing", "tail", "throat", "breast", "belly", "bill", "leg", "eye"]
    return dict(zip(parts, listed.split(), strict=True))


SMALL, VERY_SMALL, MEDIUM = "small_(5_-_9_in)", "very_small_(3_-_5_in)", "medium_(9_-_16_in)"
LARGE = "large_(16_-_32_in)"

SPECIES = (
    Species(
        "Ember_Finch", 0.60, 0.26, 0.22, 0.24, 0.55, 0.10, (28, 48), "cone", 0.75, 0.75, "notched_tail",
        "rounded-wings", SMALL, "perching-like", ("perch", "perch", "perch", "ground"),
        _colours("red red rufous brown brown brown red orange buff grey brown black"),
        "plain", "buff", "solid", "striped", "striped",
        {"crown": "brown", "forehead": "brown", "nape": "brown", "throat": "buff", "breast": "buff"},
    ),
    Species(
        "Cobalt_Warbler", 0.54, 0.24, 0.22, 0.28, 0.55, 0.12, (18, 40), "needle", 0.95, 0.34, "notched_tail",
        "pointed-wings", VERY_SMALL, "perching-like", ("perch", "perch", "perch", "fly"),
        _colours("blue blue blue blue blue blue black white white black black black"),
        "masked", "black", "solid", "striped",
        plain_colours={"crown": "grey", "forehead": "grey", "nape": "grey", "back": "olive", "throat": "white"},
    ),
    Species(
        "Lemon_Tit", 0.62, 0.29, 0.18, 0.26, 0.62, 0.08, (20, 45), "cone", 0.50, 0.42, "squared_tail",
        "rounded-wings", VERY_SMALL, "perching-like", ("perch", "perch", "perch", "ground"),
        _colours("black black yellow olive grey grey white yellow yellow black grey black"),
        "capped", "black", "solid", "striped",
        plain_colours={"breast": "buff", "belly": "white", "nape": "olive"},
    ),
    Species(
        "Moss_Thrush", 0.56, 0.24, 0.26, 0.42, 0.55, 0.10, (22, 50), "all-purpose", 0.95, 0.42, "squared_tail",
        "rounded-wings", SMALL, "perching-like", ("ground", "ground", "perch"),
        _colours("olive olive olive olive brown brown white buff white brown pink black"),
        "eyering", "brown", "spotted", plain_colours={"breast": "white", "back": "brown", "crown": "brown"},
    ),
    Species(
        "Copper_Teal", 0.50, 0.21, 0.36, 0.20, 0.28, 0.10, (2, 12), "spatulate", 1.55, 0.62, "pointed_tail",
        "pointed-wings", MEDIUM, "duck-like", ("swim", "swim", "swim", "ground"),
        _colours("green green green brown grey black green rufous grey yellow orange brown"),
        "unique_pattern", "white", "solid", "striped",
        plain_colours={"crown": "brown", "forehead": "brown", "nape": "buff", "throat": "buff", "breast": "brown",
                       "belly": "buff"},
    ),
    Species(
        "Pearl_Gull", 0.46, 0.20, 0.28, 0.32, 0.36, 0.30, (4, 22), "hooked_seabird", 1.30, 0.50, "squared_tail",
        "long-wings", LARGE, "gull-like", ("ground", "fly", "swim"),
        _colours("white white white grey grey white white white white orange pink yellow"),
        plain_colours={"crown": "buff", "nape": "buff", "back": "brown", "wing": "brown", "bill": "black"},
    ),
    Species(
        "Dusk_Swallow", 0.44, 0.22, 0.16, 0.14, 0.90, 0.42, (22, 44), "hooked", 0.48, 0.36, "forked_tail",
        "tapered-wings", SMALL, "swallow-like", ("fly", "fly", "perch"),
        _colours("blue rufous blue iridescent black black rufous buff white black black black"),
        "eyeline", "black", plain_colours={"throat": "buff", "forehead": "buff", "belly": "buff"},
    ),
    Species(
        "Saffron_Stilt", 0.46, 0.165, 0.40, 0.95, 0.30, 0.16, (8, 26), "dagger", 2.70, 0.36, "pointed_tail",
        "pointed-wings", MEDIUM, "sandpiper-like", ("ground", "ground", "ground", "fly"),
        _colours("brown brown buff brown brown brown white buff white black orange black"),
        "eyebrow", "white", "striped", "spotted", "spotted", {"breast": "white", "leg": "yellow", "nape": "grey"},
    ),
    Species(
        "Plum_Jay", 0.52, 0.235, 0.26, 0.34, 0.98, 0.10, (18, 44), "all-purpose", 1.10, 0.55, "rounded_tail",
        "broad-wings", MEDIUM, "perching-like", ("perch", "perch", "ground", "fly"),
        _colours("purple purple purple purple blue blue white pink grey black black brown"),
        "crested", "black", "solid", "striped", plain_colours={"breast": "grey", "back": "grey", "nape": "grey"},
    ),
    Species(
        "Night_Starling", 0.52, 0.22, 0.26, 0.36, 0.42, 0.14, (20, 46), "dagger", 1.45, 0.38, "fan-shaped_tail",
        "tapered-wings", SMALL, "perching-like", ("ground", "perch", "fly"),
        _colours("iridescent black purple black black black iridescent iridescent black yellow red white"),
        "plain", "buff", "spotted", "solid", "spotted",
        {"crown": "brown", "nape": "brown", "throat": "grey", "breast": "brown", "bill": "black"},
    ),
)  # fmt: skip
