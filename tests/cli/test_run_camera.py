"""`referee run --camera`: a table with nothing but a camera, and what cannot be one."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from referee.app.locations import profile_or_simulated
from referee.app.running_table import open_table
from referee.cli.run import RunOptions, _begin, run_table
from referee.config.sections import NONE, PanelSection, VoiceSection
from referee.devices.camera import urls
from referee.errors import InputError
from referee.language import language
from tests.app.plain_ground import film, plain_ground
from tests.app.test_running_table import NOTHING, begin, profile


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "table-referee"


def test_the_table_has_that_camera_and_nothing_else(home: Path, tmp_path: Path) -> None:
    url = film(tmp_path / "film", [(plain_ground(), 1)])
    made = profile_or_simulated(None, "fr", url)
    assert (made.camera.url, made.camera.markers, made.scale.url) == (url, False, NONE)
    assert (made.panel, made.voice) == (PanelSection(), VoiceSection())
    assert made.table.language == "fr"
    assert made.store.url == f"sqlite:///{home}/table.sqlite"


def test_a_number_is_a_webcam(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    stand_in = {"webcam": lambda url, _clock: asked.append(str(url))}
    monkeypatch.setattr(urls, "_FACTORIES", {**urls._FACTORIES, **stand_in})
    assert profile_or_simulated(None, "en", "0").camera.url == "webcam:0"
    assert asked == ["webcam:0"]
    assert home.exists()


@pytest.mark.parametrize("camera", ["", "-1", "kitchen", "none:", "twin:", "v4l2:", "file:nowhere"])
def test_what_can_never_be_a_camera_is_told_before_anything_is_opened(
    home: Path, camera: str
) -> None:
    with pytest.raises(InputError, match=r"\.$") as told:
        run_table(RunOptions(camera=camera), Console(quiet=True), language("en"))
    assert "\n" not in str(told.value)
    assert not [*home.glob("*.sqlite")]


@pytest.mark.parametrize(
    "camera", ["", "-1", "kitchen", "clip.mp4", "/dev/video0", "192.168.1.20:8080/video"]
)
def test_what_names_no_camera_is_told_how_to_name_one(home: Path, camera: str) -> None:
    with pytest.raises(InputError, match="write 0 for the first webcam"):
        profile_or_simulated(None, "en", camera)


def test_a_profile_names_its_own_camera(tmp_path: Path) -> None:
    asked = RunOptions(camera="0", profile=tmp_path / "table.toml")
    with pytest.raises(InputError, match="leave --camera or --table out"):
        run_table(asked, Console(quiet=True), language("en"))


def test_a_game_that_was_left_at_another_table_is_not_gone_on_with(tmp_path: Path) -> None:
    with open_table(profile(tmp_path, **NOTHING)) as running:
        left = begin(running)
        running.ask(lambda table: table.leave_game()).result()
        _begin(running, RunOptions(camera="0"), None)
        assert running.ask(lambda table: table.game_id).result() is None
        _begin(running, RunOptions(camera="0", is_resumed=True), None)
        assert running.ask(lambda table: table.game_id).result() == left
