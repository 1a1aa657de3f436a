"""What is known of training images only, as words at places: the painted mask, and attributes at their parts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ess import Box
from features.image import RGB, ImageSource, Mask, MaskSource
from features.words import VisualWords

# White: of the pixels that surround the masks of 145 training images of CUB-200-2011, 97 % differ from it by more than
# 20 grey levels (from black 96 %, from pure blue 90 %, from middle grey 75 %), so that the outline is seen.
PAINT = (255, 255, 255)

# The parts on which the attributes of a group are seen. Sides of the body are alternatives; a group without parts
# is about the whole bird.
PARTS_OF_GROUP: dict[str, tuple[str, ...]] = {
    "has_bill_shape": ("beak",),
    "has_wing_color": ("left wing", "right wing"),
    "has_upperparts_color": ("back",),
    "has_underparts_color": ("belly",),
    "has_breast_pattern": ("breast",),
    "has_back_color": ("back",),
    "has_tail_shape": ("tail",),
    "has_upper_tail_color": ("tail",),
    "has_head_pattern": ("crown",),
    "has_breast_color": ("breast",),
    "has_throat_color": ("throat",),
    "has_eye_color": ("left eye", "right eye"),
    "has_bill_length": ("beak",),
    "has_forehead_color": ("forehead",),
    "has_under_tail_color": ("tail",),
    "has_nape_color": ("nape",),
    "has_belly_color": ("belly",),
    "has_wing_shape": ("left wing", "right wing"),
    "has_size": (),
    "has_shape": (),
    "has_back_pattern": ("back",),
    "has_tail_pattern": ("tail",),
    "has_belly_pattern": ("belly",),
    "has_primary_color": (),
    "has_leg_color": ("left leg", "right leg"),
    "has_bill_color": ("beak",),
    "has_crown_color": ("crown",),
    "has_wing_pattern": ("left wing", "right wing"),
}


@dataclass(frozen=True)
class PaintedImage:
    """An image whose object is painted in one colour, described by the same words as any image.

    Section 4.2 of the SSVM+ paper: what is left of the object is its outline and one colour, so words inside the box
    are easy to tell from those outside.
    """

    source: ImageSource
    mask: MaskSource

    @property
    def image(self) -> RGB:
        return painted(self.source.image, self.mask.read())

    def fingerprint(self) -> bytes:
        parts = self.source.fingerprint() + self.mask.fingerprint() + bytes(PAINT)
        return hashlib.blake2b(parts, digest_size=16).digest()


def painted(image: RGB, mask: Mask) -> RGB:
    """A copy of an image with the masked pixels painted."""
    if mask.shape != image.shape[:2]:
        raise ValueError(f"the mask must have the image's shape {image.shape[:2]}, got {mask.shape}")
    copy = image.copy()
    copy[mask] = PAINT
    return copy


def attribute_words(
    attributes: NDArray[np.bool_],
    attribute_names: Sequence[str],
    parts: NDArray[np.float64],
    part_names: Sequence[str],
    box: Box,
    width: int,
    height: int,
) -> VisualWords:
    """One word for each attribute that is present, at its part.

    The place is the middle of the visible ones of its parts, or the centre of the box where none is visible or the
    group has none. So the histogram of the box is the attribute vector, as all parts are in the box.

    Parameters
    ----------
    attributes : bool array (n_attributes,)
    attribute_names : sequence of str
        ``group::value`` each, with the groups of CUB-200-2011.
    parts : array (n_parts, 2)
        x, y of each part, NaN where it is not visible.
    part_names : sequence of str
    box : Box
        Where the object is.
    width, height : int
        Size of the image.
    """
    present = np.flatnonzero(attributes)
    places = np.array([_place(attribute_names[word], parts, part_names, box) for word in present.tolist()]).reshape(
        -1, 2
    )
    x, y = np.floor(places).astype(np.int32).T
    return VisualWords(x, y, present.astype(np.int32), len(attribute_names), width, height)


def _place(attribute: str, parts: NDArray[np.float64], part_names: Sequence[str], box: Box) -> NDArray[np.float64]:
    group = attribute.partition("::")[0]
    if group not in PARTS_OF_GROUP:
        raise ValueError(f"the attribute must belong to a group of CUB-200-2011, got {attribute!r}")
    rows = parts[[part_names.index(part) for part in PARTS_OF_GROUP[group] if part in part_names]]
    visible = rows[~np.isnan(rows).any(axis=1)]
    if len(visible):
        middle: NDArray[np.float64] = visible.mean(axis=0)
        return middle
    return np.array([(box.left + box.right) / 2, (box.top + box.bottom) / 2])


def privileged_vector(attributes: NDArray[np.bool_], painted_words: VisualWords, box: Box) -> NDArray[np.float64]:
    """Attributes followed by the histogram of the painted image inside the box: Φ* of JKSE+, there 312 + 500 numbers.

    `painted_words` are the words of a :class:`PaintedImage`, by an extractor fitted on painted training images.
    """
    return np.concatenate([attributes, painted_words.histogram(box)]).astype(np.float64)
