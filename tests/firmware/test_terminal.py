"""The simulated board behind a pseudo-terminal, as the program meets it."""

from __future__ import annotations

import json
import random
import signal
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest
import serial

from referee.events import JsonObject
from referee.touch.framing import FrameDecoder
from referee.touch.messages import (
    Ack,
    BoardStatus,
    Heartbeat,
    Hello,
    SerialMessage,
    Stream,
    Weight,
    ZeroMark,
    encode_message,
    parse_message,
)
from tests.firmware.simulated_board import FIRMWARE_ELF, SIMULATOR

HEARTBEATS = ("--repeat", f"0.9=00{encode_message(Heartbeat(), 2).hex()}")
NOISE_BYTES = 100_000


@contextmanager
def running(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], serial.Serial]]:
    """A board and its opened port; the board is gone afterwards."""
    command = [str(SIMULATOR), str(FIRMWARE_ELF), "--wait", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as board:
        try:
            assert board.stdout is not None
            name = board.stdout.readline().decode().strip()
            with serial.Serial(name, 115_200, timeout=0.2) as port:
                yield board, port
        finally:
            board.kill()


def heard(board: subprocess.Popen[bytes], port: serial.Serial) -> Iterator[SerialMessage]:
    """What the board says, until the simulation is over."""
    decoder = FrameDecoder()
    while True:
        try:
            data = port.read(max(1, port.in_waiting))
        except (serial.SerialException, OSError):
            return  # as if the cable were pulled
        yield from map(parse_message, decoder.feed(data))
        if not data and board.poll() is not None:
            return


def streamed(board: subprocess.Popen[bytes], port: serial.Serial) -> list[SerialMessage]:
    """Everything until the end, streaming from the first greeting on."""
    port.write(b"\0")
    messages: list[SerialMessage] = []
    for message in heard(board, port):
        if not messages:
            port.write(encode_message(Stream(1), 9))
        messages.append(message)
    return messages


def rest_of(board: subprocess.Popen[bytes]) -> JsonObject:
    assert board.stdout is not None
    told: JsonObject = json.loads(board.stdout.read().splitlines()[-1])
    return told


def test_a_trace_on_standard_input_comes_out_as_weights() -> None:
    with running("--speed", "max", "--duration", "12", "--trace", "-", *HEARTBEATS) as (
        board,
        port,
    ):
        assert board.stdin is not None
        board.stdin.write(b"t_s,counts\n0,1000\n10,-2000\n")
        board.stdin.close()

        messages = streamed(board, port)

        assert Ack(Stream.type, 9, 0) in messages
        counts = [m.counts for m in messages if isinstance(m, Weight)]
        assert counts[0] == 1000
        assert counts[-1] == -2000
        assert sorted(counts, reverse=True) == counts
        assert rest_of(board)["line"]["lost"] == 0


@pytest.mark.slow
def test_a_line_full_of_noise_costs_no_sample() -> None:
    """As many random bytes as the line carries, while everything streams; then a command."""
    noise = random.Random(1).randbytes(NOISE_BYTES) + b"\0"
    with running("--speed", "max", "--duration", "200", *HEARTBEATS) as (board, port):
        port.write_timeout = 30
        port.write(b"\0")
        answers = heard(board, port)
        messages = [next(answers)]
        # From a thread of its own: both ends would wait for each other if nobody read meanwhile.
        said = encode_message(Stream(1), 9) + noise + encode_message(ZeroMark(), 77)
        speaker = Thread(target=port.write, args=(said,))
        speaker.start()
        while messages[-1] != Ack(ZeroMark.type, 77, 0):
            messages.append(next(answers))
        messages += (next(answers) for _ in range(500))  # to the next STATUS
        speaker.join()

    counters = [m for m in messages if isinstance(m, BoardStatus)][-1]
    assert counters.bad_frames > NOISE_BYTES / 512
    assert counters.dropped_frames == counters.overruns == counters.desyncs == 0
    ticks = [m.ticks for m in messages if isinstance(m, Weight)]
    assert all(abs(b - a - 3125) <= 3 for a, b in pairwise(ticks))  # 80 a second, none missing


def test_a_binary_trace_is_understood_too() -> None:
    options = ("--speed", "max", "--duration", "10", "--trace", "-", "--binary", *HEARTBEATS)
    with running(*options) as (board, port):
        assert board.stdin is not None
        board.stdin.write(struct.pack("<di3h", 0, 77_777, 1, -2, 3))
        board.stdin.close()

        messages = streamed(board, port)

        assert {m.counts for m in messages if isinstance(m, Weight)} == {77_777}


def test_in_real_time_it_keeps_the_pace_of_the_clock() -> None:
    with running("--speed", "real", "--duration", "1.5", "--no-mpu") as (board, port):
        port.write(b"\0")

        assert isinstance(next(heard(board, port)), Hello)
        list(heard(board, port))

        assert rest_of(board)["speed"] < 1.02


def test_it_ends_when_told_to_and_still_gives_its_statistics() -> None:
    with running("--speed", "real") as (board, port):
        port.write(b"\0")
        next(heard(board, port))
        board.send_signal(signal.SIGTERM)

        assert rest_of(board)["crashed"] is False
        assert board.wait() == 0


@pytest.mark.parametrize(
    "options",
    [("--speed", "warp"), ("--fault", "hx711-sad=1:2"), ("--fault", "twi-hung"), ("--no-such",)],
)
def test_wrong_options_are_refused_with_a_sentence(options: tuple[str, ...]) -> None:
    done = subprocess.run(
        [SIMULATOR, FIRMWARE_ELF, *options], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "scale-sim" in done.stderr


def test_a_missing_firmware_is_refused_with_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [SIMULATOR, tmp_path / "none.elf"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "build it with make" in done.stderr
