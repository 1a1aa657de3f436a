"""What the attributes of CUB-200-2011 say of a bird of the sample data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from features.privileged import PARTS_OF_GROUP
from locpriv.datasets.attribute_names import CERTAINTIES, GROUPS
from locpriv.datasets.synthetic.anatomy import Bird

NOT_VISIBLE, PROBABLY, DEFINITELY = (CERTAINTIES.index(name) + 1 for name in ("not visible", "probably", "definitely"))

# Parts of which one must be seen to answer; a group without parts is about the bird as a whole.
NEEDED_PARTS = PARTS_OF_GROUP | {
    "has_upperparts_color": ("back", "left wing", "right wing"),
    "has_underparts_color": ("breast", "belly"),
    "has_head_pattern": ("crown", "nape", "forehead"),
}


@dataclass(frozen=True)
class Answer:
    """One line of the attribute labels: whether it is present, how certain, after how many seconds."""

    present: bool
    certainty: int
    seconds: float


def values_of(bird: Bird) -> dict[str, set[str]]:
    """The one or two values of each group that were drawn."""
    species, colours = bird.species, bird.colours
    length = species.bill_length / 2  # of the head, not of its radius
    lengths = ("shorter_than_head", "about_the_same_as_head", "longer_than_head")
    values = {
        "has_bill_shape": {species.bill},
        "has_bill_length": {lengths[int(length > 0.7) + int(length > 1.1)]},
        "has_breast_pattern": {species.breast_pattern},
        "has_back_pattern": {species.back_pattern},
        "has_belly_pattern": {"solid"},
        "has_tail_pattern": {"solid"},
        "has_wing_pattern": {species.wing_pattern},
        "has_tail_shape": {species.tail_shape},
        "has_wing_shape": {species.wing_shape},
        "has_head_pattern": {species.head_pattern},
        "has_size": {species.size},
        "has_shape": {species.shape},
        "has_upperparts_color": {colours["back"], colours["wing"]},
        "has_underparts_color": {colours["breast"], colours["belly"]},
        "has_primary_color": {colours["back"], colours["breast"]},
        "has_upper_tail_color": {colours["tail"]},
        "has_under_tail_color": {colours["tail"]},
    }
    parts = ("wing", "back", "breast", "throat", "eye", "forehead", "nape", "belly", "leg", "bill", "crown")
    return values | {f"has_{part}_color": {colours[part]} for part in parts}


def answer_all(rng: Generator, bird: Bird, visible: Collection[str]) -> list[Answer]:
    """Answers for all attributes in their official order; what cannot be seen is absent and not visible."""
    drawn = values_of(bird)
    answers = []
    for group, names in GROUPS.items():
        seen = not NEEDED_PARTS[group] or any(part in visible for part in NEEDED_PARTS[group])
        sure = DEFINITELY if rng.random() < 0.7 else PROBABLY
        certainty = sure if seen else NOT_VISIBLE
        seconds = float(np.round(rng.gamma(4, 1.5), 3))  # an annotator answers a group at a time
        answers += [Answer(seen and name in drawn[group], certainty, seconds) for name in names]
    return answers
