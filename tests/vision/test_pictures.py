"""Pictures come from phones, scanners and programs: each is read, or one sentence says why not."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.errors import InputError
from referee.vision.picture_size import size_of
from referee.vision.pictures import (
    JpegPicture,
    PictureError,
    as_picture,
    as_sent,
    decoded_picture,
    load_picture,
    whole,
    write_picture,
)

FORMATS = (".png", ".jpg", ".webp", ".bmp", ".tiff", ".ppm", ".gif")


def colourful(height: int = 48, width: int = 64) -> np.ndarray:
    """A smooth picture, so that JPEG keeps it nearly as it is."""
    rows, columns = np.mgrid[0:height, 0:width]
    return np.dstack((rows * 4, columns * 3, rows + columns)).astype(np.uint8)


def written(path: Path, pixels: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), pixels)
    return path


def with_orientation(jpeg: bytes, turn: int) -> bytes:
    """The JPEG with an EXIF note that it is to be turned."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, turn, 0)
    tiff = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 1) + entry + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("ending", FORMATS)
def test_every_usual_format_is_read(tmp_path: Path, ending: str) -> None:
    picture = colourful()
    read = load_picture(written(tmp_path / f"roll{ending}", picture))
    assert read.shape == picture.shape
    assert read.dtype == np.uint8
    tolerance = 0 if ending in {".png", ".bmp", ".tiff", ".ppm"} else 20
    assert np.abs(read.astype(int) - picture).mean() <= tolerance


@pytest.mark.parametrize("ending", FORMATS)
def test_the_size_is_known_before_decoding(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path / f"roll{ending}", colourful(40, 70))
    assert size_of(path.read_bytes()) == (70, 40)


def test_a_picture_is_taken_as_it_is_stored(tmp_path: Path) -> None:
    plain = written(tmp_path / "plain.jpg", colourful(48, 64))
    turned = tmp_path / "turned.jpg"
    turned.write_bytes(with_orientation(plain.read_bytes(), 6))
    by_opencv = cv2.imread(str(turned))
    assert by_opencv is not None
    assert by_opencv.shape == (64, 48, 3)  # the note is understood by OpenCV…
    assert np.array_equal(load_picture(turned), load_picture(plain))  # …and not followed by us


def test_grey_becomes_three_equal_channels(tmp_path: Path) -> None:
    grey = colourful()[:, :, 0]
    read = load_picture(written(tmp_path / "grey.png", grey))
    assert np.array_equal(read, np.dstack((grey, grey, grey)))


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    deep = np.linspace(0, 65535, 64 * 48).reshape(48, 64).astype(np.uint16)
    read = load_picture(written(tmp_path / "deep.png", deep))
    assert read.min() == 0
    assert read.max() == 255
    assert np.abs(read[:, :, 1] - deep / 257).max() <= 0.5


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    pixels = np.zeros((32, 32, 4), np.uint8)
    pixels[:16, :, 3] = 255
    read = load_picture(written(tmp_path / "alpha.png", pixels))
    assert (read[:16] == 0).all()
    assert (read[16:] == 255).all()


def test_twenty_million_pixels_are_read(tmp_path: Path) -> None:
    large = np.zeros((4000, 5000), np.uint8)
    large[:, 2500:] = 200
    assert load_picture(written(tmp_path / "large.png", large)).shape == (4000, 5000, 3)


