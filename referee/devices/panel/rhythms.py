"""How lights blink and buzzers buzz, as functions of time."""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.devices.panel.contract import Buzz, Pattern

BLINK_S = 0.5
PULSE_S = 2.0
_PULSE_STEPS = 50
_DIMMEST = 0.08
"""A pulse never goes quite dark: a dark lamp is another message."""

# Sounds and pauses in turn, in seconds, beginning with a sound.
BUZZES: Mapping[Buzz, tuple[float, ...]] = {
    Buzz.TICK: (0.04,),
    Buzz.DONE: (0.08, 0.08, 0.2),
    Buzz.STOP: (0.8,),
    Buzz.QUESTION: (0.1, 0.1, 0.1),
    Buzz.TROUBLE: (0.3, 0.2, 0.3),
    Buzz.WIN: (0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5),
}


def brightness(pattern: Pattern, lit_s: float) -> float:
    """How bright a light is, from 0 to 1, so long after it was lit.

    In steps, so that a lamp is not set anew more often than eyes can follow.
    """
    if pattern is Pattern.BLINK:
        return 1.0 if lit_s % BLINK_S < BLINK_S / 2 else 0.0
    if pattern is Pattern.PULSE:
        step = math.floor(lit_s % PULSE_S / PULSE_S * _PULSE_STEPS) / _PULSE_STEPS
        return _DIMMEST + (1 - _DIMMEST) * (1 + math.cos(2 * math.pi * step)) / 2
    return 1.0


def is_sounding(buzz: Buzz, buzzed_s: float) -> bool:
    """Whether the buzzer sounds so long after it began."""
    ends_s = 0.0
    for place, lasts_s in enumerate(BUZZES[buzz]):
        ends_s += lasts_s
        if buzzed_s < ends_s:
            return place % 2 == 0
    return False
