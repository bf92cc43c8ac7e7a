"""What the doctor says of the sense of touch: what such parts reach, the plate, and the hands."""

from enum import StrEnum

from referee.app.doctor.findings import Finding, TablePart, TrafficLight, finding
from referee.table.sentences import Sentence
from referee.touch.profile import TouchProfile
from referee.touch.shown_hands import ShownHands

_STIFF_HZ = 60.0
"""Plates from here on are what touch is made for (docs/touch.md)."""
_FEW_ASKED = 0.1
"""Chosen by hand: a table that asks about every tenth touch is a nuisance."""


class Parts(StrEnum):
    """Tables that touch was scored at, by their rows in docs/touch.md."""

    GOOD = "good parts"
    SLOW = "10 samples/s"
    NOISY = "noise 0.3–0.5 g"
    WILD = "wild number every 4 s"
    SOFT = "plates 30–60 Hz"
    NO_CELL = "accelerometer alone"
    TILT_ALONE = "tilt switch alone"


REACHED = {
    Parts.GOOD: (94.5, 107, 0.0),
    Parts.SLOW: (83.7, 126, 0.0),
    Parts.NOISY: (93.3, 137, 0.0),
    Parts.WILD: (93.9, 162, 0.0),
    Parts.SOFT: (68.5, 113, 0.0),
    Parts.NO_CELL: (98.8, 122, 29),
    Parts.TILT_ALONE: (41.9, 30, 11),
}
"""Of 100 falls alone so many are called in the world `forces`; of 1,000 harmless touches without
lifts so many are called a fall, and so many asked about. A test compares them with the page."""


def reached_told(parts: Parts) -> Sentence:
    """What touch reaches with such parts, beside good ones."""
    figures = (*REACHED[parts], *REACHED[Parts.GOOD])
    names = ("falls", "mistaken", "asked", "good_falls", "good_mistaken", "good_asked")
    return Sentence("doctor-touch-reached", dict(zip(names, map(round, figures), strict=True)))


def plate_finding(plate_hz: float) -> Finding:
    """How stiff the empty plate is on its cell, as it was tapped when the scale was calibrated."""
    # A tapped plate never rings at just the usual pitch.
    if plate_hz == TouchProfile().plate_hz:
        return finding(TablePart.PLATE, TrafficLight.OFF, "doctor-plate-untapped")
    hertz = round(plate_hz)
    if plate_hz >= _STIFF_HZ:
        return finding(TablePart.PLATE, TrafficLight.GREEN, "doctor-plate-stiff", hertz=hertz)
    steps = ("doctor-plate-soft-next", reached_told(Parts.SOFT))
    return finding(TablePart.PLATE, TrafficLight.YELLOW, "doctor-plate-soft", *steps, hertz=hertz)


def hands_finding(hands: ShownHands | None) -> Finding:
    """How well the table tells hands from falls, by those that were shown to it."""
    if hands is None or not hands.felt:
        return finding(TablePart.HANDS, TrafficLight.OFF, "doctor-hands-unshown")
    how = "badly" if hands.called else "fairly"
    light, steps = TrafficLight.YELLOW, [f"doctor-hands-{how}-next"]
    if not hands.called and hands.asked <= _FEW_ASKED * hands.felt:
        how, light, steps = "well", TrafficLight.GREEN, []
    words = {"felt": hands.felt, "asked": hands.asked, "called": hands.called}
    return finding(TablePart.HANDS, light, f"doctor-hands-{how}", *steps, **words)
