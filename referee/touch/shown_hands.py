"""What a table feels of hands that are shown to it, and the limits of a fall that follow from it.

Nothing falls while hands are shown. So what scores like a fall is how hands feel at this table, and
its limits move up: far enough for these hands, as long as falls are still called.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from referee.touch.profile import TouchProfile
from referee.touch.verdicts import TouchVerdict

_MOST_UP = {
    False: {"fall_score": 1.0, "doubt_score": 0.5},
    True: {"slow_fall_score": 0.5, "slow_doubt_score": 0.25},
}
"""The limits, those of a slow cell apart, and how far each moves at most, as a logarithm of odds.

Of 400 falls of the world `forces` (docs/touch.md) with good parts that costs at most 1 in 20 of
those that are called, and 1 in 70 of those that are called or asked about. The scores of a slow
cell lie closer together: half as much costs up to 1 in 7 of those that are called."""
_SPARE = 0.2
"""The next touch of the same hand scores a little higher; chosen by hand."""


Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class ShownHands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Touches that were shown to a table, and how many of them its limits take for a fall."""

    felt: Number
    asked: Number = 0
    called: Number = 0


class ShownTouch(msgspec.Struct, frozen=True):
    """How much a touch speaks for a fall, as a logarithm of odds, with what the rules add to it."""

    score: float
    is_slow: bool


def shown_touch(
    verdict: TouchVerdict, profile: TouchProfile, more_odds: float = 0.0
) -> ShownTouch | None:
    """The touch behind a verdict with this profile; None if the weight felt nothing."""
    felt = verdict.harmless or verdict
    if felt.fall_score is None or felt.weighed is None:
        return None
    slow = felt.weighed.period_s > profile.slow_period_s
    limit = profile.slow_fall_score if slow else profile.fall_score
    return ShownTouch(felt.fall_score + limit + more_odds, slow)


def adapted(profile: TouchProfile, touches: Sequence[ShownTouch]) -> TouchProfile:
    """The profile with limits for these touches; those of which nothing was shown stay."""
    moved: dict[str, float] = {}
    for slow, bounds in _MOST_UP.items():
        scores = [each.score for each in touches if each.is_slow == slow]
        for name, most_up in bounds.items() if scores else ():
            usual: float = getattr(TouchProfile(), name)
            wanted = max(usual, max(scores) + _SPARE)
            moved[name] = round(min(wanted, usual + most_up), 2)
    return msgspec.structs.replace(profile, **moved)


def judged(profile: TouchProfile, touches: Sequence[ShownTouch]) -> ShownHands:
    """What the limits of this profile make of the touches."""
    asked = called = 0
    for each in touches:
        fall = profile.slow_fall_score if each.is_slow else profile.fall_score
        doubt = profile.slow_doubt_score if each.is_slow else profile.doubt_score
        called += each.score > fall
        asked += doubt < each.score <= fall
    return ShownHands(len(touches), asked, called)
