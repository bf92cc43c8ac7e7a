"""What the computer tells: room on the disk, the log, the time of day, voice and panel."""

import ctypes
import os
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep

import sqlalchemy as sa

from referee.app.doctor.findings import Finding, TablePart, TrafficLight, finding, not_fitted
from referee.app.heat import Heat
from referee.clock import Clock, SystemClock
from referee.devices.panel.contract import Panel, PanelState, PanelStatus
from referee.devices.voice.contract import Voice, VoiceFinding, VoiceState, VoiceStatus
from referee.devices.voice.espeak_voice import sound_cards
from referee.games.registry import broken_games
from referee.language import Language
from referee.store.address import StoreAddress
from referee.store.backup import BACKUPS, last_made
from referee.store.database import connect_engine, reading, schema_version
from referee.store.schema import HEAD
from referee.store.store import Store, check_whole
from referee.store.troubles import StoreError, StoreTrouble
from referee.table.recorded_games import RecordedGames
from referee.table.sentences import Sentence, Word

FreeBytes = Callable[[Path], int]
"""How much room is left where this folder lies."""

_LEAST_BYTES, _FEW_BYTES = 100_000_000, 1_000_000_000
"""A session of some hours with the evidence of its falls takes some fifty megabytes."""


def free_bytes(folder: Path) -> int:
    """How much room is left for us on the disk of this folder."""
    return shutil.disk_usage(folder).free


