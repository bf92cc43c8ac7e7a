"""The benchmark of the dashboard measures what it says."""

from __future__ import annotations

import socket

import pytest
from websockets.frames import Frame, Opcode

from scripts.bench.measurement import ReferenceFailedError
from scripts.bench.web import (
    LiveLatency,
    latency_of,
    live_figures,
    stamp_in_state,
    web_benchmark,
)
from scripts.bench.web_reference import BoardgameServer, Spectator, masked, stamp_in_update


@pytest.mark.parametrize(
    ("p99_ms", "theirs_ms", "are_met"),
    [(20, 41, True), (20, 39, False), (26, 100, False), (20, None, True)],
)
def test_both_bars_count(p99_ms: float, theirs_ms: float | None, are_met: bool) -> None:
    theirs = None if theirs_ms is None else LiveLatency(10, 1, theirs_ms, theirs_ms)
    figures = live_figures(LiveLatency(10, 1, p99_ms, p99_ms), theirs)
    assert all(each.status != "missed" for each in figures) is are_met


def test_percentiles_are_those_of_all_messages() -> None:
    found = latency_of([number / 1000 for number in range(1, 1001)])
    assert (found.messages, found.p50_ms, found.p99_ms) == (1000, 501, 991)
    with pytest.raises(ReferenceFailedError):
        latency_of([])


def test_messages_are_found_however_the_bytes_are_cut() -> None:
    texts = [b"a", b"b" * 200, b"c" * 70_000, b"d"]
    stream = b"".join(Frame(Opcode.TEXT, text).serialize(mask=False) for text in texts)
    for size in (1, 7, 1000, len(stream)):
        ours, other = socket.socketpair()
        with ours, other:
            spectator = Spectator(ours)
            found = [
                message
                for place in range(0, len(stream), size)
                for message in spectator.messages(stream[place : place + size])
            ]
        assert found == texts


def test_a_ping_is_answered() -> None:
    ours, other = socket.socketpair()
    with ours, other:
        assert Spectator(ours).messages(b"\x89\x02hi") == []
        assert other.recv(100) == masked(b"hi", 0x8A)


def test_stamps_are_read_from_messages_that_count() -> None:
    state = b'{"type":"state","state":{"seq":3,"change":4,"now_s":12.5,"x":1},"events":'
    assert stamp_in_state(state + b'[{"seq":3}]}') == 12.5
    assert stamp_in_state(state + b"[]}") is None
    assert stamp_in_state(b'{"type":"told","told":[]}') is None
    update = b'42/bench,["update","match",{"G":{"filling":"x","stamp_s":7.25},"ctx":{}}]'
    assert stamp_in_update(update) == 7.25
    assert stamp_in_update(b'42/bench,["sync","match",{}]') is None


class NoReference(BoardgameServer):
    def available(self) -> str | None:
        return "not wanted here"


def test_a_small_crowd_is_measured() -> None:
    found = web_benchmark(spectators=5, slice_s=1, rounds=1, rate_hz=10, reference=NoReference(5))
    measured = {each.name: each.measured for each in found.figures if each.measured is not None}
    assert found.figures[0].of >= 5 * 8
    assert 0 < measured["half"] < 5_000
    assert found.notes == ["boardgame.io: not wanted here"]
    assert measured["memory after"] < measured["memory before"] + 20
