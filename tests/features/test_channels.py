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


def test_border_distance_is_that_of_the_fifth_nearest_border_cell():
    lab = RANDOM.normal(size=(6, 9, 3)).astype(np.float32)
    border = [lab[row, column] for row in range(6) for column in range(9) if row in (0, 5) or column in (0, 8)]
    judge = [[sorted(np.linalg.norm(cell - other) for other in border)[4] for cell in row] for row in lab]
    assert np.allclose(border_distance(lab), judge, rtol=1e-5)


def test_maps_turn_with_the_image():
    image = RANDOM.integers(0, 256, (96, 64, 3), dtype=np.uint8)
    turned = contrast_maps(np.ascontiguousarray(image.transpose(1, 0, 2)), 8)
    for name, cells in contrast_maps(image, 8).items():
        assert np.allclose(turned[name].T, cells, rtol=1e-4), name


def test_edges_and_sharpness_are_those_of_a_neighbourhood():
    image = np.zeros((160, 160, 3), np.uint8)
    image[:, 80:] = 255
    for name in ("edge density", "sharpness"):
        row = contrast_maps(image, 8)[name][10]
        assert (row >= 0).all()
        assert row[9] > row[8] > row[7] > row[6] > 0, "it falls off around the edge"
        assert row[0] == 0


def test_contrast_words_are_in_the_order_of_the_maps():
    image = RANDOM.integers(0, 256, (40, 56, 3), dtype=np.uint8)
    words = Contrast(levels=4).words(image).word.reshape(3, 5, 7)
    for place, cells in enumerate(contrast_maps(image, 8).values()):
        assert (words[place] == ranked(cells, 4) + 4 * place).all()


def test_contrast_is_the_same_again_to_the_last_bit(birds):
    image = birds[4].image
    first = contrast_maps(image, 8)
    for _ in range(10):
        kept = [np.empty(int(size)) for size in RANDOM.integers(1, 5000, 5)]  # other arrays lie elsewhere in memory
        again = contrast_maps(image.copy(), 8)
        assert all((first[name] == again[name]).all() for name in first)
        del kept


@pytest.mark.parametrize(("channel", "size"), [(DenseSurf(size=40), 40), (DenseSift(size=24), 24), (Colour(step=6), 6)])
def test_dense_channels_report_the_size_of_their_patches(channel, size, birds):
    assert np.allclose(channel.describe(birds[0].image).size, size)


@pytest.mark.parametrize("channel", [DenseSurf(step=16, size=32), DenseSift(step=16, size=32)], ids=["Surf", "Sift"])
def test_pixels_far_outside_a_patch_do_not_matter(channel):
    image = RANDOM.integers(0, 256, (160, 160, 3), dtype=np.uint8)
    other = image.copy()
    other[:, 120:] = 0
    one, two = channel.describe(image), channel.describe(other)
    left = one.x < 60
    assert np.allclose(one.descriptors[left], two.descriptors[left], atol=1e-5)
    assert not np.allclose(one.descriptors[~left], two.descriptors[~left], atol=1e-2)


def test_a_higher_threshold_gives_fewer_points(birds):
    counts = [len(Surf(threshold=threshold).describe(birds[3].image)) for threshold in (0.1, 10, 1000)]
    assert counts[0] > counts[1] > counts[2]


def test_sift_describes_at_most_so_many_points(birds):
    assert 0 < len(Sift(max_points=15).describe(birds[3].image)) <= 16  # OpenCV may add one of the same strength


def test_dense_surf_continues_the_image_by_its_mirror_image():
    stripes = np.zeros((64, 64, 3), np.uint8)
    stripes[:, ::2] = 255
    descriptors = DenseSurf(step=16).describe(stripes).descriptors
    assert np.allclose(descriptors[:4], descriptors[4:8], atol=1e-4), "rows of the grid are alike, also at the top"


@pytest.mark.parametrize(
    ("channel", "settings", "name"),
    [
        (Surf, {"n_words": 0}, "n_words"),
        (Surf, {"max_points": 0}, "max_points"),
        (Sift, {"n_words": "many"}, "n_words"),
        (DenseSurf, {"step": 1.5}, "step"),
        (DenseSift, {"size": 0}, "size"),
        (Colour, {"step": 0}, "step"),
        (Contrast, {"levels": 0}, "levels"),
    ],
)
def test_settings_must_be_whole_numbers_from_1_on(channel, settings, name):
    with pytest.raises(ValueError, match=f"{name} must be"):
        channel(**settings)


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
