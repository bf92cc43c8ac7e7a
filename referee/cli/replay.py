"""`referee replay`: judges a scripted or recorded game, line by line."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import typer
from rich.console import Console

from referee.cli import Json, LanguageCode, commands, print_plainly
from referee.errors import InputError
from referee.events import JsonObject
from referee.games.base import Accepted
from referee.games.game_file import GameFromFile, Judged, is_blank
from referee.games.parsing import format_value
from referee.language import Language, language

_LARGEST_FILE_BYTES = 64 * 1024 * 1024


def replay_file(path: Path, console: Console, words: Language, *, as_json: bool) -> int:
    """Judge every line; the exit code is 1 if any action was refused."""
    first, lines = read_game_file(path)
    try:
        script = GameFromFile(lines[first - 1])
    except InputError as error:
        raise InputError(f"{path.name}, line {first}: {error}") from None
    refused = 0
    for judged in _judge(script, lines[first:], first + 1, path.name):
        refused += not isinstance(judged.ruling, Accepted)
        _print_ruling(judged, script, console, words, as_json=as_json)
    _print_end(script, console, words, refused, as_json=as_json)
    return 1 if refused else 0


def _judge(script: GameFromFile, lines: list[bytes], first: int, name: str) -> Iterator[Judged]:
    try:
        yield from script.judge_lines(lines, first)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def read_game_file(path: Path) -> tuple[int, list[bytes]]:
    """The number of the line that sets the game up, from 1, and all lines."""
    try:
        if path.stat().st_size > _LARGEST_FILE_BYTES:
            raise InputError(f"{path} is larger than any game; give the file of one game.")
        lines = path.read_bytes().splitlines()
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise InputError(
            f"{path} cannot be read ({reason}); give the path of a game file."
        ) from None
    for number, line in enumerate(lines, start=1):
        if not is_blank(line):
            return number, lines
    raise InputError(f"{path} is empty; the first line sets the game up, see docs/games.md.")


def _print_ruling(
    judged: Judged, script: GameFromFile, console: Console, words: Language, *, as_json: bool
) -> None:
    ruling = judged.ruling
    game = script.game.name
    words = words.with_names(script.game.card_names(script.state))
    if as_json:
        document: JsonObject = {"line": judged.line, "action": judged.action}
        if isinstance(ruling, Accepted):
            document["accepted"] = ruling.events
        else:
            sentence = words.refusal(game, ruling)
            document["refused"] = {
                "rule": ruling.rule,
                "reason": ruling.reason,
                "sentence": sentence,
            }
        print_plainly(console, msgspec.json.encode(document).decode())
        return
    if isinstance(ruling, Accepted):
        spoken = [words.event(game, event, script.seats) for event in ruling.events]
        silent = words.report(game, judged.action, script.seats)
        text = " ".join(sentence for sentence in spoken if sentence) or silent
        print_plainly(console, f"{judged.line:>5}  {text}")
    else:
        sentence = words.refusal(game, ruling)
        print_plainly(console, f"{judged.line:>5}  REFUSED ({ruling.rule}) {sentence}")


def _print_end(
    script: GameFromFile, console: Console, words: Language, refused: int, *, as_json: bool
) -> None:
    view = script.game.view(script.state, None)
    outcome = script.game.outcome(script.state)
    if as_json:
        document = {"refused": refused, "outcome": outcome, "view": view}
        print_plainly(console, msgspec.json.encode(document).decode())
        return
    if outcome is not None:
        winners = words.listing([script.seats[seat] for seat in outcome.winners])
        best = max(outcome.scores)
        print_plainly(
            console,
            words.say("play-winner", count=len(outcome.winners), names=winners, score=best),
        )
    console.print_json(format_value(view))


@commands.command("replay")
def replay(file: Path, as_json: Json = False, language_code: LanguageCode = "en") -> None:
    """Judge a scripted or recorded game; exit code 1 if any action was refused.

    Example: referee replay game.jsonl --json
    """
    raise typer.Exit(replay_file(file, Console(), language(language_code), as_json=as_json))
