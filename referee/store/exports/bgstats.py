"""Finished games in the form that the app BG Stats imports: a `.bgsplay` file.

Players, games, locations and the plays each have a `uuid`, by which the app knows them again,
and a number by which the plays refer to them. The uuids are made from what a table knows, so that a
file that is imported twice changes nothing the second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID, uuid5

import msgspec

from referee.games.registry import find_game
from referee.store.statistics.facts import GameFacts

MEDIA_TYPE = "application/json"
SUFFIX = ".bgsplay"
_SPACE = UUID("6f0d3a52-6b57-4d0e-9f2b-7f6b2c1c9d11")
"""All uuids of this program are made under this one."""
_ABOUT = (
    "This is a Play file that can be read by Board Game Stats. Use a share, export or open-in "
    "function to open it with Board Game Stats."
)


def to_bgstats(facts: Iterable[GameFacts], table_name: str) -> bytes:
    """The file with these games; those that only keep points for another game are left out.

    A game of which nobody knows where it was played counts as one of this table.
    """
    chosen = [_placed(each, table_name) for each in facts if not each.is_companion]
    places = _numbered(each.table for each in chosen) or {table_name: 1}
    people = _numbered(_person(each, seat) for each in chosen for seat in range(len(each.seats)))
    titles = _numbered(each.game for each in chosen)
    document = {
        "about": _ABOUT,
        "players": [_player(person, number, chosen) for person, number in people.items()],
        "locations": [
            _named("location", name, number, _newest(chosen)) for name, number in places.items()
        ],
        "games": [_game(game, number, chosen) for game, number in titles.items()],
        "plays": [_play(each, people, titles[each.game], places[each.table]) for each in chosen],
        "userInfo": {"meRefId": 0},
    }
    return msgspec.json.format(msgspec.json.encode(document))


def _placed(facts: GameFacts, table_name: str) -> GameFacts:
    return facts if facts.table else msgspec.structs.replace(facts, table=table_name)


def _numbered(keys: Iterable[str]) -> dict[str, int]:
    return {key: number for number, key in enumerate(dict.fromkeys(keys), start=1)}


def _person(facts: GameFacts, seat: int) -> str:
    """Profiles are told apart by id, guests by name."""
    player_id = facts.player_ids[seat]
    return f"guest {facts.seats[seat]}" if player_id is None else f"player {player_id}"


def _player(person: str, number: int, facts: Sequence[GameFacts]) -> dict[str, Any]:
    name = next(
        each.seats[seat]
        for each in facts
        for seat in range(len(each.seats))
        if _person(each, seat) == person
    )
    return {
        **_named("player", name, number, _newest(facts), key=person),
        "isAnonymous": False,
        "bggUsername": "",
    }


def _game(game: str, number: int, facts: Sequence[GameFacts]) -> dict[str, Any]:
    return {
        **_named("game", find_game(game).title, number, _newest(facts), key=game),
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }


def _named(kind: str, name: str, number: int, changed: str, key: str = "") -> dict[str, Any]:
    return {
        "uuid": str(uuid5(_SPACE, f"{kind} {key or name}")),
        "id": number,
        "name": name,
        "modificationDate": changed,
    }


def _play(facts: GameFacts, people: dict[str, int], game: int, place: int) -> dict[str, Any]:
    moment = _moment(facts)
    return {
        "uuid": str(uuid5(_SPACE, f"play {facts.table} {facts.game_id} {moment}")),
        "modificationDate": moment,
        "entryDate": moment,
        "playDate": moment,
        "usesTeams": False,
        "durationMin": max(1, round(facts.duration_s / 60)),
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "bggId": 0,
        "importPlayId": 0,
        "locationRefId": place,
        "gameRefId": game,
        "rating": 0,
        "nemestatsId": 0,
        "board": "",
        "scoringSetting": 0,
        "playerScores": [
            _score(facts, seat, people[_person(facts, seat)]) for seat in range(len(facts.scores))
        ],
    }


def _score(facts: GameFacts, seat: int, person: int) -> dict[str, Any]:
    better = sum(other > facts.scores[seat] for other in facts.scores)
    return {
        "score": str(facts.scores[seat]),
        "winner": seat in facts.winners,
        "newPlayer": False,
        "startPlayer": False,
        "playerRefId": person,
        "rank": better + 1,
        "seatOrder": seat + 1,
    }


def _newest(facts: Sequence[GameFacts]) -> str:
    return max(map(_moment, facts), default="2000-01-01 00:00:00")


def _moment(facts: GameFacts) -> str:
    """As the app writes it."""
    return f"{facts.begun_at:%Y-%m-%d %H:%M:%S}"
