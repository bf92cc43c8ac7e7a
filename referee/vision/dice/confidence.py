"""How sure a reading is: what the two methods say about a die, turned into a probability.

The network and the layout check fail on different dice, so their agreement says more than either
alone. The weights are fitted on pictures that the network was not trained with; docs/dice.md shows
how often readings of each confidence were right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from referee.vision.readings import Certainty, Likely

CERTAIN_FROM = 0.98
"""A reading this sure is used without asking; chosen on the photographs of docs/dice.md: none was
wrong above it, and 14 % of the mixed dice stay doubtful."""

_FLOOR = 1e-3
_FITS_WELL = 0.65
ROOM_ENOUGH = 1.2


@dataclass(frozen=True, slots=True)
class DieEvidence:
    """What is known about one die and the value that the network gives it."""

    face: float
    """The first look: a top face is here."""

    value: float
    """The first look: how strongly it shows the value."""

    share: float
    other: float
    """The close look: the chance of the value, and of the likeliest other answer."""

    fit: float
    """The layout check: how well the layout of the value fits."""

    lead: float
    """The layout check: how much better it fits than the best of the others; below 0, worse."""

    size: float
    """The logarithm of the die's width against the usual one, without its sign."""

    room: float
    """Widths to the nearest centre that is stronger: a side face lies less than one away."""

    usual_face: float
    """The first look: how surely there is a top face at the usual die of this picture."""

    edge: float
    """How clear the outline of the top face is, 0 … 1."""

    is_off_tray: bool = False
    """Nobody knows the plane: a playing card may lie there, or a key."""

    def features(self) -> tuple[float, ...]:
        """The numbers that are weighed; each grows with the confidence."""
        misfit = (min(0.0, self.fit - _FITS_WELL),) if self.is_off_tray else ()
        return (
            1.0,
            _odds(self.face),
            _odds(self.value),
            _odds(self.share),
            -_odds(self.other),
            self.fit,
            self.lead,
            -min(self.size, 0.7),
            min(self.room, ROOM_ENOUGH),
            self.edge,
            min(0.0, _odds(self.face) - _odds(self.usual_face)),
            *misfit,
        )


# Fitted by `python -m scripts.train_dice.confidence --data PHOTOGRAPHS` on the photographs that are
# kept for validation (collections mixed-top-down and webcam) and on drawn scenes of the unseen
# domain.
WEIGHTS: tuple[float, ...] = (
    -6.976,
    0.748,
    0.0,
    0.656,
    0.0,
    1.866,
    1.051,
    0.517,
    4.626,
    1.769,
    0.61,
)


# In pictures without a known plane pips must lie as they do on a die: of the dice in the choosing
# halves of docs/dice.md one in fifty fits worse than `_FITS_WELL`, of hearts on playing cards most
# do. The last weight was chosen there; `--off-tray` shows what it gives on other pictures.
OFF_TRAY_WEIGHTS: tuple[float, ...] = (*WEIGHTS, 12.0)


def _odds(probability: float) -> float:
    limited = min(max(probability, _FLOOR), 1 - _FLOOR)
    return log(limited / (1 - limited))


def probability(evidence: DieEvidence) -> float:
    """The chance that the value is right."""
    weights = OFF_TRAY_WEIGHTS if evidence.is_off_tray else WEIGHTS
    total = sum(w * f for w, f in zip(weights, evidence.features(), strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def certainty_of(confidence: float) -> Certainty:
    """Whether to use a reading or to ask."""
    return Certainty.CERTAIN if confidence >= CERTAIN_FROM else Certainty.DOUBTFUL


def likely_faces(
    faces: Sequence[str], strengths: Sequence[float], confidence: float
) -> tuple[Likely, ...]:
    """The faces a die may show, the likeliest first, for people to choose from.

    >>> [each.face for each in likely_faces(["1", "2", "3"], [0.1, 0.7, 0.0], 0.8)]
    ['2', '1']
    """
    order = sorted(range(len(faces)), key=lambda at: -strengths[at])
    others = sum(strengths[at] for at in order[1:])
    rest = 1 - confidence
    told = [Likely(faces[order[0]], confidence)]
    told += [
        # Nothing is likelier than what was read.
        Likely(faces[at], min(confidence, rest * strengths[at] / others))
        for at in order[1:4]
        if others > 0 and strengths[at] / others > 0.05
    ]
    return tuple(told)
