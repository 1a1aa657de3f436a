"""Channels: places inside the image, descriptors that follow the image, and odd images."""

import numpy as np
import pytest

from features import Colour, Contrast, DenseSift, DenseSurf, Sift, Surf
from features.channel import cell_means, grid
from features.contrast import border_distance, contrast_maps, ranked

LEARNT = [Surf(), DenseSurf(), Sift(), DenseSift(), Colour()]
RANDOM = np.random.default_rng(0)
FLAT = np.full((120, 90, 3), 77, np.uint8)
ODD = {
    "one pixel": np.zeros((1, 1, 3), np.uint8),
    "a row": RANDOM.integers(0, 256, (1, 500, 3), dtype=np.uint8),
    "a column": RANDOM.integers(0, 256, (500, 1, 3), dtype=np.uint8),
    "tiny": RANDOM.integers(0, 256, (7, 5, 3), dtype=np.uint8),
    "flat": FLAT,
    "black": np.zeros((60, 60, 3), np.uint8),
    "noise": RANDOM.integers(0, 256, (64, 80, 3), dtype=np.uint8),
}
odd_images = pytest.mark.parametrize("image", ODD.values(), ids=ODD.keys())
learnt_channels = pytest.mark.parametrize("channel", LEARNT, ids=lambda channel: type(channel).__name__)


@odd_images
@learnt_channels
def test_odd_images_have_valid_keypoints(channel, image):
    found = channel.describe(image)
    height, width = image.shape[:2]
    assert found.descriptors.dtype == np.float32
    assert len(found) == len(found.x) == len(found.y) == len(found.size) == len(found.descriptors)
    assert np.isfinite(found.descriptors).all()
    assert ((0 <= found.x) & (found.x < width) & (0 <= found.y) & (found.y < height)).all()


@odd_images
def test_odd_images_have_contrast_words(image):
    words = Contrast().words(image)
    assert len(words) == 3 * len(grid(image.shape[1], image.shape[0], 8)[0])


@pytest.mark.parametrize("channel", [Surf(), Sift()], ids=["Surf", "Sift"])
def test_a_flat_image_has_no_keypoints(channel):
    assert len(channel.describe(FLAT)) == 0


@learnt_channels
def test_the_same_image_gives_the_same_keypoints(channel, birds):
    first, second = channel.describe(birds[0].image), channel.describe(birds[0].image)
    assert (first.descriptors == second.descriptors).all()
    assert (first.x == second.x).all()


@pytest.mark.parametrize(("channel", "length"), [(Surf(), 64), (DenseSurf(), 64), (Sift(), 128), (DenseSift(), 128)])
def test_descriptors_have_unit_length(channel, length, birds):
    descriptors = channel.describe(birds[1].image).descriptors
    assert descriptors.shape[1] == length
    norms = np.linalg.norm(descriptors, axis=1)
    assert np.allclose(norms[norms > 0], 1, atol=1e-3)
    assert (norms > 0).mean() > 0.9


def test_dense_descriptors_move_with_the_image(birds):
    image = birds[2].image
    for channel in (DenseSurf(), DenseSift()):
        whole, cut = channel.describe(image), channel.describe(image[:, 16:])
        places = {(x, y): row for x, y, row in zip(whole.x - 16, whole.y, whole.descriptors, strict=True)}
        middle = (cut.x > 40) & (cut.x < cut.x.max() - 40) & (cut.y > 40) & (cut.y < cut.y.max() - 40)
        pairs = [(row, places[x, y]) for x, y, row in zip(cut.x, cut.y, cut.descriptors, strict=True)]
        distances = np.array([np.linalg.norm(one - other) for one, other in pairs])[middle]
        assert np.median(distances) < 1e-3


def test_strongest_points_are_kept(birds):
    image = birds[3].image
    few, many = Surf(max_points=20).describe(image), Surf(max_points=500).describe(image)
    assert len(few) <= 20 < len(many)
    assert {tuple(row) for row in few.descriptors} <= {tuple(row) for row in many.descriptors}


def test_colour_cells_are_mean_lab_colours():
    image = np.zeros((16, 24, 3), np.uint8)
    image[:, 8:16] = 255
    image[:, 16:] = (255, 0, 0)
    lab = Colour().describe(image).descriptors.reshape(2, 3, 3)
    expected = [[0, 0, 0], [100, 0, 0], [53.24, 80.09, 67.20]]  # black, white, red in CIE Lab (D65)
    assert np.allclose(lab, np.tile(expected, (2, 1, 1)), atol=0.1)


def test_cell_means_are_means_also_of_cut_cells():
    values = RANDOM.normal(size=(11, 13)).astype(np.float32)
    means = cell_means(values, 4)
    assert means.shape == (3, 4)
    assert means[0, 0] == pytest.approx(values[:4, :4].mean(), rel=1e-5)
    assert means[2, 3] == pytest.approx(values[8:, 12:].mean(), rel=1e-5)
    x, y = grid(13, 11, 4)
    assert list(zip(x[:4].tolist(), y[::4].tolist(), strict=False)) == [(2, 2), (6, 6), (10, 9)]


def test_contrast_finds_what_differs_from_the_border():
    image = np.full((80, 80, 3), (40, 120, 40), np.uint8)
    image[24:56, 24:56] = (200, 30, 30)
    distance = contrast_maps(image, 8)["distance from border colours"]
    inside = np.zeros((10, 10), bool)
    inside[3:7, 3:7] = True
    assert distance[inside].min() > 50
    assert distance[~inside].max() < 1


def test_an_object_that_touches_the_border_still_stands_out():
    lab = np.zeros((10, 10, 3), np.float32)
    lab[3:6, :4] = (50, 60, 0)  # four cells of it, or fewer, on the border
    assert border_distance(lab)[4, 2] > 50


def test_levels_are_equal_shares_of_the_image():
    cells = RANDOM.permutation(np.arange(800, dtype=np.float32)).reshape(20, 40)
    levels = ranked(cells, 8)
    assert (np.bincount(levels.ravel(), minlength=8) == 100).all()
    assert (np.diff(levels.ravel()[np.argsort(cells.ravel())]) >= 0).all()
    assert (ranked(np.ones((5, 5), np.float32), 8) == 0).all()


def test_levels_do_not_depend_on_brightness_scale(birds):
    image = (birds[4].image // 2).astype(np.uint8)
    cells = contrast_maps(image, 8)["edge density"]
    assert (ranked(cells, 8) == ranked(3 * cells, 8)).all()


def test_contrast_words_tell_birds_from_background(birds):
    """The levels are higher on the masks than elsewhere, in each of the three quantities."""
    for place in range(3):
        inside, outside = [], []
        for bird in birds:
            words = Contrast().words(bird.image)
            mask = bird.mask[words.y, words.x]
            own = (words.word // 8) == place
            inside += words.word[own & mask].tolist()
            outside += words.word[own & ~mask].tolist()
        assert np.mean(inside) > np.mean(outside) + 0.5
