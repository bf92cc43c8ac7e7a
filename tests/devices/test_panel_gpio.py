"""The panel on mock pins: presses, lights, the buzzer, and everything that may be missing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from referee.clock import ManualClock
from referee.devices.panel.contract import (
    BLUE,
    RED,
    WHITE,
    YELLOW,
    Buzz,
    LampLight,
    PanelFinding,
    PanelState,
    Pattern,
    Press,
)
from referee.devices.panel.gpio_chip import PanelLostError, lgpio_chip
from referee.devices.panel.gpio_panel import (
    BLINK_S,
    BUZZES,
    DEBOUNCE_S,
    PULSE_S,
    RETRY_S,
    STUCK_S,
    ButtonWatch,
    GpioPanel,
    brightness,
    is_sounding,
)
from referee.devices.panel.pins import Common, PanelPins, PlacePins
from referee.language import language, languages
from tests.devices.leaks import nothing_leaks

PINS = PanelPins(
    seats=(
        PlacePins(button=4, red=5, green=6, blue=12),
        PlacePins(button=17, red=13, green=16, blue=19),
    ),
    table=PlacePins(button=27),
    buzzer=26,
    brightness=1.0,
)


class Bench:
    """A panel with its mock chip and the hands that press its buttons."""

    def __init__(self, pins: PanelPins = PINS) -> None:
        self.clock = ManualClock()
        self.chip = MockFactory(pin_class=MockPWMPin)
        self.panel = GpioPanel(pins, self.clock, lambda: self.chip)

    def press(self, pin: int, held_s: float = 0.2) -> None:
        self.chip.pin(pin).drive_low()
        self.clock.advance_s(held_s)
        self.chip.pin(pin).drive_high()

    def lamp(self, *pins: int) -> tuple[float, ...]:
        return tuple(round(self.chip.pin(pin).state, 3) for pin in pins)

    def step_s(self, seconds: float) -> None:
        self.clock.advance_s(seconds)
        self.panel.tick()


@pytest.fixture
def bench() -> Iterator[Bench]:
    with nothing_leaks():
        bench = Bench()
        with bench.panel:
            yield bench
    assert Device.pin_factory is None, "no pins but those that were passed in"


def test_presses_come_with_seat_and_time(bench: Bench) -> None:
    bench.clock.advance_s(1.0)
    bench.press(17)
    bench.clock.advance_s(1.0)
    bench.press(27)
    first, second = bench.panel.pressed()
    assert first == Press(1.0, 1)
    assert second.at_s == pytest.approx(2.2)
    assert second.seat is None
    assert bench.panel.pressed() == ()


def test_a_bouncing_contact_is_one_press(bench: Bench) -> None:
    bench.clock.advance_s(1.0)
    for _ in range(5):
        bench.press(4, held_s=0.002)
        bench.clock.advance_s(0.002)
    bench.press(4)
    for _ in range(4):
        bench.clock.advance_s(0.003)
        bench.press(4, held_s=0.003)
    assert bench.panel.pressed() == (Press(1.0, 0),)


def test_two_quick_presses_are_two(bench: Bench) -> None:
    bench.clock.advance_s(1.0)
    bench.press(4, held_s=0.08)
    bench.clock.advance_s(0.08)
    bench.press(4, held_s=0.08)
    assert len(bench.panel.pressed()) == 2


def test_a_button_that_is_down_from_the_start_is_no_press() -> None:
    bench = Bench()
    bench.chip.pin(4).drive_low()
    with bench.panel:
        # The mock pin rises when it is set up, so it is held down again.
        bench.chip.pin(4).drive_low()
        bench.panel.pressed()
        bench.step_s(STUCK_S + 1)
        assert bench.panel.status().findings == (PanelFinding.STUCK_BUTTON,)
        assert bench.panel.status().stuck == (0,)
        bench.chip.pin(4).drive_high()
        bench.panel.tick()
        assert bench.panel.status().findings == ()


def test_an_edge_the_library_did_not_tell_is_noticed(bench: Bench) -> None:
    bench.clock.advance_s(1.0)
    pin = bench.chip.pin(4)
    pin.when_changed = None
    pin.drive_low()
    bench.panel.tick()
    assert bench.panel.pressed() == (Press(1.0, 0),)
    bench.panel.tick()
    assert bench.panel.pressed() == ()


def test_presses_nobody_fetches_do_not_pile_up(bench: Bench) -> None:
    for _ in range(500):
        bench.clock.advance_s(1.0)
        bench.press(4)
        bench.panel.tick()
    assert len(bench.panel.pressed()) == 64


def test_a_steady_light_has_the_colour_of_its_seat(bench: Bench) -> None:
    bench.panel.show(0, LampLight(BLUE))
    bench.panel.show(1, LampLight(YELLOW))
    bench.panel.tick()
    assert bench.lamp(5, 6, 12) == BLUE.shares
    assert bench.lamp(13, 16, 19) == YELLOW.shares
    bench.panel.show(0, None)
    bench.panel.tick()
    assert bench.lamp(5, 6, 12) == (0, 0, 0)
    assert bench.lamp(13, 16, 19) == YELLOW.shares


def test_a_lamp_that_is_not_there_is_nobodys_mistake(bench: Bench) -> None:
    bench.panel.show(None, LampLight(RED))
    bench.panel.show(7, LampLight(RED))
    bench.panel.tick()


def test_a_light_blinks_and_keeps_its_rhythm_when_shown_again(bench: Bench) -> None:
    seen = []
    for _ in range(8):
        bench.panel.show(0, LampLight(RED, Pattern.BLINK))
        bench.panel.tick()
        seen.append(bench.lamp(5, 6, 12)[0])
        bench.clock.advance_s(BLINK_S / 2)
    assert seen == [1, 0] * 4


def test_a_pulse_never_goes_dark() -> None:
    levels = [brightness(Pattern.PULSE, place * PULSE_S / 40) for place in range(81)]
    assert max(levels) == 1.0
    assert 0.05 < min(levels) < 0.15


def test_lamps_with_a_common_anode_shine_while_the_pin_is_low() -> None:
    pins = PanelPins(
        seats=(PlacePins(red=5, green=6, blue=12),), common=Common.ANODE, brightness=1.0
    )
    bench = Bench(pins)
    with bench.panel:
        bench.panel.tick()
        assert bench.lamp(5, 6, 12) == (1, 1, 1)
        bench.panel.show(0, LampLight(RED))
        bench.panel.tick()
        assert bench.lamp(5, 6, 12) == (0, 1, 1)


def test_the_whole_panel_can_be_dimmed() -> None:
    bench = Bench(PanelPins(table=PlacePins(red=5, green=6, blue=12), brightness=0.25))
    with bench.panel:
        bench.panel.show(None, LampLight(WHITE))
        bench.panel.tick()
        assert bench.lamp(5, 6, 12) == (0.25, 0.25, 0.25)


@pytest.mark.parametrize("buzz", Buzz)
def test_a_buzz_ends_by_itself(bench: Bench, buzz: Buzz) -> None:
    bench.panel.buzz(buzz)
    bench.panel.tick()
    assert bench.chip.pin(26).state == 1
    sounding_s = 0.0
    for _ in range(300):
        sounding_s += 0.01 * bench.chip.pin(26).state
        bench.step_s(0.01)
    assert bench.chip.pin(26).state == 0
    assert sounding_s == pytest.approx(sum(BUZZES[buzz][::2]), abs=0.03)
    assert not is_sounding(buzz, 3.0)


def test_closing_leaves_all_dark_and_silent(bench: Bench) -> None:
    bench.panel.show(0, LampLight(WHITE))
    bench.panel.buzz(Buzz.STOP)
    bench.panel.tick()
    pins = [bench.chip.pin(number) for number in (5, 6, 12, 26)]
    assert all(pin.state for pin in pins)
    bench.panel.close()
    bench.panel.close()
    assert not any(pin.state for pin in pins[:3])
    assert all(pin.function == "input" for pin in pins)
    assert bench.panel.status().state is PanelState.OFF
    bench.panel.open()
    bench.panel.tick()
    assert bench.lamp(5, 6, 12) == (0, 0, 0), "an old light is not shown again"
    assert bench.panel.status().state is PanelState.READY


def test_without_lgpio_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with GpioPanel(PINS, ManualClock()) as panel:
        panel.show(0, LampLight(RED))
        panel.tick()
        assert panel.pressed() == ()
        assert panel.status().state is PanelState.LOST
        assert panel.status().findings == (PanelFinding.NO_LGPIO,)


# Its library makes the pipe, and its Python opens it under a name without a folder.
LGPIO = """
import os
os.mkfifo(".lgd-nfy0")
writing = os.open(".lgd-nfy0", os.O_RDWR | os.O_NONBLOCK)
reading = open(".lgd-nfy0", "rb")
class error(Exception):
    pass
