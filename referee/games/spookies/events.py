"""The facts of a game of Spookies.

`then` is the phase that follows, decided when the event was judged, so that replaying a record
never decides anything again. A `space` is given by its number; 4 is the place in front of the gate.
"""

from typing import Literal

from referee.games.base import Event
from referee.games.naming import Seat
from referee.games.spookies.edition import Edition

Phase = Literal[
    "friend",
    "figure",
    "dice",
    "rolling",
    "joker",
    "fines",
    "ghost",
    "continuing",
    "counting",
    "over",
]
Variant = Literal["standard", "free-choice"]
Chips = Literal["physical", "digital"]
FineChips = Literal["ask", "always"]
JokerPays = Literal["box", "points", "chips"]


class GameStarted(Event, frozen=True):
    """Seats in clockwise order, the agreed options and the numbers of the box (SP-10 to SP-13).

    `seat` begins.
    """

    seats: tuple[str, ...]
    edition: Edition
    variant: Variant
    joker: bool
    joker_pays: JokerPays
    ghost: bool
    chips: Chips
    fine_chips: FineChips
    in_play: int
    seat: Seat
    sealed_chips: tuple[int, ...]


class FriendRolled(Event, frozen=True):
    """The friend die names the figure of this turn, or shows the question mark (SP-20)."""

    seat: Seat
    face: str
    then: Phase


class FigureChosen(Event, frozen=True):
    """After a question mark, or in the variant, the player chose a figure (SP-20, SP-50)."""

    seat: Seat
    figure: str


class DiceChosen(Event, frozen=True):
    """So many dice will be rolled; `haunted`: the ghost is on the figure's floor (SP-21, SP-66)."""

    seat: Seat
    count: int
    haunted: bool = False


class DiceRolled(Event, frozen=True):
    """These pips were rolled; `result` is the sum of the two highest dice (SP-21)."""

    seat: Seat
    faces: tuple[str, ...]
    result: int
    then: Phase


class JokerUsed(Event, frozen=True):
    """The joker left the game; the same dice are rolled again (SP-61, SP-R7)."""

    seat: Seat


class RollKept(Event, frozen=True):
    """The player keeps the joker; the roll stands (SP-61)."""

    seat: Seat


class FigureClimbed(Event, frozen=True):
    """The figure is one space higher; so many chips were taken from the reserve (SP-23, SP-24)."""

    seat: Seat
    figure: str
    space: int
    chips: int
    then: Phase


class AtticHeld(Event, frozen=True):
    """A 12 in the attic: the figure stays and earns so many chips again (SP-30)."""

    seat: Seat
    figure: str
    chips: int
    then: Phase


class FigureStayed(Event, frozen=True):
    """Nothing moves, nothing is paid, the turn is over (SP-27, SP-31, SP-32)."""

    seat: Seat
    figure: str
    space: int
    then: Phase


class FigureFell(Event, frozen=True):
    """The figure went down to `space`; `fine` chips lie on the space it `left` (SP-28, SP-29)."""

    seat: Seat
    figure: str
    left: int
    space: int
    fine: int
    then: Phase


class FinesTaken(Event, frozen=True):
    """All fine chips on the space just reached were taken as well (SP-25, SP-R6)."""

    seat: Seat
    space: int
    count: int
    then: Phase


class FinesLeft(Event, frozen=True):
    """The player left the fine chips where they are (SP-25, SP-R6)."""

    seat: Seat
    space: int
    count: int
    then: Phase


class GhostMoved(Event, frozen=True):
    """The ghost is one floor higher or lower (SP-67, SP-R9)."""

    seat: Seat
    space: int
    then: Phase


class TurnEnded(Event, frozen=True):
    """The turn is over, because the player `stopped` or by a roll; the next seat is left of it."""

    seat: Seat
    stopped: bool = False


class JokerPaid(Event, frozen=True):
    """The joker was never used and earns so many points, or chips from the box (SP-62, SP-R8)."""

    seat: Seat
    count: int
    unit: Literal["points", "chips"]


class GameEnded(Event, frozen=True):
    """The last chip of the reserve has been taken (SP-40)."""


class ChipsCounted(Event, frozen=True):
    """A seat turned its chips over (SP-42); `values` if they were entered one by one."""

    seat: Seat
    total: int
    values: tuple[int, ...] | None = None


class ChipsRevealed(Event, frozen=True):
    """The referee opens the sealed chips of every seat (SP-42)."""

    values: tuple[tuple[int, ...], ...]
