"""From the numbers of an episode to what happened.

Whether pieces fell is weighed from all traits together (`referee.weighing.forest`); what it was
otherwise, and what to tell people as the reason, is decided in the order of the physics.
"""

from __future__ import annotations

from referee.weighing.episode import Weighed
from referee.weighing.felt import Kind
from referee.weighing.forest import forests
from referee.weighing.impacts import Struck
from referee.weighing.profile import TouchProfile
from referee.weighing.traits import shaken_traits, struck_traits, weighed_traits

_GRAVITY = 9.81
_HEAVIEST_PAIR = 2.2

Judgement = tuple[Kind | None, str]


def fall_score(weighed: Weighed, profile: TouchProfile) -> float:
    """How strongly an episode of the weight speaks for a fall; above zero it is called one."""
    traits = weighed_traits(weighed, profile)
    if weighed.period_s > profile.slow_period_s:
        return forests().slow_cell.score(traits) - profile.slow_fall_score
    return forests().cell.score(traits) - profile.fall_score


def judge_weighed(
    weighed: Weighed, score: float, profile: TouchProfile, *, leaning_g: float = 0.0
) -> tuple[Kind, str]:
    """The verdict on an episode of the weight with that fall score, and the name of the reason.

    `leaning_g` is a still hand that was taken for a load; it may leave as it likes.
    """
    if weighed.dm_g > profile.same_g:
        return _judge_more(weighed, profile, is_fall=score > 0)
    if weighed.dm_g < -profile.same_g:
        if leaning_g and abs(leaning_g + weighed.dm_g) < profile.same_g + 0.03 * leaning_g:
            return Kind.HAND, "hand-left"
        return _judge_less(weighed, profile, is_fall=score > 0)
    return _judge_same(weighed, profile, is_fall=score > 0)


def _judge_more(weighed: Weighed, profile: TouchProfile, *, is_fall: bool) -> tuple[Kind, str]:
    if is_fall:
        return _why_more_fell(weighed, profile)
    if weighed.dm_g > _HEAVIEST_PAIR * max(piece.mass_g for piece in profile.pieces):
        return Kind.HAND, "heavier-than-pieces"
    return Kind.PLACED, "weight-added"


def _why_more_fell(weighed: Weighed, profile: TouchProfile) -> tuple[Kind, str]:
    if weighed.lowest_g < -profile.light_g:
        return Kind.FELL, "weightless-at-placement"
    if weighed.d_g_s2 < -weighed.dm_g * profile.drop_height_m / _GRAVITY:
        return Kind.FELL, "from-too-high"
    return Kind.FELL, "slid-off-after-placement"


def _judge_less(weighed: Weighed, profile: TouchProfile, *, is_fall: bool) -> tuple[Kind, str]:
    if not is_fall:
        return Kind.LIFTED, "taken-smoothly"
    if -weighed.dm_g > profile.lift_load * max(piece.mass_g for piece in profile.pieces):
        return Kind.FELL, "lost-too-much"
    if weighed.roughness_g > profile.lift_rough_share * -weighed.dm_g:
        return Kind.FELL, "lost-with-jolt"
    return Kind.FELL, "lost-too-fast"


def _judge_same(weighed: Weighed, profile: TouchProfile, *, is_fall: bool) -> tuple[Kind, str]:
    is_balanced = _is_balanced(weighed, profile)
    if is_fall:
        if is_balanced:
            return Kind.FELL, "mass-came-down"
        return Kind.FELL, "came-down-under-push"
    if is_balanced:
        return Kind.BUMPED, "nothing-came-down"
    return (Kind.BUMPED, "shaken") if weighed.j_g_s < 0 else (Kind.HAND, "pressed")


def _is_balanced(weighed: Weighed, profile: TouchProfile) -> bool:
    """Whether no outside force acted: J is zero as far as the sums can tell."""
    blur = max(profile.balanced_j_g_s, profile.balanced_j_per_noise * weighed.noise_g)
    # A hard bump swings many times, and a few samples a swing blur the sum.
    is_swinging = weighed.travel_g > profile.swings * weighed.range_g
    per_g = profile.swinging_j_per_g if is_swinging else profile.balanced_j_per_g
    return abs(weighed.j_g_s) < blur + per_g * weighed.range_g


def judge_struck(struck: Struck, profile: TouchProfile, *, is_weighing: bool) -> Judgement:
    """The verdict on a burst that the weight did not notice; None if it is nothing."""
    if is_weighing:
        is_bump = struck.hardest_g > profile.bump_g
        return (Kind.BUMPED, "shaken-weight-stayed") if is_bump else (None, "")
    return _judge_hits(struck, profile) if struck.count else _judge_shakes(struck, profile)


def _judge_hits(struck: Struck, profile: TouchProfile) -> Judgement:
    score = forests().accelerometer.score(struck_traits(struck))
    if score > profile.struck_fall_score:
        return Kind.FELL, "hit-like-a-fall"
    if score > profile.struck_doubt_score:
        return Kind.RESTLESS, "dropped-or-fell"
    return (Kind.BUMPED, "shaken") if struck.hardest_g > profile.bump_g else (None, "")


def _judge_shakes(struck: Struck, profile: TouchProfile) -> Judgement:
    if not struck.shaken.count:
        return None, ""
    if forests().tilt.score(shaken_traits(struck.shaken)) > profile.shaken_fall_score:
        return Kind.FELL, "shaken-like-a-fall"
    return Kind.RESTLESS, "bump-or-fall"
