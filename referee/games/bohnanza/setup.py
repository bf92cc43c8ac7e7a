"""Sets up a game of Bohnanza and says how it ended (BO-10 to BO-14, BO-104)."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.errors import InputError
from referee.events import JsonObject
from referee.games.base import Event, Options, Outcome, SeatOption
from referee.games.bohnanza.edition import MAX_FIELDS, Edition, TableNumbers, Variety
from referee.games.bohnanza.events import GameStarted
from referee.games.bohnanza.state import State
from referee.games.editions import load_edition
from referee.games.parsing import check_seat

EDITIONS = Path(__file__).parent / "editions"


class BohnanzaOptions(Options, frozen=True):
    """What the players agree on before the game.

    `edition` is a shipped edition or the path of a file, `numbers` replaces single keys of it.
    `first` is the seat to the dealer's left, who begins (BO-14). With `third_field` "start"
    everybody owns the third field from the beginning, as the edition has it for three players.
    """

    edition: str = "a"
    first: SeatOption = 0
    third_field: Literal["edition", "start"] = "edition"
    numbers: JsonObject = msgspec.field(default_factory=dict)


def setup(seats: tuple[str, ...], options: BohnanzaOptions) -> tuple[Event, ...]:
    """BO-10 to BO-14: seats in clockwise order; the number of players decides the rest."""
    check_seat("first", options.first, seats)
    edition = load_edition(EDITIONS, options.edition, Edition, options.numbers)
    table = _table_for(edition, len(seats))
    if options.third_field == "start":
        table = replace(table, fields=MAX_FIELDS)
    varieties = edition.varieties_of(table)
    _check_pile(varieties, table, len(seats))
    return (
        GameStarted(
            seats,
            edition.title,
            varieties,
            table,
            options.first,
            edition.hand_breaks_ties,
            edition.card_names,
        ),
    )


def _table_for(edition: Edition, players: int) -> TableNumbers:
    table = edition.table_for(players)
    if table is None:
        counts = edition.player_counts()
        raise InputError(
            f"{edition.title} cannot be played by {players}; the number of players is"
            f" one of {', '.join(map(str, counts))}.",
            message="bohnanza-setup-edition-players",
            edition=edition.title,
            counts=counts,
        )
    return table


def _check_pile(varieties: tuple[Variety, ...], table: TableNumbers, players: int) -> None:
    cards = sum(variety.count for variety in varieties)
    dealt = sum(table.hand_of(position) for position in range(players))
    if cards <= dealt:
        raise InputError(
            f"{cards} cards are too few: {dealt} of them are dealt, and a draw pile has to be"
            " left; add cards or deal fewer.",
            message="bohnanza-setup-few-cards",
            cards=cards,
            dealt=dealt,
        )


def outcome(state: State) -> Outcome | None:
    """BO-104, BO-R8: most coins; in A then most hand cards; equals share the victory."""
    if state.termination is None:
        return None
    ties = state.rules.hand_breaks_ties
    results = [(len(player.coins), player.hand if ties else 0) for player in state.players]
    best = max(results)
    winners = tuple([seat for seat, result in enumerate(results) if result == best])
    return Outcome(state.termination, winners, tuple([coins for coins, _ in results]))
