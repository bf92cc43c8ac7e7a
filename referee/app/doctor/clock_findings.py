"""Whether the time of day can be right: games, backups and statistics carry it."""

from __future__ import annotations

import ctypes
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.app.doctor.findings import Finding, Light, Part, finding
from referee.clock import Clock

_EARLIEST = datetime(2025, 1, 1, tzinfo=UTC)
"""This program did not exist before."""
_SLACK = timedelta(hours=1)
_UNSYNCHRONISED = 0x40
_DEVICE_TREE = Path("/proc/device-tree/model")
_BATTERY_CLOCKS = Path("/sys/class/rtc")


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
        return finding(Part.CLOCK, Light.RED, "doctor-clock-wrong", "doctor-clock-next", now=shown)
    if is_synchronised is None:
        is_synchronised = kernel_is_synchronised() or not forgets_time()
    if not is_synchronised:
        step = "doctor-clock-next"
        return finding(Part.CLOCK, Light.YELLOW, "doctor-clock-alone", step, now=shown)
    return finding(Part.CLOCK, Light.GREEN, "doctor-clock-well", now=shown)


def kernel_is_synchronised() -> bool | None:
    """Whether something on the network sets this clock right; None if that cannot be told."""
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