def gpiochip_open(chip):
    os.write(writing, b"alive")
    raise error(f"can not open gpiochip, but heard {reading.read(5)!r}")
def __getattr__(name):
    return 0
"""


def test_lgpio_leaves_nothing_in_the_folder_where_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, here = tmp_path / "library", tmp_path / "here"
    library.mkdir()
    here.mkdir()
    (library / "lgpio.py").write_text(LGPIO, encoding="utf-8")
    monkeypatch.syspath_prepend(library)
    monkeypatch.chdir(here)
    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", lambda _self: 0xC03111)
    for module in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    try:
        with pytest.raises(PanelLostError) as caught:
            lgpio_chip()
        assert "heard b'alive'" in str(caught.value.__cause__), "the pipe works without its name"
        assert list(here.iterdir()) == []
        assert Path.cwd() == here
    finally:
        lgpio = sys.modules.pop("lgpio")
        sys.modules.pop("gpiozero.pins.lgpio", None)
        lgpio.reading.close()
        os.close(lgpio.writing)


class _LgpioError(Exception):
    """As lgpio raises them."""


@pytest.mark.parametrize(
    ("error", "finding"),
    [
        (_LgpioError("can not open gpiochip"), PanelFinding.NO_CHIP),
        (PermissionError(13, "Permission denied"), PanelFinding.NO_PERMISSION),
        (_LgpioError("'GPIO busy'"), PanelFinding.BUSY),
        (FileNotFoundError(2, "/dev/gpiochip0"), PanelFinding.NO_CHIP),
    ],
)
def test_a_chip_that_cannot_be_had_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, error: Exception, finding: PanelFinding
) -> None:
    def factory() -> None:
        raise error

    module = ModuleType("gpiozero.pins.lgpio")
    monkeypatch.setattr(module, "LGPIOFactory", factory, raising=False)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    with pytest.raises(PanelLostError):
        lgpio_chip()
    with GpioPanel(PINS, ManualClock()) as panel:
        assert panel.status().findings == (finding,)


def test_pins_in_use_are_taken_when_they_are_free(bench: Bench) -> None:
    clock, chips = ManualClock(), [bench.chip, MockFactory(pin_class=MockPWMPin)]
    panel = GpioPanel(PINS, clock, lambda: chips[0])
    # The library refuses the pins of the other panel.
    panel.open()
    assert panel.status().findings == (PanelFinding.BUSY,)
    del chips[0]
    panel.show(0, LampLight(RED))
    panel.tick()
    assert panel.status().state is PanelState.LOST
    clock.advance_s(RETRY_S)
    panel.tick()
    assert panel.status().state is PanelState.READY
    assert chips[0].pin(5).state == 1
    panel.close()


def test_pins_without_pwm_are_a_finding() -> None:
    chip = MockFactory()
    with GpioPanel(PINS, ManualClock(), lambda: chip) as panel:
        assert panel.status().findings == (PanelFinding.BAD_PIN,)


def test_a_chip_that_goes_away_is_a_state_and_comes_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: float | MockPWMPin) -> None:
        raise _LgpioError("unknown handle")

    with monkeypatch.context() as broken:
        broken.setattr(MockPWMPin, "_set_state", gone)
        bench.panel.show(0, LampLight(RED))
        bench.panel.tick()
        assert bench.panel.status().findings == (PanelFinding.NO_CHIP,)
        bench.panel.tick()
    bench.chip = MockFactory(pin_class=MockPWMPin)
    bench.step_s(RETRY_S)
    assert bench.panel.status().state is PanelState.READY
    assert bench.lamp(5, 6, 12) == (1, 0, 0)


@pytest.mark.parametrize("code", languages())
def test_every_state_and_finding_has_a_sentence(code: str) -> None:
    words = language(code)
    for state in PanelState:
        assert words.say(f"panel-state-{state}").endswith(".")
    for finding in PanelFinding:
        sentence = words.say(f"panel-finding-{finding}")
        assert sentence.endswith(".")
        assert ":" in sentence, "what happened, and what to do next"


@given(st.lists(st.tuples(st.floats(0.0, 0.2), st.booleans()), max_size=80))
def test_presses_are_never_closer_than_a_bounce(edges: list[tuple[float, bool]]) -> None:
    watch, now_s, presses = ButtonWatch(), 0.0, []
    for pause_s, is_down in edges:
        now_s += pause_s
        if watch.edge(now_s, is_down=is_down):
            presses.append(now_s)
    assert len(presses) <= sum(is_down for _, is_down in edges)
    gaps = [later - earlier for earlier, later in pairwise(presses)]
    assert all(gap >= DEBOUNCE_S for gap in gaps)
