"""A fresh Debian in a folder, made by debootstrap, and a way to boot it and to run things in it.

It boots on control groups of version 2 and may load the small programs with which systemd keeps
devices away from services there, so that what a unit says of devices holds as on a real computer.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

SUITE = "bookworm"
TOOLS = ("debootstrap", "systemd-nspawn", "nsenter", "mkfs.ext4", "losetup", "ip")
# What `debootstrap --variant=minbase` leaves out and every Raspberry Pi OS has.
_USUAL = "systemd,systemd-sysv,udev,dbus,python3,python3-venv,ca-certificates"
_BOOTS_WITHIN_S = 180.0
_RUNS_WITHIN_S = 1500.0
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# The policy of devices is a program for the kernel; and systemd must think it can load modules.
_ENFORCING = ("--capability=CAP_BPF,CAP_SYS_MODULE", "--system-call-filter=bpf")
_WITH_GROUPS_V2 = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}


def why_not() -> str | None:
    """Why no container is made here; None if one is."""
    if not os.environ.get("REFEREE_TEST_DEPLOY"):
        return "takes a quarter of an hour and changes nothing outside its folder: make test-deploy"
    if control_groups() is None:
        return "needs control groups of version 2, which Linux has since 2016"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"needs {', '.join(missing)} (scripts/system-packages.sh deploy)"
    return None if os.geteuid() == 0 else "needs root, to make a system of its own"


def control_groups() -> Path | None:
    """Where those of version 2 are mounted, beside older ones or alone."""
    for line in Path("/proc/self/mounts").read_text(encoding="ascii").splitlines():
        _, place, kind, *_ = line.split()
        if kind == "cgroup2":
            return Path(place)
    return None


def make_root(folder: Path) -> None:
    """A new Debian, from the package server that this computer uses itself."""
    words = ["debootstrap", "--variant=minbase", f"--include={_USUAL}", SUITE, str(folder)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, timeout=_RUNS_WITHIN_S)


class Container:
    """The system in a folder: before its first boot, and then running."""

    def __init__(
        self, root: Path, binds: Mapping[Path, str], environment: Mapping[str, str]
    ) -> None:
        self.root = root
        self._binds = [f"--bind-ro={source}:{target}" for source, target in binds.items()]
        self._environment = dict(environment)
        self._group = _new_group()
        self._nspawn: subprocess.Popen[bytes] | None = None
        self.leader = 0

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command inside and return what it said."""
        command = self._inside(words) if self.leader else self._before_boot(words)
        done = subprocess.run(
            command,
            check=False,
            env=_WITH_GROUPS_V2,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_RUNS_WITHIN_S,
        )
        assert not check or done.returncode == 0, f"{' '.join(words)}:\n{done.stdout}"
        return done

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Begin a command in the running system, to be watched or cut off."""
        return subprocess.Popen(
            self._inside(words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def boot(self) -> None:
        """Start its systemd, without a network: only its own loopback."""
        words = [*self._nspawn_words(), *_ENFORCING, "--private-network", "--boot"]
        self._nspawn = subprocess.Popen(
            [*words, "--console=passive"],
            env=_WITH_GROUPS_V2,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        self.leader = self._found_leader()
        self.wait_for(("systemctl", "is-system-running"), ("running", "degraded"))

    def wait_for(self, words: Sequence[str], answers: Sequence[str]) -> None:
        """Ask until one of these is the answer."""
        end_s = time.monotonic() + _BOOTS_WITHIN_S
        answer = ""
        while time.monotonic() < end_s:
            answer = self.run(*words, check=False).stdout.strip()
            if answer in answers:
                return
            time.sleep(0.5)
        raise AssertionError(f"{' '.join(words)} still says {answer!r}")

    def kill(self) -> None:
        """Everything in it is gone from one moment to the next, and nothing was told."""
        if self._nspawn is not None:
            (self._group / "cgroup.kill").write_text("1", encoding="ascii")
            self._nspawn.wait()
        self._nspawn, self.leader = None, 0

    def stop(self) -> None:
        """Halt it, as somebody who shuts it down."""
        if self._nspawn is not None:
            # SIGTERM asks systemd inside to halt; whatever is left then is ended.
            self._nspawn.send_signal(signal.SIGTERM)
            try:
                self._nspawn.wait(60)
            except subprocess.TimeoutExpired:
                self._nspawn.kill()
                self._nspawn.wait()
        self._nspawn, self.leader = None, 0
        _remove_group(self._group)

    def _nspawn_words(self) -> list[str]:
        # No machine manager runs here that could be told of it; and a group of its own, because two
        # containers would take the same one.
        self._group.mkdir(exist_ok=True)
        words = ["sh", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', str(self._group)]
        words += ["systemd-nspawn", "--quiet", f"--directory={self.root}", "--register=no"]
        words += ["--machine=" + self._group.name.removeprefix("table-")]
        return [*words, "--keep-unit", "--resolv-conf=copy-host", *self._binds]

    def _before_boot(self, words: Sequence[str]) -> list[str]:
        given = [f"--setenv={name}={value}" for name, value in self._environment.items()]
        return [*self._nspawn_words(), "--as-pid2", "--pipe", *given, *words]

    def _inside(self, words: Sequence[str]) -> list[str]:
        entering = ["nsenter", f"--target={self.leader}", "--all", "env", "-i", "--chdir=/"]
        given = [f"{name}={value}" for name, value in self._environment.items()]
        return [*entering, f"PATH={_PATH}", "LANG=C.UTF-8", *given, *words]

    def _found_leader(self) -> int:
        """The first process inside, which is the child of systemd-nspawn."""
        assert self._nspawn is not None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        end_s = time.monotonic() + _BOOTS_WITHIN_S
        while time.monotonic() < end_s:
            for child in children.read_text(encoding="ascii").split():
                if _is_init(int(child)):
                    return int(child)
            time.sleep(0.1)
        raise AssertionError("The container did not start.")


_numbers = itertools.count()


def _new_group() -> Path:
    groups = control_groups()
    assert groups is not None, why_not()
    return groups / f"table-referee-tests-{os.getpid()}-{next(_numbers)}"


def _remove_group(group: Path) -> None:
    # What systemd left in it goes with it, the innermost first; an empty one alone can go.
    for folder in sorted(group.rglob("*/"), reverse=True):
        with suppress(OSError):
            folder.rmdir()
    with suppress(OSError):
        group.rmdir()


def _is_init(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="ascii").strip() == "systemd"
    except OSError:
        return False
