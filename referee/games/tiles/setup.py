"""Sets up the companion and says what it came to."""

from pathlib import Path

import msgspec

from referee.events import JsonObject
from referee.games.base import Event, Options, Outcome
from referee.games.editions import load_edition
from referee.games.tiles.edition import Edition, Host
from referee.games.tiles.events import GameStarted
from referee.games.tiles.state import State, points_of

EDITIONS = Path(__file__).parent / "editions"


class TilesOptions(Options, frozen=True):
    """`host` is the game that is played with the tiles.

    `edition` is a shipped edition or the path of a file, `numbers` replaces single keys of it.
    """

    host: Host = "karuba"
    edition: str = "standard"
    numbers: JsonObject = msgspec.field(default_factory=dict)


def setup(seats: tuple[str, ...], options: TilesOptions) -> tuple[Event, ...]:
    """Karuba's tiles lie open in the middle, Odyssée-land's shuffled in a face-down pile."""
    edition = load_edition(EDITIONS, options.edition, Edition, options.numbers)
    return (GameStarted(seats, edition, options.host),)


def outcome(state: State) -> Outcome | None:
    """Everybody's points from the tiles; who wins is for the rules of the host game to say."""
    if state.phase != "over":
        return None
    scores = tuple([points_of(state, seat) for seat in range(len(state.held))])
    return Outcome("host-game", (), scores)
