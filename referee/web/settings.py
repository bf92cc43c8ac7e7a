"""Where the operator's settings are kept, and how the table follows them."""

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import msgspec

from referee.events import JsonObject
from referee.store.durable_files import read_private, write_private
from referee.store.thinning import FOR_EVER
from referee.web.shapes.operator import Privacy, Settings

_CLOSED = Privacy(camera="operator", results="operator", kept_for=FOR_EVER)
_log = logging.getLogger(__name__)


class SavedSettings(msgspec.Struct, frozen=True):
    """All that is kept: settings, and per game the numbers of the box on this table."""

    settings: Settings = Settings()
    editions: dict[str, JsonObject] = {}


class MemorySettings:
    """Keeps settings as long as the program runs; `apply` hears of each change."""

    def __init__(
        self,
        kept: SavedSettings | None = None,
        *,
        apply: Callable[[Settings], None] = lambda _: None,
    ) -> None:
        self._kept = kept or SavedSettings()
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

    def numbers(self, game: str) -> JsonObject:
        """The numbers of the box of this game."""
        return self._kept.editions.get(game, {})

    def set_numbers(self, game: str, numbers: JsonObject) -> None:
        """The box on the table has these numbers; none: those of the edition."""
        with self._lock:
            others = {name: kept for name, kept in self._kept.editions.items() if name != game}
            editions = {**others, game: numbers} if numbers else others
            self._keep(msgspec.structs.replace(self._kept, editions=editions))

    def _keep(self, kept: SavedSettings) -> None:
        self._kept = kept


class FileSettings(MemorySettings):
    """Keeps settings in a JSON file, whole or not at all; `usual` counts where there is none.

    A file that cannot be read counts as none, `is_damaged`, until something is set anew: a table
    must not stay closed for its volume. Only what somebody may have closed to others is closed, and
    what somebody may have wanted to keep is kept.
    """

    def __init__(
        self,
        file: Path,
        *,
        usual: Settings | None = None,
        apply: Callable[[Settings], None] = lambda _: None,
    ) -> None:
        self._file = file
        self.is_damaged = False
        kept = self._read() or SavedSettings(usual or Settings())
        if self.is_damaged:
            kept = SavedSettings(msgspec.structs.replace(kept.settings, privacy=_CLOSED))
        super().__init__(kept, apply=apply)

    def _keep(self, kept: SavedSettings) -> None:
        write_private(self._file, msgspec.json.format(msgspec.json.encode(kept)))
        self.is_damaged = False
        super()._keep(kept)

    def _read(self) -> SavedSettings | None:
        try:
            content = read_private(self._file)
            return None if content is None else msgspec.json.decode(content, type=SavedSettings)
        except (OSError, msgspec.DecodeError, RecursionError) as error:
            _log.warning(
                "The settings in %s cannot be read (%s): set them again.", self._file, error
            )
            self.is_damaged = True
            return None
