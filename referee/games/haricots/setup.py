"""Sets up a game of Haricots, or a score sheet, and says how it ended (HA-10 to HA-13)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from referee.events import JsonObject
from referee.games.base import Event, Options, Outcome
from referee.games.editions import load_edition
from referee.games.haricots import rules
from referee.games.haricots.edition import Edition
from referee.games.haricots.events import GameStarted, SheetOpened
from referee.games.haricots.score_sheet import sheet_outcome
from referee.games.haricots.state import GameOrSheet, State
from referee.games.parsing import check_seat

if TYPE_CHECKING:
    from random import Random

EDITIONS = Path(__file__).parent / "editions"

Mode = Literal["basic", "score-sheet"]


class HaricotsOptions(Options, frozen=True):
    """What the players agree on before the game.

    `mode` is the basic game, or the plain score sheet for an advanced game, which checks no rule.
    `first` is the seat that drew the first-player marker by lot (HA-13); a sheet has no use for it.
    `edition` is a shipped edition or the path of a file, `numbers` replaces single keys of it.
    """

    mode: Mode = "basic"
    first: int = 0
    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)


def setup(seats: tuple[str, ...], options: HaricotsOptions) -> tuple[Event, ...]:
    """HA-11 to HA-13: seats in clockwise order, one of them begins."""
    edition = load_edition(EDITIONS, options.edition, Edition, options.numbers)
    if options.mode == "score-sheet":
        return (SheetOpened(seats, edition),)
    check_seat("first", options.first, seats)
    return (GameStarted(seats, edition, options.first),)


def seal(options: HaricotsOptions, rng: Random) -> HaricotsOptions:
    """The referee keeps nothing sealed: the players shuffle and deal."""
    return options


def outcome(state: GameOrSheet) -> Outcome | None:
    """Who won, once the game is over or the sheet is closed."""
    return rules.game_outcome(state) if isinstance(state, State) else sheet_outcome(state)
