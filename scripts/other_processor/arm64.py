"""A Python for arm64 in a folder, with the locked packages, that qemu runs on this processor.

Nothing is installed into this system, and nothing needs root but the first unpacking of Debian.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TOOLS = ("debootstrap", "qemu-aarch64-static", "dpkg-deb")
ROOT = Path(__file__).parents[2]
_SUITE, _PYTHON = "bookworm", "3.11"
_CPU = "cortex-a72"
"""That of a Raspberry Pi 4."""
_TAGS = ("manylinux_2_17", "manylinux2014", "manylinux_2_26", "manylinux_2_27", "manylinux_2_28")


def why_not() -> str | None:
    """Why no such Python can be made here; None if it can."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"needs {', '.join(missing)} (packages debootstrap, qemu-user-static, dpkg)"
    return None if os.geteuid() == 0 else "needs root, to unpack a Debian"


def make(folder: Path) -> None:
    """Fetch and unpack everything, unless it is there from an earlier time."""
    done = folder / "complete"
    if done.exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _make_root(folder / "root")
    _make_site(folder / "site")
    done.touch()


def command(folder: Path) -> list[str]:
    """What runs Python in it."""
    python = folder / "root/usr/bin" / f"python{_PYTHON}"
    return ["qemu-aarch64-static", "-cpu", _CPU, "-L", str(folder / "root"), str(python), "-B"]


def environment(folder: Path) -> dict[str, str]:
    """What that command finds: the packages of arm64, and the program itself."""
    return {"PYTHONPATH": f"{folder / 'site'}{os.pathsep}{ROOT}"}


def _make_root(root: Path) -> None:
    included = f"--include=python3,python{_PYTHON}"
    words = ["debootstrap", "--foreign", "--arch=arm64", "--variant=minbase", included]
    _run([*words, _SUITE, str(root)])
    # Unpacked is enough: no program of it but Python runs, so nothing need be set up.
    for package in sorted((root / "var/cache/apt/archives").glob("*.deb")):
        _run(["dpkg-deb", "--extract", str(package), str(root)])


def _make_site(site: Path) -> None:
    platforms = [f"--platform={tag}_aarch64" for tag in _TAGS]
    abis = [f"--abi={abi}" for abi in (f"cp{_PYTHON.replace('.', '')}", "abi3", "none")]
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes"]
    words += ["--only-binary=:all:", f"--python-version={_PYTHON}", "--implementation=cp"]
    words += [*platforms, *abis, "--target", str(site)]
    _run([*words, "--requirement", str(ROOT / "requirements.lock")])


def _run(words: Sequence[str]) -> None:
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - these programs
