"""A guide leads through steps: each is shown what a device sees until a person accepts it.

guide.see(samples)          what the device delivered
guide.view()                what to do, what is seen, what is wrong
guide.accept()              on to the next step, if nothing is wrong
guide.repeat()              this step once more
guide.skip()                on without this step, if it may be left out
guide.arrange(asked)         name what was seen, or put it elsewhere
guide.abort()               nothing is kept
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Literal, Protocol, TypeVar

from referee.devices.camera.contract import CameraFrame
from referee.table.sentences import Sentence, Term, Word
from referee.vision.pictures import Picture

Seen_contra = TypeVar("Seen_contra", contravariant=True)
Shown = TypeVar("Shown")


def say(message: str, **words: Word) -> Sentence:
    """A sentence `calibrate-…` with its words."""
    return Sentence(f"calibrate-{message}", words)


@dataclass(frozen=True, slots=True)
class Meter:
    """A live reading and how much it wavers, in `g`, or in `counts` before a gram is known."""

    value: float
    noise: float
    unit: str


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """Pictures that look alike, by their numbers; `wanted` is how many more are needed."""

    number: int
    name: str
    pictures: tuple[int, ...]
    wanted: int
    is_left_out: bool


GroupTask = Literal["name", "split", "leave-out", "take-in"]


@dataclass(frozen=True, slots=True)
class GroupChange:
    """What to do about a group: name it, split one picture off, leave it out, or take it in again.

    An empty name takes the name away.
    """

    task: GroupTask
    group: int
    name: str = ""
    picture: int = 0


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as it stands: what to do, what is seen now, and why it cannot be accepted yet.

    `advice` is what could be better and yet may be accepted. `picture` and `meter` are for those
    who can draw. `groups` are named with one of the `names`, or with any name if there are none.
    """

    ask: Sentence
    live: tuple[Sentence, ...] = ()
    troubles: tuple[Sentence, ...] = ()
    advice: tuple[Sentence, ...] = ()
    picture: Picture | None = None
    meter: Meter | None = None
    groups: tuple[ShownGroup, ...] = ()
    names: tuple[Term, ...] = ()
    can_skip: bool = False
    """Whether the step may be left out."""

    @property
    def can_accept(self) -> bool:
        """Whether nothing is in the way."""
        return not self.troubles


class Step(Protocol[Seen_contra]):
    """One thing to do. It knows no time but that of what it is shown."""

    @property
    def name(self) -> str:
        """What the step is called, such as `scale-empty`."""
        ...

    def see(self, seen: Seen_contra) -> None:
        """Take in what the device delivered."""
        ...

    def view(self) -> StepView:
        """How the step stands."""
        ...

    def restart(self) -> None:
        """Forget what was seen and begin again; called before the step is first shown, too."""
        ...

    def finish(self) -> None:
        """Keep what was measured, for the steps that follow."""
        ...


class CalibrationHands(Protocol):
    """Hands that help with the steps; to be asked again and again while time passes."""

    def help(self, step: str) -> bool:
        """Do what this step needs next; whether the hands are still at it."""
        ...

    def before_camera(self, frame: CameraFrame) -> CameraFrame:
        """What the camera sees while the hands help."""
        ...


class GuideState(StrEnum):
    """Where a guide stands."""

    ASKING = "asking"
    DONE = "done"
    ABORTED = "aborted"


class Guide(Generic[Shown]):
    """Goes through the steps one by one."""

    def __init__(self, steps: Sequence[Step[Shown]]) -> None:
        self._steps = tuple(steps)
        self._place = 0
        self.state = GuideState.ASKING
        self._steps[0].restart()

    @property
    def number(self) -> int:
        """The number of the present step, from one."""
        return min(self._place + 1, self.count)

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    @property
    def name(self) -> str:
        """The name of the present step."""
        return self._step.name

    @property
    def _step(self) -> Step[Shown]:
        return self._steps[min(self._place, self.count - 1)]

    def see(self, seen: Shown) -> None:
        """Show the present step what the device delivered."""
        if self.state is GuideState.ASKING:
            self._step.see(seen)

    def view(self) -> StepView:
        """The present step as it stands."""
        return self._step.view()

    def accept(self) -> bool:
        """Go on to the next step; False if something is in the way."""
        if self.state is not GuideState.ASKING or not self._step.view().can_accept:
            return False
        self._step.finish()
        self._go_on()
        return True

    def skip(self) -> bool:
        """Go on without this step; False if it may not be left out."""
        if self.state is not GuideState.ASKING or not self._step.view().can_skip:
            return False
        self._go_on()
        return True

    def _go_on(self) -> None:
        self._place += 1
        if self._place == self.count:
            self.state = GuideState.DONE
        else:
            self._step.restart()

    def repeat(self) -> None:
        """Begin the present step again."""
        if self.state is GuideState.ASKING:
            self._step.restart()

    def arrange(self, asked: GroupChange) -> bool:  # noqa: ARG002 - only some guides have groups
        """Change a group of pictures; False if that cannot be done."""
        return False

    def group_picture(self, number: int) -> Picture | None:  # noqa: ARG002 - likewise
        """The picture of this number in one of the groups."""
        return None

    def abort(self) -> None:
        """Give up; nothing is kept."""
        if self.state is GuideState.ASKING:
            self.state = GuideState.ABORTED
