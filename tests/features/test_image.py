"""One way to load an image; odd files work or say what is wrong."""

import os
import struct
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from features.errors import ImageFileError
from features.image import ImageArray, ImageFile, as_source, image_size, luminance, read_image, read_mask, resized

RANDOM = np.random.default_rng(0)
PIXELS = RANDOM.integers(0, 256, (5, 7, 3), dtype=np.uint8)


def saved(path: Path, picture: Image.Image, **options: object) -> Path:
    picture.save(path, **options)
    return path


def test_rgb_pixels_are_read_as_they_are_stored(tmp_path: Path):
    path = saved(tmp_path / "image.png", Image.fromarray(PIXELS))
    image = read_image(path)
    assert (image == PIXELS).all()
    assert image.flags.writeable
    assert image_size(path) == (7, 5)


@pytest.mark.parametrize(
    ("mode", "ending"),
    [("L", "png"), ("LA", "png"), ("P", "png"), ("1", "png"), ("RGBA", "png"), ("CMYK", "jpg"), ("YCbCr", "jpg")],
)
def test_every_usual_mode_becomes_rgb(mode: str, ending: str, tmp_path: Path):
    image = read_image(saved(tmp_path / f"image.{ending}", Image.fromarray(PIXELS).convert(mode)))
    assert image.shape == (5, 7, 3)
    assert image.dtype == np.uint8


def test_transparency_does_not_change_colours(tmp_path: Path):
    clear = np.dstack([PIXELS, np.zeros((5, 7), np.uint8)])
    assert (read_image(saved(tmp_path / "image.png", Image.fromarray(clear))) == PIXELS).all()


def test_sixteen_bits_keep_their_upper_eight(tmp_path: Path):
    deep = RANDOM.integers(0, 2**16, (5, 7)).astype(np.uint16)
    image = read_image(saved(tmp_path / "image.png", Image.fromarray(deep)))
    assert (image == (deep >> 8)[:, :, None]).all()


def test_floating_point_pixels_are_refused(tmp_path: Path):
    path = saved(tmp_path / "image.tiff", Image.fromarray(np.zeros((3, 3), np.float32)))
    with pytest.raises(ImageFileError, match="floating-point"):
        read_image(path)


def test_exif_orientation_is_not_applied(tmp_path: Path):
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn
    path = saved(tmp_path / "image.jpg", Image.fromarray(PIXELS), exif=exif)
    assert read_image(path).shape == (5, 7, 3)
    assert image_size(path) == (7, 5)


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 500, 3), (500, 1, 3)])
def test_thin_images_are_read(shape: tuple[int, ...], tmp_path: Path):
    assert read_image(saved(tmp_path / "image.png", Image.fromarray(np.zeros(shape, np.uint8)))).shape == shape


def test_a_truncated_file_is_an_error_that_names_it(tmp_path: Path):
    path = saved(tmp_path / "image.jpg", Image.fromarray(RANDOM.integers(0, 256, (90, 90, 3), dtype=np.uint8)))
    path.write_bytes(path.read_bytes()[:-2000])
    assert image_size(path) == (90, 90)
    with pytest.raises(ImageFileError, match=r"image\.jpg: cannot be read as an image: .*truncated"):
        read_image(path)


@pytest.mark.parametrize(
    ("content", "reason"), [(b"", "is empty"), (b"not an image at all", "is not an image file that can be read")]
)
def test_other_files_are_errors(content: bytes, reason: str, tmp_path: Path):
    (tmp_path / "image.jpg").write_bytes(content)
    with pytest.raises(ImageFileError, match=reason):
        read_image(tmp_path / "image.jpg")


def test_missing_files_and_folders_are_errors(tmp_path: Path):
    with pytest.raises(ImageFileError, match="no such file"):
        read_image(tmp_path / "none.jpg")
    with pytest.raises(ImageFileError, match="is a folder"):
        read_image(tmp_path)
    with pytest.raises(ImageFileError, match="No such file"):
        ImageFile(tmp_path / "none.jpg").fingerprint()


@pytest.mark.parametrize(("width", "height"), [(8_001, 8_000), (20_000, 10_000), (60_000, 50_000)])
def test_a_bomb_is_not_decoded(width: int, height: int, tmp_path: Path):
    def chunk(kind: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + check

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    (tmp_path / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b""))
    for read in (read_image, image_size):
        with pytest.raises(ImageFileError, match="more than 64"):
            read(tmp_path / "bomb.png")


