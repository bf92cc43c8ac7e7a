"""The doctor: every part of the table with a traffic light and the next step in words."""

from referee.app.doctor.examination import RunningDoctor, examine
from referee.app.doctor.findings import Finding, TablePart, TrafficLight, is_well
from referee.app.doctor.system_checks import unheard_finding

__all__ = [
    "Finding",
    "RunningDoctor",
    "TablePart",
    "TrafficLight",
    "examine",
    "is_well",
    "unheard_finding",
]
