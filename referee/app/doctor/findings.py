"""What the doctor finds: a part, its traffic light, a sentence, and what to do next.

A check that takes too long or breaks is a finding too, and stops none of the others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from queue import Empty, SimpleQueue
from threading import Thread

import msgspec

from referee.errors import RefereeError
from referee.events import JsonObject
from referee.language import Language
from referee.table.sentences import Sentence, Word


class TablePart(StrEnum):
    """A part of the table, in the order of its examination; each has a name `doctor-part-…`."""

    CAMERA = "camera"
    FOCUS = "focus"
    LIGHT = "light"
    TRAY = "tray"
    DICE = "dice"
    SCALE = "scale"
    NOISE = "noise"
    DRIFT = "drift"
    RATE = "rate"
    PLATE = "plate"
    HANDS = "hands"
    FIRMWARE = "firmware"
    DISK = "disk"
    CLOCK = "clock"
    HEAT = "heat"
    VOICE = "voice"
    PANEL = "panel"
    DATABASE = "database"
    BACKUP = "backup"
    GAMES = "games"
    TABLE = "table"
    """The game's own thread; it is there only while the table runs."""


CAMERA_PARTS = (TablePart.CAMERA, TablePart.FOCUS, TablePart.LIGHT, TablePart.TRAY)
"""What is told by pictures."""
SCALE_PARTS = (
    TablePart.SCALE,
    TablePart.NOISE,
    TablePart.DRIFT,
    TablePart.RATE,
    TablePart.PLATE,
    TablePart.HANDS,
    TablePart.FIRMWARE,
)
"""What is told by the scale."""


class TrafficLight(StrEnum):
    """How a part fares; each has a word `doctor-light-…`."""

    GREEN = "green"
    YELLOW = "yellow"
    """It works, and a person should look after it."""
    RED = "red"
    OFF = "off"
    """It is not fitted."""


class Finding(msgspec.Struct, frozen=True):
    """How one part fares; `next_steps` is empty if there is nothing to do."""

    part: TablePart
    light: TrafficLight
    says: Sentence
    next_steps: tuple[Sentence, ...] = ()

    def as_json(self, words: Language) -> JsonObject:
        """Names for programs and sentences for people."""
        return {
            "part": str(self.part),
            "light": str(self.light),
            "message": self.says.message,
            "sentence": self.says.text(words),
            "next_steps": [
                {"message": step.message, "sentence": step.text(words)} for step in self.next_steps
            ],
        }


def finding(
    part: TablePart, light: TrafficLight, message: str, *next_steps: str | Sentence, **words: Word
) -> Finding:
    """A finding whose sentences share their words."""
    steps = [Sentence(step, words) if isinstance(step, str) else step for step in next_steps]
    return Finding(part, light, Sentence(message, words), tuple(steps))


def not_fitted(*parts: TablePart) -> list[Finding]:
    """Parts that this table does not have."""
    return [finding(part, TrafficLight.OFF, "doctor-not-fitted") for part in parts]


def untold(device: TablePart, *parts: TablePart) -> list[Finding]:
    """Parts of which nothing is known as long as the device they hang on fails."""
    message = f"doctor-waits-{device}"
    return [finding(part, TrafficLight.YELLOW, message, f"{message}-next") for part in parts]


def is_well(findings: Iterable[Finding]) -> bool:
    """Whether everything that is fitted is green."""
    return all(each.light in {TrafficLight.GREEN, TrafficLight.OFF} for each in findings)


Examine = Callable[[], Sequence[Finding]]


class Check(msgspec.Struct, frozen=True):
    """How to examine some parts that belong together, and how long that may take."""

    parts: tuple[TablePart, ...]
    examine: Examine
    limit_s: float = 10.0


def findings_of(check: Check) -> Iterator[Finding]:
    """What the check finds; whatever happens, each of its parts gets a finding."""
    answers: SimpleQueue[Sequence[Finding]] = SimpleQueue()
    # A check that hangs cannot be ended; as a daemon it does not hold up the program either.
    Thread(
        target=lambda: answers.put(_shielded(check)), name=f"doctor-{check.parts[0]}", daemon=True
    ).start()
    try:
        found = answers.get(timeout=check.limit_s)
    except Empty:
        found = _all(check, "doctor-too-long", seconds=round(check.limit_s))
    yield from found
    told = {each.part for each in found}
    yield from (each for each in _all(check, "doctor-untold") if each.part not in told)


def _shielded(check: Check) -> Sequence[Finding]:
    try:
        return check.examine()
    except RefereeError as error:
        return _all(check, "doctor-refused", why=str(error))
    except Exception as error:  # noqa: BLE001 - one broken part never stops the others
        return _all(check, "doctor-failed", why=f"{type(error).__name__}: {error}"[:200])


def _all(check: Check, message: str, **words: str | int) -> list[Finding]:
    step = f"{message}-next"
    return [finding(part, TrafficLight.RED, message, step, **words) for part in check.parts]
