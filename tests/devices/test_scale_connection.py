"""The link finds its scale, names every trouble in plain words, and comes back by itself."""

from __future__ import annotations

from itertools import pairwise
from typing import NoReturn

import pytest

from referee.devices.scale.contract import CommandOutcome, ScaleFinding, ScaleState, scale_sentences
from referee.devices.scale.serial_port import PortLostError
from referee.language import language
from referee.simulation.faults import (
    BitFlips,
    DeadCell,
    Deaf,
    Fault,
    FrozenZero,
    NoiseBursts,
    ReorderedFrames,
    RepeatedFrames,
    Saturation,
    Silence,
    SlowStrap,
    Spikes,
    TornFrames,
    WrongProtocol,
)
from referee.simulation.scale.firmware import BoardTraits
from referee.touch.framing import encode_frame
from referee.touch.messages import (
    Command,
    Hello,
    Identify,
    ResetCause,
    SetRate,
    Stream,
    WeightFlag,
    ZeroMark,
)
from scripts.quiet_plate import quiet_plate
from tests.devices.simulated_line import SimulatedLine, counts_of

STREAMING, SILENT, LOST = ScaleState.STREAMING, ScaleState.SILENT, ScaleState.LOST
INCOMPATIBLE = ScaleState.INCOMPATIBLE

FAULTS = [
    (Silence(), SILENT, None),
    (Deaf(), SILENT, ScaleFinding.UNHEARD),
    (DeadCell(), SILENT, ScaleFinding.NO_LOAD_CELL),
    (TornFrames(share=0.1), STREAMING, ScaleFinding.NOISY_LINE),
    (BitFlips(share=0.1), STREAMING, ScaleFinding.NOISY_LINE),
    (NoiseBursts(share=0.1), STREAMING, ScaleFinding.NOISY_LINE),
    (RepeatedFrames(share=0.2), STREAMING, None),
    (ReorderedFrames(share=0.2), STREAMING, None),
    (Saturation(), STREAMING, ScaleFinding.SATURATED),
    (Saturation(is_high=False), STREAMING, ScaleFinding.SATURATED),
    (FrozenZero(), STREAMING, ScaleFinding.FROZEN),
    (Spikes(share=0.05), STREAMING, ScaleFinding.SPIKES),
    (SlowStrap(), STREAMING, ScaleFinding.SLOW_RATE),
]
WORDS = {
    SILENT: "says nothing",
    LOST: "plug it in again",
    INCOMPATIBLE: "referee flash",
    STREAMING: "is weighing",
    ScaleFinding.NO_LOAD_CELL: "check the four wires",
    ScaleFinding.UNHEARD: "another USB cable",
    ScaleFinding.NOISY_LINE: "better USB cable",
    ScaleFinding.SATURATED: "take weight off",
    ScaleFinding.FROZEN: "repeats the same number",
    ScaleFinding.SPIKES: "shorten the wires",
    ScaleFinding.SLOW_RATE: "cut the jumper",
    ScaleFinding.RESTARTING: "stronger power supply",
}


def said(line: SimulatedLine) -> str:
    return " ".join(scale_sentences(line.connection.status(), language("en")))


@pytest.fixture
def line() -> SimulatedLine:
    line = SimulatedLine()
    line.advance_until(STREAMING, 0.5)
    return line


def test_a_scale_that_is_there_streams_at_once() -> None:
    line = SimulatedLine()
    assert line.connection.status().state is ScaleState.CONNECTING

    assert line.states(0.3) == [ScaleState.IDENTIFYING, STREAMING]
    status = line.advance(2)
    assert status.port == "usb-1"
    assert status.firmware == "1.0.0"
    assert status.board_id == BoardTraits().board_id
    assert status.rate_hz == pytest.approx(80, abs=1)
    assert status.findings == ()


def test_every_count_arrives_in_order_and_in_time() -> None:
    line = SimulatedLine(samples=quiet_plate(acceleration_hz=250))
    line.advance(20)
    weights = line.weights()
    expected = counts_of(quiet_plate(acceleration_hz=250), 20)

    assert [each.counts for each in weights] == expected[-len(weights) :]
    assert len(weights) > 1590
    assert all(later.at_s > earlier.at_s for earlier, later in pairwise(weights))
    assert all(abs(b.at_s - a.at_s - 1 / 80) < 0.003 for a, b in pairwise(weights[2:]))
    assert {each.missed_before for each in weights} == {0}
    assert line.connection.status().counters.missing_frames == 0


def test_the_heartbeat_keeps_the_stream_for_hours(line: SimulatedLine) -> None:
    assert set(line.states(120)) == {STREAMING}
    assert line.connection.status().counters.connections == 1


