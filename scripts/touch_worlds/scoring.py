"""What touch makes of a world: shares with their 95 % intervals, and false calls by class."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import TouchKind, TouchNotice, TouchVerdict
from scripts.bench.figures import Progress
from scripts.bench.touch_score import notices_of, score
from scripts.touch_worlds.rows import Row
from scripts.touch_worlds.worlds import World

_NEAR_G = 0.3
_SOON_S = 0.15
_DEVIATIONS = 1.96


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
    is_called: bool
    is_asked: bool
    is_suspected_soon: bool
    is_weight_right: bool | None


class RowScore(msgspec.Struct, frozen=True):
    """Touch at one kind of table."""

    row: str
    alone_called: Share
    close_called: Share
    falls_heard: Share
    false_calls: Share
    false_calls_at_lifts: Share
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
    on_progress: Progress | None = None,
) -> list[RowScore]:
    """So many scenes of each class, each heard at every kind of table."""
    heard: Mapping[str, list[Heard]] = {row.name: [] for row in rows}
    plan = list(world.plan(harmless, falls, first_seed))
    for done, (scene, seed) in enumerate(plan, start=1):
        for plate_hz in dict.fromkeys(row.plate_hz for row in rows):
            trace = world.play(scene, seed, plate_hz)
            for row in rows:
                if row.plate_hz == plate_hz:
                    heard[row.name].append(_hear(trace, row, is_lift=scene in world.lifts))
        if on_progress is not None:
            on_progress(done, len(plan))
    return [_summed(row.name, heard[row.name]) for row in rows]


def _hear(trace: TowerTrace, row: Row, *, is_lift: bool) -> Heard:
    outcome = trace.outcome
    notices = notices_of(row.readings(trace), TouchProfile(pieces=tuple(outcome.felt)))
    found = score(outcome, notices)
    soon_s = found.suspect_after_s
    return Heard(
        scene=outcome.scene,
        is_fall=outcome.is_fall,
        is_close=outcome.is_at_placement(),
        is_lift=is_lift,
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


def _summed(row: str, heard: Sequence[Heard]) -> RowScore:
    falls = [each for each in heard if each.is_fall]
    harmless = [each for each in heard if not each.is_fall]
    of_class = Counter((each.scene, each.is_fall) for each in heard)
    wrong = Counter(
        (each.scene, each.is_fall) for each in heard if each.is_called is not each.is_fall
    )
    return RowScore(
        row=row,
        alone_called=_share(each.is_called for each in falls if not each.is_close),
        close_called=_share(each.is_called for each in falls if each.is_close),
        falls_heard=_share(each.is_called or each.is_asked for each in falls),
        false_calls=_share(each.is_called for each in harmless if not each.is_lift),
        false_calls_at_lifts=_share(each.is_called for each in harmless if each.is_lift),
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
    told = list(hits)
    return Share(sum(told), len(told))
