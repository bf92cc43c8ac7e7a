"""Where the log lies: a URL, `sqlite:///log.sqlite` or `postgresql://user@host/referee`."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import sqlalchemy as sa

from referee.store.durable_files import PRIVATE, make_private, sync
from referee.store.troubles import StoreError, StoreTrouble, error_from, store_error

_EXAMPLES = "sqlite:///referee.sqlite or postgresql://user@host/referee"


class StoreAddress(msgspec.Struct, frozen=True):
    """A log's place: a SQLite `file`, or a PostgreSQL server if it is None.

    `evidence` is the folder of pictures and curves; None if there is none to keep them in.
    """

    url: sa.URL
    file: Path | None
    evidence: Path | None

    @property
    def shown(self) -> str:
        """The address for people, without a password."""
        return str(self.file) if self.file else self.url.render_as_string(hide_password=True)

    @property
    def learned(self) -> Path | None:
        """Where this table keeps what its sets of faces learned: beside its log, or evidence."""
        if self.file is not None:
            return self.file.with_name(f"{self.file.stem}-learned")
        return None if self.evidence is None else self.evidence.with_name("learned")


def parse_address(url: str, evidence_folder: Path | None = None) -> StoreAddress:
    """Read a URL; evidence lies beside a SQLite file unless another folder is given."""
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise StoreError(f"{url!r} is not the address of a log: write {_EXAMPLES}.") from None
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        return _sqlite(parsed, evidence_folder)
    if kind in {"postgresql", "postgres"}:
        return StoreAddress(parsed.set(drivername="postgresql+psycopg"), None, evidence_folder)
    raise StoreError(f"The log cannot be kept in {kind!r}: write {_EXAMPLES}.")


def _sqlite(url: sa.URL, evidence_folder: Path | None) -> StoreAddress:
    if not url.database or url.database == ":memory:" or url.query:
        raise StoreError("The log needs a file: write sqlite:///referee.sqlite, for example.")
    file = Path(url.database).expanduser().absolute()
    folder = evidence_folder or file.with_name(f"{file.stem}-evidence")
    return StoreAddress(sa.URL.create("sqlite+pysqlite", database=str(file)), file, folder)


def check_place(address: StoreAddress) -> None:
    """Say what is wrong with the folder before the database says it less clearly."""
    if address.file is None:
        return
    try:
        _check_file(address.file)
    except OSError as error:
        raise error_from(error, address.file) from error


def begin_file(address: StoreAddress) -> None:
    """A new log begins as an empty file; one that is there stays as it is, but private."""
    check_place(address)
    if address.file is None:
        return
    try:
        make_private(*_belonging_to(address.file))
        if not address.file.exists():
            address.file.touch(mode=PRIVATE)
            sync(address.file.parent)
    except OSError as error:
        raise error_from(error, address.file) from error


def _belonging_to(file: Path) -> Iterator[Path]:
    """The log, what SQLite keeps beside it, its lock, and the logs that were kept aside."""
    endings = ("-wal", "-shm", ".before-", ".damaged-")
    beside = (f".{file.name}.", *(f"{file.name}{ending}" for ending in endings))
    for each in file.parent.iterdir():
        if each == file or each.name.startswith(beside):
            yield each


def _check_file(file: Path) -> None:
    if not file.parent.is_dir():
        raise StoreError(
            f"The folder {file.parent} does not exist: create it, or keep the log elsewhere.",
            StoreTrouble.LOST,
        )
    if file.exists() and not file.is_file():
        raise StoreError(
            f"{file} is not a file: give the log a name of its own.", StoreTrouble.DAMAGED
        )
    # SQLite would open it all the same, and fail at the first event.
    if file.exists() and not os.access(file, os.R_OK | os.W_OK):
        raise store_error(StoreTrouble.READ_ONLY, file)
