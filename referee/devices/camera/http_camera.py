"""Cameras of the network that speak HTTP, as the camera apps of phones do.

Either the answer is an endless row of JPEG pictures (MJPEG), or each answer is one picture; then it
is asked for again and again. Nothing here tells the whole address: it may hold a password.
"""

import ssl
from base64 import b64encode
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from socket import SHUT_RDWR, socket
from threading import Event
from urllib.parse import quote, unquote, urljoin, urlsplit

from referee.clock import Clock
from referee.devices.camera.background_source import Arrival, BackgroundOpener
from referee.devices.camera.connection import ThreadedCamera
from referee.devices.camera.contract import CameraFinding, SourceLostError
from referee.devices.camera.multipart import (
    MOST_PICTURE_BYTES,
    GarbledError,
    PartSplitter,
    sent_s,
)
from referee.devices.device import host_of
from referee.vision.pictures import PictureError, SentPicture, as_sent

_ANSWER_S = 4.0
"""Chosen by hand: less than a camera may take for its first picture, so that it is said why."""
_STALL_S = 15.0
"""Long after the connection gave the camera up; only so that no thread waits for ever."""
_BLOCK_BYTES = 64 * 1024
_POLL_S = 0.05
"""Chosen by hand: enough to see a roll, and no phone gets hot from it."""
_MOVED = {301, 302, 303, 307, 308}
_MOST_MOVES = 3
"""Chosen by hand: to https, to another name, to another page; with more it leads in a circle."""
_STATUS = {200: None, 401: CameraFinding.PASSWORD_REFUSED, 403: CameraFinding.PASSWORD_REFUSED}
_PLAIN = "%/:?&=@!$'()*+,;~"
"""What stands in the path of an address as it is."""
# What the library raises, the narrower errors first.
_TROUBLES = (
    (ssl.SSLError, CameraFinding.UNTRUSTED),
    (GarbledError, CameraFinding.GARBLED),
    (OSError, CameraFinding.UNREACHABLE),
    (HTTPException, CameraFinding.GARBLED),
    (ValueError, CameraFinding.UNREACHABLE),  # a name that no host can have
)


class HttpStream:
    """One visit at the camera's address."""

    def __init__(self, url: str, clock: Clock) -> None:
        self._home = self._place = urlsplit(url)
        self._name = host_of(url)
        self._clock = clock
        self._is_over = Event()
        self._opened = ExitStack()
        self._socket: socket | None = None

    def arrivals(self) -> Generator[Arrival]:
        """One picture after another."""
        try:
            with self._opened:
                yield from self._arrivals()
        except SourceLostError:
            raise
        except (OSError, HTTPException, ValueError) as error:
            finding = next(each for kind, each in _TROUBLES if isinstance(error, kind))
            # Without its cause, whose words may show the address.
            raise SourceLostError(self._name, finding) from None

    def interrupt(self) -> None:
        """Hang up; whoever reads wakes at once."""
        self._is_over.set()
        if self._socket is not None:
            with suppress(OSError):
                # Past TLS, which would say goodbye first.
                socket.shutdown(self._socket, SHUT_RDWR)

    def _arrivals(self) -> Iterator[Arrival]:
        response = self._answer()
        if response.headers.get_content_maintype() == "multipart":
            yield from self._parts(response)
        while response.headers.get_content_maintype() == "image":
            asked_s = self._clock.monotonic_s()
            yield self._single(response)
            self._is_over.wait(max(0.0, _POLL_S - (self._clock.monotonic_s() - asked_s)))
            response = self._answer()
        raise SourceLostError(self._name, CameraFinding.NO_STREAM)

    def _parts(self, response: HTTPResponse) -> Iterator[Arrival]:
        splitter = PartSplitter(str(response.headers.get_param("boundary", "")))
        if self._socket is not None:
            # Who is silent is told by the connection.
            self._socket.settimeout(_STALL_S)
        while data := response.read1(_BLOCK_BYTES):
            # Of pictures that come at once the newest is of use.
            for part in deque(splitter.feed(data, self._clock.monotonic_s()), maxlen=1):
                yield Arrival(part.began_s, partial(_sent, part.body), part.sent_s)
        raise SourceLostError(self._name)

    def _single(self, response: HTTPResponse) -> Arrival:
        arrived_s = self._clock.monotonic_s()
        body = response.read(MOST_PICTURE_BYTES + 1)
        if len(body) > MOST_PICTURE_BYTES:
            raise GarbledError("a picture without an end")
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Arrival(arrived_s, partial(_sent, body), sent_s(headers))

    def _answer(self) -> HTTPResponse:
        """What the address answers, wherever it leads to."""
        for _ in range(1 + _MOST_MOVES):
            response = self._ask()
            if response.status not in _MOVED:
                break
            to = urlsplit(urljoin(self._place.geturl(), response.headers.get("location", "")))
            if to.scheme not in {"http", "https"}:
                break
            self._place = to
        finding = _STATUS.get(response.status, CameraFinding.NO_STREAM)
        if finding is not None:
            raise SourceLostError(self._name, finding)
        return response

    def _ask(self) -> HTTPResponse:
        self._opened.close()
        place = self._place
        kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
        connection = kind(place.hostname or "", place.port, timeout=_ANSWER_S)
        self._opened.enter_context(closing(connection))
        connection.connect()
        self._socket = connection.sock
        if self._is_over.is_set():
            raise SourceLostError(self._name)
        target = f"{place.path or '/'}?{place.query}" if place.query else place.path or "/"
        connection.request("GET", quote(target, safe=_PLAIN), headers=self._headers())
        return self._opened.enter_context(closing(connection.getresponse()))

    def _headers(self) -> Mapping[str, str]:
        home, place = self._home, self._place
        # Another host, or whoever listens on the way, gets no password.
        is_home = place.hostname == home.hostname and place.scheme in {home.scheme, "https"}
        if home.username is None or not is_home:
            return {"Connection": "close"}
        login = f"{unquote(home.username)}:{unquote(home.password or '')}"
        return {
            "Connection": "close",
            "Authorization": f"Basic {b64encode(login.encode()).decode()}",
        }


def _sent(data: bytes) -> SentPicture | None:
    try:
        return as_sent(data)
    except PictureError:
        return None


def http_camera(url: str, clock: Clock) -> ThreadedCamera:
    """The camera that answers at this address."""
    name = host_of(url)
    opener = BackgroundOpener(
        lambda: HttpStream(url, clock), name, if_stuck=CameraFinding.UNREACHABLE
    )
    return ThreadedCamera(opener, name=name, clock=clock)
