"""Old evidence is thinned out, so that no disk fills up; the log itself stays whole.

Pictures of rolls and films of falls go after some days, each kind after its own. What was disputed
later goes by no age: a reading or a culprit that was corrected, an action that was taken back, a
fall that was denied. If the disk runs short, the oldest goes first, and what was disputed last.

A moment whose files are gone keeps its entry in the log, without files: so everybody knows.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import sqlalchemy as sa

from referee.store.backup import BACKUPS, EVIDENCE, alone_in, backups_in, reserve_bytes
from referee.store.database import reading
from referee.store.games import of_table
from referee.store.schema import (
    corrections,
    events,
    evidence,
    evidence_files,
    format_time,
    games,
    parse_time,
)
from referee.store.store import Store

Days = Annotated[int, msgspec.Meta(ge=1, le=36_500)]
Kind = Literal["roll", "fall", "disputed"]


class KeptFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For how many days the files of a roll and of a fall are kept; null: while there is room.

    Chosen by hand: a month is longer than any quarrel lasts. A busy café (1,000 rolls of 30 kB and
    30 films of 1.6 to 3.6 MB a day) then keeps some three gigabytes.
    """

    roll_days: Days | None = 30
    fall_days: Days | None = 30


FOR_EVER = KeptFor(None, None)


class Shelved(msgspec.Struct, frozen=True):
    """Evidence whose files are still there."""

    name: str
    kind: Kind
    kept_at: datetime
    size_bytes: int


Room = tuple[int, int, int]
"""How large a disk is, and how much of it is used and free."""
_LATELY = timedelta(days=1)
"""Chosen by hand: a game that rests for longer is taken up again for the fun of it, if at all."""


def shelved(store: Store, *, under_way: int | None = None) -> tuple[Shelved, ...]:
    """What this table may thin out, oldest first: nothing of a game that is being played."""
    newest = sa.select(sa.func.max(events.c.at)).where(events.c.game_id == games.c.id)
    is_played = newest.scalar_subquery() > format_time(store.clock.now() - _LATELY)
    size = sa.func.sum(evidence_files.c.size_bytes)
    chosen = (
        sa.select(evidence.c.name, evidence.c.about, evidence.c.kept_at, size)
        .join(games, games.c.id == evidence.c.game_id)
        .join(evidence_files, evidence_files.c.evidence == evidence.c.name)
        .where(of_table(store.table_name), games.c.id != (under_way or 0))
        .where(~sa.and_(games.c.ended_at.is_(None), is_played))
        .group_by(evidence.c.name)
        .order_by(evidence.c.kept_at, evidence.c.name)
    )
    with reading(store.engine, store.address) as connection:
        disputed = _taken_back(connection) | _denied(connection)
        rows = connection.execute(chosen).all()
    found: list[Shelved] = []
    for row in rows:
        # An entry that rotted is left alone; the others are found all the same.
        with suppress(ValueError, TypeError):
            found.append(_entry(*row, disputed))
    return tuple(found)


def _entry(name: str, about: str, kept_at: str, size: int, disputed: set[str]) -> Shelved:
    kind: Kind = "roll" if about.startswith("roll") else "fall"
    # What rotted may have lost its zone, and could be compared with nothing.
    at = parse_time(kept_at).astimezone(UTC)
    return Shelved(name, "disputed" if name in disputed else kind, at, int(size))


_ACTED = events.c.type == "table-acted"
_ACTED_TEXT = sa.cast(events.c.data, sa.Text)


class _Acted(msgspec.Struct):
    evidence: tuple[str, ...] = ()


def _taken_back(connection: sa.Connection) -> set[str]:
    """What was seen of an action that was corrected or undone: the first after where it went."""
    is_first = sa.and_(
        events.c.game_id == corrections.c.game_id, events.c.seq == corrections.c.to_seq + 1
    )
    chosen = sa.select(_ACTED_TEXT).join(corrections, is_first).where(_ACTED)
    names: set[str] = set()
    for acted in connection.execute(chosen).scalars():
        # A damaged event says nothing; its game is told all the same.
        with suppress(msgspec.DecodeError, TypeError):
            names.update(msgspec.json.decode(acted, type=_Acted).evidence)
    return names


def _denied(connection: sa.Connection) -> set[str]:
    """Falls that no action names: somebody said that nothing fell."""
    named = sa.select(events.c.seq).where(
        events.c.game_id == evidence.c.game_id, _ACTED, _ACTED_TEXT.contains(evidence.c.name)
    )
    # Older logs call it otherwise in the action than in the table.
    is_fall = evidence.c.about == "fall"
    return set(
        connection.execute(sa.select(evidence.c.name).where(is_fall, ~named.exists())).scalars()
    )


def thin_out(
    store: Store,
    kept_for: KeptFor,
    *,
    under_way: int | None = None,
    room: Callable[[Path], Room] | None = None,
) -> tuple[Shelved, ...]:
    """Delete the files that are due, by age or because room is short; what they were of.

    While a backup is made in the folder of the nightly ones, a `StoreError` says so.
    """
    shelf, log = store.address.evidence, store.address.file
    if shelf is None or not shelf.is_dir():
        return ()
    folder = None if log is None else log.parent / BACKUPS
    with alone_in(folder) if folder is not None and folder.is_dir() else nullcontext():
        kept = shelved(store, under_way=under_way)
        old = _too_old(kept, kept_for, store.clock.now())
        found = (room or shutil.disk_usage)(shelf)
        lack_bytes = _lack_bytes(found, shelf, folder) - sum(each.size_bytes for each in old)
        names = {each.name for each in old}
        due = (*old, *_oldest((each for each in kept if each.name not in names), lack_bytes))
        store.evidence.thin([each.name for each in due])
    return due


def _too_old(kept: Iterable[Shelved], kept_for: KeptFor, now: datetime) -> tuple[Shelved, ...]:
    days = {"roll": kept_for.roll_days, "fall": kept_for.fall_days}
    limits = {kind: now - timedelta(days=most) for kind, most in days.items() if most is not None}
    return tuple(each for each in kept if each.kind in limits and each.kept_at < limits[each.kind])


def _oldest(kept: Iterable[Shelved], lack_bytes: int) -> Iterator[Shelved]:
    """So many of the oldest as make up for what is lacking; what was disputed only at last."""
    for entry in sorted(kept, key=lambda each: each.kind == "disputed"):
        if lack_bytes <= 0:
            return
        lack_bytes -= entry.size_bytes
        yield entry


def _lack_bytes(room: Room, shelf: Path, backups: Path | None) -> int:
    """How much has to go, so that some of the disk stays free.

    A file that a backup holds too frees its room only when that backup goes: half of what should
    stay free may be owed like that, or each night the same room would be asked for anew.
    """
    total, _, free = room
    reserve = reserve_bytes(total)
    if free >= reserve:
        return 0
    owed = 0 if backups is None else _only_in_backups(shelf, backups)
    return reserve - free - min(owed, reserve // 2)


def _only_in_backups(shelf: Path, backups: Path) -> int:
    """How many bytes of evidence only backups still hold."""
    gone: dict[str, Path] = {}
    for backup in backups_in(backups):
        gone |= {each.name: each for each in (backup / EVIDENCE).glob("*")}
    folders = (each for name, each in gone.items() if not (shelf / name).exists())
    return sum(file.stat().st_size for folder in folders for file in folder.iterdir())
