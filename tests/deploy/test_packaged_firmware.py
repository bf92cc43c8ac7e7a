"""The firmware from the package to the board: a real wheel, a real avrdude, a simulated Nano."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from rich.console import Console

from referee.cli import flash as command
from referee.cli.flash import PREBUILT, FlashError, firmware_image, flash_board
from tests.deploy.bootloader_twin import PAGE_BYTES, Bootloader, Nano
from tests.firmware.simulated_board import SIMULATOR, build, missing_tools
from tests.tools_expected import missing

ROOT = Path(__file__).parents[2]
INSIDE = f"referee/firmware/{PREBUILT.name}"
NEW = (115_200, 512)
OLD = (57_600, 2048)
"""The speed of a bootloader, and how much of the flash it keeps for itself."""


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=500)


def said(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def source_in(folder: Path) -> Path:
    """What a package is made of, without the page, which has tests of its own."""
    source = folder / "source"
    left_out = shutil.ignore_patterns("build", "__pycache__", "node_modules", "static", "ui")
    for name in ("referee", "firmware"):
        shutil.copytree(ROOT / name, source / name, ignore=left_out)
    for name in ("pyproject.toml", "hatch_build.py", "LICENSE"):
        shutil.copy(ROOT / name, source)
    return source


def run_build(words: Sequence[str | Path], cwd: Path, environment: Mapping[str, str]) -> None:
    subprocess.run(
        [sys.executable, "-m", *words],
        check=True,
        cwd=cwd,
        timeout=300,
        env={**os.environ, "REFEREE_WITHOUT_DASHBOARD": "1", **environment},
    )


def wheel_of(source: Path, folder: Path, environment: Mapping[str, str]) -> zipfile.ZipFile:
    words = ["pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    run_build([*words, "--wheel-dir", folder / "wheel", source], folder, environment)
    (path,) = (folder / "wheel").iterdir()
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware as it lies in a wheel that was made where there is no compiler."""
    if tools := missing_tools():
        missing(f"not installed: {', '.join(tools)}")
    folder = tmp_path_factory.mktemp("packaged")
    with wheel_of(source_in(folder), folder, {"PATH": str(folder)}) as wheel:
        assert wheel.namelist().count(INSIDE) == 1
        return Path(wheel.extract(INSIDE, folder))


@pytest.fixture
def avrdude() -> None:
    if shutil.which("avrdude") is None:
        missing("not installed: avrdude")


def bytes_of(image: Path, folder: Path) -> bytes:
    """What an Intel hex file puts into the flash, by somebody else's reading."""
    binary = folder / "expected.bin"
    subprocess.run(["avr-objcopy", "-I", "ihex", "-O", "binary", image, binary], check=True)
    return binary.read_bytes()


def made_from() -> dict[str, str]:
    lines = PREBUILT.with_name("made-from").read_text(encoding="ascii").splitlines()
    return dict(line.split(" ", maxsplit=1) for line in lines)


def test_the_image_that_comes_along_is_of_these_sources() -> None:
    """Otherwise:  make -C firmware image"""
    sources = sorted((ROOT / "firmware/referee").glob("*.[ch]"))
    digest = hashlib.sha256(b"".join(each.read_bytes() for each in sources)).hexdigest()
    assert made_from()["sources"] == digest
    assert [each.name for each in PREBUILT.parent.glob("*.hex")] == [PREBUILT.name]


def test_the_image_that_comes_along_is_what_its_compiler_makes() -> None:
    if tools := missing_tools():
        missing(f"not installed: {', '.join(tools)}")
    done = subprocess.run(["avr-gcc", "-dumpversion"], check=True, capture_output=True, text=True)
    if done.stdout.strip() != made_from()["compiler"]:
        pytest.skip(f"another avr-gcc makes other bytes: {done.stdout.strip()}")
    build("all")
    assert PREBUILT.read_bytes() == (ROOT / "firmware/build/referee.hex").read_bytes()


def test_a_package_and_a_source_archive_bring_it(packaged: Path, tmp_path: Path) -> None:
    source = source_in(tmp_path)
    run_build(["hatchling", "build", "-t", "sdist", "-d", tmp_path / "archive"], source, {})
    (archive,) = (tmp_path / "archive").iterdir()
    shutil.unpack_archive(archive, tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert (unpacked / INSIDE).read_bytes() == PREBUILT.read_bytes()
    assert packaged.read_bytes() == PREBUILT.read_bytes()


def test_without_the_firmware_and_its_sources_the_way_is_told(
    console: Console, tmp_path: Path
) -> None:
    with pytest.raises(FlashError, match="make -C firmware flash PORT=") as error:
        firmware_image(console, sources=tmp_path / "none", prebuilt=tmp_path / "none.hex")

    assert "\n" not in str(error.value)


@pytest.mark.usefixtures("avrdude")
class TestOnTheBoard:
    @pytest.fixture(autouse=True)
    def from_the_package(self, packaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """As on a computer that has the program and no sources."""
        build("sim")
        assert SIMULATOR.is_file()
        monkeypatch.setattr(
            command,
            "firmware_image",
            lambda console: firmware_image(console, sources=packaged / "none", prebuilt=packaged),
        )

    def test_every_page_arrives_and_the_board_says_its_version(
        self, console: Console, packaged: Path, tmp_path: Path
    ) -> None:
        with Nano(*NEW, tmp_path) as board:
            assert flash_board(console, port=board.port, bootloader="auto", check=False) == 0

        image = bytes_of(packaged, tmp_path)
        boot = board.bootloader
        assert bytes(boot.flash[: len(image)]) == image
        assert set(boot.flash[len(image) :]) == {0xFF}
        assert boot.pages == list(range(0, len(image), PAGE_BYTES))
        assert "Using the firmware that came with the program." in said(console)
        assert "The firmware is written and verified." in said(console)
        assert re.search(r"has firmware 0\.1\.0 \(protocol 1\), board id", said(console))
        assert "It is up to date." in said(console)

    @pytest.mark.slow
    def test_an_old_bootloader_is_found_at_its_own_speed(
        self, console: Console, packaged: Path, tmp_path: Path
    ) -> None:
        with Nano(*OLD, tmp_path) as board:
            assert flash_board(console, port=board.port, bootloader="auto", check=False) == 0

        image = bytes_of(packaged, tmp_path)
        assert bytes(board.bootloader.flash[: len(image)]) == image
        assert "(old bootloader)" in said(console)

    def test_a_page_that_was_not_kept_is_noticed(self, console: Console, tmp_path: Path) -> None:
        with Nano(*NEW, tmp_path) as board:
            board.bootloader.worn = 7 * PAGE_BYTES
            with pytest.raises(FlashError, match="did not take the firmware") as error:
                flash_board(console, port=board.port, bootloader="new", check=False)

        assert "\n" not in str(error.value)


def test_the_simulated_bootloader_cannot_be_overwritten() -> None:
    boot = Bootloader(512)
    page = bytes(PAGE_BYTES)
    address = (32 * 1024 - 512) // 2

    boot.hear(b"\x55" + address.to_bytes(2, "little") + b" ")
    boot.hear(b"\x64" + len(page).to_bytes(2, "big") + b"F" + page + b" ")

    assert set(boot.flash) == {0xFF}


def test_the_simulated_bootloader_wants_the_end_of_every_command() -> None:
    assert Bootloader(512).hear(b"\x30\x20") == b"\x14\x10"
    assert Bootloader(512).hear(b"\x30\x21") == b"\x15"
