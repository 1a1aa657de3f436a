"""From images to words: the same for any number of workers, with and without the cache, which survives anything."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ess import Box
from features import (
    Codebook,
    Colour,
    Contrast,
    DenseSift,
    ImageFileError,
    Keypoints,
    Surf,
    VisualWords,
    WordExtractor,
    read_image,
)
from features import cache as disk
from features.extractor import _compact


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOCPRIV_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def extractor(**options) -> WordExtractor:
    return WordExtractor([Surf(60), Colour(20), Contrast()], **options)


def same(first: list[VisualWords], second: list[VisualWords]) -> bool:
    pairs = list(zip(first, second, strict=True))
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) and one.n_words == other.n_words
        for one, other in pairs
        for name in ("x", "y", "word")
    )


def test_one_and_two_workers_find_the_same_codebook_and_words(birds):
    single, double = (extractor(n_jobs=n, cache=False).fit(birds.train) for n in (1, 2))
    for name in single.codebooks_:
        assert (single.codebooks_[name].centres == double.codebooks_[name].centres).all()
    assert same(single.transform(birds.test), double.transform(birds.test))


def test_the_seed_decides(birds):
    first, again, other = (extractor(random_state=seed, cache=False).fit(birds[:6]) for seed in (0, 0, 1))
    assert (first.codebooks_["surf"].centres == again.codebooks_["surf"].centres).all()
    assert (first.codebooks_["surf"].centres != other.codebooks_["surf"].centres).any()


def test_channels_share_one_vocabulary(birds):
    found = WordExtractor([DenseSift(30), Colour(20), DenseSift(40, size=32), Contrast()], cache=False).fit(birds[:4])
    assert found.slices_ == {
        "densesift": slice(0, 30), "colour": slice(30, 50), "densesift2": slice(50, 90), "contrast": slice(90, 114),
    }  # fmt: skip
    words = found.words(birds[5])
    assert words.n_words == found.n_words_ == 114
    assert (words.width, words.height) == (birds[5].width, birds[5].height)
    counts = words.histogram()
    cells = len(words) // 6  # one word of each of three channels and three of contrast, on the same grid
    assert [int(counts[place].sum()) for place in found.slices_.values()] == [cells, cells, cells, 3 * cells]


def test_a_kept_answer_is_the_answer(birds, cache_folder):
    expected = extractor(cache=False).fit(birds.train[:8]).transform(birds.test[:5])
    for _ in range(2):  # made and kept, then found
        found = extractor().fit(birds.train[:8])
        assert same(found.transform(birds.test[:5]), expected)
    assert {kind: files for kind, files, _ in disk.usage()} == {"codebooks": 1, "words": 5}
    disk.clear()
    assert disk.usage() == []


def test_the_cache_is_really_used(birds, cache_folder, monkeypatch):
    found = extractor().fit(birds[:4])
    expected = found.transform(birds[4:6])
    monkeypatch.setattr(Surf, "describe", lambda *_: pytest.fail("it was described again"))
    assert same(extractor().fit(birds[:4]).transform(birds[4:6]), expected)


def test_other_settings_or_pixels_are_other_entries(birds, cache_folder):
    base = extractor().fit(birds[:4])
    changed = birds[4].image.copy()
    changed[0, 0] ^= 255
    base.transform([birds[4].image, changed])
    extractor(longest_side=100).fit(birds[:4]).words(birds[4].image)
    extractor(random_state=1).fit(birds[:4]).words(birds[4].image)
    extractor().fit(birds[:3]).words(birds[4].image)
    assert {kind: files for kind, files, _ in disk.usage()} == {"codebooks": 4, "words": 5}


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 cut short", None])
def test_damaged_entries_are_made_again(damage, birds, cache_folder):
    found = extractor().fit(birds[:4])
    expected = found.transform(birds[4:5])
    for path in cache_folder.rglob("*.arrays"):
        path.write_bytes(path.read_bytes()[:-40] if damage is None else damage)
    again = extractor().fit(birds[:4])
    assert same(again.transform(birds[4:5]), expected)
    assert same(again.transform(birds[4:5]), expected)


def test_a_cache_that_cannot_be_written_does_no_harm(birds, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way of the folder")
    monkeypatch.setenv("LOCPRIV_CACHE", str(tmp_path / "file"))
    assert len(extractor().fit(birds[:2]).words(birds[2])) > 0


def test_two_at_once_and_a_kill_leave_whole_entries(birds, cache_folder):
    """Processes that write the same entries are killed again and again; what is kept afterwards is right."""
    code = (
        "import sys; from features import *; from locpriv import make_sample_dataset; "
        "d = make_sample_dataset(n=40); e = WordExtractor([Surf(60), Colour(20), Contrast()]).fit(d[:4]); "
        "print('ready', flush=True); [disk_words for _ in range(99) for disk_words in e.transform(d[4:12])]"
    )
    command = [sys.executable, "-c", "import features.cache as c; c.load = lambda *_: None\n" + code]
    for _ in range(2):
        writers = [subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ.copy()) for _ in range(2)]
        for writer in writers:
            assert writer.stdout.readline() == b"ready\n"
        for writer in writers:
            writer.kill()
            writer.communicate()
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda _: extractor().fit(birds[:4]).transform(birds[4:12]), range(2)))
    expected = extractor(cache=False).fit(birds[:4]).transform(birds[4:12])
    assert all(same(result, expected) for result in results)


def test_large_images_are_shrunk_and_words_put_back(birds):
    bird = birds[6]
    large = np.asarray(Image.fromarray(bird.image).resize((5 * bird.width, 5 * bird.height)))
    found = extractor(longest_side=max(bird.width, bird.height), cache=False).fit(birds[:4])
    small_words, words = found.words(bird), found.words(large)
    assert (words.width, words.height) == (5 * bird.width, 5 * bird.height)
    assert words.x.max() > 4.8 * bird.width
    colours = found.slices_["colour"]
    common = np.minimum(small_words.histogram()[colours], words.histogram()[colours]).sum()
    assert common > 0.8 * small_words.histogram()[colours].sum()


def test_small_images_are_enlarged_and_words_put_back(birds):
    found = extractor(longest_side=800, cache=False).fit(birds[:4])
    words, fewer = found.words(birds[6]), found.words(birds[6].image[:20, :30])
    assert words.x.max() < birds[6].width
    assert len(words) > 2 * len(extractor(longest_side=300, cache=False).fit(birds[:4]).words(birds[6]))
    assert (fewer.width, fewer.height) == (30, 20)
    assert fewer.histogram()[found.slices_["contrast"]].sum() == 3 * 15 * 10, "fourfold, cells of 8 pixels"


def test_paths_arrays_and_samples_are_the_same_image(birds):
    found = extractor(cache=False).fit(birds[:4])
    bird = birds[7]
    assert same(found.transform([bird, bird.path, str(bird.path), bird.image]), [found.words(bird)] * 4)


def test_an_image_without_keypoints_has_no_words(birds):
    found = WordExtractor([Surf(40)], cache=False).fit(birds[:4])
    words = found.words(np.full((50, 60, 3), 9, np.uint8))
    assert len(words) == 0
    assert (words.histogram() == np.zeros(40)).all()
    assert words.score_table(np.ones(40)).score(Box(0, 0, 60, 50)) == 0


@dataclass(frozen=True)
class Nothing:
    """A dataclass that is no channel."""

    n_words: int = 1


@dataclass(frozen=True)
class Point:
    """One descriptor at one place."""

    x: float
    n_words: int = 1

    def describe(self, image):
        one = np.ones(1, np.float32)
        return Keypoints(one * np.float32(self.x), one, one, one[:, None])


@pytest.mark.parametrize(("x", "pixel"), [(2.4, 2), (2.6, 3), (7.9, 7)])
def test_a_word_is_at_the_pixel_whose_centre_is_nearest(x, pixel):
    image = np.zeros((8, 8, 3), np.uint8)
    assert WordExtractor([Point(x)], longest_side=8, cache=False).fit([image]).words(image).x.tolist() == [pixel]


def test_training_images_are_resized_like_all_others():
    shapes = []

    @dataclass(frozen=True)
    class Spy(Point):
        def describe(self, image):
            shapes.append(image.shape)
            return super().describe(image)

    large = np.zeros((60, 80, 3), np.uint8)
    WordExtractor([Spy(2.0)], longest_side=8, cache=False).fit([large]).words(large)
    assert shapes == [(6, 8, 3)] * 2


def test_channels_of_equal_looks_are_different_entries(birds, cache_folder):
    image = np.zeros((8, 8, 3), np.uint8)
    words = [WordExtractor([Point(x)], longest_side=8).fit([image]).words(image).x.tolist() for x in (1, 2, 1)]
    assert words == [[1], [2], [1]]


def test_channels_whose_names_end_in_digits_keep_their_codebooks(birds):
    class Colour2(Colour):
        pass

    found = WordExtractor([Colour(3), Colour2(4), Colour(5), Colour2(6)], cache=False).fit(birds[:2])
    assert found.slices_ == {
        "colour": slice(0, 3), "colour2": slice(3, 7), "colour3": slice(7, 12), "colour22": slice(12, 18),
    }  # fmt: skip


def test_versions_and_format_are_part_of_the_key(birds, cache_folder, monkeypatch):
    for change in ({}, {"FORMAT": "0"}, {"_library_versions": lambda: ["numpy 99"]}):
        for name, value in change.items():
            monkeypatch.setattr(f"features.extractor.{name}", value)
        extractor().fit(birds[:2])
        monkeypatch.undo()
        monkeypatch.setenv("LOCPRIV_CACHE", str(cache_folder))
    assert {kind: files for kind, files, _ in disk.usage()} == {"codebooks": 3}


def test_entries_of_other_content_are_made_again(birds, cache_folder):
    expected = extractor().fit(birds[:2]).words(birds[2])
    for path in cache_folder.rglob("*.arrays"):
        disk.store(path.parents[1].name, path.stem, {"other": np.zeros(3)})
    assert same([extractor().fit(birds[:2]).words(birds[2])], [expected])


def test_large_word_numbers_survive_the_cache(cache_folder):
    assert _compact(np.array([70_000], np.int32)).tolist() == [70_000]
    assert _compact(np.array([65_535], np.int32)).dtype == np.uint16


def test_each_image_gives_its_share_of_training_descriptors(birds, monkeypatch):
    monkeypatch.setattr("features.extractor.TRAINING_DESCRIPTORS", 100)
    seen = []
    monkeypatch.setattr(Codebook, "fit", lambda descriptors, *_: seen.append(descriptors) or Codebook(descriptors[:5]))
    WordExtractor([Colour()], cache=False).fit([birds[0], birds[0], birds[1], birds[2]])
    (descriptors,) = seen
    assert descriptors.shape == (100, 3)
    assert (descriptors[:25] != descriptors[25:50]).any(), "another sample of the same image"


def test_each_image_is_read_once_and_not_at_all_when_kept(birds, cache_folder, monkeypatch):
    reads = []
    monkeypatch.setattr("features.image.read_image", lambda path: reads.append(path) or read_image(path))
    found = extractor().fit(birds[:3])
    found.transform(birds[3:5])
    assert len(reads) == 5
    found.transform(birds[3:5])
    extractor().fit(birds[:3])
    assert len(reads) == 5


def test_bad_calls_say_what_is_wrong(birds, tmp_path):
    with pytest.raises(ValueError, match="call fit"):
        extractor().words(birds[0])
    with pytest.raises(ValueError, match="at least one"):
        extractor().fit([])
    with pytest.raises(ValueError, match="channels must be at least one"):
        WordExtractor([])
    for one in ("bird.jpg", birds[0].image):
        with pytest.raises(ValueError, match="put it in a list"):
            extractor().fit(one)
    for bad in ([Surf], [1], ["surf"], [Nothing()]):
        with pytest.raises(ValueError, match="dataclass instances"):
            WordExtractor(bad)
    for jobs in (0, -2, "2", 1.5):
        with pytest.raises(ValueError, match="n_jobs must be"):
            extractor(n_jobs=jobs)
    with pytest.raises(ValueError, match="longest_side must be between 1"):
        extractor(longest_side=0)
    with pytest.raises(ValueError, match="must have places that Surf"):
        WordExtractor([Surf()], cache=False).fit([np.zeros((50, 50, 3), np.uint8)])
    with pytest.raises(ImageFileError, match=r"none\.jpg: no such file"):
        extractor(cache=False).fit([tmp_path / "none.jpg"])
