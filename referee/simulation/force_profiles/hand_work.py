"""What hands do at a tower: put pieces down, touch, hold still, adjust, catch, lift, put back.

Times are those of people at a table: a touch of 0.1 to 1 s, letting go in 0.02 to 0.2 s, a piece
lifted in 0.1 to 0.9 s; chosen by hand, and half as long is as likely as twice as long.
Nobody pulls harder at a piece than it weighs, or it would come along.
"""

from __future__ import annotations

import math

import numpy as np

from referee.simulation.force_profiles.falling_pieces import PieceWay, is_dropped
from referee.simulation.force_profiles.hands import edge, pulse
from referee.simulation.force_profiles.sprung_plate import Array
from referee.simulation.force_profiles.stage import Piece, Stage

_DROP_M = (0.002, 0.06)  # a hair above the tower, to a piece that slipped out of the hand
_PRESSED_G = (20.0, 200.0)  # 0.2 to 2 N
_STILL_S = (0.4, 3.0)  # who looks whether it stands takes a second or two
_TOUCH_G = (0.3, 20.0)  # barely felt, to a finger that rests
_REACTION_S = (0.12, 0.3)


def sets_down(
    stage: Stage,
    piece: Piece,
    at_s: float,
    *,
    press_g: float,
    hold_s: float,
    go_s: float,
    is_supported: bool = False,
) -> Array:
    """The load of a piece that a hand puts down, holds with a force of its own, and lets go."""
    hand, end_s = stage.hand, at_s + hold_s + go_s
    come_s = min(hand.likely(0.01, 0.1), hold_s / 2)
    carried = hand.uniform(0.2, 1.0) if press_g < piece.mass_g else 1.0
    holding = hand.holds(
        at_s,
        end_s,
        carried * piece.mass_g + press_g,
        is_supported=is_supported,
        edges_s=(come_s, go_s),
    )
    landing = hand.bumps(at_s, hardest_g=2 + piece.mass_g)
    return holding + landing + piece.mass_g * edge(stage.times_s, end_s - go_s, go_s)


def places_softly(stage: Stage, at_s: float) -> float:
    """An ordinary placement; when the hand is off."""
    hand, piece = stage.hand, stage.draw_piece()
    hold_s, go_s = hand.likely(0.04, 0.5), hand.likely(0.02, 0.2)
    press_g = hand.uniform(0, 4)
    stage.place(
        piece, sets_down(stage, piece, at_s, press_g=press_g, hold_s=hold_s, go_s=go_s), at_s
    )
    if stage.rng.random() < 0.3:
        stage.jerk(at_s + hold_s, 3.0)
    return at_s + hold_s + go_s


def places_pressing(stage: Stage, at_s: float) -> None:
    """The piece is pressed home."""
    hand, piece = stage.hand, stage.draw_piece()
    hold_s, go_s = hand.likely(0.08, 0.8), hand.likely(0.02, 0.15)
    press_g = hand.likely(*_PRESSED_G)
    stage.place(
        piece, sets_down(stage, piece, at_s, press_g=press_g, hold_s=hold_s, go_s=go_s), at_s
    )


def drops(stage: Stage, at_s: float) -> float:
    """A piece is let fall onto the tower or the plate; when it first hits."""
    hand, piece = stage.hand, stage.draw_piece()
    way = is_dropped(piece.mass_g, at_s, hand.likely(*_DROP_M))
    way.bounces(stage.rng)
    way.rocks(stage.rng)
    stage.place(piece, way.load_g(stage.times_s), at_s)
    return at_s


def places_with_a_push(stage: Stage, at_s: float) -> None:
    """The hand lets go with a jerk."""
    off_s = places_softly(stage, at_s)
    stage.jerk(off_s - stage.hand.uniform(0.0, 0.08), 30.0)


def places_and_waits(stage: Stage, at_s: float) -> None:
    """The hand stays at the piece, holds still, and lets go later."""
    hand, piece = stage.hand, stage.draw_piece()
    hold_s, go_s = hand.likely(*_STILL_S), hand.likely(0.015, 0.12)
    press_g = hand.likely(0.3, 15) * (-1 if stage.rng.random() < 0.25 else 1)
    press_g = max(press_g, -0.8 * piece.mass_g)
    load_g = sets_down(
        stage, piece, at_s, press_g=press_g, hold_s=hold_s, go_s=go_s, is_supported=True
    )
    stage.place(piece, load_g, at_s)
    if stage.rng.random() < 0.4:
        stage.jerk(at_s + hold_s + go_s / 2, 6.0)


