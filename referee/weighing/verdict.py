"""From the numbers of an episode to what happened, in the order in which physics decides."""

from __future__ import annotations

from referee.weighing.episode import Weighed
from referee.weighing.felt import Kind
from referee.weighing.impacts import Struck
from referee.weighing.profile import TouchProfile

_GRAVITY = 9.81
_HEAVIEST_PAIR = 2.2
# A push begins with the episode, after the quiet moments kept from before, and ends at the impact.
_BEFORE_PUSH_S = 0.1
_PUSH_LEVER = 0.75


def judge_weighed(
    weighed: Weighed, struck: Struck, profile: TouchProfile, *, leaning_g: float = 0.0
) -> tuple[Kind, str]:
    """The verdict on an episode of the weight, and the name of the reason.

    `leaning_g` is a still hand that was taken for a load; it may leave as it likes.
    """
    if weighed.dm_g > profile.same_g:
        return _judge_more(weighed, struck, profile)
    if weighed.dm_g < -profile.same_g:
        return _judge_less(weighed, struck, profile, leaning_g)
    return _judge_same(weighed, struck, profile)


def _judge_more(weighed: Weighed, struck: Struck, profile: TouchProfile) -> tuple[Kind, str]:
    if _went_weightless_placing(weighed, profile):
        return Kind.FELL, "weightless-at-placement"
    if struck.energy_g2_s > profile.violent_g2_s:
        return Kind.FELL, "too-hard-for-placement"
    if _slid_off(weighed, profile):
        return Kind.FELL, "slid-off-after-placement"
    clumsy = weighed.dm_g * profile.drop_height_m / _GRAVITY
    deepest = -max(clumsy, _least_drop(weighed, profile))
    is_readable = weighed.is_settled and _is_balanced(weighed, profile)
    if is_readable and weighed.d_g_s2 < deepest:
        return Kind.FELL, "from-too-high"
    if weighed.dm_g > _HEAVIEST_PAIR * max(piece.mass_g for piece in profile.pieces):
        return Kind.HAND, "heavier-than-pieces"
    return Kind.PLACED, "weight-added"


def _judge_less(
    weighed: Weighed, struck: Struck, profile: TouchProfile, leaning_g: float
) -> tuple[Kind, str]:
    heaviest_g = max(piece.mass_g for piece in profile.pieces)
    if leaning_g and abs(leaning_g + weighed.dm_g) < profile.same_g + 0.03 * leaning_g:
        return Kind.HAND, "hand-left"
    if -weighed.dm_g > profile.lift_load * heaviest_g:
        return Kind.FELL, "lost-too-much"
    limit_g = profile.lift_rough_g + profile.lift_rough_share * -weighed.dm_g
    if weighed.roughness_g > limit_g:
        return Kind.FELL, "lost-with-jolt"
    if struck.sharpest_g > profile.lift_impact_g:
        return Kind.FELL, "lost-with-impact"
    # A weight that goes evenly over T leaves D = dm T²/24; a hand cannot let T be nothing.
    can_tell = weighed.period_s < profile.lift_shortest_s / 3
    if can_tell and weighed.d_g_s2 / weighed.dm_g < profile.lift_shortest_s**2 / 24:
        return Kind.FELL, "lost-too-fast"
    return Kind.LIFTED, "taken-smoothly"


def _judge_same(weighed: Weighed, struck: Struck, profile: TouchProfile) -> tuple[Kind, str]:
    if _is_balanced(weighed, profile):
        if weighed.d_g_s2 < -_least_drop(weighed, profile):
            return Kind.FELL, "mass-came-down"
        return Kind.BUMPED, "nothing-came-down"
    if weighed.j_g_s < 0:
        return Kind.BUMPED, "shaken"
    if _fell_pushed(weighed, struck, profile):
        return Kind.FELL, "came-down-under-push"
    return Kind.HAND, "pressed"


def _fell_pushed(weighed: Weighed, struck: Struck, profile: TouchProfile) -> bool:
    """Whether pieces fell while somebody pushed.

    A slight push leaves D readable; under a firm one only weightlessness and violence tell.
    """
    if struck.energy_g2_s > profile.violent_g2_s or _slid_off(weighed, profile):
        return True
    if weighed.j_g_s > profile.firm_j_g_s:
        return _went_weightless_pushed(weighed, profile)
    has_hit = weighed.highest_g > profile.push_hit_g
    if not has_hit or weighed.lightness_g_s < profile.push_light_g_s:
        return False
    is_shattered = _is_ringing(struck, profile) and struck.energy_g2_s > profile.push_energy_g2_s
    return is_shattered or _pushed_drop(weighed) < -profile.push_d_g_s2


