"""`referee flash` with a pretended avrdude, and its check on the simulated board."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from referee.cli import flash as command
from referee.cli.flash import FlashError, ask_who, firmware_image, flash_board
from referee.errors import InputError
from referee.touch.messages import FIRMWARE_VERSION, Hello
from tests.firmware.simulated_board import FIRMWARE, FIRMWARE_ELF, SIMULATOR, build, missing_tools
from tests.tools_expected import skip_without

needs_compiler = skip_without("the firmware cannot be built", is_there=not missing_tools())
HELLO = Hello(1, *FIRMWARE_VERSION, 0x11, 1, 0xDEADBEEF, 8000, 0)


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=500)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that is up to date answers after writing."""
    monkeypatch.setattr(command, "ask_who", lambda port, clock: HELLO)


@pytest.fixture
def image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A firmware that need not be built."""
    path = tmp_path / "referee.hex"
    path.write_text(":00000001FF\n", encoding="ascii")
    monkeypatch.setattr(command, "firmware_image", lambda console: path)
    return path


class SteppingClock:
    """Every look at it takes half a second."""

    def __init__(self) -> None:
        self._looks = 0

    def now(self) -> datetime:
        return datetime(2025, 1, 1, tzinfo=UTC)

    def monotonic_s(self) -> float:
        self._looks += 1
        return self._looks / 2


def pretend(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def said(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@contextmanager
def simulated_board() -> Iterator[str]:
    build("all", "sim")
    words = [str(SIMULATOR), str(FIRMWARE_ELF), "--speed", "real"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as board:
        try:
            assert board.stdout is not None
            yield board.stdout.readline().strip()
        finally:
            board.terminate()
            board.communicate()


class TestWriting:
    def test_the_new_bootloader_is_tried_first(
        self, console: Console, programs: Path, image: Path, answers: None
    ) -> None:
        pretend(programs, "avrdude", f'echo "$@" >> {programs}/words')

        assert flash_board(console, port="/dev/null", bootloader="auto", check=False) == 0

        words = (programs / "words").read_text(encoding="utf-8")
        assert words.count("\n") == 1
        assert "-b 115200" in words
        assert "-P /dev/null" in words
        assert f"flash:w:{image}:i" in words
        assert "It is up to date." in said(console)

    def test_the_old_bootloader_is_tried_next(
        self, console: Console, programs: Path, image: Path, answers: None
    ) -> None:
        pretend(
            programs,
            "avrdude",
            f'echo "$@" >> {programs}/words; case "$*" in *57600*) exit 0;; esac; exit 1',
        )

        assert flash_board(console, port="/dev/null", bootloader="auto", check=False) == 0

        assert (programs / "words").read_text(encoding="utf-8").count("\n") == 2
        assert "(old bootloader)" in said(console)

    def test_a_chosen_bootloader_is_the_only_one_tried(
        self, console: Console, programs: Path, image: Path, answers: None
    ) -> None:
        pretend(programs, "avrdude", f'echo "$@" >> {programs}/words; exit 1')

        with pytest.raises(FlashError, match="the old bootloader"):
            flash_board(console, port="/dev/null", bootloader="old", check=False)

        assert "115200" not in (programs / "words").read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("complaint", "sentence"),
        [
            ("can't open device: Permission denied", "dialout"),
            ("can't open device: No such file or directory", "There is no port"),
            ("can't open device: Device or resource busy", "Another program uses"),
            ("stk500_getsync(): not in sync: resp=0x00", "press its reset button"),
            ("", "it said nothing"),
        ],
    )
    def test_a_failure_is_one_sentence_with_the_next_step(
        self, console: Console, programs: Path, image: Path, complaint: str, sentence: str
    ) -> None:
        pretend(programs, "avrdude", f'echo "{complaint}" >&2; exit 1')

        with pytest.raises(FlashError, match=sentence) as error:
            flash_board(console, port="/dev/null", bootloader="auto", check=False)

        assert "\n" not in str(error.value)

    @pytest.mark.parametrize("check", [False, True])
    def test_a_port_that_is_not_there_is_said_before_anything_is_tried(
        self, console: Console, tmp_path: Path, check: bool
    ) -> None:
        with pytest.raises(InputError, match=r"There is no port .*none; plug the board in"):
            flash_board(console, port=str(tmp_path / "none"), bootloader="auto", check=check)
        assert "Writing" not in said(console)

    def test_a_missing_avrdude_is_named(
        self, console: Console, programs: Path, image: Path
    ) -> None:
        with pytest.raises(FlashError, match="apt install avrdude"):
            flash_board(console, port="/dev/null", bootloader="auto", check=False)

    def test_an_avrdude_that_cannot_start_is_named(
        self, console: Console, programs: Path, image: Path
    ) -> None:
        (programs / "avrdude").write_text("no program", encoding="utf-8")
        (programs / "avrdude").chmod(0o755)

        with pytest.raises(FlashError, match="could not be started"):
            flash_board(console, port="/dev/null", bootloader="auto", check=False)


class TestImage:
    @needs_compiler
    def test_it_is_built_from_the_sources(self, console: Console) -> None:
        build("all")  # takes its turn if other tests build at the same time

        image = firmware_image(console)

        assert image.read_text(encoding="ascii").startswith(":")
        assert re.search(r"Built: flash \d+ of 30720 bytes", said(console))

    def test_without_a_compiler_the_packaged_one_is_taken(
        self, console: Console, programs: Path, tmp_path: Path
    ) -> None:
        packaged = tmp_path / "packaged.hex"
        packaged.touch()

        assert firmware_image(console, prebuilt=packaged) == packaged

    def test_without_either_the_packages_are_named(
        self, console: Console, programs: Path, tmp_path: Path
    ) -> None:
        with pytest.raises(FlashError, match="apt install make gcc-avr avr-libc"):
            firmware_image(console, prebuilt=tmp_path / "none.hex")

    def test_an_installation_without_firmware_says_so(
        self, console: Console, programs: Path, tmp_path: Path
    ) -> None:
        for tool in ("make", "avr-gcc", "avr-objcopy"):
            pretend(programs, tool, "exit 0")

        with pytest.raises(FlashError, match="in a checkout"):
            firmware_image(console, sources=tmp_path / "none", prebuilt=tmp_path / "none.hex")

    def test_a_failed_build_says_how_to_see_more(
        self, console: Console, programs: Path, tmp_path: Path
    ) -> None:
        for tool in ("avr-gcc", "avr-objcopy"):
            pretend(programs, tool, "exit 0")
        pretend(programs, "make", "echo 'main.c:1: error: oh' >&2; exit 2")

        with pytest.raises(FlashError, match=r"main\.c:1: error: oh"):
            firmware_image(console, sources=tmp_path, prebuilt=tmp_path / "none.hex")


class TestPort:
    def test_the_only_board_is_found_by_itself(
        self, console: Console, answers: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(command, "usb_ports", lambda: ["/dev/null"])

        assert flash_board(console, port=None, bootloader="auto", check=True) == 0
        assert "/dev/null" in said(console)

    def test_no_board_is_said(self, console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(command, "usb_ports", list)

        with pytest.raises(InputError, match="No board was found"):
            flash_board(console, port=None, bootloader="auto", check=True)

    def test_several_boards_are_listed(
        self, console: Console, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(command, "usb_ports", lambda: ["/dev/null", "/dev/ttyACM0"])

        with pytest.raises(InputError, match="/dev/null, /dev/ttyACM0"):
            flash_board(console, port=None, bootloader="auto", check=True)


class TestCheck:
    @needs_compiler
    def test_the_simulated_board_is_up_to_date(self, console: Console) -> None:
        with simulated_board() as port:
            assert flash_board(console, port=port, bootloader="auto", check=True) == 0

        assert re.search(
            r"has firmware 0\.1\.0 \(protocol 1\), board id [0-9a-f]{8}", said(console)
        )
        assert "It is up to date." in said(console)

    @pytest.mark.parametrize(
        ("version", "protocol", "sentence"),
        [
            ((0, 0, 9), 1, "write it with `referee flash`"),
            ((0, 1, 0), 0, "write it with `referee flash`"),
            ((0, 1, 1), 1, "update the program"),
            ((0, 1, 0), 2, "update the program"),
        ],
    )
    def test_other_versions_are_told_apart(
        self,
        console: Console,
        monkeypatch: pytest.MonkeyPatch,
        version: tuple[int, int, int],
        protocol: int,
        sentence: str,
    ) -> None:
        major, minor, patch = version
        hello = Hello(protocol, major, minor, patch, 0, 1, 7, 0, 0)
        monkeypatch.setattr(command, "ask_who", lambda port, clock: hello)

        assert flash_board(console, port="/dev/null", bootloader="auto", check=True) == 1
        assert sentence in said(console)

    def test_a_port_that_does_not_exist_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(FlashError, match="There is no port"):
            ask_who(str(tmp_path / "none"), SteppingClock())

    def test_a_silent_port_is_said(self) -> None:
        device, terminal = os.openpty()
        try:
            with pytest.raises(FlashError, match="answers as a scale"):
                ask_who(os.ttyname(terminal), SteppingClock())
        finally:
            os.close(device)
            os.close(terminal)


def test_program_and_firmware_agree_on_the_version() -> None:
    text = (FIRMWARE / "referee" / "version.h").read_text(encoding="utf-8")

    parts = [re.search(rf"FIRMWARE_{part} (\d+)", text) for part in ("MAJOR", "MINOR", "PATCH")]

    assert tuple(int(part[1]) for part in parts if part) == FIRMWARE_VERSION


def test_the_fake_programs_are_really_the_only_ones(programs: Path) -> None:
    assert shutil.which("avrdude") is None
