"""The panel on the pins of a Raspberry Pi: how its buttons are read, its lamps lit and it buzzes.

Edges of buttons come from the library's thread and wait in a short queue with their times; all the
rest happens in `tick` and `pressed`, on the clock that was passed in.
"""

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from referee.clock import Clock
from referee.devices.device import OpensAndCloses
from referee.devices.panel.contract import (
    Buzz,
    LampLight,
    PanelFinding,
    PanelState,
    PanelStatus,
    Pattern,
    Press,
)
from referee.devices.panel.gpio_chip import PanelLostError, PinFactory, WiredPanel, lgpio_chip
from referee.devices.panel.pins import PanelPins, PanelPlace

DEBOUNCE_S = 0.03
"""Cheap buttons bounce for 5 to 20 ms, when they are pressed and when they are let go."""
STUCK_S = 15.0
"""Chosen by hand: nobody holds a button for longer, and a stuck one matters only to the next
press."""
_NEVER_S = float("-inf")


@dataclass(slots=True)
class ButtonWatch:
    """One button. A press counts with its first contact, if it was quiet before.

    So a press is told at once, and whatever bounces after it is part of it.
    """

    is_down: bool = False
    down_since_s: float = _NEVER_S
    last_edge_s: float = _NEVER_S

    def edge(self, at_s: float, *, is_down: bool) -> bool:
        """Take a change of the contact into account; whether it is a new press."""
        was_quiet = at_s - self.last_edge_s >= DEBOUNCE_S
        was_down, self.is_down = self.is_down, is_down
        self.last_edge_s = at_s
        if is_down and not was_down:
            self.down_since_s = at_s
        return is_down and not was_down and was_quiet

    def is_stuck(self, now_s: float) -> bool:
        """Whether it has been down for longer than anybody presses a button."""
        return self.is_down and now_s - self.down_since_s > STUCK_S


# Chosen by hand: told apart at a glance; a faster blink is hard on the eyes.
BLINK_S = 0.5
PULSE_S = 2.0
_PULSE_STEPS = 50
_DIMMEST = 0.08
"""A pulse never goes quite dark: a dark lamp is another message."""

# Sounds and pauses in turn, in seconds, beginning with a sound; chosen by ear, and each of its own.
BUZZES: Mapping[Buzz, tuple[float, ...]] = {
    Buzz.TICK: (0.04,),
    Buzz.DONE: (0.08, 0.08, 0.2),
    Buzz.STOP: (0.8,),
    Buzz.QUESTION: (0.1, 0.1, 0.1),
    Buzz.TROUBLE: (0.3, 0.2, 0.3),
    Buzz.WIN: (0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5),
}


def brightness(pattern: Pattern, lit_s: float) -> float:
    """How bright a light is, from 0 to 1, so long after it was lit.

    In steps, so that a lamp is not set anew more often than eyes can follow.
    """
    if pattern is Pattern.BLINK:
        return 1.0 if lit_s % BLINK_S < BLINK_S / 2 else 0.0
    if pattern is Pattern.PULSE:
        step = math.floor(lit_s % PULSE_S / PULSE_S * _PULSE_STEPS) / _PULSE_STEPS
        return _DIMMEST + (1 - _DIMMEST) * (1 + math.cos(2 * math.pi * step)) / 2
    return 1.0


def is_sounding(buzz: Buzz, buzzed_s: float) -> bool:
    """Whether the buzzer sounds so long after it began."""
    ends_s = 0.0
    for number, lasts_s in enumerate(BUZZES[buzz]):
        ends_s += lasts_s
        if buzzed_s < ends_s:
            return number % 2 == 0
    return False


RETRY_S = 5.0
"""Chosen by hand: pins that another program holds are not given back any sooner."""
# Chosen by hand: more than hands can press between two ticks, however much the buttons bounce.
_MOST_EDGES = 512
_MOST_PRESSES = 64
_DARK = (0.0, 0.0, 0.0)


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
        self._edges: deque[tuple[float, PanelPlace, bool]] = deque(maxlen=_MOST_EDGES)
        self._watches: dict[PanelPlace, ButtonWatch] = {}
        self._presses: deque[Press] = deque(maxlen=_MOST_PRESSES)
        self._lights: dict[PanelPlace, tuple[LampLight, float]] = {}
        self._shown: dict[PanelPlace, tuple[float, float, float]] = {}
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

    def show(self, place: PanelPlace, light: LampLight | None) -> None:
        """Light a lamp; one that shines like this already goes on in its rhythm."""
        if light is None:
            self._lights.pop(place, None)
        elif place not in self._lights or self._lights[place][0] != light:
            self._lights[place] = light, self._clock.monotonic_s()

    def buzz(self, buzz: Buzz) -> None:
        """Let the buzzer say this."""
        self._buzz = buzz, self._clock.monotonic_s()

    def status(self) -> PanelStatus:
        """How the panel fares now."""
        now_s = self._clock.monotonic_s()
        stuck = tuple(place for place, watch in self._watches.items() if watch.is_stuck(now_s))
        return PanelStatus(
            state=self._state(),
            findings=self._findings(is_stuck=bool(stuck)),
            stuck=stuck,
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
        self._watches = {place: ButtonWatch() for place in wired.buttons}
        try:
            self._watch_from_now(wired)
        except PanelLostError as error:
            self._lose(error.finding)

    def _watch_from_now(self, wired: WiredPanel) -> None:
        """A button that is down already was not pressed for this game."""
        self._edges.clear()
        now_s = self._clock.monotonic_s()
        for place in wired.buttons:
            self._watches[place] = ButtonWatch(wired.is_down(place), now_s, now_s)

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
        for place in wired.buttons:
            is_down = wired.is_down(place)
            if not self._edges and is_down != self._watches[place].is_down:
                self._note_edge(place, is_down)
        self._read_edges()

    def _note_edge(self, place: PanelPlace, is_down: bool) -> None:
        self._edges.append((self._clock.monotonic_s(), place, is_down))

    def _read_edges(self) -> None:
        while self._edges:
            at_s, place, is_down = self._edges.popleft()
            watch = self._watches.get(place)
            if watch is not None and watch.edge(at_s, is_down=is_down):
                self._presses.append(Press(at_s, place))

    def _shine(self, wired: WiredPanel) -> None:
        for place in wired.lamps:
            shares = self._shares(place)
            if shares != self._shown[place]:
                wired.light(place, shares)
                self._shown[place] = shares

    def _shares(self, place: PanelPlace) -> tuple[float, float, float]:
        if place not in self._lights:
            return _DARK
        light, since_s = self._lights[place]
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
