"""A camera whose calls may hang, read in a thread of its own: the network's, and other systems'.

The thread takes every picture as it comes and keeps the newest, so that nothing waits in a buffer.
Whoever reads or closes the camera never waits for that thread: one that hangs is left behind, and
the camera is not opened anew before it has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from threading import Thread
from typing import NamedTuple, Protocol

from referee.devices.camera.contract import CameraFinding, FreeLight, Shot, SourceLostError
from referee.devices.connection import Mailbox
from referee.vision.pictures import PictureError, SentPicture, reduced

_PARTING_S = 2.0
"""Chosen by hand: a thread that is not stuck has ended by then; people wait for it at the end."""
_TORN_IN_A_ROW = 10
"""Chosen by hand: Wi-Fi damages one picture now and then; ten are no accident."""
_COARSEST = 8
_DRIFT = 1e-4
"""Seconds a second: no quartz goes more wrong than that, so that a delay is forgotten slowly."""


class Arrival(NamedTuple):
    """A picture as it came: when its first byte did, and when it was sent by the sender's clock."""

    arrived_s: float
    decode: Callable[[], SentPicture | None]
    """None if it is damaged. Only the pictures that are looked at are decoded."""
    sent_s: float | None = None


class Stream(Protocol):
    """Where pictures come from."""

    def arrivals(self) -> Generator[Arrival]:
        """Open it and give one picture after another; `SourceLostError` says why it ends."""

    def interrupt(self) -> None:
        """Wake whoever waits in `arrivals`, where that is possible; called from another thread."""


class DelayMeter:
    """How much later than the quickest ones pictures arrive, by the times their sender noted.

    The two clocks need not agree: what the quickest picture took cannot be known, and counts as
    none.

    >>> meter = DelayMeter()
    >>> [round(meter.see(sent_s, at_s), 1) for sent_s, at_s in [(0, 50.2), (1, 51.1), (2, 53.0)]]
    [0.0, 0.0, 0.9]
    """

    def __init__(self) -> None:
        self._least_s = float("inf")
        self._last = (0.0, 0.0)

    def see(self, sent_s: float | None, arrived_s: float) -> float:
        """The delay of this picture, in seconds."""
        if sent_s is None:
            return 0.0
        if sent_s <= self._last[0]:
            # The sender counts anew.
            self._least_s = float("inf")
        crept_s = self._least_s + _DRIFT * max(0.0, arrived_s - self._last[1])
        self._least_s = min(crept_s, arrived_s - sent_s)
        self._last = (sent_s, arrived_s)
        return arrived_s - sent_s - self._least_s


class BackgroundSource(FreeLight):
    """One stream, open until it ends by itself or is closed."""

    def __init__(self, stream: Stream, name: str, *, has_noise: bool) -> None:
        self.has_noise = has_noise
        self._stream = stream
        self._name = name
        self._newest: Mailbox[tuple[Arrival, float]] = Mailbox(1)
        self._delay = DelayMeter()
        self._end: BaseException | None = None
        self._is_closed = False
        self._torn = 0
        self._is_known_good = False
        """Whether a picture could be decoded; the later ones are when somebody looks at them."""
        self._thread = Thread(target=self._run, name="camera stream", daemon=True)
        self._thread.start()

    @property
    def is_stuck(self) -> bool:
        """Whether the thread is still there."""
        return self._thread.is_alive()

    def read(self, timeout_s: float) -> Shot | None:
        """The newest picture that was not read yet."""
        newest = self._newest.take(timeout_s)
        if newest:
            return self._shot(*newest[-1])
        if self._end is not None:
            raise self._end
        return None

    def close(self) -> None:
        """Let the stream end; one that hangs is left alone."""
        self._is_closed = True
        self._stream.interrupt()
        self._thread.join(_PARTING_S)

    def _shot(self, arrival: Arrival, delay_s: float) -> Shot | None:
        picture = arrival.decode()
        if picture is not None and not self._is_known_good:
            self._is_known_good = _is_decodable(picture)
            picture = picture if self._is_known_good else None
        self._torn = 0 if picture is not None else self._torn + 1
        if self._torn >= _TORN_IN_A_ROW:
            raise SourceLostError(self._name, CameraFinding.GARBLED)
        # A picture that was damaged on the line is left out; the next one is on its way.
        return None if picture is None else Shot(picture, arrived_s=arrival.arrived_s - delay_s)

    def _run(self) -> None:
        try:
            with closing(self._stream.arrivals()) as arrivals:
                for arrival in arrivals:
                    if self._is_closed:
                        return
                    delay_s = self._delay.see(arrival.sent_s, arrival.arrived_s)
                    self._newest.put([(arrival, delay_s)])
            self._end = SourceLostError(self._name)
        except BaseException as error:  # noqa: BLE001 - raised again where somebody reads
            self._end = error
        finally:
            self._newest.close()


def _is_decodable(picture: SentPicture) -> bool:
    try:
        reduced(picture, _COARSEST)
    except PictureError:
        return False
    return True


class BackgroundOpener:
    """Opens one stream whenever asked, but not while an earlier one still hangs."""

    def __init__(
        self,
        make_stream: Callable[[], Stream],
        name: str,
        if_stuck: CameraFinding,
        *,
        has_noise: bool = True,
    ) -> None:
        self._make_stream = make_stream
        self._name = name
        self._if_stuck = if_stuck
        self._has_noise = has_noise
        self._last: BackgroundSource | None = None

    def __call__(self) -> BackgroundSource:
        """The stream, which is being opened."""
        if self._last is not None and self._last.is_stuck:
            raise SourceLostError(self._name, self._if_stuck)
        self._last = BackgroundSource(self._make_stream(), self._name, has_noise=self._has_noise)
        return self._last
