"""Bonus tiles from the Spookies leaflet: a companion for a table that plays Karuba or Odyssée-land.

It knows the tiles and nothing else of these games: who may have a tile, who used it up, what it is
worth. The players say what happens in the host game, and when it is over.
"""

from __future__ import annotations

from referee.games import reports
from referee.games.base import Game, Judges
from referee.games.tiles import actions, rules
from referee.games.tiles import rules as no
from referee.games.tiles.actions import awaiting, legal_actions
from referee.games.tiles.edition import MAX_PLAYERS, MIN_PLAYERS
from referee.games.tiles.rules import EDITIONS, REFUSALS, TilesOptions, outcome, seal, setup
from referee.games.tiles.simulated import SimulatedTiles
from referee.games.tiles.state import State, evolve, faults, secrets
from referee.games.tiles.view import disclose, view

judge: Judges[State] = Judges(
    {
        actions.ClaimTile: rules.claim_tile,
        actions.CloseTurn: rules.close_turn,
        actions.EndHostGame: rules.end_host_game,
        actions.ExchangeHerb: rules.exchange_herb,
        actions.UseTile: rules.use_tile,
        reports.ReportCards: rules.report_cards,
    },
    no.not_now,
)

GAME: Game[State] = Game(
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
    disclose=disclose,
    faults=faults,
    secrets=secrets,
    seal=seal,
    simulated=SimulatedTiles,
    editions=EDITIONS,
    is_companion=True,
)
