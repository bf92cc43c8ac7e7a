"""`referee rules`: how a game is played, and the text of every rule that a refusal cites."""

from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from referee.cli import GameName, LanguageCode, commands
from referee.errors import InputError
from referee.games.base import AnyGame
from referee.games.registry import find_game
from referee.games.rulebook import Rule, Rulebook, rulebook
from referee.language import Language, language


def show_rules(game: AnyGame, rule: str, console: Console, words: Language) -> None:
    """Print one rule, or the game in short and then all of them."""
    book = rulebook(game, words.code)
    if rule:
        _show(_found(game, book, rule), console)
        return
    console.print(Markdown(book.short or words.say("rules-none", title=game.title)))
    for each in book.rules.values():
        console.print()
        _show(each, console)


def _found(game: AnyGame, book: Rulebook, rule: str) -> Rule:
    found = book.rules.get(rule.upper())
    if found is None:
        raise InputError(
            f"{game.title} has no rule {rule!r}; `referee rules {game.name}` tells all it has."
        )
    return found


def _show(rule: Rule, console: Console) -> None:
    console.print(f"{rule.id} {rule.title}", style="bold", markup=False, highlight=False)
    console.print(Markdown(rule.text))


@commands.command("rules")
def rules_command(
    game: GameName,
    rule: Annotated[str, typer.Argument(help="The id of one rule, as a refusal cites it.")] = "",
    language_code: LanguageCode = "en",
) -> None:
    """Tell how a game is played, with all its rules or only one of them.

    Example: referee rules pig
    """
    show_rules(find_game(game), rule, Console(), language(language_code))
