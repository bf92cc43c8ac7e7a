"""The classes of scenes, all listed before anything was fitted to them, and how each one goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import StrEnum

import numpy as np

from referee.simulation.force_profiles import hand_work, rooms
from referee.simulation.force_profiles.falling_pieces import PieceWay, topples
from referee.simulation.force_profiles.hands import Hand
from referee.simulation.force_profiles.sprung_plate import (
    ALL_PLATES,
    Array,
    PlateRange,
    draw_plate,
)
from referee.simulation.force_profiles.stage import Piece, Stage, empty_stage
from referee.simulation.plate.pieces import GRAVITY
from referee.simulation.tower_trace import TowerTrace

_EVENT_S = (1.1, 1.6)  # the baseline of touch is known by then
_PLATE_STREAM = 1
_LEAST_DROP_M = 0.008
_ABOVE_TABLE_M = (0.02, 0.07)
Play = Callable[[Stage, float], object]
_MISSES = 0.35
"""Of the pieces that leave the plate so many never touch it: from 10 cm a piece flies 4 cm far, and
a plate reaches 5 to 11 cm from its middle. The others hit it and go on."""
_NEXT_S = 0.06  # pieces of one stack hit a few hundredths of a second after each other


class ForceScene(StrEnum):
    """What happens at the tower."""

    QUIET = "quiet"
    PLACE = "place"
    PLACE_PRESSED = "place-pressed"
    PLACE_DROPPED = "place-dropped"
    PLACE_PUSHED = "place-pushed"
    PLACE_STILL = "place-still-hand"
    PLACE_TREMBLING = "place-trembling"
    PLACE_ADJUSTED = "place-adjusted"
    PLACE_TWO = "place-two"
    ADJUST = "adjust"
    TOUCH = "touch"
    TOUCH_STILL = "touch-still"
    PRESS = "press"
    JERK = "jerk"
    BRUSH = "brush"
    CATCH = "catch"
    LEAN_ON_PLATE = "lean-on-plate"
    LEAN_ON_TABLE = "lean-on-table"
    KNOCK = "knock"
    STEPS = "steps"
    DOOR = "door"
    MUSIC = "music"
    CHILDREN = "children"
    CUP = "cup"
    DICE_BESIDE = "dice-beside"
    LIFT = "lift"
    LIFT_JERK = "lift-jerk"
    LIFT_TOUCHED = "lift-touched"
    PUT_BACK = "put-back"
    ONE_SLIPS = "one-slips"
    PART_ON = "part-on"
    ALL_ON = "all-on"
    SLOW_LEAN = "slow-lean"
    PART_OFF = "part-off"
    SOME_OFF = "some-off"
    ROLLS_OFF = "rolls-off"
    AFTER_KNOCK = "after-knock"
    UNDER_TOUCH = "under-touch"
    HAND_LEAVES = "hand-leaves"
    AT_LIFT = "at-lift"
    DURING_PLACE = "during-place"
    AFTER_PLACE = "after-place"
    AFTER_DROP = "after-drop"
    PLACED_SLIDES_ON = "placed-slides-on"
    PLACED_SLIDES_OFF = "placed-slides-off"


FALLS = frozenset(list(ForceScene)[list(ForceScene).index(ForceScene.ONE_SLIPS) :])
LIFTS = frozenset(each for each in ForceScene if each.startswith(("lift", "put-back")))


def play_forces(scene: ForceScene, seed: int, plate_hz: PlateRange = ALL_PLATES) -> TowerTrace:
    """The scene of that seed; another range of plates plays the same event on another plate."""
    number = list(ForceScene).index(scene)
    stage = empty_stage(np.random.default_rng([number, seed]))
    _PLAY[scene](stage, stage.hand.uniform(*_EVENT_S))
    plate = draw_plate(np.random.default_rng([number, seed, _PLATE_STREAM]), plate_hz)
    return stage.trace(str(scene), seed, plate)


def play_on(stage: Stage, scene: ForceScene, at_s: float) -> None:
    """Let this happen at a tower that stands on a stage, from that moment on."""
    _PLAY[scene](stage, at_s)


def topple_top(stage: Stage, at_s: float, count: int, *, off_share: float) -> None:
    """So many pieces come down from the top of the tower."""
    _topple(stage, at_s, _falling_part(stage, count), off_share=off_share)


def _drops_m(pieces: Sequence[Piece]) -> list[float]:
    """How far each piece of a tower would come down to the plate."""
    tops = np.cumsum([piece.height_m for piece in pieces])
    return [float(top - piece.height_m) for top, piece in zip(tops, pieces, strict=True)]


def _falling_part(stage: Stage, count: int) -> list[tuple[Piece, float]]:
    """The top pieces of the tower with the way that each has to go, the lowest first."""
    heights = zip(stage.tower, _drops_m(stage.tower), strict=True)
    part = [(piece, drop_m) for piece, drop_m in heights if drop_m >= _LEAST_DROP_M]
    return part[-count:] or [(stage.tower[-1], _LEAST_DROP_M)]


def _topple(
    stage: Stage,
    at_s: float,
    part: Sequence[tuple[Piece, float]],
    *,
    off_share: float = 0.0,
    roll_share: float = 0.0,
    slower: float = 1.0,
) -> None:
    """The part leans over as one stack, and each piece comes down by itself.

    `off_share` of the pieces leave the plate, and one at least; `roll_share` roll off it.
    """
    rng, long_m = stage.rng, sum(piece.height_m for piece, _ in part)
    lean_s = slower * math.sqrt(2 * long_m / (3 * GRAVITY))
    must_leave = int(rng.integers(len(part))) if off_share + roll_share else -1
    for number, (piece, drop_m) in enumerate(part):
        way = topples(piece.mass_g, at_s, drop_m, lean_s, rng)
        at_s += float(rng.exponential(_NEXT_S))
        leaves = number == must_leave or rng.random() < off_share + roll_share
        misses = leaves and not roll_share and rng.random() < _MISSES
        _land(stage, piece, way, misses=misses, leaves=leaves)


def _land(stage: Stage, piece: Piece, way: PieceWay, *, misses: bool, leaves: bool) -> None:
    rng = stage.rng
    if not misses:
        way.bounces(rng)
        way.rocks(rng)
    if leaves and not misses:
        way.rests(float(rng.exponential(0.2)))
        way.leans_over(0.03, 4.0, float(rng.uniform(0.05, 0.25)))
    if leaves:
        deep_m = stage.hand.uniform(*_ABOVE_TABLE_M)
        lands_s = way.now_s + math.sqrt(2 * deep_m / GRAVITY)
        way.flies_off()
        stage.shake(rooms.lands_beside(stage.hand, lands_s, piece.mass_g, deep_m))
    stage.fall(piece, way, is_off=leaves)


def _some(stage: Stage) -> list[tuple[Piece, float]]:
    """One piece or two as often as more; all but the lowest at most."""
    most = len(stage.tower) - 1
    return _falling_part(stage, min(most, 1 + int(stage.rng.geometric(0.4))))


def _falls(
    *,
    count: int | None = None,
    off_share: float = 0.0,
    roll_share: float = 0.0,
    slower: float = 1.0,
) -> Play:
    """So many of the tower's top pieces come down at that moment."""

    def play(stage: Stage, at_s: float) -> None:
        part = _some(stage) if count is None else _falling_part(stage, count)
        _topple(stage, at_s, part, off_share=off_share, roll_share=roll_share, slower=slower)

    return play


