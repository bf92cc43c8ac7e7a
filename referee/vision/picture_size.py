"""How large a picture file says it is, read from its first bytes, before anything is decoded.

A decoder makes room for what the header promises: a file of 200 bytes can ask for gigabytes. So the
size is read here first, for the few formats that cameras, phones and programs write.
"""

import re
import struct
from collections.abc import Callable

Size = tuple[int, int]
"""Width and height in pixels."""

# JPEG markers that carry the size (start of frame), and those that stand alone without a length.
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_BARE = frozenset((0x01, *range(0xD0, 0xD9)))
_JPEG_SCAN, _JPEG_END = 0xDA, b"\xff\xd9"

_PNM_HEADER = re.compile(rb"P[1-6](?:\s+|#[^\n]*\n)+(\d{1,9})(?:\s+|#[^\n]*\n)+(\d{1,9})\s")
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257


def size_of(data: bytes) -> Size | None:
    """Width and height of the picture in these bytes; None if this is no picture we know."""
    for start, read in _READERS:
        if data.startswith(start):
            try:
                return read(data)
            except (struct.error, IndexError):
                return None
    return None


def is_cut_off(data: bytes) -> bool:
    """Whether the file ends before its picture does; decoders would fill the rest with grey."""
    if data.startswith(b"\xff\xd8"):
        scan = _jpeg_scan(data)
        return scan is None or _JPEG_END not in data[scan:]
    if data.startswith(b"\x89PNG"):
        return not _has_png_end(data)
    if data.startswith(b"RIFF"):
        return len(data) < 8 + int.from_bytes(data[4:8], "little")
    return False


def _jpeg(data: bytes) -> Size | None:
    for marker, start in _jpeg_segments(data):
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, start + 1)
            return width, height
    return None


def _jpeg_scan(data: bytes) -> int | None:
    """Where the pixels begin. Searching the end mark from there skips the thumbnail's own one."""
    return next((start for marker, start in _jpeg_segments(data) if marker == _JPEG_SCAN), None)


def _jpeg_segments(data: bytes) -> list[tuple[int, int]]:
    """Marker and start of every segment up to the pixels."""
    segments, at = [], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF or marker in _JPEG_BARE:  # 0xFF may be repeated as padding
            at += 1 if marker == 0xFF else 2
            continue
        segments.append((marker, at + 4))
        if marker == _JPEG_SCAN:
            break
        at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return segments


def _png(data: bytes) -> Size:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _has_png_end(data: bytes) -> bool:
    """Whether the chunks lead to the end. A chunk longer than the file would be made room for."""
    at = 8
    while at + 12 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return False


def _gif(data: bytes) -> Size:
    width, height = struct.unpack_from("<HH", data, 6)
    return width, height


def _bmp(data: bytes) -> Size:
    if struct.unpack_from("<I", data, 14)[0] == 12:  # the OS/2 header has short fields
        width, height = struct.unpack_from("<HH", data, 18)
        return width, height
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)  # a negative height means that the top row comes first


def _webp(data: bytes) -> Size | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + _little(data[24:27]), 1 + _little(data[27:30])
    if kind == b"VP8L":
        bits = _little(data[21:25])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _tiff(data: bytes) -> Size | None:
    order = "<" if data.startswith(b"II") else ">"
    (at,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, at)
    found = dict(_tiff_entry(data, order, at + 2 + 12 * index) for index in range(count))
    if _TIFF_WIDTH not in found or _TIFF_HEIGHT not in found:
        return None
    return found[_TIFF_WIDTH], found[_TIFF_HEIGHT]


def _tiff_entry(data: bytes, order: str, at: int) -> tuple[int, int]:
    tag, kind = struct.unpack_from(f"{order}HH", data, at)
    is_short = kind == 3
    (value,) = struct.unpack_from(f"{order}{'H' if is_short else 'I'}", data, at + 8)
    return tag, value


def _pnm(data: bytes) -> Size | None:
    header = _PNM_HEADER.match(data[:4096])
    return (int(header[1]), int(header[2])) if header else None


_READERS: tuple[tuple[bytes, Callable[[bytes], Size | None]], ...] = (
    (b"\xff\xd8\xff", _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"GIF8", _gif),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
    *((b"P%d" % kind, _pnm) for kind in range(1, 7)),
)
