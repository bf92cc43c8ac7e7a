"""How many may be connected and look on at once, from a network that may be hostile.

Of a connection nobody knows yet who calls: whoever has not sent a whole request makes room first,
then whoever holds more than anybody needs; some are kept for the table's own machine. Of those who
look on, strangers make way for the table's own screen and for seats.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from referee.web.access.network import is_loopback
from referee.web.access.rights import Viewer

MOST_CONNECTIONS = 512
"""Half of the files that a program may usually have open."""
MOST_PER_ADDRESS = 64
"""Connections of one address: a few tabs and phones behind one router."""
RESERVED_CONNECTIONS = 64
"""For the table's own machine."""
BACKLOG = 128
"""So many come in at once before the first of them is counted."""
PATIENCE_S = 10.0
"""How long a request may take to arrive, its body once more, and a client to read on.

Chosen by hand: much longer, and slow strangers hold all places; much shorter, and phones in bad
reception are cut off.
"""
_MANY_PER_ADDRESS = 16
"""Chosen by hand: two browsers, which open six connections to a table each, and some sockets."""
_SAY_AGAIN_S = 60.0
"""Chosen by hand: a flood that lasts an hour is sixty lines in the log."""
_SEND_BUFFER_BYTES = 32 * 1024
"""What waits inside the system has grown old when a slow client gets it."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class OpenConnection:
    """An open connection; `is_waiting` while no whole request has come."""

    transport: asyncio.Transport
    host: str
    is_own: bool
    is_waiting: bool = True


class OpenConnections(ServerState):
    """All open ones, oldest first; `is_own` says which addresses are the table's own machine."""

    def __init__(self, *, is_own: Callable[[str], bool] = is_loopback) -> None:
        super().__init__()
        self._is_own = is_own
        self._open: dict[asyncio.Transport, OpenConnection] = {}
        self._turned_away = 0
        self._quiet_until_s = 0.0

    def add(self, transport: asyncio.Transport, host: str) -> OpenConnection:
        """Somebody calls; if there are too many, one of them must go, perhaps this one."""
        connection = OpenConnection(transport, host, self._is_own(host))
        self._open[transport] = connection
        same = [each for each in self._open.values() if each.host == host]
        if not connection.is_own and len(same) > MOST_PER_ADDRESS:
            self._turn_away(next((each for each in same[:-1] if each.is_waiting), connection))
        elif len(self._open) > MOST_CONNECTIONS - (
            0 if connection.is_own else RESERVED_CONNECTIONS
        ):
            self._turn_away(self._least_needed(connection))
        return connection

    def remove(self, transport: asyncio.Transport) -> None:
        """This connection is closed."""
        self._open.pop(transport, None)

    def warn_rarely(self, text: str, *about: object) -> None:
        """Tell the log, but not again and again: a flood of calls must not become one of words."""
        now_s = asyncio.get_running_loop().time()
        if now_s >= self._quiet_until_s:
            self._quiet_until_s = now_s + _SAY_AGAIN_S
            _log.warning(text, *about)
            self._turned_away = 0

    def _least_needed(self, new: OpenConnection) -> OpenConnection:
        """The oldest that waits, of strangers first; else one of whoever has many; else the new."""
        # Nothing of the table's own machine goes for a stranger.
        others = [each for each in self._open.values() if new.is_own or not each.is_own]
        for each in sorted(others, key=lambda each: each.is_own):
            if each.is_waiting and each is not new:
                return each
        counts = Counter(each.host for each in others if not each.is_own)
        many = (each for each in others if counts[each.host] > _MANY_PER_ADDRESS)
        return next(many, new)

    def _turn_away(self, connection: OpenConnection) -> None:
        self.remove(connection.transport)
        connection.transport.abort()
        self._turned_away += 1
        text = "Too many connections: %d turned away, the last from %s."
        self.warn_rarely(text, self._turned_away, connection.host)


class RequestProtocol(H11Protocol):
    """Requests that arrive in time, or not at all; what is no request is no reason to complain."""

    server_state: OpenConnections
    _connection: OpenConnection
    _awaited: object = None
    _alarm: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        """A client came."""
        super().connection_made(transport)
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        host = self.client[0] if self.client else ""
        self._connection = self.server_state.add(transport, host)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._await(None)
        self.server_state.remove(self.transport)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Read what has come."""
        super().handle_events()
        self._watch()

    def on_response_complete(self) -> None:
        """All is answered."""
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; the app may be answering what came before it."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            _log.debug("%s: %s", self._connection.host, msg)
            self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._watch()

    def _watch(self) -> None:
        """What this connection waits for now; each has its own time."""
        state = self.conn.their_state
        is_socket = self.transport.get_protocol() is not self
        self._connection.is_waiting = state in {h11.IDLE, h11.SEND_BODY} and not is_socket
        if self.transport.is_closing() and not is_socket:
            self._await("end")
        elif self.flow.write_paused:
            self._await("reader")
        else:
            self._await(state if self._connection.is_waiting else None)

    def _await(self, awaited: object) -> None:
        if awaited is self._awaited:
            return
        self._awaited = awaited
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if awaited is not None:
            self._alarm = self.loop.call_later(PATIENCE_S, self.transport.abort)


class ViewerLimit:
    """So many may be in at once; whoever has to make way is out at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        # Oldest first: how much each one matters, and how to let it go.
        self._admitted: dict[object, tuple[int, Callable[[], object]]] = {}

    def has_place(self, viewer: Viewer) -> bool:
        """Whether somebody like this may come in, if need be in the place of another."""
        rank = _rank(viewer)
        return len(self._admitted) < self._most or 0 < rank >= self._least()[0]

    @contextmanager
    def admit(self, viewer: Viewer, leave: Callable[[], object]) -> Iterator[bool]:
        """In for as long as the block lasts, or not at all; `leave` is called to make way."""
        is_in = self.has_place(viewer)
        place = object()
        if is_in:
            if len(self._admitted) >= self._most:
                self._admitted.pop(self._least()[1])[1]()
            self._admitted[place] = _rank(viewer), leave
        try:
            yield is_in
        finally:
            self._admitted.pop(place, None)

    def _least(self) -> tuple[int, object]:
        """How much the one matters who matters least; of several it is the oldest."""
        place = min(self._admitted, key=lambda each: self._admitted[each][0])
        return self._admitted[place][0], place


def _rank(viewer: Viewer) -> int:
    return 2 if viewer.may_act else int(viewer.seat is not None)


MOST_CLIENTS = 300
"""Chosen by hand: more than the 200 that the benchmark measures, less than all connections."""
MOST_STREAMS = 16
"""Chosen by hand: every picture is encoded for each viewer, beside the reading of dice."""
MOST_SCALES = 48
"""Chosen by hand: each gets twenty messages a second; more would delay those of the table."""


@dataclass(frozen=True, slots=True)
class ViewerLimits:
    """How many may look on at once: at the table, at its camera, at its scale."""

    live: ViewerLimit = field(default_factory=lambda: ViewerLimit(MOST_CLIENTS))
    streams: ViewerLimit = field(default_factory=lambda: ViewerLimit(MOST_STREAMS))
    scales: ViewerLimit = field(default_factory=lambda: ViewerLimit(MOST_SCALES))