def bomb() -> bytes:
    """A PNG of 33 bytes that promises 100,000 × 100,000 pixels."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(
        ">I4sIIBBBBBI", 13, b"IHDR", 100_000, 100_000, 8, 2, 0, 0, 0, 0
    )


BROKEN = {
    "empty": (b"", "is empty"),
    "text": (b"three sixes", "is no picture"),
    "only a start": (b"\xff\xd8\xff", "is no picture"),
    "large": (bomb(), "100000 × 100000 pixels: make it smaller"),
}


@pytest.mark.parametrize(("data", "words"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_gets_a_sentence(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "roll.png"
    path.write_bytes(data)
    with pytest.raises(PictureError, match=words) as caught:
        load_picture(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp"])
@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9])
def test_a_file_that_is_cut_off_gets_a_sentence(tmp_path: Path, ending: str, kept: float) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (64, 64, 3), np.uint8)
    path = written(tmp_path / f"roll{ending}", noise)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    with pytest.raises(PictureError, match=r"cut off|damaged|is no picture"):
        load_picture(path)


def test_a_chunk_that_promises_too_much_is_not_made_room_for(tmp_path: Path) -> None:
    path = written(tmp_path / "roll.png", colourful())
    data = bytearray(path.read_bytes())
    at = data.index(b"IDAT") - 4
    data[at : at + 4] = struct.pack(">I", 3_000_000_000)
    path.write_bytes(data)
    with pytest.raises(PictureError, match="cut off"):
        load_picture(path)


def test_a_thumbnail_does_not_hide_that_the_picture_is_cut_off(tmp_path: Path) -> None:
    path = written(tmp_path / "roll.jpg", colourful(400, 400))
    jpeg = path.read_bytes()
    thumbnail = cv2.imencode(".jpg", colourful())[1].tobytes()
    note = b"\xff\xe2" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    whole = jpeg[:2] + note + jpeg[2:]
    path.write_bytes(whole)
    assert load_picture(path).shape == (400, 400, 3)
    path.write_bytes(whole[:-300])
    with pytest.raises(PictureError, match="cut off"):
        load_picture(path)


def test_a_missing_file_a_folder_and_a_device_get_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"There is no picture .*roll\.png: check the name"):
        load_picture(tmp_path / "roll.png")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)
    with pytest.raises(PictureError, match="is a device"):
        load_picture(os.devnull)
    with pytest.raises(PictureError, match=r"cannot be opened|There is no picture"):
        load_picture("roll\0.png")


def test_a_tiny_picture_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="only 15 × 40 pixels: take one of at least 16 × 16"):
        load_picture(written(tmp_path / "tiny.png", colourful(40, 15)))


def test_a_picture_error_is_bad_input() -> None:
    assert issubclass(PictureError, InputError)


REFUSED = {
    "a list": ([[1, 2], [3, 4]], "no array of pixels"),
    "nothing": (None, "no array of pixels"),
    "empty": (np.zeros((0, 0, 3), np.uint8), "only 0 × 0 pixels"),
    "one pixel": (np.zeros((1, 1, 3), np.uint8), "only 1 × 1 pixels"),
    "a number": (np.array(3.0), "the shape a single number"),
    "two channels": (np.zeros((20, 20, 2), np.uint8), "the shape 20 × 20 × 2"),
    "a clip": (np.zeros((2, 20, 20, 3), np.uint8), "the shape 2 × 20 × 20 × 3"),
    "NaN": (np.full((20, 20), np.nan), "no brightness"),
    "infinite": (np.full((20, 20), np.inf, np.float32), "no brightness"),
    "bright floats": (np.full((20, 20), 128.0), "no brightness"),
    "signed": (np.zeros((20, 20), np.int32), "int32 numbers"),
    "complex": (np.zeros((20, 20), np.complex64), "complex64 numbers"),
    "objects": (np.full((20, 20), "red", object), "object numbers"),
}


@pytest.mark.parametrize(("array", "words"), REFUSED.values(), ids=REFUSED)
def test_an_array_that_is_no_picture_gets_a_sentence(array: object, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        as_picture(array)


def test_arrays_of_other_kinds_become_pictures() -> None:
    grey = colourful()[:, :, 1]
    for array in (grey, grey[:, :, None], grey.astype(">u2") * 257, grey / 255):
        assert np.array_equal(as_picture(array), np.dstack((grey, grey, grey)))
    assert as_picture(grey > 90).max() == 255


def test_a_view_becomes_a_contiguous_picture() -> None:
    view = colourful()[::-1, ::2]
    picture = as_picture(view)
    assert picture.flags.c_contiguous
    assert np.array_equal(picture, view)


def test_a_good_picture_is_not_copied() -> None:
    picture = colourful()
    assert as_picture(picture) is picture


def test_a_written_picture_can_be_loaded(tmp_path: Path) -> None:
    write_picture(tmp_path / "out.png", colourful())
    assert np.array_equal(load_picture(tmp_path / "out.png"), colourful())


@pytest.mark.parametrize("name", ["out", "out.txt", ".png"])
def test_a_name_without_a_picture_ending_gets_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(PictureError, match=r"name it .png or .jpg"):
        write_picture(tmp_path / name, colourful())


def test_a_place_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"cannot be written .*: choose another place"):
        write_picture(tmp_path / "missing" / "out.png", colourful())


def _a_jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


def test_a_jpeg_is_decoded_as_far_as_somebody_looks() -> None:
    slope = np.linspace(0, 255, 320, dtype=np.uint8)[None, :, None]
    data = _a_jpeg(np.broadcast_to(slope, (240, 320, 3)).copy())
    sent = JpegPicture(data)
    assert sent.size_px == (320, 240)
    assert np.array_equal(sent.whole(), decoded_picture(data))
    for step, size in ((1, (240, 320)), (3, (120, 160)), (5, (60, 80)), (20, (30, 40))):
        small = sent.reduced(step)
        assert small.shape == (*size, 3)
        wanted = cv2.resize(sent.whole(), size[::-1], interpolation=cv2.INTER_AREA)
        assert np.abs(small.astype(int) - wanted).max() <= 4


def test_what_is_no_jpeg_is_decoded_at_once_and_what_is_cut_off_refused() -> None:
    picture = np.full((60, 80, 3), 90, np.uint8)
    png = cv2.imencode(".png", picture)[1].tobytes()
    assert np.array_equal(whole(as_sent(png)), picture)
    with pytest.raises(PictureError, match="cut off"):
        as_sent(_a_jpeg(picture)[:-40])


def test_a_jpeg_that_is_damaged_inside_gets_its_sentence_from_whoever_looks() -> None:
    data = _a_jpeg(np.full((60, 80, 3), 90, np.uint8))
    # More codes of each length than there can be: no decoder knows what to do with such a table.
    at = data.index(b"\xff\xc4") + 5
    sent = JpegPicture(data[:at] + b"\xff" * 16 + data[at + 16 :])
    for look in (sent.whole, lambda: sent.reduced(8)):
        with pytest.raises(PictureError, match="damaged"):
            look()
