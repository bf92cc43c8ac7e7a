"""Pictures from anywhere: files and arrays become BGR pictures of eight bits, or a sentence.

A picture is taken as it is stored: the turn that a phone notes beside it (EXIF) is not applied, so
that sizes and coordinates are those of the file.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.errors import InputError
from referee.vision.picture_size import is_cut_off, size_of

Picture = npt.NDArray[np.uint8]
"""Rows, columns, and the channels blue, green and red."""

LARGEST_PIXELS = 40_000_000
SMALLEST_SIDE_PX = 16
_LARGEST_FILE_BYTES = 6 * LARGEST_PIXELS
_JPEG_QUALITY = 92
_JPEG_START = b"\xff\xd8\xff"
_NAMELESS = "The picture"


class PictureError(InputError):
    """This is no picture that can be read or written."""


class JpegPicture:
    """A JPEG as a camera sent it, decoded when somebody looks, and only as far as they look.

    A `PictureError` says what is wrong with it: with its header at once, else when it is decoded.
    """

    __slots__ = ("_whole", "data", "size_px")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.size_px = _check_header(data, _NAMELESS)
        """Width and height."""
        self._whole: Picture | None = None

    def whole(self) -> Picture:
        """Every pixel; decoded once."""
        if self._whole is None:
            self._whole = decoded_picture(self.data)
        return self._whole

    def reduced(self, step: int) -> Picture:
        """Each pixel the mean of several, of at most `step` in a row: a fifth of the work."""
        scale = max((each for each in _REDUCED if each <= step), default=1)
        if scale == 1:
            return self.whole()
        decoded = _decoded(self.data, _REDUCED[scale] | cv2.IMREAD_IGNORE_ORIENTATION)
        if decoded is None:
            raise _damaged(_NAMELESS)
        return np.asarray(decoded, np.uint8)


_REDUCED = {
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}

SentPicture = Picture | JpegPicture
"""A picture as it came from a camera."""


def as_sent(data: bytes) -> SentPicture:
    """What a camera sent as a file; only of a JPEG the decoding can wait."""
    return JpegPicture(data) if data.startswith(_JPEG_START) else decoded_picture(data)


def whole(sent: SentPicture) -> Picture:
    """Every pixel of what a camera sent."""
    return sent.whole() if isinstance(sent, JpegPicture) else sent


def reduced(sent: SentPicture, step: int) -> Picture:
    """The same with fewer pixels, where fewer cost less: at least every `step`-th."""
    return sent.reduced(step) if isinstance(sent, JpegPicture) else sent


def width_and_height(sent: SentPicture) -> tuple[int, int]:
    """In pixels."""
    if isinstance(sent, JpegPicture):
        return sent.size_px
    height, width = sent.shape[:2]
    return width, height


def load_picture(path: Path | str) -> Picture:
    """The picture in this file, as it is stored; a `PictureError` says what is wrong with it."""
    path = Path(path)
    return decoded_picture(_bytes_of(path), name=str(path))


def decoded_picture(data: bytes, *, name: str = _NAMELESS) -> Picture:
    """The picture in the bytes of a file, as it is stored."""
    _check_header(data, name)
    decoded = _decoded(data)
    if decoded is None:
        raise _damaged(name)
    return as_picture(decoded, name=name)


def _damaged(name: str) -> PictureError:
    return PictureError(f"{name} is damaged: copy it again or take another picture.")


def as_picture(array: object, *, name: str = _NAMELESS) -> Picture:
    """Any array as a picture: grey, 16 bit, floats 0–1 and alpha are converted, else refused."""
    if not isinstance(array, np.ndarray):
        raise PictureError(f"{name} is no array of pixels: give rows × columns × colours.")
    _check_shape(array, name)
    pixels = _eight_bit(array, name)
    return np.ascontiguousarray(_three_channels(pixels))


def shrunk(picture: Picture, scale: float) -> Picture:
    """The picture made smaller, each new pixel a mean; as it is if it would not become smaller."""
    if scale >= 1.0:
        return picture
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def write_picture(path: Path | str, picture: Picture) -> None:
    """Writes the picture in the format that the file name's ending asks for."""
    path = Path(path)
    data = encoded_picture(path, picture)
    try:
        path.write_bytes(data)
    except (OSError, ValueError) as error:
        raise PictureError(
            f"{path} cannot be written ({_reason(error)}): choose another place."
        ) from error


