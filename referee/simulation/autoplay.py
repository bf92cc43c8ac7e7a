"""Simulated players at a simulated table: they see what the referee shows, and use their hands.

They choose as the game's own simulated players do. What then happens to dice and tower is physics;
when the referee asks, they answer what is true.
"""

from collections.abc import Callable
from random import Random

from referee.games.awaiting import AwaitDice, AwaitPlacement, Piece
from referee.games.base import Action, AnyState, Simulated
from referee.games.reports import REPORTS, ReportDice, ReportPiece, ReportRemoval
from referee.simulation.next_motion import (
    CAREFUL,
    TableHands,
    roll,
    staying,
    throw_again,
    tidy,
)
from referee.simulation.scoring import TrueGame
from referee.table.orders import Act, AnswerOrder, DoneOrder, FellOrder, FineOrder, Order
from referee.table.states.base import UmpireState
from referee.table.states.falls import FELL, NOT_FALLEN, Collapsing, FallAsked
from referee.table.states.people import Choosing, Laying, Tallying
from referee.table.states.placing import DieSought, Placing
from referee.table.states.reset_and_removal import Resetting, Striking
from referee.table.states.rolling import CountAsked, FaceAsked, RollAwaited, ThrownAsked
from referee.table.states.standing_tower import GO_ON, Checking, Disturbed, PlayState
from referee.table.table import Table
from referee.table.umpire import Umpire

# Chosen by hand: quicker players give an onlooker no time to follow, slower ones make long games.
# Of falls 95 % are to be called within 1.5 s, dice to be read within 0.5 s; patience lasts longer.
_THINK_S = (0.3, 0.9)
_PATIENCE_S = 6.0
_CONFESS_S = 1.2
_AXE_PATIENCE_S = 15.0
_LISTEN_S = 8.0
# Some people throw at once, some shake for long; a die that stays is set aside now and then.
_SHAKEN_S = (0.4, 1.6)
_SET_ASIDE = 0.2


