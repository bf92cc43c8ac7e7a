"""A voice that speaks from the page: sentences wait here until whoever shows the page takes them.

The table says, the pages fetch, each with the number of the last order it has; both sides may be in
different threads. Orders nobody fetched in time are forgotten: old news is worse than none.
"""

from __future__ import annotations

from collections import deque
from threading import Lock

import msgspec

from referee.clock import Clock
from referee.devices.opening import OpensAndCloses
from referee.devices.voice.contract import VoiceFinding, VoiceSettings, VoiceState, VoiceStatus
from referee.devices.voice.text import speakable, speaking_time_s

MOST_WAITING = 32
LISTENING_S = 10.0
"""A page that shows the table asks far more often than this."""
_NEVER_S = float("-inf")


class SpeakOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What a page should do: say this in place of what it says now; without text, fall silent."""

    number: int
    text: str = ""
    language: str = ""
    settings: VoiceSettings = VoiceSettings()


class BrowserVoice(OpensAndCloses):
    """Speaks through the pages that fetch from it."""

    def __init__(self, clock: Clock, settings: VoiceSettings | None = None) -> None:
        self._clock = clock
        self._settings = settings or VoiceSettings()
        self._lock = Lock()
        self._orders: deque[SpeakOrder] = deque(maxlen=MOST_WAITING)
        self._number = 0
        self._spoken = 0
        self._until_s = self._fetched_s = self._unheard_s = _NEVER_S
        self._is_open = False

    def open(self) -> None:
        """Take sentences from now on."""
        self._is_open = True

    def say(self, text: str, language: str) -> bool:
        """Lay the sentence out for the pages; False if no page has asked for a while."""
        words = speakable(text)
        if not (words and self._is_open):
            return False
        now_s = self._clock.monotonic_s()
        with self._lock:
            self._order(SpeakOrder(number=0, text=words, language=language))
            self._spoken += 1
            is_heard = self._is_heard(now_s)
            self._unheard_s = now_s
            # Without a listener nobody has to be waited for.
            lasts_s = speaking_time_s(words, self._settings.words_per_minute) if is_heard else 0.0
            self._until_s = now_s + lasts_s
        return is_heard

    def fetch(self, after: int) -> tuple[SpeakOrder, ...]:
        """What was ordered after this number, oldest first; asking is listening."""
        with self._lock:
            self._fetched_s = self._clock.monotonic_s()
            return tuple(order for order in self._orders if order.number > after)

    def latest_number(self) -> int:
        """Where a page begins that has just been opened: it does not repeat old news."""
        with self._lock:
            return self._number

    def finished(self, number: int) -> None:
        """A page has said this to the end."""
        with self._lock:
            if number == self._number:
                self._until_s = _NEVER_S

    def is_speaking(self) -> bool:
        """Whether the pages are still busy, as they tell or as long as it usually takes."""
        with self._lock:
            return self._clock.monotonic_s() < self._until_s

    def stop(self) -> None:
        """Tell the pages to fall silent."""
        with self._lock:
            if self._clock.monotonic_s() < self._until_s:
                self._order(SpeakOrder(number=0))
            self._until_s = _NEVER_S

    def adjust(self, settings: VoiceSettings) -> None:
        """The next sentences carry these settings."""
        self._settings = settings

    def status(self) -> VoiceStatus:
        """How the voice fares now."""
        now_s = self._clock.monotonic_s()
        with self._lock:
            is_unheard = self._unheard_s > _NEVER_S and not self._is_heard(now_s)
            findings = (VoiceFinding.NOBODY_LISTENS,) if self._is_open and is_unheard else ()
            state = VoiceState.SPEAKING if now_s < self._until_s else VoiceState.READY
            if not self._is_open:
                state = VoiceState.OFF
            elif findings:
                state = VoiceState.MUTE
            return VoiceStatus(state=state, findings=findings, spoken=self._spoken)

    def close(self) -> None:
        """Forget what was not fetched."""
        self.stop()
        with self._lock:
            self._orders.clear()
            self._is_open = False

    def _order(self, order: SpeakOrder) -> None:
        self._number += 1
        self._orders.append(
            msgspec.structs.replace(order, number=self._number, settings=self._settings)
        )

    def _is_heard(self, now_s: float) -> bool:
        return now_s - self._fetched_s <= LISTENING_S
