"""What touch tells: a suspicion at once, a verdict with its evidence when all is at rest.

Whether pieces fell is decided from all traits together (`referee.touch.fall_traits`); what it was
otherwise, and what to tell people as the reason, follows the order of the physics.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

from referee.touch.episode import EpisodeSummary
from referee.touch.fall_traits import forests, impact_traits, tilt_traits
from referee.touch.impacts import ImpactSummary
from referee.touch.pieces import PieceGuess, PieceMass
from referee.touch.profile import TouchProfile
from referee.touch.weight_traits import episode_traits


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

    `fall_score` says how strongly the weight speaks for a fall: above zero it is called one, above
    `doubt_score` somebody should look. Then `harmless` is the verdict in case nothing fell.
    `fall_reason` is the reason in case something did.
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
    doubt_score: float = 0.0
    fall_reason: str = ""
    harmless: "TouchVerdict | None" = None

    @property
    def step_g(self) -> float:
        """How much heavier the plate is than before."""
        return 0.0 if self.weighed is None else self.weighed.dm_g


TouchNotice = Suspicion | TouchVerdict

_GRAVITY = 9.81
_HEAVIEST_PAIR = 2.2
"""Two of the heaviest pieces and a tenth more: heavier is a hand. With less a worn pair is one."""
_LEANING_SHARE = 0.03
"""A hand that leans on the plate never rests: it leaves with a little more or less than it came."""
_LIGHT_HAND_SHARE = 1 / 3
"""A light hand must leave so exactly, or what it weighed would fit a token as well."""
_LIGHTEST_HAND_G = 0.5
"""What piece and cell may be off; a lighter hand that lets go looks like no fall."""
_LETTING_GO_S = 5.0
"""Whoever still holds what was put down lets go within this; chosen by hand."""
HAND_LEFT = 3.0
"""What speaks against a fall, as a logarithm of odds, if just what may be a hand has left: of falls
that lose up to 20 g one in 20 loses by chance what fits (20 is e³). A hand that is taken away in a
hundredth of a second scores 1.8 to 3, pieces that come down meanwhile 6 to 9."""

_STRUCK_SHARE, _STRUCK_NEUTRAL = 0.5, 4.25
"""Half of it counts, for both feel the same hits, from so far below the limit of a fall on: there
touch without a cell would no longer ask. Chosen on worlds left out (docs/touch.md)."""

Judgement = tuple[TouchKind | None, str]


def fall_score(episode: EpisodeSummary, profile: TouchProfile) -> float:
    """How strongly an episode of the weight speaks for a fall; above zero it is called one."""
    traits = episode_traits(episode, profile)
    if _is_slow(episode, profile):
        return forests().slow_cell.score_named(traits) - profile.slow_fall_score
    return forests().cell.score_named(traits) - profile.fall_score


def struck_odds(burst: ImpactSummary, profile: TouchProfile) -> float:
    """What the accelerometer adds to the score of the weight, if it noticed impacts."""
    if not burst.count:
        return 0.0
    score = forests().accelerometer.score_named(impact_traits(burst))
    return _STRUCK_SHARE * (score - profile.struck_fall_score + _STRUCK_NEUTRAL)


def doubt_score(episode: EpisodeSummary, profile: TouchProfile) -> float:
    """The `fall_score` from which on there is a doubt."""
    if _is_slow(episode, profile):
        return profile.slow_doubt_score - profile.slow_fall_score
    return profile.doubt_score - profile.fall_score


def _is_slow(episode: EpisodeSummary, profile: TouchProfile) -> bool:
    """Whether the samples came so slowly that the slow cell's trees judge them."""
    return episode.period_s > profile.slow_period_s


def decided(verdict: TouchVerdict, more_odds: float = 0.0) -> TouchVerdict:
    """The verdict if so much more (a logarithm of odds) speaks for a fall than what was felt.

    A fall, a doubt, or what it is if nothing fell; a verdict without a score stays what it is.
    """
    harmless = verdict.harmless or verdict
    if harmless.fall_score is None:
        return verdict
    score = harmless.fall_score + more_odds
    if score > 0:
        kind, reason = TouchKind.FELL, harmless.fall_reason
    elif score > harmless.doubt_score:
        kind, reason = TouchKind.RESTLESS, "hand-or-fall"
    else:
        return harmless
    return replace(harmless, kind=kind, reason=reason, pieces=(), harmless=harmless)


@dataclass(frozen=True, slots=True)
class PossibleHand:
    """Weight that was added and that may be a still hand: each of `loads_g`, until `until_s`."""

    loads_g: tuple[float, ...] = ()
    until_s: float = inf

    def has_left(self, episode: EpisodeSummary, profile: TouchProfile) -> bool:
        """Whether this episode took away just what the hand weighed."""
        if episode.opened_s > self.until_s:
            return False
        return any(
            abs(load_g + episode.dm_g)
            < min(profile.same_g, _LIGHT_HAND_SHARE * load_g) + _LEANING_SHARE * load_g
            for load_g in self.loads_g
        )


