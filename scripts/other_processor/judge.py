"""Reads pictures and judges traces of a folder, on whatever processor this runs.

    python -m scripts.other_processor.judge FOLDER

Of the program only what a table itself runs is imported, so that nothing else need be installed.
"""

from __future__ import annotations

import platform
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec

from referee.touch.profile import TouchProfile
from referee.touch.sense import TouchSense
from referee.touch.verdicts import TouchNotice
from referee.vision.dice.reader import DiceReader
from referee.vision.pictures import load_picture
from referee.vision.readings import ReadDie

TRACES = "traces.json"
_DIE_PX = re.compile(r"-(\d+)px$")
"""A picture whose name ends like that is read as at a tray: it is known how wide a die is."""


class Trace(msgspec.Struct, frozen=True):
    """What the sensors of a table told: time, sensor, values."""

    name: str
    samples: list[tuple[float, str, tuple[float, ...]]]


class Die(msgspec.Struct, frozen=True, order=True):
    """What counts of a die that was read; the rest may differ in its last digits."""

    at_px: tuple[int, int]
    face: str
    certainty: str
    confidence: float = 0.0


class Notice(msgspec.Struct, frozen=True):
    """What touch said."""

    word: str
    at_s: float
    pieces: tuple[str, ...]


class Answers(msgspec.Struct, frozen=True):
    """All answers of one processor, and the processor time that they took."""

    machine: str
    pictures: dict[str, tuple[Die, ...]]
    traces: dict[str, tuple[Notice, ...]]
    pictures_cpu_s: float
    traces_cpu_s: float


def judge(folder: Path) -> Answers:
    """Read and judge all that lies in the folder."""
    cv2.setNumThreads(1)
    reader = DiceReader()
    begun_s = time.process_time()
    pictures = {each.name: _read(reader, each) for each in sorted(folder.glob("*.png"))}
    read_s = time.process_time()
    traces = msgspec.json.decode((folder / TRACES).read_bytes(), type=list[Trace])
    opened_s = time.process_time()
    notices = {each.name: _judged(each) for each in traces}
    return Answers(
        platform.machine(), pictures, notices, read_s - begun_s, time.process_time() - opened_s
    )


def _read(reader: DiceReader, file: Path) -> tuple[Die, ...]:
    told = _DIE_PX.search(file.stem)
    die_px = float(told[1]) if told else None
    return tuple(sorted(map(_die, reader.read(load_picture(file), die_px=die_px).dice)))


def _die(die: ReadDie) -> Die:
    x, y = die.centre_px
    return Die((round(x), round(y)), die.face, str(die.certainty), round(die.confidence, 6))


def _judged(trace: Trace) -> tuple[Notice, ...]:
    touch = TouchSense(TouchProfile())
    notices: list[TouchNotice] = []
    for t_s, sensor, values in trace.samples:
        if sensor == "weight":
            notices += touch.weight(t_s, values[0])
        else:
            notices += touch.acceleration(t_s, *values[:3])
    return tuple(map(_notice, (*notices, *touch.finish())))


def _notice(notice: TouchNotice) -> Notice:
    fields = msgspec.to_builtins(notice)
    pieces: Sequence[dict[str, Sequence[str]]] = fields.get("pieces", ())
    kinds = (" ".join(each["kinds"]) for each in pieces)
    return Notice(str(fields.get("kind", "suspected")), round(notice.at_s, 6), tuple(kinds))


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(judge(Path(sys.argv[1]))))
