"""`referee calibrate`: targets, keys, and what is kept in the profile."""

from __future__ import annotations

import os
import pty
import sys
import termios
from collections.abc import Sequence
from io import StringIO
from itertools import cycle
from pathlib import Path
from typing import Self, TypedDict, Unpack

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from referee.app.face_sets import load_faces
from referee.calibrate.guide import GroupChange, Guide, StepView, say
from referee.calibrate.scale_guide import ScaleGuide
from referee.cli import app, calibrate
from referee.cli.calibrate import CalibrateOptions, calibrate_part, step_panel
from referee.cli.calibration_keys import PressedKey, terminal_keys, typed_task
from referee.clock import ManualClock
from referee.config import (
    TableProfile,
    parse_table_profile,
    read_table_profile,
    write_table_profile,
)
from referee.errors import InputError
from referee.language import language
from referee.simulation.next_motion import TableHands
from referee.simulation.plate.sensors import CellSpec
from referee.simulation.plate.world import PlateWorld
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.simulation.simulated_world import SimulatedWorld
from referee.simulation.tray.camera import LockstepCamera
from referee.simulation.tray.dice import kind_named
from referee.simulation.tray.world import TrayWorld
from referee.vision.pictures import load_picture

CELL = CellSpec(counts_per_gram=-2900.0, offset_counts=31_000)


class DiceAsked(TypedDict, total=False):
    """What the command line can say of dice."""

    name: str
    kind: str


