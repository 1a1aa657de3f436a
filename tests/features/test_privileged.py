"""Privileged words: the painted mask, and attributes at the parts they are seen on."""

import numpy as np
import pytest

from ess import Box
from features import PaintedImage, Surf, WordExtractor, attribute_words, painted, privileged_vector
from features.privileged import PAINT, PARTS_OF_GROUP
from locpriv import Sample
from locpriv.datasets.attribute_names import ATTRIBUTE_NAMES, GROUPS, PART_NAMES


def test_each_of_the_28_groups_has_its_parts():
    assert list(PARTS_OF_GROUP) == list(GROUPS)
    assert len(GROUPS) == 28
    assert sum(len(values) for values in GROUPS.values()) == len(ATTRIBUTE_NAMES) == 312
    named = {part for parts in PARTS_OF_GROUP.values() for part in parts}
    assert named == set(PART_NAMES)
    for group, parts in PARTS_OF_GROUP.items():
        words = {word for part in parts for word in part.split()} - {"left", "right"}
        synonyms = {"bill": "beak", "upperparts": "back", "underparts": "belly", "head": "crown"}
        subject = group.removeprefix("has_").rpartition("_")[0].split("_")[-1]
        assert words <= {synonyms.get(subject, subject)}, group
    assert {group for group, parts in PARTS_OF_GROUP.items() if not parts} == {
        "has_size", "has_shape", "has_primary_color",
    }  # fmt: skip


def test_names_are_those_of_the_official_files(cub):
    assert cub.attribute_names == ATTRIBUTE_NAMES
    assert cub.part_names == PART_NAMES


def test_the_histogram_of_the_box_is_the_attribute_vector(birds):
    for bird in birds:
        assert (birds.attribute_words(bird).histogram(bird.box) == bird.attributes).all()


def test_the_same_holds_for_real_birds(cub):
    for bird in cub[::10]:
        assert (cub.attribute_words(bird).histogram(bird.box) == bird.attributes).all()


def test_an_attribute_is_a_word_at_its_part(birds):
    names = birds.attribute_names
    for bird in birds[:10]:
        words = birds.attribute_words(bird)
        for x, y, word in zip(words.x, words.y, words.word, strict=True):
            if names[word].startswith("has_throat_color"):
                throat = bird.parts[birds.part_names.index("throat")]
                centre = (bird.box.left + bird.box.right) // 2, (bird.box.top + bird.box.bottom) // 2
                expected = centre if np.isnan(throat).any() else tuple(np.floor(throat))
                assert (x, y) == expected


def test_both_sides_visible_put_the_word_in_their_middle():
    parts = np.full((15, 2), np.nan)
    parts[PART_NAMES.index("left eye")], parts[PART_NAMES.index("right eye")] = (10, 4), (20, 8)
    present = np.array([name == "has_eye_color::red" for name in ATTRIBUTE_NAMES])
    words = attribute_words(present, ATTRIBUTE_NAMES, parts, PART_NAMES, Box(0, 0, 40, 40), 50, 50)
    assert (words.x.tolist(), words.y.tolist()) == ([15], [6])


def test_groups_and_parts_that_are_not_known_are_at_the_centre_of_the_box():
    box, ear = Box(10, 20, 30, 50), np.zeros((1, 2))
    found = [
        attribute_words(np.array([True, False]), ["has_hat::yes", "ringed"], None, (), box, 60, 60),
        attribute_words(np.array([False, True]), ["a", "has_eye_color::red"], ear, ["ear"], box, 60, 60),
    ]
    assert [(words.x.tolist(), words.y.tolist()) for words in found] == [([20], [35])] * 2


def test_parts_outside_the_box_are_brought_into_it():
    parts = np.array([[50.0, 2.0]])
    words = attribute_words(np.array([True]), ["has_eye_color::red"], parts, ["left eye"], Box(10, 20, 30, 50), 60, 60)
    assert (words.x.tolist(), words.y.tolist()) == ([29], [20])


@pytest.mark.parametrize(("attributes", "parts"), [(5, 15), (312, 3)])
def test_attributes_and_parts_must_fit_their_names(attributes, parts):
    with pytest.raises(ValueError, match=r"must have shape \((312,|15, 2)\)"):
        attribute_words(
            np.ones(attributes, bool), ATTRIBUTE_NAMES, np.zeros((parts, 2)), PART_NAMES, Box(0, 0, 9, 9), 9, 9
        )


def test_paint_covers_the_mask_and_nothing_else(birds):
    bird = birds[0]
    image, mask = bird.image, bird.mask
    copy = painted(image, mask)
    assert (copy[mask] == PAINT).all()
    assert (copy[~mask] == image[~mask]).all()
    assert (bird.image == image).all()
    with pytest.raises(ValueError, match="shape"):
        painted(image, mask[1:])


def test_painted_images_go_through_the_same_pipeline(birds):
    sources = [bird.painted for bird in birds[:12]]
    assert len({source.fingerprint() for source in sources} | {bird.fingerprint() for bird in birds[:12]}) == 24
    mixed = [PaintedImage(birds[0], birds[1].mask_source), PaintedImage(birds[1], birds[0].mask_source)]
    assert len({source.fingerprint() for source in [*sources[:2], *mixed]}) == 4
    found = WordExtractor([Surf(500)], cache=False).fit(sources)
    words = found.transform(sources)
    for bird, painted_words in zip(birds[:12], words, strict=True):
        vector = privileged_vector(bird.attributes, painted_words, bird.box)
        assert vector.shape == (812,)
        assert (vector[:312] == bird.attributes).all()
        assert vector[312:].sum() == painted_words.histogram(bird.box).sum() > 0


def test_a_sample_without_masks_or_attributes_has_no_such_words(birds):
    plain = Sample(1, birds[0].path, birds[0].width, birds[0].height, birds[0].box)
    assert plain.painted is None
    with pytest.raises(ValueError, match="must have attributes and a box"):
        birds.attribute_words(plain)
