"""Eye and touch in real time: each in a thread of its own that nothing can end but `close`.

A picture or a message that nobody thought of must not cost the table its sense: it is logged, told
as a trouble of the device, and the thread goes on.
"""

import logging
from collections.abc import Callable, Sequence
from threading import Event, Thread

from referee.clock import Clock, SystemClock
from referee.devices.device import OpensAndCloses
from referee.errors import Mistakes
from referee.table.device_troubles import WELL, Condition, Debounce, TroubleWatch
from referee.table.facts import Device, Fact
from referee.table.senses.eye import Eye
from referee.table.senses.touch_sense import Touch

Sense = Callable[[float], Sequence[Fact]]
"""Waits for a device at most so long and returns what it told."""
Sink = Callable[[Fact], object]

_log = logging.getLogger(__name__)
_WAIT_S = 0.1
_AFTER_ERROR_S = 0.2
"""Chosen by hand: a sense that fails each time costs little, and one that failed once misses
little."""
_IDLE_S = 0.005
"""Less than half of the time from one weight to the next, so that none comes late for it."""
_AT_ONCE = Debounce(trouble_s=0.0, back_s=1.0)


class SenseThread(OpensAndCloses):
    """Calls a sense again and again; `sink` gets each fact, and neither blocks nor raises."""

    def __init__(
        self, sense: Sense, sink: Sink, device: Device, failed: Condition, clock: Clock | None
    ) -> None:
        self._sense = sense
        self._sink = sink
        self._clock = clock or SystemClock()
        self._device = device
        self._failed = failed
        self._troubles = TroubleWatch(device, _AT_ONCE)
        self._mistakes = Mistakes(_log, f"The {device} could not be followed for a while.")
        self._stop = Event()
        self._thread: Thread | None = None

    def open(self) -> None:
        """Start; a second call does nothing."""
        if self._thread is None:
            self._stop.clear()
            self._thread = Thread(target=self._run, name=f"sense-{self._device}", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop and wait for the end; a second call does nothing."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while not self._stop.is_set():
            began_s = self._clock.monotonic_s()
            self._stop.wait(self._step(began_s))

    def _step(self, began_s: float) -> float:
        """One call of the sense; how long to pause after it."""
        try:
            facts = self._sense(_WAIT_S)
            self._tell((*facts, *self._troubles.see(began_s, WELL)))
        except BaseException as error:  # noqa: BLE001 - whatever it was, the table keeps its senses
            self._mistakes.note(error)
            self._tell(self._troubles.see(began_s, self._failed))
            return _AFTER_ERROR_S
        # A device that is closed answers at once; do not ask it a million times a second.
        is_idle = not facts and self._clock.monotonic_s() - began_s < _IDLE_S / 10
        return _IDLE_S if is_idle else 0.0

    def _tell(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self._sink(fact)


_CALM_S = 0.12
"""Of thirty pictures a second it then looks at eight. Chosen by hand: so long a roll may go on
before it is noticed."""
_DARK_S = 0.7
"""Chosen by hand: a hand that reaches over a dark table is there for longer."""
_SPARED_S = 0.05
"""Of thirty pictures a second it then takes every second one, awake as it is."""
_LONG_REST_S = 10.0
"""Chosen by hand: players who roll again do so sooner, and then need what was given back."""


class EyeThread(SenseThread):
    """The eye in a thread of its own; it looks less often while all is calm."""

    def __init__(
        self,
        eye: Eye,
        sink: Sink,
        clock: Clock | None = None,
        *,
        on_long_rest: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(eye.look, sink, Device.CAMERA, Condition(("eye-failed",)), clock)
        self._eye = eye
        self._on_long_rest = on_long_rest
        self.is_dark = False
        """Whether the screen is dark: it only looks whether somebody comes."""
        self.is_spared = False
        """Whether the computer is hot: it looks at half as many pictures."""
        self._awake_s: float | None = self._clock.monotonic_s()
        """When it was last awake; None once the long rest has been told."""

    def _step(self, began_s: float) -> float:
        pause_s = super()._step(began_s)
        calm_s = _DARK_S if self.is_dark else _CALM_S
        if not self._eye.is_calm:
            self._awake_s = began_s
            return max(pause_s, _SPARED_S) if self.is_spared else pause_s
        if self._awake_s is not None and began_s - self._awake_s > _LONG_REST_S:
            self._awake_s = None
            self._on_long_rest()
        return max(pause_s, 2 * calm_s if self.is_spared else calm_s)


class TouchThread(SenseThread):
    """Touch in a thread of its own."""

    def __init__(self, touch: Touch, sink: Sink, clock: Clock | None = None) -> None:
        super().__init__(touch.sense, sink, Device.SCALE, Condition(("feeler-failed",)), clock)