def _slid_off(weighed: Weighed, profile: TouchProfile) -> bool:
    """Whether a load of one piece came, went weightless and then hit far harder than it weighs."""
    heaviest_g = max(piece.mass_g for piece in profile.pieces)
    if weighed.plateau_g > profile.slide_load * heaviest_g:
        return False
    load_g = max(weighed.plateau_g, weighed.dm_g)
    return weighed.rebound_g > profile.slide_hit * load_g + profile.slide_hit_g


def _is_ringing(struck: Struck, profile: TouchProfile) -> bool:
    """Whether the plate rang fast, as under pieces, and did not swing with the table."""
    return struck.sharpest_g > profile.ring_ratio * struck.hardest_g


def _went_weightless_pushed(weighed: Weighed, profile: TouchProfile) -> bool:
    """A hand that lets go makes the plate rebound, so more is needed than without one."""
    return (
        weighed.lightness_g_s > profile.firm_light_g_s and weighed.lowest_g < -profile.firm_light_g
    )


def _went_weightless_placing(weighed: Weighed, profile: TouchProfile) -> bool:
    if weighed.j_g_s > profile.firm_j_g_s:
        return _went_weightless_pushed(weighed, profile)
    return (
        weighed.lightness_g_s > profile.place_light_g_s
        and weighed.lowest_g < -profile.place_light_g
    )


def _is_balanced(weighed: Weighed, profile: TouchProfile) -> bool:
    """Whether no outside force acted: J is zero as far as the sums can tell."""
    blur = max(profile.balanced_j_g_s, profile.balanced_j_per_noise * weighed.noise_g)
    # A hard bump swings many times, and a few samples a swing blur the sum.
    is_swinging = weighed.travel_g > profile.swings * weighed.range_g
    per_g = profile.swinging_j_per_g if is_swinging else profile.balanced_j_per_g
    return abs(weighed.j_g_s) < blur + per_g * weighed.range_g


def _least_drop(weighed: Weighed, profile: TouchProfile) -> float:
    """The smallest drop of the centre of mass that the sums can tell from none."""
    blur = profile.fall_d_per_noise * weighed.noise_g
    return max(
        profile.fall_d_g_s2,
        profile.fall_d_per_g * weighed.range_g,
        max(profile.fall_d_per_s2, blur) * weighed.length_s**2,
        profile.fall_d_per_j * abs(weighed.j_g_s) * weighed.length_s,
    )


def _pushed_drop(weighed: Weighed) -> float:
    """The drop if the outside push lay early between the beginning and the impact."""
    lever_s = max(0.0, weighed.step_s - _BEFORE_PUSH_S) * _PUSH_LEVER
    return weighed.d_g_s2 - lever_s * weighed.j_g_s


def judge_struck(
    struck: Struck, profile: TouchProfile, *, is_weighing: bool
) -> tuple[Kind | None, str]:
    """The verdict on a burst of impacts that the weight did not notice; None if it is nothing."""
    if is_weighing:
        is_bump = struck.hardest_g > profile.bump_g
        return (Kind.BUMPED, "shaken-weight-stayed") if is_bump else (None, "")
    if _is_ringing(struck, profile) and _is_shattering(struck, profile):
        return Kind.FELL, "hit-like-a-fall"
    if _is_ringing(struck, profile) and struck.energy_g2_s > profile.doubt_energy_g2_s:
        return Kind.RESTLESS, "dropped-or-fell"
    if struck.shakes:
        return Kind.RESTLESS, "bump-or-fall"
    if struck.hardest_g > profile.bump_g:
        return Kind.BUMPED, "shaken"
    return None, ""


def _is_shattering(struck: Struck, profile: TouchProfile) -> bool:
    """Several impacts that are not faint, or one that is very hard."""
    energy = struck.energy_g2_s
    is_repeated = struck.count >= profile.fall_impacts and energy > profile.fall_energy_g2_s
    return is_repeated or energy > profile.fall_hit_g2_s
