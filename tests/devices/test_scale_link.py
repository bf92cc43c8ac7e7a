"""Whatever happens to the line, in any order: nothing crashes, a repaired line streams
again."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.devices.scale.contract import ScaleState, scale_sentences
from referee.language import language
from referee.simulation.faults import SCALE_FAULTS, Fault
from referee.touch.messages import ResetCause, ZeroMark
from tests.devices.simulated_line import SimulatedLine

PORTS = ["usb-1", "usb-2", "usb-3"]
troubles = st.one_of(
    st.sampled_from(SCALE_FAULTS).map(lambda kind: ("fault", kind())),
    st.sampled_from(PORTS).map(lambda name: ("plug", name)),
    st.sampled_from([("unplug", None), ("restart", None), ("repair", None), ("ask", None)]),
)


def suffer(line: SimulatedLine, trouble: str, detail: Fault | str | None) -> None:
    if isinstance(detail, Fault):
        line.faults.switch_on(detail)
    elif isinstance(detail, str):
        line.plug_in(detail)
    elif trouble == "unplug":
        line.unplug()
    elif trouble == "restart":
        line.device.boot(line.clock.monotonic_s(), ResetCause.BROWN_OUT)
    elif trouble == "repair":
        line.faults.switch_off()
    else:
        line.connection.ask(ZeroMark(), 0.5)


@settings(max_examples=40)
@given(st.lists(st.tuples(troubles, st.floats(0.02, 8)), max_size=8))
def test_any_hour_ends_well(
    hour: list[tuple[tuple[str, Fault | str | None], float]],
) -> None:
    line = SimulatedLine(others=PORTS[1:])
    line.advance_until(ScaleState.STREAMING, 1)
    for (trouble, detail), seconds in hour:
        suffer(line, trouble, detail)
        line.advance(seconds)
        assert all(scale_sentences(line.connection.status(), language("en")))
    line.faults.switch_off()
    line.plug_in("usb-2")
    line.advance(0.1)
    line.advance_until(ScaleState.STREAMING, 12)
    line.advance(1)

    assert line.connection.status().state is ScaleState.STREAMING
    assert all(later.at_s >= earlier.at_s for earlier, later in pairwise(line.weights()))
    assert all(cable.is_closed for cable in line.cables[:-1])
