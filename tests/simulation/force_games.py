"""Games of Magic Beanstalk in lock-step on a plate whose loads are forces put together.

Dice are told instead of drawn. Hands touch, tremble and adjust at every third placement at least;
rooms shake the table, and towers fall: how often of what is drawn by the seed, before anything is
felt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import numpy as np

from referee.clock import ManualClock
from referee.games.awaiting import AwaitPlacement
from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.games.reports import ReportDice
from referee.simulation.autoplay import AutoPlayers
from referee.simulation.force_profiles.live_plate import ForcePlate
from referee.simulation.force_profiles.scenes import ForceScene
from referee.simulation.force_profiles.sprung_plate import draw_plate
from referee.simulation.next_motion import TableHands
from referee.simulation.scale.lockstep_scale import LockstepScale
from referee.simulation.scoring import TrueGame
from referee.simulation.tray.world import TrayWorld
from referee.store.store import open_store
from referee.table.answered_faces import FaceLearner
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.facts import Device
from referee.table.orders import Act, DoneOrder, FellOrder, Order, UndoOrder
from referee.table.senses.touch_sense import Touch
from referee.table.states.base import UmpireState
from referee.table.states.countdown import CountingDown
from referee.table.states.falls import FallAsked
from referee.table.states.people import Choosing
from referee.table.states.placing import DieSought, Placing
from referee.table.states.reset_and_removal import Resetting, Striking
from referee.table.states.rolling import RollAwaited
from referee.table.states.standing_tower import Disturbed
from referee.table.table import Table
from referee.table.umpire import Umpire
from referee.touch.profile import TouchProfile
from scripts.touch_worlds.rows import ROWS
from tests.simulation.lockstep_games import PROCESSES, Plan
from tests.table.game_under_way import umpire_of

Scenes = tuple[tuple[ForceScene, float], ...]
S = ForceScene

# Each list is drawn from with equal chances; all were written down before a game was played.
RESTLESS: tuple[ForceScene, ...] = (S.PLACE_TREMBLING, S.PLACE_ADJUSTED, S.PLACE_STILL)
TOUCHED_BEFORE: tuple[ForceScene, ...] = (S.TOUCH, S.TOUCH_STILL, S.ADJUST)
ORDINARY: tuple[ForceScene, ...] = (
    *[S.PLACE] * 6,
    S.PLACE_PRESSED,
    S.PLACE_DROPPED,
    S.PLACE_PUSHED,
    *RESTLESS,
)
FALLS_AT_PLACEMENT: tuple[ForceScene, ...] = (
    S.DURING_PLACE,
    S.AFTER_PLACE,
    S.AFTER_DROP,
    S.PLACED_SLIDES_ON,
    S.PLACED_SLIDES_OFF,
)
FALLS_ALONE: tuple[ForceScene, ...] = (
    S.ONE_SLIPS,
    S.PART_ON,
    S.ALL_ON,
    S.SLOW_LEAN,
    S.PART_OFF,
    S.SOME_OFF,
    S.ROLLS_OFF,
    S.AFTER_KNOCK,
)
ROOM: tuple[ForceScene, ...] = (
    S.KNOCK,
    S.STEPS,
    S.DOOR,
    S.MUSIC,
    S.CHILDREN,
    S.CUP,
    S.DICE_BESIDE,
    S.LEAN_ON_TABLE,
)
TOUCHED_LATER_S = 2.2
"""A touch of 1.2 s at most, or a still hand of 3 s that is still there when the piece comes."""
PUT_BACK_BEFORE = 1 / 12
"""The piece before is taken off and put back before the next one comes."""
PUT_RIGHT_S = 3.0
"""So long people wait for the table to see by itself that all is well."""
FALL_AT_HEIGHT = 0.0012
"""As at the game's own simulated table: about 1 % at 3 pieces, 12 % at 10."""
_STEP_S, _LONGEST_S = 0.05, 1500.0
TIDIED_S = 1.5
"""Whoever took off what fell looks first whether all is well."""
IN_FORMULA = {"fall": 0.06, "room": 0.25, "hand": 0.03}
WHILE_CHOOSING = {"room": 0.08, "hand": 0.02}


class ToldGame(TrueGame):
    """What really happened, where the players tell the dice themselves."""

    told = ReportDice(())

    def true_roll(self) -> ReportDice:
        """What was told."""
        return self.told


