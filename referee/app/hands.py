"""The hands at a simulated table: whatever people do to tray and tower, in one place.

Simulated players use them, and so does a person who plays on the simulated table. Everything
returns at once and happens while the world's time goes on.
"""

from __future__ import annotations

from referee.games.awaiting import Piece
from referee.twin.plate.truth import Fell, Truth
from referee.twin.plate.world import PlateWorld
from referee.twin.tray.world import TrayWorld


class Hands:
    """Hands over one plate and one tray."""

    def __init__(self, plate: PlateWorld, tray: TrayWorld) -> None:
        self.plate = plate
        self.tray = tray

    @property
    def are_busy(self) -> bool:
        """Whether something is still going on at plate or tray."""
        return self.plate.is_busy or self.tray.is_busy

    def roll(self, kind: str, count: int) -> tuple[int, ...]:
        """Roll new dice into the tray; their ids."""
        return self.tray.roll(kind, count)

    def reroll(self, face: str) -> tuple[int, ...]:
        """Take every die with this face and roll it again; their ids."""
        return self.tray.reroll(face)

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

    def tidy_plate(self) -> None:
        """Leave exactly one die on the plate."""
        self.plate.clear(1)

    def strike(self, strength: float, height_share: float) -> None:
        """Throw the axe at the tower."""
        self.plate.axe(strength, height_share)

    def pick_up_fallen(self) -> None:
        """Take away what no longer stands."""
        if self.plate.fallen:
            self.plate.pick_up_fallen()

    def falls_since(self, number: int) -> tuple[Fell, ...]:
        """The falls among everything that happened from that number of the history on."""
        return tuple(each for each in self.plate.history_from(number) if isinstance(each, Fell))

    @property
    def happened(self) -> tuple[Truth, ...]:
        """Everything that really happened at the plate."""
        return self.plate.history