class Desk:
    """A simulated table in lock-step, and somebody who presses keys while time passes.

    `deeds` are what is typed about groups of faces, over and over, until there are such groups.
    """

    typed = ""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, most: int = 4000, deeds: Sequence[GroupChange] = ()
    ) -> None:
        self._left = most
        self._deeds = cycle(deeds) if deeds else None
        self.clock = ManualClock()
        self.plate = PlateWorld(np.random.default_rng(4), cell=CELL)
        self.tray = TrayWorld(np.random.default_rng(4), self.clock)
        # The simulated table begins with one die on its plate.
        self.plate.clear(1)
        self.output = StringIO()
        world = SimulatedWorld(self.plate, self.tray, TableHands(self.plate, self.tray))
        monkeypatch.setattr(calibrate, "simulated_world", lambda _clock, **_rest: world)
        monkeypatch.setattr(
            calibrate, "scale_from_url", lambda url, clock: LockstepScale(self.plate, clock)
        )
        monkeypatch.setattr(
            calibrate, "camera_of", lambda section, clock: LockstepCamera(self.tray, clock)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    leaves_out = False
    """Whether whatever need not be done is left out."""

    def pressed(self) -> PressedKey | GroupChange | None:
        """Accept again and again; the guide itself refuses what is not ready."""
        if self.leaves_out and self._left % 2:
            self._left -= 1
            return PressedKey.SKIP
        self.clock.advance_s(0.25)
        self._left -= 1
        if self._deeds is not None and self._left > 0 and self._left % 2:
            return next(self._deeds)
        return PressedKey.ACCEPT if self._left > 0 else PressedKey.ABORT

    def run(self, part: str, path: Path, code: str = "en", **asked: Unpack[DiceAsked]) -> int:
        console = Console(file=self.output, width=100, force_terminal=False)
        options = CalibrateOptions(profile=path, **asked)
        return calibrate_part(part, options, console, language(code), keys=self, clock=self.clock)


def test_the_scale_of_a_simulated_table_is_calibrated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "table.toml"
    write_table_profile(path, TableProfile())
    before = read_table_profile(path)
    desk = Desk(monkeypatch)
    assert desk.run("scale", path) == 0
    after = read_table_profile(path)
    assert after.scale.calibration is not None
    assert after.scale.calibration.counts_per_gram == pytest.approx(-2900.0, rel=0.012)
    assert [piece.kind for piece in after.scale.touch.pieces] == [
        "die",
        "token",
        "cylinder",
        "castle",
    ]
    assert after.scale.touch.pieces != before.scale.touch.pieces
    assert after.scale.touch.plate_hz == pytest.approx(71, rel=0.08)
    assert after.scale.hands is not None
    assert (after.scale.hands.felt > 10, after.scale.hands.called) == (True, 0)
    # Nothing else changed, and the old file is still there.
    assert (after.camera, after.dice, after.web) == (before.camera, before.dice, before.web)
    assert read_table_profile(tmp_path / "table.toml.previous") == before
    assert "Kept in" in desk.output.getvalue()


def test_hands_need_not_be_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    desk = Desk(monkeypatch)
    desk.leaves_out = True
    assert desk.run("scale", path, "fr") == 0
    after = read_table_profile(path).scale
    assert after.hands is None
    assert after.touch.fall_score == TableProfile().scale.touch.fall_score


class SpareStep:
    """May be left out."""

    name = "scale-empty"

    def view(self) -> StepView:
        return StepView(say("scale-empty-ask"), troubles=(say("scale-waiting"),), can_skip=True)

    def see(self, seen: object) -> None:
        pass

    def restart(self) -> None:
        pass

    def finish(self) -> None:
        pass


def test_a_step_that_may_be_left_out_names_the_key_for_it() -> None:
    console = Console(file=StringIO(), record=True, width=100)
    console.print(step_panel(Guide([SpareStep()]), language("fr")))
    assert "s : passer cette étape" in console.export_text()


def test_the_tray_of_a_simulated_table_is_calibrated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "table.toml"
    write_table_profile(path, parse_table_profile("camera.markers = false"))
    desk = Desk(monkeypatch, 60)
    assert desk.run("tray", path, "fr") == 0
    assert (tmp_path / "tray-reference.json").is_file()
    assert (tmp_path / "tray-empty.png").is_file()
    assert load_picture(tmp_path / "calibration-view.jpg").shape == (720, 1280, 3)
    assert read_table_profile(path).camera.light is not None
    assert read_table_profile(path).camera.markers, "from now on they lie there"
    assert "Gardé dans" in desk.output.getvalue()


def test_the_lens_of_a_simulated_table_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Simulated hands hold the board before the camera."""
    path = tmp_path / "table.toml"
    desk = Desk(monkeypatch, 120)
    assert desk.run("camera", path) == 0
    lens = read_table_profile(path).camera.lens
    assert lens is not None
    true = desk.tray.lens
    assert lens.focal_px == pytest.approx(true.focal_px, rel=0.005)
    assert lens.distortion[:2] == pytest.approx(true.distortion[:2], abs=0.01)
    assert "camera.lens.focal_px" in desk.output.getvalue()


@pytest.mark.slow
def test_faces_are_taught_at_a_simulated_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Simulated hands put one die after the other into the tray."""
    path = tmp_path / "table.toml"
    faces = tuple(dict.fromkeys(kind_named("beanstalk").net))
    deeds = [GroupChange("name", number, face) for number, face in enumerate(faces, start=1)]
    desk = Desk(monkeypatch, 1500, deeds)
    assert desk.run("dice", path, name="ours", kind="beanstalk") == 0
    file = Path(read_table_profile(path).dice.sets["beanstalk"])
    assert file == tmp_path / "dice" / "ours" / "ours.faces.json"
    assert set(load_faces(file).faces) == set(faces)
    told = desk.output.getvalue()
    assert "Eye, seen often enough; pictures 1" in told
    assert "of 100 readings will be certain" in told
    # The tray, and below it a row for each face.
    height, width = load_picture(tmp_path / "calibration-view.jpg").shape[:2]
    assert width == 1280
    assert height > 720


def test_dice_that_the_simulated_table_does_not_have_are_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="no dice called 'moon'"):
        Desk(monkeypatch).run("dice", tmp_path / "table.toml", name="ours", kind="moon")


def test_abort_leaves_the_profile_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    desk = Desk(monkeypatch, 3)
    assert desk.run("scale", path) == 1
    assert not path.exists()
    assert "Aborted" in desk.output.getvalue()


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["calibrate", *words])
    if isinstance(result.exception, InputError):
        return result.exception.exit_code, str(result.exception)
    return result.exit_code, result.stdout


