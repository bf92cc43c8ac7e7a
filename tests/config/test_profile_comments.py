"""What a maker wrote into the profile stays as it was written: comments, order, style."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from referee.config import (
    TableProfile,
    format_table_profile,
    parse_table_profile,
    read_table_profile,
    write_table_profile,
)
from referee.devices.camera.contract import LightSettings
from referee.touch.counts import ScaleCalibration
from tests.config.test_profile import profiles

WRITTEN = """\
# The table at the window.

[scale]                    # the new cell
url = "serial:auto"        # the left port

# Weighed on Sunday.
[[scale.touch.pieces]]
kind = "die"               # the wooden ones
mass_g = 5.1
spread_g = 0.1

# The screen of the café.
[web]
port = 0x1F91

# Looks down from the lamp.
[camera]
url = 'none:'              # until it is mended

# Chosen by hand in the evening.
[camera.light]
gain = 2

# Ask Anna before changing anything.
"""


def test_comments_order_and_style_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(WRITTEN)
    before = read_table_profile(path)
    calibration = ScaleCalibration(counts_per_gram=412.5)
    after = replace(
        before,
        scale=replace(before.scale, calibration=calibration),
        camera=replace(before.camera, light=LightSettings(gain=3.0)),
    )
    write_table_profile(path, after)
    text = path.read_text()
    assert read_table_profile(path) == after
    for kept in (
        "# The table at the window.\n\n[scale]                    # the new cell\n",
        '"serial:auto"        # the left port\n',
        "\n\n# Weighed on Sunday.\n[[scale.touch.pieces]]\n",
        '"die"               # the wooden ones\n',
        "\n\n# The screen of the café.\n[web]\nport = 0x1F91\n",
        "\n\n# Looks down from the lamp.\n[camera]\nurl = 'none:'              # until",
        "\n\n# Chosen by hand in the evening.\n[camera.light]\ngain = 3.0\n",
    ):
        assert kept in text
    assert text.endswith("\n\n# Ask Anna before changing anything.\n")
    headers = re.findall(r"^\[+([a-z.]+)", text, re.MULTILINE)
    first = ["scale", "scale.touch.pieces", "web", "camera", "camera.light"]
    assert [each for each in headers if each in first] == first


def test_what_is_the_same_changes_nothing() -> None:
    once = format_table_profile(parse_table_profile(WRITTEN), WRITTEN)
    assert format_table_profile(parse_table_profile(WRITTEN), once) == once


def test_a_section_that_goes_takes_only_its_own_comment_along() -> None:
    before = parse_table_profile(WRITTEN)
    text = format_table_profile(replace(before, camera=replace(before.camera, light=None)), WRITTEN)
    assert "Chosen by hand" not in text
    assert text.endswith("# Ask Anna before changing anything.\n")


@pytest.mark.parametrize(
    "before",
    [
        'camera.url = "none:"\nscale = {url = "none:"}\ntable.name = "Mine"\n',
        '[camera]\nurl = "none:"\n[web]\nport = 80\n[camera.tray]\nmarker_mm = 20\n',
        '[camera]\r\nurl = "none:"\r\n# mine\r\n',
        "this was never a profile",
        "[camera]\nurl = 5\n[[table]]\n",
    ],
    ids=["dotted and inline", "in two places", "from another system", "no TOML", "no profile"],
)
def test_no_style_keeps_a_profile_from_being_written(before: str) -> None:
    after = TableProfile(scale=replace(TableProfile().scale, url="none:"))
    assert parse_table_profile(format_table_profile(after, before)) == after


@settings(max_examples=40, deadline=None)
@given(profiles, profiles)
def test_every_comment_stays_above_its_header(first: TableProfile, second: TableProfile) -> None:
    written = re.sub(r"(?m)^(\[.*)$", r"# About \1\n\1", format_table_profile(first))
    text = format_table_profile(second, written)
    assert parse_table_profile(text) == second
    for header in ("[table]", "[camera]", "[camera.tray]", "[scale]", "[voice]", "[web]"):
        assert f"# About {header}\n{header}\n" in text
