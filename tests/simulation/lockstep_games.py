"""Simulated sessions in lock-step, and how often the referee was right in them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from referee.app.face_sets import dice_readers
from referee.clock import ManualClock
from referee.config import TableProfile
from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.simulation.lockstep import LockstepTable
from referee.store.store import open_store
from referee.vision.dice.face_reading import FaceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from tests.calibrate.shown_dice import taught
from tests.calibrate.tray_stage import TrayStage

PROCESSES = 2


class Plan(msgspec.Struct, frozen=True):
    """One game to be played, and the chance that goes with it.

    Without `markers`, on a cloth. Of dice that are `shown` the table knows what it was taught.
    `noise_g` is that of the scale.
    """

    game: str
    players: int
    seed: int
    options: dict[str, Any] = {}
    care: float = 0.93
    markers: bool = True
    shown: str = ""
    noise_g: float = 0.02


class Figures(msgspec.Struct):
    """What came of one game, or of many."""

    games: int = 0
    unfinished: int = 0
    rolls: int = 0
    dice: int = 0
    pieces: int = 0
    falls: int = 0
    true_falls: int = 0
    stands: int = 0
    blows: int = 0
    first_proposals: int = 0
    readings: int = 0
    questions: dict[str, int] = {}
    disagreements: list[str] = []
    refused: list[str] = []
    stream_s: float = 0.0
    wall_s: float = 0.0

    @property
    def asked_share(self) -> float:
        return sum(self.questions.values()) / max(1, self.readings)


@cache
def shipped_readers() -> Mapping[str, FaceReader]:
    """The eyes of a table nobody has taught anything."""
    return dice_readers(TableProfile().dice.sets)


@cache
def readers_of(shown: str) -> Mapping[str, FaceReader]:
    """The eyes of a table that was shown one die of a kind instead of the set that comes along."""
    if not shown:
        return shipped_readers()
    _, faces, _ = taught(TrayStage(seed=21), shown)
    return {**shipped_readers(), shown: TaughtFaceReader(faces)}


def simulated(folder: Path, seed: int, shown: str = "", **settings: Any) -> LockstepTable:
    """An open simulated table in lock-step; its log lies in this folder."""
    clock = ManualClock()
    store = open_store(f"sqlite:///{folder}/session-{seed}.sqlite", clock=clock)
    session = LockstepTable(store, readers_of(shown), clock=clock, seed=seed, **settings)
    session.open()
    return session


def close(session: LockstepTable) -> None:
    session.close()
    session.table.store.close()


def begin(session: LockstepTable, plan: Plan) -> None:
    game = find_game(plan.game)
    options = parse_options(game, plan.options)
    session.begin_game(plan.game, seat_names(plan.players), options, Random(plan.seed))


def play(plan: Plan) -> Figures:
    """Play one game on a table of its own."""
    with TemporaryDirectory() as folder:
        session = simulated(
            Path(folder),
            plan.seed,
            plan.shown,
            care=plan.care,
            markers=plan.markers,
            noise_g=plan.noise_g,
        )
        began_s, start_s = time.monotonic(), session.clock.monotonic_s()
        try:
            begin(session, plan)
            is_finished = session.play()
            figures = figures_of(session, plan)
        finally:
            close(session)
    figures.unfinished = 0 if is_finished else 1
    figures.stream_s = round(session.clock.monotonic_s() - start_s, 1)
    figures.wall_s = round(time.monotonic() - began_s, 1)
    return figures


def figures_of(session: LockstepTable, plan: Plan) -> Figures:
    scoring = session.players.scoring
    tally = scoring.tally
    return Figures(
        games=tally.games,
        rolls=tally.rolls,
        dice=tally.dice,
        pieces=tally.pieces,
        falls=tally.falls,
        true_falls=scoring.true_falls,
        stands=tally.stands,
        blows=tally.blows,
        first_proposals=scoring.proposals.count(0),
        readings=tally.readings,
        questions=dict(tally.questions),
        disagreements=[f"{plan.game} {plan.seed}: {each}" for each in tally.disagreements],
        refused=[f"{plan.game} {plan.seed}: {order}" for order, _ in scoring.refused],
    )


def play_all(plans: Sequence[Plan]) -> list[Figures]:
    """Play all games, two at a time; the figures of each, in order."""
    # Begun afresh, not forked: a fork of threads is not safe.
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        return list(pool.map(play, plans))


def total(parts: Sequence[Figures]) -> Figures:
    """The figures of all games together."""
    whole = Figures()
    for part in parts:
        for name in msgspec.structs.asdict(part):
            if name == "questions":
                whole.questions = dict(Counter(whole.questions) + Counter(part.questions))
            else:
                setattr(whole, name, getattr(whole, name) + getattr(part, name))
    return whole
