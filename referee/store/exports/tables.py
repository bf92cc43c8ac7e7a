"""Recorded games for other programs: a row for every player of every finished game.

CSV for spreadsheets, JSON Lines for programs, Parquet for data frames; BG Stats has its own form in
`bgstats`.
"""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee.errors import InputError
from referee.store.statistics.facts import GameFacts

_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


class MissingPartError(InputError):
    """Parquet needs a library that is not installed."""


class Play(msgspec.Struct, frozen=True):
    """One player in one finished game. `towers`: how many; heights in pieces; null: no tower."""

    game_id: int
    game: str
    begun_at: datetime
    duration_s: float
    termination: str
    players: int
    seat: int
    name: str
    player_id: int | None
    score: int
    is_winner: bool
    falls_caused: int
    falls: int
    longest_tower: int | None
    actions: int
    table: str


def plays(facts: Iterable[GameFacts]) -> list[Play]:
    """The rows, oldest game first."""
    ordered = sorted(facts, key=lambda each: (each.begun_at, each.game_id))
    return [_play(each, seat) for each in ordered for seat in range(len(each.scores))]


def _play(facts: GameFacts, seat: int) -> Play:
    fallen = [tower for tower in facts.towers if tower.has_fallen]
    heights = [tower.height for tower in facts.towers]
    return Play(
        game_id=facts.game_id,
        game=facts.game,
        begun_at=facts.begun_at,
        duration_s=facts.duration_s,
        termination=facts.termination,
        players=len(facts.seats),
        seat=seat,
        name=facts.seats[seat],
        player_id=facts.player_ids[seat],
        score=facts.scores[seat],
        is_winner=seat in facts.winners,
        falls_caused=sum(tower.culprit == seat for tower in fallen),
        falls=len(fallen),
        longest_tower=max(heights) if heights else None,
        actions=facts.actions,
        table=facts.table,
    )


def to_csv(rows: Sequence[Play]) -> bytes:
    """UTF-8 with a header line."""
    written = io.StringIO(newline="")
    writer = csv.writer(written)
    writer.writerow(Play.__struct_fields__)
    for row in rows:
        writer.writerow([_cell(value) for value in msgspec.to_builtins(row).values()])
    return written.getvalue().encode()


def _cell(value: Any) -> Any:
    """A name like `=1+1` must stay a name when a spreadsheet opens the file."""
    if isinstance(value, bool):
        return str(value).lower()
    is_formula = isinstance(value, str) and value.startswith(_FORMULA_SIGNS)
    return f"'{value}" if is_formula else value


def to_jsonl(rows: Sequence[Play]) -> bytes:
    """One line of JSON a row."""
    encode = msgspec.json.Encoder().encode
    return b"".join(encode(row) + b"\n" for row in rows)


def to_parquet(rows: Sequence[Play]) -> bytes:
    """A Parquet file with typed columns, also when there is no row."""
    arrow, parquet = _arrow()
    types = {int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_(), str: arrow.string()}
    types[datetime] = arrow.timestamp("us", tz="UTC")
    fields = [(name, types[_plain(kind)]) for name, kind in _hints().items()]
    table = arrow.Table.from_pylist(
        [msgspec.structs.asdict(row) for row in rows], schema=arrow.schema(fields)
    )
    written = io.BytesIO()
    parquet.write_table(table, written)
    return written.getvalue()


def _arrow() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MissingPartError(
            "Parquet files need one more part: install table-referee[parquet], and try again."
        ) from None


def _hints() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Play)}


def _plain(kind: Any) -> type:
    """The type of a field, whether or not it may be missing."""
    arguments = getattr(kind, "__args__", ())
    chosen: type = next((each for each in arguments if each is not type(None)), kind)
    return chosen
