"""Dice are rolled: what was announced against what lies in the tray; doubt is asked about."""

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitDice
from referee.games.reports import ReportDice
from referee.table.facts import Device, TrayRead
from referee.table.history import By
from referee.table.prompts import Option, Question
from referee.table.sentences import PlainMessage, Sentence, Topic, Word
from referee.table.states.base import (
    Asking,
    OfOneSeat,
    UmpireApi,
    UmpireState,
    face_option,
    tell_prompt,
)
from referee.table.states.standing_tower import PlayState
from referee.table.tray_memory import TrayDie

ROLL_AGAIN = "roll-again"
_LEAVE_OUT = "leave-out-"
_LATE_DICE_S = 1.5
"""If dice are missing, so long may the rest of them come. Chosen by hand: some people throw dice
one after another; with more, a die under the table is asked about late."""


@dataclass(frozen=True, slots=True)
class RollAwaited(OfOneSeat, PlayState):
    """The dice of a roll are on their way; `missing_since_s`: some lie there, but not all."""

    name = "rollawaited"

    waiting: AwaitDice
    missing_since_s: float | None = None

    needs = Device.CAMERA

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Ask for the roll; what lies in the tray already is not part of it."""
        if self.missing_since_s is None:
            umpire.tray.begin_roll(self.waiting.count)
            # What lies there may stay, be rolled again or be taken away first.
            total = None if umpire.tray.dice else self.waiting.count
            umpire.expect_dice(self.waiting.kind, total)
            tell_prompt(umpire, self.waiting)
        return self

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The tray was read."""
        return judged(self, umpire, self.waiting)

    def thawed(self, umpire: UmpireApi) -> UmpireState:
        """The missing dice may still come."""
        return self if self.missing_since_s is None else replace(self, missing_since_s=umpire.now_s)

    def tick(self, umpire: UmpireApi) -> UmpireState:
        """Dice that are missing for a while are asked about."""
        since_s = self.missing_since_s
        if since_s is None or umpire.now_s - since_s < _LATE_DICE_S:
            return self
        return CountAsked(self.waiting, umpire.tray.rolled)


def judged(present: UmpireState, umpire: UmpireApi, waiting: AwaitDice) -> UmpireState:
    """What follows from the dice that lie in the tray now; `present` if nothing does."""
    rolled = umpire.tray.rolled
    if not rolled:
        return present
    if len(rolled) < waiting.count:
        return RollAwaited(waiting, umpire.now_s)
    if len(rolled) > waiting.count:
        return CountAsked(waiting, rolled)
    return accept_or_ask(umpire, waiting, rolled, ())


def accept_or_ask(
    umpire: UmpireApi, waiting: AwaitDice, dice: tuple[TrayDie, ...], answers: tuple[str, ...]
) -> UmpireState:
    """Take over the faces, or ask about the next die that is in doubt.

    `answers` holds the faces of the first dice, as far as they are settled.
    """
    faces = list(answers)
    for each in dice[len(answers) :]:
        if not (each.die.is_certain and each.die.face in waiting.faces):
            return FaceAsked(waiting, dice, tuple(faces))
        faces.append(each.die.face)
    umpire.tray.end_roll(dice, faces)
    picture = umpire.keep_picture("roll", umpire.tray.picture_jpeg)
    return umpire.act(ReportDice(tuple(faces)), By.CAMERA, picture)


@dataclass(frozen=True, slots=True)
class CountAsked(OfOneSeat, Asking, PlayState):
    """More or fewer dice lie in the tray than were announced."""

    name = "countasked"

    waiting: AwaitDice
    dice: tuple[TrayDie, ...]
    asked: Question | None = None

    needs = Device.CAMERA

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Say how many are there and how many were announced."""
        if self.asked is not None:
            return self
        counts: dict[str, Word] = {"seen": len(self.dice), "announced": self.waiting.count}
        sentence = Sentence("umpire-wrong-count", counts)
        umpire.tell(Topic.QUESTION, sentence)
        number = umpire.question_number()
        picture = umpire.tray.picture_jpeg
        return replace(self, asked=Question(number, "count", sentence, self._options(), picture))

    def _options(self) -> tuple[Option, ...]:
        again = Option(ROLL_AGAIN, Sentence("umpire-roll-again"))
        if len(self.dice) != self.waiting.count + 1:
            return (again,)
        # One too many: whichever is no part of the roll can be left out.
        return (
            *(
                Option(
                    f"{_LEAVE_OUT}{number}", Sentence("umpire-leave-out", {"number": number + 1})
                )
                for number in range(len(self.dice))
            ),
            again,
        )

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The players put it right with their hands."""
        same = len(umpire.tray.rolled) == len(self.dice)
        return self if same else judged(self, umpire, self.waiting)

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """Roll again, or leave one die out."""
        if value == ROLL_AGAIN:
            return RollAwaited(self.waiting)
        out = int(value.removeprefix(_LEAVE_OUT))
        left = tuple(each for number, each in enumerate(self.dice) if number != out)
        return accept_or_ask(umpire, self.waiting, left, ())


@dataclass(frozen=True, slots=True)
class FaceAsked(OfOneSeat, Asking, PlayState):
    """One die is in doubt; it is shown as a picture with the likely answers."""

    name = "faceasked"

    waiting: AwaitDice
    dice: tuple[TrayDie, ...]
    answers: tuple[str, ...]
    asked: Question | None = None

    needs = Device.CAMERA

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Ask what the die shows, the likeliest face first."""
        if self.asked is not None:
            return self
        die = self.dice[len(self.answers)]
        finding = die.die.findings[0] if die.die.findings else "doubtful"
        sentence = Sentence("umpire-which-face", {"what": PlainMessage(f"umpire-die-{finding}")})
        umpire.tell(Topic.QUESTION, sentence)
        options = (*self._faces(umpire, die), Option(ROLL_AGAIN, Sentence("umpire-roll-again")))
        number = umpire.question_number()
        return replace(self, asked=Question(number, "face", sentence, options, die.cutout_jpeg))

    def _faces(self, umpire: UmpireApi, die: TrayDie) -> tuple[Option, ...]:
        likely = [each.face for each in die.die.likely if each.face in self.waiting.faces]
        ordered = dict.fromkeys([*likely, *self.waiting.faces])
        return tuple(face_option(umpire, face) for face in ordered)

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The players touched the dice: look again at what lies there."""
        now = {id(each) for each in umpire.tray.rolled}
        is_same = len(now) == len(self.dice) and all(
            each.die.is_certain or each.die.face == before.die.face
            for each, before in zip(umpire.tray.rolled, self.dice, strict=True)
        )
        return self if is_same else judged(self, umpire, self.waiting)

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """Go on with the next die."""
        if value == ROLL_AGAIN:
            return RollAwaited(self.waiting)
        return accept_or_ask(umpire, self.waiting, self.dice, (*self.answers, value))
