"""How hot this computer is, as the kernel tells: the table says so, and looks less often.

A Raspberry Pi slows its processor down by itself when it is too hot; the pictures that it then
misses it misses at random. A table that looks at half of them goes on as before, only later by a
twentieth of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

SYSTEM = Path("/sys")
_BOARD = Path("firmware/devicetree/base/model")
"""Only small boards have it; other computers know best themselves what is too hot for them."""
_ZONE = Path("class/thermal/thermal_zone0/temp")
_THROTTLED = Path("devices/platform/soc/soc:firmware/get_throttled")
_HELD_BACK = 0b1100
"""Bits of what a Raspberry Pi tells: it is slowed down now, because of its heat or nearly so."""
_HOT_C, _COOL_C = 78.0, 72.0
"""Chosen by hand: a Raspberry Pi is slowed down at 80; a little cooler it must be before it is said
to be well, or it would be said again and again."""
_HOTTEST_C = 130.0
"""What is more is no temperature: some boards tell nonsense while they start."""
_ASK_EVERY_S = 5.0
"""Chosen by hand: heat comes and goes in minutes."""


class Heat(msgspec.Struct, frozen=True):
    """The temperature of the processor, and whether it is slowed down; None: nobody tells."""

    celsius: float | None = None
    is_held_back: bool | None = None

    @property
    def is_known(self) -> bool:
        """Whether anything tells."""
        return self.celsius is not None or self.is_held_back is not None

    def is_hot(self, *, was_hot: bool = False) -> bool:
        """Whether the table should do less; what is not known is no heat."""
        limit_c = _COOL_C if was_hot else _HOT_C
        return bool(self.is_held_back) or (self.celsius is not None and self.celsius >= limit_c)


def heat_of(system: Path = SYSTEM) -> Heat:
    """What the kernel tells of the heat of this board."""
    if not (system / _BOARD).exists():
        return Heat()
    thousandths = _number(system / _ZONE, 10)
    celsius = None if thousandths is None else thousandths / 1000
    flags = _number(system / _THROTTLED, 16)
    return Heat(
        celsius if celsius is not None and 0 < celsius < _HOTTEST_C else None,
        None if flags is None else bool(flags & _HELD_BACK),
    )


def _number(file: Path, base: int) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"), base)
    except (OSError, ValueError):
        return None


class HeatWatch:
    """Asks every few seconds; `on_change` is told when the board gets hot, or cool again."""

    def __init__(self, on_change: Callable[[bool], None], system: Path = SYSTEM) -> None:
        self._on_change = on_change
        self._system = system
        self._asked_s = float("-inf")
        self._is_hot = False

    def tick(self, now_s: float) -> None:
        """Let time pass."""
        if 0 <= now_s - self._asked_s < _ASK_EVERY_S:
            return
        self._asked_s = now_s
        is_hot = heat_of(self._system).is_hot(was_hot=self._is_hot)
        if is_hot is not self._is_hot:
            self._is_hot = is_hot
            self._on_change(is_hot)
