"""What really happened at a simulated table, compared with what the referee made of it.

Nothing here helps the referee: it sees frames and bytes only. Simulated players know what really
happened, as people do, and answer its questions with it; every question is counted.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.games.awaiting import Piece
from referee.games.base import Accepted, Action, AnyState, fold
from referee.games.reports import (
    ReportDice,
    ReportFall,
    ReportPiece,
    ReportRemoval,
    ReportReset,
    ReportStable,
)
from referee.simulation.happenings import PiecesFell, Pushed, Rolled
from referee.simulation.next_motion import TableHands
from referee.table.history import LiveAction
from referee.table.orders import Order, Reply
from referee.table.thrown_again import are_alike
from referee.table.umpire import Umpire


@dataclass(slots=True)
class RefereeScore:
    """How often the referee was right, asked, or wrong, over any number of games."""

    rolls: int = 0
    dice: int = 0
    pieces: int = 0
    falls: int = 0
    stands: int = 0
    blows: int = 0
    games: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)

    @property
    def readings(self) -> int:
        """Everything that was read or weighed and could have been asked about."""
        return self.rolls + self.pieces + self.falls + self.stands

    @property
    def asked_share(self) -> float:
        """The share of readings about which somebody was asked; the axe is always confirmed."""
        return sum(self.questions.values()) / max(1, self.readings)


class TrueGame:
    """What really happened in the game under way, and the tally of all games so far."""

    def __init__(self, hands: TableHands) -> None:
        self.tally = RefereeScore()
        self.refused: list[tuple[Order, Reply]] = []
        self.proposals: list[int] = []
        self.in_hand: Piece | None = None
        self._hands = hands
        self._umpire: Umpire | None = None
        self._first: AnyState | None = None
        self._true_actions: list[Action] = []
        self._rolled: tuple[int, ...] = ()
        self._stayed: tuple[int, ...] = ()
        self._names: dict[str, Piece] = {}
        self._seen_seq = -1
        self._from = 0
        self._is_struck = False

    def begin(self, umpire: Umpire) -> None:
        """Another game begins, or goes on."""
        self._umpire, self._first = umpire, umpire.state
        self._true_actions = []
        self._seen_seq = umpire.history.seq
        self._from = len(self._hands.plate.history)
        self._names = {}
        self.in_hand = None

    def asked(self, about: str) -> None:
        """The referee asked, or had to be helped."""
        self.tally.questions[about] += 1

    def rolled(self, ids: tuple[int, ...], stayed: tuple[int, ...] = ()) -> None:
        """These dice were thrown, and those stayed where a hand could have thrown them again."""
        self._rolled, self._stayed = ids, stayed

    def placing(self, piece: Piece, name: str) -> None:
        """This piece is on its way to the tower."""
        self.in_hand = piece
        self._names[name] = piece

    def striking(self) -> None:
        """The axe is thrown now."""
        self._is_struck = True

    @property
    def has_struck(self) -> bool:
        """Whether the axe of this turn was thrown."""
        return self._is_struck

    @property
    def has_fallen(self) -> bool:
        """Whether the tower fell since the last fall the referee counted."""
        return bool(self._hands.falls_since(self._from))

    def true_roll(self) -> ReportDice:
        """What the dice of the last throw really show, and those that stayed."""
        faces: dict[int, str] = {}
        for each in self._hands.tray.history:
            if isinstance(each, Rolled):
                faces |= dict(zip(each.ids, each.faces, strict=True))
            elif isinstance(each, Pushed):
                faces[each.id] = each.face
        return ReportDice(
            tuple(faces[each] for each in self._rolled),
            tuple(faces[each] for each in self._stayed),
        )

    def gone(self, tower: Sequence[Piece]) -> tuple[Piece, ...]:
        """Which pieces of the tower the axe took off."""
        standing = [self._known(kind, name) for kind, name in self._hands.plate.standing]
        left = Counter(standing)
        gone = Counter(tower) - left
        return tuple(gone.elements())

    def _known(self, kind: str, name: str) -> Piece:
        piece = self._names.get(name, Piece(kind))
        return Piece("die") if piece.kind == "die" else piece

    def watch(self, umpire: Umpire) -> None:
        """Compare every action the referee recorded since the last call with what happened."""
        for action in umpire.history.actions_from(self._seen_seq + 1):
            self._seen_seq = action.last_seq
            self._true_actions.append(self._compare(action))

    def _compare(self, live: LiveAction) -> Action:
        """Count one action; what it should have been."""
        match live.action:
            case ReportDice():
                return self._compare_dice(live, live.action)
            case ReportPiece():
                return self._compare_piece(live.action)
            case ReportFall():
                self.tally.falls += 1
                self._expect(self.has_fallen, "a fall was called, and nothing fell")
                self._from = len(self._hands.plate.history)
            case ReportStable():
                self.tally.stands += 1
                self._expect(not self.has_fallen, "a fall was missed")
            case ReportRemoval():
                self._compare_removal(live)
            case ReportReset():
                self._from = len(self._hands.plate.history)
            case _:
                pass
        return live.action

    def _compare_dice(self, live: LiveAction, told: ReportDice) -> Action:
        true = self.true_roll()
        self.tally.rolls += 1
        self.tally.dice += len(true.faces)
        is_right = _sorted(told) == _sorted(true)
        if true.stayed and not is_right and self._umpire is not None:
            # A die that was put elsewhere counts as thrown where that makes no difference.
            is_right = are_alike(self._umpire.game, live.before, (told, true))
        self._expect(is_right, f"{_sorted(told)} was read, {_sorted(true)} was rolled")
        return told if is_right else true

    def _compare_piece(self, told: ReportPiece) -> Action:
        self.tally.pieces += 1
        piece = self.in_hand
        self._expect(told.piece == piece, f"{told.piece} was felt, {piece} was placed")
        self.in_hand = None
        return told if piece is None else ReportPiece(piece)

    def _compare_removal(self, live: LiveAction) -> None:
        action = live.action
        self.tally.blows += 1
        self._is_struck = False
        self._from = len(self._hands.plate.history)
        if isinstance(action, ReportRemoval) and self._umpire is not None:
            tower = self._umpire.game.standing(live.before)
            faceless = [Piece("die") if each.kind == "die" else each for each in tower]
            gone = self.gone(faceless)
            self._expect(
                Counter(gone) == Counter(action.pieces), f"{action.pieces} gone, truly {gone}"
            )

    def _expect(self, is_right: bool, otherwise: str) -> None:
        if not is_right:
            self.tally.disagreements.append(otherwise)

    def finish(self) -> None:
        """The game is over: judge the true actions anew and compare every sack and token."""
        umpire = self._umpire
        if umpire is None:
            return
        self.watch(umpire)
        self.tally.games += 1
        state = self._first
        for action in self._true_actions:
            ruling = umpire.game.judge(state, action)
            if not isinstance(ruling, Accepted):
                self._expect(False, f"the true action {action} was refused")
                return
            state = fold(umpire.game, ruling.events, state)
        self._expect(state == umpire.state, "the final state differs from the true one")

    @property
    def true_falls(self) -> int:
        """How often the tower really fell, the axe left out."""
        return sum(isinstance(each, PiecesFell) for each in self._hands.plate.history)


def _sorted(roll: ReportDice) -> tuple[list[str], ...]:
    return (sorted(roll.faces), *([sorted(roll.stayed)] if roll.stayed else []))