def places_trembling(stage: Stage, at_s: float) -> None:
    """The piece touches, comes off again, touches, and is let go by a hand that trembles."""
    hand, piece = stage.hand, stage.draw_piece()
    load_g = np.zeros_like(stage.times_s)
    start_s = at_s
    for _ in range(int(hand.uniform(1, 4))):
        touch_s = hand.likely(0.06, 0.5)
        load_g += hand.holds(start_s, start_s + touch_s, hand.uniform(0.1, 1.0) * piece.mass_g)
        start_s += touch_s + hand.likely(0.02, 0.3)
    hold_s, go_s = hand.likely(0.2, 1.5), hand.likely(0.03, 0.3)
    load_g += sets_down(stage, piece, start_s, press_g=hand.uniform(0, 3), hold_s=hold_s, go_s=go_s)
    stage.place(piece, load_g, at_s)


def places_and_adjusts(stage: Stage, at_s: float) -> None:
    """A placement, and then the piece is moved to the middle, once or a few times."""
    adjusts(stage, places_softly(stage, at_s) + stage.hand.likely(0.05, 1.0))


def places_two(stage: Stage, at_s: float) -> None:
    """Two hands, or one after the other."""
    places_softly(stage, at_s)
    places_softly(stage, at_s + stage.hand.uniform(0.08, 0.6))


def adjusts(stage: Stage, at_s: float) -> None:
    """Pushes and pulls at a piece that stands, with friction and a slip now and then."""
    hand = stage.hand
    for _ in range(int(hand.uniform(1, 5))):
        lasts_s = hand.likely(0.08, 0.6)
        level_g = hand.likely(0.3, 20) * (-1 if stage.rng.random() < 0.3 else 1)
        level_g = max(level_g, -0.5 * stage.most_up_g)
        stage.push(hand.holds(at_s, at_s + lasts_s, level_g))
        if stage.rng.random() < 0.5:
            stage.jerk(at_s + hand.uniform(0.3, 1.0) * lasts_s, 8.0)
        at_s += lasts_s + hand.likely(0.02, 0.4)


def touches(stage: Stage, at_s: float) -> None:
    """A finger comes, trembles, goes."""
    hand = stage.hand
    end_s = at_s + hand.likely(0.1, 1.2)
    stage.push(hand.bumps(at_s) + hand.holds(at_s, end_s, hand.likely(*_TOUCH_G)))
    if stage.rng.random() < 0.5:
        stage.jerk(end_s - 0.03, 5.0)


def touches_and_waits(stage: Stage, at_s: float) -> float:
    """A hand holds the tower still for a while and lets go; when it is off."""
    hand = stage.hand
    end_s, go_s = at_s + hand.likely(*_STILL_S), hand.likely(0.015, 0.12)
    edges_s = (hand.likely(0.03, 0.3), go_s)
    level_g = hand.likely(0.8, 40)
    stage.push(hand.holds(at_s, end_s, level_g, is_supported=True, edges_s=edges_s))
    return end_s - go_s / 2


def presses(stage: Stage, at_s: float) -> None:
    """Somebody presses from above."""
    hand = stage.hand
    end_s = at_s + hand.likely(0.1, 1.0)
    stage.push(hand.bumps(at_s) + hand.holds(at_s, end_s, hand.likely(*_PRESSED_G)))


def jerks(stage: Stage, at_s: float) -> None:
    """A finger got stuck at the tower and comes off with a jerk; nothing falls."""
    hand = stage.hand
    end_s = at_s + hand.likely(0.1, 0.8)
    stage.push(hand.holds(at_s, end_s, hand.likely(*_TOUCH_G)))
    stage.jerk(end_s - 0.04, 40.0)


def brushes(stage: Stage, at_s: float) -> None:
    """A sleeve brushes along."""
    for _ in range(int(stage.hand.uniform(2, 6))):
        stage.jerk(at_s, 5.0, up_share=0.5)
        at_s += stage.hand.likely(0.03, 0.3)


