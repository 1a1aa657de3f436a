"""Faults of CUB folders: errors that name file, line and image, and all of them at once when checking."""

from pathlib import Path

import pytest
from PIL import Image

from locpriv import DatasetError, load_cub
from locpriv.datasets import check_dataset
from tests.locpriv.text_files import change, lines


def break_image(root: Path) -> None:
    path = root / "images" / lines(root / "images.txt")[3].split()[1]
    path.write_bytes(b"no image")


FAULTS = {
    "no box": (lambda root: change(root / "bounding_boxes.txt", 4, None), r"bounding_boxes\.txt: image 4: has no box"),
    "box of letters": (
        lambda root: change(root / "bounding_boxes.txt", 4, "4 a b c d"),
        r"bounding_boxes\.txt line 4: image 4: expected x y width height with area inside .* got 'a b c d'",
    ),
    "box outside": (
        lambda root: change(root / "bounding_boxes.txt", 4, "4 5000.0 1.0 20.0 20.0"),
        r"bounding_boxes\.txt line 4: image 4: expected x y width height with area inside",
    ),
    "box of infinity": (
        lambda root: change(root / "bounding_boxes.txt", 4, "4 0 0 inf 9"),
        r"bounding_boxes\.txt line 4: image 4",
    ),
    "box twice": (
        lambda root: change(root / "bounding_boxes.txt", 5, "4 1 1 9 9"),
        r"bounding_boxes\.txt line 5: number 4 is already in line 4",
    ),
    "box of no image": (
        lambda root: change(root / "bounding_boxes.txt", 12, "77 1 1 9 9"),
        r"bounding_boxes\.txt line 12: image 77: is not in images\.txt",
    ),
    "line without number": (
        lambda root: change(root / "images.txt", 2, "two birds.jpg"),
        r"images\.txt line 2: expected a number and the path of an image, got 'two birds\.jpg'",
    ),
    "missing image": (
        lambda root: change(root / "images.txt", 2, "2 none.jpg"),
        r"images\.txt line 2: image 2: .*none\.jpg: no such file",
    ),
    "broken image": (break_image, r"images\.txt line 4: image 4: .*\.jpg: is not an image file"),
    "unknown class": (
        lambda root: change(root / "image_class_labels.txt", 6, "6 99"),
        r"image_class_labels\.txt line 6: image 6: expected the number of a class in classes\.txt, got '99'",
    ),
    "bad split": (
        lambda root: change(root / "train_test_split.txt", 6, "6 2"),
        r"train_test_split\.txt line 6: image 6: expected 1 \(train\) or 0 \(test\), got '2'",
    ),
    "missing file": (lambda root: (root / "train_test_split.txt").unlink(), r"train_test_split\.txt: No such file"),
    "part outside": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, "2 2 900.0 3.0 1"),
        r"part_locs\.txt line 17: image 2: beak at 900, 3 is outside",
    ),
    "part missing": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, None),
        r"part_locs\.txt: image 2: expected 15 parts, got 14",
    ),
    "unknown part": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, "2 16 9.0 3.0 1"),
        r"part_locs\.txt line 17: image 2: part 16 is not in parts\.txt",
    ),
    "part unreadable": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, "2 2 9.0"),
        r"part_locs\.txt line 17: expected image, part, x, y, visible \(0 or 1\), got '2 2 9\.0'",
    ),
    "no mask": (
        lambda root: next((root.parent / "segmentations").rglob("*_0003.png")).unlink(),
        r"_0003\.png: image 3: has no mask",
    ),
    "attribute unreadable": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "2 88 ?"),
        r"image_attribute_labels\.txt line 400: expected image, attribute, present .* got '2 88 \?'",
    ),
    "attribute unknown": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "2 313 1 3 0"),
        r"image_attribute_labels\.txt line 400: image 2: attribute 313 is not in 1 to 312",
    ),
    "attribute missing": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, None),
        r"image_attribute_labels\.txt: image 2: expected each of 312 attributes once, got 311 of them in 311 lines",
    ),
    "attribute twice": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "2 1 1 3 0"),
        r"image_attribute_labels\.txt: image 2: expected each of 312 attributes once, got 311 of them in 312 lines",
    ),
    "attribute neither present nor absent": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "2 88 7 3 0"),
        r"image_attribute_labels\.txt line 400: image 2: present must be 0 or 1, got 7",
    ),
    "attribute of another image": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "99 88 1 3 0"),
        r"image_attribute_labels\.txt line 400: image 99: is not in images\.txt",
    ),
    "attribute names missing": (
        lambda root: (root.parent / "attributes.txt").unlink(),
        r"attributes\.txt: No such file",
    ),
    "attribute file cut short": (
        lambda root: (root / "attributes" / "image_attribute_labels.txt").write_text("1 1 0 3"),
        r"image_attribute_labels\.txt: image 1: expected each of 312 attributes once, got 1",
    ),
    "box of five numbers": (
        lambda root: change(root / "bounding_boxes.txt", 4, "4 1 2 3 4 5"),
        r"bounding_boxes\.txt line 4: image 4: expected x y width height",
    ),
    "box of odd numbers": (
        lambda root: change(root / "bounding_boxes.txt", 4, "4 1_0 2 30 40"),
        r"bounding_boxes\.txt line 4: image 4: expected x y width height",
    ),
    "no boxes at all": (lambda root: (root / "bounding_boxes.txt").write_text(""), r"image 1: has no box here"),
    "no images at all": (
        lambda root: (root / "images.txt").write_text("\n"),
        r"images\.txt: expected the paths",
    ),
    "huge number": (
        lambda root: change(root / "images.txt", 2, "9" * 5000 + " bird.jpg"),
        r"images\.txt line 2: expected a number and the path of an image",
    ),
    "huge class": (
        lambda root: change(root / "image_class_labels.txt", 6, "6 " + "9" * 5000),
        r"image_class_labels\.txt line 6: image 6: expected the number of a class",
    ),
    "part at the width": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, f"2 2 {load_cub(root)[1].width} 3.0 1"),
        r"part_locs\.txt line 17: image 2: beak at .* is outside",
    ),
    "part twice": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, "2 1 3.0 3.0 1"),
        r"part_locs\.txt line 17: image 2: back is there twice",
    ),
    "part half visible": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, "2 2 3.0 3.0 0.5"),
        r"part_locs\.txt line 17: image 2: visible must be 0 or 1, got 0\.5",
    ),
    "part of no image": (
        lambda root: change(root / "parts" / "part_locs.txt", 17, "99 2 3.0 3.0 0"),
        r"part_locs\.txt line 17: image 99 is not in images\.txt",
    ),
    "attribute number too large": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "99999999999 88 1 3 0"),
        r"image_attribute_labels\.txt line 400: expected image, attribute",
    ),
    "attribute 0": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "2 0 1 3 0"),
        r"image_attribute_labels\.txt line 400: image 2: attribute 0 is not in 1 to 312",
    ),
    "certainty 5": (
        lambda root: change(root / "attributes" / "image_attribute_labels.txt", 400, "2 88 1 5 0"),
        r"image_attribute_labels\.txt line 400: image 2: certainty must be 1 to 4, got 5",
    ),
    "attribute names empty": (
        lambda root: (root.parent / "attributes.txt").write_text(""),
        r"image_attribute_labels\.txt line 1: image 1: attribute 1 is not in 1 to 0 \(and 3,743 more lines\)",
    ),
    "attribute names with a gap": (
        lambda root: change(root.parent / "attributes.txt", 5, None),
        r"attributes\.txt: expected the numbers 1 to 311",
    ),
    "not text": (
        lambda root: (root / "classes.txt").write_bytes(b"1 \xff\xfe\x80\n"),
        r"classes\.txt: expected text in UTF-8",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_an_error_that_names_file_line_and_image(name, root):
    spoil, message = FAULTS[name]
    spoil(root)
    with pytest.raises(DatasetError, match=message):
        load_cub(root)


def test_a_check_finds_all_faults_at_once(root):
    for name in ("no box", "unknown class", "part outside", "no mask", "attribute unreadable"):
        FAULTS[name][0](root)
    change(root / "images.txt", 12, "12 none.jpg")
    broken = root / "images" / lines(root / "images.txt")[8].split()[1]
    broken.write_bytes(broken.read_bytes()[:-500])
    mask = next((root.parent / "segmentations").rglob("*_0010.png"))
    Image.new("L", (5, 5), 255).save(mask)
    data, problems = check_dataset(root)
    assert sorted(problem.kind for problem in problems) == [
        "attributes missing", "no box", "no mask", "part outside", "unknown class", "unreadable image",
        "unreadable image", "unreadable line", "wrong size",
    ]  # fmt: skip
    assert {problem.id for problem in problems} == {2, 3, 4, 6, 9, 10, 12, None}
    assert 4 not in data.ids
    assert 1 in data.ids


def test_the_check_of_an_empty_folder_names_the_file_that_all_begins_with(tmp_path):
    data, problems = check_dataset(tmp_path)
    assert len(data) == 0
    assert [str(problem) for problem in problems] == [f"{tmp_path / 'images.txt'}: No such file or directory"]
    (tmp_path / "birds.json").write_text("{}")
    with pytest.raises(DatasetError, match=r"images\.txt.*birds\.json"):
        check_dataset(tmp_path)


@pytest.mark.parametrize("name", FAULTS)
def test_a_check_lists_each_fault_the_second_time_as_the_first(name, root):
    FAULTS[name][0](root)
    first, second = ([str(problem) for problem in check_dataset(root)[1]] for _ in range(2))
    assert first == second
    assert first
