"""What the doctor says of the sense of touch: what such parts reach, the plate, and the hands."""

from enum import StrEnum

from referee.app.doctor.findings import Finding, TablePart, TrafficLight, finding
from referee.table.sentences import Sentence, Word
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
    Parts.GOOD: (91.4, 97.0, 5.3, 27),
    Parts.SLOW: (62.9, 73.9, 11, 40),
    Parts.NOISY: (85.0, 92.8, 2.3, 12),
    Parts.WILD: (90.2, 96.6, 6.5, 29),
    Parts.SOFT: (87.0, 95.2, 3.4, 28),
    Parts.NO_CELL: (51.9, 89.8, 8.0, 44),
    Parts.TILT_ALONE: (15.5, 88.3, 0.0, 40),
}
"""Of 100 falls alone in the world `forces` so many are called, and called or asked about; of 1,000
harmless touches without lifts so many are called a fall, and asked about. A test compares them with
the page."""
_FIGURES = ("falls", "felt", "mistaken", "asked")


def reached_told(parts: Parts) -> Sentence:
    """What touch reaches with such parts, beside good ones."""
    here, good = REACHED[parts], REACHED[Parts.GOOD]
    words: dict[str, Word] = dict(zip(_FIGURES, map(round, here), strict=True))
    words |= {f"good_{name}": round(each) for name, each in zip(_FIGURES, good, strict=True)}
    return Sentence("doctor-touch-reached", words)


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