@pytest.mark.parametrize(("fault", "state", "finding"), FAULTS, ids=lambda each: str(each)[:40])
def test_every_fault_leads_to_its_state_and_sentence_and_back(
    line: SimulatedLine, fault: Fault, state: ScaleState, finding: ScaleFinding | None
) -> None:
    status = line.with_fault(fault, 7)

    assert status.state is state
    assert finding is None or finding in status.findings
    assert WORDS[state] in said(line)
    assert finding is None or WORDS[finding] in said(line)

    line.faults.switch_off()
    line.advance_until(STREAMING, 8)
    status = line.advance(13)
    assert (status.state, status.findings) == (STREAMING, ())


@pytest.mark.parametrize(
    "fault", [fault for fault, _, _ in FAULTS], ids=lambda each: str(each)[:40]
)
def test_a_scale_that_begins_with_a_fault_is_well_once_it_is_repaired(fault: Fault) -> None:
    line = SimulatedLine()
    line.with_fault(fault, 20)
    line.faults.switch_off()

    line.advance_until(STREAMING, 10)


def test_silence_is_noticed_within_a_second_and_a_bit(line: SimulatedLine) -> None:
    line.faults.switch_on(Silence())

    assert line.advance_until(SILENT, 3) <= 1.1
    line.advance(20)
    line.faults.switch_off()
    assert line.advance_until(STREAMING, 5) <= 2.5


def test_damaged_frames_are_lost_but_never_changed(line: SimulatedLine) -> None:
    for fault in (TornFrames(share=0.2), BitFlips(share=0.2), NoiseBursts(share=0.2)):
        line.faults.switch_on(fault)
    before = len(line.weights())
    line.advance(60)
    expected, arrived = set(counts_of(quiet_plate(), 70)), line.weights()[before:]

    assert len(arrived) > 1500
    assert {each.counts for each in arrived} <= expected
    assert all(later.at_s > earlier.at_s for earlier, later in pairwise(arrived))
    counters = line.connection.status().counters
    assert counters.bad_frames > 1000
    assert sum(each.missed_before for each in arrived) == pytest.approx(
        counters.missing_frames, abs=5
    )


def test_repeated_frames_are_taken_once(line: SimulatedLine) -> None:
    line.with_fault(RepeatedFrames(share=0.5), 20)
    weights = line.weights()

    assert len(weights) == len({each.at_s for each in weights})
    assert line.connection.status().counters.repeated_frames > 500
    assert line.connection.status().counters.missing_frames == 0


def test_another_protocol_is_said_and_put_right_by_new_firmware() -> None:
    line = SimulatedLine()
    line.faults.switch_on(WrongProtocol(version=2))
    line.plug_in("usb-1")
    status = line.advance(5)

    assert (status.state, status.protocol) == (INCOMPATIBLE, 2)
    assert "version 2" in said(line)
    assert WORDS[INCOMPATIBLE] in said(line)
    assert line.weights() == []

    line.faults.switch_off()
    line.device.boot(line.clock.monotonic_s())
    line.advance_until(STREAMING, 3)


def test_a_greeting_of_another_shape_still_tells_its_version() -> None:
    line = SimulatedLine()
    line.device.take_frames()
    line.device._frames.append(encode_frame(Hello.type, 0, b"\x07"))
    status = line.advance(0.1)

    assert (status.state, status.protocol) == (INCOMPATIBLE, 7)


def test_the_port_that_is_waited_for_is_named() -> None:
    line = SimulatedLine()
    line.unplug()
    line.advance(1)

    assert line.connection.status().port == "usb-1"
    assert "usb-1" not in said(line), "only the doctor names it"


def test_a_pulled_cable_is_lost_and_found_again(line: SimulatedLine) -> None:
    line.advance(5)
    line.unplug()
    assert line.advance(0.1).state is LOST
    assert WORDS[LOST] in said(line)
    assert set(line.states(30)) == {LOST}

    line.plug_in("usb-1")
    assert line.advance_until(STREAMING, 5) <= 2.5
    assert line.connection.status().counters.losses == 1
    assert line.connection.status().counters.connections == 2
    assert all(cable.is_closed for cable in line.cables[:-1])


def test_a_short_unplugging_costs_less_than_a_second(line: SimulatedLine) -> None:
    line.advance(2)
    line.unplug()
    line.advance(0.2)
    line.plug_in("usb-1")

    assert line.advance_until(STREAMING, 3) <= 1.0


def test_the_board_is_recognised_under_another_name() -> None:
    line = SimulatedLine(others=["usb-2", "usb-7"])
    line.advance(2)
    line.unplug()
    line.advance(3)
    line.plug_in("usb-7")

    line.advance_until(STREAMING, 5)
    assert line.connection.status().port == "usb-7"


def test_another_board_is_not_taken_for_the_scale() -> None:
    line = SimulatedLine(board_id=0x0BAD)
    status = line.advance(20)

    assert status.state is not STREAMING
    assert line.weights() == []
    assert all(cable.is_closed for cable in line.cables[:-1])


