"""The live socket under strain: slow readers, stalled ones, many at once, and the other server."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from referee.clock import SystemClock
from referee.devices.voice.silent_voice import BrowserVoice
from referee.web.access.rights import OPERATOR, SPECTATOR
from referee.web.feed import Subscribers
from referee.web.sockets import MOST_UNREAD_BYTES, Bundle, Outlet, bundle_of
from tests.web.fake_devices import BOXED, SlowHealth, everything
from tests.web.running_table import RunningTable, running_table


def in_a_loop(scene: Coroutine[Any, Any, None]) -> None:
    """Play a scene in a thread of its own: a browser test may keep a loop running in this one."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, scene).result()


class Line:
    """A connection whose client echoes what it has read when the test lets it."""

    def __init__(self) -> None:
        self.sent: list[Bundle] = []
        self.is_aborted = False
        self.on_pong: Any = None
        self.transport = self

    def write(self, bundle: Bundle) -> None:
        self.sent.append(bundle)

    def abort(self) -> None:
        self.is_aborted = True


def outlet_of(line: Any, stalled_s: float) -> Outlet:
    return Outlet(line, stalled_s)


def bundle(number: int, size: int = 0) -> Bundle:
    return bundle_of(json.dumps({"number": number, "filling": "x" * size}).encode())


def test_a_slow_client_gets_only_the_newest_state() -> None:
    async def scene() -> None:
        line = Line()
        outlet = outlet_of(line, 60)
        bundles = [bundle(number, MOST_UNREAD_BYTES) for number in range(500)]
        for each in bundles:
            outlet.offer(each)
        assert line.sent == [bundles[0]]
        line.on_pong(b"nonsense")
        line.on_pong(bundles[1].mark)
        assert line.sent == [bundles[0]]
        line.on_pong(bundles[0].mark)
        line.on_pong(bundles[0].mark)
        assert line.sent == [bundles[0], bundles[499]]
        assert not line.is_aborted
        outlet.done()

    in_a_loop(scene())


