"""Data sets: sequences of samples that can be cut by id, class and split."""

import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from ess import Box
from features.image import as_source
from locpriv import Dataset, Sample


def test_a_dataset_is_a_sequence(birds):
    assert len(birds) == 40
    assert [sample.id for sample in birds] == birds.ids == list(range(1, 41))
    assert birds[-1] is birds[39]
    assert birds[3:5].ids == [4, 5]
    assert birds[0] in birds
    assert birds[3:5].part_names == birds.part_names


def test_train_and_test_are_the_official_split(birds):
    assert len(birds.train) + len(birds.test) == len(birds)
    assert not set(birds.train.ids) & set(birds.test.ids)
    assert {sample.split for sample in birds.train} == {"train"}


def test_samples_without_a_split_are_in_both():
    data = Dataset([Sample(1, "1.jpg", 5, 5, Box(0, 0, 1, 1))])
    assert data.train.ids == data.test.ids == [1]
    assert repr(data) == "Dataset('', 1 image, 0 classes)"


def test_a_subset_has_the_order_of_its_ids(birds):
    assert birds.subset([7, 3, 5]).ids == [7, 3, 5]
    assert birds.subset(["7", "3"]).ids == [7, 3]
    with pytest.raises(ValueError, match="got 2 that are not, first 99"):
        birds.subset([1, 99, 100])
    with pytest.raises(ValueError, match="got 3 twice"):
        birds.subset([3, 4, 3])


def test_classes_divide_the_dataset(birds):
    groups = birds.by_class()
    assert list(groups) == birds.class_names
    assert sum(len(group) for group in groups.values()) == len(birds)
    assert all(sample.class_name == name for name, group in groups.items() for sample in group)


def test_samples_are_frozen_and_read_their_pixels_when_asked(birds):
    bird = birds[0]
    assert as_source(bird) is bird
    assert bird.image.shape == (bird.height, bird.width, 3)
    assert bird.mask.shape == (bird.height, bird.width)
    assert bird.mask.dtype == bool
    assert bird.image is not bird.image
    with pytest.raises(FrozenInstanceError):
        bird.box = None


def test_samples_travel_to_other_processes(birds):
    copy = pickle.loads(pickle.dumps(birds[0]))
    assert copy.box == birds[0].box
    assert (copy.image == birds[0].image).all()


def test_the_arrays_of_samples_are_aligned_with_the_names(birds):
    for bird in birds:
        assert bird.parts.shape == (len(birds.part_names), 2) == (15, 2)
        assert bird.attributes.shape == bird.certainty.shape == (len(birds.attribute_names),) == (312,)
        visible = bird.parts[~np.isnan(bird.parts).any(axis=1)]
        assert len(visible) > 0
        assert (np.isnan(bird.parts).any(axis=1) == np.isnan(bird.parts).all(axis=1)).all()


def test_a_summary_is_a_line(birds):
    sizes, known = "40 images (20 train, 20 test), 10 classes", "40 with masks, 40 with parts, 40 with attributes"
    assert birds.summary() == f"sample birds: {sizes}, {known}"