def _any_fall(stage: Stage, at_s: float) -> None:
    """Some pieces, most of them on the plate."""
    off_share = 0.0 if stage.rng.random() < 0.6 else 0.5
    _topple(stage, at_s, _some(stage), off_share=off_share)


def _after_knock(stage: Stage, at_s: float) -> None:
    stage.shake(rooms.knocks(stage.hand, at_s))
    _any_fall(stage, at_s + stage.hand.uniform(0.03, 0.6))


def _under_touch(stage: Stage, at_s: float) -> None:
    hand_work.touches(stage, at_s)
    _any_fall(stage, at_s + stage.hand.uniform(0.05, 0.5))


def _hand_leaves(stage: Stage, at_s: float) -> None:
    off_s = hand_work.touches_and_waits(stage, at_s)
    _any_fall(stage, off_s - stage.hand.uniform(-0.15, 0.15))


def _at_lift(stage: Stage, at_s: float) -> None:
    lasts_s = stage.hand.likely(0.08, 0.5)
    hand_work.carries_off(stage, at_s, lasts_s=lasts_s)
    stage.take(at_s)
    _any_fall(stage, at_s + stage.hand.uniform(0.3, 1.2) * lasts_s)


def _during_place(stage: Stage, at_s: float) -> None:
    hand_work.places_softly(stage, at_s)
    _any_fall(stage, at_s + stage.hand.uniform(0.0, 0.2))


