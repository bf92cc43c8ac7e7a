"""Cameras that speak HTTP: every way in which an app can be wrong gets its sentence."""

from __future__ import annotations

import base64
import logging
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from threading import Event

import cv2
import numpy as np
import pytest

from referee.clock import ManualClock, SystemClock
from referee.devices.camera.background_source import (
    Arrival,
    BackgroundSource,
    DelayMeter,
)
from referee.devices.camera.contract import (
    CameraFinding,
    CameraState,
    SourceLostError,
    camera_sentences,
)
from referee.devices.camera.http_camera import HttpStream, http_camera
from referee.devices.camera.multipart import MOST_PICTURE_BYTES, GarbledError, PartSplitter
from referee.devices.camera.urls import camera_from_url
from referee.language import language
from referee.vision.pictures import whole
from tests.devices.camera_stand_ins import scene
from tests.devices.phone_stand_in import STREAM, Phone, Visitor, answer, good_app, part
from tests.devices.stream_bench import StreamBench
from tests.tools_expected import missing

UNREACHABLE, NO_STREAM = CameraFinding.UNREACHABLE, CameraFinding.NO_STREAM
GARBLED, REFUSED = CameraFinding.GARBLED, CameraFinding.PASSWORD_REFUSED


def jpeg_of(picture: np.ndarray) -> bytes:
    return np.asarray(cv2.imencode(".jpg", picture)[1]).tobytes()


JPEG = jpeg_of(scene())
SECRET = "hush-hush"  # noqa: S105 - of nobody


def sends(*data: bytes) -> Callable[[Visitor], None]:
    def visit(visitor: Visitor) -> None:
        for each in data:
            visitor.send(each)
        visitor.wait_until_gone()

    return visit


def streams(*parts: bytes) -> Callable[[Visitor], None]:
    return sends(STREAM, *parts)


def taken(url: str, count: int) -> list[Arrival]:
    return list(islice(HttpStream(url, SystemClock()).arrivals(), count))


def trouble(url: str) -> CameraFinding | None:
    """Why the stream ends."""
    with pytest.raises(SourceLostError) as caught:
        for _ in HttpStream(url, SystemClock()).arrivals():
            pass
    return caught.value.finding


@pytest.mark.parametrize("boundary", ["frame", '"frame"', "--frame", "frame; charset=x"])
@pytest.mark.parametrize("has_length", [True, False])
def test_pictures_come_however_they_are_parted(boundary: str, has_length: bool) -> None:
    head = STREAM.replace(b"boundary=frame", f"boundary={boundary}".encode())
    parts = [part(JPEG, has_length=has_length)] * 3
    with Phone(sends(head, *parts)) as phone:
        (arrival,) = taken(phone.url, 1)
    picture = arrival.decode()
    assert picture is not None
    assert whole(picture).shape == (120, 160, 3)


