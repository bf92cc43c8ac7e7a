"""What touch makes of a world: shares with their 95 % intervals, and false calls by class."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from referee.simulation.tower_trace import SceneOutcome, TurnContext
from referee.touch.verdicts import TouchKind, TouchNotice, TouchVerdict, decided
from scripts.bench.figures import Progress
from scripts.bench.touch_score import notices_of, score
from scripts.fit_touch.fitting import Fitted
from scripts.fit_touch.judging import judging_by, limited
from scripts.touch_worlds.rows import Row, profile_of
from scripts.touch_worlds.worlds import World

_NEAR_G = 0.3
_SOON_S = 0.15
_DEVIATIONS = 1.96
_LESS_G = -0.8
_OWN_TURN = frozenset({TurnContext.PIECE_DUE, TurnContext.JUST_LAID})
_TURN_ODDS, _LIFT_ODDS, _COUNTDOWN_ODDS = -1.0, -2.0, 0.5
"""What the table adds (docs/table.md, "A fall")."""


def odds_of(context: TurnContext, step_g: float) -> float:
    """What the rules say of a fall while this is going on and the weight changed so."""
    if context in _OWN_TURN:
        return _LIFT_ODDS if step_g < _LESS_G else _TURN_ODDS
    return _COUNTDOWN_ODDS if context is TurnContext.COUNTDOWN else 0.0


class Share(msgspec.Struct, frozen=True):
    """So many of so many."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % confidence, after Wilson."""
        if not self.of:
            return 0.0, 1.0
        share, spread = self.hits / self.of, _DEVIATIONS**2 / self.of
        middle = (share + spread / 2) / (1 + spread)
        half = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
        return max(0.0, middle - half), min(1.0, middle + half)

    def told(self, per: int) -> str:
        """The share in hundredths or thousandths, with interval and count."""
        if not self.of:
            return "-"
        low, high = (per * each for each in self.interval)
        digits = 1 if per * self.hits / self.of < 100 else 0
        return f"{per * self.hits / self.of:.{digits}f} ({low:.1f}-{high:.1f}; n={self.of})"


class Heard(msgspec.Struct, frozen=True):
    """What touch said about one scene."""

    scene: str
    is_fall: bool
    is_close: bool
    is_lift: bool
    is_own_turn: bool
    is_called: bool
    is_asked: bool
    is_suspected_soon: bool
    is_weight_right: bool | None


class RowScore(msgspec.Struct, frozen=True):
    """Touch at one kind of table; falls that are heard of are called or asked about."""

    row: str
    has_rules: bool
    alone_called: Share
    alone_heard: Share
    close_called: Share
    close_heard: Share
    falls_called: Share
    falls_heard: Share
    false_calls: Share
    false_calls_at_lifts: Share
    false_calls_at_own_lifts: Share
    asked: Share
    weights_right: Share
    suspected_soon: Share
    wrong_by_class: dict[str, Share]


def score_world(
    world: World,
    rows: Sequence[Row],
    *,
    harmless: int,
    falls: int,
    first_seed: int = 0,
    fitted: Fitted | None = None,
    on_progress: Progress | None = None,
) -> list[RowScore]:
    """So many scenes of each class, each heard at every kind of table.

    Each row is told twice: by touch alone, and with what the rules know of hands. Trees that are
    `fitted` decide instead of those that are installed.
    """
    heard: Mapping[tuple[str, bool], list[Heard]] = {
        (row.name, has_rules): [] for row in rows for has_rules in (False, True)
    }
    plan = list(world.plan(harmless, falls, first_seed))
    for done, (scene, seed) in enumerate(plan, start=1):
        for plate_hz in dict.fromkeys(row.plate_hz for row in rows):
            trace = world.play(scene, seed, plate_hz)
            for row in (each for each in rows if each.plate_hz == plate_hz):
                with judging_by(fitted):
                    profile = limited(profile_of(trace.outcome), fitted)
                    notices = notices_of(row.readings(trace), profile)
                for has_rules, told in ((False, notices), (True, _ruled(notices, trace.outcome))):
                    is_lift = scene in world.lifts
                    heard[row.name, has_rules].append(
                        _hear(trace.outcome, row, told, is_lift=is_lift)
                    )
        if on_progress is not None:
            on_progress(done, len(plan))
    return [_summed(*each, found) for each, found in heard.items()]


def _ruled(notices: Sequence[TouchNotice], outcome: SceneOutcome) -> list[TouchNotice]:
    """What the table makes of it."""
    return [
        decided(each, odds_of(outcome.context, each.step_g))
        if isinstance(each, TouchVerdict)
        else each
        for each in notices
    ]


def _hear(
    outcome: SceneOutcome, row: Row, notices: Sequence[TouchNotice], *, is_lift: bool
) -> Heard:
    found = score(outcome, notices)
    soon_s = found.suspect_after_s
    return Heard(
        scene=outcome.scene,
        is_fall=outcome.is_fall,
        is_close=outcome.is_at_placement(),
        is_lift=is_lift,
        is_own_turn=outcome.context in _OWN_TURN,
        is_called=found.is_called,
        is_asked=found.is_asked,
        is_suspected_soon=soon_s is not None and soon_s <= _SOON_S,
        is_weight_right=_is_weight_right(outcome, notices) if row.fitting.has_weight else None,
    )


def _is_weight_right(outcome: SceneOutcome, notices: Iterable[TouchNotice]) -> bool | None:
    """Whether the piece's weight is what was told to come and stay; None without a placement.

    What a hand added and took again adds up to nothing, unless it was called a fall.
    """
    if outcome.is_fall or not outcome.placed:
        return None
    told_g = sum(
        each.weighed.dm_g
        for each in notices
        if isinstance(each, TouchVerdict)
        and each.kind is not TouchKind.FELL
        and each.weighed is not None
    )
    return abs(told_g - outcome.placed_g) <= _NEAR_G


def _summed(row: str, has_rules: bool, heard: Sequence[Heard]) -> RowScore:
    falls = [each for each in heard if each.is_fall]
    harmless = [each for each in heard if not each.is_fall]
    of_class = Counter((each.scene, each.is_fall) for each in heard)
    wrong = Counter(
        (each.scene, each.is_fall) for each in heard if each.is_called is not each.is_fall
    )
    alone = [each for each in falls if not each.is_close]
    close = [each for each in falls if each.is_close]
    lifts = [each for each in harmless if each.is_lift]
    return RowScore(
        row=row,
        has_rules=has_rules,
        alone_called=_share(each.is_called for each in alone),
        alone_heard=_share(each.is_called or each.is_asked for each in alone),
        close_called=_share(each.is_called for each in close),
        close_heard=_share(each.is_called or each.is_asked for each in close),
        falls_called=_share(each.is_called for each in falls),
        falls_heard=_share(each.is_called or each.is_asked for each in falls),
        false_calls=_share(each.is_called for each in harmless if not each.is_lift),
        false_calls_at_lifts=_share(each.is_called for each in lifts),
        false_calls_at_own_lifts=_share(each.is_called for each in lifts if each.is_own_turn),
        asked=_share(each.is_asked for each in harmless),
        weights_right=_share(
            each.is_weight_right for each in harmless if each.is_weight_right is not None
        ),
        suspected_soon=_share(each.is_suspected_soon for each in falls),
        wrong_by_class={
            f"{scene}, {'missed' if is_fall else 'called'}": Share(wrong[scene, is_fall], count)
            for (scene, is_fall), count in of_class.items()
        },
    )


def _share(hits: Iterable[bool]) -> Share:
    told = [*hits]
    return Share(sum(told), len(told))
