"""A table without devices: facts are made by hand, time stands still until it is moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.clock import ManualClock
from referee.games.awaiting import Piece
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.language import language
from referee.table.archive import MemoryArchive
from referee.table.facts import Device, PlateLevel, TrayRead
from referee.table.orders import Act, AnswerOrder, Order, Reply
from referee.table.plate import PieceWeights
from referee.table.sentences import Told
from referee.table.umpire import Umpire
from referee.touch.episode import EpisodeSummary
from referee.touch.pieces import guess_pieces, pieces_felt
from referee.touch.verdicts import Suspicion, TouchKind, TouchVerdict, decided
from referee.vision.readings import Certainty, DieFinding, Likely, ReadDie, Reading

DIE_PX = 40.0
MASSES = {piece.kind: piece.mass_g for piece in pieces_felt()}


def die(
    face: str,
    place: int,
    *,
    certainty: Certainty = Certainty.CERTAIN,
    findings: tuple[DieFinding, ...] = (),
    likely: Sequence[str] = (),
) -> ReadDie:
    x, y = 100.0 + 90 * (place % 6), 100.0 + 90 * (place // 6)
    half = DIE_PX / 2
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return ReadDie(
        face=face,
        centre_px=(x, y),
        corners_px=corners,
        box_px=(x - half, y - half, DIE_PX, DIE_PX),
        confidence=0.99 if certainty is Certainty.CERTAIN else 0.6,
        certainty=certainty,
        likely=tuple(Likely(each, 0.5) for each in likely),
        findings=findings,
    )


class StageArchive(MemoryArchive):
    """Names what evidence would be kept."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[str] = []

    def keep_evidence(self, at_s: float, about: str, seq: int) -> tuple[str, ...]:
        self.kept.append(f"{about}-{len(self.kept) + 1}")
        return (self.kept[-1],)


class UmpireStage:
    """One game with everything at hand: what was told, what was published."""

    def __init__(
        self,
        name: str = "magic-beanstalk",
        names: Sequence[str] = ("Anna", "Ben", "Carl"),
        *,
        devices: Sequence[Device] = (Device.CAMERA, Device.SCALE),
        options: dict[str, Any] | None = None,
        countdown_s: float | None = None,
    ) -> None:
        self.clock = ManualClock()
        self.archive = StageArchive()
        self.game = find_game(name)
        self.expected: list[tuple[str, int | None]] = []
        self.umpire = Umpire(
            self.game,
            self.archive,
            self.clock,
            devices=devices,
            countdown_s=countdown_s,
            expect_dice=lambda kind, count: self.expected.append((kind, count)),
        )
        self.told: list[Told] = []
        self.umpire.listen(lambda update: self.told.extend(update.told))
        self.rests = 0
        setup = self.game.setup(tuple(names), parse_options(self.game, options or {}))
        self.umpire.begin(setup)

    @property
    def state(self) -> Any:
        return self.umpire.state

    @property
    def umpire_state(self) -> str:
        return self.umpire.umpire_state.name

    def said(self) -> list[str]:
        """Everything said since the last call, in English."""
        texts = [each.speech.text(language("en")) for each in self.told]
        self.told.clear()
        return [text for text in texts if text]

    def wait_s(self, seconds: float, step_s: float = 0.1) -> None:
        for _ in range(round(seconds / step_s)):
            self.clock.advance_s(step_s)
            self.umpire.tick()

    def order(self, order: Order) -> Reply:
        return self.umpire.order(order)

    def do(self, action: Any) -> Reply:
        return self.order(Act(action))

    def answer(self, value: str) -> Reply:
        question = self.umpire.umpire_state.question
        assert question is not None
        return self.order(AnswerOrder(question.number, value))

    def see(self, *dice: ReadDie) -> None:
        """The tray comes to rest with these dice."""
        self.rests += 1
        now_s = self.clock.monotonic_s()
        reading = Reading(dice, DIE_PX)
        self.umpire.take(
            TrayRead(
                now_s, now_s - 0.4, self.rests, "beanstalk", reading, (b"cut",) * len(dice), b"tray"
            )
        )

    def touch(self, kind: TouchKind, step_g: float, fall_score: float | None = None) -> None:
        """With a score, the kind is what it is if nothing fell."""
        now_s = self.clock.monotonic_s()
        pieces = guess_pieces(abs(step_g), 0.05, pieces_felt()) if step_g else ()
        weighed = weighed_step(now_s, step_g)
        verdict = TouchVerdict(
            kind,
            now_s,
            now_s - 0.6,
            now_s - 0.1,
            "test",
            pieces=pieces,
            weighed=weighed,
            fall_score=fall_score,
            doubt_score=-2.0,
        )
        self.umpire.take(decided(verdict))

    def place(self, kind: str) -> None:
        self.touch(TouchKind.PLACED, MASSES[kind])

    def suspect(self) -> None:
        self.umpire.take(Suspicion(self.clock.monotonic_s(), "hit"))

    def level(self, grams: float) -> None:
        self.umpire.take(PlateLevel(self.clock.monotonic_s(), grams))

    def level_of_tower(self) -> None:
        self.level(PieceWeights(pieces_felt()).mass_g(self.game.standing(self.state)))


def weighed_step(now_s: float, step_g: float) -> EpisodeSummary:
    import dataclasses

    fields = {field.name: 0.0 for field in dataclasses.fields(EpisodeSummary)}
    fields.update(opened_s=now_s - 0.6, dm_g=step_g)
    return EpisodeSummary(**fields)  # type: ignore[arg-type]


def token(seat: int) -> Piece:
    return Piece("token", seat=seat)
