"""Builds the firmware and runs it on the simulated board; tests see what was on the line."""

from __future__ import annotations

import fcntl
import itertools
import json
import random
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from referee.events import JsonObject
from referee.touch.framing import FrameDecoder, SerialFrame, encode_frame
from referee.touch.messages import (
    Acceleration,
    Heartbeat,
    ParsedMessage,
    SerialMessage,
    Stream,
    Weight,
    encode_message,
    parse_message,
)

FIRMWARE = Path(__file__).parents[2] / "firmware"
BUILD = FIRMWARE / "build"
FIRMWARE_ELF = BUILD / "referee.elf"
TEST_ELF = BUILD / "referee-test.elf"
WRAP_ELF = BUILD / "referee-wrap.elf"
"""Its ticks wrap after three seconds instead of hours."""
SIMULATOR = BUILD / "scale-sim"
FRAME_TEST = BUILD / "frame-test"
TOOLS = ("make", "avr-gcc", "avr-objcopy", "avr-size", "avr-objdump", "gcc")

HANG = 0xF0
"""A command that only the test build knows."""

M = TypeVar("M", bound=SerialMessage)


def missing_tools() -> list[str]:
    """The programs that building needs and that are not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def build(*targets: str) -> str:
    """What make says; test processes that run at the same time take turns."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = ["make", "--no-print-directory", "-C", str(FIRMWARE), *targets]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the firmware, over."""

    line: bytes
    frames: list[SerialFrame]
    bad_frames: int
    statistics: JsonObject
    served: list[tuple[str, tuple[int, ...]]]

    @property
    def messages(self) -> list[ParsedMessage]:
        """Everything that was said, in order."""
        return [parse_message(frame) for frame in self.frames]

    def all(self, kind: type[M]) -> list[M]:
        """The messages of one kind, in order."""
        return [message for message in self.messages if isinstance(message, kind)]

    @property
    def served_counts(self) -> list[int]:
        """What was read out of the HX711."""
        return [values[0] for kind, values in self.served if kind == "weight"]

    @property
    def served_axes(self) -> list[tuple[int, ...]]:
        """What was read out of the MPU-6050."""
        return [values for kind, values in self.served if kind == "accel"]

    @property
    def counts(self) -> list[int]:
        """The weights on the line."""
        return [weight.counts for weight in self.all(Weight)]

    @property
    def axes(self) -> list[tuple[int, ...]]:
        """The accelerations on the line."""
        return [(a.x, a.y, a.z) for a in self.all(Acceleration)]

    @property
    def gaps(self) -> int:
        """How often a sequence number did not follow its predecessor."""
        numbers = [frame.seq for frame in self.frames]
        return sum((b - a) % 256 != 1 for a, b in itertools.pairwise(numbers))


@dataclass(frozen=True, slots=True)
class Scenario:
    """What happens around the board during one run."""

    name: str
    seconds: float
    says: Sequence[tuple[float, SerialMessage | bytes]] = ()
    options: Sequence[str] = ()
    streams: bool = True
    heartbeats: bool = True
    trace: Sequence[str] = field(default=())

    def arguments(self) -> list[str]:
        """For the simulator, apart from its files."""
        words = ["--speed", "max", "--duration", str(self.seconds), *self.options]
        if self.streams:
            words += ["--send", f"0.01={encode_message(Stream(1), 1).hex()}"]
        if self.heartbeats:
            words += ["--repeat", f"0.9={encode_message(Heartbeat(), 2).hex()}"]
        for at_s, said in self.says:
            data = said if isinstance(said, bytes) else encode_message(said, 7)
            words += ["--send", f"{at_s}={data.hex()}"]
        return words


def command(kind: int, payload: bytes = b"", seq: int = 7) -> bytes:
    """A command that may not exist."""
    return encode_frame(kind, seq, payload)


def run(scenario: Scenario, folder: Path, *, elf: Path = TEST_ELF) -> Run:
    """Play the scenario as fast as possible and collect everything."""
    words = [str(SIMULATOR), str(elf), *scenario.arguments()]
    for name in ("output", "served", "coverage"):
        words += [f"--{name}", str(folder / name)]
    if scenario.trace:
        (folder / "trace").write_text("\n".join([*scenario.trace, ""]), encoding="utf-8")
        words += ["--trace", str(folder / "trace")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return gathered(
        (folder / "output").read_bytes(), done.stdout, (folder / "served").read_text("utf-8")
    )


def gathered(line: bytes, printed: str, served: str) -> Run:
    """Put the traces of a run together."""
    decoder = FrameDecoder()
    frames = decoder.feed(line)
    return Run(
        line=line,
        frames=frames,
        bad_frames=decoder.bad_frames,
        statistics=json.loads(printed.splitlines()[-1]),
        served=[parsed_serving(row) for row in served.splitlines()],
    )


def parsed_serving(row: str) -> tuple[str, tuple[int, ...]]:
    """A line of the list of samples that the emulated chips gave away."""
    kind, *values = row.split()
    return kind, tuple(map(int, values))


EDGES = (0, -1, 1, 8_388_607, -8_388_608, 0x555555, -0x555556, 0x00FF00, 0x000100, -256)


def random_trace(rows: int, rows_per_second: float, seed: int) -> Iterable[str]:
    """Rows that differ in every bit, the extremes among them."""
    generator = random.Random(seed)
    for number in range(rows):
        counts = EDGES[number % 97] if number % 97 < len(EDGES) else random_counts(generator)
        axes = (generator.randrange(-(2**15), 2**15) for _ in range(3))
        yield f"{number / rows_per_second:.6f},{counts},{','.join(map(str, axes))}"


def random_counts(generator: random.Random) -> int:
    """Any number that the HX711 can say."""
    return generator.randrange(-(2**23), 2**23)
