"""A real table loads nothing of the simulator; who needs and lacks it is told how to get it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.browser.started_table import free_port

_TELLS_MODULES = """
import atexit, sys
loaded = lambda: [name for name in sys.modules if name.split(".")[:1] == ["mujoco"]
                  or name.startswith("referee.simulation")]
atexit.register(lambda: print("loaded:", *loaded(), flush=True))
from referee.cli import main
main()
"""
_WITHOUT_SIMULATOR = """
import sys
sys.modules["mujoco"] = None
from referee.cli import main
main()
"""
_PROFILE = """
[camera]
url = "{camera}"
[scale]
url = "{scale}"
[web]
screen = "loopback"
[store]
url = "sqlite:///{folder}/table.sqlite"
"""


def real_table(folder: Path, *, is_recorded: bool) -> Path:
    """The profile of a table whose devices are recordings, or that has none."""
    pictures, trace = folder / "pictures", folder / "trace.csv"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), np.full((480, 640, 3), 120, np.uint8))
    trace.write_text("t_s,grams\n" + "".join(f"{n / 80},{0.1 * (n % 3)}\n" for n in range(800)))
    camera, scale = (f"file:{pictures}", f"file:{trace}") if is_recorded else ("none:", "none:")
    profile = folder / "table.toml"
    profile.write_text(_PROFILE.format(camera=camera, scale=scale, folder=folder))
    return profile


@pytest.mark.parametrize("is_recorded", [False, True])
def test_a_real_table_runs_without_the_simulator(tmp_path: Path, is_recorded: bool) -> None:
    profile = real_table(tmp_path, is_recorded=is_recorded)
    words = ["run", "--table", str(profile), "--port", str(free_port()), "--game", "spookies"]
    with subprocess.Popen(
        [sys.executable, "-c", _TELLS_MODULES, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        printed = next((line for line in process.stdout if "dashboard" in line), "")
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read().splitlines()
    assert "http://" in printed
    assert rest[-1] == "loaded:"
    assert process.returncode == 0


@pytest.mark.parametrize(
    "words", [["run"], ["run", "--terminal"], ["doctor"], ["calibrate", "tray"]]
)
@pytest.mark.parametrize(("code", "sentence"), [("en", "not installed: run"), ("fr", "lancez")])
def test_without_the_simulator_one_sentence_tells_how_to_get_it(
    tmp_path: Path, words: list[str], code: str, sentence: str
) -> None:
    done = without_simulator(tmp_path, *words, "--language", code)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert f"{sentence} pip install 'table-referee[simulation]'" in done.stderr


@pytest.mark.parametrize("devices", [("twin:", "none:"), ("none:", "twin:")])
def test_a_profile_that_names_a_simulated_device_needs_the_simulator(
    tmp_path: Path, devices: tuple[str, str]
) -> None:
    profile = tmp_path / "table.toml"
    profile.write_text(_PROFILE.format(camera=devices[0], scale=devices[1], folder=tmp_path))
    done = without_simulator(tmp_path, "run", "--table", str(profile))
    assert done.returncode == 2
    assert "table-referee[simulation]" in done.stderr


def without_simulator(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command where mujoco is not installed."""
    return subprocess.run(
        [sys.executable, "-c", _WITHOUT_SIMULATOR, *words],
        cwd=folder,
        env={**os.environ, "XDG_STATE_HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