def possible_hand(verdict: TouchVerdict, pieces: Sequence[PieceMass]) -> PossibleHand:
    """What of the weight that this verdict tells of may be a hand.

    A hand may have put down a piece and leave the rest. What was put down weighs too much while
    somebody still holds it, or is taken for two pieces.
    """
    added_g = verdict.step_g
    kinds = verdict.pieces[0].kinds if verdict.pieces else ()
    masses_g = {each.kind: each.mass_g for each in pieces}
    singles_g = () if len(kinds) == 1 else tuple(masses_g.values())
    all_g = (sum(masses_g[kind] for kind in kinds), *singles_g)
    loads_g = tuple(
        each for each in (added_g - mass_g for mass_g in all_g) if each > _LIGHTEST_HAND_G
    )
    if verdict.kind is TouchKind.HAND:
        return PossibleHand(loads_g)
    if verdict.kind is TouchKind.PLACED:
        return PossibleHand(loads_g, verdict.at_s + _LETTING_GO_S)
    return PossibleHand()


def judge_harmless(
    episode: EpisodeSummary, profile: TouchProfile, *, has_hand_left: bool = False
) -> tuple[TouchKind, str]:
    """What an episode of the weight is if nothing fell, and the name of the reason."""
    if episode.dm_g > profile.same_g:
        if episode.dm_g > _HEAVIEST_PAIR * max(piece.mass_g for piece in profile.pieces):
            return TouchKind.HAND, "heavier-than-pieces"
        return TouchKind.PLACED, "weight-added"
    if episode.dm_g < -profile.same_g:
        if has_hand_left:
            return TouchKind.HAND, "hand-left"
        return TouchKind.LIFTED, "taken-smoothly"
    if _is_balanced(episode, profile):
        return TouchKind.BUMPED, "nothing-came-down"
    return (TouchKind.BUMPED, "shaken") if episode.j_g_s < 0 else (TouchKind.HAND, "pressed")


def why_fell(episode: EpisodeSummary, profile: TouchProfile) -> str:
    """The name of the reason if an episode of the weight is a fall."""
    if episode.dm_g > profile.same_g:
        return _why_more_fell(episode, profile)
    if episode.dm_g < -profile.same_g:
        return _why_less_fell(episode, profile)
    return "mass-came-down" if _is_balanced(episode, profile) else "came-down-under-push"


def _why_more_fell(episode: EpisodeSummary, profile: TouchProfile) -> str:
    if episode.lowest_g < -profile.light_g:
        return "weightless-at-placement"
    if episode.d_g_s2 < -episode.dm_g * profile.drop_height_m / _GRAVITY:
        return "from-too-high"
    return "slid-off-after-placement"


def _why_less_fell(episode: EpisodeSummary, profile: TouchProfile) -> str:
    if -episode.dm_g > profile.lift_load * max(piece.mass_g for piece in profile.pieces):
        return "lost-too-much"
    if episode.roughness_g > profile.lift_rough_share * -episode.dm_g:
        return "lost-with-jolt"
    return "lost-too-fast"


def _is_balanced(episode: EpisodeSummary, profile: TouchProfile) -> bool:
    """Whether no outside force acted: J is zero as far as the sums can tell."""
    blur = max(profile.balanced_j_g_s, profile.balanced_j_per_noise * episode.noise_g)
    # A hard bump swings many times, and a few samples a swing blur the sum.
    is_swinging = episode.travel_g > profile.swings * episode.range_g
    per_g = profile.swinging_j_per_g if is_swinging else profile.balanced_j_per_g
    return abs(episode.j_g_s) < blur + per_g * episode.range_g


def judge_impacts(burst: ImpactSummary, profile: TouchProfile, *, has_weight: bool) -> Judgement:
    """The verdict on a burst that the weight did not notice; None if it is nothing."""
    if has_weight:
        is_bump = burst.hardest_g > profile.bump_g
        return (TouchKind.BUMPED, "shaken-weight-stayed") if is_bump else (None, "")
    return _judge_hits(burst, profile) if burst.count else _judge_tilts(burst, profile)


def _judge_hits(burst: ImpactSummary, profile: TouchProfile) -> Judgement:
    score = forests().accelerometer.score_named(impact_traits(burst))
    if score > profile.struck_fall_score:
        return TouchKind.FELL, "hit-like-a-fall"
    if score > profile.struck_doubt_score:
        return TouchKind.RESTLESS, "dropped-or-fell"
    return (TouchKind.BUMPED, "shaken") if burst.hardest_g > profile.bump_g else (None, "")


def _judge_tilts(burst: ImpactSummary, profile: TouchProfile) -> Judgement:
    if not burst.shaken.count:
        return None, ""
    if forests().tilt.score_named(tilt_traits(burst.shaken)) > profile.shaken_fall_score:
        return TouchKind.FELL, "shaken-like-a-fall"
    return TouchKind.RESTLESS, "bump-or-fall"