def test_mask_levels_from_128_on_are_the_object(tmp_path: Path):
    levels = np.array([[0, 127, 128, 255]], np.uint8)
    expected = [[False, False, True, True]]
    assert read_mask(saved(tmp_path / "grey.png", Image.fromarray(levels))).tolist() == expected
    for alpha in (0, 255):  # two official masks have such a second channel
        both = Image.fromarray(np.dstack([levels, np.full_like(levels, alpha)]))
        assert both.mode == "LA"
        assert read_mask(saved(tmp_path / "la.png", both)).tolist() == expected


def test_luminance_of_grey_is_grey():
    grey = np.arange(256, dtype=np.uint8).reshape(16, 16)
    assert (luminance(np.repeat(grey[:, :, None], 3, axis=2)) == grey).all()


def test_luminance_weighs_red_green_and_blue():
    colours = np.eye(3, dtype=np.uint8)[None] * np.uint8(255)
    assert np.allclose(luminance(colours), [[76, 150, 29]], atol=1)


def test_images_are_brought_to_a_longest_side():
    checks = np.zeros((100, 200, 3), np.uint8)
    checks[::2, ::2] = checks[1::2, 1::2] = 255
    small = resized(checks, 100)
    assert small.shape == (50, 100, 3)
    assert np.abs(small.astype(int) - 128).max() <= 1, "pixels are averaged"
    assert resized(np.zeros((250, 333, 3), np.uint8), 500).shape == (375, 500, 3)
    assert resized(np.zeros((3, 9, 3), np.uint8), 500).shape == (12, 36, 3), "at most fourfold"
    assert resized(np.zeros((1, 5000, 3), np.uint8), 500).shape == (1, 500, 3)
    assert resized(checks, 200) is checks


@pytest.mark.parametrize(("value", "level"), [(40_000, 156), (70_000, None)])
def test_wider_pixels_are_read_if_they_fit_in_16_bits(value, level, tmp_path: Path):
    path = saved(tmp_path / "image.tiff", Image.fromarray(np.full((4, 4), value, np.int32)))
    if level is None:
        with pytest.raises(ImageFileError, match="got values from 70000"):
            read_image(path)
    else:
        assert (read_image(path) == level).all()


@pytest.mark.parametrize("read", [read_image, image_size, lambda path: ImageFile(path).fingerprint()])
def test_pipes_devices_and_odd_names_are_errors(read, tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", Path("/dev/zero"), Path("a\0b"), tmp_path / ("x" * 300)):
        with pytest.raises(ImageFileError):
            read(path)


def test_many_threads_leave_the_filters_of_warnings_alone(tmp_path: Path):
    path = saved(tmp_path / "image.png", Image.fromarray(PIXELS))
    before = list(warnings.filters)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(read_image, [path] * 400))
    assert warnings.filters == before


def test_asking_what_an_image_is_does_not_read_it(birds, monkeypatch):
    monkeypatch.setattr("features.image.read_image", lambda _: pytest.fail("it was read"))
    assert as_source(birds[0]) is birds[0]
    assert as_source(birds[0].painted).fingerprint()


def test_sources_are_paths_arrays_and_what_has_pixels(tmp_path: Path):
    path = saved(tmp_path / "image.png", Image.fromarray(PIXELS))
    for given in (path, str(path), PIXELS, ImageArray(PIXELS)):
        assert (as_source(given).image == PIXELS).all()
    assert as_source(PIXELS[:, :, 0]).image.shape == (5, 7, 3)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (None, "got NoneType"),
        (PIXELS.astype(float), "uint8, got float64"),
        (np.zeros((0, 4, 3), np.uint8), "at least one pixel"),
        (np.zeros((4, 4, 4), np.uint8), r"got \(4, 4, 4\)"),
        (np.broadcast_to(np.uint8(0), (9000, 8000, 3)), "72 megapixels"),
    ],
)
def test_other_things_are_no_images(given: object, reason: str):
    with pytest.raises(ValueError, match=reason):
        as_source(given)


def test_fingerprints_tell_images_apart(tmp_path: Path):
    other = PIXELS.copy()
    other[0, 0, 0] ^= 1
    prints = {ImageArray(image).fingerprint() for image in (PIXELS, other, PIXELS.reshape(7, 5, 3))}
    assert len(prints) == 3
    assert ImageArray(PIXELS).fingerprint() == ImageArray(PIXELS[:, ::-1][:, ::-1]).fingerprint()
    one, two = saved(tmp_path / "1.png", Image.fromarray(PIXELS)), saved(tmp_path / "2.png", Image.fromarray(other))
    assert ImageFile(one).fingerprint() != ImageFile(two).fingerprint()
