"""What a calibrated scale leaves in the profile of the table."""

import pytest

from referee.app.calibration import with_scale
from referee.calibrate.scale_measurements import ScaleResult
from referee.config import TableProfile, format_table_profile, parse_table_profile
from referee.touch.calibration import Ring
from referee.touch.counts import ScaleCalibration
from referee.touch.profile import TouchProfile


@pytest.mark.parametrize(
    ("ring", "plate_hz"),
    [
        (Ring(131.5, 0.02, 0.1, 0.5), 131.5),
        (Ring(None, 0.0, 0.0, 0.5), TouchProfile().plate_hz),
        (Ring(20.0, 0.02, 0.9, 0.5), TouchProfile().plate_hz),
        (None, TouchProfile().plate_hz),
    ],
    ids=["rang", "did not ring", "rattled", "was not tapped"],
)
def test_touch_learns_how_fast_the_plate_swings(ring: Ring | None, plate_hz: float) -> None:
    cell = ScaleCalibration(counts_per_gram=2000.0)
    result = ScaleResult(cell, (), 0.0, 0.0, 80.0, None, ring)

    profile = with_scale(TableProfile(), result)

    assert profile.scale.touch.plate_hz == plate_hz
    assert parse_table_profile(format_table_profile(profile)) == profile
