"""Sets up a game of Magic Beanstalk and says how it ended (MB-10 to MB-15, MB-90 to MB-92)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from referee.errors import InputError
from referee.events import JsonObject
from referee.games.base import Event, Options, Outcome, SeatOption
from referee.games.editions import load_edition
from referee.games.magic_beanstalk.edition import Edition
from referee.games.magic_beanstalk.events import GameStarted, Gold, Variant
from referee.games.magic_beanstalk.state import State
from referee.games.parsing import check_seat

if TYPE_CHECKING:
    from random import Random

EDITIONS = Path(__file__).parent / "editions"


class BeanstalkOptions(Options, frozen=True):
    """What the players agree on before the game.

    `youngest` is the seat that holds the Magic Bean first (MB-14). `edition` is a shipped edition
    or the path of a file, `numbers` replaces single keys of it. With `digital` gold the referee
    keeps the shuffled sacks sealed: `sealed_deck` holds their order.
    """

    variant: Variant = "base"
    gold: Gold = "physical"
    youngest: SeatOption = 0
    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)
    castle_also_pays_turn_tokens: bool = False
    sealed_deck: tuple[int, ...] = ()


def edition_of(options: BeanstalkOptions) -> Edition:
    """The numbers this table plays with."""
    return load_edition(EDITIONS, options.edition, Edition, options.numbers)


def setup(seats: tuple[str, ...], options: BeanstalkOptions) -> tuple[Event, ...]:
    """MB-10 to MB-15: seats in clockwise order, the youngest holds the Magic Bean."""
    check_seat("youngest", options.youngest, seats)
    edition = edition_of(options)
    _check_sealed(options, edition)
    started = GameStarted(
        seats,
        edition,
        options.variant,
        options.gold,
        options.youngest,
        options.castle_also_pays_turn_tokens,
        options.sealed_deck,
    )
    return (started,)


def _check_sealed(options: BeanstalkOptions, edition: Edition) -> None:
    if options.gold == "physical":
        if options.sealed_deck:
            raise InputError("sealed_deck goes with digital gold only; leave it out.")
        return
    if Counter(options.sealed_deck) != Counter(edition.sack_values()):
        raise InputError(
            "Digital gold needs the shuffled sacks: give a seed, or a sealed_deck that holds"
            " every sack of the edition once."
        )


def seal(options: BeanstalkOptions, rng: Random) -> BeanstalkOptions:
    """MB-12: shuffle the sacks that the referee keeps; real cards are shuffled by the players."""
    if options.gold == "physical" or options.sealed_deck:
        return options
    deck = list(edition_of(options).sack_values())
    rng.shuffle(deck)
    return replace(options, sealed_deck=tuple(deck))


def outcome(state: State) -> Outcome | None:
    """MB-91, MB-92: most gold wins; equal totals share the victory."""
    if state.phase != "over":
        return None
    return Outcome.by_score(
        state.termination or "cards", tuple(player.total or 0 for player in state.players)
    )
