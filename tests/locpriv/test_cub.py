"""CUB folders: what is normal in them, and errors that name file, line and image."""

import os
import shutil

import numpy as np
import pytest
from PIL import Image

from ess import Box
from features.image import image_size
from locpriv import DatasetError, load_cub
from locpriv.datasets import check_dataset
from locpriv.datasets.attribute_file import read_attributes
from locpriv.datasets.foreign_box import box_of
from locpriv.datasets.text_table import read_columns
from tests.locpriv.text_files import change, lines


def test_the_folder_is_found_from_its_parent_too(root):
    assert load_cub(root).ids == load_cub(root.parent).ids == load_cub(str(root)).ids == list(range(1, 13))


def test_samples_have_what_the_files_say(root):
    data = load_cub(root)
    for bird, row in zip(data, lines(root / "bounding_boxes.txt"), strict=True):
        number, x, y, width, height = (int(float(field)) for field in row.split())
        assert bird.id == number
        assert bird.box == Box(x, y, x + width, y + height)
    first = np.array([row.split()[:4] for row in lines(root / "attributes" / "image_attribute_labels.txt")[:312]], int)
    assert (data[0].attributes == first[:, 2]).all()
    assert (data[0].certainty == first[:, 3]).all()


def test_the_real_images_load(cub):
    assert len(cub) == 1062
    assert (len(cub.train), len(cub.test), len(cub.class_names)) == (580, 482, 182)
    assert all(bird.mask_source is not None and bird.parts is not None for bird in cub)
    assert all(bird.attributes is not None and len(bird.attributes) == 312 for bird in cub)
    for bird in cub:
        assert 0 <= bird.box.left < bird.box.right <= bird.width
        assert 0 <= bird.box.top < bird.box.bottom <= bird.height


def test_the_real_images_have_no_problems(cub):
    data, problems = check_dataset(cub[0].path.parents[3], n_jobs=-1)
    assert problems == []
    assert len(data) == 1062


def test_gaps_in_the_ids_are_normal(root):
    keep = {2, 5, 11}
    for path in [*root.glob("*.txt"), *root.glob("*/part_locs.txt"), *root.glob("*/image_attribute_labels.txt")]:
        if path.name != "classes.txt":
            path.write_text("".join(f"{row}\n" for row in lines(path) if int(row.split()[0]) in keep))
    assert load_cub(root).ids == [2, 5, 11]


def test_windows_line_ends_a_mark_and_blank_lines_are_normal(root):
    expected = load_cub(root)
    for path in [*root.parent.glob("*.txt"), *root.rglob("*.txt")]:
        path.write_bytes(b"\xef\xbb\xbf" + path.read_text().replace("\n", "\r\n").encode() + b"\r\n\r\n")
    found = load_cub(root)
    assert [bird.box for bird in found] == [bird.box for bird in expected]
    assert found.class_names == expected.class_names
    assert found.attribute_names == expected.attribute_names
    assert all((one.attributes == other.attributes).all() for one, other in zip(found, expected, strict=True))
    assert all(
        np.array_equal(one.parts, other.parts, equal_nan=True) for one, other in zip(found, expected, strict=True)
    )


def test_windows_line_ends_a_mark_and_blank_lines_do_not_slow_the_reader(root, monkeypatch):
    path = root / "attributes" / "image_attribute_labels.txt"
    expected, _ = read_columns(path, "abcd", np.int32, pytest.fail)
    content = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(b"\xef\xbb\xbf\r\n" + content.replace(b"\r\n", b"\r\n \r\n", 1) + b"\r\n\r\n")
    monkeypatch.setattr("locpriv.datasets.text_table._line_by_line", lambda *_: pytest.fail("slow"))
    found, places = read_columns(path, "abcd", np.int32, pytest.fail)
    assert (found == expected).all()
    assert (places == np.r_[2, 4 : len(found) + 3]).all()


def test_extra_columns_of_attributes_are_normal(root):
    expected = load_cub(root)
    path = root / "attributes" / "image_attribute_labels.txt"
    rows = [row + " 0 1.5" if place % 7 == 0 else row for place, row in enumerate(lines(path))]
    path.write_text("\n".join(rows))
    found = load_cub(root)
    assert all((one.attributes == other.attributes).all() for one, other in zip(found, expected, strict=True))


def test_tabs_separate_fields_too(root):
    expected = [bird.box for bird in load_cub(root)]
    for name in ("bounding_boxes.txt", "train_test_split.txt", "attributes/image_attribute_labels.txt"):
        (root / name).write_text((root / name).read_text().replace(" ", "\t"))
    assert [bird.box for bird in load_cub(root)] == expected


def test_greyscale_and_la_images_are_normal(root):
    data = load_cub(root)
    Image.open(data[0].path).convert("L").save(data[0].path)
    mask = Image.open(data[1].mask_source.path)
    expected = data[1].mask
    mask.convert("LA").save(data[1].mask_source.path)
    found = load_cub(root)
    assert found[0].image.shape == (data[0].height, data[0].width, 3)
    assert (found[1].mask == expected).all()