def test_a_few_states_may_be_under_way() -> None:
    async def scene() -> None:
        line = Line()
        outlet = outlet_of(line, 60)
        bundles = [bundle(number, MOST_UNREAD_BYTES // 4) for number in range(10)]
        for each in bundles:
            outlet.offer(each)
        assert line.sent == bundles[:3]
        # Whoever echoes the third has read the first two.
        line.on_pong(bundles[2].mark)
        assert line.sent[3:] == [bundles[9]]
        outlet.done()

    in_a_loop(scene())


def test_a_stalled_client_is_closed_and_one_that_reads_is_not() -> None:
    async def scene() -> None:
        stalled, reading = Line(), Line()
        outlets = [outlet_of(line, 0.05) for line in (stalled, reading)]
        first, second = bundle(1), bundle(2)
        for each in (first, second):
            for outlet in outlets:
                outlet.offer(each)
        # Reading the first is no excuse for the second.
        stalled.on_pong(first.mark)
        reading.on_pong(second.mark)
        await asyncio.sleep(0.2)
        assert stalled.is_aborted
        assert not reading.is_aborted

    in_a_loop(scene())


def test_clients_are_counted_and_grouped() -> None:
    subscribers = Subscribers()
    lines = [Line(), Line(), Line()]
    for line, viewer in zip(lines, (SPECTATOR, SPECTATOR, OPERATOR), strict=True):
        subscribers.add(viewer, line, digest=viewer.role)  # type: ignore[arg-type]
    assert {viewer: len(own) for viewer, own in subscribers.by_viewer()} == {
        SPECTATOR: 2,
        OPERATOR: 1,
    }
    assert list[object](subscribers.with_token("operator")) == [lines[2]]
    subscribers.remove(lines[2])  # type: ignore[arg-type]
    assert [viewer for viewer, _ in subscribers.by_viewer()] == [SPECTATOR]
    assert not subscribers.with_token("operator")


def test_somebody_who_never_reads_harms_nobody(table: RunningTable) -> None:
    """A client that opens the socket and sleeps; another one still gets every change."""
    host, port = table.address.removeprefix("http://").split(":")
    sleeper = socket.socket()
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sleeper.connect((host, int(port)))
    sleeper.sendall(
        f"GET /api/v1/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    with connect(table.socket_address) as live:
        json.loads(live.recv(10))
        table.begin("haricots")
        last = -1
        for _ in range(30):
            table.play(1)
            umpire = table.thread.table.umpire
            assert umpire is not None
            while last < umpire.history.seq:
                message = json.loads(live.recv(10))
                if message["type"] == "state":
                    last = message["state"]["seq"]
    sleeper.close()


@pytest.fixture
def equipped(tmp_path: Path) -> Any:
    with running_table(tmp_path, **everything()) as running:
        yield running


def test_the_camera_is_shown_live(equipped: RunningTable) -> None:
    with equipped.client() as client:
        assert client.get("/camera").json()["dice"][0]["face"] == "eye"
        assert client.get("/camera/frame.jpg?boxes=1").content == BOXED
        with client.stream("GET", "/camera.mjpg") as stream:
            assert "multipart/x-mixed-replace" in stream.headers["content-type"]
            got = b""
            for part in stream.iter_raw():
                got += part
                if got.count(b"--frame") >= 3:
                    break
    assert BOXED in got


def test_the_scale_is_felt_live(equipped: RunningTable) -> None:
    address = equipped.socket_address.replace("/live", "/scale/live")
    began = time.monotonic()
    with connect(address) as live:
        numbers = [
            sample["number"] for _ in range(5) for sample in json.loads(live.recv(10))["samples"]
        ]
    assert numbers == [0, 1, 2, 3, 4]
    assert time.monotonic() - began > 0.15


def test_the_simulated_table_has_hands_and_faults(equipped: RunningTable) -> None:
    twin: Any = equipped.parts.simulation
    with equipped.client() as client:
        assert client.get("/health").json()["lights"][0]["light"] == "green"
        assert client.get("/twin").json()["deeds"] == ["roll", "bump"]
        hands = {"deed": "place", "care": 0.3, "details": {"piece": "die"}}
        assert client.post("/twin/hands", json=hands).status_code == 200
        assert twin.deeds == [("place", 0.3, {"piece": "die"})]
        assert client.post("/twin/hands", json={"deed": "dance"}).status_code == 422
        fault = {"device": "scale", "fault": "silent", "on": True}
        assert client.post("/twin/faults", json=fault).status_code == 200
        assert client.post("/twin/faults", json={**fault, "fault": "?"}).status_code == 422
        assert client.post("/twin/autoplay", json={"on": True, "pace": 4}).status_code == 200
    assert twin.autoplay == (True, 4.0)


def test_a_plate_that_nobody_felt_is_not_tared(equipped: RunningTable) -> None:
    with equipped.client() as client:
        refused = client.post("/scale/tare")
        assert refused.status_code == 409
        assert "not at rest" in refused.json()["why_not"]["en"]
        equipped.begin("spookies", 2)
        token = equipped.claim(0)
    with equipped.client(token) as phone:
        assert phone.post("/scale/tare").status_code == 403


def test_screens_of_the_table_that_can_speak_are_counted(tmp_path: Path) -> None:
    voice = BrowserVoice(SystemClock())

    def wait_for(screens: int, mute_screens: int = 0) -> None:
        ends_s = time.monotonic() + 60
        while (voice.screens, voice.mute_screens) != (screens, mute_screens):
            assert time.monotonic() < ends_s, (voice.screens, voice.mute_screens)
            time.sleep(0.01)

    with running_table(tmp_path, screen_voice=voice) as table:
        table.begin("spookies", 2)
        token = table.claim(0)
        with (
            connect(f"{table.socket_address}?token={token}") as phone,
            connect(table.socket_address) as screen,
        ):
            phone.send('{"can_speak": true}')
            for nonsense in ("", "[", '"can_speak"', '{"can_speak": 1}', '{"can_speak": true}'):
                screen.send(nonsense)
            wait_for(1)
            screen.send('{"can_speak": false}')
            wait_for(0, mute_screens=1)
            screen.send('{"can_speak": null}')
            wait_for(0)
            screen.send('{"can_speak": true}')
            wait_for(1)
            phone.send("still there")
        wait_for(0)


def test_each_light_is_sent_as_it_is_found(tmp_path: Path) -> None:
    slow = SlowHealth()
    with running_table(tmp_path, **{**everything(), "health": slow}) as table:
        with table.client() as client, client.stream("GET", "/health") as stream:
            got = ""
            for part in stream.iter_text():
                got += part
                if "camera" in got and got.endswith("\n") and not slow.may_go_on.is_set():
                    assert "weighing" not in got
                    slow.may_go_on.set()
        lights = json.loads(got)["lights"]
    assert [each["part"] for each in lights] == ["camera", "scale"]


def test_a_table_without_devices_says_so(table: RunningTable) -> None:
    with table.client() as client:
        for path in ("/camera", "/camera/frame.jpg", "/camera.mjpg", "/scale", "/twin"):
            answer = client.get(path)
            assert answer.status_code == 404, path
            assert answer.json()["why_not"]["fr"] != answer.json()["why_not"]["en"]
        assert client.get("/health").json() == {"lights": []}


def test_settings_and_editions_are_kept(equipped: RunningTable) -> None:
    with equipped.client() as client:
        settings = client.get("/operator/settings").json()
        settings["language"] = "fr"
        settings["kiosk"] = {"is_locked": True, "attract_after_s": 60}
        assert client.put("/operator/settings", json=settings).status_code == 200
        shown = client.get("/table").json()["table"]
        assert (shown["language"], shown["kiosk"]["is_locked"]) == ("fr", True)
        bad = client.put("/operator/settings", json={"volume": 3})
        assert bad.status_code == 422
        numbers = {"numbers": {"stability_s": 7.5}}
        assert client.put("/operator/editions/magic-beanstalk", json=numbers).status_code == 200
        wrong = {"numbers": {"stability_s": 900}}
        refused = client.put("/operator/editions/magic-beanstalk", json=wrong)
        assert refused.status_code == 422
        assert "stability_s" in refused.json()["why_not"]["en"]
        equipped.begin("magic-beanstalk")
        events = client.get("/table/events").json()["events"]
        assert events[0]["data"]["edition"]["stability_s"] == 7.5
        assert client.post("/operator/backup").json()["name"] == "referee-2025-01-01"
        assert client.post("/operator/restart").json() == {"done": True}
