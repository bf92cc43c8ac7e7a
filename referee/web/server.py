"""The server: uvicorn with what a table needs, and a shorter way for live messages."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Sequence
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from referee.web.outlets import FRAMES
from referee.web.security.binding import check_binding, is_loopback

_MOST_SENT_BY_CLIENT_BYTES = 64 * 1024
_MOST_UNREAD_BYTES = 64 * 1024
_SWITCH_S = 0.0005


class FrameProtocol(WebSocketsSansIOProtocol):
    """Takes WebSocket frames that were made once for everybody, and writes them as they are."""

    _on_writable: Callable[[], None] | None = None

    def connection_made(self, transport: Any) -> None:
        """A client came."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=_MOST_UNREAD_BYTES)

    def handle_connect(self, event: Any) -> None:
        """Offer the shorter way to the app."""
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][FRAMES] = self

    def write_frames(self, frames: bytes) -> bool:
        """Send these bytes unless the client is behind; whether they were taken."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True
        if not self.writable.is_set():
            return False
        self.transport.write(frames)
        return True

    def when_writable(self, callback: Callable[[], None]) -> None:
        """Call this each time the client has caught up."""
        self._on_writable = callback

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        if self._on_writable is not None:
            self._on_writable()

    def abort(self) -> None:
        """Hang up without another word."""
        self.transport.abort()


class TableServer(uvicorn.Server):
    """A uvicorn server; what exists after start-up is never looked at again for garbage."""

    freezes = True

    async def startup(self, sockets: Any = None) -> None:
        """Start, then leave the collector only what is made from now on."""
        await super().startup(sockets)
        if self.freezes:
            gc.collect()
            gc.freeze()
            # Each message to a client gives the interpreter away for a moment; a thread that
            # computes (statistics, a picture) would keep it ten times as long by default.
            sys.setswitchinterval(_SWITCH_S)

    async def listen(self, host: str) -> None:
        """Listen there instead; who came in by another way than still leads here is let go.

        If that fails, all is as before, with an `OSError`.
        """
        before = self.config.host
        for server in self.servers:
            server.close()
        try:
            self.servers = [await self._listening(host)]
        except OSError:
            self.servers = [await self._listening(before)]
            raise
        self.config.host = host
        if is_loopback(host):
            for connection in list(self.server_state.connections):
                peer = connection.transport.get_extra_info("peername") or ("",)
                if not is_loopback(str(peer[0])):
                    connection.transport.abort()

    async def _listening(self, host: str) -> asyncio.Server:
        config = self.config

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        loop = asyncio.get_running_loop()
        return await loop.create_server(protocol, host, config.port, backlog=config.backlog)


def make_server(
    app: FastAPI, *, host: str, port: int, has_pin: bool, trusted_proxies: Sequence[str] = ()
) -> TableServer:
    """A server for this app; refuses to open a table to others without a PIN.

    Only what these proxies say of a client's address is believed, and only brakes use it.
    """
    check_binding(host, has_pin=has_pin)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        ws=FrameProtocol,
        ws_per_message_deflate=False,
        ws_max_size=_MOST_SENT_BY_CLIENT_BYTES,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        access_log=False,
        log_level="warning",
        server_header=False,
        date_header=True,
        timeout_graceful_shutdown=2,
        limit_concurrency=None,
        h11_max_incomplete_event_size=32 * 1024,
    )
    return TableServer(config)
