#!/usr/bin/env python3
"""Writes vectors.json: frames that the firmware and the program must both agree on.

The encoder here is the third one, on purpose: it follows the words of PROTOCOL.md as plainly as it
can and shares no line with the other two. Run it after a change of the protocol; a test checks that
the file is up to date.
"""

from __future__ import annotations

import json
import struct
from binascii import crc_hqx
from pathlib import Path

VECTORS = Path(__file__).with_name("vectors.json")

HELLO, WEIGHT, ACCEL, STATUS, TILT, ACK, MARK = range(0x01, 0x08)
IDENTIFY, HEARTBEAT, STREAM, SET_RATE, ZERO_MARK = range(0x81, 0x86)
LONGEST_PAYLOAD = 28


def stuffed(data: bytes) -> bytes:
    """COBS for short data: each zero becomes the distance to the next one."""
    return b"".join(bytes([len(block) + 1]) + block for block in data.split(b"\0"))


def frame(kind: int, seq: int, payload: bytes) -> bytes:
    """The bytes on the wire, with the closing zero."""
    body = bytes([kind, seq]) + payload
    return stuffed(body + struct.pack("<H", crc_hqx(body, 0xFFFF))) + b"\0"


def hello(  # noqa: D103
    *,
    version: tuple[int, int, int, int],
    capabilities: int,
    cause: int,
    board: int,
    rate: int,
    dropped: int,
) -> bytes:
    return struct.pack("<4BHBIHH", *version, capabilities, cause, board, rate, dropped)


def weight(t: int, counts: int, flags: int) -> bytes:  # noqa: D103
    return struct.pack("<I", t) + counts.to_bytes(3, "little", signed=True) + bytes([flags])


def accel(t: int, *axes: int) -> bytes:  # noqa: D103
    return struct.pack("<I3h", t, *axes)


def status(*values: int) -> bytes:  # noqa: D103
    return struct.pack("<IIHHHHH", *values)


def mark_with_a_zero_in_the_crc(seq: int, position: int) -> bytes:
    """The earliest mark whose check sum has a zero in that byte."""
    for t in range(0x10000):
        payload = struct.pack("<IB", t, seq)
        if struct.pack("<H", crc_hqx(bytes([MARK, seq]) + payload, 0xFFFF))[position] == 0:
            return payload
    message = "no mark has a zero there; take another sequence number"
    raise ValueError(message)


def messages() -> list[tuple[str, int, int, bytes]]:
    """Name, type, sequence number and payload of every vector."""
    usual = hello(
        version=(1, 0, 1, 0), capabilities=0x13, cause=1, board=0xDEADBEEF, rate=8012, dropped=0
    )
    zeros = hello(version=(0, 0, 0, 0), capabilities=0, cause=0, board=0, rate=0, dropped=0)
    full = hello(
        version=(255, 255, 255, 255),
        capabilities=0xFFFF,
        cause=0xFF,
        board=0xFFFFFFFF,
        rate=0xFFFF,
        dropped=0xFFFF,
    )
    return [
        ("hello", HELLO, 0, usual),
        ("hello of zeros", HELLO, 0, zeros),
        ("hello of ones", HELLO, 255, full),
        ("hello after a watchdog restart", HELLO, 17, usual[:6] + b"\x80" + usual[7:]),
        ("weight zero", WEIGHT, 0, weight(0, 0, 0)),
        ("weight", WEIGHT, 1, weight(250_000, 123_456, 0)),
        ("weight one count", WEIGHT, 2, weight(1, 1, 0)),
        ("weight minus one", WEIGHT, 3, weight(2, -1, 0)),
        ("weight smallest", WEIGHT, 4, weight(0xFFFFFFFF, -8_388_608, 0x08)),
        ("weight largest", WEIGHT, 5, weight(0x80000000, 8_388_607, 0x08)),
        ("weight with every flag", WEIGHT, 255, weight(0x00FF00FF, -256, 0x0F)),
        ("weight alternating bits", WEIGHT, 85, weight(0x55555555, 0x555555, 0)),
        ("accel zero", ACCEL, 0, accel(0, 0, 0, 0)),
        ("accel at rest", ACCEL, 9, accel(1_000_000, 12, -34, 8192)),
        ("accel extremes", ACCEL, 254, accel(0xFFFFFFFF, -32_768, 32_767, -1)),
        ("status of zeros", STATUS, 0, status(0, 0, 0, 0, 0, 0, 0)),
        ("status", STATUS, 100, status(90_000_000, 360, 1, 2, 3, 4, 9230)),
        ("status of ones", STATUS, 255, status(2**32 - 1, 2**32 - 1, *[0xFFFF] * 5)),
        ("tilt level", TILT, 1, struct.pack("<IB", 256, 0)),
        ("tilted", TILT, 2, struct.pack("<IB", 0x01000001, 1)),
        ("ack done", ACK, 3, bytes([HEARTBEAT, 0, 0])),
        ("ack unsupported", ACK, 4, bytes([SET_RATE, 7, 1])),
        ("ack bad argument", ACK, 5, bytes([STREAM, 255, 2])),
        ("ack unknown command", ACK, 6, bytes([0xFF, 0, 3])),
        ("mark", MARK, 7, struct.pack("<IB", 0xCAFEBABE, 0)),
        ("identify", IDENTIFY, 0, b""),
        ("heartbeat", HEARTBEAT, 255, b""),
        ("mark with a zero in the low check byte", MARK, 8, mark_with_a_zero_in_the_crc(8, 0)),
        ("mark with a zero in the high check byte", MARK, 9, mark_with_a_zero_in_the_crc(9, 1)),
        ("stream stop", STREAM, 1, b"\x00"),
        ("stream start", STREAM, 2, b"\x01"),
        ("set rate 10", SET_RATE, 3, bytes([10])),
        ("set rate 80", SET_RATE, 4, bytes([80])),
        ("zero mark", ZERO_MARK, 5, b""),
        ("longest payload of zeros", 0x7E, 0, bytes(LONGEST_PAYLOAD)),
        ("longest payload without a zero", 0x7E, 1, bytes(range(1, LONGEST_PAYLOAD + 1))),
        ("type zero", 0x00, 0, b""),
    ]


def vectors() -> list[dict[str, str | int]]:
    """What vectors.json says."""
    return [
        {
            "name": name,
            "type": kind,
            "seq": seq,
            "payload_hex": payload.hex(),
            "frame_hex": frame(kind, seq, payload).hex(),
        }
        for name, kind, seq, payload in messages()
    ]


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
