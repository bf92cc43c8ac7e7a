"""A fresh Debian in a folder, made by debootstrap, and a way to boot it and to run things in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

SUITE = "bookworm"
TOOLS = ("debootstrap", "systemd-nspawn", "nsenter")
# What `debootstrap --variant=minbase` leaves out and every Raspberry Pi OS has.
_USUAL = "systemd,systemd-sysv,udev,dbus,python3,python3-venv,ca-certificates"
_BOOTS_WITHIN_S = 180.0
_RUNS_WITHIN_S = 1500.0
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def why_not() -> str | None:
    """Why no container is made here; None if one is."""
    if not os.environ.get("REFEREE_TEST_DEPLOY"):
        return "takes a quarter of an hour and changes nothing outside its folder: make test-deploy"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"needs {', '.join(missing)} (packages debootstrap, systemd-container, util-linux)"
    return None if os.geteuid() == 0 else "needs root, to make a system of its own"


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
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._leader = 0

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command inside and return what it said."""
        command = self._inside(words) if self._leader else self._before_boot(words)
        done = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_RUNS_WITHIN_S,
        )
        assert not check or done.returncode == 0, f"{' '.join(words)}:\n{done.stdout}"
        return done

    def boot(self) -> None:
        """Start its systemd, without a network: only its own loopback."""
        words = [*self._nspawn_words(), "--private-network", "--boot", "--console=passive"]
        self._nspawn = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self._leader = self._found_leader()
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

    def stop(self) -> None:
        """Halt it, as pulling the plug does."""
        if self._nspawn is not None:
            # SIGTERM asks systemd inside to halt; whatever is left then is ended.
            self._nspawn.send_signal(signal.SIGTERM)
            try:
                self._nspawn.wait(60)
            except subprocess.TimeoutExpired:
                self._nspawn.kill()
                self._nspawn.wait()
        self._nspawn, self._leader = None, 0

    def _nspawn_words(self) -> list[str]:
        # No machine manager runs here that could be told of it.
        words = ["systemd-nspawn", "--quiet", f"--directory={self.root}", "--register=no"]
        return [*words, "--keep-unit", "--resolv-conf=copy-host", *self._binds]

    def _before_boot(self, words: Sequence[str]) -> list[str]:
        given = [f"--setenv={name}={value}" for name, value in self._environment.items()]
        return [*self._nspawn_words(), "--as-pid2", "--pipe", *given, *words]

    def _inside(self, words: Sequence[str]) -> list[str]:
        entering = ["nsenter", f"--target={self._leader}", "--all", "env", "-i", "--chdir=/"]
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


def _is_init(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="ascii").strip() == "systemd"
    except OSError:
        return False
