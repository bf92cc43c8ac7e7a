"""What careful hands do next at a simulated table: whatever the game waits for."""

from __future__ import annotations

from referee.app.hands import Hands
from referee.games.awaiting import (
    AwaitDice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitReset,
    Piece,
)
from referee.table.updates import Snapshot

CAREFUL = 0.93
_MIDDLE = 0.5


def do_what_is_due(
    hands: Hands, snapshot: Snapshot, care: float = CAREFUL, face: str | None = None
) -> bool:
    """Do with the hands what the table waits for; False if it waits for a decision.

    `face` says which of several due dice is meant.
    """
    waiting = snapshot.awaiting
    match waiting:
        case AwaitDice():
            _roll(hands, waiting, snapshot)
        case AwaitPlacement():
            hands.place(next_piece(hands, waiting, face), care)
        case AwaitReset():
            tidy(hands)
        case AwaitRemoval():
            _strike(hands)
        case _:
            return False
    return True


def due_pieces(waiting: Awaiting | None) -> tuple[str, ...]:
    """The pieces that may be placed now: dice by their face, others by their kind."""
    if not isinstance(waiting, AwaitPlacement):
        return ()
    return tuple(dict.fromkeys(piece.face or piece.kind for piece in waiting.pieces))


def next_piece(hands: Hands, waiting: AwaitPlacement, face: str | None = None) -> Piece:
    """The due piece with this face, else one that lies in the tray."""
    for piece in waiting.pieces:
        if face is not None and piece.face == face:
            return piece
    for piece in waiting.pieces:
        if piece.face is None or hands.lies_in_tray(piece.face):
            return piece
    return waiting.pieces[0]


def _roll(hands: Hands, waiting: AwaitDice, snapshot: Snapshot) -> None:
    turn = getattr(snapshot.state, "turn", None)
    if getattr(turn, "reroll", False):
        hands.reroll(str(snapshot.state.rules.edition.reroll_face))
        return
    if not getattr(turn, "hand", ()):
        hands.tidy_tray()
    hands.roll(waiting.kind, waiting.count)


def _strike(hands: Hands) -> None:
    if hands.plate.fallen:
        hands.pick_up_fallen()
    else:
        hands.strike(_MIDDLE, _MIDDLE)


def tidy(hands: Hands) -> None:
    """Clear the tray, and leave one die on the plate."""
    hands.tidy_tray()
    hands.tidy_plate()
