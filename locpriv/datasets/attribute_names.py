"""The 312 attributes of CUB-200-2011 in their official order: 28 groups, each with its values."""

from __future__ import annotations

COLOURS = (
    "blue", "brown", "iridescent", "purple", "rufous", "grey", "yellow", "olive",
    "green", "pink", "orange", "black", "white", "red", "buff",
)  # fmt: skip
EYE_COLOURS = tuple(colour for colour in COLOURS if colour != "iridescent")
PATTERNS = ("solid", "spotted", "striped", "multi-colored")
BILL_SHAPES = (
    "curved_(up_or_down)", "dagger", "hooked", "needle", "hooked_seabird", "spatulate", "all-purpose", "cone",
    "specialized",
)  # fmt: skip
TAIL_SHAPES = ("forked_tail", "rounded_tail", "notched_tail", "fan-shaped_tail", "pointed_tail", "squared_tail")
HEAD_PATTERNS = (
    "spotted", "malar", "crested", "masked", "unique_pattern", "eyebrow", "eyering", "plain", "eyeline", "striped",
    "capped",
)  # fmt: skip
BILL_LENGTHS = ("about_the_same_as_head", "longer_than_head", "shorter_than_head")
WING_SHAPES = ("rounded-wings", "pointed-wings", "broad-wings", "tapered-wings", "long-wings")
SIZES = (
    "large_(16_-_32_in)", "small_(5_-_9_in)", "very_large_(32_-_72_in)", "medium_(9_-_16_in)", "very_small_(3_-_5_in)",
)  # fmt: skip
SHAPES = (
    "upright-perching_water-like", "chicken-like-marsh", "long-legged-like", "duck-like", "owl-like", "gull-like",
    "hummingbird-like", "pigeon-like", "tree-clinging-like", "hawk-like", "sandpiper-like", "upland-ground-like",
    "swallow-like", "perching-like",
)  # fmt: skip

GROUPS = {
    "has_bill_shape": BILL_SHAPES,
    "has_wing_color": COLOURS,
    "has_upperparts_color": COLOURS,
    "has_underparts_color": COLOURS,
    "has_breast_pattern": PATTERNS,
    "has_back_color": COLOURS,
    "has_tail_shape": TAIL_SHAPES,
    "has_upper_tail_color": COLOURS,
    "has_head_pattern": HEAD_PATTERNS,
    "has_breast_color": COLOURS,
    "has_throat_color": COLOURS,
    "has_eye_color": EYE_COLOURS,
    "has_bill_length": BILL_LENGTHS,
    "has_forehead_color": COLOURS,
    "has_under_tail_color": COLOURS,
    "has_nape_color": COLOURS,
    "has_belly_color": COLOURS,
    "has_wing_shape": WING_SHAPES,
    "has_size": SIZES,
    "has_shape": SHAPES,
    "has_back_pattern": PATTERNS,
    "has_tail_pattern": PATTERNS,
    "has_belly_pattern": PATTERNS,
    "has_primary_color": COLOURS,
    "has_leg_color": COLOURS,
    "has_bill_color": COLOURS,
    "has_crown_color": COLOURS,
    "has_wing_pattern": PATTERNS,
}

ATTRIBUTE_NAMES = tuple(f"{group}::{value}" for group, values in GROUPS.items() for value in values)

CERTAINTIES = ("not visible", "guessing", "probably", "definitely")  # numbered from 1 on

PART_NAMES = (
    "back", "beak", "belly", "breast", "crown", "forehead", "left eye", "left leg", "left wing", "nape", "right eye",
    "right leg", "right wing", "tail", "throat",
)  # fmt: skip
