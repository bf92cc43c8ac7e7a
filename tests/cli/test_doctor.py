"""`referee doctor`: words, colours, JSON, exit codes, in both languages."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from referee.app.doctor import TablePart, TrafficLight
from referee.app.doctor.findings import finding
from referee.cli import app
from referee.cli.doctor import examine_table, findings_table
from referee.config import parse_table_profile
from referee.errors import InputError
from referee.language import language

BARE = '[camera]\nurl = "none:"\n[scale]\nurl = "none:"\n'


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["doctor", *words])
    if isinstance(result.exception, InputError):
        return result.exception.exit_code, str(result.exception)
    return result.exit_code, result.stdout


def profile(folder: Path, text: str = BARE, log: str = "table.sqlite") -> str:
    path = folder / "table.toml"
    path.write_text(f'{text}[store]\nurl = "sqlite:///{folder}/{log}"\n', encoding="utf-8")
    return str(path)


def test_a_bare_table_is_well(tmp_path: Path) -> None:
    code, output = run("--table", profile(tmp_path))
    assert code == 0
    assert "● works" in output
    assert "● not fitted" in output
    assert "Everything that is fitted works." in output


def test_json_names_every_part(tmp_path: Path) -> None:
    code, output = run("--table", profile(tmp_path), "--json")
    told = json.loads(output)
    assert code == 0
    assert told["is_well"] is True
    assert [each["part"] for each in told["parts"]] == [str(part) for part in TablePart][:-1]
    disk = next(each for each in told["parts"] if each["part"] == "disk")
    assert disk["light"] == "green"
    assert disk["message"] == "doctor-disk-well"
    assert str(tmp_path) in disk["sentence"]


def test_one_part_is_looked_at_with_what_belongs_to_it(tmp_path: Path) -> None:
    table = ("--table", profile(tmp_path), "--json")
    code, output = run("noise", "disk", *table)
    parts = [each["part"] for each in json.loads(output)["parts"]]
    assert (code, parts) == (0, ["scale", "noise", "drift", "rate", "firmware", "disk"])
    assert run("spoon", *table)[0] == 2
    code, sentence = run("table", *table)
    assert code == 2
    assert "page Health" in sentence


def test_something_amiss_ends_with_one_and_the_next_step(tmp_path: Path) -> None:
    words = ("--table", profile(tmp_path, log="nowhere/table.sqlite"), "--language", "fr")
    code, output = run(*words)
    assert code == 1
    assert "● ne fonctionne pas" in output
    assert "→ Créez-le" in output
    assert "demande" in output
    told = json.loads(run(*words, "--json")[1])
    assert told["is_well"] is False
    disk = next(each for each in told["parts"] if each["part"] == "disk")
    assert [step["message"] for step in disk["next_steps"]] == ["doctor-disk-missing-next"]


def test_it_speaks_the_language_of_the_table(tmp_path: Path) -> None:
    words = ("--table", profile(tmp_path, f'[table]\nlanguage = "fr"\n{BARE}'))
    assert "● non monté" in run(*words)[1]
    assert "● not fitted" in run(*words, "--language", "en")[1]


@pytest.mark.parametrize("text", ["[camera]\nurll = 1\n", "not toml", None])
def test_a_bad_profile_ends_with_two(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "table.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    code, sentence = run("--table", str(path))
    assert code == 2
    assert str(path) in sentence
    assert sentence.count("\n") == 0


def test_lights_have_their_colours() -> None:
    console = Console(force_terminal=True, width=100, color_system="standard", record=True)
    lights = {TrafficLight.GREEN: "32", TrafficLight.YELLOW: "33", TrafficLight.RED: "31"}
    for light, code in lights.items():
        with console.capture() as captured:
            told = [finding(TablePart.DISK, light, "doctor-untold", "doctor-untold-next")]
            console.print(findings_table(told, language("en")))
        assert f"\x1b[{code}m●" in captured.get()


@pytest.mark.slow
def test_the_simulated_table_is_well_in_real_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    code, output = run("--json")
    told = json.loads(output)
    amiss = [each for each in told["parts"] if each["light"] not in {"green", "off"}]
    assert amiss == []
    assert code == 0


class Terminal:
    """Somebody at a keyboard, who answers what is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
        self.asked: list[str] = []
        self._answer = answer
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr(Console, "input", self._input)
        self.console = Console(force_terminal=True, force_interactive=True, width=200)

    def _input(self, prompt: Text) -> str:
        self.asked.append(prompt.plain)
        return self._answer


@pytest.mark.parametrize(
    ("answer", "light"), [("yes", "green"), ("", "green"), ("No", "yellow"), ("non", "yellow")]
)
def test_only_people_can_tell_whether_the_voice_was_heard(
    monkeypatch: pytest.MonkeyPatch, answer: str, light: str
) -> None:
    monkeypatch.setattr("referee.app.doctor.system_checks.sound_cards", lambda: ("Headphones",))
    voice = finding(TablePart.VOICE, TrafficLight.GREEN, "voice-state-ready")
    clock = finding(TablePart.CLOCK, TrafficLight.GREEN, "doctor-clock-well", now="")
    monkeypatch.setattr("referee.cli.doctor._examined", lambda *_: [clock, voice])
    terminal = Terminal(monkeypatch, answer)
    file = StringIO()
    terminal.console.file = file
    profile = parse_table_profile('[voice]\nurl = "espeak:"\n')
    monkeypatch.setattr("referee.cli.doctor.profile_or_simulated", lambda *_: profile)
    code = examine_table(None, terminal.console, "en", as_json=False)
    assert terminal.asked == [
        "The referee said: “The referee speaks.” Did you hear it (yes or no)? "
    ]
    assert code == (light == "yellow")
    assert ("Headphones" in file.getvalue()) is (light == "yellow")


@pytest.mark.parametrize("url", ["browser:", "none:"])
def test_a_voice_that_did_not_speak_is_not_asked_about(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    voice = finding(TablePart.VOICE, TrafficLight.GREEN, "doctor-voice-page")
    monkeypatch.setattr("referee.cli.doctor._examined", lambda *_: [voice])
    terminal = Terminal(monkeypatch, "no")
    profile = parse_table_profile(f'[voice]\nurl = "{url}"\n')
    monkeypatch.setattr("referee.cli.doctor.profile_or_simulated", lambda *_: profile)
    assert examine_table(None, terminal.console, "en", as_json=False) == 0
    assert terminal.asked == []
