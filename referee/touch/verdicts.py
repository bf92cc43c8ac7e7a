"""What touch tells: a suspicion at once, a verdict with its evidence when all is at rest.

Whether pieces fell is decided from all traits together (`referee.touch.falls`); what it was
otherwise, and what to tell people as the reason, follows the order of the physics.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.touch.episode import EpisodeSummary
from referee.touch.falls import episode_traits, forests, impact_traits, tilt_traits
from referee.touch.impacts import ImpactSummary
from referee.touch.pieces import PieceGuess
from referee.touch.profile import TouchProfile


class TouchKind(StrEnum):
    """What happened on the plate; restless: touch cannot tell, somebody should look."""

    PLACED = "placed"
    LIFTED = "lifted"
    FELL = "fell"
    HAND = "hand"
    BUMPED = "bumped"
    RESTLESS = "restless"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Something may be falling; the lights freeze the table until the verdict."""

    at_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class TouchVerdict:
    """What happened between `began_s` and `ended_s`, told at `at_s`, and the numbers behind it.

    `fall_score` says how strongly the weight speaks for a fall; above zero it is called one.
    """

    kind: TouchKind
    at_s: float
    began_s: float
    ended_s: float
    reason: str
    pieces: tuple[PieceGuess, ...] = ()
    weighed: EpisodeSummary | None = None
    struck: ImpactSummary | None = None
    fall_score: float | None = None


TouchNotice = Suspicion | TouchVerdict

_GRAVITY = 9.81
_HEAVIEST_PAIR = 2.2

Judgement = tuple[TouchKind | None, str]


def fall_score(weighed: EpisodeSummary, profile: TouchProfile) -> float:
    """How strongly an episode of the weight speaks for a fall; above zero it is called one."""
    traits = episode_traits(weighed, profile)
    if weighed.period_s > profile.slow_period_s:
        return forests().slow_cell.score(traits) - profile.slow_fall_score
    return forests().cell.score(traits) - profile.fall_score


def judge_episode(
    weighed: EpisodeSummary, score: float, profile: TouchProfile, *, leaning_g: float = 0.0
) -> tuple[TouchKind, str]:
    """The verdict on an episode of the weight with that fall score, and the name of the reason.

    `leaning_g` is a still hand that was taken for a load; it may leave as it likes.
    """
    if weighed.dm_g > profile.same_g:
        return _judge_more(weighed, profile, is_fall=score > 0)
    if weighed.dm_g < -profile.same_g:
        if leaning_g and abs(leaning_g + weighed.dm_g) < profile.same_g + 0.03 * leaning_g:
            return TouchKind.HAND, "hand-left"
        return _judge_less(weighed, profile, is_fall=score > 0)
    return _judge_same(weighed, profile, is_fall=score > 0)


def _judge_more(
    weighed: EpisodeSummary, profile: TouchProfile, *, is_fall: bool
) -> tuple[TouchKind, str]:
    if is_fall:
        return _why_more_fell(weighed, profile)
    if weighed.dm_g > _HEAVIEST_PAIR * max(piece.mass_g for piece in profile.pieces):
        return TouchKind.HAND, "heavier-than-pieces"
    return TouchKind.PLACED, "weight-added"


def _why_more_fell(weighed: EpisodeSummary, profile: TouchProfile) -> tuple[TouchKind, str]:
    if weighed.lowest_g < -profile.light_g:
        return TouchKind.FELL, "weightless-at-placement"
    if weighed.d_g_s2 < -weighed.dm_g * profile.drop_height_m / _GRAVITY:
        return TouchKind.FELL, "from-too-high"
    return TouchKind.FELL, "slid-off-after-placement"


def _judge_less(
    weighed: EpisodeSummary, profile: TouchProfile, *, is_fall: bool
) -> tuple[TouchKind, str]:
    if not is_fall:
        return TouchKind.LIFTED, "taken-smoothly"
    if -weighed.dm_g > profile.lift_load * max(piece.mass_g for piece in profile.pieces):
        return TouchKind.FELL, "lost-too-much"
    if weighed.roughness_g > profile.lift_rough_share * -weighed.dm_g:
        return TouchKind.FELL, "lost-with-jolt"
    return TouchKind.FELL, "lost-too-fast"


def _judge_same(
    weighed: EpisodeSummary, profile: TouchProfile, *, is_fall: bool
) -> tuple[TouchKind, str]:
    is_balanced = _is_balanced(weighed, profile)
    if is_fall:
        if is_balanced:
            return TouchKind.FELL, "mass-came-down"
        return TouchKind.FELL, "came-down-under-push"
    if is_balanced:
        return TouchKind.BUMPED, "nothing-came-down"
    return (TouchKind.BUMPED, "shaken") if weighed.j_g_s < 0 else (TouchKind.HAND, "pressed")


def _is_balanced(weighed: EpisodeSummary, profile: TouchProfile) -> bool:
    """Whether no outside force acted: J is zero as far as the sums can tell."""
    blur = max(profile.balanced_j_g_s, profile.balanced_j_per_noise * weighed.noise_g)
    # A hard bump swings many times, and a few samples a swing blur the sum.
    is_swinging = weighed.travel_g > profile.swings * weighed.range_g
    per_g = profile.swinging_j_per_g if is_swinging else profile.balanced_j_per_g
    return abs(weighed.j_g_s) < blur + per_g * weighed.range_g


def judge_impacts(struck: ImpactSummary, profile: TouchProfile, *, is_weighing: bool) -> Judgement:
    """The verdict on a burst that the weight did not notice; None if it is nothing."""
    if is_weighing:
        is_bump = struck.hardest_g > profile.bump_g
        return (TouchKind.BUMPED, "shaken-weight-stayed") if is_bump else (None, "")
    return _judge_hits(struck, profile) if struck.count else _judge_shakes(struck, profile)


def _judge_hits(struck: ImpactSummary, profile: TouchProfile) -> Judgement:
    score = forests().accelerometer.score(impact_traits(struck))
    if score > profile.struck_fall_score:
        return TouchKind.FELL, "hit-like-a-fall"
    if score > profile.struck_doubt_score:
        return TouchKind.RESTLESS, "dropped-or-fell"
    return (TouchKind.BUMPED, "shaken") if struck.hardest_g > profile.bump_g else (None, "")


def _judge_shakes(struck: ImpactSummary, profile: TouchProfile) -> Judgement:
    if not struck.shaken.count:
        return None, ""
    if forests().tilt.score(tilt_traits(struck.shaken)) > profile.shaken_fall_score:
        return TouchKind.FELL, "shaken-like-a-fall"
    return TouchKind.RESTLESS, "bump-or-fall"
