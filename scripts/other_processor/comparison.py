"""The same pictures and traces for two processors, and how their answers compare."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from referee.simulation.force_profiles.scenes import ForceScene, play_forces
from referee.vision.pictures import Picture, load_picture, write_picture
from referee.vision.readings import Certainty
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.scene import draw_scene
from scripts.other_processor import arm64
from scripts.other_processor.judge import TRACES, Answers, Die, Trace
from scripts.touch_worlds.rows import ROWS, STIFF

_FIRST_SEED = 31_000_000
_WIDE_PX, _LARGE_PX = 224, 640
_DIE_PX = 44.0
_SETS = ("mixed-top-down", "webcam", "pi-tray", "everyday-tables")


def prepare(folder: Path, *, drawn: int, photographs: int, traces: int, data: Path | None) -> None:
    """Put pictures and traces into a folder, so that every processor gets the same bytes."""
    for number in range(drawn):
        rng = np.random.default_rng(_FIRST_SEED + number)
        scene = draw_scene(rng, Domain.UNSEEN, size_px=_WIDE_PX, die_px=_DIE_PX, symbol_share=0.0)
        write_picture(folder / f"drawn-{number:03}-{_DIE_PX:.0f}px.png", scene.picture)
    for file in _photographs(data, photographs):
        write_picture(folder / f"{file.parts[-3]}-{file.stem}.png", _part(load_picture(file)))
    made = list(_traces(traces))
    (folder / TRACES).write_bytes(msgspec.json.encode(made))


def _photographs(data: Path | None, most: int) -> Iterator[Path]:
    """The same share of each set, spread over it."""
    for name in _SETS if data is not None else ():
        files = sorted((data or Path()).glob(f"{name}/images/*.jpg"))
        few = max(1, most // len(_SETS))
        yield from files[:: max(1, len(files) // few)][:few]


def _part(picture: Picture) -> Picture:
    """The middle of it, for emulation is slow, after one that is very large was made smaller."""
    scale = min(1.0, _LARGE_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    top, left = (max(0, (size - _WIDE_PX) // 2) for size in small.shape[:2])
    return np.ascontiguousarray(small[top : top + _WIDE_PX, left : left + _WIDE_PX], np.uint8)


def _traces(most: int) -> Iterator[Trace]:
    row, scenes = ROWS["good parts"], list(ForceScene)
    for number in range(most):
        scene, seed = scenes[number % len(scenes)], _FIRST_SEED + number
        samples = row.readings(play_forces(scene, seed, STIFF))
        yield Trace(f"{scene}-{seed}", list(samples))


def answers_of(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Answers:
    """What the judge says when it is run by this command."""
    told = subprocess.run(  # noqa: S603 - ourselves
        [*words, "-m", "scripts.other_processor.judge", str(folder)],
        check=True,
        cwd=arm64.ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", **environment},
        stdout=subprocess.PIPE,
    )
    return msgspec.json.decode(told.stdout, type=Answers)


def differences(here: Answers, there: Answers) -> list[str]:
    """Pictures and traces that were answered otherwise; numbers may differ in their last digits."""
    found = [
        name
        for name, dice in here.pictures.items()
        if [_counted(die) for die in dice] != [_counted(die) for die in there.pictures[name]]
    ]
    return [*found, *(name for name in here.traces if here.traces[name] != there.traces[name])]


def _counted(die: Die) -> Die:
    return msgspec.structs.replace(die, confidence=0.0)


def told(here: Answers, there: Answers) -> str:
    """How they compare, for people."""
    dice = [die for each in here.pictures.values() for die in each]
    certain = sum(die.certainty == Certainty.CERTAIN for die in dice)
    different = differences(here, there)
    lines = (
        f"{there.machine} under emulation beside {here.machine}",
        f"  {len(here.pictures)} pictures with {len(dice)} dice, {certain} of them certain",
        f"  confidence differs by {_apart(here, there):.1e} at most",
        f"  {len(here.traces)} traces with {sum(map(len, here.traces.values()))} notices",
        f"  answered otherwise: {len(different)} {' '.join(different)}".rstrip(),
        "  processor time, which stands in for a Pi and is none:",
        f"    pictures {_times(here.pictures_cpu_s, there.pictures_cpu_s)}",
        f"    traces {_times(here.traces_cpu_s, there.traces_cpu_s)}",
    )
    return "\n".join(lines)


def _apart(here: Answers, there: Answers) -> float:
    pairs = (
        abs(ours.confidence - theirs.confidence)
        for name, dice in here.pictures.items()
        for ours, theirs in zip(dice, there.pictures[name], strict=False)
    )
    return max(pairs, default=0.0)


def _times(here_s: float, there_s: float) -> str:
    return f"{here_s:.1f} s and {there_s:.1f} s, {there_s / here_s:.1f} times"
