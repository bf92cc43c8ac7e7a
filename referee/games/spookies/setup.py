"""Sets up a game of Spookies and says how it ended (SP-10 to SP-13, SP-42)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec.structs import replace

from referee.errors import InputError
from referee.events import JsonObject
from referee.games.base import Event, Offer, Options, Outcome, SeatOption
from referee.games.editions import load_edition
from referee.games.parsing import check_seat
from referee.games.spookies.edition import CHIPS, CHIPS_IN_PLAY, JOKER_WORTH, Edition
from referee.games.spookies.events import Chips, FineChips, GameStarted, JokerPays, Variant
from referee.games.spookies.state import State

if TYPE_CHECKING:
    from random import Random

EDITIONS = Path(__file__).parent / "editions"
_MOST_SEATS_WITH_SURPLUS = 3


class SpookiesOptions(Options, frozen=True):
    """What the players agree on before the game.

    `variant` is `free-choice` to play without the friend die (SP-50). `joker` and `ghost` are the
    expansions; an unused joker pays 5 chips where the surplus in the box holds enough for all, else
    5 points (SP-R8), or always what `joker_pays` says.
    `bravest` is the seat that begins. `chips_in_play` is the recommended number if left out
    (SP-11). With `fine_chips` set to `always`, fine chips are taken whenever they may be, without a
    question (SP-R6). With `digital` chips the referee keeps the shuffled chips sealed:
    `sealed_chips` holds all of the box, those in play first. `edition` is a shipped edition or the
    path of a file, `numbers` replaces single keys of it.
    """

    variant: Variant = "standard"
    joker: bool = False
    joker_pays: JokerPays = "box"
    ghost: bool = False
    chips: Chips = "physical"
    chips_in_play: Annotated[
        int | None, Offer(values=(None, 30, 10), most_players=_MOST_SEATS_WITH_SURPLUS)
    ] = None
    fine_chips: FineChips = "ask"
    bravest: SeatOption = 0
    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)
    sealed_chips: tuple[int, ...] = ()


def edition_of(options: SpookiesOptions) -> Edition:
    """The numbers this table plays with."""
    return load_edition(EDITIONS, options.edition, Edition, options.numbers)


def setup(seats: tuple[str, ...], options: SpookiesOptions) -> tuple[Event, ...]:
    """SP-10 to SP-13: figures at the gate, chips counted off, the bravest player begins."""
    check_seat("bravest", options.bravest, seats)
    edition = edition_of(options)
    in_play = _chips_in_play(options, len(seats))
    _check_joker(options, len(seats), in_play)
    _check_sealed(options, edition)
    started = GameStarted(
        seats=seats,
        edition=edition,
        variant=options.variant,
        joker=options.joker,
        joker_pays=options.joker_pays,
        ghost=options.ghost,
        chips=options.chips,
        fine_chips=options.fine_chips,
        in_play=in_play,
        seat=options.bravest,
        sealed_chips=options.sealed_chips,
    )
    return (started,)


def _chips_in_play(options: SpookiesOptions, players: int) -> int:
    """SP-11: below 4 players the number is a recommendation, from 4 on it is all chips."""
    number = options.chips_in_play
    if number is None:
        return CHIPS_IN_PLAY[players]
    if players > _MOST_SEATS_WITH_SURPLUS and number != CHIPS:
        raise InputError(
            f"chips_in_play: {players} players play with all {CHIPS} chips; leave the option out.",
            message="spookies-setup-all-chips",
            players=players,
        )
    if not 1 <= number <= CHIPS:
        raise InputError(
            f"chips_in_play is {number}; give a number from 1 to {CHIPS}.",
            message="spookies-setup-chips",
            most=CHIPS,
        )
    return number


def _check_joker(options: SpookiesOptions, players: int, in_play: int) -> None:
    """SP-R8: where jokers must pay chips, the surplus has to hold them for everybody."""
    if not options.joker or options.joker_pays != "chips":
        return
    if players > _MOST_SEATS_WITH_SURPLUS or CHIPS - in_play < JOKER_WORTH * players:
        raise InputError(
            f"joker_pays: the box does not keep {JOKER_WORTH} chips for each of {players} players;"
            " let unused jokers pay points.",
            message="spookies-setup-joker",
            players=players,
        )


def _check_sealed(options: SpookiesOptions, edition: Edition) -> None:
    if options.chips == "physical":
        if options.sealed_chips:
            raise InputError("sealed_chips goes with digital chips only; leave it out.")
        return
    if sorted(options.sealed_chips) != sorted(edition.chip_values()):
        raise InputError(
            "Digital chips have to be shuffled: give a seed, or sealed_chips that hold every chip"
            " of the edition once."
        )


def seal(options: SpookiesOptions, rng: Random) -> SpookiesOptions:
    """SP-12: shuffle the chips that the referee keeps; real chips are shuffled by the players."""
    if options.chips == "physical" or options.sealed_chips:
        return options
    chips = edition_of(options).chip_values()
    return replace(options, sealed_chips=tuple(sorted(chips, key=lambda _: rng.random())))


def outcome(state: State) -> Outcome | None:
    """SP-41, SP-42, SP-R13: most points win, not most chips; equal totals share the victory."""
    if state.phase != "over":
        return None
    return Outcome.by_score("reserve", tuple(player.total or 0 for player in state.players))