def test_targets_are_written(tmp_path: Path) -> None:
    code, output = run("print", "--out", str(tmp_path / "new"))
    assert code == 0
    assert "3 targets" in output
    names = sorted(file.name for file in (tmp_path / "new").iterdir())
    assert names == [
        f"{name}.{end}" for name in ("lens-board", "ruler", "tray-sheet") for end in ("pdf", "svg")
    ]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, output = run("print", "--out", str(tmp_path / "file"))
    assert code == 2
    assert "choose another --out" in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("scale", "--mass", "100"), "give both --mass and --second-mass"),
        (("scale", "--mass", "0", "--second-mass", "50"), "from 1 to 50000 g"),
        (("scale", "--mass", "100", "--second-mass", "95"), "take one of about half the other"),
        (("tray", "--mass", "100"), "--mass is for scale only"),
        (("camera", "--out", "here"), "--out is for print and dice only"),
        (("scale", "--name", "ours"), "--name is for dice only"),
        (("dice",), "give --name and --kind"),
        (("dice", "--name", "Ours", "--kind", "beanstalk"), "small letters"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    code, output = run(*words, "--table", str(tmp_path / "table.toml"))
    assert code == 2
    assert said in output


@pytest.mark.parametrize("part", ["scale", "tray", "camera"])
def test_a_folder_that_is_not_there_is_said_before_the_first_step(
    part: str, tmp_path: Path
) -> None:
    code, output = run(part, "--table", str(tmp_path / "nowhere" / "table.toml"))
    assert code == 2
    assert output.startswith(f"There is no folder {tmp_path / 'nowhere'}")


def test_nobody_is_asked_to_accept_what_hands_are_still_at() -> None:
    plate, clock = PlateWorld(np.random.default_rng(4), cell=CELL), ManualClock()
    guide = ScaleGuide()
    with LockstepScale(plate, clock) as scale:
        while not guide.view().can_accept:
            clock.advance_s(0.25)
            guide.see(scale.read(0.1))
    console = Console(file=StringIO(), record=True, width=100)
    console.print(step_panel(guide, language("en"), is_helped=True))
    hands = console.export_text()
    assert "The simulated hands are at work" in hands
    assert "Enter: accept" not in hands
    console.print(step_panel(guide, language("en")))
    assert "Enter: accept" in console.export_text()


@pytest.mark.parametrize("part", ["scale", "tray"])
def test_a_part_that_is_not_fitted_is_said(part: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[camera]\nurl = "none:"\n[scale]\nurl = "none:"\n', encoding="utf-8")
    code, output = run(part, "--table", str(path))
    assert code == 2
    assert "write its URL into" in output


def test_a_set_of_faces_needs_names(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[camera]\nurl = "file:clip.webm"\n', encoding="utf-8")
    code, output = run("dice", "--table", str(path))
    assert code == 2
    assert "--name and --kind" in output


def test_single_keys_of_a_terminal_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    person, terminal = pty.openpty()
    with open(terminal, encoding="ascii") as stdin:  # noqa: PTH123 - a handle, not a path
        monkeypatch.setattr(sys, "stdin", stdin)
        before = termios.tcgetattr(stdin)
        with terminal_keys() as keys:
            assert keys.pressed() is None
            os.write(person, b"rxQ\ns")
            found = [keys.pressed() for _ in range(6)]
        # The terminal is as it was.
        assert termios.tcgetattr(stdin) == before
    os.close(person)
    assert found == [
        PressedKey.REPEAT,
        None,
        PressedKey.ABORT,
        PressedKey.ACCEPT,
        PressedKey.SKIP,
        None,
    ]


@pytest.mark.parametrize(
    ("line", "deed"),
    [
        ("2 eye", GroupChange("name", 2, "eye")),
        ("12 4", GroupChange("name", 12, "4")),
        ("2", GroupChange("name", 2)),
        ("2 -", GroupChange("leave-out", 2)),
        ("2+", GroupChange("take-in", 2)),
        ("2 /7", GroupChange("split", 2, picture=7)),
        ("2 / 7 ", GroupChange("split", 2, picture=7)),
        ("2 small-fish", GroupChange("name", 2, "small-fish")),
        ("2x", GroupChange("name", 0)),
    ],
)
def test_a_line_says_what_to_do_about_a_group(line: str, deed: GroupChange) -> None:
    assert typed_task(line) == deed


def test_a_line_begins_with_a_number_and_may_be_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    person, terminal = pty.openpty()
    with open(terminal, encoding="ascii") as stdin:  # noqa: PTH123 - a handle, not a path
        monkeypatch.setattr(sys, "stdin", stdin)
        with terminal_keys() as keys:
            os.write(person, b"2 rQx\x7f")
            assert [keys.pressed() for _ in range(6)] == [None] * 6
            assert keys.typed == "2 rq"
            os.write(person, b"\nr")
            assert keys.pressed() == GroupChange("name", 2, "rq")
            assert keys.pressed() is PressedKey.REPEAT
    os.close(person)


def test_the_end_of_a_pipe_aborts(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with open(reading, encoding="ascii") as stdin:  # noqa: PTH123 - a handle, not a path
        monkeypatch.setattr(sys, "stdin", stdin)
        with terminal_keys() as keys:
            assert keys.pressed() is None
            os.write(writing, b"\n")
            os.close(writing)
            assert [keys.pressed(), keys.pressed()] == [PressedKey.ACCEPT, PressedKey.ABORT]
