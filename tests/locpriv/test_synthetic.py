"""The sample data: a folder like CUB-200-2011, consistent in itself and the same every time."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from ess import iou
from locpriv.datasets.attribute_names import ATTRIBUTE_NAMES, GROUPS, PART_NAMES
from locpriv.datasets.synthetic import folder as synthetic
from locpriv.datasets.synthetic.anatomy import hatch
from locpriv.datasets.synthetic.attributes import values_of
from locpriv.datasets.synthetic.folder import CLASS_NAMES, write_sample_folder
from locpriv.datasets.synthetic.species import SPECIES

COUNT = 60


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    return write_sample_folder(tmp_path_factory.mktemp("birds") / "sample", COUNT)


def rows(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text().splitlines()]


def names(root: Path) -> list[str]:
    return [row[1].removesuffix(".jpg") for row in rows(root / "images.txt")]


def boxes(root: Path) -> np.ndarray:
    """Left, top, right, bottom."""
    found = np.array(rows(root / "bounding_boxes.txt"), dtype=float)[:, 1:]
    return np.hstack([found[:, :2], found[:, :2] + found[:, 2:]]).astype(int)


def masks(root: Path) -> list[np.ndarray]:
    paths = [root.parent / "segmentations" / f"{name}.png" for name in names(root)]
    return [cv2.imread(str(path), cv2.IMREAD_UNCHANGED) for path in paths]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_images(tmp_path):
    first, again, other = (
        contents(write_sample_folder(tmp_path / name, 4, seed).parent)
        for name, seed in [("first", 3), ("again", 3), ("other", 4)]
    )
    assert first == again
    images = [name for name in first if name.endswith(".jpg")]
    assert len(images) == 4
    assert all(first[name] != other[name] for name in images)


def test_the_first_images_do_not_depend_on_how_many_there_are(root, tmp_path):
    many, few = contents(root.parent), contents(write_sample_folder(tmp_path / "few", 12).parent)
    for name, data in few.items():
        assert many[name].startswith(data) if name.endswith(".txt") else many[name] == data, name


def test_the_tables_have_the_official_layout_and_agree_about_the_images(root):
    ids = [str(number) for number in range(1, COUNT + 1)]
    for name in ("images", "bounding_boxes", "image_class_labels", "train_test_split"):
        assert [row[0] for row in rows(root / f"{name}.txt")] == ids, name
    assert [row[1] for row in rows(root / "classes.txt")] == list(CLASS_NAMES)
    labels = [int(row[1]) for row in rows(root / "image_class_labels.txt")]
    assert [name.split("/")[0] for name in names(root)] == [CLASS_NAMES[label - 1] for label in labels]
    assert [" ".join(row[1:]) for row in rows(root / "parts" / "parts.txt")] == list(PART_NAMES)
    assert [row[1] for row in rows(root.parent / "attributes.txt")] == list(ATTRIBUTE_NAMES)
    assert len(rows(root / "attributes" / "certainties.txt")) == 4
    parts = np.array(rows(root / "parts" / "part_locs.txt"), dtype=float)
    assert parts[:, :2].tolist() == [[image, part] for image in range(1, COUNT + 1) for part in range(1, 16)]
    for name, mask in zip(names(root), masks(root), strict=True):
        image = cv2.imread(str(root / "images" / f"{name}.jpg"))
        assert image.shape == (*mask.shape, 3)
        assert mask.dtype == np.uint8


def test_half_of_each_class_is_for_training(root):
    train = np.array([int(row[1]) for row in rows(root / "train_test_split.txt")])
    labels = np.array([int(row[1]) for row in rows(root / "image_class_labels.txt")])
    for label in range(1, len(CLASS_NAMES) + 1):
        assert train[labels == label].mean() == 0.5


def test_boxes_are_the_tight_boxes_of_the_masks(root):
    for box, mask in zip(boxes(root), masks(root), strict=True):
        down, across = np.nonzero(mask >= 128)
        assert box.tolist() == [across.min(), down.min(), across.max() + 1, down.max() + 1]


def test_masks_have_soft_edges(root):
    assert all(((mask > 0) & (mask < 255)).any() for mask in masks(root))


def test_visible_parts_lie_on_the_bird_and_hidden_ones_have_no_place(root):
    all_boxes, all_masks = boxes(root), masks(root)
    shown = set()
    for image, part, x, y, visible in np.array(rows(root / "parts" / "part_locs.txt"), dtype=float):
        if not visible:
            assert (x, y) == (0, 0)
            continue
        shown.add(int(part))
        left, top, right, bottom = all_boxes[int(image) - 1]
        assert left <= x < right
        assert top <= y < bottom
        column, row = round(x), round(y)
        near = all_masks[int(image) - 1][max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
        assert (near >= 128).any()
    assert shown == set(range(1, len(PART_NAMES) + 1)), "every part is seen somewhere"


def test_an_image_has_all_attributes_and_at_most_two_values_of_a_group(root):
    table = np.array(rows(root / "attributes" / "image_attribute_labels.txt"), dtype=float)
    assert table[:, 0].tolist() == np.repeat(np.arange(1, COUNT + 1), len(ATTRIBUTE_NAMES)).tolist()
    assert table[:, 1].tolist() == list(range(1, len(ATTRIBUTE_NAMES) + 1)) * COUNT
    present, certainty = (table[:, column].reshape(COUNT, -1) for column in (2, 3))
    start = 0
    for values in GROUPS.values():
        group = slice(start, start + len(values))
        start += len(values)
        count = present[:, group].sum(axis=1)
        hidden = (certainty[:, group] == 1).all(axis=1)
        assert count.max() <= 2
        assert ((count == 0) == hidden).all(), "what is visible has a value, what is hidden has none"


def test_each_group_of_attributes_gets_values_that_it_has():
    for species in SPECIES:
        bird = hatch(np.random.default_rng(0), species, species.poses[0])
        drawn = values_of(bird)
        assert list(GROUPS) == [group for group in GROUPS if drawn[group] <= set(GROUPS[group])]


def test_a_bird_that_looks_to_the_right_shows_its_right_side_and_turned_to_the_viewer_both_eyes():
    rng = np.random.default_rng(0)
    birds = [hatch(rng, species, "perch") for species in SPECIES * 20]
    eyes = {"left eye", "right eye"}
    for bird in birds:
        shown = eyes & set(bird.parts)
        if bird.heading < np.radians(30):
            assert shown == {"right eye"}
        elif bird.heading > np.radians(150):
            assert shown == {"left eye"}
        elif np.radians(80) < bird.heading < np.radians(100):
            assert shown == eyes
        assert "left wing" not in bird.parts


def test_no_single_box_does_well(root):
    shapes = np.array([mask.shape[::-1] * 2 for mask in masks(root)])
    train = np.array([row[1] == "1" for row in rows(root / "train_test_split.txt")])
    relative = (boxes(root) / shapes)[train].mean(axis=0)
    constant = np.round(relative * shapes[~train]).astype(int)
    assert iou(constant, boxes(root)[~train]).mean() < 0.45


def test_a_folder_with_something_in_it_is_refused_and_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="exists and is not empty"):
        write_sample_folder(tmp_path, 2)
    with pytest.raises(ValueError, match="exists and is not empty"):
        write_sample_folder(tmp_path / "notes.txt", 2)
    assert contents(tmp_path) == {"notes.txt": b"mine"}


@pytest.mark.parametrize(("seed", "number"), [(0, 241), (0, 398), (1, 38), (3, 137), (4, 28)])
def test_parts_at_the_border_are_in_the_image(seed, number):
    """Scenes whose parts once were half a pixel outside."""
    scene = synthetic.paint_scene(seed, number)
    height, width = scene.mask.shape
    for x, y in scene.parts.values():
        assert 0 <= x < width
        assert 0 <= y < height
        assert scene.mask[int(y), int(x)] >= 128


def test_the_working_directory_can_be_filled(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (write_sample_folder(".", 1) / "images.txt").exists()


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "sample").mkdir()
    assert (write_sample_folder(tmp_path / "sample", 1) / "images.txt").exists()


def test_nothing_is_left_after_a_failure(tmp_path, monkeypatch):
    paint = synthetic.paint_scene

    def fail(seed: int, number: int):
        if number == 2:
            raise RuntimeError("out of paint")
        return paint(seed, number)

    monkeypatch.setattr(synthetic, "paint_scene", fail)
    with pytest.raises(RuntimeError, match="out of paint"):
        write_sample_folder(tmp_path / "sample", 3)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("n", "seed", "said"), [(0, 0, "n must"), (1, -1, "seed must"), (1.5, 0, "n must")])
def test_impossible_numbers_are_refused(tmp_path, n, seed, said):
    with pytest.raises(ValueError, match=said):
        write_sample_folder(tmp_path / "sample", n, seed)
