"""Dice are rolled: what was announced against what lies in the tray; doubt is asked about."""

from dataclasses import dataclass, replace

from referee.games.awaiting import AwaitDice
from referee.games.reports import ReportDice
from referee.table.answered_faces import AnsweredDie, answers_about
from referee.table.facts import Device, TrayRead
from referee.table.history import By
from referee.table.prompts import Option, Question
from referee.table.sentences import PlainMessage, Sentence, Term, Topic, Word
from referee.table.states.base import (
    Asking,
    OfOneSeat,
    UmpireApi,
    UmpireState,
    face_option,
    tell_prompt,
)
from referee.table.states.standing_tower import PlayState
from referee.table.thrown_again import Throw, are_alike, possible_throws, put_down
from referee.table.tray_memory import TrayDie

ROLL_AGAIN = "roll-again"
_LEAVE_OUT = "leave-out-"
_MOST_THROWS = 8
"""More buttons than these nobody reads; what is not among them can still be told by hand."""
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
            umpire.expect_dice(self.waiting.kind, self._expected(umpire))
            tell_prompt(umpire, self.waiting)
        return self

    def _expected(self, umpire: UmpireApi) -> int | None:
        """How many dice will lie in the tray, if that is known."""
        tray = umpire.tray
        if self.waiting.at_least is not None:
            faces = umpire.game.rolled(umpire.state)
            tray.begin_choice(faces)
            return len(faces)
        tray.begin_roll(self.waiting.count)
        stays = self.waiting.keeps or self.waiting.again is not None
        return None if stays and tray.dice else self.waiting.count

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
        rolled = umpire.tray.rolled
        if self.waiting.at_least is None:
            return CountAsked(self.waiting, rolled, self.waiting.count)
        # The others were set aside where nobody sees them, or fell under the table.
        return accept_or_ask(umpire, self.waiting, rolled, ()) if rolled else self


def judged(present: UmpireState, umpire: UmpireApi, waiting: AwaitDice) -> UmpireState:
    """What follows from the dice that lie in the tray now; `present` if nothing does."""
    tray, due, least = umpire.tray, waiting.count, waiting.count
    if waiting.at_least is not None:
        for die, face in put_down(tray):
            tray.keep(die, face)
        due, least = len(tray.lifted) + len(tray.away), len(tray.lifted)
    rolled = tray.rolled
    if not rolled:
        return present
    if len(rolled) < least:
        return RollAwaited(waiting, umpire.now_s)
    if len(rolled) > due:
        return CountAsked(waiting, rolled, due)
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
    if waiting.at_least is not None:
        return _told_or_asked(umpire, waiting, dice, tuple(faces))
    umpire.tray.end_roll(dice, faces)
    answered = answers_about(zip(dice, faces, strict=True))
    return _act(umpire, ReportDice(tuple(faces)), answered)


def _act(umpire: UmpireApi, report: ReportDice, answered: tuple[AnsweredDie, ...]) -> UmpireState:
    picture = umpire.keep_picture("roll", umpire.tray.picture_jpeg)
    return umpire.act(report, By.CAMERA, picture, answered)


def _told_or_asked(
    umpire: UmpireApi, waiting: AwaitDice, dice: tuple[TrayDie, ...], faces: tuple[str, ...]
) -> UmpireState:
    """Take over which dice were thrown again and which stayed; ask if it cannot be told."""
    throws = possible_throws(umpire.tray, dice, faces)
    allowed = {0, *range(waiting.at_least or 1, waiting.count + 1)}
    throws = [each for each in throws if len(each.thrown) in allowed] or throws
    is_told = all(each.is_told for each in throws)
    if is_told and are_alike(umpire.game, umpire.state, [each.report for each in throws]):
        return _taken(umpire, throws[0])
    return ThrownAsked(waiting, dice, tuple(throws[:_MOST_THROWS]))


def _taken(umpire: UmpireApi, throw: Throw) -> UmpireState:
    """Record a throw; what is refused, and what was none, begins anew with what lies there."""
    tray = umpire.tray
    for die, face in throw.moved:
        tray.keep(die, face)
    if not throw.thrown:
        return umpire.follow()
    tray.end_roll(*zip(*throw.thrown, strict=True))
    before = umpire.state
    then = _act(umpire, throw.report, answers_about(throw.thrown))
    return umpire.follow() if umpire.state is before else then


