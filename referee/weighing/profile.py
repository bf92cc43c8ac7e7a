"""What a table knows about its own scale: the pieces' masses and every threshold of touch."""

from __future__ import annotations

from pathlib import Path

import msgspec

from referee.errors import InputError


class PieceMass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: what it weighs, and how much two of its kind differ (one deviation)."""

    kind: str
    mass_g: float
    spread_g: float


DEFAULT_PIECES = (
    PieceMass("die", 5.0, 0.08),
    PieceMass("token", 1.6, 0.05),
    PieceMass("cylinder", 2.8, 0.06),
    PieceMass("castle", 11.5, 0.15),
)


class TouchProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every number that touch depends on; a table's calibration replaces the defaults.

    Integrals: J in gram seconds, D in gram seconds squared (the drop of mass times height over g).
    """

    pieces: tuple[PieceMass, ...] = DEFAULT_PIECES
    counts_per_gram: float = 2147.0
    offset_counts: float = 0.0

    # Opening and closing an episode.
    open_g: float = 0.35
    quiet_g: float = 0.06
    noise_factor: float = 3.0
    settle_s: float = 0.3
    before_s: float = 0.1
    baseline_s: float = 1.0
    longest_s: float = 5.0
    wild_g: float = 15.0

    # Same weight before and after: a hand, a bump, a fall. What counts as a drop of the centre of
    # mass grows with the violence and the length of the episode, because both blur the sums.
    same_g: float = 0.8
    balanced_j_g_s: float = 0.03
    balanced_j_per_g: float = 4e-4
    swinging_j_per_g: float = 24e-4
    swings: float = 5.0
    fall_d_g_s2: float = 0.0018
    fall_d_per_g: float = 1e-4
    fall_d_per_s2: float = 0.012
    fall_d_per_j: float = 0.6
    fall_d_per_noise: float = 0.4
    balanced_j_per_noise: float = 0.8
    push_light_g_s: float = 0.14
    push_hit_g: float = 5.0
    push_d_g_s2: float = 0.004
    push_energy_g2_s: float = 0.012
    firm_j_g_s: float = 1.0
    firm_light_g_s: float = 0.2
    firm_light_g: float = 3.0
    violent_g2_s: float = 0.3

    # More weight than before: a piece may be dropped from a little height, no more.
    drop_height_m: float = 0.035

    place_light_g_s: float = 0.1
    place_light_g: float = 1.0

    # A piece that slides off again: at most this many times the heaviest, hitting that hard.
    slide_load: float = 1.4
    slide_hit: float = 2.0
    slide_hit_g: float = 2.0

    # Less weight than before: a lift is one piece, and smooth; a fall is not.
    lift_load: float = 1.2
    lift_rough_g: float = 0.3
    lift_rough_share: float = 0.35
    lift_shortest_s: float = 0.06
    lift_impact_g: float = 0.3

    # Suspicion.
    suspect_light_g: float = 0.6
    suspect_jump_g: float = 8.0
    suspect_load_g: float = 15.0
    suspect_impact_g: float = 0.12

    # Impacts felt by the accelerometer or the tilt switch.
    impact_g: float = 0.06
    impact_dead_s: float = 0.03
    impact_quiet_s: float = 0.35
    bump_g: float = 0.1
    ring_ratio: float = 1.7
    fall_impacts: int = 2
    fall_energy_g2_s: float = 0.001
    fall_hit_g2_s: float = 0.01
    doubt_energy_g2_s: float = 0.0005


def read_profile(path: Path) -> TouchProfile:
    """The profile in a TOML or JSON file, every value checked; an unknown key is a mistake."""
    try:
        content = path.read_bytes()
        decode = msgspec.json.decode if path.suffix == ".json" else msgspec.toml.decode
        return checked(decode(content, type=TouchProfile))
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise InputError(
            f"{path} cannot be read ({reason}); give the path of a touch profile."
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"Please correct the touch profile {path.name}: {error}.") from None


def checked(profile: TouchProfile) -> TouchProfile:
    """The profile itself if it can be used at all."""
    if not profile.pieces:
        raise InputError("Please correct the touch profile: it knows no pieces; list at least one.")
    for piece in profile.pieces:
        if not (piece.mass_g > 0 and piece.spread_g > 0):
            raise InputError(
                f"Please correct the touch profile: the mass and spread of a {piece.kind} "
                "must be above zero."
            )
    for name in ("counts_per_gram", "open_g", "quiet_g", "settle_s", "baseline_s", "longest_s"):
        if not getattr(profile, name) > 0:
            raise InputError(f"Please correct the touch profile: {name} must be above zero.")
    return profile
