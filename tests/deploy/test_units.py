"""The units, as far as systemd can judge them without running them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted([*DEPLOY.glob("systemd/*.service"), *DEPLOY.glob("systemd/*.timer")])
SYSTEM_UNITS = Path("/usr/lib/systemd/system")
PROGRAMS = ("venv/bin/referee", "deploy/kiosk.sh", "deploy/lib/health.py")
# Every Debian has them.
OF_THE_SYSTEM = {"/usr/bin/install", "/usr/bin/systemctl"}
# What the scripts promise, and a little less than what was reached: newer systems ask for more.
HIGHEST_EXPOSURE = {
    "table-referee.service": 2.5,
    "table-referee-backup.service": 2.0,
    "table-referee-night.service": 3.0,
}

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None or not SYSTEM_UNITS.is_dir(),
    reason="needs the package systemd",
)


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *map(str, words)],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )


def settings(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "systemd" / unit).read_text(encoding="utf-8").splitlines():
        if not line.startswith(("#", "[")) and "=" in line:
            name, value = line.split("=", maxsplit=1)
            found.setdefault(name, []).append(value)
    return found


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A system with our units, the usual ones, and programs that only have to exist."""
    root = tmp_path_factory.mktemp("system")
    shutil.copytree(SYSTEM_UNITS, root / "usr/lib/systemd/system", symlinks=True)
    (root / "etc/systemd/system").mkdir(parents=True)
    for unit in UNITS:
        shutil.copy(unit, root / "etc/systemd/system")
    programs = [f"opt/table-referee/current/{name}" for name in PROGRAMS]
    for name in [*programs, *(name.lstrip("/") for name in OF_THE_SYSTEM)]:
        program = root / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n", encoding="utf-8")
        program.chmod(0o755)
    return root


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_understands_every_line(system: Path, unit: Path) -> None:
    done = analyze("verify", "--man=no", f"--root={system}", unit.name)
    assert done.returncode == 0, done.stdout
    assert [line for line in done.stdout.splitlines() if "table-referee" in line] == []


@needs_systemd
@pytest.mark.parametrize("unit", HIGHEST_EXPOSURE)
def test_a_service_is_little_exposed(unit: str) -> None:
    said = analyze("security", "--no-pager", "--offline=true", DEPLOY / "systemd" / unit).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found, said
    assert float(found[1]) <= HIGHEST_EXPOSURE[unit]


def test_the_table_is_watched_and_started_again() -> None:
    table = settings("table-referee.service")
    assert table["Type"] == ["notify"]
    assert table["WatchdogSec"] == ["30"]
    assert table["Restart"] == ["on-failure"]
    # A newer key in the unit itself would be a warning at every start of an older system.
    assert "RestartSteps" not in table
    assert set(settings("backoff.conf")) == {"RestartSteps", "RestartMaxDelaySec"}


@pytest.mark.parametrize("unit", ["table-referee.service", "table-referee-backup.service"])
def test_what_is_written_belongs_to_the_account_alone(unit: str) -> None:
    assert settings(unit)["UMask"] == ["0077"]


def test_a_missed_backup_is_made_up_when_the_table_has_long_started() -> None:
    """A calendar that catches up would do it while the table starts, and during a game."""
    timer = settings("table-referee-backup.timer")
    assert timer == {
        "Description": ["Nightly backup of the Table Referee"],
        "OnBootSec": ["30min"],
        "OnUnitInactiveSec": ["30min"],
        "WantedBy": ["timers.target"],
    }
    (command,) = settings("table-referee-backup.service")["ExecStart"]
    assert "--nightly --keep 14" in command


def test_the_table_starts_anew_at_night_only_if_nobody_plays() -> None:
    night = settings("table-referee-night.service")
    (asking,) = night["ExecCondition"]
    (seconds,) = night["Environment"]
    assert "health.py quiet" in asking
    assert seconds.partition("=")[::2] == ("REFEREE_QUIET_S", "900")
    assert seconds.partition("=")[0] in asking
    assert settings("table-referee-night.timer")["OnCalendar"] == ["*-*-* 05:30"]


def test_a_screen_that_starts_again_does_not_start_the_table() -> None:
    """Otherwise an update, or somebody who calibrates, could not stop it."""
    kiosk = settings("table-referee-kiosk.service")
    assert not {"Wants", "Requires", "BindsTo", "Upholds"} & set(kiosk)


# The part of the kernel that makes a kind of device known; None where it is built in.
MODULES = {
    "char-ttyUSB": "usbserial",
    "char-ttyACM": "cdc_acm",
    "char-video4linux": "videodev",
    "char-media": "mc",
    "char-alsa": "snd",
    "char-dma_heap": None,
    "char-gpiochip": None,
}


def test_devices_may_be_plugged_in_after_the_table_has_started() -> None:
    """systemd looks up the kinds of devices once, at the start, and forgets those it misses."""
    table = settings("table-referee.service")
    kinds = [line.split()[0] for line in table["DeviceAllow"]]
    needed = {f"modprobe@{module}.service" for kind in kinds if (module := MODULES[kind])}
    for key in ("Wants", "After"):
        assert needed <= set(" ".join(table[key]).split()), key


def test_every_program_of_a_unit_is_one_that_is_installed() -> None:
    for unit in UNITS:
        lines = settings(unit.name)
        begun = (lines.get(key, []) for key in ("ExecStart", "ExecStartPre", "ExecCondition"))
        for line in (each for key in begun for each in key):
            program = line.lstrip("-+").split(maxsplit=1)[0]
            own = program.removeprefix("/opt/table-referee/current/")
            assert own in {*PROGRAMS, *OF_THE_SYSTEM}, line
    for name in PROGRAMS[1:]:
        assert (DEPLOY / name.removeprefix("deploy/")).is_file()


def test_the_scale_has_one_name() -> None:
    rules = (DEPLOY / "scale.rules").read_text(encoding="utf-8")
    assert 'SYMLINK+="referee-scale"' in rules
    found = re.findall(r'ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="([\w|]+)"', rules)
    known = {f"{vendor}:{product}" for vendor, each in found for product in each.split("|")}
    # CH340, CH340K, CH341, CH9102, CP2102, FTDI, Arduino's own.
    assert {"1a86:7523", "1a86:7522", "1a86:5523", "1a86:55d4"} <= known
    assert {"10c4:ea60", "0403:6001", "2341:0043", "2341:0058"} <= known
    labels = set(re.findall(r'LABEL="(\w+)"', rules))
    assert set(re.findall(r'GOTO="(\w+)"', rules)) == labels
