"""From what the start page sends to a game that can begin."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from referee.games.base import Game, Options
from referee.games.editions import edition_names
from referee.games.parsing import parse_options, parse_seats
from referee.games.registry import find_game, open_options
from referee.store.players import PlayerBook
from referee.table.table import Table
from referee.web.problems import Refusal
from referee.web.settings import SettingsStore
from referee.web.shapes.games import NewGame
from referee.web.texts import message_text, said
from referee.web.viewers import Viewer


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that can begin."""

    game: Game[Any]
    seats: tuple[str, ...]
    player_ids: tuple[int | None, ...]
    options: Options

    def begin(self, table: Table) -> int:
        """Begin it, in the table's thread."""
        return table.begin_game(
            self.game.name, self.seats, self.options, player_ids=self.player_ids
        )


def prepared(new: NewGame, settings: SettingsStore, players: PlayerBook, viewer: Viewer) -> Plan:
    """Check everything before the game under way is put aside."""
    game = find_game(new.game)
    for seat in new.seats:
        if seat.player_id is not None:
            players.get(seat.player_id)
    seats = parse_seats(game, [seat.name for seat in new.seats])
    wished = _checked(game, new.options, viewer)
    numbers = {**settings.numbers(game.name), **wished.get("numbers", {})}
    if numbers:
        wished = {**wished, "numbers": numbers}
    options = game.seal(parse_options(game, wished), SystemRandom())
    game.setup(seats, options)
    return Plan(game, seats, tuple(seat.player_id for seat in new.seats), options)


def _checked(game: Game[Any], options: dict[str, Any], viewer: Viewer) -> dict[str, Any]:
    """Nobody gives the order of a sealed deck, or the path of a file, over the wire."""
    known = {field.name for field in open_options(game)}
    if viewer.may_operate:
        known.add("numbers")
    for name in options:
        if name not in known:
            raise Refusal(422, said("web-not-an-option", option=name[:40]))
    if "edition" in options and options["edition"] not in edition_names(game.editions):
        raise Refusal(422, message_text("web-no-such-edition"))
    if not isinstance(options.get("numbers", {}), dict):
        raise Refusal(422, said("web-not-an-option", option="numbers"))
    return options