def _after_place(stage: Stage, at_s: float) -> None:
    off_s = hand_work.places_softly(stage, at_s)
    _any_fall(stage, off_s + stage.hand.uniform(-0.1, 0.3))


def _after_drop(stage: Stage, at_s: float) -> None:
    _any_fall(stage, hand_work.drops(stage, at_s) + stage.hand.uniform(0.0, 0.2))


def _placed_slides(*, is_off: bool) -> Play:
    def play(stage: Stage, at_s: float) -> None:
        off_s = hand_work.places_softly(stage, at_s)
        start_s = off_s - stage.hand.uniform(-0.1, 0.1)
        _topple(stage, start_s, _falling_part(stage, 1), off_share=float(is_off))

    return play


def _room(shaking: Callable[[Hand, float], Array]) -> Play:
    return lambda stage, at_s: stage.shake(shaking(stage.hand, at_s))


def _dice_beside(stage: Stage, at_s: float) -> None:
    stage.shake(rooms.dice_roll_beside(stage.hand, at_s, stage.draw_piece().mass_g))


_PLAY: dict[ForceScene, Play] = {
    ForceScene.QUIET: lambda _stage, _at_s: None,
    ForceScene.PLACE: hand_work.places_softly,
    ForceScene.PLACE_PRESSED: hand_work.places_pressing,
    ForceScene.PLACE_DROPPED: hand_work.drops,
    ForceScene.PLACE_PUSHED: hand_work.places_with_a_push,
    ForceScene.PLACE_STILL: hand_work.places_and_waits,
    ForceScene.PLACE_TREMBLING: hand_work.places_trembling,
    ForceScene.PLACE_ADJUSTED: hand_work.places_and_adjusts,
    ForceScene.PLACE_TWO: hand_work.places_two,
    ForceScene.ADJUST: hand_work.adjusts,
    ForceScene.TOUCH: hand_work.touches,
    ForceScene.TOUCH_STILL: hand_work.touches_and_waits,
    ForceScene.PRESS: hand_work.presses,
    ForceScene.JERK: hand_work.jerks,
    ForceScene.BRUSH: hand_work.brushes,
    ForceScene.CATCH: hand_work.catches,
    ForceScene.LEAN_ON_PLATE: hand_work.leans_on_plate,
    ForceScene.LEAN_ON_TABLE: hand_work.leans_on_table,
    ForceScene.KNOCK: _room(rooms.knocks),
    ForceScene.STEPS: _room(rooms.steps_by),
    ForceScene.DOOR: _room(rooms.door_slams),
    ForceScene.MUSIC: lambda stage, _at_s: stage.shake(rooms.music_plays(stage.hand)),
    ForceScene.CHILDREN: _room(rooms.children_jump),
    ForceScene.CUP: _room(rooms.cup_is_put_down),
    ForceScene.DICE_BESIDE: _dice_beside,
    ForceScene.LIFT: hand_work.lifts,
    ForceScene.LIFT_JERK: hand_work.lifts_with_a_jerk,
    ForceScene.LIFT_TOUCHED: hand_work.lifts_after_a_touch,
    ForceScene.PUT_BACK: hand_work.puts_back,
    ForceScene.ONE_SLIPS: _falls(count=1),
    ForceScene.PART_ON: _falls(),
    ForceScene.ALL_ON: _falls(count=20),
    ForceScene.SLOW_LEAN: _falls(slower=2.5),
    ForceScene.PART_OFF: _falls(off_share=1.0),
    ForceScene.SOME_OFF: _falls(off_share=0.5),
    ForceScene.ROLLS_OFF: _falls(roll_share=0.5),
    ForceScene.AFTER_KNOCK: _after_knock,
    ForceScene.UNDER_TOUCH: _under_touch,
    ForceScene.HAND_LEAVES: _hand_leaves,
    ForceScene.AT_LIFT: _at_lift,
    ForceScene.DURING_PLACE: _during_place,
    ForceScene.AFTER_PLACE: _after_place,
    ForceScene.AFTER_DROP: _after_drop,
    ForceScene.PLACED_SLIDES_ON: _placed_slides(is_off=False),
    ForceScene.PLACED_SLIDES_OFF: _placed_slides(is_off=True),
}