def test_overhanging_boxes_are_clipped(root):
    change(root / "bounding_boxes.txt", 3, "3 -5.0 -2.0 9999.0 9999.0")
    bird = load_cub(root)[2]
    assert bird.box == Box(0, 0, bird.width, bird.height)


@pytest.mark.parametrize(
    ("xywh", "box"),
    [
        ((2, 3, 4, 5), Box(2, 3, 6, 8)),
        ((2.4, 3.6, 4.0, 5.0), Box(2, 4, 6, 9)),
        ((2.5, 3.5, 4.0, 4.0), Box(3, 4, 7, 8)),
        ((-3, -3, 5, 6), Box(0, 0, 2, 3)),
        ((15, 5, 99, 99), Box(15, 5, 20, 10)),
        ((7.6, 2.6, 0.1, 0.1), Box(7, 2, 8, 3)),
        ((19.9, 9.9, 5, 5), Box(19, 9, 20, 10)),
        ((20, 0, 5, 5), None),
        ((-5, 0, 5, 5), None),
        ((3, 3, 0, 5), None),
        ((3, 3, -2, 5), None),
    ],
)
def test_foreign_boxes_are_rounded_and_clipped_or_refused(xywh, box):
    assert box_of(xywh, 20, 10) == box


def test_folders_without_masks_parts_or_attributes_load(root):
    shutil.rmtree(root.parent / "segmentations")
    shutil.rmtree(root / "parts")
    shutil.rmtree(root / "attributes")
    data = load_cub(root)
    assert (data[0].mask, data[0].parts, data[0].attributes) == (None, None, None)
    assert data.part_names == data.attribute_names == ()


def test_masks_and_attributes_can_be_left_out_or_lie_elsewhere(root, tmp_path):
    assert load_cub(root, segmentations=False)[0].mask is None
    assert load_cub(root, attributes=False)[0].attributes is None
    (root.parent / "segmentations").rename(tmp_path / "elsewhere")
    assert load_cub(root)[0].mask is None
    assert load_cub(root, tmp_path / "elsewhere")[0].mask.any()
    with pytest.raises(DatasetError, match="expected the folder of the masks"):
        load_cub(root, tmp_path / "nowhere")


def test_masks_may_lie_inside_the_folder(root):
    (root.parent / "segmentations").rename(root / "segmentations")
    assert load_cub(root)[0].mask.any()


def test_the_folder_may_be_the_working_directory(root, monkeypatch):
    monkeypatch.chdir(root)
    data = load_cub(".")
    assert data.name == "CUB_200_2011"
    assert data[0].mask.any()
    assert len(data.attribute_names) == 312


def test_masks_are_checked_too(root):
    masks = sorted((root.parent / "segmentations").rglob("*.png"))
    masks[0].write_bytes(b"no image")
    Image.new("L", image_size(masks[1]), 1).save(masks[1])
    _, problems = check_dataset(root)
    assert sorted((problem.kind, problem.file) for problem in problems) == [
        ("empty mask", masks[1]), ("unreadable mask", masks[0]),
    ]  # fmt: skip


def test_a_pipe_in_place_of_an_image_does_not_hang(root):
    path = load_cub(root)[3].path
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(DatasetError, match=r"image 4: .*is not a regular file"):
        load_cub(root)


def test_the_copy_of_attributes_knows_the_images_and_the_number_of_attributes(root, tmp_path, monkeypatch):
    monkeypatch.setenv("LOCPRIV_CACHE", str(tmp_path / "cache"))
    path = root / "attributes" / "image_attribute_labels.txt"
    read_attributes(path, list(range(1, 13)), 312, pytest.fail)
    problems: list = []
    assert len(read_attributes(path, [1, 2], 312, problems.append).ids) == 2
    assert len(problems) == 1
    read_attributes(path, list(range(1, 13)), 311, problems.append)
    assert len(problems) > 1
    assert read_attributes(path, list(range(1, 13)), 312, pytest.fail).of(99) is None


def test_attributes_come_from_a_compact_copy_the_second_time(root, tmp_path, monkeypatch):
    monkeypatch.setenv("LOCPRIV_CACHE", str(tmp_path / "cache"))
    path = root / "attributes" / "image_attribute_labels.txt"
    ids = list(range(1, 13))
    first = read_attributes(path, ids, 312, pytest.fail)
    monkeypatch.setattr("locpriv.datasets.attribute_file.read_columns", lambda *_: pytest.fail("read again"))
    second = read_attributes(path, ids, 312, pytest.fail)
    assert (first.present == second.present).all()
    assert (first.certainty == second.certainty).all()
    monkeypatch.undo()
    monkeypatch.setenv("LOCPRIV_CACHE", str(tmp_path / "cache"))
    row = lines(path)[399].split()
    change(path, 400, f"{row[0]} {row[1]} {1 - int(row[2])} 4 0")
    third = read_attributes(path, ids, 312, pytest.fail)
    assert (third.present != first.present).sum() == 1
