"""What a table shows whose game must be under way."""

from __future__ import annotations

from referee.table.table import Table
from referee.table.umpire import Umpire
from referee.table.updates import Snapshot


def snapshot_of(table: Table) -> Snapshot:
    snapshot = table.snapshot()
    assert snapshot is not None
    return snapshot


def umpire_of(table: Table) -> Umpire:
    assert table.umpire is not None
    return table.umpire


def game_id_of(table: Table) -> int:
    assert table.game_id is not None
    return table.game_id
