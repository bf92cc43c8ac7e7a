"""Faults do what they say, repeatably, and can be switched off."""

from __future__ import annotations

from random import Random

import pytest

from referee.simulation.faults import (
    SCALE_FAULTS,
    ActiveFaults,
    BitFlips,
    DeadCell,
    FrozenZero,
    LineFault,
    ReorderedFrames,
    RepeatedFrames,
    Saturation,
    Silence,
    Spikes,
    TornFrames,
    WrongProtocol,
)
from referee.touch.framing import FrameDecoder, encode_frame
from referee.touch.messages import MAX_COUNTS, MIN_COUNTS

FRAMES = [encode_frame(2, seq, bytes([seq] * 8)) for seq in range(200)]
LINE_FAULTS = [kind for kind in SCALE_FAULTS if issubclass(kind, LineFault)]


@pytest.mark.parametrize("kind", LINE_FAULTS)
def test_a_fault_of_the_line_can_be_repeated(kind: type[LineFault]) -> None:
    once, again = (kind(share=0.5).spoil(FRAMES, Random(3)) for _ in range(2))

    assert once == again
    assert once != FRAMES


def test_faults_of_the_line_do_what_they_say() -> None:
    rng = Random(1)
    hit = {kind: kind(share=1.0).spoil(FRAMES, rng) for kind in LINE_FAULTS}

    assert hit[Silence] == []
    assert all(len(torn) < len(FRAMES[0]) for torn in hit[TornFrames])
    assert FrameDecoder().feed(b"".join(hit[BitFlips])) == []
    assert hit[RepeatedFrames] == [frame for frame in FRAMES for _ in range(2)]
    assert sorted(hit[ReorderedFrames]) == sorted(FRAMES)


def test_faults_of_the_cell_do_what_they_say() -> None:
    rng = Random(1)

    assert Saturation().disturb(5, rng) == MAX_COUNTS
    assert Saturation(is_high=False).disturb(5, rng) == MIN_COUNTS
    assert FrozenZero().disturb(5, rng) == 0
    spiked = [Spikes(share=0.5).disturb(0, rng) for _ in range(200)]
    heights = {abs(each) for each in spiked} - {0}
    assert heights
    assert all(height.bit_count() == 1 for height in heights)


def test_faults_are_switched_on_and_off() -> None:
    faults = ActiveFaults()
    faults.switch_on(FrozenZero())
    faults.switch_on(Silence())
    faults.switch_on(DeadCell())
    assert faults.disturb(7) == 0
    assert faults.spoil(FRAMES) == []
    faults.switch_off(FrozenZero)
    assert faults.disturb(7) == 7
    assert faults.has(DeadCell)
    faults.switch_off()
    assert faults.spoil(FRAMES) == FRAMES
    assert not faults.has(DeadCell)


def test_a_fault_of_the_same_kind_is_replaced() -> None:
    faults = ActiveFaults()
    faults.switch_on(WrongProtocol(version=2))
    faults.switch_on(WrongProtocol(version=3))

    assert faults.protocol == 3
