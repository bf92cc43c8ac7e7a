"""Sets up a game of Haricots, or a score sheet, and says how it ended (HA-10 to HA-13)."""

from pathlib import Path
from typing import Literal

import msgspec

from referee.events import JsonObject
from referee.games.base import Event, Options, Outcome, SeatOption
from referee.games.editions import load_edition
from referee.games.haricots.edition import Edition
from referee.games.haricots.events import GameStarted, SheetOpened
from referee.games.haricots.score_sheet import sheet_outcome
from referee.games.haricots.state import GameOrSheet, State
from referee.games.parsing import check_seat

EDITIONS = Path(__file__).parent / "editions"


class HaricotsOptions(Options, frozen=True):
    """What the players agree on before the game.

    `mode` is the basic game, or the plain score sheet for an advanced game, which checks no rule.
    `first` is the seat that drew the first-player marker by lot (HA-13); a sheet has no use for it.
    `edition` is a shipped edition or the path of a file, `numbers` replaces single keys of it.
    """

    mode: Literal["basic", "score-sheet"] = "basic"
    first: SeatOption = 0
    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)


def setup(seats: tuple[str, ...], options: HaricotsOptions) -> tuple[Event, ...]:
    """HA-11 to HA-13: seats in clockwise order, one of them begins."""
    edition = load_edition(EDITIONS, options.edition, Edition, options.numbers)
    if options.mode == "score-sheet":
        return (SheetOpened(seats, edition),)
    check_seat("first", options.first, seats)
    return (GameStarted(seats, edition, options.first),)


def outcome(state: GameOrSheet) -> Outcome | None:
    """Who won, once the game is over or the sheet is closed."""
    if not isinstance(state, State):
        return sheet_outcome(state)
    if state.phase != "over":
        return None
    # HA-10: the player with enough victory chips wins; the chips are the scores.
    return Outcome.by_score("chips", state.chips)
