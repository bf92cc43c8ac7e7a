"""Which recorded games are meant: by player, game, day and table."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa

from referee.errors import InputError
from referee.store.database import reading
from referee.store.games import StoredGame, select_games
from referee.store.schema import format_time, games, seats
from referee.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """Everything that is given must fit; days are inclusive, in UTC, written `2025-01-31`.

    `state` is `finished` for games with an outcome, `unfinished` for those nobody ended.
    """

    player: int | None = None
    game: str | None = None
    since: str | None = None
    until: str | None = None
    state: str | None = None
    game_id: int | None = None
    table: str | None = None

    def conditions(self) -> list[sa.ColumnElement[bool]]:
        """For the database."""
        chosen: list[sa.ColumnElement[bool]] = []
        if self.player is not None:
            chosen.append(games.c.id.in_(_games_of(self.player)))
        if self.game is not None:
            chosen.append(games.c.game == self.game)
        if self.game_id is not None:
            chosen.append(games.c.id == self.game_id)
        if self.table is not None:
            chosen.append(games.c.table_name == self.table)
        return [*chosen, *self._days(), *self._states()]

    def _days(self) -> list[sa.ColumnElement[bool]]:
        chosen: list[sa.ColumnElement[bool]] = []
        if self.since is not None:
            chosen.append(games.c.begun_at >= _start_of(self.since, 0))
        if self.until is not None:
            chosen.append(games.c.begun_at < _start_of(self.until, 1))
        return chosen

    def _states(self) -> list[sa.ColumnElement[bool]]:
        if self.state == "finished":
            return [games.c.ended_at.is_not(None), games.c.outcome.is_not(None)]
        return [games.c.ended_at.is_(None)] if self.state == "unfinished" else []


def _games_of(player: int) -> sa.Select[tuple[int]]:
    return sa.select(seats.c.game_id).where(seats.c.player_id == player)


def _start_of(day: str, later_days: int) -> str:
    try:
        begins = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
        return format_time(begins + timedelta(days=later_days))
    except (ValueError, OverflowError):
        raise InputError(
            f"{day!r} is not a day: write it like 2025-01-31.", message="web-no-day"
        ) from None


def chosen_games(
    store: Store, chosen: GameFilter, *, limit: int | None = None, offset: int = 0
) -> tuple[StoredGame, ...]:
    """The games that are meant, newest first."""
    with reading(store.engine, store.address) as connection:
        return select_games(connection, *chosen.conditions(), limit=limit, offset=offset)


def count_games(store: Store, chosen: GameFilter) -> int:
    """How many games are meant."""
    counting = sa.select(sa.func.count()).select_from(games).where(*chosen.conditions())
    with reading(store.engine, store.address) as connection:
        return int(connection.scalar(counting) or 0)
