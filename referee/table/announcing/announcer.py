"""What is said at the table, and when: a short queue between the umpire and the voice.

    announcer.tell(told)                        # whenever the umpire tells everybody something
    announcer.tick(now_s)                       # from the loop, some dozen times a second

The more urgent goes first and cuts off what is less urgent. Newer news replaces news of the same
topic that was not spoken yet. What is older than its shelf life is left out. Nothing here waits:
the voice is only told to begin and to stop.
"""

from collections.abc import Callable

import msgspec

from referee.devices.voice.contract import Voice, VoiceSettings
from referee.language import language
from referee.table.announcing.announcements import Announcement, AnnouncementQueue, Urgency, Waiting
from referee.table.sentences import Told

_PAUSE_S = 1.4
"""No calm sentence so soon after a word of the countdown. Chosen by hand: longer than the 0.75 s
from one word to the next of a countdown of 3 s, and not much, for the end of it is told after the
pause."""


class SpeechSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a table speaks: in which language, how it sounds, and whether it is heard at all."""

    language: str = "en"
    voice: VoiceSettings = VoiceSettings()
    is_muted: bool = False


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """What listeners are told: this sentence was begun at this time; a muted one was not heard."""

    at_s: float
    announcement: Announcement
    is_heard: bool


Listener = Callable[[Spoken], None]


class Announcer:
    """Speaks for the table; put into the loop of the umpire and asked only from there."""

    def __init__(self, voice: Voice, settings: SpeechSettings | None = None) -> None:
        self._voice = voice
        self._settings = settings or SpeechSettings()
        self._queue = AnnouncementQueue()
        self._current: Waiting | None = None
        self._listeners: list[Listener] = []
        self._timed_s = float("-inf")
        voice.adjust(self._settings.voice)

    @property
    def settings(self) -> SpeechSettings:
        """How the table speaks now."""
        return self._settings

    @property
    def waiting(self) -> tuple[Announcement, ...]:
        """What is still to be said, in the order of its times."""
        return tuple(each.announcement for each in self._queue.entries)

    def listen(self, listener: Listener) -> None:
        """Have every sentence told that is begun, also while the table is muted."""
        self._listeners.append(listener)

    def tell(self, told: Told) -> None:
        """Say what the umpire told, in the language of the table; some events need no words."""
        announcement = Announcement.of(told, language(self._settings.language))
        if announcement.text:
            self.announce(announcement)

    def announce(self, announcement: Announcement) -> None:
        """Say this with one of the next ticks, if it is still news by then."""
        self._queue.put(announcement)

    def apply(self, settings: SpeechSettings) -> None:
        """Speak like this from now on; what waits in another language is not said any more."""
        self._settings = settings
        self._voice.adjust(settings.voice)
        self._queue.keep_language(settings.language)
        if settings.is_muted:
            self._voice.stop()

    def tick(self, now_s: float) -> None:
        """Begin what is to be said now; call it often."""
        is_speaking = self._voice.is_speaking()
        if not is_speaking:
            self._current = None
        self._queue.drop_stale(now_s)
        due = self._queue.due(now_s)
        if due is None or not self._may_begin(due.announcement):
            return
        if due.announcement.is_timed:
            self._timed_s = now_s
        elif due.announcement.urgency < Urgency.URGENT and now_s - self._timed_s < _PAUSE_S:
            # Nothing is squeezed between the words of a countdown.
            return
        self._cut_off()
        self._queue.take(due)
        self._begin(due, now_s)

    def _may_begin(self, wanted: Announcement) -> bool:
        if self._current is None:
            return True
        spoken = self._current.announcement
        # The next word of a countdown does not wait for the last one to fade away.
        is_next_word = wanted.is_timed and wanted.topic is spoken.topic
        return wanted.urgency > spoken.urgency or is_next_word

    def _cut_off(self) -> None:
        """Stop what is being said; a sentence that must be heard is said again later."""
        cut, self._current = self._current, None
        if cut is not None:
            self._voice.stop()
            self._queue.put_back(cut)

    def _begin(self, entry: Waiting, now_s: float) -> None:
        announcement, is_heard = entry.announcement, False
        if not self._settings.is_muted:
            is_heard = self._voice.say(announcement.text, announcement.language)
        self._current = entry if is_heard else None
        if entry.is_repeated:
            return
        for listener in self._listeners:
            listener(Spoken(at_s=now_s, announcement=announcement, is_heard=is_heard))
