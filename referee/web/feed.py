"""The live feed: what the table did goes in once, and goes out to everybody who looks on.

Lives in the event loop. At each change the state is built once for each kind of viewer among the
clients, encoded once, and offered to the clients in turn; offering never waits.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec

from referee.language import language, languages
from referee.store.store import Store
from referee.table.sentences import Told, rule_of
from referee.table.table import Table
from referee.table.table_thread import TableStoppedError, TableThread
from referee.table.updates import Update
from referee.web.access.rights import Viewer
from referee.web.parts import WebParts
from referee.web.public_events import Discloser, PublicEventLog
from referee.web.shapes.table import (
    PublicEvent,
    StateMessage,
    TableInfo,
    TableState,
    ToldMessage,
    ToldState,
)
from referee.web.sockets import Bundle, Outlet, bundle_of
from referee.web.state import StateContext, public_state, state_for
from referee.web.table_capture import Handover, PictureCache, TableCapture, TableWatcher
from referee.web.texts import text_of


class Subscribers:
    """The live clients."""

    def __init__(self) -> None:
        self._by_viewer: dict[Viewer, list[Outlet]] = {}
        self._digests: dict[Outlet, str] = {}

    def add(self, viewer: Viewer, outlet: Outlet, digest: str = "") -> None:
        """A client came, with a token of this digest."""
        self._by_viewer.setdefault(viewer, []).append(outlet)
        self._digests[outlet] = digest

    def with_token(self, digest: str) -> Sequence[Outlet]:
        """The clients that came with this token."""
        return [outlet for outlet, own in self._digests.items() if own == digest]

    def remove(self, outlet: Outlet) -> None:
        """A client went."""
        self._digests.pop(outlet, None)
        for viewer, outlets in list(self._by_viewer.items()):
            if outlet in outlets:
                outlets.remove(outlet)
                if not outlets:
                    del self._by_viewer[viewer]

    def by_viewer(self) -> Iterator[tuple[Viewer, Sequence[Outlet]]]:
        """The clients of each kind."""
        for viewer, outlets in list(self._by_viewer.items()):
            yield viewer, tuple(outlets)

    def close_all(self) -> None:
        """Let everybody go."""
        for _, outlets in self.by_viewer():
            for outlet in outlets:
                outlet.close()


Result = TypeVar("Result")

MOST_TOLD = 8
"""Chosen by hand: what a screen shows of what was told; more make every message longer."""
LOOK_AGAIN_S = 0.5
"""Chosen by hand: dice that were moved are shown within half a second; less costs the processor."""

_encode = msgspec.json.Encoder().encode
_log = logging.getLogger(__name__)


class Feed:
    """Knows the newest state of the table and everybody who wants it."""

    def __init__(self, parts: WebParts) -> None:
        self.parts = parts
        self.pictures = PictureCache()
        self.subscribers = Subscribers()
        self.events = PublicEventLog()
        self._thread: TableThread = parts.thread
        self._recorder = TableWatcher()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._capture = TableCapture(0.0, None)
        self._context = self._new_context()
        self._public: TableState | None = None
        self._states: dict[Viewer, TableState] = {}
        self._waiting: list[Handover] = []
        self._speakers: set[Outlet] = set()
        self._mutes: set[Outlet] = set()
        self._look_task: asyncio.Task[None] | None = None

    # What the app calls.

    async def start(self) -> None:
        """Begin to listen to the table."""
        # The first sentence of a language takes a second; nobody should wait for it in a game.
        for code in languages():
            language(code)
        self._loop = asyncio.get_running_loop()
        await self.ask(lambda table: table.listen(self._on_update))
        await self.refresh()
        self._look_task = asyncio.create_task(self._look_regularly())

    async def stop(self) -> None:
        """Stop listening; clients are let go."""
        self._loop = None
        if self._look_task is not None:
            self._look_task.cancel()
            with suppress(asyncio.CancelledError):
                await self._look_task
        self.subscribers.close_all()

    async def ask(self, task: Callable[[Table], Result]) -> Result:
        """Do this in the table's thread."""
        return await asyncio.wrap_future(self._thread.ask(task))

    def need_table(self) -> None:
        """Nothing that is known of a table that has stopped is true any more."""
        if self._thread.has_stopped:
            raise TableStoppedError

    async def refresh(self) -> None:
        """Look at the table now, and tell everybody."""
        await self.ask(self._look)
        self._flush()

    # What routes read.

    @property
    def capture(self) -> TableCapture:
        """The table as it was last seen."""
        return self._capture

    @property
    def store(self) -> Store:
        """Where games, players and evidence are kept."""
        return self._thread.table.store

    @property
    def game_id(self) -> int | None:
        """The game under way."""
        return self._capture.game_id

    @property
    def claimed(self) -> frozenset[int]:
        """The seats that phones act for."""
        return self.parts.access.claims.claimed(self.game_id)

    def state(self, viewer: Viewer) -> TableState:
        """The table as this viewer may see it; made once for each kind of viewer and change."""
        found = self._states.get(viewer)
        if found is None:
            public = self._public_state()
            found = state_for(viewer, public, self._capture, self._context.claimed, self._digits)
            self._states[viewer] = found
        return found

    def _digits(self, seat: int) -> str:
        """What a player types to take this seat, where a phone could."""
        access = self.parts.access
        if self.game_id is None or seat in self._context.claimed or not access.network.is_open:
            return ""
        return access.claims.code(self.game_id, seat).digits

    def events_after(self, seq: int, viewer: Viewer) -> list[PublicEvent]:
        """What was recorded after this event, as the viewer may know it."""
        return self.events.after(seq, viewer.seat)

    def welcome(self, viewer: Viewer, after: int | None) -> Bundle:
        """The first message to a new client."""
        events = () if after is None else tuple(self.events_after(after, viewer))
        return bundle_of(_encode(StateMessage(self.state(viewer), events)))

    def note_voice(self, outlet: Outlet, *, can_speak: bool | None) -> None:
        """A screen of the table can speak or cannot; None: it is gone, or need not."""
        for is_able, screens in ((True, self._speakers), (False, self._mutes)):
            (screens.add if can_speak is is_able else screens.discard)(outlet)
        voice = self.parts.screen_voice
        if voice is not None:
            voice.screens, voice.mute_screens = len(self._speakers), len(self._mutes)

    def disconnect(self, has_lost_rights: Callable[[Viewer], bool]) -> None:
        """Let clients go whose rights have ended; they come back as who they are now."""
        for viewer, clients in self.subscribers.by_viewer():
            if has_lost_rights(viewer):
                for client in clients:
                    client.close()
                    self.subscribers.remove(client)

    def disconnect_token(self, digest: str) -> None:
        """Let the clients go that came with this token."""
        for client in self.subscribers.with_token(digest):
            client.close()

    # In the table's thread.

    def _on_update(self, update: Update) -> None:
        try:
            self._send(self._recorder.hand_over(self._thread.table, update))
        except Exception:  # noqa: BLE001 - a mistake in showing the game must not stop it
            _log.exception("A change could not be shown.")

    def _look(self, table: Table) -> None:
        self._send(self._recorder.hand_over(table))

    def _look_again(self, table: Table) -> None:
        if self._recorder.has_changed(table):
            self._look(table)

    def _send(self, handover: Handover) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has just ended
                loop.call_soon_threadsafe(self._receive, handover)

    # In the loop.

    def _receive(self, handover: Handover) -> None:
        """Several changes at once make one message."""
        if not self._waiting and self._loop is not None:
            self._loop.call_soon(self._flush)
        self._waiting.append(handover)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        told = self._take_over(waiting)
        new = self.events.add([each for handover in waiting for each in handover.envelopes])
        said = _encode(ToldMessage(told)) if told else b""
        for viewer, clients in self.subscribers.by_viewer():
            events = self.events.disclosed(new, viewer.seat)
            message = _encode(StateMessage(self.state(viewer), events))
            bundle = bundle_of(message, said)
            for client in clients:
                client.offer(bundle)

    def _take_over(self, waiting: Iterable[Handover]) -> tuple[ToldState, ...]:
        new: list[ToldState] = []
        for handover in waiting:
            self._capture = handover.capture
            if handover.is_new_game:
                self._begin(handover)
                new = []
            new += map(_told_state, handover.told)
        told = (*self._context.told, *new)[-MOST_TOLD:]
        self._context = self._new_context(self._context, told)
        self._public = None
        self._states = {}
        self.pictures.keep(self._capture)
        return tuple(new)

    def _begin(self, handover: Handover) -> None:
        playing = handover.capture.playing
        if playing is None:
            self.events = PublicEventLog()
        else:
            now = playing.snapshot
            self.events = PublicEventLog(Discloser(playing.game, now.names, now.state))
        # A seat was claimed for one game; in the next one somebody else may sit there.
        self.disconnect(lambda viewer: viewer.seat is not None)
        self._context = StateContext(self._context.table, handover.record, frozenset(), ())

    def _new_context(
        self, before: StateContext | None = None, told: tuple[ToldState, ...] = ()
    ) -> StateContext:
        kept = self.parts.settings.settings()
        is_speaking = self.parts.screen_voice is not None and kept.voice and not kept.muted
        table = TableInfo(
            name=self.parts.table_name,
            is_simulated=self.parts.is_simulated,
            language=kept.language,
            languages=languages(),
            has_operator_pin=self.parts.access.pin.is_set,
            kiosk=kept.kiosk,
            is_dark=self._capture.is_dark,
            screen_volume=kept.volume if is_speaking else None,
            addresses=self.parts.access.network.addresses(self.parts.access.port),
            has_quick_start=self.parts.has_quick_start,
            learns_faces=self.parts.learned is not None and kept.learn_faces,
        )
        return StateContext(table, before.record if before else None, self.claimed, told)

    def _public_state(self) -> TableState:
        if self._public is None:
            self._public = public_state(self._capture, self._context)
        return self._public

    async def _look_regularly(self) -> None:
        """Dice that lie differently, and troubles that come and go, are no news to the umpire."""
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            try:
                await self.ask(self._look_again)
            except TableStoppedError:
                # Whoever looks on comes back, and is told then.
                self.subscribers.close_all()
                return
            except Exception:  # noqa: BLE001 - the next look may succeed
                _log.exception("The table could not be looked at.")


def _told_state(told: Told) -> ToldState:
    return ToldState(told.at_s, str(told.topic), text_of(told.speech), rule_of(told.speech))
