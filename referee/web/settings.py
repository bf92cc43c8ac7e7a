"""Where the operator's settings are kept, and how the table follows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import msgspec

from referee.errors import InputError
from referee.web.kept_file import write_private
from referee.web.shapes.operator import Settings


class Kept(msgspec.Struct, frozen=True):
    """All that is kept: settings, and per game the numbers of the box on this table."""

    settings: Settings = Settings()
    editions: dict[str, dict[str, Any]] = {}


class SettingsStore(Protocol):
    """Keeps settings and editions."""

    def settings(self) -> Settings:
        """What is set now."""
        ...

    def change(self, settings: Settings) -> None:
        """Set this from now on."""
        ...

    def numbers(self, game: str) -> Mapping[str, Any]:
        """The numbers of the box of this game."""
        ...

    def set_numbers(self, game: str, numbers: Mapping[str, Any]) -> None:
        """The box on the table has these numbers."""
        ...


class MemorySettings:
    """Keeps settings as long as the program runs; `apply` hears of each change."""

    def __init__(
        self, kept: Kept | None = None, *, apply: Callable[[Settings], None] = lambda _: None
    ) -> None:
        self._kept = kept or Kept()
        self._apply = apply
        self._lock = Lock()

    def settings(self) -> Settings:
        """What is set now."""
        return self._kept.settings

    def change(self, settings: Settings) -> None:
        """Set this from now on."""
        with self._lock:
            self._keep(msgspec.structs.replace(self._kept, settings=settings))
        self._apply(settings)

    def numbers(self, game: str) -> Mapping[str, Any]:
        """The numbers of the box of this game."""
        return self._kept.editions.get(game, {})

    def set_numbers(self, game: str, numbers: Mapping[str, Any]) -> None:
        """The box on the table has these numbers; none: those of the edition."""
        with self._lock:
            others = {name: kept for name, kept in self._kept.editions.items() if name != game}
            editions = {**others, game: dict(numbers)} if numbers else others
            self._keep(msgspec.structs.replace(self._kept, editions=editions))

    def _keep(self, kept: Kept) -> None:
        self._kept = kept


class FileSettings(MemorySettings):
    """Keeps settings in a JSON file, whole or not at all."""

    def __init__(self, file: Path, *, apply: Callable[[Settings], None] = lambda _: None) -> None:
        super().__init__(_read(file), apply=apply)
        self._file = file

    def _keep(self, kept: Kept) -> None:
        write_private(self._file, msgspec.json.format(msgspec.json.encode(kept)))
        super()._keep(kept)


def _read(file: Path) -> Kept | None:
    if not file.is_file():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Kept)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(
            f"The settings in {file} cannot be read ({error}): correct the file, or remove it."
        ) from None
