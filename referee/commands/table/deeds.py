"""What a person at a simulated table can do with the hands, by a word at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.app.hands import Hands
from referee.games.awaiting import (
    AwaitDice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitReset,
    Piece,
)
from referee.table.snapshot import Snapshot

CAREFUL = 0.93
_MIDDLE = 0.5

Deed = Callable[[Hands, float], object]

# The words of both languages; each may be followed by a strength or a care from 0 to 1.
DEEDS: Mapping[str, Deed] = {
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
    "tidy": lambda hands, _: _tidy(hands),
    "range": lambda hands, _: _tidy(hands),
}


def deed_of(word: str) -> Deed | None:
    """The deed that this word, or its beginning, means."""
    found = {deed for name, deed in DEEDS.items() if len(word) > 2 and name.startswith(word)}
    return found.pop() if len(found) == 1 else None


def do_what_is_due(hands: Hands, snapshot: Snapshot, care: float = CAREFUL) -> bool:
    """Do with the hands what the table waits for; False if it waits for a decision."""
    waiting = snapshot.awaiting
    match waiting:
        case AwaitDice():
            _roll(hands, waiting, snapshot)
        case AwaitPlacement():
            hands.place(next_piece(hands, waiting), care)
        case AwaitReset():
            _tidy(hands)
        case AwaitRemoval():
            _strike(hands)
        case _:
            return False
    return True


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


def _tidy(hands: Hands) -> None:
    hands.tidy_tray()
    hands.tidy_plate()


def is_waiting_for_hands(waiting: Awaiting | None) -> bool:
    """Whether something has to be done rather than decided."""
    return isinstance(waiting, AwaitDice | AwaitPlacement | AwaitReset | AwaitRemoval)