def disk_finding(address: StoreAddress, free: FreeBytes = free_bytes) -> Finding:
    """Whether there is room for games and evidence, and whether they may be written."""
    folder = _folder(address)
    if not folder.is_dir():
        step = "doctor-disk-missing-next"
        return finding(
            TablePart.DISK, TrafficLight.RED, "doctor-disk-missing", step, folder=str(folder)
        )
    left = free(folder)
    words: dict[str, Word] = {"folder": str(folder), "megabytes": left // 1_000_000}
    if left < _LEAST_BYTES:
        return finding(
            TablePart.DISK, TrafficLight.RED, "doctor-disk-full", "doctor-disk-full-next", **words
        )
    if not _can_write(folder):
        step = "doctor-disk-locked-next"
        return finding(TablePart.DISK, TrafficLight.RED, "doctor-disk-locked", step, **words)
    evidence = address.evidence
    # It is made when there is something to keep.
    if evidence is not None and os.path.lexists(evidence) and not _can_write(evidence):
        words["folder"], step = str(evidence), "doctor-disk-evidence-next"
        return finding(TablePart.DISK, TrafficLight.RED, "doctor-disk-evidence", step, **words)
    if left < _FEW_BYTES:
        step = "doctor-disk-full-next"
        return finding(TablePart.DISK, TrafficLight.YELLOW, "doctor-disk-low", step, **words)
    return finding(TablePart.DISK, TrafficLight.GREEN, "doctor-disk-well", **words)


def _folder(address: StoreAddress) -> Path:
    """Where files are kept; with a server as the log there is only the evidence."""
    if address.file is not None:
        return address.file.parent
    folder = (address.evidence or Path(tempfile.gettempdir())).absolute()
    # It is made when there is something to keep.
    return folder if folder.exists() else folder.parent


def _can_write(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(prefix=".referee-doctor-", dir=folder) as file:
            file.write(b"well")
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def database_finding(address: StoreAddress) -> Finding:
    """Whether the log opens and is whole; one that is not there yet is not begun for this."""
    if address.file is not None and not address.file.exists():
        return finding(
            TablePart.DATABASE, TrafficLight.GREEN, "doctor-database-new", place=address.shown
        )
    engine = connect_engine(address)
    try:
        if address.file is not None and not address.file.is_file():
            return _troubled(StoreTrouble.DAMAGED, address)
        check_whole(engine, address)
        return open_database_finding(RecordedGames(Store(engine, address, SystemClock())))
    except StoreError as error:
        return _troubled(error.trouble, address)
    finally:
        engine.dispose()


def open_database_finding(recorded: RecordedGames) -> Finding:
    """Whether a log that is open answers, loses nothing, and has no damaged game in it."""
    address = recorded.store.address
    try:
        with reading(recorded.store.engine, address) as connection:
            is_safe = address.file is None or _is_safe(connection)
            # An older log gets its check sums when a table opens it.
            is_ours = schema_version(connection) == HEAD
        damaged = recorded.damaged() if is_ours else ()
        profiles = recorded.store.players.damaged() if is_ours else ()
    except StoreError as error:
        return _troubled(error.trouble, address)
    if not is_safe:
        step = "doctor-database-unsafe-next"
        return finding(
            TablePart.DATABASE,
            TrafficLight.YELLOW,
            "doctor-database-unsafe",
            step,
            place=address.shown,
        )
    if damaged:
        words: dict[str, Word] = {
            "count": len(damaged),
            "games": tuple(str(each.id) for each in damaged),
        }
        step = "doctor-database-games-next"
        return finding(
            TablePart.DATABASE, TrafficLight.YELLOW, "doctor-database-games", step, **words
        )
    if profiles:
        step = "doctor-database-profiles-next"
        words = {"count": len(profiles), "profiles": tuple(map(str, profiles))}
        return finding(
            TablePart.DATABASE, TrafficLight.YELLOW, "doctor-database-profiles", step, **words
        )
    if aside := _kept_aside(address):
        step = "doctor-database-salvaged-next"
        return finding(
            TablePart.DATABASE, TrafficLight.YELLOW, "doctor-database-salvaged", step, file=aside
        )
    return finding(
        TablePart.DATABASE, TrafficLight.GREEN, "doctor-database-well", place=address.shown
    )


_OLD_BACKUP = timedelta(days=3)
"""Chosen by hand: a long weekend on which the table is not switched on."""


def backup_finding(address: StoreAddress, clock: Clock) -> Finding:
    """How old the newest backup is, where the nightly ones lie: beside the log."""
    if address.file is None or not (address.file.parent / BACKUPS).is_dir():
        # Elsewhere they are made by hand or by somebody else, and nobody knows where they lie.
        return not_fitted(TablePart.BACKUP)[0]
    folder = address.file.parent / BACKUPS
    last, now = last_made(folder), clock.now()
    # Without any the folder itself tells since when.
    since = last or _written(folder) or now
    # What was recorded is at first in a second file.
    log = (address.file, address.file.with_name(f"{address.file.name}-wal"))
    is_new = any((written := _written(file)) is not None and written > since for file in log)
    is_old = now - since > _OLD_BACKUP and is_new
    words: dict[str, Word] = {
        "folder": str(folder),
        "days": (now - since).days,
        "made": f"{last:%Y-%m-%d %H:%M} UTC" if last else "",
    }
    if is_old:
        message = "doctor-backup-old" if last else "doctor-backup-none"
        return finding(
            TablePart.BACKUP, TrafficLight.YELLOW, message, "doctor-backup-next", **words
        )
    message = "doctor-backup-well" if last else "doctor-backup-soon"
    return finding(TablePart.BACKUP, TrafficLight.GREEN, message, **words)


def games_finding() -> Finding:
    """Whether every installed game can be played."""
    broken = broken_games()
    if broken:
        steps = [Sentence(each.reason, each.words) for each in broken]
        return finding(TablePart.GAMES, TrafficLight.YELLOW, "doctor-games-broken", *steps)
    return finding(TablePart.GAMES, TrafficLight.GREEN, "doctor-games-well")


def _kept_aside(address: StoreAddress) -> str:
    """The newest log that was damaged, and that a table replaced by what could be read of it."""
    if address.file is None:
        return ""
    return max(map(str, address.file.parent.glob(f"{address.file.name}.damaged-*")), default="")


def _is_safe(connection: sa.Connection) -> bool:
    """Whether the file writes ahead; some network disks cannot."""
    return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar()).lower() == "wal"


def _troubled(trouble: StoreTrouble | None, address: StoreAddress) -> Finding:
    step = f"doctor-database-{trouble or StoreTrouble.FAILING}-next"
    return finding(
        TablePart.DATABASE, TrafficLight.RED, "doctor-database-fails", step, place=address.shown
    )


_EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
"""This program did not exist before."""
_SLACK = timedelta(hours=1)
_UNSYNCHRONISED = 0x40
_DEVICE_TREE = Path("/proc/device-tree/model")
_BATTERY_CLOCKS = Path("/sys/class/rtc")
_TIMESYNC = Path("/run/systemd/timesync")


class _Timex(ctypes.Structure):
    """The beginning of what the kernel tells about its clock, and room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("errors", ctypes.c_long * 4),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_char * 512),
    )


def clock_finding(
    clock: Clock, log: Path | None = None, *, is_synchronised: bool | None = None
) -> Finding:
    """Whether the clock can be right; `log` is a file that was last written in the past."""
    now = clock.now()
    shown = now.strftime("%Y-%m-%d %H:%M UTC")
    written = _written(log)
    if now < _EARLIEST or (written is not None and written > now + _SLACK):
        return finding(
            TablePart.CLOCK, TrafficLight.RED, "doctor-clock-wrong", "doctor-clock-next", now=shown
        )
    if is_synchronised is None:
        # What cannot be told is no finding.
        is_synchronised = network_sets_clock() is not False or not forgets_time()
    if not is_synchronised:
        step = "doctor-clock-next"
        return finding(TablePart.CLOCK, TrafficLight.YELLOW, "doctor-clock-alone", step, now=shown)
    return finding(TablePart.CLOCK, TrafficLight.GREEN, "doctor-clock-well", now=shown)


def network_sets_clock() -> bool | None:
    """Whether something on the network has set this clock right; None if that cannot be told."""
    if (_TIMESYNC / "synchronized").exists():
        return True
    told = kernel_is_synchronised()
    # A service may be forbidden to ask the kernel about its clock.
    return False if told is None and _TIMESYNC.is_dir() else told


def kernel_is_synchronised() -> bool | None:
    """What the kernel knows of it; None if it does not say."""
    told = _Timex()
    try:
        outcome = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.byref(told))
    except (OSError, AttributeError):
        return None
    return None if outcome < 0 else not told.status & _UNSYNCHRONISED


def forgets_time() -> bool:
    """Whether this is a small board without a clock that runs on when it is switched off."""
    has_clock = _BATTERY_CLOCKS.is_dir() and any(_BATTERY_CLOCKS.iterdir())
    return _DEVICE_TREE.exists() and not has_clock


def _written(log: Path | None) -> datetime | None:
    try:
        return None if log is None else datetime.fromtimestamp(log.stat().st_mtime, UTC)
    except OSError:
        return None


def heat_finding(heat: Heat) -> Finding:
    """How hot the processor is; where nobody tells there is nothing to find."""
    if not heat.is_known:
        return finding(TablePart.HEAT, TrafficLight.OFF, "doctor-heat-untold")
    words: dict[str, Word] = {
        "degrees": 0 if heat.celsius is None else round(heat.celsius),
    }
    if heat.is_hot():
        step = "doctor-heat-next"
        return finding(TablePart.HEAT, TrafficLight.YELLOW, "doctor-heat-hot", step, **words)
    return finding(TablePart.HEAT, TrafficLight.GREEN, "doctor-heat-well", **words)


_LISTEN_AGAIN_S = 0.05


def try_voice(voice: Voice, words: Language, clock: Clock, *, patience_s: float = 8.0) -> Finding:
    """Let the voice say a sentence to its end, and tell how that went."""
    voice.say(words.say("doctor-voice-test"), words.code)
    end_s = clock.monotonic_s() + patience_s
    while voice.is_speaking() and clock.monotonic_s() < end_s:
        sleep(_LISTEN_AGAIN_S)
    return voice_finding(voice.status(), is_page_needed=False)


def voice_finding(status: VoiceStatus, *, is_page_needed: bool = True) -> Finding:
    """How the voice fares; while no table runs, no page can listen."""
    if status.state is VoiceState.OFF:
        return not_fitted(TablePart.VOICE)[0]
    findings = list(status.findings)
    if not is_page_needed and VoiceFinding.NOBODY_LISTENS in findings:
        return finding(TablePart.VOICE, TrafficLight.GREEN, "doctor-voice-page")
    if findings:
        steps = [f"voice-finding-{each}" for each in findings]
        # A game can be followed on the screen, and so a mute voice stops none.
        return finding(TablePart.VOICE, TrafficLight.YELLOW, "voice-state-mute", *steps)
    return finding(TablePart.VOICE, TrafficLight.GREEN, f"voice-state-{status.state}")


def unheard_finding() -> Finding:
    """Somebody listened, and heard nothing."""
    cards = sound_cards()
    step = "doctor-voice-unheard-next" if cards else "voice-finding-no-sound"
    return finding(
        TablePart.VOICE, TrafficLight.YELLOW, "doctor-voice-unheard", step, cards=", ".join(cards)
    )


def try_panel(panel: Panel) -> Finding:
    """Switch the panel on and ask it."""
    panel.tick()
    return panel_finding(panel.status())


def panel_finding(status: PanelStatus) -> Finding:
    """How buttons and lights fare."""
    if status.state is PanelState.OFF:
        return not_fitted(TablePart.PANEL)[0]
    steps = [f"panel-finding-{each}" for each in status.findings]
    if status.state is PanelState.LOST:
        return finding(TablePart.PANEL, TrafficLight.RED, "panel-state-lost", *steps)
    light = TrafficLight.YELLOW if steps else TrafficLight.GREEN
    return finding(TablePart.PANEL, light, "panel-state-ready", *steps)
