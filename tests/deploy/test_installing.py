"""From an empty Debian to a table that starts by itself, is updated, and leaves no trace.

Everything is real: a Debian of its own (debootstrap), its own systemd (systemd-nspawn), the scripts
of `deploy/`, pip without a network. It takes a quarter of an hour, on a busy computer twice as
long: `make test-deploy`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.computer import CURRENT, OFFLINE, SERVICE, other_version
from tests.deploy.container import Container, why_not

KIOSK = "table-referee-kiosk.service"
BACKUP = "table-referee-backup.service"
HIGHEST_EXPOSURE = {SERVICE: 2.0, "table-referee-night.service": 3.0, BACKUP: 2.0, KIOSK: 5.5}
"""The browser brings a sandbox of its own, which needs more than ours would leave it."""
# What a running system writes by itself.
RESTLESS = "^/(proc|sys|dev|run|tmp|var/log|var/tmp|var/lib/systemd|var/cache|root|mnt)(/|$)"
SCREEN = """[Service]
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
StandardInput=null
Environment=WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
"""
WRITTEN_ANYWAY = (
    r"^/(|etc|var|var/lib|var/lib/dbus|var/lib/dbus/machine-id|(etc|var)/\.updated"
    r"|etc/(\.pwd\.lock|machine-id|hostname|resolv\.conf|(passwd|group|g?shadow|sub[ug]id)-))( |$)"
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=why_not() or ""),
]


@pytest.fixture
def debian(shelf: Path, system: Path, tmp_path: Path) -> Iterator[Container]:
    folder = tmp_path / "debian"
    subprocess.run(["cp", "-a", str(system), str(folder)], check=True)
    # systemd-nspawn wants everybody to be able to enter the root folder.
    folder.chmod(0o755)
    container = Container(folder, {shelf: "/mnt/shelf"}, OFFLINE)
    yield container
    container.stop()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_table_is_installed_updated_and_removed(debian: Container, shelf: Path) -> None:
    install_system_packages(debian)
    before = listing(debian)
    install_before_the_first_boot(debian)
    debian.boot()
    the_table_starts_by_itself(debian)
    its_files_and_rights_are_right(debian)
    its_units_are_sound(debian)
    a_second_run_changes_nothing(debian)
    the_kiosk_shows_the_page(debian)
    a_backup_is_made(debian)
    the_doctor_looks_at_it(debian)
    a_table_that_hangs_is_started_again(debian)
    a_failing_update_is_undone(debian, shelf)
    a_good_update_is_kept(debian, shelf)
    removing_keeps_the_data(debian)
    what_was_kept_is_used_again(debian, wheel_of(shelf, "9.0.1"))
    the_packaged_firmware_can_be_written(debian)
    purging_leaves_no_trace(debian, before)


def install_system_packages(debian: Container) -> None:
    """The packages stay when the program goes, so they are there before the comparison begins."""
    library = "/mnt/shelf/source/deploy/lib/all.sh"
    debian.run("bash", "-euo", "pipefail", "-c", f"source {library}; install_packages yes no")


def install_before_the_first_boot(debian: Container) -> None:
    said = debian.run("/mnt/shelf/source/deploy/install.sh").stdout
    assert "The Table Referee is installed." in said
    assert "The table is simulated until" in said


def the_table_starts_by_itself(debian: Container) -> None:
    debian.wait_for(("systemctl", "is-active", SERVICE), ("active",))
    is_well(debian)
    shown = debian.run("systemctl", "show", SERVICE, "-p", "StatusText,NRestarts,WatchdogUSec")
    assert {"StatusText=The table is ready.", "NRestarts=0", "WatchdogUSec=30s"} == set(
        shown.stdout.splitlines()
    )
    note = debian.run("cat", "/run/table-referee/kiosk").stdout
    assert note.startswith("http://127.0.0.1:8080/?kiosk#key=")


def is_well(debian: Container) -> None:
    debian.run(f"{CURRENT}/deploy/lib/health.py", "wait", "/etc/table-referee/table.toml", "60")


def its_files_and_rights_are_right(debian: Container) -> None:
    assert debian.run("referee", "--version").stdout.strip()
    rights = {
        "/etc/table-referee": "750 referee",
        "/etc/table-referee/table.toml": "640 referee",
        "/var/lib/table-referee": "750 referee",
        "/var/lib/table-referee/referee.sqlite": "600 referee",
        f"{CURRENT}/venv/bin/referee": "755 root",
        "/etc/udev/rules.d/90-table-referee.rules": "644 root",
        "/etc/systemd/journald.conf.d/table-referee.conf": "644 root",
    }
    for path, expected in rights.items():
        assert debian.run("stat", "-L", "--format=%a %U", path).stdout.strip() == expected, path
    groups = debian.run("id", "-nG", "referee").stdout.split()
    assert {"referee", "dialout", "video", "audio"} <= set(groups)
    assert "referee" not in debian.run("id", "-nG", "referee-kiosk").stdout.split()
    for account in ("referee", "referee-kiosk"):
        assert debian.run("getent", "passwd", account).stdout.strip().endswith("/usr/sbin/nologin")


def its_units_are_sound(debian: Container) -> None:
    units = [SERVICE, KIOSK, BACKUP, "table-referee-backup.timer"]
    units += ["table-referee-night.service", "table-referee-night.timer"]
    folder = "/etc/systemd/system"
    said = debian.run("systemd-analyze", "verify", *[f"{folder}/{unit}" for unit in units]).stdout
    assert [line for line in said.splitlines() if "table-referee" in line] == []
    for unit, highest in HIGHEST_EXPOSURE.items():
        assert exposure(debian, unit) <= highest, unit
    for unit in (units[0], units[1], units[3], units[5]):
        assert debian.run("systemctl", "is-enabled", unit).stdout.strip() == "enabled"


def exposure(debian: Container, unit: str) -> float:
    said = debian.run("systemd-analyze", "security", "--no-pager", unit).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found, said
    return float(found[1])


def a_second_run_changes_nothing(debian: Container) -> None:
    before, pid = listing(debian, with_times=True), main_pid(debian)
    said = debian.run("/mnt/shelf/source/deploy/install.sh").stdout
    assert said == "Everything is installed already: nothing had to be changed.\n"
    changed = difference(before, listing(debian, with_times=True))
    # The table goes on playing meanwhile.
    assert {line for line in changed if not line.startswith("/var/lib/table-referee/")} == set()
    assert main_pid(debian) == pid


def the_kiosk_shows_the_page(debian: Container) -> None:
    """With a screen in memory instead of a terminal; everything else is as installed."""
    drop_in = f"/run/systemd/system/{KIOSK}.d/screen.conf"
    debian.run("install", "-D", "-m644", "/dev/null", drop_in)
    debian.run("sh", "-c", f"cat >{drop_in} <<'END'\n{SCREEN}END")
    debian.run("systemctl", "daemon-reload")
    it_waits_for_the_table(debian)
    # A connection of the screen's account to port 8080, 1F90, once the browser has begun: before
    # that it is only asked whether the table is well.
    connected = '$8 == uid && $3 ~ /:1F90$/ { print "shown"; exit }'
    ask = f"awk -v uid=$(id -u referee-kiosk) '{connected}' /proc/net/tcp"
    begun = "test -d /run/table-referee-kiosk/browser/Default"
    debian.wait_for(("sh", "-c", f"{begun} && {ask}"), ("shown",))
    debian.run("rm", drop_in)
    debian.run("systemctl", "daemon-reload")
    debian.run("systemctl", "restart", "--no-block", KIOSK)


def it_waits_for_the_table(debian: Container) -> None:
    debian.run("systemctl", "stop", SERVICE)
    debian.run("systemctl", "restart", KIOSK)
    waits = "The table has not started yet; trying again."
    journal = "journalctl --identifier=table-referee-kiosk --output=cat --since=-10s"
    debian.wait_for(("sh", "-c", f"{journal} | grep --max-count=1 '{waits}'"), (waits,))
    state = ("systemctl", "show", KIOSK, "--value", "-p", "SubState")
    debian.wait_for(state, ("auto-restart",))
    # A screen that waits does not start the table by itself.
    assert debian.run("systemctl", "is-active", SERVICE, check=False).stdout.strip() == "inactive"
    debian.run("systemctl", "start", SERVICE)


def a_backup_is_made(debian: Container) -> None:
    debian.run("systemctl", "start", BACKUP)
    assert debian.run("ls", "/var/lib/table-referee/backups").stdout.strip()
    assert "table-referee-backup" in debian.run("systemctl", "list-timers", "--no-pager").stdout


def the_doctor_looks_at_it(debian: Container) -> None:
    """As the page for builders says; what is slow on a busy computer may be yellow."""
    debian.run("systemctl", "stop", SERVICE)
    profile = "/etc/table-referee/table.toml"
    words = ("runuser", "-u", "referee", "--", "referee", "doctor", "--table", profile, "--json")
    done = debian.run(*words, check=False)
    assert done.returncode in {0, 1}, done.stdout
    lights = {each["part"]: each["light"] for each in json.loads(done.stdout)["parts"]}
    assert {lights[part] for part in ("tray", "scale", "disk", "database")} == {"green"}
    debian.run("systemctl", "start", SERVICE)


def a_table_that_hangs_is_started_again(debian: Container) -> None:
    debian.run("kill", "-STOP", main_pid(debian))
    debian.wait_for(("systemctl", "show", SERVICE, "--value", "-p", "NRestarts"), ("1",))
    debian.wait_for(("systemctl", "is-active", SERVICE), ("active",))
    is_well(debian)


def a_failing_update_is_undone(debian: Container, shelf: Path) -> None:
    broken = other_version(shelf, "9.0.0")
    start = broken / "referee/cli/run.py"
    start.write_text(f"{start.read_text()}\nraise SystemExit('This version is broken.')\n")
    old = debian.run("readlink", CURRENT).stdout
    done = debian.run("/mnt/shelf/9.0.0/deploy/update.sh", check=False)
    assert done.returncode == 1, done.stdout
    assert "The update was undone, and the old version runs again." in done.stdout
    assert debian.run("readlink", CURRENT).stdout == old
    assert "9.0.0" not in debian.run("ls", "/opt/table-referee/releases").stdout
    assert debian.run("systemctl", "is-active", SERVICE).stdout.strip() == "active"
    is_well(debian)


def a_good_update_is_kept(debian: Container, shelf: Path) -> None:
    other_version(shelf, "9.0.1")
    said = debian.run("/mnt/shelf/9.0.1/deploy/update.sh").stdout
    assert "The new version is well." in said
    assert "/9.0.1-" in debian.run("readlink", CURRENT).stdout
    assert "9.0.1" in debian.run("referee", "--version").stdout
    assert len(debian.run("ls", "/opt/table-referee/releases").stdout.split()) == 2
    again = debian.run("/mnt/shelf/9.0.1/deploy/update.sh").stdout
    assert again == "This version is installed already: nothing had to be changed.\n"


def removing_keeps_the_data(debian: Container) -> None:
    said = debian.run(f"{CURRENT}/deploy/uninstall.sh").stdout
    assert "Kept: /var/lib/table-referee" in said
    assert "Kept: /etc/table-referee" in said
    log = "/var/lib/table-referee/referee.sqlite"
    assert debian.run("stat", "--format=%U", log).stdout.strip() == "root"
    assert debian.run("getent", "passwd", "referee", check=False).returncode != 0


def wheel_of(shelf: Path, version: str) -> str:
    """The program as one file, and where the container sees it."""
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    words += ["--wheel-dir", str(shelf / "wheel"), str(shelf / version)]
    without_page = {**os.environ, "REFEREE_WITHOUT_DASHBOARD": "1"}
    subprocess.run(words, check=True, timeout=300, env=without_page)
    (wheel,) = (shelf / "wheel").iterdir()
    return f"/mnt/shelf/wheel/{wheel.name}"


def what_was_kept_is_used_again(debian: Container, wheel: str) -> None:
    """A new installation, this time from a wheel and on a running system: nothing is booted."""
    install = "/mnt/shelf/9.0.1/deploy/install.sh"
    said = debian.run(install, "--no-kiosk", "--no-packages", wheel).stdout
    assert "belongs to the table again" in said
    debian.wait_for(("systemctl", "is-active", SERVICE), ("active",))
    is_well(debian)


def the_packaged_firmware_can_be_written(debian: Container) -> None:
    """Without a compiler, up to the board that is not there."""
    assert debian.run("sh", "-c", "command -v avr-gcc", check=False).returncode != 0
    done = debian.run("referee", "flash", "--port", "/dev/ttyUSB9", check=False)
    assert done.returncode == 2
    assert "Using the firmware that came with the program." in done.stdout
    assert "There is no port /dev/ttyUSB9" in done.stdout


def purging_leaves_no_trace(debian: Container, before: set[str]) -> None:
    debian.run("/mnt/shelf/9.0.1/deploy/uninstall.sh", "--purge")
    assert difference(before, listing(debian)) == set()
    accounts = debian.run("cat", "/etc/passwd", "/etc/group", "/etc/shadow").stdout
    assert "referee" not in accounts
    again = debian.run("/mnt/shelf/9.0.1/deploy/uninstall.sh", "--purge").stdout
    assert again == "The Table Referee is not installed here: nothing had to be changed.\n"


def listing(debian: Container, *, with_times: bool = False) -> set[str]:
    """Every file; with times, also when it was last written and to whom it belongs."""
    form = "%p %T@ %m %u %l\\n" if with_times else "%p\\n"
    said = debian.run("find", "/", "-xdev", "-printf", form).stdout.splitlines()
    # systemd-nspawn has words of its own at the end.
    found = (line for line in said if line.startswith("/"))
    return {line for line in found if not re.search(RESTLESS, line.split(" ")[0])}


def difference(before: set[str], after: set[str]) -> set[str]:
    """What came and what went, without what booting and the tools for accounts write."""
    return {line for line in before ^ after if not re.search(WRITTEN_ANYWAY, line)}


def main_pid(debian: Container) -> str:
    return debian.run("systemctl", "show", SERVICE, "--value", "-p", "MainPID").stdout.strip()
