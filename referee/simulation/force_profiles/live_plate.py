"""A plate for a whole session whose loads are put together from force and momentum.

Between two scenes the load stays; a scene begins when the one before it is over. The cell and its
converter are those of every simulated table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from referee.errors import InputError
from referee.games.boxes import every_piece
from referee.simulation.force_profiles.hands import edge
from referee.simulation.force_profiles.scenes import ForceScene, play_on, topple_top
from referee.simulation.force_profiles.sprung_plate import SprungPlate
from referee.simulation.force_profiles.stage import STEP_S, Piece, Stage, stage_of
from referee.simulation.happenings import (
    Axed,
    Cleared,
    Lifted,
    NamedPiece,
    PiecesFell,
    PlateHappening,
    Put,
)
from referee.simulation.plate.pieces import draw_piece
from referee.simulation.plate.sensors import CellSpec, LiveCell
from referee.simulation.sensor_readings import RawReading
from referee.touch.counts import ScaleCalibration

EVENT_S = 0.6
"""When in a scene something happens: hands close on a piece 0.4 s before they take it."""
_SCENE_S = 9.0
_STILL_G = 0.005
_BREATH_S = (0.35, 0.7)

Task = Callable[[Stage], None]


class ForcePlate:
    """A live plate. What is done to it waits until the scene before is over.

    `scene` names what goes on now, or what went on last.
    """

    def __init__(
        self, rng: np.random.Generator, *, plate: SprungPlate, cell: CellSpec, tower: int = 1
    ) -> None:
        self._rng, cell_rng = rng.spawn(2)
        self._plate = plate
        self._box = _draw_box(self._rng)
        self._kinds = [Piece(each.kind, each.mass_g, 0.01) for each in every_piece().values()]
        self._tower = [f"die-{number}" for number in range(1, tower + 1)]
        self._beside: list[str] = []
        self._in_hand: set[str] = set()
        self._happened: list[PlateHappening] = []
        self._waiting: deque[tuple[str, Task]] = deque()
        self._playing: deque[float] = deque()
        self._ending: Callable[[], None] | None = None
        self._spec = cell
        self._load_g = self._standing_g
        self._cell = LiveCell(cell, cell_rng, self._load_g, STEP_S)
        self._steps = 0
        self._next_s = self._ended_s = 0.0
        self._struck: float | None = None
        self.scene = ""
        self.fell_in: list[str] = []
        """The scene of each fall, the axe left out."""

    @property
    def now_s(self) -> float:
        """The time of the world."""
        return self._steps * STEP_S

    @property
    def standing(self) -> tuple[NamedPiece, ...]:
        """What really stands, from the bottom to the top."""
        return self._named(self._tower)

    @property
    def fallen(self) -> tuple[NamedPiece, ...]:
        """What lies beside it on the plate."""
        return self._named(self._beside)

    @property
    def history(self) -> tuple[PlateHappening, ...]:
        """All that really happened."""
        return tuple(self._happened)

    def history_from(self, number: int) -> tuple[PlateHappening, ...]:
        """What happened since there were `number` entries."""
        return tuple(self._happened[number:])

    @property
    def is_busy(self) -> bool:
        """Whether something goes on or waits."""
        return bool(self._waiting or self._playing)

    @property
    def quiet_s(self) -> float:
        """How long nothing has gone on."""
        return 0.0 if self.is_busy else self.now_s - self._ended_s

    @property
    def calibration(self) -> ScaleCalibration:
        """What the scale of this plate needs to be read in grams."""
        spec = self._spec
        return ScaleCalibration(
            counts_per_gram=spec.counts_per_gram, tare_counts=float(spec.offset_counts)
        )

    def play(self, *scenes: tuple[ForceScene, float]) -> None:
        """Let this happen, each after so many seconds, to a tower that nobody builds on."""
        self._waiting.append((_name_of(scenes), partial(_play_all, scenes)))

    def build(self, kind: str, *scenes: tuple[ForceScene, float]) -> str:
        """The same with scenes one of which puts down a piece of this kind; its name."""
        name = self._left(kind)
        self._in_hand.add(name)
        self._waiting.append((_name_of(scenes), partial(self._put, name, scenes)))
        return name

    def place(self, piece: str, *, care: float) -> str:  # noqa: ARG002 - the classes know no care
        """Put a piece of this kind down."""
        return self.build(piece, (ForceScene.PLACE, 0.0))

    def nudge(self, strength: float = 0.5) -> None:  # noqa: ARG002
        """A finger gets stuck at the tower."""
        self.play((ForceScene.JERK, 0.0))

    def knock_over(self) -> None:
        """Some of the tower comes down."""
        self.play((ForceScene.SOME_OFF, 0.0))

    def bump_table(self, strength: float = 0.2) -> None:  # noqa: ARG002
        """Somebody knocks against the table."""
        self.play((ForceScene.KNOCK, 0.0))

    def lean(self, newton: float = 0.5, seconds: float = 1.0) -> None:  # noqa: ARG002
        """A hand lies on the plate."""
        self.play((ForceScene.LEAN_ON_PLATE, 0.0))

    def lift_top(self) -> None:
        """The top piece is taken."""
        self.play((ForceScene.LIFT, 0.0))

    def axe(self, strength: float = 0.5, height_share: float = 0.5) -> None:
        """A blow takes off what stands above that share of the height."""
        count = round((1 - height_share) * len(self._tower))
        self._waiting.append(("axe", partial(self._strike, strength, count)))

    def clear(self, keep: int | Sequence[str] = 1) -> None:
        """Take everything off but so many dice, or these kinds; put down what is missing."""
        kinds = ("die",) * keep if isinstance(keep, int) else tuple(keep)
        self._waiting.append(("clear", partial(self._clear, kinds)))

    def pick_up_fallen(self) -> None:
        """Take away what lies beside the tower."""
        self._waiting.append(("pick-up", self._pick_up))

    def advance_to(self, t_s: float) -> list[RawReading]:
        """Let time pass; the readings meanwhile."""
        target = int(t_s / STEP_S + 1e-6)
        readings: list[RawReading] = []
        while self._steps < target:
            self._begin_waiting()
            left = target - self._steps
            readings += self._live(left) if self._playing else self._rest(left)
        return readings

    def _begin_waiting(self) -> None:
        if self._playing or not self._waiting or self.now_s < self._next_s:
            return
        self.scene, task = self._waiting.popleft()
        stage = self._stage()
        task(stage)
        force_g = stage.trace(self.scene, 0, self._plate)
        corner = np.array(self._spec.corner_per_m)
        load_g = force_g.force_g + force_g.moment_g_m @ corner
        # What goes on without end, as music, ends with its scene.
        moving = np.nonzero(np.abs(load_g - load_g[-1]) > _STILL_G)[0]
        self._playing.extend(load_g[: int(moving[-1]) + 2 if len(moving) else 1].tolist())
        self._ending = partial(self._end, stage)

    def _stage(self) -> Stage:
        tower = [self._box[name] for name in self._tower]
        stage = stage_of(self._kinds, tower, self._rng, _SCENE_S)
        beside_g = sum(self._box[name].mass_g for name in self._beside)
        stage.load_g += beside_g
        stage.tower_g += beside_g
        return stage

    def _live(self, steps: int) -> list[RawReading]:
        count = min(steps, len(self._playing))
        readings = self._cell.push([self._playing.popleft() for _ in range(count)])
        self._steps += count
        if not self._playing and self._ending is not None:
            self._ending()
        return readings

    def _rest(self, steps: int) -> list[RawReading]:
        if self._waiting:
            steps = max(1, min(steps, round((self._next_s - self.now_s) / STEP_S)))
        self._steps += steps
        return self._cell.rest(self._load_g, steps)

    def _end(self, stage: Stage) -> None:
        """The scene is over: what stands, what lies, and what has happened."""
        names = {id(piece): name for name, piece in self._box.items()}
        down = [names[id(piece)] for piece, _, _ in stage.fallen]
        stays = [names[id(piece)] for piece, _, is_off in stage.fallen if not is_off]
        self._tower = [names[id(each)] for each in stage.tower if names[id(each)] not in down]
        self._beside += stays
        self._in_hand -= set(self._tower)
        self._load_g = self._standing_g
        self._tell(self._named(down))
        self._ended_s = self.now_s
        self._next_s = self.now_s + float(self._rng.uniform(*_BREATH_S))

    def _tell(self, lost: tuple[NamedPiece, ...]) -> None:
        if self._struck is not None:
            self._happened.append(Axed(self.now_s, self._struck, lost))
            self._struck = None
        elif lost:
            self.fell_in.append(self.scene)
            self._happened.append(PiecesFell(self.now_s, lost))

    def _put(self, name: str, scenes: Sequence[tuple[ForceScene, float]], stage: Stage) -> None:
        stage.due = self._box[name]
        _play_all(scenes, stage)
        self._happened.append(Put(self.now_s, stage.due.kind, name))
        self._in_hand.discard(name)

    def _strike(self, strength: float, count: int, stage: Stage) -> None:
        self._struck = strength
        play_on(stage, ForceScene.KNOCK, EVENT_S)
        if count:
            topple_top(stage, EVENT_S, count, off_share=0.5)

    def _clear(self, kinds: Sequence[str], stage: Stage) -> None:
        kept = 0
        while kept < min(len(kinds), len(self._tower)) and self._kind(kept) == kinds[kept]:
            kept += 1
        self._take(stage, [*self._tower[kept:], *self._beside])
        self._tower, self._beside = self._tower[:kept], []
        for number, kind in enumerate(kinds[kept:], start=1):
            self._tower.append(name := self._left(kind))
            stage.load_g += self._box[name].mass_g * edge(stage.times_s, 1.0 + number, 0.3)
        stage.tower = [self._box[name] for name in self._tower]
        self._happened.append(Cleared(self.now_s, len(kinds)))

    def _pick_up(self, stage: Stage) -> None:
        self._take(stage, self._beside)
        self._beside = []

    def _take(self, stage: Stage, names: Sequence[str]) -> None:
        """Hands take these off, pressing on the plate meanwhile."""
        for number, name in enumerate(names):
            at_s = EVENT_S + 0.1 * number
            stage.load_g -= self._box[name].mass_g * edge(stage.times_s, at_s, 0.3)
            self._happened.append(Lifted(self.now_s, self._box[name].kind, name))
        if names:
            end_s = EVENT_S + 0.1 * len(names) + 0.3
            stage.push(stage.hand.holds(EVENT_S - 0.2, end_s, stage.hand.likely(5, 80)))

    def _kind(self, place: int) -> str:
        return self._box[self._tower[place]].kind

    @property
    def _standing_g(self) -> float:
        return sum(self._box[name].mass_g for name in (*self._tower, *self._beside))

    def _left(self, kind: str) -> str:
        """A piece of that kind that is neither on the plate nor in a hand."""
        taken = {*self._tower, *self._beside, *self._in_hand}
        for name, piece in self._box.items():
            if piece.kind == kind and name not in taken:
                return name
        raise InputError(f"No {kind} is left in the box: take one off the plate first.")

    def _named(self, names: Sequence[str]) -> tuple[NamedPiece, ...]:
        return tuple((self._box[name].kind, name) for name in names)


def _name_of(scenes: Sequence[tuple[ForceScene, float]]) -> str:
    return "+".join(scene for scene, _ in scenes)


def _play_all(scenes: Sequence[tuple[ForceScene, float]], stage: Stage) -> None:
    for scene, later_s in scenes:
        play_on(stage, scene, EVENT_S + later_s)


def _draw_box(rng: np.random.Generator) -> dict[str, Piece]:
    """The pieces of all games in one box."""
    return {
        f"{kind}-{number}": Piece(kind, draw_piece(kind, rng).mass_g, made.height_m)
        for kind, made in every_piece().items()
        for number in range(1, made.count + 1)
    }
