"""Bonus tiles from the Spookies leaflet: a companion for a table that plays Karuba or Odyssée-land.

It knows the tiles and nothing else of these games: who may have a tile, who used it up, what it is
worth. The players say what happens in the host game, and when it is over.
"""

from pathlib import Path

from referee.games import reports
from referee.games.base import Game, Judges
from referee.games.tiles import actions, rules
from referee.games.tiles.edition import MAX_PLAYERS, MIN_PLAYERS
from referee.games.tiles.evolve import evolve
from referee.games.tiles.invariants import faults
from referee.games.tiles.refusals import REFUSALS, not_now
from referee.games.tiles.setup import TilesOptions, outcome, setup
from referee.games.tiles.shown import shown
from referee.games.tiles.simulated import SimulatedTiles
from referee.games.tiles.state import State
from referee.games.tiles.view import scores, view
from referee.games.tiles.waiting import awaiting, legal_actions

judge: Judges[State] = Judges(
    {
        actions.ClaimTile: rules.claim_tile,
        actions.CloseTurn: rules.close_turn,
        actions.EndHostGame: rules.end_host_game,
        actions.ExchangeHerb: rules.exchange_herb,
        actions.UseTile: rules.use_tile,
        reports.ReportCards: rules.report_cards,
    },
    not_now,
)

GAME: Game[State, TilesOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="tiles",
    title="Bonus tiles for Karuba and Odyssée-land",
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    options=TilesOptions,
    variants={
        "karuba": {"host": "karuba"},
        "odyssee-land": {"host": "odyssee-land"},
    },
    refusals=REFUSALS,
    setup=setup,
    evolve=evolve,
    awaiting=awaiting,
    legal_actions=legal_actions,
    judge=judge,
    outcome=outcome,
    view=view,
    faults=faults,
    simulated=SimulatedTiles,
    seats=lambda state: state.rules.names,
    scores=scores,
    shown=shown,
    is_companion=True,
)
