"""The doctor on the simulated table: everything well, and every part with a fault."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from referee.app.doctor import Finding, TablePart, TrafficLight, is_well, system_checks
from referee.app.doctor.camera_checks import (
    CameraLook,
    picture_findings,
    status_findings,
    tray_finding,
)
from referee.app.doctor.face_checks import _helps, unless_asked_in
from referee.app.doctor.findings import Check, finding, findings_of
from referee.app.doctor.scale_checks import (
    firmware_finding,
    link_finding,
    quiet_findings,
    quiet_of_grams,
)
from referee.app.doctor.system_checks import backup_finding, clock_finding, database_finding
from referee.app.doctor.touch_checks import REACHED as REACHED_AT
from referee.app.doctor.touch_checks import Parts
from referee.clock import ManualClock, SystemClock
from referee.devices.camera.contract import (
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
)
from referee.devices.camera.urls import camera_from_url
from referee.devices.scale.contract import ScaleDeviceStatus, ScaleFinding, ScaleState
from referee.language import language, languages
from referee.simulation.faults import (
    CameraUnplugged,
    CoveredLens,
    DeadCell,
    DimLight,
    Glare,
    LampFlicker,
    SlowStrap,
    WrongProtocol,
)
from referee.simulation.plate.sensors import CellSpec
from referee.store.address import parse_address
from referee.store.backup import make_backup
from referee.store.store import open_store
from referee.table.sentences import Term
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.tray.finder import TrayState, TrayStatus
from tests.app.doctor_stage import Stage
from tests.devices.phone_stand_in import Phone, answer
from tests.store.poisons import POISONS, poison
from tests.table.answered_stage import AskedStage, roll_with_doubt

NO_SCALE = '[scale]\nurl = "none:"\n'
NO_CAMERA = '[camera]\nurl = "none:"\n'
REACHED = "doctor-touch-reached"
FELT = (TablePart.NOISE, TablePart.DRIFT, TablePart.RATE, TablePart.FIRMWARE)
SEEN = (TablePart.FOCUS, TablePart.LIGHT, TablePart.TRAY)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def steps(found: Finding) -> list[str]:
    return [step.message for step in found.next_steps]


def told_in_every_language(found: Finding) -> None:
    for code in languages():
        words = language(code)
        assert found.says.text(words)
        assert all(step.text(words) for step in found.next_steps)
        assert words.say(f"doctor-part-{found.part}")
        assert words.say(f"doctor-light-{found.light}")


def test_a_simulated_table_is_well(stage: Stage) -> None:
    found = stage.examine()
    assert is_well(found.values())
    assert {part for part, each in found.items() if each.light is TrafficLight.OFF} == {
        TablePart.PLATE,
        TablePart.HANDS,
        TablePart.HEAT,
        TablePart.VOICE,
        TablePart.PANEL,
        TablePart.BACKUP,
    }
    for each in found.values():
        told_in_every_language(each)
        assert each.next_steps == ()
    assert found[TablePart.TRAY].says.words["seen"] == 4
    grams = found[TablePart.NOISE].says.words["grams"]
    assert isinstance(grams, float)
    assert 0.01 < grams < 0.04
    assert found[TablePart.RATE].says.words["rate"] == 80


def test_a_table_without_markers_is_well_and_told_what_it_goes_without(tmp_path: Path) -> None:
    found = Stage(tmp_path, markers=False).examine(f"camera.markers = false\n{NO_SCALE}")
    assert is_well(found.values())
    tray = found[TablePart.TRAY]
    assert (tray.says.message, steps(tray)) == ("doctor-tray-bare", ["doctor-tray-bare-next"])
    told_in_every_language(tray)


def test_what_is_not_fitted_is_off(stage: Stage) -> None:
    found = stage.examine(NO_CAMERA + NO_SCALE)
    assert is_well(found.values())
    off = {part for part, each in found.items() if each.light is TrafficLight.OFF}
    assert off == {*TablePart} - {
        TablePart.DISK,
        TablePart.CLOCK,
        TablePart.DATABASE,
        TablePart.GAMES,
        TablePart.TABLE,
    }


def test_an_unplugged_scale(stage: Stage) -> None:
    stage.scale.unplug()
    found = stage.examine(NO_CAMERA)
    assert found[TablePart.SCALE].light is TrafficLight.RED
    assert steps(found[TablePart.SCALE]) == ["scale-state-connecting"]
    assert {found[part].light for part in FELT} == {TrafficLight.YELLOW}
    assert steps(found[TablePart.NOISE]) == ["doctor-waits-scale-next"]
    assert found[TablePart.DATABASE].light is TrafficLight.GREEN


def test_a_board_without_a_load_cell(stage: Stage) -> None:
    stage.scale.faults.switch_on(DeadCell())
    found = stage.examine(NO_CAMERA)[TablePart.SCALE]
    assert found.light is TrafficLight.RED
    assert "scale-finding-no-load-cell" in steps(found) or "scale-state-silent" in steps(found)


def test_a_slow_scale(stage: Stage) -> None:
    stage.scale.faults.switch_on(SlowStrap())
    found = stage.examine(NO_CAMERA)
    assert found[TablePart.SCALE].light is TrafficLight.GREEN
    assert found[TablePart.RATE].light is TrafficLight.YELLOW
    assert steps(found[TablePart.RATE]) == ["scale-finding-slow-rate", REACHED]
    told = found[TablePart.RATE].next_steps[1].text(language("en"))
    assert f"falls that are called: {round(REACHED_AT[Parts.SLOW][0])} of 100" in told


def test_firmware_of_another_protocol(stage: Stage) -> None:
    stage.scale.faults.switch_on(WrongProtocol(version=9))
    found = stage.examine(NO_CAMERA)
    assert found[TablePart.SCALE].light is TrafficLight.RED
    assert found[TablePart.FIRMWARE].light is TrafficLight.RED
    assert steps(found[TablePart.FIRMWARE]) == ["scale-state-incompatible"]


@pytest.mark.parametrize(
    ("noise_g", "light", "next_steps"),
    [
        (0.08, TrafficLight.YELLOW, ["doctor-noise-next"]),
        (0.12, TrafficLight.YELLOW, ["doctor-noise-next", REACHED]),
        (0.4, TrafficLight.RED, ["doctor-noise-next", REACHED]),
    ],
)
def test_a_noisy_cell(
    tmp_path: Path, noise_g: float, light: TrafficLight, next_steps: list[str]
) -> None:
    found = Stage(tmp_path, cell=CellSpec(noise_g=noise_g)).examine(NO_CAMERA)
    assert found[TablePart.NOISE].light is light
    assert steps(found[TablePart.NOISE]) == next_steps
    assert found[TablePart.SCALE].light is TrafficLight.GREEN


def test_wild_numbers_are_no_noise_and_no_hand(tmp_path: Path) -> None:
    found = Stage(tmp_path, cell=CellSpec(outliers_per_s=1.0)).examine(NO_CAMERA)
    noise = found[TablePart.NOISE]
    assert (noise.light, noise.says.message) == (TrafficLight.YELLOW, "doctor-wild")
    assert steps(noise) == ["doctor-wild-next", REACHED]
    assert found[TablePart.DRIFT].light is TrafficLight.GREEN
    told_in_every_language(noise)
    times_s = np.arange(320) / 80
    grams = 12 + np.random.default_rng(5).normal(0, 0.02, 320)
    grams[[40, 120, 121, 250]] += [30.0, -25.0, -25.0, 4.0]
    quiet = quiet_of_grams(times_s, grams)
    assert quiet is not None
    assert (quiet.wild, quiet.is_touched) == (4, False)
    assert quiet.noise == pytest.approx(0.02, rel=0.2)


@pytest.mark.parametrize(
    ("plate_hz", "light", "message"),
    [
        (None, TrafficLight.OFF, "doctor-plate-untapped"),
        (71.0, TrafficLight.GREEN, "doctor-plate-stiff"),
        (42.4, TrafficLight.YELLOW, "doctor-plate-soft"),
    ],
)
def test_the_stiffness_of_the_plate(
    stage: Stage, plate_hz: float | None, light: TrafficLight, message: str
) -> None:
    tapped = "" if plate_hz is None else f"[scale.touch]\nplate_hz = {plate_hz}\n"
    found = stage.examine(NO_CAMERA + tapped)[TablePart.PLATE]
    assert (found.light, found.says.message) == (light, message)
    told_in_every_language(found)
    if light is TrafficLight.YELLOW:
        assert steps(found) == ["doctor-plate-soft-next", REACHED]
        assert found.says.words["hertz"] == 42


@pytest.mark.parametrize(
    ("asked", "called", "message"),
    [
        (0, 0, "doctor-hands-well"),
        (1, 0, "doctor-hands-well"),
        (4, 0, "doctor-hands-fairly"),
        (0, 1, "doctor-hands-badly"),
    ],
)
def test_how_well_hands_are_told_from_falls(
    stage: Stage, asked: int, called: int, message: str
) -> None:
    shown = f"[scale.hands]\nfelt = 14\nasked = {asked}\ncalled = {called}\n"
    found = stage.examine(NO_CAMERA + shown)[TablePart.HANDS]
    assert found.says.message == message
    assert (found.light is TrafficLight.GREEN) == (message == "doctor-hands-well")
    told_in_every_language(found)
    # It is known from the calibration, whatever the scale does now.
    stage.scale.unplug()
    assert stage.examine(NO_CAMERA + shown)[TablePart.HANDS] == found


@pytest.mark.parametrize(
    ("has_accelerometer", "row"), [(True, Parts.NO_CELL), (False, Parts.TILT_ALONE)]
)
def test_whoever_has_no_load_cell_is_told_what_is_felt_without(
    has_accelerometer: bool, row: Parts
) -> None:
    status = ScaleDeviceStatus(
        state=ScaleState.SILENT,
        findings=(ScaleFinding.NO_LOAD_CELL,),
        has_accelerometer=has_accelerometer,
    )
    found = link_finding(status)
    assert steps(found)[-2:] == ["doctor-cell-next", REACHED]
    assert found.next_steps[-1].words["falls"] == round(REACHED_AT[row][0])
    told_in_every_language(found)


def test_a_hand_on_the_plate_is_no_noise() -> None:
    """Nor is it drift: the weight jumps, while from sample to sample it hardly wavers."""
    rng = np.random.default_rng(5)
    times_s = np.arange(320) / 80
    resting = quiet_of_grams(times_s, 12 + rng.normal(0, 0.02, 320))
    touched = quiet_of_grams(times_s, 12 + rng.normal(0, 0.02, 320) + 3.0 * (times_s > 2))
    assert resting is not None
    assert touched is not None
    assert {each.light for each in quiet_findings(resting)} == {TrafficLight.GREEN}
    for each in quiet_findings(touched):
        assert (each.light, steps(each)) == (TrafficLight.YELLOW, ["doctor-touched-next"])


def test_a_weight_that_wanders() -> None:
    times_s = np.arange(320) / 80
    noise = np.random.default_rng(5).normal(0, 0.02, 320)
    for slope_g_min, light in (
        (0.1, TrafficLight.GREEN),
        (-2.0, TrafficLight.YELLOW),
        (20.0, TrafficLight.RED),
    ):
        quiet = quiet_of_grams(times_s, noise + slope_g_min / 60 * times_s)
        drift = quiet_findings(quiet)[1]
        assert drift.light is light
        assert drift.says.words["grams"] == pytest.approx(abs(slope_g_min), abs=0.3)


@pytest.mark.parametrize(
    ("firmware", "light"),
    [
        ("0.0.9", TrafficLight.YELLOW),
        ("0.1.0", TrafficLight.GREEN),
        ("1.2.0", TrafficLight.GREEN),
        ("", TrafficLight.OFF),
    ],
)
def test_firmware_is_compared_with_what_comes_along(firmware: str, light: TrafficLight) -> None:
    status = ScaleDeviceStatus(state=ScaleState.STREAMING, firmware=firmware, protocol=1)
    found = firmware_finding(status)
    assert found.light is light
    assert steps(found) == (["doctor-firmware-old-next"] if light is TrafficLight.YELLOW else [])


def test_a_scale_nobody_calibrated(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    status = stage.scale.status
    monkeypatch.setattr(
        stage.scale, "status", lambda: msgspec.structs.replace(status(), calibration=None)
    )
    found = stage.examine(NO_CAMERA)
    assert found[TablePart.NOISE].light is TrafficLight.YELLOW
    assert steps(found[TablePart.NOISE]) == ["doctor-uncalibrated-next"]


def test_an_unplugged_camera(stage: Stage) -> None:
    stage.tray.faults.switch_on(CameraUnplugged())
    found = stage.examine(NO_SCALE)
    assert found[TablePart.CAMERA].light is TrafficLight.RED
    assert steps(found[TablePart.CAMERA]) == ["camera-finding-no-such-device", "doctor-device"]
    assert {found[part].light for part in SEEN} == {TrafficLight.YELLOW}
    assert steps(found[TablePart.TRAY]) == ["doctor-waits-camera-next"]


def test_a_camera_whose_driver_fails() -> None:
    findings = (CameraFinding.FAILED,)
    status = CameraDeviceStatus(state=CameraState.CONNECTING, findings=findings, name="picamera:0")
    camera, *rest = picture_findings(CameraLook(status))
    assert camera.light is TrafficLight.RED
    assert steps(camera) == ["camera-finding-failed", "doctor-device"]
    told_in_every_language(camera)
    assert {(each.part, each.light) for each in rest} == {
        (part, TrafficLight.YELLOW) for part in SEEN
    }


@pytest.mark.parametrize("what", CameraFinding)
def test_every_finding_of_a_camera_has_its_light(what: CameraFinding) -> None:
    status = CameraDeviceStatus(state=CameraState.STREAMING, findings=(what,), latency_s=0.7)
    lights = {each.light for each in status_findings(status)}
    is_poor = what in {CameraFinding.SLOW_RATE, CameraFinding.LATE, CameraFinding.LIGHT_NOT_HELD}
    assert (TrafficLight.YELLOW if is_poor else TrafficLight.RED) in lights


def test_a_camera_in_the_network_that_wants_a_password() -> None:
    with Phone(lambda visitor: visitor.send(answer(b"", status="401 Unauthorized"))) as phone:
        url = f"http://me:hush@127.0.0.1:{phone.port}/video?key=hush"
        with camera_from_url(url) as asked:
            while not asked.status().findings:
                asked.latest(0.01)
            camera, *_ = picture_findings(CameraLook(asked.status()))
    assert camera.light is TrafficLight.RED
    assert steps(camera) == ["camera-finding-password-refused", "doctor-device"]
    said = camera.next_steps[-1].text(language("en"))
    assert f"“http://127.0.0.1:{phone.port}”" in said
    told_in_every_language(camera)


def test_how_old_the_pictures_are_is_told() -> None:
    for is_least, words in ((False, "are 40 ms old"), (True, "are at least 40 ms old")):
        status = CameraDeviceStatus(
            state=CameraState.STREAMING, latency_s=0.04, is_latency_least=is_least
        )
        camera, *_ = status_findings(status)
        assert words in camera.says.text(language("en"))
        told_in_every_language(camera)


@pytest.mark.parametrize(
    ("fault", "light", "step"),
    [
        (CoveredLens(), TrafficLight.RED, "doctor-brightness-black-next"),
        (DimLight(gain=0.03), TrafficLight.RED, "doctor-brightness-black-next"),
        (DimLight(gain=0.2), TrafficLight.YELLOW, "doctor-brightness-dark-next"),
        (Glare(), TrafficLight.RED, "doctor-brightness-blown-next"),
        (LampFlicker(), TrafficLight.YELLOW, "doctor-brightness-flickers-next"),
    ],
    ids=["cap", "no lamp", "dim lamp", "sun", "flicker"],
)
def test_bad_light(stage: Stage, fault: DimLight, light: TrafficLight, step: str) -> None:
    stage.tray.faults.switch_on(fault)
    found = stage.examine(NO_SCALE)
    assert found[TablePart.LIGHT].light is light
    assert steps(found[TablePart.LIGHT]) == [step]
    assert found[TablePart.CAMERA].light is TrafficLight.GREEN


@pytest.mark.parametrize(("corners", "light"), [(1, TrafficLight.YELLOW), (2, TrafficLight.RED)])
def test_a_covered_tray(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, corners: int, light: TrafficLight
) -> None:
    """A book lies on some of the corners."""
    latest = stage.camera.latest

    def covered(timeout_s: float = 0.0) -> CameraFrame | None:
        frame = latest(timeout_s)
        if frame is None:
            return None
        picture = frame.picture.copy()
        height, width = picture.shape[:2]
        picture[: height // 2, : width // 2 if corners == 1 else width] = (60, 80, 90)
        return msgspec.structs.replace(frame, sent=picture)

    monkeypatch.setattr(stage.camera, "latest", covered)
    found = stage.examine(NO_SCALE)
    assert found[TablePart.TRAY].light is light
    expected = "tray-finding-partly-covered" if corners == 1 else "tray-state-unseen"
    assert steps(found[TablePart.TRAY]) == [expected]
    assert found[TablePart.TRAY].says.words["seen"] == 4 - corners


@pytest.mark.parametrize(
    ("state", "light"),
    [
        (TrayState.COVERED, TrafficLight.YELLOW),
        (TrayState.SHIFTING, TrafficLight.YELLOW),
        (TrayState.GONE, TrafficLight.RED),
        (TrayState.UNSEEN, TrafficLight.RED),
    ],
)
def test_a_tray_out_of_sight(state: TrayState, light: TrafficLight) -> None:
    look = CameraLook(CameraDeviceStatus(state=CameraState.STREAMING), tray=TrayStatus(state))
    found = tray_finding(look)
    assert (found.light, steps(found)) == (light, [f"tray-state-{state}"])
    told_in_every_language(found)


@pytest.mark.parametrize(
    ("die_px", "light"),
    [(12.0, TrafficLight.RED), (20.0, TrafficLight.YELLOW), (40.0, TrafficLight.GREEN)],
)
def test_dice_must_be_large_enough(die_px: float, light: TrafficLight) -> None:
    tray = TrayStatus(TrayState.IN_PLACE, markers=(0, 1, 2, 3))
    found = tray_finding(
        CameraLook(CameraDeviceStatus(state=CameraState.STREAMING), None, tray, die_px)
    )
    assert found.light is light
    assert steps(found) == ([] if light is TrafficLight.GREEN else ["doctor-tray-small-next"])


def test_a_lens_out_of_focus(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    latest = stage.camera.latest

    def blurred(timeout_s: float = 0.0) -> CameraFrame | None:
        frame = latest(timeout_s)
        if frame is None:
            return None
        small = cv2.resize(frame.picture, (64, 36), interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (1280, 720)), np.uint8)
        return msgspec.structs.replace(frame, sent=picture)

    monkeypatch.setattr(stage.camera, "latest", blurred)
    found = stage.examine(NO_SCALE)
    assert found[TablePart.FOCUS].light is TrafficLight.RED
    assert steps(found[TablePart.FOCUS]) == ["camera-finding-blurred"]


def test_a_set_of_dice_that_is_not_there(stage: Stage) -> None:
    found = stage.examine(NO_SCALE + '[dice.sets]\nbeanstalk = "nowhere"\n')[TablePart.DICE]
    assert found.light is TrafficLight.RED
    assert steps(found) == ["doctor-dice-missing-next"]
    assert found.says.words["set"] == "nowhere"


def test_faces_that_are_asked_about_often_are_named(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = parse_address(f"sqlite:///{stage.folder}/log.sqlite")
    sets = {"beanstalk": "magic-beanstalk"}
    well = finding(TablePart.DICE, TrafficLight.GREEN, "doctor-dice-ready", sets=("ours",))
    assert unless_asked_in(well, sets, address) == well, "there is no log yet"
    asked = AskedStage(stage.folder)
    roll_with_doubt(asked, "treasure")
    assert unless_asked_in(well, sets, address) == well, "one question is none too many"

    monkeypatch.setattr("referee.app.doctor.face_checks._OFTEN", 1)
    found = unless_asked_in(well, sets, address)
    assert (found.light, found.says.message) == (TrafficLight.YELLOW, "doctor-dice-asked")
    assert found.says.words["faces"] == (Term("magic-beanstalk", "face", "treasure"),)
    assert steps(found) == ["doctor-dice-asked-nearer-next", "doctor-dice-asked-light-next"]
    told_in_every_language(found)
    bad = finding(TablePart.DICE, TrafficLight.RED, "doctor-dice-missing", set="ours")
    assert unless_asked_in(bad, sets, address) == bad, "first things first"


def test_a_face_that_was_shown_seldom_should_be_shown_more() -> None:
    few = TaughtFaces("ours", {"treasure": (np.zeros((80, 80, 3), np.uint8),) * 3})
    assert _helps(few, {"treasure": Term("magic-beanstalk", "face", "treasure")})[0] == "more"
    for code in languages():
        assert language(code).say("doctor-dice-asked-more-next")


@pytest.mark.parametrize(
    ("left", "light", "message"),
    [
        (5_000_000, TrafficLight.RED, "doctor-disk-full"),
        (500_000_000, TrafficLight.YELLOW, "doctor-disk-low"),
        (50_000_000_000, TrafficLight.GREEN, "doctor-disk-well"),
    ],
)
def test_a_full_disk(stage: Stage, left: int, light: TrafficLight, message: str) -> None:
    found = stage.examine(NO_CAMERA + NO_SCALE, free=lambda _folder: left)[TablePart.DISK]
    assert (found.light, found.says.message) == (light, message)
    assert steps(found) == ([] if light is TrafficLight.GREEN else ["doctor-disk-full-next"])


def test_a_folder_that_is_not_there(stage: Stage) -> None:
    stage.folder = stage.folder / "gone"
    found = stage.examine(NO_CAMERA + NO_SCALE)[TablePart.DISK]
    assert found.light is TrafficLight.RED
    assert steps(found) == ["doctor-disk-missing-next"]


def test_a_voice_that_is_not_installed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(stage.folder))
    found = stage.examine(NO_CAMERA + NO_SCALE + '[voice]\nurl = "espeak:"\n')[TablePart.VOICE]
    assert found.light is TrafficLight.YELLOW
    assert steps(found) == ["voice-finding-not-installed"]


def test_a_voice_that_speaks(stage: Stage) -> None:
    stage.clock = SystemClock()  # type: ignore[assignment]
    url = f"espeak:?output={stage.folder}/said.wav"
    found = stage.examine(NO_CAMERA + NO_SCALE + f'[voice]\nurl = "{url}"\n')[TablePart.VOICE]
    assert found.light is TrafficLight.GREEN
    assert (stage.folder / "said.wav").stat().st_size > 1000


def test_a_panel_on_a_computer_without_pins(stage: Stage) -> None:
    text = '[panel]\nurl = "gpio:"\n[panel.pins.table]\nbutton = 17\n'
    found = stage.examine(NO_CAMERA + NO_SCALE + text)[TablePart.PANEL]
    assert found.light is TrafficLight.RED
    assert len(steps(found)) == 1
    assert steps(found)[0].startswith("panel-finding-no-")


def test_a_damaged_log(stage: Stage) -> None:
    (stage.folder / "table.sqlite").write_bytes(b"no database at all" * 500)
    found = stage.examine(NO_CAMERA + NO_SCALE)[TablePart.DATABASE]
    assert found.light is TrafficLight.RED
    assert steps(found) == ["doctor-database-damaged-next"]


def test_a_log_in_use(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/table.sqlite"
    address = parse_address(url)
    assert database_finding(address).says.message == "doctor-database-new"
    assert not (tmp_path / "table.sqlite").exists()
    with open_store(url, clock=ManualClock()):
        assert database_finding(address).says.message == "doctor-database-well"


def test_damaged_games_are_named(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/table.sqlite", tmp_path / "table.sqlite"
    with open_store(url, clock=ManualClock()) as store:
        ids = [store.begin_game("spookies", ("Anna", "Ben"), options={}).game_id for _ in range(3)]
    poison(file, ids[:2], POISONS["torn options"], is_sealed=False)

    found = database_finding(parse_address(url))

    assert found.light is TrafficLight.YELLOW
    assert steps(found) == ["doctor-database-games-next"]
    assert f"{ids[1]} and {ids[0]}." in found.says.text(language("en"))
    assert f"{ids[1]} et {ids[0]}." in found.says.text(language("fr"))


def test_a_damaged_profile_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/table.sqlite"
    with open_store(url, clock=ManualClock()) as store:
        anna = store.players.add("Anna", "#2f9e44")
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE players SET name = 'Anne'")

    found = database_finding(parse_address(url))

    assert found.light is TrafficLight.YELLOW
    assert steps(found) == ["doctor-database-profiles-next"]
    assert f"number {anna.id}." in found.says.text(language("en"))


def test_a_server_that_is_not_there() -> None:
    found = database_finding(parse_address("postgresql://nobody@127.0.0.1:1/referee"))
    assert found.light is TrafficLight.RED
    assert steps(found) == ["doctor-database-lost-next"]


def test_a_device_of_an_unknown_kind_stops_nothing(stage: Stage) -> None:
    found = stage.examine('[camera]\nurl = "bogus:7"\n' + NO_SCALE)
    assert found[TablePart.CAMERA].light is TrafficLight.RED
    assert steps(found[TablePart.CAMERA]) == ["doctor-refused-next"]
    assert "bogus" in found[TablePart.CAMERA].next_steps[0].text(language("en"))
    assert found[TablePart.DATABASE].light is TrafficLight.GREEN


@pytest.mark.parametrize(
    ("files", "kernel", "light"),
    [
        # The service may not ask the kernel, and the network has set the clock.
        (("synchronized",), None, TrafficLight.GREEN),
        ((), None, TrafficLight.YELLOW),
        (None, None, TrafficLight.GREEN),
        # Where the kernel may be asked, by whomever the clock is set.
        (None, True, TrafficLight.GREEN),
        (None, False, TrafficLight.YELLOW),
        ((), True, TrafficLight.GREEN),
        (("synchronized",), False, TrafficLight.GREEN),
    ],
)
def test_a_board_without_a_clock_of_its_own(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: tuple[str, ...] | None,
    kernel: bool | None,
    light: TrafficLight,
) -> None:
    timesync = tmp_path / "timesync"
    if files is not None:
        timesync.mkdir()
        for name in files:
            (timesync / name).touch()
    monkeypatch.setattr(system_checks, "_TIMESYNC", timesync)
    monkeypatch.setattr(system_checks, "kernel_is_synchronised", lambda: kernel)
    monkeypatch.setattr(system_checks, "forgets_time", lambda: True)
    assert clock_finding(ManualClock()).light is light


def test_the_newest_backup_has_a_light(stage: Stage) -> None:
    words = f"{NO_CAMERA}{NO_SCALE}"
    folder = stage.folder / "backups"
    log = stage.folder / "table.sqlite"
    address = parse_address(f"sqlite:///{log}")

    def found(days: float) -> Finding:
        later = ManualClock(datetime.now(UTC) + timedelta(days=days))
        light = backup_finding(address, later)
        told_in_every_language(light)
        return light

    assert stage.examine(words)[TablePart.BACKUP].light is TrafficLight.OFF
    folder.mkdir()
    assert found(0).says.message == "doctor-backup-soon"
    assert found(5).light is TrafficLight.GREEN, "nothing was recorded, so nothing is missing"
    with open_store(f"sqlite:///{log}", clock=SystemClock()):
        assert found(5).says.message == "doctor-backup-none"
        make_backup(address, folder, SystemClock())
        assert found(2).light is TrafficLight.GREEN
        # Nobody has played since.
        quiet = datetime.now(UTC).timestamp() - 60
        for file in stage.folder.glob("table.sqlite*"):
            os.utime(file, (quiet, quiet))
        assert found(30).light is TrafficLight.GREEN
        played = datetime.now(UTC).timestamp() + 60
        os.utime(log, (played, played))
        old = found(5)
        assert (old.light, old.says.words["days"]) == (TrafficLight.YELLOW, 5)
        assert steps(old) == ["doctor-backup-next"]


def test_a_clock_that_cannot_be_right(tmp_path: Path) -> None:
    past = ManualClock(datetime(1970, 1, 1, tzinfo=UTC))
    assert clock_finding(past).light is TrafficLight.RED
    log = tmp_path / "table.sqlite"
    log.touch()
    # The log was written by a clock that went further.
    behind = ManualClock(datetime(2025, 6, 1, tzinfo=UTC))
    assert clock_finding(behind, log).says.message == "doctor-clock-wrong"
    assert clock_finding(behind, is_synchronised=False).light is TrafficLight.YELLOW
    assert clock_finding(behind, is_synchronised=True).light is TrafficLight.GREEN


def test_a_check_that_hangs_or_breaks_is_a_finding() -> None:
    from threading import Event

    gate = Event()

    def hang() -> list[Finding]:
        gate.wait(30)
        return []

    (hung,) = findings_of(Check((TablePart.DISK,), hang, limit_s=0.05))
    gate.set()
    assert (hung.light, steps(hung)) == (TrafficLight.RED, ["doctor-too-long-next"])

    def break_down() -> list[Finding]:
        raise ZeroDivisionError("by nothing")

    broken = list(findings_of(Check((TablePart.VOICE, TablePart.PANEL), break_down)))
    assert [each.part for each in broken] == [TablePart.VOICE, TablePart.PANEL]
    assert all(steps(each) == ["doctor-failed-next"] for each in broken)
    for each in (hung, *broken):
        told_in_every_language(each)


def test_a_check_that_forgets_a_part_says_so() -> None:
    told = [finding(TablePart.NOISE, TrafficLight.GREEN, "doctor-plate-good")]
    found = list(findings_of(Check((TablePart.NOISE, TablePart.DRIFT), lambda: told)))
    assert [(each.part, each.light) for each in found] == [
        (TablePart.NOISE, TrafficLight.GREEN),
        (TablePart.DRIFT, TrafficLight.RED),
    ]
