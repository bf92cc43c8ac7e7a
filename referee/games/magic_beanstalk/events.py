"""The facts of a game of Magic Beanstalk.

`then` is the phase that follows, decided when the event was judged, so that replaying a record
never decides anything again.
"""

from typing import Literal

from referee.games.awaiting import Piece
from referee.games.base import Event
from referee.games.magic_beanstalk.edition import Edition
from referee.games.naming import Seat

Phase = Literal[
    "picking",
    "starting",
    "axe",
    "replanting",
    "rolling",
    "returning",
    "extra",
    "rerolling",
    "stacking",
    "checking",
    "rewarding",
    "counting",
    "over",
]
Variant = Literal["base", "expert"]
Gold = Literal["physical", "digital"]
Termination = Literal["cards", "sacks"]


class GameStarted(Event, frozen=True):
    """Seats in clockwise order, the agreed options and the numbers of the box (MB-10 to MB-15)."""

    seats: tuple[str, ...]
    edition: Edition
    variant: Variant
    gold: Gold
    bean: Seat
    castle_also_pays_turn_tokens: bool
    sealed_deck: tuple[int, ...]


class CardPicked(Event, frozen=True):
    """A card lies face down. `value` is 0 for everyone who may not know it (MB-20)."""

    seat: Seat
    value: int


class CardsRevealed(Event, frozen=True):
    """All cards are turned over; `values` by seat, `order` the seats in turn (MB-21 to MB-23)."""

    values: tuple[int, ...]
    order: tuple[Seat, ...]


class AxeRaised(Event, frozen=True):
    """The Axe token, or power 4, is used up (MB-80, MB-86, MB-114)."""

    seat: Seat
    power: bool


class DiceAnnounced(Event, frozen=True):
    """So many dice will be rolled (MB-30)."""

    seat: Seat
    count: int
    then: Phase


class AxeStruck(Event, frozen=True):
    """So many pieces were knocked off; `tokens` by seat; nobody draws a sack (MB-83, MB-84)."""

    seat: Seat
    dice: int
    cylinders: int
    tokens: tuple[int, ...]
    then: Phase


class FirstDiePlanted(Event, frozen=True):
    """One die stands on the mini-board; the game goes on with `then` (MB-63, MB-74, MB-R14)."""

    then: Phase


class DiceRolled(Event, frozen=True):
    """These faces were rolled, from the pool or again from the hand (MB-32, MB-117)."""

    seat: Seat
    faces: tuple[str, ...]
    then: Phase
    reroll: bool = False


class DieReturned(Event, frozen=True):
    """Power 6: one rolled die went back to the pool (MB-116)."""

    seat: Seat
    face: str
    then: Phase


class PowerDeclined(Event, frozen=True):
    """The power that was offered stays unused (MB-101)."""

    seat: Seat
    power: int
    then: Phase


class ExtraDiceTaken(Event, frozen=True):
    """So many extra dice are rolled next; 0: none (MB-33)."""

    seat: Seat
    count: int
    then: Phase


class RerollStarted(Event, frozen=True):
    """Power 7: all dice with this face are rolled once more (MB-117)."""

    seat: Seat
    face: str
    count: int


class GiantWoke(Event, frozen=True):
    """Two Eyes: all other dice are back in the pool, the Eyes are stacked bare (MB-34)."""

    seat: Seat
    sent_back: int


class PiecePlaced(Event, frozen=True):
    """A piece was put on the tower; `owed` is what must follow on it at once (MB-40 to MB-47)."""

    seat: Seat
    piece: Piece
    owed: Piece | None
    then: Phase


class TowerStood(Event, frozen=True):
    """The formula was finished and the tower stands (MB-50, MB-70)."""

    seat: Seat
    castle: bool


class SacksDrawn(Event, frozen=True):
    """A seat took sacks from the deck, and what for (MB-51, MB-61, MB-71, MB-72, MB-115)."""

    seat: Seat
    count: int
    reason: Literal["tokens", "collapse", "castle", "power"]


class PowersOffered(Event, frozen=True):
    """The turn is done but for the power of the card (MB-111, MB-115)."""

    seat: Seat
    power: int


class SackStolen(Event, frozen=True):
    """Power 3: one unseen sack changed its owner (MB-113)."""

    seat: Seat
    victim: Seat


class EyeGiven(Event, frozen=True):
    """Power 1: this player has one Eye more during the coming turn (MB-111)."""

    seat: Seat
    to: Seat


class TurnSkipped(Event, frozen=True):
    """Power 2: nothing is rolled or stacked (MB-112)."""

    seat: Seat


class TowerFell(Event, frozen=True):
    """The Beanstalk fell; `tokens` by seat stood in it; it may be nobody's fault (MB-60, MB-R7)."""

    culprit: Seat | None
    tokens: tuple[int, ...]
    then: Phase


class TowerDismantled(Event, frozen=True):
    """The finished tower is taken apart (MB-74)."""

    seat: Seat


class TurnEnded(Event, frozen=True):
    """This turn is over; the next seat in order goes on, if there is one (MB-53, MB-64)."""

    seat: Seat


class RoundEnded(Event, frozen=True):
    """Everybody had a turn; `bean` holds the Magic Bean now, hands are refilled (MB-24, MB-25)."""

    bean: Seat


class GameEnded(Event, frozen=True):
    """No card is left, or no sack is left (MB-90)."""

    termination: Termination


class GoldCounted(Event, frozen=True):
    """A seat turned its sacks over (MB-91); `values` if they were entered one by one."""

    seat: Seat
    total: int
    values: tuple[int, ...] | None = None


class SacksRevealed(Event, frozen=True):
    """The referee opens the sealed sacks of every seat (MB-91)."""

    values: tuple[tuple[int, ...], ...]
