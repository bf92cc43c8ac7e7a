"""What dice say about each other in a picture whose plane nobody knows.

Dice lie in company: a certain one vouches for fainter ones beside it, and several that plainly are
dice for those whose pips are hard to see. A thing alone is a card as often as a die, and many faint
ones are texture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.vision.dice.low_camera import doubtful
from referee.vision.readings import ReadDie

# All chosen on the choosing halves of docs/dice.md. Many faint dice are one question.
_MOST_DOUBTFUL, _FAINT = 8, 0.9
# A playing card may look as much like a die as the first allows, a key beside dice as much as the
# second.
_LEAST_ALONE, _LEAST_IN_COMPANY = 0.95, 0.7
# Pips of cards that lie alone reach 0.992, real dice that lie alone mostly 0.997.
_SHOWN_ALONE, _CERTAIN_ALONE = 0.98, 0.995
# Of 284 pictures without dice one shows so many things that could be dice, and more that could not;
# on marbled dice that lie together it was chosen.
_MANY_PLAIN = 4


@dataclass(frozen=True, slots=True)
class ToldDie:
    """A die, and whether it plainly is one, whatever it shows."""

    die: ReadDie
    is_plain: bool


def believed(
    told: Sequence[ToldDie], candidates: int, expected: int | None
) -> tuple[tuple[ReadDie, ...], bool]:
    """The dice worth showing, of so many candidates; and False if the others are no clear case."""
    certain = tuple(each.die for each in told if each.die.is_certain)
    least = _LEAST_IN_COMPANY if certain else _LEAST_ALONE
    plain = [each.die for each in told if each.is_plain]
    vouched = plain if len(plain) >= max(_MANY_PLAIN, candidates / 2) else []
    shown = tuple(each.die for each in told if each.die.confidence >= least or each.die in vouched)
    if len(shown) == 1 and expected != 1:
        return tuple(_alone(die) for die in shown if die.confidence >= _SHOWN_ALONE), True
    faint = sum(die.confidence < _FAINT and die not in vouched for die in shown)
    is_clear = faint <= max(_MOST_DOUBTFUL, len(certain))
    return (shown, True) if is_clear else (certain, False)


def _alone(die: ReadDie) -> ReadDie:
    return die if die.confidence >= _CERTAIN_ALONE else doubtful(die)