class ForcePlayers(AutoPlayers):
    """Players with restless hands, who say what the dice show."""

    def __init__(self, table: Table, plate: ForcePlate, tray: TrayWorld, rng: Random) -> None:
        hands = TableHands(plate, tray)
        super().__init__(table, hands, rng)
        self.scoring: ToldGame = ToldGame(hands)
        self.plate = plate
        self.placements = 0
        self.restless = 0
        self.outcomes: dict[int, str] = {}
        """Of falls that were not called, by their number: asked or missed."""
        self.false: list[str] = []
        self.doubted: list[str] = []
        self._scene = ""
        self._hand = Random(rng.random())

    def _notice(self, umpire: Umpire) -> None:
        if umpire.umpire_state is not self._umpire_state:
            self._scene = self.plate.scene
        super()._notice(umpire)

    def _order(self, order: Order) -> None:
        if isinstance(order, FellOrder):
            self.outcomes.setdefault(len(self.plate.fell_in) - 1, "missed")
        super()._order(order)

    def _use_hands(self, umpire: Umpire, umpire_state: UmpireState) -> None:
        match umpire_state:
            case RollAwaited():
                report = None if self._players is None else self._players.act(umpire.state)
                assert isinstance(report, ReportDice)
                self.scoring.told = report
                self._order(Act(report))
            case Placing():
                self._build(umpire, umpire_state.waiting)
            case CountingDown() if not self._takes_back(umpire):
                self._happens(IN_FORMULA)
            case Choosing():
                self._happens(WHILE_CHOOSING)
            case Striking() | Resetting() if self.plate.quiet_s < TIDIED_S:
                self._has_acted = False
            case _:
                super()._use_hands(umpire, umpire_state)

    def _speak(self, umpire: Umpire, umpire_state: UmpireState) -> None:
        now_s = self._table.clock.monotonic_s()
        if isinstance(umpire_state, Disturbed) and now_s - self._met_s < PUT_RIGHT_S:
            self._has_acted = False
            return
        if isinstance(umpire_state, DieSought) and self.scoring.in_hand is None:
            # What was taken for a die is a hand: any answer, and it is taken back.
            self.scoring.asked("no-piece")
            self._answer(umpire, str(umpire_state.pieces[0].face))
            return
        before = dict(self.scoring.tally.questions)
        super()._speak(umpire, umpire_state)
        questions = self.scoring.tally.questions
        if isinstance(umpire_state, FallAsked) and self.scoring.has_fallen:
            self.outcomes.setdefault(len(self.plate.fell_in) - 1, "asked")
        elif isinstance(umpire_state, FallAsked):
            self.doubted.append(self._scene)
        if questions["false-fall"] > before.get("false-fall", 0):
            self.false.append(self._scene)

    def _help(self, umpire_state: UmpireState) -> None:
        if isinstance(umpire_state, Placing) and self.scoring.in_hand is None:
            self.scoring.asked("not-felt")
            self._order(DoneOrder())
            return
        super()._help(umpire_state)

    def _build(self, umpire: Umpire, waiting: AwaitPlacement) -> None:
        if len(self.plate.standing) > len(umpire.game.standing(umpire.state)):
            return  # It lies there, and the table will notice or be told.
        if self._takes_back(umpire):
            return
        if self._hand.random() < PUT_BACK_BEFORE:
            self.plate.play((S.PUT_BACK, 0.0))
            self._has_acted = False
            return
        piece = self._piece(umpire, waiting)
        self.placements += 1
        self.scoring.placing(piece, self.plate.build(piece.kind, *self._way()))

    def _takes_back(self, umpire: Umpire) -> bool:
        """A hand was taken for a second piece: people say so at once."""
        if len(self.plate.standing) >= len(umpire.game.standing(umpire.state)):
            return False
        self.scoring.asked("piece-too-many")
        self._order(UndoOrder())
        return True

    def _way(self) -> Scenes:
        height = len(self.plate.standing)
        if self._hand.random() < FALL_AT_HEIGHT * height * height:
            return ((self._hand.choice(FALLS_AT_PLACEMENT), 0.0),)
        if 3 * self.restless >= self.placements:
            return ((self._hand.choice(ORDINARY), 0.0),)
        self.restless += 1
        if self._hand.random() < 0.5:
            return ((self._hand.choice(RESTLESS), 0.0),)
        return ((self._hand.choice(TOUCHED_BEFORE), 0.0), (S.PLACE, TOUCHED_LATER_S))

    def _happens(self, chances: dict[str, float]) -> None:
        drawn = self._hand.random()
        for what, chance in chances.items():
            drawn -= chance
            if drawn < 0:
                scenes = {"fall": FALLS_ALONE, "room": ROOM, "hand": (S.TOUCH, S.BRUSH)}[what]
                self.plate.play((self._hand.choice(scenes), 0.0))
                return


