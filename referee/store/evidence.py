"""What was recorded at a moment that matters: clips and sensor curves, kept as files.

The files of one moment lie in a folder of their own and are never changed; some may come later.
Their name is made when the moment comes; the event that uses them names it, and by that name they
are found.
"""

import hashlib
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import msgspec
import sqlalchemy as sa

from referee.clock import Clock
from referee.store.address import StoreAddress
from referee.store.database import reading, writing
from referee.store.durable_files import (
    PRIVATE,
    make_private,
    private_folder,
    replace_file,
    write_folder,
)
from referee.store.schema import Row, evidence, evidence_files, format_time, parse_time
from referee.store.troubles import StoreError, StoreTrouble, error_from, store_error

_SAFE = re.compile(r"[a-z0-9][a-z0-9._-]*")
_NAME = re.compile(r"[0-9][A-Za-z0-9._-]+")
_AT_ONCE = 500
"""Chosen by hand: entries changed in one transaction, for which nobody waits noticeably."""


class EvidencePart(msgspec.Struct, frozen=True):
    """One file to be kept."""

    media_type: str
    content: bytes


class EvidenceFile(msgspec.Struct, frozen=True):
    """One file that is kept."""

    file: str
    media_type: str
    size_bytes: int
    sha256: str


class Evidence(msgspec.Struct, frozen=True):
    """Everything kept of one moment: which game, and what it is about.

    `seq` is the newest event of that time (in older logs the one after it); what it belongs to is
    said by the event that names it. Without `files` they were deleted later (`store/thinning.py`).
    """

    name: str
    game_id: int
    seq: int
    about: str
    kept_at: datetime
    files: tuple[EvidenceFile, ...]


class EvidenceShelf:
    """The evidence of all games."""

    def __init__(self, engine: sa.Engine, address: StoreAddress, clock: Clock) -> None:
        self._engine = engine
        self._address = address
        self._clock = clock
        self._numbers = count(1)
        if address.evidence is not None:
            make_private(address.evidence, names=_NAME)

    def new_name(self, game_id: int, about: str) -> str:
        """A name that no other evidence has, for files that may be complete only later."""
        _check_word(about)
        at = self._clock.now().astimezone(UTC)
        return f"{at:%Y%m%dT%H%M%S.%f}-game{game_id}-{about}-{next(self._numbers)}"

    def keep(
        self,
        game_id: int,
        seq: int,
        about: str,
        files: Mapping[str, EvidencePart],
        *,
        name: str | None = None,
    ) -> Evidence:
        """Keep files, named like `curve.json`, under a new name or one that was made before.

        They are safe when this returns.
        """
        for word in (about, *files):
            _check_word(word)
        at = self._clock.now().astimezone(UTC)
        described = tuple(map(_described, files.items()))
        name = name or self.new_name(game_id, about)
        kept = Evidence(name, game_id, seq, about, at, described)
        if self._select(evidence.c.name == name):
            raise StoreError(f"The evidence {name!r} is kept already: give it another word.")
        self._write_files(name, files)
        with writing(self._engine, self._address) as connection:
            _insert(connection, kept)
        return kept

    def add(self, name: str, files: Mapping[str, EvidencePart]) -> None:
        """Keep more files of what is kept already, unless its files were deleted meanwhile."""
        for word in files:
            _check_word(word)
        if not self.find(name).files:
            return
        folder = self._folder() / name
        try:
            for file, part in files.items():
                replace_file(folder / file, part.content, mode=PRIVATE)
        except OSError as error:
            raise error_from(error, folder) from error
        with writing(self._engine, self._address) as connection:
            _insert_files(connection, name, map(_described, files.items()))

    def find(self, name: str) -> Evidence:
        """The evidence of this name."""
        found = self._select(evidence.c.name == name)
        if not found:
            raise StoreError(f"The log has no evidence {name!r}: choose one from its game.")
        return found[0]

    def of_game(self, game_id: int) -> tuple[Evidence, ...]:
        """All evidence of a game, in the order of its events."""
        return self._select(evidence.c.game_id == game_id)

    def all(self) -> tuple[Evidence, ...]:
        """All evidence of all games."""
        return self._select()

    def path(self, name: str, file: str) -> Path:
        """Where a file lies."""
        found = self.find(name)
        if not found.files:
            raise StoreError(
                f"The pictures and curves of {name!r} were deleted, as the operator's page says: "
                "the log tells what happened."
            )
        if file not in {each.file for each in found.files}:
            raise StoreError(f"The evidence {name!r} has no {file!r}: choose one of its files.")
        return self._folder() / name / file

    def read(self, name: str, file: str) -> bytes:
        """The content of a file, if it is still what was kept."""
        path = self.path(name, file)
        asked = next(each for each in self.find(name).files if each.file == file)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise _missing(path, error.strerror or "unreadable") from None
        if hashlib.sha256(content).hexdigest() != asked.sha256:
            raise _missing(path, "its content has changed")
        return content

    def thin(self, names: Sequence[str]) -> None:
        """Delete the files of evidence; each keeps its entry, which from then on has no file."""
        self.remove(names)
        # What could not be removed is tried again another time, for the log still names it.
        gone = [name for name in names if not (self._folder() / name).exists()]
        for first in range(0, len(gone), _AT_ONCE):
            chosen = evidence_files.c.evidence.in_(gone[first : first + _AT_ONCE])
            with writing(self._engine, self._address) as connection:
                connection.execute(sa.delete(evidence_files).where(chosen))

    def remove(self, names: Iterable[str]) -> None:
        """Delete the files of evidence that the log no longer names."""
        for name in names:
            # A name that is damaged must not lead out of the folder.
            if _NAME.fullmatch(name) and self._address.evidence is not None:
                shutil.rmtree(self._address.evidence / name, ignore_errors=True)

    def _folder(self) -> Path:
        if self._address.evidence is None:
            raise StoreError(
                "There is no folder for evidence: name one in the settings beside the log."
            )
        return self._address.evidence

    def _write_files(self, name: str, files: Mapping[str, EvidencePart]) -> None:
        folder = self._folder()
        try:
            private_folder(folder)
            # Files of an attempt that never came into the log.
            shutil.rmtree(folder / name, ignore_errors=True)
            write_folder(folder / name, {file: part.content for file, part in files.items()})
        except OSError as error:
            raise error_from(error, folder / name) from error

    def _select(self, *conditions: sa.ColumnElement[bool]) -> tuple[Evidence, ...]:
        chosen = sa.select(evidence).where(*conditions).order_by(evidence.c.game_id, evidence.c.seq)
        with reading(self._engine, self._address) as connection:
            rows = connection.execute(chosen).all()
            files = _files_of(connection, conditions)
        found: list[Evidence] = []
        for row in rows:
            # An entry that rotted is no longer found; its game is told all the same.
            with suppress(ValueError, TypeError):
                found.append(_evidence(row, files.get(row.name, ())))
        return tuple(found)


