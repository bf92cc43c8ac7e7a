"""`referee read`: sentences, JSON, drawings, and a plain sentence for everything that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from referee.cli import app
from referee.cli.read import parse_region
from referee.errors import InputError
from referee.simulation.drawing.solids import TrayCamera
from referee.vision.pictures import load_picture, write_picture
from scripts.drawn_scenes.tray_shots import draw_tray, throw_dice


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(3)
    shot = draw_tray(rng, throw_dice(rng, tuple("246")), TrayCamera(away_mm=380))
    path = tmp_path_factory.mktemp("pictures") / "tray.png"
    write_picture(path, shot.picture[180:540, 320:960])
    return path


def _run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["read", *words])
    if isinstance(result.exception, InputError):
        return result.exception.exit_code, str(result.exception)
    return result.exit_code, result.output


def test_json_has_one_line_for_each_picture(picture: Path) -> None:
    code, output = _run(str(picture), str(picture), "--json", "--die-px", "43")
    lines = [json.loads(line) for line in output.splitlines()]
    assert code == 0
    assert len(lines) == 2
    assert lines[0]["file"] == str(picture)
    for die in lines[0]["dice"]:
        assert {"face", "centre_px", "box_px", "confidence", "certainty"} <= set(die)
        assert die["certainty"] in {"certain", "doubtful", "unknown"}


def test_sentences_are_there_in_both_languages(picture: Path) -> None:
    assert "dice" in _run(str(picture), "--die-px", "43")[1]
    assert "dés" in _run(str(picture), "--die-px", "43", "--language", "fr")[1]


def test_the_drawing_is_a_picture_of_the_same_size(picture: Path, tmp_path: Path) -> None:
    target = tmp_path / "read.png"
    code, _ = _run(str(picture), "--draw", str(target), "--die-px", "43")
    assert code == 0
    drawn, original = load_picture(target), load_picture(picture)
    assert drawn.shape == original.shape
    assert (drawn != original).any()


def test_a_bad_picture_does_not_stop_the_others(picture: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"not a picture")
    code, output = _run(str(broken), str(picture), "--json", "--die-px", "43")
    first, second = (json.loads(line) for line in output.splitlines())
    assert code == 2
    assert "error" in first
    assert "dice" in second


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--roi", "1,2,3"), "x,y,w,h"),
        (("--roi", "0,0,0,50"), "empty"),
        (("--die-px", "0"), "pixels wide"),
        (("--die-px", "-3"), "pixels wide"),
        (("--dice", "no-such-set"), "no-such-set"),
        (("--roi", "9000,0,50,50"), "region"),
    ],
)
def test_wrong_options_get_a_sentence(picture: Path, words: tuple[str, ...], told: str) -> None:
    code, output = _run(str(picture), *words)
    assert code == 2
    assert told in output
    assert "Traceback" not in output


def test_the_picture_itself_is_never_drawn_over(picture: Path) -> None:
    code, output = _run(str(picture), "--draw", str(picture), "--die-px", "43")
    assert (code, "another name" in output) == (2, True)


@pytest.mark.parametrize("text", ["", "a,b,c,d", "1,2,3,4,5", "nan,0,5,5", "inf,0,5,5"])
def test_what_is_no_region_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_region(text)