class ForceFigures(msgspec.Struct):
    """What came of one game, or of many."""

    games: int = 0
    placements: int = 0
    restless: int = 0
    falls: int = 0
    called: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    false_calls: Counter[str] = Counter()
    doubted: Counter[str] = Counter()
    """Asked, and nothing had fallen."""
    questions: Counter[str] = Counter()
    disagreements: Counter[str] = Counter()
    stream_s: float = 0.0

    @property
    def touch_questions(self) -> int:
        """How often the table asked whether it fell."""
        return self.asked.total() + self.doubted.total()


@contextmanager
def force_table(
    seed: int,
    *,
    touch_profile: TouchProfile | None = None,
    evidence: EvidenceRecorder | None = None,
    learner: FaceLearner | None = None,
    folder: Path | None = None,
) -> Iterator[ForceSession]:
    """A table of its own on such a plate, with good parts, open and at rest."""
    with TemporaryDirectory() as usual:
        clock = ManualClock()
        store = open_store(f"sqlite:///{folder or usual}/forces.sqlite", clock=clock)
        plate_rng, cell_rng, tray_rng = np.random.default_rng(seed).spawn(3)
        good = ROWS["good parts"]
        spring = draw_plate(plate_rng, good.plate_hz)
        plate = ForcePlate(plate_rng, plate=spring, cell=good.draw_cell(cell_rng))
        # Whoever taps a plate hears its pitch to within a few hundredths.
        tapped = TouchProfile(plate_hz=spring.hz * float(tray_rng.uniform(0.95, 1.05)))
        scale = LockstepScale(plate, clock)
        on_sample = None if evidence is None else evidence.add_sample
        touch = Touch(scale, clock=clock, profile=touch_profile or tapped, on_sample=on_sample)
        table = Table(
            store,
            clock,
            senses=(touch.sense,),
            devices=(Device.SCALE,),
            expect_pieces=touch.expect,
            count_as=touch.count_as,
            evidence=evidence,
            learner=learner,
        )
        players = ForcePlayers(table, plate, TrayWorld(tray_rng, clock), Random(seed))
        scale.open()
        session = ForceSession(table, clock, players)
        session.let_pass_s(6.0)
        try:
            yield session
        finally:
            table.close()
            scale.close()
            store.close()


@dataclass(frozen=True, slots=True)
class ForceSession:
    """A table in lock-step and those who play at it."""

    table: Table
    clock: ManualClock
    players: ForcePlayers

    def let_pass_s(self, seconds: float) -> None:
        for _ in range(round(seconds / _STEP_S)):
            self.clock.advance_s(_STEP_S)
            self.table.step()

    def begin(self, plan: Plan) -> None:
        game = find_game(plan.game)
        options = game.seal(parse_options(game, plan.options), Random(plan.seed))
        self.table.begin_game(plan.game, seat_names(plan.players), options)

    def play(self, most_s: float) -> None:
        """Until the game is over, or for so long."""
        end_s = self.clock.monotonic_s() + most_s
        while not self.players.is_over and self.clock.monotonic_s() < end_s:
            self.let_pass_s(_STEP_S)
            self.players.step()


def play_on_forces(plan: Plan) -> ForceFigures:
    """Play one game on a table of its own."""
    with force_table(plan.seed) as session:
        session.begin(plan)
        session.play(_LONGEST_S)
        players = session.players
        players.scoring.watch(umpire_of(session.table))
        return _figures(players, session.clock.monotonic_s(), is_over=players.is_over)


def _figures(players: ForcePlayers, stream_s: float, *, is_over: bool) -> ForceFigures:
    outcomes: dict[str, Counter[str]] = {each: Counter() for each in ("called", "asked", "missed")}
    for number, scene in enumerate(players.plate.fell_in):
        outcomes[players.outcomes.get(number, "called")][scene] += 1
    return ForceFigures(
        games=int(is_over),
        placements=players.placements,
        restless=players.restless,
        falls=len(players.plate.fell_in),
        **outcomes,
        false_calls=Counter(players.false),
        doubted=Counter(players.doubted),
        questions=players.scoring.tally.questions,
        disagreements=Counter(players.scoring.tally.disagreements),
        stream_s=round(stream_s, 1),
    )


def play_all_on_forces(plans: Sequence[Plan]) -> ForceFigures:
    """Play all games, two at a time; the figures of all together."""
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        return total_of(list(pool.map(play_on_forces, plans)))


def total_of(parts: Sequence[ForceFigures]) -> ForceFigures:
    """The figures of all games together."""
    whole = ForceFigures()
    for part in parts:
        for name, value in msgspec.structs.asdict(part).items():
            setattr(whole, name, getattr(whole, name) + value)
    return whole
