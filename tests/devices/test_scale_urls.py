"""A scale is a URL; a wrong one gets a sentence with the next step."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.clock import Clock, ManualClock
from referee.devices.device import DeviceUrl, parse_device_url
from referee.devices.scale import urls
from referee.devices.scale.avr_scale import AvrScale
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.file_scale import FileScale
from referee.devices.scale.urls import register_scale, scale_from_url
from referee.errors import InputError, RefereeError


def test_urls_have_scheme_path_and_options() -> None:
    assert parse_device_url("serial:/dev/ttyUSB0") == DeviceUrl("serial", "/dev/ttyUSB0")
    assert parse_device_url("file:a.csv?speed=2") == DeviceUrl("file", "a.csv", "speed=2")
    assert parse_device_url("twin:") == DeviceUrl("twin")


def test_each_scheme_gives_its_scale(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("t_s,counts\n0,1\n", encoding="utf-8")

    assert isinstance(scale_from_url("serial:auto?board=1A2B3C4D"), SerialScale)
    assert isinstance(scale_from_url("serial:/dev/ttyUSB9"), SerialScale)
    assert isinstance(scale_from_url(f"file:{tmp_path / 'a.csv'}?speed=0"), FileScale)
    assert isinstance(scale_from_url("avr:"), AvrScale)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("scale", "names no scale"),
        ("usb:1", "use one of avr:, file:, serial:"),
        ("serial:", "serial:auto"),
        ("serial:auto?board=xyz", "hexadecimal"),
        ("serial:auto?baud=9600", "no option 'baud'"),
        ("file:none.csv", "cannot be read"),
        ("file:a.csv?speed=fast", "must be a number"),
        ("avr:none.csv", "cannot be read"),
        ("avr:?rate=-1", "must be a number"),
    ],
)
def test_a_wrong_url_gets_a_sentence(url: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        scale_from_url(url)
    assert str(caught.value).endswith(".")


def test_other_rooms_add_schemes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(urls, "_FACTORIES", dict(urls._FACTORIES))
    (tmp_path / "a.csv").write_text("t_s,counts\n0,1\n", encoding="utf-8")
    clock, asked = ManualClock(), []

    def make(url: DeviceUrl, its_clock: Clock) -> FileScale:
        asked.append((url, its_clock))
        return FileScale(tmp_path / "a.csv")

    register_scale("toy", make)
    scale_from_url("toy:here", clock)

    assert asked == [(DeviceUrl("toy", "here"), clock)]


def test_a_chip_that_is_not_built_says_how(tmp_path: Path) -> None:
    with pytest.raises(RefereeError, match="make -C firmware"), AvrScale(build=tmp_path):
        pass


@pytest.mark.parametrize("mode", [0o755, 0o644])
def test_a_chip_that_does_not_start_says_how(tmp_path: Path, mode: int) -> None:
    simulator = tmp_path / "scale-sim"
    simulator.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    simulator.chmod(mode)
    (tmp_path / "referee.elf").touch()

    with pytest.raises(RefereeError, match="did not start"), AvrScale(build=tmp_path):
        pass