def catches(stage: Stage, at_s: float) -> None:
    """The top begins to lean, a hand stops it and pushes it back; nothing comes down by 6 mm."""
    hand, rng = stage.hand, stage.rng
    leaning = stage.tower[int(hand.uniform(len(stage.tower) // 2, len(stage.tower))) :]
    way = PieceWay(sum(piece.mass_g for piece in leaning), at_s)
    lean_s, speed_m_s = hand.uniform(0.03, 0.08), hand.likely(0.01, 0.06)
    way.leans_over(lean_s, hand.uniform(3, 5), speed_m_s)
    way.stops(hand.likely(0.015, 0.08))
    caught_s = way.now_s
    way.rests(hand.likely(*_REACTION_S))
    way.comes_back(speed_m_s * lean_s, hand.likely(0.15, 0.6))
    stage.push(way.load_g(stage.times_s) - way.mass_g)
    grip_s = caught_s - hand.uniform(0.0, 0.05)
    level_g = hand.likely(1, 60) if rng.random() < 0.8 else -0.5 * stage.most_up_g
    stage.push(
        hand.bumps(grip_s) + hand.holds(grip_s, way.now_s + hand.uniform(0.05, 0.8), level_g)
    )


def leans_on_plate(stage: Stage, at_s: float) -> None:
    """A hand on the plate, with half a newton to eight."""
    hand = stage.hand
    stage.push(hand.holds(at_s, at_s + hand.likely(0.3, 2.5), hand.likely(50, 800)))


def leans_on_table(stage: Stage, at_s: float) -> None:
    """The table bends a little, and what the cell is screwed to with it."""
    hand = stage.hand
    bent_g = hand.likely(0.01, 0.3) * (1 if stage.rng.random() < 0.5 else -1)
    there = edge(stage.times_s, at_s, hand.likely(0.1, 0.5))
    there -= edge(stage.times_s, at_s + hand.uniform(0.8, 3.0), hand.likely(0.1, 0.5))
    stage.push(bent_g * there)
    stage.table_g[:, 2] += there * hand.tremble() * 1e-3


def carries_off(stage: Stage, at_s: float, *, lasts_s: float, jerk_g: float = 0.0) -> Piece:
    """Fingers close on the top piece and take it away."""
    hand, piece = stage.hand, stage.tower[-1]
    grip_s = hand.likely(0.05, 0.4)
    gripping = hand.uniform(-0.3, 0.6) * piece.mass_g
    stage.push(hand.holds(at_s - grip_s, at_s + 0.8 * lasts_s, gripping))
    stage.push(-piece.mass_g * edge(stage.times_s, at_s, lasts_s))
    if jerk_g:
        pull_s = hand.likely(0.02, 0.08)
        jerk_g = min(jerk_g, 0.9 * stage.tower[-2].mass_g)  # or the next one would come along
        stage.push(-jerk_g * pulse(stage.times_s, at_s + 0.7 * lasts_s, pull_s))
    return piece


def lifts(stage: Stage, at_s: float) -> None:
    """The top piece is taken smoothly."""
    carries_off(stage, at_s, lasts_s=stage.hand.likely(0.15, 0.9))
    stage.take(at_s)


def lifts_with_a_jerk(stage: Stage, at_s: float) -> None:
    """The piece sticks to the one below and comes off at once."""
    hand = stage.hand
    jerk_g = hand.likely(0.5, 10)
    carries_off(stage, at_s, lasts_s=hand.likely(0.08, 0.4), jerk_g=jerk_g)
    stage.take(at_s)


def lifts_after_a_touch(stage: Stage, at_s: float) -> None:
    """A light touch, perhaps a still hand, and only then the piece is taken."""
    hand = stage.hand
    off_s = at_s + hand.likely(0.3, 2.0)
    is_supported = stage.rng.random() < 0.5
    stage.push(hand.holds(at_s, off_s, hand.likely(0.3, 8), is_supported=is_supported))
    carries_off(stage, off_s, lasts_s=hand.likely(0.1, 0.6))
    stage.take(off_s)


def puts_back(stage: Stage, at_s: float) -> None:
    """The top piece is taken, looked at, and put back."""
    hand = stage.hand
    lasts_s = hand.likely(0.12, 0.8)
    piece = carries_off(stage, at_s, lasts_s=lasts_s)
    back_s = at_s + lasts_s + hand.likely(0.3, 2.0)
    hold_s, go_s = hand.likely(0.05, 0.8), hand.likely(0.02, 0.2)
    press_g = math.sqrt(hand.uniform(0, 9))
    stage.push(sets_down(stage, piece, back_s, press_g=press_g, hold_s=hold_s, go_s=go_s))
