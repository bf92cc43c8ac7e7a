"""A recorded game that cannot be read: whatever is wrong with it, one kind of error tells it.

One bad game must harm nothing else. So whoever reads games reads them one by one, and everything
that goes wrong on the way, down to a mistake of the rules over nonsense, is damage of that game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum

from referee.language import language
from referee.store.troubles import StoreError, Trouble


class Harm(StrEnum):
    """What is wrong with a game; each has a sentence `store-harm-…` with the next step."""

    GAME = "game"
    """Its `game` is not installed."""
    RECORD = "record"
    """Its entry among the games: options, times, outcome."""
    SEATS = "seats"
    EVENT = "event"
    """The `event` of this number is torn, unknown, newer, or of another shape."""
    GAP = "gap"
    """Events are missing before `event`."""
    RULES = "rules"
    """All can be read, and makes no sense from `event` on."""


class DamagedGameError(StoreError):
    """This game cannot be read; `message` and `words` say why in all languages."""

    def __init__(self, game_id: int, harm: Harm, words: Mapping[str, str | int]) -> None:
        self.game_id = game_id
        self.harm = harm
        self.message = f"store-harm-{harm}"
        self.words = {"id": game_id, **words}
        super().__init__(language("en").say(self.message, **self.words), Trouble.DAMAGED)
        # So that the error survives pickling between processes.
        self.args = (game_id, harm, dict(words))


@contextmanager
def harmed(game_id: int, harm: Harm, **words: str | int) -> Iterator[None]:
    """Whatever goes wrong in here is damage of the game, unless the whole log is in trouble."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        raise DamagedGameError(game_id, harm, words) from error
