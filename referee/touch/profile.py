"""Every threshold of touch, as the profile of a table may set it."""

from math import inf
from pathlib import Path

import msgspec

from referee.errors import InputError
from referee.touch.pieces import PieceMass


class TouchProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every number that touch depends on; a table's calibration replaces the defaults.

    They were tuned on simulated scenes and scored on others (docs/touch.md); none was
    measured on a real cell yet. Those that open and close episodes were there before the trees were
    fitted: with others the traits differ, and `falls.json` needs a new fit (`scripts/fit_touch`).

    Integrals: J in gram seconds, D in gram seconds squared (the drop of mass times height over g).
    """

    pieces: tuple[PieceMass, ...] = ()
    """What this table has measured; the others weigh what their games say."""
    counts_per_gram: float = 2147.0
    """A 1 kg cell of 1 mV/V on an HX711 at gain 128, computed; negative upside down."""
    offset_counts: float = 0.0
    plate_hz: float = 73.0
    """How fast the empty plate swings on its cell, as tapping it told; 73 as in the simulator."""

    # Opening and closing an episode. A 1 kg cell has 0.02 g of noise, the lightest piece 1.6 g.
    open_g: float = 0.35
    quiet_g: float = 0.06
    noise_factor: float = 3.0
    settle_s: float = 0.3
    before_s: float = 0.1
    baseline_s: float = 1.0
    longest_s: float = 5.0
    wild_g: float = 1.0
    """A smaller wild number opens no episode by itself, and in one it moves no sum that counts."""

    # How much the traits must speak for a fall (logarithm of the odds) before it is called one, and
    # before somebody is asked. They come with the trees from `python -m scripts.fit_touch fit`.
    # Higher ones miss falls, lower ones accuse people, or ask them more often. Those of falls stay:
    # a new fit moves what its trees say, so that profiles that were written keep their meaning.
    fall_score: float = 0.6
    doubt_score: float = -0.9
    slow_fall_score: float = 0.9
    slow_doubt_score: float = -1.1
    slow_period_s: float = 0.03
    struck_fall_score: float = -2.65
    struck_doubt_score: float = -6.9
    shaken_fall_score: float = -1.0

    # Same weight before and after, and nothing fell: a bump, or a hand. Half of the lightest piece
    # is the same weight; what is said about J allows for the blur of its sums.
    same_g: float = 0.8
    balanced_j_g_s: float = 0.03
    balanced_j_per_g: float = 4e-4
    swinging_j_per_g: float = 24e-4
    swings: float = 5.0
    balanced_j_per_noise: float = 0.8

    # What to tell as the reason of a fall; these change no verdict.
    light_g: float = 1.0
    drop_height_m: float = 0.035
    lift_load: float = 1.2
    lift_rough_share: float = 0.5

    # Suspicion: 100 % of falls within 150 ms were asked for. Higher ones are late, lower ones
    # freeze the lights at every placement.
    suspect_light_g: float = 0.6
    suspect_jump_g: float = 8.0
    suspect_load_g: float = 15.0
    suspect_impact_g: float = 0.12

    # Impacts on the accelerometer or the tilt switch.
    impact_g: float = 0.055
    impact_dead_s: float = 0.03
    impact_quiet_s: float = 0.6
    bump_g: float = 0.1


def read_touch_profile(path: Path) -> TouchProfile:
    """The profile in a TOML or JSON file, every value checked; an unknown key is a mistake."""
    try:
        content = path.read_bytes()
        decode = msgspec.json.decode if path.suffix == ".json" else msgspec.toml.decode
        return checked_touch_profile(decode(content, type=TouchProfile))
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise InputError(
            f"{path} cannot be read ({reason}); give the path of a touch profile."
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"Please correct the touch profile {path.name}: {error}.") from None


def checked_touch_profile(profile: TouchProfile) -> TouchProfile:
    """The profile itself if it can be used at all."""
    for piece in profile.pieces:
        if not (piece.mass_g > 0 and piece.spread_g > 0):
            raise InputError(
                f"Please correct the touch profile: the mass and spread of a {piece.kind} "
                "must be above zero."
            )
    if not 0 < abs(profile.counts_per_gram) < inf:
        raise InputError(
            "Please correct the touch profile: counts_per_gram must be a number other than zero."
        )
    for name in ("open_g", "quiet_g", "settle_s", "baseline_s", "longest_s", "plate_hz"):
        if not getattr(profile, name) > 0:
            raise InputError(f"Please correct the touch profile: {name} must be above zero.")
    return profile
