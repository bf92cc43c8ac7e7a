"""What touch reaches at tables with such parts, as docs/touch.md tells it of the world `forces`."""

from typing import NamedTuple


class Reached(NamedTuple):
    """Of 100 falls alone so many are called; of 1,000 harmless touches so many, and so many asked.

    Lifts are left out.
    """

    falls: float
    false_calls: float
    asked: float


GOOD = "good parts"
SLOW = "10 samples/s"
NOISY = "noise 0.3–0.5 g"
WILD = "wild number every 4 s"
SOFT = "plates 30–60 Hz"
NO_CELL = "accelerometer alone"
TILT_ALONE = "tilt switch alone"

REACHED = {
    GOOD: Reached(94.5, 107, 0.0),
    SLOW: Reached(83.7, 126, 0.0),
    NOISY: Reached(93.3, 137, 0.0),
    WILD: Reached(93.9, 162, 0.0),
    SOFT: Reached(68.5, 113, 0.0),
    NO_CELL: Reached(98.8, 122, 29),
    TILT_ALONE: Reached(41.9, 30, 11),
}
"""By the name of the row in docs/touch.md; a test compares them."""
