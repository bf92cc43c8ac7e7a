"""The newcomer's path, `docs/build-a-table.md`, followed step by step on the simulated table.

Every command of the page is known here and, as far as that is possible without parts and without
being root, really run in the page's order. A command that is not known fails the test. What
installs and removes the program is run by `tests/deploy`; here it must only exist as it is named.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which
from typing import IO

import httpx
import pytest

from referee.app.doctor import TablePart
from referee.app.face_sets import load_faces
from referee.config import parse_table_profile, read_table_profile
from referee.games.boxes import every_die
from tests.browser.started_table import free_port
from tests.deploy.bootloader_twin import Nano
from tests.firmware.simulated_board import build, missing_tools
from tests.tools_expected import missing

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/build-a-table.md").read_text(encoding="utf-8")
UNITS = ROOT / "deploy/systemd"
REFEREE = Path(sys.executable).with_name("referee")
OLD_BOOTLOADER = (57_600, 2048)
_PROGRAMS = ("make", "sudo", "systemctl", "journalctl", ".venv/bin/referee", "referee")
_SLOWEST_S = 900


def commands(page: str = PAGE) -> list[str]:
    """What the page says to type, in its order: lines of code, and code within the text."""
    found = []
    for block, language, text in re.findall(r"(```(\w*)\n(.*?)```)", page, re.DOTALL):
        assert language in {"", "toml"}, f"nobody knows how to follow {language}"
        if not language:
            found += [(page.index(block) + text.index(line), line) for line in text.splitlines()]
    without = re.sub(r"```.*?```", lambda block: " " * len(block[0]), page, flags=re.DOTALL)
    for match in re.finditer(r"`([^`\n]+)`", without):
        words = match[1].split()
        if words[0] in _PROGRAMS and len(words) > 1:
            found.append((match.start(), match[1]))
    return [line for _, line in sorted(found)]


class Newcomer:
    """Somebody with the page, a folder instead of the computer's root, and no parts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._plugged = ExitStack()
        self._table: subprocess.Popen[str] | None = None
        self.is_installed = False
        self.done: list[str] = []

    @property
    def profile(self) -> Path:
        return self._folder / "etc/table-referee/table.toml"

    # Each command of the page, and what becomes of it here.

    def follow(self, command: str) -> None:
        """Do what the page says."""
        for pattern, deed in self._deeds().items():
            match = re.fullmatch(pattern, command)
            if match is not None:
                deed(*match.groups())
                self.done.append(command)
                return
        pytest.fail(f"The page says `{command}`, and this test does not know how to follow it.")

    def _deeds(self) -> dict[str, Callable[..., None]]:
        table = r" --table /etc/table-referee/table\.toml"
        mine, theirs = r"\.venv/bin/referee", r"sudo -u referee referee"
        return {
            r"make (run)": self._make,
            r"make (parts)": self._make_parts,
            rf"{mine} (doctor|games)": self._simply,
            rf"{mine} (calibrate print .*)": self._print,
            rf"{mine} (calibrate scale --table practice\.toml)": self._calibrate,
            r"sudo deploy/(install|update|uninstall)\.sh( --[a-z-]+)?": self._deploy,
            r"sudo systemctl stop table-referee": self._stop,
            r"sudo systemctl start table-referee": self._start,
            r"sudo systemctl restart table-referee": self._restart,
            r"systemctl status (table-referee)": self._unit,
            r"journalctl -u (table-referee)": self._unit,
            rf"{theirs} flash( --check)?": self._flash,
            r"referee (flash)": self._mention,
            r"sudo -u referee nano /etc/table-referee/table\.toml": self._name_devices,
            rf"{theirs} (calibrate (?:camera|tray|dice|scale)\b.*{table})": self._calibrate,
            rf"{theirs} (doctor{table})": self._doctor,
            rf"{theirs} (doctor ((?:[a-z]+ )+)--table .*)": self._check,
            rf"{theirs} (backup /media/stick{table})": self._back_up,
        }

    def _make(self, target: str) -> None:
        """What `make` would do, and then the same without fetching anything."""
        told = self._run(["make", "--dry-run", target], cwd=ROOT)
        words = shlex.split(told.splitlines()[-1])
        assert words == [".venv/bin/referee", "run"]
        if not self.done:
            with self._running(["run"]) as address:
                assert httpx.get(f"{address}api/v1/table").json()["table"]["is_simulated"]

    def _make_parts(self, target: str) -> None:
        """`tests/deploy/test_parts.py` makes them; here only the way there is followed."""
        told = self._run(["make", "--dry-run", target], cwd=ROOT)
        assert "scripts/make_parts.py" in told.splitlines()[-1]

    def _mention(self, words: str) -> None:
        """Spoken of, not asked for."""
        assert "Usage" in self._run([REFEREE, words, "--help"])

    def _simply(self, words: str) -> None:
        assert self._run([REFEREE, *shlex.split(words)])

    def _print(self, words: str) -> None:
        self._simply(words)
        for name in re.findall(r"`(targets/[a-z-]+\.pdf)`", PAGE):
            assert (self._folder / name).read_bytes().startswith(b"%PDF")

    def _deploy(self, script: str, option: str | None) -> None:
        usage = self._run([ROOT / "deploy" / f"{script}.sh", "--help"])
        assert f"deploy/{script}.sh" in usage
        assert (option or "").strip() in usage
        if script == "install":
            self.is_installed = True
            self.profile.parent.mkdir(parents=True, exist_ok=True)
            (self._folder / "var/lib/table-referee").mkdir(parents=True, exist_ok=True)
            if not self.profile.exists():
                text = (ROOT / "deploy/table.toml").read_text(encoding="utf-8")
                port = free_port()
                text = self._here(text).replace("port = 8080", f"port = {port}")
                self.profile.write_text(text, encoding="utf-8")

    def _unit(self, name: str) -> None:
        assert (UNITS / f"{name}.service").is_file()

    def _stop(self) -> None:
        assert self.is_installed
        if self._table is not None:
            _end(self._table)
            self._table = None

    def _start(self) -> None:
        assert self.is_installed
        assert self._table is None, "the page starts a table that was not stopped"
        unit = (UNITS / "table-referee.service").read_text(encoding="utf-8")
        (started,) = re.findall(r"^ExecStart=\S+/referee (.*)$", unit, re.MULTILINE)
        self._table, self.address = self._begin(shlex.split(self._here(started)))

    def _restart(self) -> None:
        self._stop()
        self._start()

    def _flash(self, check: str | None = None) -> None:
        """With a real avrdude, to a board whose bootloader takes pages; then it is asked."""
        assert self._table is None, "the table still holds the board"
        if check is None:
            self._nano = self._plugged.enter_context(Nano(*OLD_BOOTLOADER, self._folder))
        words = ["flash", *shlex.split(check or ""), "--port", self._nano.port]
        assert "It is up to date." in self._run([REFEREE, *words])
        assert self._nano.bootloader.pages
        if check is not None:
            # A board that nobody listens to fills its line, and would then wait for ever.
            self._plugged.close()

    def _name_devices(self) -> None:
        """The page's example is a profile; here its devices are simulated."""
        (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
        profile = parse_table_profile(example, "the page")
        assert profile.scale.url == "serial:/dev/referee-scale"
        assert profile.camera.url == "picamera:0"

    def _calibrate(self, words: str) -> None:
        """Simulated hands do what is asked for, and somebody presses Enter again and again.

        Faces are named as they come up: in the order of the net of their die.
        """
        assert self._table is None, "the table still holds its devices"
        faces = dict.fromkeys(every_die()["beanstalk"].net)
        names = "".join(f"{number} {face}\n" for number, face in enumerate(faces, start=1))
        keys = f"{names}\n" if "calibrate dice" in words else "\n"
        told = self._run([REFEREE, *shlex.split(self._here(words))], keys=keys)
        assert "Kept in" in told, told[-2000:]

    def _doctor(self, words: str) -> None:
        assert self._table is None, "the table still holds its devices"
        self._run([REFEREE, *shlex.split(self._here(words))])
        told = self._run([REFEREE, *shlex.split(self._here(words)), "--json"])
        lights = {each["part"]: each["light"] for each in json.loads(told)["parts"]}
        assert {lights[part] for part in ("camera", "tray", "dice", "scale")} == {"green"}

    def _check(self, words: str, parts: str) -> None:
        """Before the calibration not every light need be green; but each is told, and no other."""
        assert self._table is None, "the table still holds its devices"
        told = self._run([REFEREE, *shlex.split(self._here(words)), "--json"], codes=(0, 1))
        lights = {each["part"]: each["light"] for each in json.loads(told)["parts"]}
        assert set(parts.split()) <= set(lights) < {str(part) for part in TablePart}
        assert not any(light == "red" for light in lights.values()), lights

    def _back_up(self, words: str) -> None:
        self._run([REFEREE, *shlex.split(self._here(words))])
        assert list((self._folder / "media/stick").iterdir())

    # How it is done.

    def _here(self, text: str) -> str:
        """The same below the newcomer's folder."""
        return re.sub(
            r"/(?=etc/table-referee|var/lib/table-referee|media/stick)", f"{self._folder}/", text
        )

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "XDG_STATE_HOME": str(self._folder), "COLUMNS": "200"}

    def _run(
        self,
        words: Sequence[str | Path],
        keys: str = "",
        cwd: Path | None = None,
        codes: Sequence[int] = (0,),
    ) -> str:
        # Into a file, because nobody reads a pipe while keys are pressed.
        said = self._folder / "said.txt"
        with (
            said.open("w", encoding="utf-8") as output,
            subprocess.Popen(
                words,
                cwd=cwd or self._folder,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
            ) as running,
        ):
            assert running.stdin is not None
            _press(running, running.stdin, keys)
        told = said.read_text(encoding="utf-8")
        assert running.returncode in codes, f"{words}: {told[-3000:]}"
        return told

    def _begin(self, words: Sequence[str]) -> tuple[subprocess.Popen[str], str]:
        """Run a table until somebody ends it; where its page is."""
        running = subprocess.Popen(
            [REFEREE, *words],
            cwd=self._folder,
            env={
                **self._environment(),
                "STATE_DIRECTORY": str(self._folder / "var/lib/table-referee"),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert running.stdout is not None
        for line in running.stdout:
            if found := re.search(r"(http://\S+/)#key=(\S+)", line):
                self.key = found[2]
                return running, found[1]
        pytest.fail(f"the table ended at once, with {running.wait()}")

    @contextmanager
    def _running(self, words: Sequence[str]) -> Iterator[str]:
        running, address = self._begin(words)
        try:
            yield address
        finally:
            _end(running)

    def close(self) -> None:
        """Leave nothing behind."""
        self._plugged.close()
        if self._table is not None:
            _end(self._table)


def _press(running: subprocess.Popen[str], keyboard: IO[str], keys: str) -> None:
    ends = time.monotonic() + _SLOWEST_S
    while running.poll() is None:
        if time.monotonic() > ends:
            running.kill()
        if keys:
            try:
                keyboard.write(keys)
                keyboard.flush()
            except BrokenPipeError:
                break
        time.sleep(0.3)


def _end(running: subprocess.Popen[str]) -> None:
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=60)
    assert running.returncode in {0, 130}  # 130: it was still starting


def test_the_page_names_only_what_this_test_can_follow(tmp_path: Path) -> None:
    deeds = Newcomer(tmp_path)._deeds()
    unknown = [each for each in commands() if not any(re.fullmatch(known, each) for known in deeds)]
    assert unknown == []
    unused = [known for known in deeds if not any(re.fullmatch(known, each) for each in commands())]
    assert unused == []


def test_a_new_command_would_be_noticed() -> None:
    page = f"{PAGE}\n```\nsudo reboot\n```\nor `sudo systemctl mask table-referee`\n"
    assert commands(page)[-2:] == ["sudo reboot", "sudo systemctl mask table-referee"]


def test_every_step_of_the_list_has_its_chapter() -> None:
    listed = re.findall(r"^\d+\. \[(.*?)\]\(#(.*?)\)", PAGE, re.MULTILINE)
    chapters = re.findall(r"^## (\d+\. .*)$", PAGE, re.MULTILINE)
    assert [f"{number}. {title}" for number, (title, _) in enumerate(listed, 1)] == chapters
    for (_, anchor), chapter in zip(listed, chapters, strict=True):
        assert anchor == re.sub(r"[^\w -]", "", chapter.lower()).replace(" ", "-")


@pytest.mark.slow
def test_a_newcomer_follows_the_page_to_a_running_table(tmp_path: Path) -> None:
    tools = [*missing_tools(), *(tool for tool in ("avrdude", "avr-objcopy") if not which(tool))]
    if tools:
        missing(f"not installed: {', '.join(tools)}")
    build("all", "sim")
    newcomer = Newcomer(tmp_path)
    try:
        for command in commands():
            newcomer.follow(command)
        check_table(newcomer)
    finally:
        newcomer.close()


def check_table(newcomer: Newcomer) -> None:
    """What the newcomer has in the end: a calibrated table that runs and is well."""
    profile = read_table_profile(newcomer.profile)
    assert profile.camera.lens is not None
    assert profile.camera.light is not None
    assert profile.scale.calibration is not None
    assert profile.scale.calibration.counts_per_gram == pytest.approx(2147, rel=0.02)
    faces = load_faces(Path(profile.dice.sets["beanstalk"]))
    assert set(faces.faces) == {"eye", "die", "treasure", "trunk"}
    newcomer.follow("sudo systemctl restart table-referee")
    headers = {"authorization": f"Bearer {newcomer.key}"}
    with httpx.Client(base_url=f"{newcomer.address}api/v1", headers=headers, timeout=60) as client:
        game = {"game": "spookies", "seats": [{"name": "Anna"}, {"name": "Ben"}], "options": {}}
        assert client.post("/games", json=game).status_code == 201
        assert client.get("/table").json()["phase"] == "playing"
