"""Frames survive a bad line: nothing invented, nothing crashes, back within one frame."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.events import JsonObject
from referee.touch import framing
from referee.touch.framing import MAX_PAYLOAD_BYTES, FrameDecoder, SerialFrame, encode_frame

VECTORS_FILE = Path(__file__).parents[2] / "firmware" / "test" / "vectors.json"
VECTORS = json.loads(VECTORS_FILE.read_text(encoding="utf-8")) if VECTORS_FILE.exists() else []

octets = st.integers(0, 255)
payloads = st.binary(max_size=MAX_PAYLOAD_BYTES) | st.lists(
    st.sampled_from([0, 0, 1, 255]), max_size=MAX_PAYLOAD_BYTES
).map(bytes)
frames = st.builds(SerialFrame, octets, octets, payloads)


def encoded(*sent: SerialFrame) -> bytes:
    return b"".join(encode_frame(frame.type, frame.seq, frame.payload) for frame in sent)


def decoded(data: bytes) -> list[SerialFrame]:
    return FrameDecoder().feed(data)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_firmware_and_referee_write_the_same_bytes(vector: JsonObject) -> None:
    payload, frame = bytes.fromhex(vector["payload_hex"]), bytes.fromhex(vector["frame_hex"])

    assert encode_frame(vector["type"], vector["seq"], payload) == frame
    assert decoded(frame) == [SerialFrame(vector["type"], vector["seq"], payload)]


@given(st.lists(frames, max_size=10))
def test_what_was_sent_arrives(sent: list[SerialFrame]) -> None:
    assert decoded(encoded(*sent)) == sent


@given(frames)
def test_zero_only_ever_ends_a_frame(frame: SerialFrame) -> None:
    data = encoded(frame)

    assert data.index(0) == len(data) - 1 == len(frame.payload) + 5


@given(st.lists(frames, max_size=10), st.lists(st.integers(1, 9), min_size=1))
def test_frames_may_arrive_in_pieces_of_any_size(sent: list[SerialFrame], sizes: list[int]) -> None:
    data, decoder, arrived, step = encoded(*sent), FrameDecoder(), [], 0
    while data:
        size = sizes[step % len(sizes)]
        arrived += decoder.feed(data[:size])
        data, step = data[size:], step + 1

    assert arrived == sent
    assert decoder.bad_frames == 0


@given(st.binary(max_size=200).map(lambda noise: noise.replace(b"\0", b"x")), frames, frames)
def test_noise_costs_at_most_the_frame_glued_to_it(
    noise: bytes, glued: SerialFrame, after: SerialFrame
) -> None:
    assert decoded(noise + encoded(glued, after))[-1:] == [after]


@given(frames, frames, st.data())
def test_a_torn_frame_costs_at_most_its_neighbour(
    torn: SerialFrame, after: SerialFrame, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(encoded(torn)) - 1))

    assert decoded(encoded(torn)[:cut] + b"\0" + encoded(after))[-1] == after


@given(frames, st.data())
def test_one_or_two_flipped_bits_never_pass(frame: SerialFrame, data: st.DataObject) -> None:
    """The check sum sees every error of up to three bits; a bit of stuffing tears the frame."""
    original = encoded(frame)
    bits = data.draw(
        st.lists(st.integers(8, 8 * len(original) - 9), min_size=1, max_size=2, unique=True)
    )
    flipped = bytearray(original)
    for bit in bits:
        flipped[bit // 8] ^= 1 << bit % 8
    is_stuffing_intact = flipped.count(0) == 1 and _stuffing(flipped) == _stuffing(original)

    if is_stuffing_intact:
        assert decoded(bytes(flipped)) == []


def _stuffing(block: bytes | bytearray) -> list[int]:
    places, place = [], 0
    while place < len(block) - 1:
        places.append(place)
        place += block[place] or len(block)
    return places


@given(st.lists(frames, min_size=2, max_size=6), st.data())
def test_a_repeated_stretch_of_bytes_loses_only_what_it_hits(
    sent: list[SerialFrame], data: st.DataObject
) -> None:
    line = encoded(*sent)
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start, len(line) - 1))

    arrived = decoded(line[:end] + line[start:end] + line[end:] + encoded(sent[-1]))

    assert arrived[-1] == sent[-1]
    assert set(arrived) <= set(sent)


def test_the_buffer_is_bounded() -> None:
    decoder = FrameDecoder()
    for _ in range(1000):
        assert decoder.feed(b"\xaa" * 1000) == []
        assert len(decoder._rest) <= framing._MAX_BLOCK_BYTES + 1

    assert decoder.feed(b"\0" + encode_frame(1, 2, b"after")) == [SerialFrame(1, 2, b"after")]
    assert decoder.bad_shapes == 1


def test_zeros_between_frames_are_no_damage() -> None:
    decoder = FrameDecoder()

    assert len(decoder.feed(b"\0\0" + encode_frame(1, 0) + b"\0\0" + encode_frame(1, 1))) == 2
    assert decoder.bad_frames == 0


@pytest.mark.parametrize("length", [MAX_PAYLOAD_BYTES + 1, 200])
def test_a_payload_that_is_too_long_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="at most 28 bytes"):
        encode_frame(1, 0, bytes(length))


def test_a_wrong_check_sum_and_a_wrong_shape_are_counted_apart() -> None:
    decoder = FrameDecoder()
    good = encode_frame(2, 7, b"weight")
    decoder.feed(good[:4] + bytes((good[4] ^ 0x10,)) + good[5:])
    decoder.feed(good[:4] + b"\0" + b"\x09" + good[1:])

    assert (decoder.bad_checks, decoder.bad_shapes) == (1, 2)


def test_a_million_bytes_of_noise_are_no_crash_and_hardly_a_frame() -> None:
    """Noise of the right shape passes a 16-bit check sum once in 65,536 tries, so count it."""
    rng = random.Random(20250101)
    decoder, false_frames = FrameDecoder(), 0
    for _ in range(1000):
        false_frames += len(decoder.feed(rng.randbytes(1000)))

    assert decoder.bad_frames > 3000
    assert false_frames <= _most_collisions(decoder.bad_checks)


def _most_collisions(shaped_blocks: int) -> float:
    return 3 + 3 * shaped_blocks / 65_536


def test_a_million_bytes_of_frames_with_noise_recover_each_time() -> None:
    """Each burst costs the frame it hits and at most the next; all others arrive unchanged."""
    rng = random.Random(7)
    decoder = FrameDecoder()
    for count in range(1_000_000 // 80):
        sent = [SerialFrame(2, (3 * count + k) % 256, rng.randbytes(8)) for k in range(3)]
        line = bytearray(encoded(*sent))
        first_end = len(encoded(sent[0]))
        for place in range(rng.randrange(first_end), first_end):
            line[place] = rng.randrange(1, 256)
        arrived = decoder.feed(bytes(line) + rng.randbytes(rng.randrange(30)) + b"\0")

        assert sent[2] in arrived
        assert len([frame for frame in arrived if frame not in sent]) == 0
