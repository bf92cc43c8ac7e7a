"""A table on which many games are played with made-up facts, and how much it holds meanwhile."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np

from referee.clock import ManualClock
from referee.devices.camera.contract import CameraFrame
from referee.devices.panel.urls import panel_from_url
from referee.devices.voice.silent_voice import SilentVoice
from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.games.reports import ReportDice, ReportFall, ReportPiece, ReportReset, ReportStable
from referee.store.store import Store
from referee.table.announcing.announcer import Announcer
from referee.table.announcing.lamps import Lamps, lamp_scene
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.facts import Device, Fact, PlateLevel, TrayRead
from referee.table.orders import Act
from referee.table.plate import PieceWeights
from referee.table.table import Table
from referee.touch.pieces import guess_pieces, pieces_felt
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict
from referee.vision.readings import ReadDie, Reading
from tests.table.game_under_way import umpire_of
from tests.table.umpire_stage import DIE_PX, MASSES, die, weighed_step

GAME = "magic-beanstalk"
SEATS = 4
STEP_S = 0.25
MOST_STEPS = 100
PAGE_MB = os.sysconf("SC_PAGESIZE") / 2**20


class Held(msgspec.Struct, frozen=True):
    """What a program holds at one time."""

    rss_mb: float
    objects: int
    threads: int
    files: int
    waiting: int
    """Sentences that are still to be spoken."""


class SoakedTable:
    """A whole table whose devices are made up: one pair of hands plays game after game."""

    def __init__(self, store: Store, clock: ManualClock, seed: int = 1) -> None:
        self.clock = clock
        self.turns = self.games = 0
        self._rng = Random(seed)
        self._facts: list[Fact] = []
        self._in_tray: dict[int, ReadDie] = {}
        self._rests = 0
        self._weights = PieceWeights(pieces_felt())
        self.announcer = Announcer(SilentVoice(clock, is_paced=True))
        self.evidence = EvidenceRecorder()
        self._panel = panel_from_url("none:", None, clock)
        self._lamps = Lamps(self._panel, SEATS)
        self._picture = np.zeros((48, 64, 3), np.uint8)
        self._frames = 0
        self.table = Table(
            store,
            clock,
            senses=(self._perceived,),
            devices=(Device.CAMERA, Device.SCALE),
            announcer=self.announcer,
            evidence=self.evidence,
        )

    @property
    def state(self) -> Any:
        return umpire_of(self.table).state

    def held(self) -> Held:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return Held(
            rss_mb=round(pages * PAGE_MB, 1),
            objects=len(gc.get_objects()),
            threads=threading.active_count(),
            files=len(list(Path("/proc/self/fd").iterdir())),
            waiting=len(self.announcer.waiting),
        )

    def play_turns(self, turns: int) -> None:
        """Whole games, until at least so many turns were played."""
        end = self.turns + turns
        while self.turns < end:
            self.play_game()

    def play_game(self) -> None:
        game = find_game(GAME)
        variant = self._rng.choice(["base", "expert"])
        options = parse_options(game, {"variant": variant})
        self.table.begin_game(GAME, seat_names(SEATS), options)
        self._weigh()
        players = game.simulated(self.state, self._rng)
        while (action := players.act(self.state)) is not None:
            self._bring_about(action)
        self.games += 1

    def _bring_about(self, action: Any) -> None:
        """What people do, as the devices would tell of it."""
        seq = umpire_of(self.table).history.seq
        match action:
            case ReportDice(faces=faces):
                self._roll(faces)
            case ReportPiece(piece=piece):
                self._place(piece)
            case ReportStable():
                self.turns += 1
            case ReportFall():
                self.turns += 1
                self._fall()
            case ReportReset():
                self._see_tray({})
            case _:
                self.table.order(Act(action))
        for _ in range(MOST_STEPS):
            if umpire_of(self.table).history.seq != seq:
                return
            self._step(action)
        raise AssertionError(f"{action} changed nothing in {umpire_of(self.table).umpire_state}")

    def _step(self, action: Any) -> None:
        if isinstance(action, ReportReset):
            self._weigh()
        elif isinstance(action, ReportFall):
            self._help_fall(action)
        self.clock.advance_s(STEP_S)
        self._record()
        self.table.step()
        self._lamps.show(lamp_scene(self.table.snapshot()))

    def _record(self) -> None:
        now_s = self.clock.monotonic_s()
        self._frames += 1
        self.evidence.add_frame(CameraFrame(self._picture, now_s, self._frames))
        for number in range(10):
            self.evidence.add_sample(now_s + number / 80, 5.0, None)

    def _perceived(self) -> Sequence[Fact]:
        facts, self._facts = self._facts, []
        return facts

    def _roll(self, faces: Sequence[str]) -> None:
        if not getattr(self.state.turn, "hand", ()):
            self._see_tray({})
        free = [place for place in range(24) if place not in self._in_tray]
        rolled = {place: die(face, place) for place, face in zip(free, faces, strict=False)}
        self._see_tray({**self._in_tray, **rolled})

    def _see_tray(self, dice: dict[int, ReadDie]) -> None:
        self._in_tray = dice
        self._rests += 1
        now_s = self.clock.monotonic_s()
        reading = Reading(tuple(dice.values()), DIE_PX)
        self._facts.append(TrayRead(now_s, now_s, self._rests, "beanstalk", reading))

    def _place(self, piece: Any) -> None:
        taken = next((n for n, each in self._in_tray.items() if each.face == piece.face), None)
        if taken is not None:
            self._see_tray({n: each for n, each in self._in_tray.items() if n != taken})
        self._touch(TouchKind.PLACED, MASSES[piece.kind])

    def _fall(self) -> None:
        self._facts.append(Suspicion(self.clock.monotonic_s(), "hit"))
        self._touch(TouchKind.FELL, -5.0)

    def _help_fall(self, action: ReportFall) -> None:
        """Whose fault it is, is said by people if the referee would think otherwise."""
        if umpire_of(self.table).umpire_state.question is not None:
            self.table.order(Act(action))

    def _touch(self, kind: TouchKind, step_g: float) -> None:
        now_s = self.clock.monotonic_s()
        pieces = guess_pieces(abs(step_g), 0.05, pieces_felt())
        weighed = weighed_step(now_s, step_g)
        self._facts.append(
            TouchVerdict(kind, now_s, now_s, now_s, "soak", pieces=pieces, weighed=weighed)
        )

    def _weigh(self) -> None:
        waiting = umpire_of(self.table).game.awaiting(self.state)
        expected = getattr(waiting, "expected", None)
        tower = umpire_of(self.table).game.standing(self.state) if expected is None else expected
        grams = self._weights.mass_g(tower)
        self._facts.append(PlateLevel(self.clock.monotonic_s(), grams))