class AutoPlayers:
    """Plays the game under way; call `step` often, as time goes on.

    What the referee does not notice for `patience_s` is said by hand. `is_speaking` tells whether
    the table is saying something: nobody goes on while it does, as nobody would at a real table.
    `pace` 2 thinks and listens half as long; what dice and tower do keeps its own time.
    """

    def __init__(
        self,
        table: Table,
        hands: TableHands,
        rng: Random,
        *,
        care: float = CAREFUL,
        patience_s: float = _PATIENCE_S,
        pace: float = 1.0,
        is_speaking: Callable[[], bool] = lambda: False,
    ) -> None:
        self._table = table
        self._patience_s = patience_s
        self._is_speaking = is_speaking
        self._hands = hands
        self._rng = rng
        self._care = care
        self.pace = pace
        self._umpire: Umpire | None = None
        self._players: Simulated[AnyState | None] | None = None
        self.scoring = TrueGame(hands)
        self._umpire_state: UmpireState | None = None
        self._has_acted = False
        self._next_s = 0.0
        self._met_s = 0.0
        self._acted_s = 0.0
        self._fallen_s: float | None = None
        self._asked_by_s = 0.0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to do."""
        umpire = self._table.umpire
        return umpire is None or umpire.game.awaiting(umpire.state) is None

    def step(self) -> None:
        """Do the next thing, if it is time and the hands are free."""
        umpire = self._table.umpire
        if umpire is None:
            return
        self._meet(umpire)
        self._notice(umpire)
        now_s = self._table.clock.monotonic_s()
        if now_s < self._next_s or self._hands.are_busy or self._is_listening(now_s):
            return
        umpire_state = umpire.umpire_state
        if self._fallen_s is not None and isinstance(umpire_state, PlayState):
            self._confess(now_s - self._fallen_s)
            return
        if not self._has_acted:
            self._has_acted, self._acted_s = True, now_s
            self._use_hands(umpire, umpire_state)
            self._speak(umpire, umpire_state)
        elif now_s - self._acted_s > self._patience_s:
            self._acted_s = now_s
            self._help(umpire_state)

    def _meet(self, umpire: Umpire) -> None:
        """A new game: other players with other hands."""
        if umpire is not self._umpire:
            self._umpire = umpire
            self._players = umpire.game.simulated(umpire.state, self._rng)
            self._umpire_state = None
            self.scoring.begin(umpire)

    def _notice(self, umpire: Umpire) -> None:
        """A new state is met after a short thought."""
        if umpire.umpire_state is not self._umpire_state:
            self._umpire_state = umpire.umpire_state
            self._has_acted = False
            self._met_s = self._table.clock.monotonic_s()
            self._next_s = self._met_s + self._rng.uniform(*_THINK_S) / self.pace
        self.scoring.watch(umpire)
        if not self.scoring.has_fallen:
            self._fallen_s = None
        elif self._fallen_s is None:
            self._fallen_s = self._table.clock.monotonic_s()

    def _is_listening(self, now_s: float) -> bool:
        """Whether the table still says what is due; a voice that never ends is not waited for."""
        is_new = not self._has_acted and (now_s - self._met_s) * self.pace < _LISTEN_S
        return is_new and self._is_speaking()

    def _confess(self, since_s: float) -> None:
        """A piece fell off, and the scale did not notice: nobody plays on as if it had not."""
        if since_s > _CONFESS_S:
            self.scoring.asked("fall-not-felt")
            self._order(FellOrder())

    def _order(self, order: Order) -> None:
        reply = self._table.order(order)
        if not reply.is_accepted:
            self.scoring.refused.append((order, reply))

    def _answer(self, umpire: Umpire, value: str) -> None:
        question = umpire.umpire_state.question
        if question is not None:
            self._order(AnswerOrder(question.number, value))

    def _choice(self, umpire: Umpire) -> Action:
        """What the game's own players would do; accidents are left to physics."""
        players = self._players
        if players is None:
            raise RuntimeError("nobody plays yet")
        for _ in range(50):
            action = players.act(umpire.state)
            if action is not None and not isinstance(action, REPORTS):
                return action
        return self._rng.choice(list(umpire.game.legal_actions(umpire.state)))

    def _use_hands(self, umpire: Umpire, umpire_state: UmpireState) -> None:
        """Do what this state needs done at tray and plate."""
        match umpire_state:
            case RollAwaited(waiting=AwaitDice(at_least=int()), missing_since_s=None):
                self._throw_or_choose(umpire)
            case RollAwaited() if umpire_state.missing_since_s is None:
                self.scoring.rolled(roll(self._hands, umpire_state.waiting))
            case Placing():
                piece = self._piece(umpire, umpire_state.waiting)
                self.scoring.placing(piece, self._hands.place(piece, self._care))
            case Resetting():
                tidy(self._hands, umpire_state.waiting.expected)
            case Striking():
                self._strike(umpire, umpire_state)
            case Checking():
                self._go_on(umpire, umpire_state)
            case _:
                pass

    def _throw_or_choose(self, umpire: Umpire) -> None:
        """Throw some dice again, now and then with others set aside before; or choose."""
        wished = None if self._players is None else self._players.act(umpire.state)
        if not isinstance(wished, ReportDice):
            self._order(Act(self._choice(umpire) if wished is None else wished))
            return
        stayed = staying(self._hands, wished.stayed)
        for die in stayed:
            if self._rng.random() < _SET_ASIDE:
                self._hands.tray.set_aside(die)
        thrown = throw_again(self._hands, stayed, self._rng.uniform(*_SHAKEN_S))
        self.scoring.rolled(thrown, stayed)

    def _speak(self, umpire: Umpire, umpire_state: UmpireState) -> None:
        """Decide, report, or answer what is true."""
        match umpire_state:
            case Choosing():
                self._order(Act(self._choice(umpire)))
            case Laying() | Tallying():
                self._report(umpire)
            case FaceAsked() | CountAsked() | ThrownAsked():
                self.scoring.asked("dice")
                self._order(Act(self.scoring.true_roll()))
            case DieSought():
                self._say_die(umpire, umpire_state)
            case Collapsing() if not self.scoring.has_fallen:
                self.scoring.asked("false-fall")
                self._answer(umpire, NOT_FALLEN)
            case FallAsked():
                self.scoring.asked("fall")
                self._answer(umpire, FELL if self.scoring.has_fallen else NOT_FALLEN)
            case Disturbed():
                self.scoring.asked(f"disturbed-{umpire_state.what}")
                self._order(FellOrder() if self.scoring.has_fallen else FineOrder())
            case _:
                pass

    def _report(self, umpire: Umpire) -> None:
        """Say what lies open, or what was counted."""
        players = self._players
        action = None if players is None else players.act(umpire.state)
        if action is not None:
            self._order(Act(action))

    def _piece(self, umpire: Umpire, waiting: AwaitPlacement) -> Piece:
        players = self._players
        action = None if players is None else players.act(umpire.state)
        if isinstance(action, ReportPiece) and action.piece in waiting.pieces:
            return action.piece
        return waiting.pieces[0]

    def _say_die(self, umpire: Umpire, umpire_state: DieSought) -> None:
        """Say which die was put on the tower."""
        if umpire_state.question is None:
            self._has_acted = False
            return
        self.scoring.asked("which-die")
        self._answer(umpire, str(self.scoring.in_hand.face if self.scoring.in_hand else ""))

    def _strike(self, umpire: Umpire, umpire_state: Striking) -> None:
        """Throw the axe, take off what fell, and confirm what is gone."""
        now_s = self._table.clock.monotonic_s()
        if not self.scoring.has_struck:
            self.scoring.striking()
            self._asked_by_s = now_s + _AXE_PATIENCE_S
            self._hands.plate.axe(self._rng.uniform(0.3, 1.0), self._rng.uniform(0.3, 0.95))
            self._has_acted = False
            self._next_s = now_s + 2.5
            return
        if self._hands.plate.fallen:
            self._hands.pick_up_fallen()
            self._has_acted = False
            self._next_s = now_s + 2.5
            return
        gone = self.scoring.gone(umpire_state.waiting.tower)
        if gone and umpire_state.question is None and now_s < self._asked_by_s:
            # The referee will propose what is gone when the plate is quiet.
            self._has_acted = False
            self._next_s = now_s + 0.5
            return
        for number, proposal in enumerate(umpire_state.proposals):
            if sorted(map(str, proposal)) == sorted(map(str, gone)):
                self.scoring.proposals.append(number)
                self._answer(umpire, str(number))
                return
        self.scoring.proposals.append(-1)
        self._order(Act(ReportRemoval(gone)))

    def _go_on(self, umpire: Umpire, umpire_state: Checking) -> None:
        """The plate is made ready for a new tower; else it is as it should be."""
        expected = umpire.game.standing(umpire.state)
        standing = [kind for kind, _ in self._hands.plate.standing]
        if len(expected) <= 1 and standing != [piece.kind for piece in expected]:
            self._hands.tidy_plate(expected)
            self._has_acted = False
        elif umpire_state.question is not None:
            self.scoring.asked("plate")
            self._answer(umpire, GO_ON)

    def _help(self, umpire_state: UmpireState) -> None:
        """The referee does not notice: say it by hand."""
        match umpire_state:
            case Placing() if self.scoring.in_hand is not None:
                self.scoring.asked("not-felt")
                is_down = self.scoring.has_fallen
                self._order(FellOrder() if is_down else Act(ReportPiece(self.scoring.in_hand)))
            case RollAwaited():
                self.scoring.asked("not-seen")
                self._order(Act(self.scoring.true_roll()))
            case Resetting():
                self.scoring.asked("reset")
                self._order(DoneOrder())
            case _:
                self._has_acted = False
