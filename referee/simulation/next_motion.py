"""The hands at a simulated table: whatever people do to tray and tower, and what is due next.

Simulated players use them, and so does a person who plays on the simulated table. Everything
returns at once and happens while the world's time goes on.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from referee.errors import InputError
from referee.games.awaiting import (
    AwaitDice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitReset,
    Piece,
)
from referee.simulation.happenings import NamedPiece, PiecesFell, PlateHappening
from referee.simulation.tray.world import TrayWorld
from referee.table.updates import Snapshot


class HandledPlate(Protocol):
    """A live plate, whatever its loads are made of: what hands do to it, and what stands there."""

    @property
    def is_busy(self) -> bool:
        """Whether a motion goes on or waits, or something still moves."""

    @property
    def standing(self) -> tuple[NamedPiece, ...]:
        """What really stands in the stack, from the bottom to the top."""

    @property
    def fallen(self) -> tuple[NamedPiece, ...]:
        """What lies on the plate beside the stack."""

    @property
    def history(self) -> tuple[PlateHappening, ...]:
        """All that really happened."""

    def history_from(self, number: int) -> tuple[PlateHappening, ...]:
        """What happened since there were `number` entries."""

    def place(self, piece: str, *, care: float) -> str:
        """Set a piece of this kind on top; its name."""

    def lift_top(self) -> None:
        """Take the top piece back."""

    def clear(self, keep: int | Sequence[str] = 1) -> None:
        """Take everything off but so many dice, or these kinds; put down what is missing."""

    def pick_up_fallen(self) -> None:
        """Take away what is not part of the standing stack."""

    def lean(self, newton: float = 0.5, seconds: float = 1.0) -> None:
        """Lean on the plate for a while."""

    def nudge(self, strength: float = 0.5) -> None:
        """Push the tower sideways."""

    def knock_over(self) -> None:
        """Push until something falls."""

    def bump_table(self, strength: float = 0.2) -> None:
        """Knock against the table."""

    def axe(self, strength: float = 0.5, height_share: float = 0.5) -> None:
        """Let a blow hit the tower at that share of its height."""


class TableHands:
    """Hands over one plate and one tray."""

    def __init__(self, plate: HandledPlate, tray: TrayWorld) -> None:
        self.plate = plate
        self.tray = tray

    @property
    def are_busy(self) -> bool:
        """Whether something is still going on at plate or tray."""
        return self.plate.is_busy or self.tray.is_busy

    def place(self, piece: Piece, care: float) -> str:
        """Take a piece and set it on the tower, a die from the tray; the name of the piece."""
        if piece.face is not None and self.lies_in_tray(piece.face):
            self.tray.take(piece.face)
        return self.plate.place(piece.kind, care=care)

    def lies_in_tray(self, face: str) -> bool:
        """Whether a die with this face lies in the tray."""
        return any(die.face == face for die in self.tray.dice)

    def tidy_tray(self) -> None:
        """Take all dice out of the tray."""
        if self.tray.dice:
            self.tray.clear()

    def tidy_plate(self, expected: Sequence[Piece]) -> None:
        """Leave exactly these pieces on the plate."""
        self.plate.clear([piece.kind for piece in expected])

    def pick_up_fallen(self) -> None:
        """Take away what no longer stands."""
        if self.plate.fallen:
            self.plate.pick_up_fallen()

    def falls_since(self, number: int) -> tuple[PiecesFell, ...]:
        """The falls among everything that happened from that number of the history on."""
        return tuple(
            each for each in self.plate.history_from(number) if isinstance(each, PiecesFell)
        )


CAREFUL = 0.93
"""Chosen by hand from the table in `plate/motions`: a game has falls, and most towers are
finished."""
_MIDDLE = 0.5


def make_next_motion(
    hands: TableHands,
    snapshot: Snapshot,
    care: float = CAREFUL,
    face: str | None = None,
    stayed: Sequence[str] = (),
) -> bool:
    """Do with the hands what the table waits for; False if it waits for a decision.

    `face` says which of several due dice is meant, `stayed` which dice are not thrown again.
    """
    waiting = snapshot.awaiting
    match waiting:
        case AwaitDice(at_least=int()):
            throw_again(hands, staying(hands, stayed))
        case AwaitDice():
            roll(hands, waiting)
        case AwaitPlacement():
            hands.place(next_piece(hands, waiting, face), care)
        case AwaitReset():
            tidy(hands, waiting.expected)
        case AwaitRemoval():
            strike(hands)
        case _:
            return False
    return True


def due_pieces(waiting: Awaiting | None) -> tuple[str, ...]:
    """The pieces that may be placed now: dice by their face, others by their kind."""
    if not isinstance(waiting, AwaitPlacement):
        return ()
    return tuple(dict.fromkeys(piece.face or piece.kind for piece in waiting.pieces))


def next_piece(hands: TableHands, waiting: AwaitPlacement, face: str | None = None) -> Piece:
    """The due piece with this face, else one that lies in the tray."""
    for piece in waiting.pieces:
        if face is not None and piece.face == face:
            return piece
    for piece in waiting.pieces:
        if piece.face is None or hands.lies_in_tray(piece.face):
            return piece
    return waiting.pieces[0]


def roll(hands: TableHands, waiting: AwaitDice) -> tuple[int, ...]:
    """Roll what is due: new dice, or some of those that lie there again; the ids of the dice."""
    if waiting.again is not None:
        return hands.tray.reroll(waiting.again)
    resting = hands.tray.dice
    if not waiting.keeps and [each.kind for each in resting] == [waiting.kind] * waiting.count:
        return throw_again(hands, ())
    if not waiting.keeps:
        hands.tidy_tray()
    return hands.tray.roll(waiting.kind, waiting.count)


_SHAKEN_S = 1.4
"""Chosen by hand: as people shake; long enough for the eye to see the tray without the dice, also
on a busy machine: with 0.8 s it had to ask in every tenth roll there."""


def staying(hands: TableHands, faces: Sequence[str]) -> tuple[int, ...]:
    """The ids of dice in the tray that show these faces."""
    left, found = list(faces), []
    for die in hands.tray.dice:
        if die.face in left:
            left.remove(die.face)
            found.append(die.id)
    if left:
        raise InputError(f"No die in the tray shows {left[0]}: choose from those that lie there.")
    return tuple(found)


def throw_again(
    hands: TableHands, stayed: Collection[int], shaken_s: float = _SHAKEN_S
) -> tuple[int, ...]:
    """Lift all dice but these, shake and throw them; their ids."""
    thrown = [die.id for die in hands.tray.dice if die.id not in stayed]
    return hands.tray.reroll(thrown, shaken_s)


def strike(hands: TableHands, strength: float = _MIDDLE) -> None:
    """Take away what fell before, else throw the axe at the middle of the tower."""
    if hands.plate.fallen:
        hands.pick_up_fallen()
    else:
        hands.plate.axe(strength, _MIDDLE)


_ONE_DIE = (Piece("die"),)


def tidy(hands: TableHands, expected: Sequence[Piece] = _ONE_DIE) -> None:
    """Clear the tray, and leave one die, or these pieces, on the plate."""
    hands.tidy_tray()
    hands.tidy_plate(expected)


HandMotion = Callable[[TableHands, float], object]

# The words of both languages; each may be followed by a strength or a care from 0 to 1.
MOTIONS_BY_WORD: Mapping[str, HandMotion] = {
    "nudge": lambda hands, strength: hands.plate.nudge(strength),
    "pousse": lambda hands, strength: hands.plate.nudge(strength),
    "bump": lambda hands, strength: hands.plate.bump_table(strength),
    "cogne": lambda hands, strength: hands.plate.bump_table(strength),
    "knock": lambda hands, _: hands.plate.knock_over(),
    "renverse": lambda hands, _: hands.plate.knock_over(),
    "lean": lambda hands, strength: hands.plate.lean(strength, 2.0),
    "appuie": lambda hands, strength: hands.plate.lean(strength, 2.0),
    "lift": lambda hands, _: hands.plate.lift_top(),
    "retire": lambda hands, _: hands.plate.lift_top(),
    "tidy": lambda hands, _: tidy(hands),
    "range": lambda hands, _: tidy(hands),
}


def motion_of(word: str) -> HandMotion | None:
    """The motion that this word, or its beginning, means."""
    if len(word) < 3:
        return None
    found = {motion for name, motion in MOTIONS_BY_WORD.items() if name.startswith(word)}
    return found.pop() if len(found) == 1 else None
