"""What the steps of the scale have measured so far, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from referee.errors import InputError
from referee.games.boxes import every_piece, installed_games
from referee.games.pieces import pieces_of
from referee.touch.calibration import PlateRest, Ring
from referee.touch.counts import ScaleCalibration, calibration_from_weights
from referee.touch.pieces import ClosestPair, PieceMass, closest_pair, piece_mass
from referee.touch.profile import TouchProfile
from referee.touch.shown_hands import ShownTouch


@dataclass(frozen=True, slots=True)
class KnownMass:
    """A weight that is known: so many dice of the box, or a mass of so many grams."""

    grams: float
    dice: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.grams <= 50_000:
            raise InputError(
                f"A reference of {self.grams:g} g cannot be used: take a mass from 1 to 50000 g."
            )

    @classmethod
    def of_dice(cls, share: float = 1.0) -> KnownMass:
        """All dice of a box, or this share of them; all grams are as right as their usual mass."""
        die = every_piece().get("die")
        if die is None:
            raise InputError("No game here has dice to weigh: give both --mass and --second-mass.")
        dice = int(die.count * share)
        return cls(dice * die.mass_g, dice)


@dataclass(frozen=True, slots=True)
class ScaleResult:
    """A calibrated scale, the pieces it knows, and how good it is."""

    calibration: ScaleCalibration
    pieces: tuple[PieceMass, ...]
    linearity_share: float
    """How far the second weight was from the straight line, as a share of it."""
    drift_g_min: float
    rate_hz: float
    closest: ClosestPair | None
    ring: Ring | None = None
    """How the tapped plate rings."""
    shown: tuple[ShownTouch, ...] = ()
    """What was felt of hands; empty if nobody showed any."""


@dataclass(slots=True)
class ScaleMeasurements:
    """The rests that were accepted: of the empty plate and under known weights."""

    capacity_g: float | None = None
    weighed: dict[str, tuple[float, PlateRest]] = field(default_factory=dict)
    """By step: the grams that lay there, and what was read."""
    quiet: PlateRest | None = None
    ring: Ring | None = None
    pieces: dict[str, tuple[float, ...]] = field(default_factory=dict)
    shown: list[ShownTouch] = field(default_factory=list)

    @property
    def is_gram_known(self) -> bool:
        """Whether the empty plate and one known weight were accepted."""
        return "scale-known" in self.weighed

    @property
    def calibration(self) -> ScaleCalibration:
        """The line through all weights; the empty plate is where it was last."""
        pairs = [(grams, rest.level) for grams, rest in self.weighed.values()]
        found = calibration_from_weights(pairs, self.capacity_g)
        tare = found.tare_counts if self.quiet is None else self.quiet.level
        rests = [rest for _, rest in self.weighed.values()]
        noise = max(rest.noise for rest in (rests if self.quiet is None else [self.quiet]))
        return msgspec.structs.replace(found, tare_counts=tare, noise_counts=noise)

    def linearity_share(self, grams: float, level: float) -> float:
        """How far a reading is from the line through empty plate and first weight."""
        empty, known = self.weighed["scale-empty"][1], self.weighed["scale-known"]
        per_gram = (known[1].level - empty.level) / known[0]
        return abs((level - empty.level) / per_gram - grams) / grams

    def masses(self) -> tuple[PieceMass, ...]:
        """The pieces that were weighed."""
        # A level is the mean of many readings, so hardly anything is left of their noise.
        noise_g = self.calibration.noise_g / 5
        return tuple(piece_mass(kind, each, noise_g) for kind, each in self.pieces.items())

    @property
    def usual_touch(self) -> TouchProfile:
        """Touch with the usual limits, the plate and the pieces of this table."""
        touch = TouchProfile(pieces=self.masses())
        heard_hz = None if self.ring is None else self.ring.frequency_hz
        return touch if heard_hz is None else msgspec.structs.replace(touch, plate_hz=heard_hz)

    def result(self) -> ScaleResult:
        """All that was measured."""
        if self.quiet is None:
            raise InputError("The scale is not calibrated yet: go through all of its steps.")
        calibration, pieces = self.calibration, self.masses()
        second = self.weighed.get("scale-second")
        return ScaleResult(
            calibration,
            pieces,
            0.0 if second is None else self.linearity_share(second[0], second[1].level),
            60 * self.quiet.drift_per_s / calibration.counts_per_gram,
            self.quiet.rate_hz,
            _closest_of_a_game(pieces, calibration.noise_g),
            self.ring,
            tuple(self.shown),
        )


def _closest_of_a_game(pieces: tuple[PieceMass, ...], noise_g: float) -> ClosestPair | None:
    """The two most alike that may be put down in one game."""
    boxes = [{each.kind for each in pieces_of(game)} for game in installed_games()]
    pairs = [closest_pair([one for one in pieces if one.kind in box], noise_g) for box in boxes]
    return min(filter(None, pairs), key=lambda pair: pair.deviations, default=None)