def test_attempts_become_rarer() -> None:
    line = SimulatedLine()
    line.unplug()
    line.advance(60)

    assert 25 <= len(line.opened) <= 35


def test_a_restart_of_the_board_is_survived_and_counted(line: SimulatedLine) -> None:
    line.advance(5)
    before = len(line.weights())
    line.device.boot(line.clock.monotonic_s(), ResetCause.BROWN_OUT)
    line.advance(5)
    times_s = [each.at_s for each in line.weights()[before - 1 :]]

    assert line.connection.status().state is STREAMING
    assert line.connection.status().counters.device_restarts == 1
    assert all(later > earlier for earlier, later in pairwise(times_s))
    assert times_s[-1] == pytest.approx(line.clock.monotonic_s(), abs=0.03)
    assert line.connection.status().findings == ()


def test_a_board_that_restarts_again_and_again_is_told(line: SimulatedLine) -> None:
    for _ in range(4):
        line.advance(3)
        line.device.boot(line.clock.monotonic_s(), ResetCause.BROWN_OUT)
    line.advance(2)

    assert ScaleFinding.RESTARTING in line.connection.status().findings
    assert WORDS[ScaleFinding.RESTARTING] in said(line)


def test_a_board_whose_first_words_are_lost_is_asked() -> None:
    """A board that is past its boot says HELLO each second, and is asked when it does not."""
    line = SimulatedLine()
    line.device.take_frames()
    line.advance_until(STREAMING, 3)


def test_a_board_that_already_streams_is_asked_at_once() -> None:
    line = SimulatedLine()
    line.advance(2)
    line.connection.close()
    line.connection.step()

    assert line.advance_until(STREAMING, 3) <= 0.3


def test_a_rate_pin_is_used() -> None:
    line = SimulatedLine(BoardTraits(is_rate_wired=True))
    line.advance(2)
    assert line.connection.ask(SetRate(10), 1) is not None
    line.advance(3)

    assert line.connection.status().rate_hz == pytest.approx(10, abs=1)


@pytest.mark.parametrize(
    ("command", "outcome"),
    [
        (Identify(), CommandOutcome.DONE),
        (ZeroMark(), CommandOutcome.DONE),
        (SetRate(80), CommandOutcome.UNSUPPORTED),
        (Stream(7), CommandOutcome.BAD_ARGUMENT),
    ],
)
def test_commands_are_answered(
    line: SimulatedLine, command: Command, outcome: CommandOutcome
) -> None:
    pending = line.connection.ask(command, 1)
    line.advance(0.1)

    assert pending is not None
    assert pending.outcome is outcome


def test_a_mark_comes_with_its_time(line: SimulatedLine) -> None:
    line.advance(3)
    asked_s = line.clock.monotonic_s()
    line.connection.ask(ZeroMark(), 1)
    line.advance(0.1)
    (mark,) = [each for each in line.observations if type(each).__name__ == "MarkSample"]

    assert mark.at_s == pytest.approx(asked_s, abs=0.03)


def test_a_command_without_an_answer_times_out(line: SimulatedLine) -> None:
    line.faults.switch_on(Deaf())
    pending = line.connection.ask(ZeroMark(), 0.5)
    assert pending is not None
    line.advance(0.4)
    assert pending.outcome is None
    line.advance(0.2)
    assert pending.outcome is CommandOutcome.TIMED_OUT


def test_a_command_dies_with_the_cable(line: SimulatedLine) -> None:
    line.faults.switch_on(Deaf())
    pending = line.connection.ask(ZeroMark(), 5)
    line.unplug()
    line.advance(0.1)

    assert pending is not None
    assert pending.outcome is CommandOutcome.NOT_CONNECTED
    assert line.connection.ask(ZeroMark(), 5) is None


def test_saturated_weights_carry_their_flag(line: SimulatedLine) -> None:
    line.with_fault(Saturation(), 1)

    assert line.weights()[-1].has(WeightFlag.SATURATED)


def test_a_user_without_permission_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    line = SimulatedLine()

    def refuse(name: str) -> NoReturn:
        raise PortLostError(name, ScaleFinding.NO_PERMISSION)

    line.connection._open_port = refuse
    status = line.advance(1)

    assert status.state is ScaleState.CONNECTING
    assert status.findings == (ScaleFinding.NO_PERMISSION,)
    assert "dialout" in said(line)


def test_a_reader_that_falls_behind_is_told(line: SimulatedLine) -> None:
    for _ in range(100 * 60):
        line.clock.advance_s(0.01)
        line._take_readings()
        line.connection.step()
    status = line.connection.status()

    assert ScaleFinding.BEHIND in status.findings
    assert status.counters.dropped_observations > 500
    assert line.mailbox.take()[-1].at_s > line.clock.monotonic_s() - 0.1
