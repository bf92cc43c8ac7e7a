"""Game files: the first line sets the game up, every other line is one action. Judged in order.

{"game": "pig", "seats": ["Anna", "Ben"], "options": {"goal": 50}}
{"type": "pick-card", "seat": 0, "value": 4}
"""

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from referee.errors import InputError
from referee.events import JsonObject
from referee.games.base import Accepted, Action, AnyGame, AnyState, Event, Ruling, fold
from referee.games.editions import split_problem
from referee.games.parsing import parse_action, parse_options, parse_seats
from referee.games.registry import find_game


class SetupLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a game file. `seed` shuffles what the referee keeps sealed."""

    game: str
    seats: tuple[str, ...]
    options: JsonObject = {}
    seed: int | str | None = None


class Judged(msgspec.Struct, frozen=True):
    """One line of a game file and what the referee ruled."""

    line: int
    action: Action
    ruling: Ruling


class GameFromFile:
    """A game under way that is fed from a file."""

    def __init__(self, first_line: bytes | str) -> None:
        line = parse_setup(first_line)
        self.game: AnyGame = find_game(line.game)
        self.seats = parse_seats(self.game, line.seats, is_recorded=True)
        options = parse_options(self.game, line.options)
        if line.seed is not None:
            options = self.game.seal(options, Random(line.seed))
        self.events: list[Event] = list(self.game.setup(self.seats, options))
        self.state: AnyState = fold(self.game, self.events)

    def judge(self, action: Action) -> Ruling:
        """Rule on one action; an accepted one moves the game on."""
        ruling = self.game.judge(self.state, action)
        if isinstance(ruling, Accepted):
            self.state = fold(self.game, ruling.events, self.state)
            self.events += ruling.events
        return ruling

    def judge_lines(self, lines: Iterable[bytes | str], first: int = 2) -> Iterator[Judged]:
        """Rule on one action a line; empty lines and lines that begin with # do not count."""
        for number, line in enumerate(lines, start=first):
            if is_blank(line):
                continue
            try:
                action = parse_action(self.game, line)
            except InputError as error:
                raise InputError(f"Line {number}: {error}") from None
            yield Judged(number, action, self.judge(action))


def is_blank(line: bytes | str) -> bool:
    """Whether a line of a game file holds nothing to judge."""
    text = line if isinstance(line, bytes) else line.encode()
    return not text.strip() or text.lstrip().startswith(b"#")


def parse_setup(line: bytes | str) -> SetupLine:
    """The first line of a game file."""
    example = '{"game": "pig", "seats": ["Anna", "Ben"]}'
    try:
        return msgspec.json.decode(line, type=SetupLine)
    except msgspec.ValidationError as error:
        key, problem = split_problem(str(error))
        where = f"{key}: " if key else ""
        raise InputError(
            f"The first line sets the game up, like {example}; {where}{problem}."
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise InputError(
            f"The first line is not JSON; it sets the game up, like {example}."
        ) from None
