"""Bonus tiles from the Spookies leaflet: a companion for a table that plays Karuba or Odyssée-land.

It knows the tiles and nothing else of these games: who may have a tile, who used it up, what it is
worth. The players say what happens in the host game, and when it is over.
"""

from referee.games.base import Game
from referee.games.tiles.evolve import evolve
from referee.games.tiles.invariants import faults, secrets
from referee.games.tiles.judge import judge
from referee.games.tiles.pieces import MAX_PLAYERS, MIN_PLAYERS
from referee.games.tiles.refusals import REFUSALS
from referee.games.tiles.setup import EDITIONS, TilesOptions, outcome, seal, setup
from referee.games.tiles.simulated import SimulatedTiles
from referee.games.tiles.state import State
from referee.games.tiles.view import disclose, view
from referee.games.tiles.waiting import awaiting, legal_actions

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
