"""The one door to the rules: every action is judged here, whoever sends it."""

from __future__ import annotations

from referee.games.base import Judges
from referee.games.haricots import actions, turns
from referee.games.haricots import refusals as no
from referee.games.haricots.sheet import writing
from referee.games.haricots.state import Either

# A turn is refused on a score sheet, and a line in a game, by the phase.
judge: Judges[Either] = Judges(
    {
        actions.PlayCards: turns.play_cards,
        actions.Pass: turns.draw_and_pass,
        actions.WriteRound: writing.write_round,
        actions.CloseSheet: writing.close_sheet,
    },
    no.not_now,
)
