"""Evidence belongs to the event that names it, and none of it is lost without a word."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.app.doctor.findings import TrafficLight
from referee.app.doctor.system_checks import disk_finding
from referee.clock import ManualClock
from referee.games.awaiting import AwaitDice
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.games.reports import ReportFall
from referee.language import language
from referee.store.store import Store, open_store
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.facts import TrayRead
from referee.table.history import Acted, By, EvidenceBook, EvidenceKept
from referee.table.orders import Act, ChangeCulpritOrder, DoneOrder, FellOrder
from referee.table.table import Table
from referee.table.umpire import Umpire
from referee.vision.readings import Reading
from referee.web.recorded_games import game_detail
from tests.table.umpire_stage import DIE_PX, die

NAMES = ("Anna", "Ben", "Carl")


class TableStage:
    """A table without devices but for a scale with five grams on it, on a log of its own."""

    def __init__(self, store: Store, clock: ManualClock) -> None:
        self.store, self.clock = store, clock
        self.recorder = EvidenceRecorder()
        self.table = Table(store, clock, countdown_s=3600.0, evidence=self.recorder)
        self.said: list[str] = []
        self.table.listen(
            lambda update: self.said.extend(
                each.speech.text(language("en")) or "" for each in update.told
            )
        )
        game = find_game("magic-beanstalk")
        self.game_id = self.table.begin_game(game.name, NAMES, parse_options(game, {}))

    def build(self) -> None:
        """Play until something stands that can fall."""
        self.play_until(lambda umpire: len(umpire.game.standing(umpire.state)) >= 3)

    def play_until(self, is_so: Callable[[Umpire], bool]) -> None:
        umpire = self.umpire
        players = umpire.game.simulated(umpire.state, Random(3))
        while not is_so(umpire):
            action = players.act(umpire.state)
            assert action is not None
            assert self.table.order(Act(action)).is_accepted

    def roll(self) -> None:
        """As many dice as were announced come to rest in the tray, and a picture is taken."""
        waiting = self.umpire.game.awaiting(self.umpire.state)
        assert isinstance(waiting, AwaitDice)
        dice = tuple(die(waiting.faces[0], place) for place in range(waiting.count))
        now_s, reading = self.clock.monotonic_s(), Reading(dice, DIE_PX)
        cuts = (b"cut",) * len(dice)
        self.umpire.take(TrayRead(now_s, now_s, 1, waiting.kind, reading, cuts, b"tray"))

    def wait_s(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.1)):
            self.clock.advance_s(0.1)
            self.recorder.add_sample(self.clock.monotonic_s(), 5.0, None)
            self.table.step()

    def fall(self) -> None:
        """The tower falls, and nobody objects."""
        self.wait_s(3.0)
        assert self.table.order(FellOrder()).is_accepted
        self.wait_s(7.0)

    @property
    def umpire(self) -> Umpire:
        assert self.table.umpire is not None
        return self.table.umpire

    @property
    def unsaved(self) -> str:
        snapshot = self.table.snapshot()
        assert snapshot is not None
        return snapshot.unsaved


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[TableStage]:
    clock = ManualClock()
    with open_store(f"sqlite:///{tmp_path / 'log.sqlite'}", clock=clock) as store:
        yield TableStage(store, clock)


def test_a_replay_belongs_to_the_fall_and_has_one_name(stage: TableStage) -> None:
    stage.build()
    stage.fall()

    detail = game_detail(stage.table, stage.game_id, None)
    events = [each.event for each in detail.timeline]
    (replay,) = detail.evidence
    (acted,) = [
        each
        for each in events
        if replay.name in each.data.get("evidence", ()) and each.type == "table-acted"
    ]
    assert acted.data["action"]["type"] == "report-fall"
    assert replay.seq == acted.seq
    assert next(each.type for each in events if each.cause == replay.seq) == "tower-fell"
    (kept,) = [each for each in events if each.type == "table-evidence-kept"]
    assert (kept.data["evidence"], kept.data["about"]) == (replay.name, "fall")
    assert kept.seq < acted.seq, "the film was complete before anybody could object no more"
    assert "weight_g" in msgspec.json.decode(stage.store.evidence.read(replay.name, "curve.json"))


def test_a_changed_culprit_takes_the_replay_along(stage: TableStage) -> None:
    stage.build()
    stage.fall()
    umpire = stage.table.umpire
    assert umpire is not None
    fall = umpire.history.actions[-1]
    assert isinstance(fall.action, ReportFall)
    assert fall.action.culprit is not None
    other = (fall.action.culprit + 1) % len(NAMES)
    assert stage.table.order(ChangeCulpritOrder(fall.seq, other)).is_accepted

    (replay,) = game_detail(stage.table, stage.game_id, None).evidence
    assert replay.seq == umpire.history.actions[-1].seq > fall.seq


def test_older_logs_with_two_names_keep_their_replays() -> None:
    book = EvidenceBook()
    book.add(16, EvidenceKept("20250101T120000.000000-game1-event16-fall", "fall-16", -5.0, 5.0))
    book.add(17, Acted({"type": "fall"}, By.SCALE, ("fall-16",)))
    book.add(21, Acted({"type": "dice"}, By.CAMERA, ("20250101T120100.000000-game1-event21-roll",)))

    assert book.seq_of("20250101T120000.000000-game1-event16-fall") == 17
    assert book.seq_of("20250101T120100.000000-game1-event21-roll") == 21
    assert book.seq_of("20250101T120200.000000-game1-event30-fall") is None


def a_file_in_its_place(stage: TableStage, _patch: pytest.MonkeyPatch) -> Callable[[], None]:
    folder = stage.store.address.evidence
    assert folder is not None
    folder.write_text("no folder")
    return folder.unlink


def a_full_disk(_stage: TableStage, patch: pytest.MonkeyPatch) -> Callable[[], None]:
    def fsync(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    patch.setattr(os, "fsync", fsync)
    return patch.undo


@pytest.mark.parametrize("spoil", [a_file_in_its_place, a_full_disk])
def test_evidence_that_cannot_be_written_is_told_and_written_later(
    stage: TableStage,
    spoil: Callable[[TableStage, pytest.MonkeyPatch], Callable[[], None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repair = spoil(stage, monkeypatch)
    stage.build()
    stage.fall()
    stage.wait_s(11.0)

    assert stage.unsaved == "store-trouble-evidence"
    assert len([text for text in stage.said if "Pictures and replays" in text]) == 1
    assert disk_finding(stage.store.address, free=lambda _: 10**10).light is TrafficLight.RED
    assert game_detail(stage.table, stage.game_id, None).evidence == ()

    repair()
    stage.wait_s(6.0)
    assert stage.unsaved == ""
    assert stage.said.count("Everything is saved again.") == 1
    assert disk_finding(stage.store.address, free=lambda _: 10**10).light is TrafficLight.GREEN
    (replay,) = game_detail(stage.table, stage.game_id, None).evidence
    assert replay.seq is not None


def test_a_picture_that_cannot_be_written_is_told(
    stage: TableStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_full_disk(stage, monkeypatch)
    stage.play_until(lambda umpire: isinstance(umpire.game.awaiting(umpire.state), AwaitDice))
    stage.roll()

    assert stage.unsaved == "store-trouble-evidence"
    stage.wait_s(11.0)
    assert len([text for text in stage.said if "Pictures and replays" in text]) == 1

    monkeypatch.undo()
    stage.wait_s(6.0)
    assert stage.unsaved == ""
    (picture,) = game_detail(stage.table, stage.game_id, None).evidence
    assert stage.store.evidence.read(picture.name, "tray.jpg") == b"tray"


def test_a_fall_in_the_last_seconds_of_an_evening_keeps_its_evidence(stage: TableStage) -> None:
    stage.build()
    stage.wait_s(3.0)
    stage.table.order(FellOrder())
    stage.wait_s(1.0)
    assert stage.table.order(DoneOrder()).is_accepted
    stage.table.close()

    (replay,) = game_detail(stage.table, stage.game_id, None).evidence
    assert replay.seq is not None
    times = msgspec.json.decode(stage.store.evidence.read(replay.name, "times.json"))
    assert times["ended_s"] == pytest.approx(1.0, abs=0.2)


def test_a_fall_just_before_another_game_is_resumed_keeps_its_evidence(stage: TableStage) -> None:
    game = find_game("spookies")
    other = stage.table.begin_game(game.name, NAMES, parse_options(game, {}))
    stage.table.resume_game(stage.game_id)
    stage.build()
    stage.wait_s(3.0)
    stage.table.order(FellOrder())
    assert stage.table.order(DoneOrder()).is_accepted
    stage.table.resume_game(other)
    stage.wait_s(7.0)

    (replay,) = game_detail(stage.table, stage.game_id, None).evidence
    assert replay.seq is not None
