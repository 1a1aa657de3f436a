"""COCO files: the largest object, polygons and run lengths as masks, negatives, and errors that say where."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pycocotools import mask as coco_masks

from ess import Box
from locpriv import DatasetError, load_coco
from locpriv.datasets import check_dataset, load_dataset
from locpriv.datasets.coco_mask import CocoMask


@pytest.fixture
def content() -> dict:
    """Four images of 40x30: a bird, two birds and a cat, nothing, a crowd."""
    images = [{"id": 10 * n, "file_name": f"{n}.png", "width": 40, "height": 30} for n in (1, 2, 3, 4)]
    annotations = [
        {"id": 1, "image_id": 10, "category_id": 1, "bbox": [2.4, 3.4, 10.2, 12.1], "iscrowd": 0,
         "segmentation": [[2, 3, 12, 3, 12, 15, 2, 15]]},
        {"id": 2, "image_id": 20, "category_id": 1, "bbox": [0, 0, 5, 5]},
        {"id": 3, "image_id": 20, "category_id": 1, "bbox": [5, 5, 10, 10]},
        {"id": 4, "image_id": 20, "category_id": 7, "bbox": [0, 0, 30, 30]},
        {"id": 5, "image_id": 40, "category_id": 1, "bbox": [0, 0, 30, 30], "iscrowd": 1},
    ]  # fmt: skip
    return {
        "images": images,
        "annotations": annotations,
        "categories": [{"id": 1, "name": "bird"}, {"id": 7, "name": "cat"}],
    }


def written(folder: Path, content: dict, images: str = "images") -> Path:
    (folder / images).mkdir(exist_ok=True)
    for image in content["images"]:
        Image.new("RGB", (40, 30)).save(folder / images / f"{image['id'] // 10}.png")
    path = folder / "birds.json"
    path.write_text(json.dumps(content))
    return path


def load(path: Path, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load_coco(path, **options)


def test_the_largest_object_of_the_category_is_used_and_the_others_counted(content, tmp_path):
    path = written(tmp_path, content)
    with pytest.warns(UserWarning, match="birds") as told:
        data = load_coco(path, category="bird")
    assert sorted(str(warning.message) for warning in told) == [
        "birds.json: 1 image with more than one object: the largest is used, 1 other ignored",
        "birds.json: 1 image with nothing but crowds left out",
    ]
    assert told[0].filename == __file__, "the warning points at the caller"
    assert data.ids == [10, 20, 30]
    assert [sample.box for sample in data] == [Box(2, 3, 13, 16), Box(5, 5, 15, 15), None]
    assert [sample.class_name for sample in data] == ["bird", "bird", None]
    assert load(path)[1].class_name == "cat"
    assert load(path, category=7).ids == [10, 20, 30, 40]


def test_images_without_annotations_are_negatives(content, tmp_path):
    data = load(written(tmp_path, content), category="bird")
    assert data[2].box is None
    assert data[2].mask is None
    assert data.summary() == "birds: 3 images, 1 class, 1 without an object, 1 with masks"
    assert data.train.ids == data.test.ids == data.ids


@pytest.mark.parametrize("kind", ["polygon", "two polygons", "run lengths", "compressed run lengths"])
def test_segmentations_become_masks(kind, content, tmp_path):
    expected = np.zeros((30, 40), np.uint8)
    expected[3:15, 2:12] = 1
    counts = np.diff(np.flatnonzero(np.diff(np.r_[2, expected.ravel(order="F"), 2])))
    runs = coco_masks.encode(np.asfortranarray(expected))
    content["annotations"][0]["segmentation"] = {
        "polygon": [[2, 3, 12, 3, 12, 15, 2, 15]],
        "two polygons": [[2, 3, 12, 3, 12, 9, 2, 9], [2, 9, 12, 9, 12, 15, 2, 15]],
        "run lengths": {"size": [30, 40], "counts": counts.tolist()},
        "compressed run lengths": {"size": [30, 40], "counts": runs["counts"].decode()},
    }[kind]
    sample = load(written(tmp_path, content))[0]
    assert sample.mask.dtype == bool
    assert (sample.mask == expected).all()
    assert len(sample.mask_source.fingerprint()) == 20


def test_run_lengths_are_those_of_pycocotools(content, tmp_path):
    random = np.random.default_rng(0)
    for _ in range(200):
        height, width = random.integers(1, 60, 2)
        mask = np.asfortranarray(random.random((height, width)) < random.random(), dtype=np.uint8)
        counts = coco_masks.encode(mask)["counts"].decode()
        found = CocoMask({"size": [int(height), int(width)], "counts": counts}, int(width), int(height))
        assert found.is_valid()
        assert (found.read() == mask).all()


def test_the_largest_is_largest_by_area(content, tmp_path):
    content["annotations"][1]["bbox"], content["annotations"][2]["bbox"] = [0, 0, 20, 2], [5, 5, 9, 9]
    assert load(written(tmp_path, content), category="bird")[1].box == Box(5, 5, 14, 14)


@pytest.mark.parametrize("images", [".", "images", "elsewhere"])
def test_images_lie_beside_the_file_or_in_a_folder(images, content, tmp_path):
    path = written(tmp_path, content, images)
    given = tmp_path / images if images == "elsewhere" else None
    assert load(path, images=given)[0].image.shape == (30, 40, 3)


def set_in(*place):
    *keys, value = place

    def spoil(content):
        target = content
        for key in keys[:-1]:
            target = target[key]
        target[keys[-1]] = value

    return spoil


FAULTS = {
    "no list": (set_in("annotations", 5), "expected a COCO file with a list of objects 'annotations', got int"),
    "image without name": (set_in("images", 0, {"id": 3}), r"expected an image with a whole id and file_name"),
    "image twice": (set_in("images", 1, "id", 10), "image 10: the id of two images"),
    "missing image": (set_in("images", 1, "file_name", "none.png"), r"image 20: .*none\.png: no such file"),
    "wrong size": (set_in("images", 1, "width", 41), r"image 20: 2\.png has 40x30 pixels, not 41x30"),
    "category": (set_in("categories", 0, {"id": 1}), "expected a category with id and name"),
    "unknown category": (set_in("annotations", 0, "category_id", 5), "image 10: annotation 1: category_id 5 is not"),
    "unknown image": (set_in("annotations", 0, "image_id", 5), "annotation 1: image_id 5 is not among the images"),
    "short box": (
        set_in("annotations", 0, "bbox", [1, 2, 3]),
        r"image 10: annotation 1: expected bbox .* got \[1, 2, 3\]",
    ),
    "text box": (set_in("annotations", 0, "bbox", ["a", 2, 3, 4]), "image 10: annotation 1: expected bbox"),
    "box outside": (
        set_in("annotations", 0, "bbox", [50, 2, 3, 4]),
        r"image 10: annotation 1: .* inside the 40x30 image",
    ),
    "two-point polygon": (set_in("annotations", 0, "segmentation", [[1, 2, 3, 4]]), "annotation 1: expected polygons"),
    "odd polygon": (
        set_in("annotations", 0, "segmentation", [[1, 2, 3, 4, 5, 6, 7]]),
        "annotation 1: expected polygons",
    ),
    "far polygon": (
        set_in("annotations", 0, "segmentation", [[1, 2, 1e9, 2, 11, 22]]),
        "annotation 1: expected polygons",
    ),
    "negative run": (
        set_in("annotations", 0, "segmentation", {"size": [30, 40], "counts": [-1, 1201]}),
        "annotation 1: expected polygons",
    ),
    "text that does not fill": (
        set_in("annotations", 0, "segmentation", {"size": [30, 40], "counts": "12"}),
        "annotation 1: expected polygons",
    ),
    "text of other signs": (
        set_in("annotations", 0, "segmentation", {"size": [30, 40], "counts": "\u20ac \ud800"}),
        "annotation 1: expected polygons",
    ),
    "empty text": (
        set_in("annotations", 0, "segmentation", {"size": [30, 40], "counts": ""}),
        "annotation 1: expected polygons",
    ),
    "category of a list": (set_in("annotations", 0, "category_id", [1]), r"annotation 1: category_id \[1\] is not"),
    "image true": (set_in("annotations", 0, "image_id", True), "annotation 1: image_id true is not among"),
    "huge box": (set_in("annotations", 0, "bbox", [1, 2, 10**400, 4]), "annotation 1: expected bbox"),
    "box of truth": (set_in("annotations", 0, "bbox", [1, 2, True, 4]), "annotation 1: expected bbox"),
    "no images": (set_in("images", []), "expected images, got none"),
    "long name": (set_in("images", 0, "file_name", "x" * 300), "image 10: .*x: .*File name too long"),
    "swapped sides": (set_in("images", 0, {"id": 10, "file_name": "1.png", "width": 30, "height": 40}), "EXIF"),
    "runs of another size": (
        set_in("annotations", 0, "segmentation", {"size": [3, 4], "counts": [12]}),
        "annotation 1: expected polygons, or run lengths of a 40x30 image",
    ),
    "runs that do not fill": (
        set_in("annotations", 0, "segmentation", {"size": [30, 40], "counts": [12]}),
        "annotation 1: expected polygons",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_an_error_that_says_where(name, content, tmp_path):
    spoil, message = FAULTS[name]
    written(tmp_path, content)
    spoil(content)
    path = tmp_path / "birds.json"
    path.write_text(json.dumps(content))
    with pytest.raises(DatasetError, match=message):
        load(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", "null", '{"images": []}', "\x00"])
def test_other_files_are_errors(text, tmp_path):
    (tmp_path / "birds.json").write_text(text)
    with pytest.raises(DatasetError, match=r"birds\.json"):
        load_coco(tmp_path / "birds.json")


def test_an_unknown_category_is_a_bad_argument(content, tmp_path):
    with pytest.raises(ValueError, match=r"one of the file's \(bird, cat\), got 'dog'"):
        load(written(tmp_path, content), category="dog")


def test_a_check_lists_all_faults(content, tmp_path):
    path = written(tmp_path, content)
    content["images"][2]["file_name"] = "none.png"
    content["annotations"][0]["bbox"] = None
    content["annotations"][1]["category_id"] = 9
    (tmp_path / "images" / "2.png").write_bytes((tmp_path / "images" / "2.png").read_bytes()[:60])
    path.write_text(json.dumps(content))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, problems = check_dataset(path)
    kinds = sorted(problem.kind for problem in problems)
    assert kinds == ["bad box", "unknown category", "unreadable image", "unreadable image"]


def test_a_data_set_is_told_by_its_place(content, birds, tmp_path):
    with pytest.warns(UserWarning, match="birds"):
        assert load_dataset(written(tmp_path, content)).ids == [10, 20, 30]
    assert load_dataset(birds[0].path.parents[3]).ids == birds.ids
    with pytest.raises(DatasetError, match="no such file or folder"):
        load_dataset(tmp_path / "none")
    with pytest.raises(DatasetError, match="expected a folder in the layout of CUB-200-2011 or a COCO json file"):
        load_dataset(birds[0].path)