@dataclass(frozen=True, slots=True)
class CountAsked(OfOneSeat, Asking, PlayState):
    """More or fewer dice lie in the tray than were announced."""

    name = "countasked"

    waiting: AwaitDice
    dice: tuple[TrayDie, ...]
    due: int
    asked: Question | None = None

    needs = Device.CAMERA

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Say how many are there and how many were announced."""
        if self.asked is not None:
            return self
        others = 0 if self.waiting.at_least is None else len(umpire.tray.stayed)
        counts: dict[str, Word] = {
            "seen": len(self.dice) + others,
            "announced": self.due + others,
        }
        sentence = Sentence("umpire-wrong-count", counts)
        umpire.tell(Topic.QUESTION, sentence)
        number = umpire.question_number()
        picture = umpire.tray.picture_jpeg
        return replace(self, asked=Question(number, "count", sentence, self._options(), picture))

    def _options(self) -> tuple[Option, ...]:
        again = Option(ROLL_AGAIN, Sentence("umpire-roll-again"))
        if len(self.dice) != self.due + 1:
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


@dataclass(frozen=True, slots=True)
class ThrownAsked(OfOneSeat, Asking, PlayState):
    """It cannot be told which dice were thrown again, and the game would go on differently."""

    name = "thrownasked"

    waiting: AwaitDice
    dice: tuple[TrayDie, ...]
    throws: tuple[Throw, ...]
    asked: Question | None = None

    needs = Device.CAMERA

    def begin(self, umpire: UmpireApi) -> UmpireState:
        """Ask what happened; if it hangs on one die, with its picture."""
        if self.asked is not None:
            return self
        sentence, picture = self._doubt(umpire)
        umpire.tell(Topic.QUESTION, sentence)
        options = [self._option(umpire, number) for number in range(len(self.throws))]
        options.append(Option(ROLL_AGAIN, Sentence("umpire-roll-again")))
        number = umpire.question_number()
        return replace(self, asked=Question(number, "thrown", sentence, tuple(options), picture))

    def _doubt(self, umpire: UmpireApi) -> tuple[Sentence, bytes]:
        doubted = {id(die): (die, face) for each in self.throws for die, face in each.moved}
        if len(doubted) != 1 or not all(each.is_told for each in self.throws):
            return Sentence("umpire-which-thrown"), umpire.tray.picture_jpeg
        ((die, face),) = doubted.values()
        now = _listed(umpire, (die.die.face,))
        if face == die.die.face:
            return Sentence("umpire-was-moved", {"now": now}), die.cutout_jpeg
        was = _listed(umpire, (face,))
        return Sentence("umpire-was-thrown", {"was": was, "now": now}), die.cutout_jpeg

    def _option(self, umpire: UmpireApi, number: int) -> Option:
        throw = self.throws[number]
        thrown, stayed = _listed(umpire, throw.report.faces), _listed(umpire, throw.stayed)
        if not throw.thrown:
            label = Sentence("umpire-thrown-none")
        elif not throw.stayed:
            label = Sentence("umpire-thrown-all", {"thrown": thrown})
        else:
            label = Sentence("umpire-thrown", {"thrown": thrown, "stayed": stayed})
        return Option(f"throw-{number}", label)

    def seen(self, umpire: UmpireApi, seen: TrayRead) -> UmpireState:
        """The players touched the dice: look again at what lies there."""
        now, before = ([each.die.face for each in dice] for dice in (umpire.tray.rolled, self.dice))
        return self if now == before else judged(self, umpire, self.waiting)

    def answered(self, umpire: UmpireApi, value: str) -> UmpireState:
        """Take over what happened."""
        if value == ROLL_AGAIN:
            return RollAwaited(self.waiting)
        return _taken(umpire, self.throws[int(value.removeprefix("throw-"))])


def _listed(umpire: UmpireApi, faces: tuple[str, ...]) -> Word:
    return tuple(Term(umpire.game.name, "face", each) for each in faces)
