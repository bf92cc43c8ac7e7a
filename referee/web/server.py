"""The server: uvicorn with what a table needs."""

import asyncio
import errno
import socket
from collections.abc import Sequence

import uvicorn
from fastapi import FastAPI

from referee.events import JsonObject
from referee.web.access.network import check_binding, is_loopback
from referee.web.limits import BACKLOG, OpenConnections, RequestProtocol
from referee.web.sockets import LiveProtocol

_MOST_SENT_BY_CLIENT_BYTES = 64 * 1024
"""Chosen by hand: clients have a few words to say over a socket."""
_MOST_HEAD_BYTES = 32 * 1024
"""Chosen by hand: browsers send some kilobytes of headers; half of uvicorn's own limit."""
_LAST_REQUESTS_S = 2
"""Chosen by hand: how long a table that stops waits for requests that are being answered."""
_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class TableServer(uvicorn.Server):
    """A uvicorn server that can begin to listen elsewhere while it runs."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.server_state: OpenConnections = OpenConnections()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start."""
        asyncio.get_running_loop().set_exception_handler(self._on_trouble)
        await super().startup(sockets)

    def _on_trouble(self, loop: asyncio.AbstractEventLoop, context: JsonObject) -> None:
        """A system without room for another connection is told of once, not at each call."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            self.server_state.warn_rarely("No connection can be taken (%s).", error.strerror)
        else:
            loop.default_exception_handler(context)

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

    Only what these proxies say of a client's address is believed, and only lockouts use it.
    """
    check_binding(host, has_pin=has_pin)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=RequestProtocol,
        ws=LiveProtocol,
        ws_per_message_deflate=False,
        ws_max_size=_MOST_SENT_BY_CLIENT_BYTES,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        access_log=False,
        # Warnings are about requests that are none; anybody can send as many as they like.
        log_level="error",
        server_header=False,
        date_header=True,
        timeout_graceful_shutdown=_LAST_REQUESTS_S,
        backlog=BACKLOG,
        h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
    )
    return TableServer(config)
