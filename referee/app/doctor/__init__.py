"""The doctor: every part of the table with a traffic light and the next step in words."""

from __future__ import annotations

from referee.app.doctor.examining import examine
from referee.app.doctor.examining_running import RunningDoctor, examine_running
from referee.app.doctor.findings import Finding, Light, Part, is_well

__all__ = [
    "Finding",
    "Light",
    "Part",
    "RunningDoctor",
    "examine",
    "examine_running",
    "is_well",
]
