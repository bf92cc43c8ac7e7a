"""What a table shows whose game must be under way."""

from __future__ import annotations

from referee.games.base import AnyState
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


def state_of(umpire: Umpire) -> AnyState:
    """Where the game stands by the rules."""
    assert umpire.state is not None
    return umpire.state


def game_id_of(table: Table) -> int:
    assert table.game_id is not None
    return table.game_id
