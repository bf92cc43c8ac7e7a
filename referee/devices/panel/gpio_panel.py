"""The panel on the pins of a Raspberry Pi.

Edges of buttons come from the library's thread and wait in a short queue with their times; all the
rest happens in `tick` and `pressed`, on the clock that was passed in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from referee.clock import Clock
from referee.devices.opening import OpensAndCloses
from referee.devices.panel.buttons import ButtonWatch
from referee.devices.panel.chip import PanelLostError, PinFactory, WiredPanel, lgpio_chip
from referee.devices.panel.contract import Buzz, Light, PanelFinding, PanelState, PanelStatus, Press
from referee.devices.panel.pins import PanelPins, Place
from referee.devices.panel.rhythms import brightness, is_sounding

RETRY_S = 5.0
_MOST_EDGES = 512
_MOST_PRESSES = 64
_DARK = (0.0, 0.0, 0.0)
_NEVER_S = float("-inf")


class GpioPanel(OpensAndCloses):
    """Buttons, lamps and buzzer through gpiozero; `open_chip` is passed a mock in tests."""

    def __init__(
        self, pins: PanelPins, clock: Clock, open_chip: Callable[[], PinFactory] = lgpio_chip
    ) -> None:
        self._pins = pins
        self._clock = clock
        self._open_chip = open_chip
        self._wired: WiredPanel | None = None
        self._finding: PanelFinding | None = None
        self._is_open = False
        self._next_try_s = _NEVER_S
        self._edges: deque[tuple[float, Place, bool]] = deque(maxlen=_MOST_EDGES)
        self._watches: dict[Place, ButtonWatch] = {}
        self._presses: deque[Press] = deque(maxlen=_MOST_PRESSES)
        self._pressed = 0
        self._lights: dict[Place, tuple[Light, float]] = {}
        self._shown: dict[Place, tuple[float, float, float]] = {}
        self._buzz: tuple[Buzz, float] | None = None
        self._is_sounding = False

    def open(self) -> None:
        """Take the pins if they can be had; else try again from time to time."""
        if not self._is_open:
            self._is_open = True
            self._connect()

    def tick(self) -> None:
        """Read the buttons, and bring lamps and buzzer to where they are now."""
        if not self._is_open:
            return
        if self._wired is None and self._clock.monotonic_s() >= self._next_try_s:
            self._connect()
        self._read_edges()
        if self._wired is not None:
            try:
                self._step(self._wired)
            except PanelLostError as error:
                self._lose(error.finding)

    def pressed(self) -> Sequence[Press]:
        """The presses since the last call."""
        self._read_edges()
        presses = tuple(self._presses)
        self._presses.clear()
        return presses

    def show(self, seat: Place, light: Light | None) -> None:
        """Light a lamp; one that shines like this already goes on in its rhythm."""
        if light is None:
            self._lights.pop(seat, None)
        elif seat not in self._lights or self._lights[seat][0] != light:
            self._lights[seat] = light, self._clock.monotonic_s()

    def buzz(self, buzz: Buzz) -> None:
        """Let the buzzer say this."""
        self._buzz = buzz, self._clock.monotonic_s()

    def status(self) -> PanelStatus:
        """How the panel fares now."""
        now_s = self._clock.monotonic_s()
        stuck = tuple(seat for seat, watch in self._watches.items() if watch.is_stuck(now_s))
        return PanelStatus(
            state=self._state(),
            findings=self._findings(is_stuck=bool(stuck)),
            stuck=stuck,
            presses=self._pressed,
        )

    def close(self) -> None:
        """Everything goes dark and silent."""
        wired, self._wired = self._wired, None
        if wired is not None:
            wired.close()
        self._is_open = False
        self._finding, self._buzz, self._is_sounding = None, None, False
        for held in (self._edges, self._watches, self._presses, self._lights, self._shown):
            held.clear()

    def _connect(self) -> None:
        self._next_try_s = self._clock.monotonic_s() + RETRY_S
        try:
            wired = WiredPanel(self._pins, self._open_chip(), self._note_edge)
        except PanelLostError as error:
            self._finding = error.finding
            return
        self._wired, self._finding = wired, None
        self._shown = dict.fromkeys(wired.lamps, _DARK)
        self._watches = {seat: ButtonWatch() for seat in wired.buttons}
        try:
            self._watch_from_now(wired)
        except PanelLostError as error:
            self._lose(error.finding)

    def _watch_from_now(self, wired: WiredPanel) -> None:
        """A button that is down already was not pressed for this game."""
        self._edges.clear()
        now_s = self._clock.monotonic_s()
        for seat in wired.buttons:
            self._watches[seat] = ButtonWatch(wired.is_down(seat), now_s, now_s)

    def _step(self, wired: WiredPanel) -> None:
        self._compare_buttons(wired)
        self._shine(wired)
        self._sound(wired)

    def _lose(self, finding: PanelFinding) -> None:
        wired, self._wired = self._wired, None
        self._finding = finding
        self._next_try_s = self._clock.monotonic_s() + RETRY_S
        self._is_sounding = False
        if wired is not None:
            wired.close()

    def _compare_buttons(self, wired: WiredPanel) -> None:
        """Notice what the library did not tell: a busy computer may lose an edge."""
        for seat in wired.buttons:
            is_down = wired.is_down(seat)
            if not self._edges and is_down != self._watches[seat].is_down:
                self._note_edge(seat, is_down)
        self._read_edges()

    def _note_edge(self, seat: Place, is_down: bool) -> None:
        self._edges.append((self._clock.monotonic_s(), seat, is_down))

    def _read_edges(self) -> None:
        while self._edges:
            at_s, seat, is_down = self._edges.popleft()
            watch = self._watches.get(seat)
            if watch is not None and watch.edge(at_s, is_down=is_down):
                self._presses.append(Press(at_s, seat))
                self._pressed += 1

    def _shine(self, wired: WiredPanel) -> None:
        for seat in wired.lamps:
            shares = self._shares(seat)
            if shares != self._shown[seat]:
                wired.light(seat, shares)
                self._shown[seat] = shares

    def _shares(self, seat: Place) -> tuple[float, float, float]:
        if seat not in self._lights:
            return _DARK
        light, since_s = self._lights[seat]
        level = brightness(light.pattern, self._clock.monotonic_s() - since_s)
        red, green, blue = light.colour.shares
        level *= self._pins.brightness
        return red * level, green * level, blue * level

    def _sound(self, wired: WiredPanel) -> None:
        is_sounding_now = False
        if self._buzz is not None:
            buzz, since_s = self._buzz
            is_sounding_now = is_sounding(buzz, self._clock.monotonic_s() - since_s)
        if is_sounding_now != self._is_sounding:
            wired.sound(is_on=is_sounding_now)
            self._is_sounding = is_sounding_now

    def _state(self) -> PanelState:
        if not self._is_open:
            return PanelState.OFF
        return PanelState.LOST if self._wired is None else PanelState.READY

    def _findings(self, *, is_stuck: bool) -> tuple[PanelFinding, ...]:
        found = () if self._finding is None else (self._finding,)
        return (*found, PanelFinding.STUCK_BUTTON) if is_stuck else found
