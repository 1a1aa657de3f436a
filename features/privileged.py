"""What is known of training images only, as words at places: the painted mask, and attributes at their parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ess import Box
from features.cache import digest_of
from features.image import RGB, ImageSource, Mask, MaskSource
from features.words import VisualWords

# White: in photographs hardly anything around an object is as bright, so that the outline is seen.
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
    are easy to tell from those outside. ``sample.painted`` is one, and `WordExtractor` takes it as an image.

    Attributes
    ----------
    source : ImageSource
        The image: a sample of a data set, or an `ImageFile`.
    mask : MaskSource
        Its mask: ``sample.mask_source``, or a `MaskFile`.
    """

    source: ImageSource
    mask: MaskSource

    @property
    def image(self) -> RGB:
        return painted(self.source.image, self.mask.read())

    def fingerprint(self) -> bytes:
        return digest_of(self.source.fingerprint(), self.mask.fingerprint(), bytes(PAINT))


def painted(image: RGB, mask: Mask) -> RGB:
    """A copy of an image with the masked pixels painted white."""
    if mask.shape != image.shape[:2]:
        raise ValueError(f"the mask must have the image's shape {image.shape[:2]}, got {mask.shape}")
    copy = image.copy()
    copy[mask] = PAINT
    return copy


def attribute_words(
    attributes: NDArray[np.bool_],
    attribute_names: Sequence[str],
    parts: NDArray[np.float64] | None,
    part_names: Sequence[str],
    box: Box,
    width: int,
    height: int,
) -> VisualWords:
    """One word for each attribute that is present, at its part.

    The place is the middle of the visible ones of its parts, brought into the box; or the centre of the box, where none
    is visible or the group is not in :data:`PARTS_OF_GROUP`. So the histogram of the box is the attribute vector.

    Parameters
    ----------
    attributes : bool array (n_attributes,)
    attribute_names : sequence of str
        ``group::value`` each, as in CUB-200-2011.
    parts : array (n_parts, 2) or None
        x, y of each part, NaN where it is not visible; None if nothing is known of parts.
    part_names : sequence of str
    box : Box
        Where the object is.
    width, height : int
        Size of the image.
    """
    if np.shape(attributes) != (len(attribute_names),):
        expected = f"shape ({len(attribute_names)},), one a name"
        raise ValueError(f"attributes must have {expected}, got {np.shape(attributes)}")
    if parts is None:
        parts = np.full((len(part_names), 2), np.nan)
    if np.shape(parts) != (len(part_names), 2):
        raise ValueError(f"parts must have shape ({len(part_names)}, 2), x and y a name, got {np.shape(parts)}")
    visible = {name: place for name, place in zip(part_names, parts, strict=True) if not np.isnan(place).any()}
    present = np.flatnonzero(attributes).tolist()
    places = np.array([_place(attribute_names[word], visible, box) for word in present]).reshape(-1, 2)
    x, y = np.clip(np.floor(places), (box.left, box.top), (box.right - 1, box.bottom - 1)).astype(np.int32).T
    return VisualWords(x, y, np.array(present, dtype=np.int32), len(attribute_names), width, height)


def _place(attribute: str, visible: Mapping[str, NDArray[np.float64]], box: Box) -> NDArray[np.float64]:
    group = attribute.partition("::")[0]
    places = [visible[part] for part in PARTS_OF_GROUP.get(group, ()) if part in visible]
    if not places:
        return np.array([(box.left + box.right) / 2, (box.top + box.bottom) / 2])
    middle: NDArray[np.float64] = np.mean(places, axis=0)
    return middle


def privileged_vector(attributes: NDArray[np.bool_], painted_words: VisualWords, box: Box) -> NDArray[np.float64]:
    """Attributes followed by the histogram of the painted image inside the box: Φ* of JKSE+, there 312 + 500 numbers.

    Parameters
    ----------
    attributes : bool array (n_attributes,)
    painted_words : VisualWords
        Words of a :class:`PaintedImage`, by an extractor fitted on painted training images: for JKSE+
        ``WordExtractor([Surf(500)]).fit(bird.painted for bird in birds.train)``.
    box : Box
        Where the object is.
    """
    return np.concatenate([attributes, painted_words.histogram(box)]).astype(np.float64)