def encoded_picture(path: Path, picture: Picture) -> bytes:
    """The picture as a file with this ending holds it."""
    options = [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY] if _is_jpeg(path) else []
    with _silent_decoders():
        try:
            is_done, data = cv2.imencode(path.suffix or "?", as_picture(picture), options)
        except cv2.error:
            is_done, data = False, np.empty(0, np.uint8)
    if not is_done:
        raise PictureError(f"{path} has no ending for a picture: name it .png or .jpg.")
    return np.asarray(data, np.uint8).tobytes()


def _bytes_of(path: Path) -> bytes:
    try:
        _check_file(path)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError(
            f"{path} cannot be opened ({_reason(error)}): check its name and rights."
        ) from error


def _check_file(path: Path) -> None:
    if not path.exists():
        raise PictureError(f"There is no picture {path}: check the name.")
    if path.is_dir():
        raise PictureError(f"{path} is a folder: name the pictures in it.")
    if not path.is_file():
        raise PictureError(f"{path} is a device, not a picture: name a picture file.")
    length = path.stat().st_size
    if not length:
        raise PictureError(f"{path} is empty: copy it again or take another picture.")
    if length > _LARGEST_FILE_BYTES:
        raise PictureError(f"{path} is too large a file: make the picture smaller first.")


def _check_header(data: bytes, name: str) -> tuple[int, int]:
    """Its width and height, if all is well with it."""
    size = size_of(data)
    if size is None:
        raise PictureError(f"{name} is no picture: give a JPEG, PNG, WebP, BMP, TIFF or PNM file.")
    _check_size(*size, name)
    if is_cut_off(data):
        raise PictureError(f"{name} is cut off: copy it again or take another picture.")
    return size


def _decoded(data: bytes, how: int = cv2.IMREAD_UNCHANGED) -> npt.NDArray[np.generic] | None:
    with _silent_decoders():
        try:
            return cv2.imdecode(np.frombuffer(data, np.uint8), how)
        except cv2.error:
            return None


@contextmanager
def _silent_decoders() -> Iterator[None]:
    """Damaged files get our sentence; OpenCV's log lines would stand between it and the reader."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(level)


def _check_shape(array: npt.NDArray[np.generic], name: str) -> None:
    channels = array.shape[2] if array.ndim == 3 else 1
    if array.ndim not in {2, 3} or channels not in {1, 3, 4}:
        shape = " × ".join(map(str, array.shape)) or "a single number"
        raise PictureError(f"{name} has the shape {shape}: give rows × columns × colours.")
    _check_size(array.shape[1], array.shape[0], name)


def _check_size(width: int, height: int, name: str) -> None:
    if min(width, height) < SMALLEST_SIDE_PX:
        raise PictureError(
            f"{name} is only {width} × {height} pixels: take one of at least"
            f" {SMALLEST_SIDE_PX} × {SMALLEST_SIDE_PX}."
        )
    if width * height > LARGEST_PIXELS:
        raise PictureError(
            f"{name} has {width} × {height} pixels: make it smaller, at most"
            f" {LARGEST_PIXELS // 1_000_000} million."
        )


def _eight_bit(array: npt.NDArray[np.generic], name: str) -> Picture:
    if array.dtype == np.uint8:
        return np.asarray(array, np.uint8)
    if array.dtype == np.bool_:
        return array.astype(np.uint8) * np.uint8(255)
    if array.dtype == np.uint16:
        # Divided by 257, so that white stays white; the cast is for arrays of the other byte order.
        return np.asarray(cv2.convertScaleAbs(array.astype(np.uint16), alpha=1 / 257), np.uint8)
    if np.issubdtype(array.dtype, np.floating):
        return _from_floats(array, name)
    raise PictureError(f"{name} holds {array.dtype} numbers: give 8 or 16 bits without a sign.")


def _from_floats(array: npt.NDArray[np.generic], name: str) -> Picture:
    # NaN fails both comparisons.
    if not (array.min() >= 0 and array.max() <= 1):
        raise PictureError(f"{name} holds numbers that are no brightness: give 0.0 to 1.0.")
    return np.rint(array.astype(np.float32) * 255).astype(np.uint8)


def _three_channels(pixels: Picture) -> Picture:
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_GRAY2BGR), np.uint8)
    return pixels if pixels.shape[2] == 3 else _over_white(pixels)


def _over_white(pixels: Picture) -> Picture:
    """What is transparent is white, as on paper; the colours stored below it are often garbage."""
    alpha = pixels[:, :, 3:].astype(np.uint16)
    blended = pixels[:, :, :3] * alpha + 255 * (255 - alpha) + 127
    return (blended // 255).astype(np.uint8)


def _is_jpeg(path: Path) -> bool:
    return path.suffix.lower() in {".jpg", ".jpeg"}


def _reason(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or "no such name is possible"
