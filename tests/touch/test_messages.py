"""Every message survives the way to bytes and back; what cannot be read is a value as well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.events import JsonObject
from referee.touch import messages
from referee.touch.framing import MAX_PAYLOAD_BYTES, FrameDecoder, SerialFrame
from referee.touch.messages import (
    COMMANDS,
    DEVICE_MESSAGES,
    Acceleration,
    Ack,
    BoardStatus,
    Capability,
    Hello,
    MalformedMessage,
    Mark,
    SerialMessage,
    SetRate,
    Stream,
    Tilt,
    UnknownMessage,
    Weight,
    encode_message,
    format_message,
    parse_message,
)

VECTORS_FILE = Path(__file__).parents[2] / "firmware" / "test" / "vectors.json"
VECTORS = json.loads(VECTORS_FILE.read_text(encoding="utf-8")) if VECTORS_FILE.exists() else []

u8, u16, u32 = st.integers(0, 255), st.integers(0, 65_535), st.integers(0, 2**32 - 1)
i16 = st.integers(-(2**15), 2**15 - 1)
counts = st.integers(messages.MIN_COUNTS, messages.MAX_COUNTS)
anything = st.one_of(
    st.builds(Hello, u8, u8, u8, u8, u16, u8, u32, u16, u16),
    st.builds(Weight, u32, counts, u8),
    st.builds(Acceleration, u32, i16, i16, i16),
    st.builds(BoardStatus, u32, u32, u16, u16, u16, u16, u16),
    st.builds(Tilt, u32, u8),
    st.builds(Ack, u8, u8, u8),
    st.builds(Mark, u32, u8),
    st.builds(Stream, u8),
    st.builds(SetRate, u8),
    st.sampled_from([messages.Identify(), messages.Heartbeat(), messages.ZeroMark()]),
)


@given(anything, u8)
def test_messages_survive_the_line(message: SerialMessage, seq: int) -> None:
    (frame,) = FrameDecoder().feed(encode_message(message, seq))

    assert frame.seq == seq
    assert parse_message(frame) == message


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_messages_of_the_firmware_are_read_and_written_alike(vector: JsonObject) -> None:
    payload = bytes.fromhex(vector["payload_hex"])
    message = parse_message(SerialFrame(vector["type"], vector["seq"], payload))

    if not isinstance(message, (UnknownMessage, MalformedMessage)):
        assert format_message(message) == payload[: message.layout.size]


@pytest.mark.parametrize("kind", [*DEVICE_MESSAGES, *COMMANDS], ids=lambda kind: kind.__name__)
def test_a_short_payload_is_a_value_and_a_long_one_is_read(kind: type[SerialMessage]) -> None:
    payload = bytes(kind.layout.size)

    assert len(payload) <= MAX_PAYLOAD_BYTES
    assert isinstance(parse_message(SerialFrame(kind.type, 0, payload)), kind)
    assert isinstance(parse_message(SerialFrame(kind.type, 0, payload + b"later")), kind)
    if payload:
        short = payload[:-1]
        assert parse_message(SerialFrame(kind.type, 0, short)) == MalformedMessage(kind.type, short)


@given(u8, u8, st.binary(max_size=MAX_PAYLOAD_BYTES))
def test_any_frame_is_a_value(kind: int, seq: int, payload: bytes) -> None:
    parsed = parse_message(SerialFrame(kind, seq, payload))

    assert parsed.type == kind


def test_a_type_from_the_future_is_a_value() -> None:
    assert parse_message(SerialFrame(0x42, 0, b"?")) == UnknownMessage(0x42, b"?")


@pytest.mark.parametrize("value", [0, -1, 1, 8388607, -8388608, 0x555555, -256, 0x000100])
def test_counts_keep_their_sign_beside_the_flags(value: int) -> None:
    for flags in (0, 0x0F, 0xFF):
        weight = Weight(2**32 - 1, value, flags)
        assert parse_message(SerialFrame(2, 0, format_message(weight))) == weight


def test_the_layouts_are_those_of_the_protocol() -> None:
    sizes = {kind.__name__: kind.layout.size for kind in (*DEVICE_MESSAGES, *COMMANDS)}

    assert sizes == {
        "Hello": 15,
        "Weight": 8,
        "Acceleration": 10,
        "BoardStatus": 18,
        "Tilt": 5,
        "Ack": 3,
        "Mark": 5,
        "Identify": 0,
        "Heartbeat": 0,
        "Stream": 1,
        "SetRate": 1,
        "ZeroMark": 0,
    }


def test_a_hello_tells_what_the_device_has() -> None:
    hello = Hello(1, 1, 2, 3, Capability.LOAD_CELL | Capability.BOARD_ID, 1, 7, 8000, 0)

    assert hello.firmware_version == "1.2.3"
    assert hello.has(Capability.LOAD_CELL)
    assert not hello.has(Capability.RATE_PIN)