def test_pictures_come_in_chunks_too() -> None:
    head = STREAM.replace(b"1.0", b"1.1").replace(
        b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunks = [b"%x\r\n%s\r\n" % (len(part(JPEG)), part(JPEG))] * 3
    with Phone(sends(head, *chunks)) as phone:
        (arrival,) = taken(phone.url, 1)
    assert arrival.decode() is not None


def test_an_address_that_gives_one_picture_is_asked_again() -> None:
    with Phone(good_app([JPEG])) as phone:
        arrivals = taken(phone.url.replace("video", "shot.jpg"), 3)
        assert len(phone.visits) == 3
    assert all(each.decode() is not None for each in arrivals)


def test_the_splitter_does_not_care_how_the_bytes_come() -> None:
    bodies = [bytes([number]) * number for number in range(1, 60)]
    for has_length in (True, False):
        data = b"".join(part(body, has_length=has_length) for body in bodies) + b"--frame--"
        for seed in range(20):
            chance, splitter, found, at = Random(seed), PartSplitter("frame"), [], 0
            while at < len(data):
                step = chance.randint(1, 40)
                found += [each.body for each in splitter.feed(data[at : at + step], float(at))]
                at += step
            assert found == bodies


def test_any_bytes_are_parts_or_refused() -> None:
    words = [
        b"--frame",
        b"\r\n",
        b"\n\n",
        b"Content-Length: 7",
        b"content-length:-1",
        b"\xff",
        JPEG,
    ]
    words.append(b"Content-Length: 99999999999999999999999")
    for seed in range(200):
        chance, splitter = Random(seed), PartSplitter("frame")
        try:
            for _ in range(100):
                list(splitter.feed(chance.choice(words), 0.0))
        except GarbledError:
            continue


def test_name_and_password_are_sent_and_only_there() -> None:
    with Phone(streams(part(JPEG))) as elsewhere:
        to = elsewhere.url.replace("127.0.0.1", "localhost")
        moved = answer(b"", status="302 Found", more=f"Location: {to}\r\n")
        with Phone(sends(moved)) as phone:
            taken(phone.url.replace("//", "//me%40home:p%3Aw@"), 1)
    sent = base64.b64encode(b"me@home:p:w")
    assert sent in phone.visits[0]
    assert b"Authorization" not in elsewhere.visits[0]


def test_options_belong_to_the_camera() -> None:
    with Phone(streams(part(JPEG))) as phone:
        taken(f"{phone.url}?size=640x480&name=é", 1)
    assert phone.visits[0].startswith(b"GET /video?size=640x480&name=%C3%A9 HTTP/1.1\r\n")


@pytest.mark.parametrize(
    ("visit", "finding"),
    [
        (sends(answer(b"", status="401 Unauthorized")), REFUSED),
        (sends(answer(b"", status="403 Forbidden")), REFUSED),
        (sends(answer(b"", status="404 Not Found")), NO_STREAM),
        (sends(answer(b"", status="503 Busy")), NO_STREAM),
        (sends(answer(b"<p>Welcome", "text/html")), NO_STREAM),
        (sends(b"HTTP/1.0 200 OK\r\n\r\nwhat"), NO_STREAM),
        (sends(answer(b"", status="301 Moved", more="Location: /video\r\n")), NO_STREAM),
        (
            sends(answer(b"", status="302 Found", more="Location: file:///etc/passwd\r\n")),
            NO_STREAM,
        ),
        (sends(answer(b"", status="302 Found")), NO_STREAM),
        (sends(b"hello\r\n" * 9), GARBLED),
        (sends(b"HTTP/1.0 200 OK\r\nX: ", b"x" * 100_000), GARBLED),
        (sends(b"HTTP/1.0 200 OK\r\n", b"X: x\r\n" * 200), GARBLED),
        (sends(STREAM.replace(b"; boundary=frame", b"")), GARBLED),
        (streams(b"--frame\r\n", b"X: x\r\n" * 9000), GARBLED),
        (streams(b"--frame\r\nContent-Length: 999999999\r\n\r\n"), GARBLED),
        (streams(b"--frame\r\n\r\n", bytes(MOST_PICTURE_BYTES + 100_000)), GARBLED),
        (sends(answer(bytes(MOST_PICTURE_BYTES + 1))), GARBLED),
        (lambda _visitor: None, UNREACHABLE),
    ],
)
def test_what_an_app_can_do_wrong(visit: Callable[[Visitor], None], finding: CameraFinding) -> None:
    with Phone(visit) as phone:
        assert trouble(phone.url) is finding
        assert len(phone.visits) <= 4


def test_nobody_there() -> None:
    with Phone(sends()) as phone:
        url = phone.url
    assert trouble(url) is UNREACHABLE
    assert trouble("http://no..such.host/") is UNREACHABLE


def test_a_stream_that_breaks_off_in_a_picture_gives_no_half_picture() -> None:
    def visit(visitor: Visitor) -> None:
        visitor.send(STREAM + part(JPEG) + part(JPEG)[:-300])

    with Phone(visit) as phone:
        arrivals = HttpStream(phone.url, SystemClock()).arrivals()
        assert next(arrivals).decode() is not None
        with pytest.raises(SourceLostError):
            next(arrivals)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    openssl = shutil.which("openssl")
    if openssl is None:
        missing("openssl is not installed")
    file = tmp_path / "both.pem"
    new = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost"
    subprocess.run(
        [openssl, *new.split(), "-keyout", str(file), "-out", str(tmp_path / "cert.pem")],
        check=True,
        capture_output=True,
    )
    with file.open("ab") as both:
        both.write((tmp_path / "cert.pem").read_bytes())
    return file


def test_a_certificate_of_nobody_is_not_trusted(certificate: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with Phone(streams(part(JPEG)), safety=context) as phone:
        assert trouble(phone.url.replace("http:", "https:")) is CameraFinding.UNTRUSTED


def test_https_where_nobody_speaks_it() -> None:
    with Phone(streams(part(JPEG))) as phone:
        assert trouble(phone.url.replace("http:", "https:")) is CameraFinding.UNTRUSTED


def test_half_pictures_are_left_out_and_named_if_there_are_no_others() -> None:
    half = part(JPEG[:-300])
    with Phone(streams(half, part(JPEG))) as phone:
        source = BackgroundSource(HttpStream(phone.url, SystemClock()), "phone", has_noise=True)
        shots = (source.read(10) for _ in range(3))
        assert next(shot for shot in shots if shot is not None).picture.shape == (120, 160, 3)
        source.close()
    with Phone(halves) as phone:
        source = BackgroundSource(HttpStream(phone.url, SystemClock()), "phone", has_noise=True)
        with pytest.raises(SourceLostError) as caught:
            next(shot for shot in iter(lambda: source.read(10), 0) if shot is not None)
        source.close()
    assert caught.value.finding is GARBLED


def halves(visitor: Visitor) -> None:
    visitor.send(STREAM)
    while True:
        visitor.send(part(JPEG[:-300]))


@pytest.fixture
def benches() -> Iterator[Callable[[str], StreamBench]]:
    made: list[StreamBench] = []

    def make(url: str) -> StreamBench:
        made.append(StreamBench(lambda clock: HttpStream(url, clock)))
        return made[-1]

    yield make
    for bench in made:
        bench.connection.close()


def test_a_phone_that_leaves_is_lost_and_comes_back(benches: Callable[[str], StreamBench]) -> None:
    with Phone(good_app([JPEG])) as phone:
        bench = benches(phone.url)
        bench.run_until_state(CameraState.STREAMING)
    bench.run_until(lambda: bench.findings() == (UNREACHABLE,))
    assert bench.state() is CameraState.LOST
    with Phone(good_app([JPEG]), phone.port):
        bench.run_until_state(CameraState.STREAMING)
        counters = bench.connection.status().counters
        bench.connection.close()
    assert (counters.connections, counters.losses) == (2, 1)


def test_a_phone_that_stalls_is_silent_and_called_again(
    benches: Callable[[str], StreamBench],
) -> None:
    with Phone(streams(part(JPEG))) as phone:
        bench = benches(phone.url)
        bench.run_until_state(CameraState.STREAMING)
        bench.clock.advance_s(3)
        assert bench.state() is CameraState.SILENT
        bench.clock.advance_s(4)
        bench.run_until(lambda: len(phone.visits) == 2)
        bench.connection.close()


def test_a_wrong_password_is_said_until_it_is_right(benches: Callable[[str], StreamBench]) -> None:
    with Phone(sends(answer(b"", status="401 Unauthorized"))) as phone:
        bench = benches(phone.url)
        bench.run_until(lambda: bench.findings() == (REFUSED,))
        while len(phone.visits) < 4:
            bench.step()
            assert bench.findings() == (REFUSED,), "also while it is tried again"
        assert bench.state() is CameraState.CONNECTING
        phone.visit = good_app([JPEG])
        bench.run_until_state(CameraState.STREAMING)
        assert bench.findings() == ()
        bench.connection.close()


def test_nothing_waits_in_a_buffer() -> None:
    pictures = [jpeg_of(np.full((120, 160, 3), 8 * number, np.uint8)) for number in range(30)]

    def visit(visitor: Visitor) -> None:
        visitor.send(STREAM + b"".join(map(part, pictures)))

    with Phone(visit) as phone:
        source = BackgroundSource(HttpStream(phone.url, SystemClock()), "phone", has_noise=True)
        source._thread.join(10)
        shot = source.read(10)
        source.close()
    assert shot is not None
    assert shot.picture.mean() == pytest.approx(232, abs=2)


def test_a_delay_is_measured_against_the_quickest_picture() -> None:
    meter = DelayMeter()
    assert meter.see(None, 7.0) == 0.0
    assert [meter.see(1e9 + at_s, at_s + 0.3) for at_s in (0.0, 1.0)] == [0.0, 0.0]
    assert meter.see(1e9 + 2, 3.8) == pytest.approx(1.5, abs=1e-3)
    assert meter.see(5.0, 9.0) == 0.0, "the sender counts anew"
    late_s = [meter.see(5.0 + at_s, 9.0 + 1.0001 * at_s) for at_s in range(1, 3600, 10)]
    assert max(late_s) < 0.01, "a slow clock is no delay"


def test_how_late_pictures_are_is_told_as_far_as_it_is_known() -> None:
    ready, clock = Event(), ManualClock()

    def visit(visitor: Visitor) -> None:
        visitor.send(STREAM + part(JPEG, stamp="1700000000.0"))
        ready.wait(10)
        visitor.send(part(JPEG, stamp="1700000000.1"))
        visitor.wait_until_gone()

    with Phone(visit) as phone, http_camera(phone.url, clock) as camera:
        assert camera.latest(10) is not None
        assert camera.status().latency_s == 0.0
        # It was sent a tenth of a second after the first, and it comes now.
        clock.advance_s(1.8)
        ready.set()
        late = camera.latest(10)
        status = camera.status()
    assert late is not None
    assert clock.monotonic_s() - late.at_s == pytest.approx(1.7, abs=0.01)
    assert status.latency_s == pytest.approx(0.85, abs=0.01), "usually"
    assert status.is_latency_least
    assert CameraFinding.LATE in status.findings


def test_secrets_are_never_shown(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for visit in (sends(answer(b"", status="401 No")), sends(b"hello"), streams(b"--frame")):
        with Phone(visit) as phone:
            url = f"http://{SECRET}:{SECRET}@127.0.0.1:{phone.port}/{SECRET}?key={SECRET}"
            with camera_from_url(url) as camera:
                camera.latest(0.1)
                status = camera.status()
        shown = [repr(status), *camera_sentences(status, language("en")), caplog.text]
        assert SECRET not in " ".join((*shown, *capfd.readouterr()))
        assert status.name == f"http://127.0.0.1:{phone.port}"


def test_closing_does_not_wait_for_a_phone_that_says_nothing() -> None:
    asked = Event()

    def visit(visitor: Visitor) -> None:
        asked.set()
        visitor.wait_until_gone()

    with Phone(visit) as phone:
        camera = http_camera(phone.url, SystemClock())
        camera.open()
        assert asked.wait(10)
        before = threading.active_count()
        camera.close()
        assert "camera stream" not in {each.name for each in threading.enumerate()}
        assert threading.active_count() < before
