"""The simulated firmware behaves like the real one, which is asked where it is built."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referee.devices.scale.avr_scale import FIRMWARE_BUILD
from referee.simulation.faults import ActiveFaults
from referee.simulation.scale.firmware import BoardTraits, SimulatedFirmware
from referee.simulation.sensor_readings import RawAcceleration, RawTilt, RawWeight
from referee.touch.framing import FrameDecoder, encode_frame
from referee.touch.messages import (
    Acceleration,
    Ack,
    AckStatus,
    BoardStatus,
    Heartbeat,
    Hello,
    Identify,
    Mark,
    ParsedMessage,
    SetRate,
    Stream,
    Tilt,
    Weight,
    ZeroMark,
    encode_message,
    parse_message,
)
from tests.tools_expected import skip_without

needs_chip = skip_without(
    "make -C firmware all sim builds it", is_there=(FIRMWARE_BUILD / "scale-sim").is_file()
)

CONVERSATION = [
    (0.3, encode_message(Identify(), 1)),
    (2.5, encode_message(Heartbeat(), 2)),
    (3.2, encode_message(Stream(1), 3)),
    (3.4, encode_message(Stream(9), 4)),
    (3.6, encode_message(ZeroMark(), 5)),
    (3.8, encode_message(SetRate(80), 6)),
    (4.2, encode_frame(0x99, 7, b"?")),
    (4.4, encode_frame(Stream.type, 8)),
    (4.6, encode_frame(Heartbeat.type, 9, b"more")),
    (4.8, encode_frame(Weight.type, 10, bytes(8))),
    (5.2, b"noise\x00" + encode_message(Heartbeat(), 11)),
    (9.5, encode_message(Stream(1), 12)),
    (9.7, encode_message(Stream(0), 13)),
]
"""Says something of everything, and nothing for so long that the stream stops."""
TALK_S = 11.8


def parsed(data: bytes) -> list[ParsedMessage]:
    return [parse_message(frame) for frame in FrameDecoder().feed(data)]


def said(device: SimulatedFirmware) -> list[ParsedMessage]:
    return parsed(b"".join(device.take_frames()))


def statuses(device: SimulatedFirmware) -> list[int]:
    """The answers to commands, where nothing else is said."""
    answers = said(device)
    found = [each for each in answers if isinstance(each, Ack)]
    assert len(found) == len(answers)
    return [each.status for each in found]


@pytest.fixture
def device() -> SimulatedFirmware:
    device = SimulatedFirmware(BoardTraits(has_tilt_switch=True), ActiveFaults())
    device.take_frames()
    return device


def attended(device: SimulatedFirmware) -> SimulatedFirmware:
    device.receive(encode_message(Heartbeat(), 0) + encode_message(Stream(1), 1))
    device.take_frames()
    return device


def test_it_boots_with_a_zero_and_a_hello() -> None:
    frames = SimulatedFirmware(BoardTraits(), ActiveFaults()).take_frames()

    assert frames[0] == b"\0"
    assert isinstance(parsed(frames[1])[0], Hello)


def test_it_says_hello_each_second_until_the_first_heartbeat(device: SimulatedFirmware) -> None:
    device.pass_time(3.5)
    assert [type(each) for each in said(device)] == [BoardStatus, Hello] * 3
    attended(device).pass_time(5.5)
    assert [type(each) for each in said(device)] == [BoardStatus] * 2


def test_it_streams_only_when_asked_and_stops_when_nobody_listens(
    device: SimulatedFirmware,
) -> None:
    device.take_reading(RawWeight(0.1, 5))
    assert said(device) == []
    attended(device).take_reading(RawWeight(0.2, 6))
    assert said(device) == [Weight(50_000, 6)]
    device.take_reading(RawWeight(3.3, 7))
    assert not any(isinstance(each, Weight) for each in said(device))


def test_it_feels_with_all_sensors(device: SimulatedFirmware) -> None:
    attended(device)
    device.take_reading(RawAcceleration(0.1, 1, -2, 8192))
    device.take_reading(RawTilt(0.2, 1))

    assert said(device) == [Acceleration(25_000, 1, -2, 8192), Tilt(50_000, 1)]


def test_it_tells_its_tilt_when_streaming_starts(device: SimulatedFirmware) -> None:
    device.receive(encode_message(Stream(1), 4))

    assert said(device) == [Ack(Stream.type, 4, AckStatus.DONE), Tilt(0, 0)]


def test_it_marks_the_moment(device: SimulatedFirmware) -> None:
    device.pass_time(0.5)
    device.receive(encode_message(ZeroMark(), 9))

    assert said(device) == [Ack(ZeroMark.type, 9, AckStatus.DONE), Mark(125_000, 9)]


def test_it_changes_its_rate_only_where_that_is_wired(device: SimulatedFirmware) -> None:
    device.receive(encode_message(SetRate(10), 0))
    wired = SimulatedFirmware(BoardTraits(is_rate_wired=True), ActiveFaults())
    wired.take_frames()
    wired.receive(encode_message(SetRate(10), 0) + encode_message(SetRate(11), 1))

    assert statuses(device) == [AckStatus.UNSUPPORTED]
    assert statuses(wired) == [AckStatus.DONE, AckStatus.BAD_ARGUMENT]


def talked_to_simulated() -> list[ParsedMessage]:
    device = SimulatedFirmware(BoardTraits(has_accelerometer=False), ActiveFaults())
    talk, data = list(CONVERSATION), b""
    for sample in range(int(TALK_S * 80)):
        t_s = sample / 80
        while talk and talk[0][0] <= t_s:
            device.pass_time(talk[0][0])
            device.receive(talk.pop(0)[1])
        device.take_reading(RawWeight(t_s, 0))
        data += b"".join(device.take_frames())
    return parsed(data)


def talked_to_chip(folder: Path) -> list[ParsedMessage]:
    output = folder / "line.bin"
    command = [FIRMWARE_BUILD / "scale-sim", FIRMWARE_BUILD / "referee.elf", "--no-mpu"]
    command += ["--speed", "max", "--duration", str(TALK_S), "--output", output]
    for at_s, data in CONVERSATION:
        command += ["--send", f"{at_s}={data.hex()}"]
    subprocess.run([str(each) for each in command], check=True, capture_output=True, timeout=60)
    return parsed(output.read_bytes())


def outline(messages: list[ParsedMessage]) -> list[object]:
    """Everything but the readings: what was said, in order, and the answers word for word."""
    return [
        each if isinstance(each, Ack) else (type(each).__name__, getattr(each, "command_seq", None))
        for each in messages
        if not isinstance(each, Weight)
    ]


@needs_chip
def test_it_talks_like_the_real_firmware(tmp_path: Path) -> None:
    simulated, chip = talked_to_simulated(), talked_to_chip(tmp_path)

    assert outline(simulated) == outline(chip)


@needs_chip
def test_it_streams_as_long_as_the_real_firmware(tmp_path: Path) -> None:
    simulated, chip = (
        sum(isinstance(each, Weight) for each in messages)
        for messages in (talked_to_simulated(), talked_to_chip(tmp_path))
    )

    assert abs(simulated - chip) <= 4
