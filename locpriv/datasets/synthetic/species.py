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
        name="Ember_Finch", size=SMALL, shape="perching-like",
        depth=0.6, head=0.26, neck=0.22, leg=0.24, tail=0.55, wing=0.1, tilt=(28, 48),
        bill="cone", bill_length=0.75, bill_depth=0.75,
        tail_shape="notched_tail", wing_shape="rounded-wings", poses=("perch", "perch", "perch", "ground"),
        colours=_colours("red red rufous brown brown brown red orange buff grey brown black"),
        marking="buff", wing_pattern="striped", back_pattern="striped",
        plain_colours={"crown": "brown", "forehead": "brown", "nape": "brown", "throat": "buff", "breast": "buff"},
    ),
    Species(
        name="Cobalt_Warbler", size=VERY_SMALL, shape="perching-like",
        depth=0.54, head=0.24, neck=0.22, leg=0.28, tail=0.55, wing=0.12, tilt=(18, 40),
        bill="needle", bill_length=0.95, bill_depth=0.34,
        tail_shape="notched_tail", wing_shape="pointed-wings", poses=("perch", "perch", "perch", "fly"),
        colours=_colours("blue blue blue blue blue blue black white white black black black"),
        head_pattern="masked", wing_pattern="striped",
        plain_colours={"crown": "grey", "forehead": "grey", "nape": "grey", "back": "olive", "throat": "white"},
    ),
    Species(
        name="Lemon_Tit", size=VERY_SMALL, shape="perching-like",
        depth=0.62, head=0.29, neck=0.18, leg=0.26, tail=0.62, wing=0.08, tilt=(20, 45),
        bill="cone", bill_length=0.5, bill_depth=0.42,
        tail_shape="squared_tail", wing_shape="rounded-wings", poses=("perch", "perch", "perch", "ground"),
        colours=_colours("black black yellow olive grey grey white yellow yellow black grey black"),
        head_pattern="capped", wing_pattern="striped",
        plain_colours={"breast": "buff", "belly": "white", "nape": "olive"},
    ),
    Species(
        name="Moss_Thrush", size=SMALL, shape="perching-like",
        depth=0.56, head=0.24, neck=0.26, leg=0.42, tail=0.55, wing=0.1, tilt=(22, 50),
        bill="all-purpose", bill_length=0.95, bill_depth=0.42,
        tail_shape="squared_tail", wing_shape="rounded-wings", poses=("ground", "ground", "perch"),
        colours=_colours("olive olive olive olive brown brown white buff white brown pink black"),
        head_pattern="eyering", marking="brown", breast_pattern="spotted",
        plain_colours={"breast": "white", "back": "brown", "crown": "brown"},
    ),
    Species(
        name="Copper_Teal", size=MEDIUM, shape="duck-like",
        depth=0.5, head=0.21, neck=0.36, leg=0.2, tail=0.28, wing=0.1, tilt=(2, 12),
        bill="spatulate", bill_length=1.55, bill_depth=0.62,
        tail_shape="pointed_tail", wing_shape="pointed-wings", poses=("swim", "swim", "swim", "ground"),
        colours=_colours("green green green brown grey black green rufous grey yellow orange brown"),
        head_pattern="unique_pattern", marking="white", wing_pattern="striped",
        plain_colours={
            "crown": "brown", "forehead": "brown", "nape": "buff", "throat": "buff", "breast": "brown", "belly": "buff",
        },
    ),
    Species(
        name="Pearl_Gull", size=LARGE, shape="gull-like",
        depth=0.46, head=0.2, neck=0.28, leg=0.32, tail=0.36, wing=0.3, tilt=(4, 22),
        bill="hooked_seabird", bill_length=1.3, bill_depth=0.5,
        tail_shape="squared_tail", wing_shape="long-wings", poses=("ground", "fly", "swim"),
        colours=_colours("white white white grey grey white white white white orange pink yellow"),
        plain_colours={"crown": "buff", "nape": "buff", "back": "brown", "wing": "brown", "bill": "black"},
    ),
    Species(
        name="Dusk_Swallow", size=SMALL, shape="swallow-like",
        depth=0.44, head=0.22, neck=0.16, leg=0.14, tail=0.9, wing=0.42, tilt=(22, 44),
        bill="hooked", bill_length=0.48, bill_depth=0.36,
        tail_shape="forked_tail", wing_shape="tapered-wings", poses=("fly", "fly", "perch"),
        colours=_colours("blue rufous blue iridescent black black rufous buff white black black black"),
        head_pattern="eyeline",
        plain_colours={"throat": "buff", "forehead": "buff", "belly": "buff"},
    ),
    Species(
        name="Saffron_Stilt", size=MEDIUM, shape="sandpiper-like",
        depth=0.46, head=0.165, neck=0.4, leg=0.95, tail=0.3, wing=0.16, tilt=(8, 26),
        bill="dagger", bill_length=2.7, bill_depth=0.36,
        tail_shape="pointed_tail", wing_shape="pointed-wings", poses=("ground", "ground", "ground", "fly"),
        colours=_colours("brown brown buff brown brown brown white buff white black orange black"),
        head_pattern="eyebrow", marking="white",
        breast_pattern="striped", wing_pattern="spotted", back_pattern="spotted",
        plain_colours={"breast": "white", "leg": "yellow", "nape": "grey"},
    ),
    Species(
        name="Plum_Jay", size=MEDIUM, shape="perching-like",
        depth=0.52, head=0.235, neck=0.26, leg=0.34, tail=0.98, wing=0.1, tilt=(18, 44),
        bill="all-purpose", bill_length=1.1, bill_depth=0.55,
        tail_shape="rounded_tail", wing_shape="broad-wings", poses=("perch", "perch", "ground", "fly"),
        colours=_colours("purple purple purple purple blue blue white pink grey black black brown"),
        head_pattern="crested", wing_pattern="striped",
        plain_colours={"breast": "grey", "back": "grey", "nape": "grey"},
    ),
    Species(
        name="Night_Starling", size=SMALL, shape="perching-like",
        depth=0.52, head=0.22, neck=0.26, leg=0.36, tail=0.42, wing=0.14, tilt=(20, 46),
        bill="dagger", bill_length=1.45, bill_depth=0.38,
        tail_shape="fan-shaped_tail", wing_shape="tapered-wings", poses=("ground", "perch", "fly"),
        colours=_colours("iridescent black purple black black black iridescent iridescent black yellow red white"),
        marking="buff", breast_pattern="spotted", back_pattern="spotted",
        plain_colours={"crown": "brown", "nape": "brown", "throat": "grey", "breast": "brown", "bill": "black"},
    ),
)  # fmt: skip