def _files_of(
    connection: sa.Connection, conditions: tuple[sa.ColumnElement[bool], ...]
) -> dict[str, tuple[EvidenceFile, ...]]:
    chosen = sa.select(evidence_files).join(evidence).where(*conditions)
    found: dict[str, tuple[EvidenceFile, ...]] = {}
    for row in connection.execute(chosen.order_by(evidence_files.c.file)):
        file = EvidenceFile(row.file, row.media_type, row.size_bytes, row.sha256)
        found[row.evidence] = (*found.get(row.evidence, ()), file)
    return found


def _evidence(row: sa.Row[Row], files: tuple[EvidenceFile, ...]) -> Evidence:
    return Evidence(row.name, row.game_id, row.seq, row.about, parse_time(row.kept_at), files)


def _insert(connection: sa.Connection, kept: Evidence) -> None:
    row = msgspec.structs.asdict(kept) | {"kept_at": format_time(kept.kept_at)}
    del row["files"]
    connection.execute(sa.insert(evidence), row)
    _insert_files(connection, kept.name, kept.files)


def _insert_files(connection: sa.Connection, name: str, described: Iterable[EvidenceFile]) -> None:
    rows = [msgspec.structs.asdict(file) | {"evidence": name} for file in described]
    if rows:
        connection.execute(sa.insert(evidence_files), rows)


def _described(named: tuple[str, EvidencePart]) -> EvidenceFile:
    file, part = named
    digest = hashlib.sha256(part.content).hexdigest()
    return EvidenceFile(file, part.media_type, len(part.content), digest)


def _check_word(word: str) -> None:
    # The words become names of files; nothing may lead out of the folder.
    if not _SAFE.fullmatch(word):
        raise ValueError(f"{word!r} has other signs than small letters, digits, dots and dashes.")


def _missing(path: Path, problem: str) -> StoreError:
    return store_error(StoreTrouble.DAMAGED, f"{path}: {problem}")
