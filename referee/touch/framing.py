"""Frames on the line to the scale: `COBS(type, seq, payload, CRC-16) 00`.

Byte stuffing (COBS) takes every zero out of a frame, so a zero on the line only ever means "a frame
ends here". Whatever noise does to the line, the next zero is a fresh start: at most the frame it
hit and the one glued to it are lost.
"""

from binascii import crc_hqx

import msgspec

MAX_PAYLOAD_BYTES = 28
_CRC_START = 0xFFFF
_AROUND_PAYLOAD_BYTES = 4  # type, seq and the check sum
_MIN_BLOCK_BYTES = 1 + _AROUND_PAYLOAD_BYTES
_MAX_BLOCK_BYTES = _MIN_BLOCK_BYTES + MAX_PAYLOAD_BYTES


class SerialFrame(msgspec.Struct, frozen=True, gc=False):
    """One undamaged frame; what its payload means is for `messages` to say."""

    type: int
    seq: int
    payload: bytes = b""


def encode_frame(type: int, seq: int, payload: bytes = b"") -> bytes:  # noqa: A002 - its name on the wire
    """The bytes of one frame, with the zero that ends it.

    >>> encode_frame(0x82, 0).hex(" ")
    '02 82 03 f5 60 00'
    """
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise ValueError(f"a payload has at most {MAX_PAYLOAD_BYTES} bytes, not {len(payload)}")
    content = bytes((type, seq)) + payload
    checked = content + crc_hqx(content, _CRC_START).to_bytes(2, "little")
    # A frame is far below 254 bytes, so the long runs of COBS never occur.
    return b"".join(bytes((len(run) + 1,)) + run for run in checked.split(b"\0")) + b"\0"


class FrameDecoder:
    """Finds the frames in bytes that arrive in pieces of any size.

    It keeps at most one frame's worth of bytes, and counts what it had to throw away.
    """

    def __init__(self) -> None:
        self._rest = b""
        self.bad_shapes = 0
        """Blocks too long, too short or wrongly stuffed: torn or glued frames, or noise."""
        self.bad_checks = 0
        """Blocks of the right shape whose check sum is wrong: flipped bits."""

    @property
    def bad_frames(self) -> int:
        """All blocks that were no frame."""
        return self.bad_shapes + self.bad_checks

    def feed(self, data: bytes) -> list[SerialFrame]:
        """The frames that these bytes complete."""
        blocks = (self._rest + data).split(b"\0")
        # One byte too many is enough to know later that the block was too long.
        self._rest = blocks.pop()[: _MAX_BLOCK_BYTES + 1]
        # An empty block is no damage: the device clears the line with a zero when it boots.
        return [frame for block in blocks if block and (frame := self._decode(block))]

    def _decode(self, block: bytes) -> SerialFrame | None:
        content = _unstuffed(block)
        if content is None:
            self.bad_shapes += 1
            return None
        if crc_hqx(content[:-2], _CRC_START) != content[-2] | content[-1] << 8:
            self.bad_checks += 1
            return None
        return SerialFrame(content[0], content[1], content[2:-2])


def _unstuffed(block: bytes) -> bytes | None:
    """The content of a block, or None if its run lengths do not fit it."""
    length = len(block)
    if not _MIN_BLOCK_BYTES <= length <= _MAX_BLOCK_BYTES:
        return None
    content = bytearray(block)
    place = 0
    # Each run length becomes the zero that it stands for, except the first, which is cut off.
    while place < length:
        run = content[place]
        content[place] = 0
        place += run
    return bytes(content[1:]) if place == length else None
