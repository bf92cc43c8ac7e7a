"""What the doctor says of the sense of touch: what such parts reach, the plate, and the hands."""

from referee.app.doctor.findings import Finding, TablePart, TrafficLight, finding
from referee.table.sentences import Sentence
from referee.touch import reached
from referee.touch.profile import TouchProfile
from referee.touch.shown_hands import ShownHands

_STIFF_HZ = 60.0
"""Plates from here on are what touch is made for (docs/touch.md)."""
_FEW_ASKED = 0.1
"""Chosen by hand: a table that asks about every tenth touch is a nuisance."""


def reached_told(row: str) -> Sentence:
    """What touch reaches with such parts, beside good ones."""
    here, good = reached.REACHED[row], reached.REACHED[reached.GOOD]
    return Sentence(
        "doctor-touch-reached",
        {
            "falls": round(here.falls),
            "mistaken": round(here.false_calls),
            "asked": round(here.asked),
            "good_falls": round(good.falls),
            "good_mistaken": round(good.false_calls),
            "good_asked": round(good.asked),
        },
    )


def plate_finding(plate_hz: float) -> Finding:
    """How stiff the empty plate is on its cell, as it was tapped when the scale was calibrated."""
    # A tapped plate never rings at just that pitch.
    if plate_hz == TouchProfile().plate_hz:
        return finding(TablePart.PLATE, TrafficLight.OFF, "doctor-plate-untapped")
    if plate_hz >= _STIFF_HZ:
        return finding(
            TablePart.PLATE, TrafficLight.GREEN, "doctor-plate-stiff", hertz=round(plate_hz)
        )
    return finding(
        TablePart.PLATE,
        TrafficLight.YELLOW,
        "doctor-plate-soft",
        "doctor-plate-soft-next",
        reached_told(reached.SOFT),
        hertz=round(plate_hz),
    )


def hands_finding(hands: ShownHands | None) -> Finding:
    """How well the table tells hands from falls, by those that were shown to it."""
    if hands is None or not hands.felt:
        return finding(TablePart.HANDS, TrafficLight.OFF, "doctor-hands-unshown")
    words = {"felt": hands.felt, "asked": hands.asked, "called": hands.called}
    if hands.called:
        step = "doctor-hands-badly-next"
        return finding(TablePart.HANDS, TrafficLight.YELLOW, "doctor-hands-badly", step, **words)
    if hands.asked > _FEW_ASKED * hands.felt:
        step = "doctor-hands-fairly-next"
        return finding(TablePart.HANDS, TrafficLight.YELLOW, "doctor-hands-fairly", step, **words)
    return finding(TablePart.HANDS, TrafficLight.GREEN, "doctor-hands-well", **words)
