"""What shakes the table: knocks, steps, doors, music, children, cups, things that fall beside it.

All as the acceleration of the table in g, three axes; the table itself rings at its own frequency.
Peaks are what telephones on kitchen tables show: a step beside it 1 to 15 mg, a door 3 to 50 mg,
children who jump 10 to 150 mg, a knock with the fist up to half a g.
"""

from __future__ import annotations

import math

import numpy as np

from referee.simulation.force_profiles.hands import Hand, edge
from referee.simulation.force_profiles.sprung_plate import Array
from referee.simulation.plate.pieces import GRAVITY

_TABLE_HZ, _TABLE_DAMPING = (8.0, 35.0), (0.03, 0.1)
_TABLE_KG = (6.0, 40.0)
_BOARD_HZ = (40.0, 120.0)
_HIT_S = (0.004, 0.03)
_MUSIC_HZ, _BEATS_HZ = (40.0, 120.0), (1.3, 2.5)


def rings(hand: Hand, at_s: float, peak_g: float, hertz: tuple[float, float] = _TABLE_HZ) -> Array:
    """The table is hit and swings until it stands where it stood; mostly up and down, or across."""
    times_s = np.append(hand.times_s, hand.times_s[-1]) - at_s
    after = np.where(times_s > 0, times_s, 0.0)
    direction = hand.rng.normal(0, 1, 3)
    direction /= np.linalg.norm(direction)
    omega, damping = 2 * math.pi * hand.uniform(*hertz), hand.uniform(*_TABLE_DAMPING)
    swing = np.exp(-damping * omega * after) * (
        np.cos(omega * after) - damping * np.sin(omega * after)
    )
    speeds = peak_g / omega * swing * edge(times_s, 0.0, hand.likely(*_HIT_S))
    return np.outer(np.diff(speeds) / (times_s[1] - times_s[0]), direction)


def knocks(hand: Hand, at_s: float) -> Array:
    """Somebody knocks against the table, with a knee or a hand."""
    return rings(hand, at_s, hand.likely(0.01, 0.5))


def steps_by(hand: Hand, at_s: float) -> Array:
    """Somebody walks by, two steps a second."""
    return _repeated(hand, at_s, hand.uniform(1.6, 2.2), int(hand.uniform(3, 8)), (0.001, 0.015))


def children_jump(hand: Hand, at_s: float) -> Array:
    """Children jump on the floor."""
    return _repeated(hand, at_s, hand.uniform(1.2, 2.5), int(hand.uniform(2, 7)), (0.01, 0.15))


def _repeated(
    hand: Hand, at_s: float, hertz: float, count: int, peak_g: tuple[float, float]
) -> Array:
    usual_g = hand.likely(*peak_g)
    hits = (at_s + (number + hand.uniform(-0.1, 0.1)) / hertz for number in range(count))
    return sum(
        (rings(hand, hit_s, usual_g * hand.uniform(0.5, 1.5)) for hit_s in hits), _still(hand)
    )


def _still(hand: Hand) -> Array:
    return np.zeros((len(hand.times_s), 3))


def door_slams(hand: Hand, at_s: float) -> Array:
    """A door falls shut: the floor gives one hit, and a little more when it springs back."""
    peak_g = hand.likely(0.003, 0.05)
    return rings(hand, at_s, peak_g) + rings(hand, at_s + hand.uniform(0.05, 0.2), peak_g / 3)


def music_plays(hand: Hand) -> Array:
    """Bass that the table follows, on the beat."""
    times_s = hand.times_s
    beat = np.clip(np.sin(2 * math.pi * hand.uniform(*_BEATS_HZ) * times_s), 0, 1) ** 2
    tone = np.sin(2 * math.pi * hand.uniform(*_MUSIC_HZ) * times_s)
    return np.outer(hand.likely(0.0005, 0.01) * beat * tone, (0.3, 0.3, 1.0))


def lands_beside(hand: Hand, at_s: float, mass_g: float, drop_m: float) -> Array:
    """Something falls on the table next to the plate: its momentum shakes a table of some kilos."""
    shove_m_s = mass_g / 1000 * math.sqrt(2 * GRAVITY * drop_m) / hand.uniform(*_TABLE_KG)
    swings = rings(hand, at_s, shove_m_s * 2 * math.pi * 15 / GRAVITY)
    # The board bends before all of the table moves.
    bends_g = hand.uniform(0.2, 1.5) * shove_m_s * 2 * math.pi * 80 / GRAVITY
    return swings + rings(hand, at_s, bends_g, _BOARD_HZ)


def dice_roll_beside(hand: Hand, at_s: float, mass_g: float) -> Array:
    """A die next to the plate hits the table and hops on."""
    shaking, drop_m = _still(hand), hand.likely(0.02, 0.2)
    for _ in range(int(hand.uniform(2, 7))):
        shaking += lands_beside(hand, at_s, mass_g, drop_m)
        at_s += 2 * math.sqrt(2 * drop_m / GRAVITY) * hand.uniform(0.5, 1.0)
        drop_m *= hand.uniform(0.1, 0.5)
    return shaking


def cup_is_put_down(hand: Hand, at_s: float) -> Array:
    """A cup of 200 to 500 g is put beside the plate with 3 to 30 cm/s, its edge first."""
    drop_m = hand.likely(0.03, 0.3) ** 2 / (2 * GRAVITY)
    mass_g = hand.uniform(200, 500)
    first = lands_beside(hand, at_s, mass_g, drop_m)
    return first + lands_beside(hand, at_s + hand.uniform(0.03, 0.15), mass_g, drop_m / 6)
