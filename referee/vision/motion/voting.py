"""One reading from several of the same still tray: the frames vote, die by die.

Frames of one camera err alike, so ten of them are not ten witnesses. Their odds are multiplied as
those of a few independent ones, and a die whose face flickers is doubtful however sure each frame.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp, log
from statistics import fmean, median

import msgspec

from referee.vision.motion.changes import nearest_pairs
from referee.vision.readings import (
    Certainty,
    DieFinding,
    Likely,
    Point,
    ReadDie,
    Reading,
    ReadingFinding,
)

_CORRELATION = 0.8
"""How much alike two frames of a still tray err; assumed, not measured. 1 would make every further
frame worthless, 0 would make ten frames with the same mistake certain of it."""
_SAME_DIE_DICE = 0.5
_MIN_AGREED = 0.8
"""Chosen by hand: with more, one bad frame in five asks the players; with less, a flickering face
passes."""
_GHOST_SHARE = 0.25
"""A die in so few of the frames is none; more would lose a die that a hand hid for a while."""
_VOTE_CERTAIN_FROM = 0.97
_FLOOR = 0.005
"""No frame may rule a face out altogether: one glare would outvote all others."""
_OTHER = "\0"
"""Stands for all faces that a frame did not name; no face can be called so."""


def vote(readings: Sequence[Reading]) -> Reading:
    """The readings of one still tray as one; none at all make an empty reading."""
    frames = len(readings)
    if not frames:
        return Reading((), 0.0, (ReadingFinding.NO_DICE,))
    die_px = median(reading.die_px for reading in readings)
    tracks = _tracks(readings, _SAME_DIE_DICE * die_px)
    is_real = [track for track in tracks if len(track) > _GHOST_SHARE * frames]
    dice = tuple(sorted((_voted(track, frames) for track in is_real), key=_reading_order))
    return Reading(dice, die_px, _findings(readings, is_empty=not dice))


def _reading_order(die: ReadDie) -> tuple[float, float]:
    x, y = die.centre_px
    return y, x


def _tracks(readings: Sequence[Reading], within_px: float) -> list[list[ReadDie]]:
    """The same die through the frames, for each die; frames in which it was missed are left out."""
    tracks: list[list[ReadDie]] = []
    for reading in readings:
        places = [_centre(track) for track in tracks]
        pairs = nearest_pairs(places, [die.centre_px for die in reading.dice], within_px)
        for track, number in pairs:
            tracks[track].append(reading.dice[number])
        known = {number for _, number in pairs}
        tracks.extend([die] for number, die in enumerate(reading.dice) if number not in known)
    return tracks


def _centre(track: Sequence[ReadDie]) -> Point:
    return fmean(die.centre_px[0] for die in track), fmean(die.centre_px[1] for die in track)


def _voted(track: Sequence[ReadDie], frames: int) -> ReadDie:
    chances = _combined([_chances(die) for die in track])
    face, confidence = _best(chances)
    agreeing = [die for die in track if die.face == face]
    agreed_share = len(agreeing) / frames
    model = max(agreeing or track, key=lambda die: die.confidence)
    findings = _die_findings(track)
    certainty = _certainty(track, face, confidence, agreed_share, is_odd=bool(findings))
    named = sorted(chances.items(), key=lambda item: -item[1])
    likely = tuple(Likely(name, chance) for name, chance in named if name != _OTHER)
    return msgspec.structs.replace(
        model,
        # What most frames could not name is not named by the likeliest guess either.
        face="" if certainty is Certainty.UNKNOWN else face,
        centre_px=_centre(track),
        confidence=confidence,
        certainty=certainty,
        likely=likely[:3],
        findings=findings,
    )


def _chances(die: ReadDie) -> dict[str, float]:
    """How likely each face is in one frame; what is left over is any other face."""
    chances = {each.face: each.probability for each in die.likely if each.face}
    if die.face and die.face not in chances:
        chances[die.face] = die.confidence
    chances[_OTHER] = max(0.0, 1.0 - sum(chances.values()))
    return chances


def _combined(frames: Sequence[dict[str, float]]) -> dict[str, float]:
    """The odds of the frames multiplied, as if there were fewer of them than there are."""
    witnesses = 1.0 + (len(frames) - 1) * (1.0 - _CORRELATION)
    # Not a set: sums and ties would depend on the order of its hashes.
    faces = dict.fromkeys(face for chances in frames for face in chances)
    weights = {
        face: witnesses * fmean(log(max(chances.get(face, 0.0), _FLOOR)) for chances in frames)
        for face in faces
    }
    highest = max(weights.values())
    shares = {face: exp(weight - highest) for face, weight in weights.items()}
    total = sum(shares.values())
    return {face: share / total for face, share in shares.items()}


def _best(chances: dict[str, float]) -> tuple[str, float]:
    named = {face: chance for face, chance in chances.items() if face != _OTHER}
    if not named:
        return "", 0.0
    face = max(sorted(named), key=lambda name: named[name])
    return face, named[face]


def _die_findings(track: Sequence[ReadDie]) -> tuple[DieFinding, ...]:
    """What at least half of the frames found odd."""
    counts = Counter(finding for die in track for finding in set(die.findings))
    return tuple(finding for finding in DieFinding if 2 * counts[finding] >= len(track) > 0)


def _certainty(
    track: Sequence[ReadDie], face: str, confidence: float, agreed_share: float, *, is_odd: bool
) -> Certainty:
    unknown = sum(die.certainty is Certainty.UNKNOWN for die in track)
    if not face or 2 * unknown > len(track):
        return Certainty.UNKNOWN
    is_contradicted = any(die.is_certain and die.face != face for die in track)
    if is_odd or is_contradicted or agreed_share < _MIN_AGREED:
        return Certainty.DOUBTFUL
    sure = sum(die.is_certain for die in track)
    is_sure = 2 * sure > len(track) or confidence >= _VOTE_CERTAIN_FROM
    return Certainty.CERTAIN if is_sure else Certainty.DOUBTFUL


def _findings(readings: Sequence[Reading], *, is_empty: bool) -> tuple[ReadingFinding, ...]:
    counts = Counter(finding for reading in readings for finding in set(reading.findings))
    counts[ReadingFinding.NO_DICE] = len(readings) if is_empty else 0
    return tuple(finding for finding in ReadingFinding if 2 * counts[finding] > len(readings))
