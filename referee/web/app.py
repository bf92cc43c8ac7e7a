"""The app: everything of the dashboard's server put together.

    app = create_app(WebParts(thread=thread, access=Access(clock)))

The app opens nothing: the table, its devices and its store are given to it running.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from referee import __version__
from referee.clock import SystemClock
from referee.events import JsonObject
from referee.store.store import open_store
from referee.table.table import Table
from referee.table.table_thread import TableThread
from referee.web.access.authentication import Access
from referee.web.access.gate import Gate
from referee.web.feed import Feed
from referee.web.limits import ViewerLimits
from referee.web.openapi import document
from referee.web.parts import WebParts
from referee.web.requests import RepeatedRequests, install_problems
from referee.web.routes import (
    access,
    calibration,
    devices,
    games,
    operator,
    orders,
    pictures,
    players,
    statistics,
    table,
)
from referee.web.static_files import Pages

API = "/api/v1"
ROUTERS = (
    table.routes,
    orders.routes,
    games.routes,
    pictures.routes,
    players.routes,
    access.seat_routes,
    access.routes,
    games.evidence_routes,
    devices.routes,
    devices.simulation_routes,
    operator.routes,
    calibration.routes,
    statistics.routes,
)


def create_app(parts: WebParts) -> FastAPI:
    """The app of one running table."""
    feed = Feed(parts)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await feed.start()
        yield
        await feed.stop()

    app = FastAPI(
        title="Table Referee",
        version=__version__,
        description="The table over the wire: see docs/api.md.",
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        # The documentation pages of FastAPI load scripts from elsewhere; nothing here does.
        docs_url=None,
        redoc_url=None,
    )
    install_problems(app)
    app.state.feed = feed
    app.state.limits = ViewerLimits()
    app.state.repeated = RepeatedRequests(parts.thread.table.clock)
    for routes in ROUTERS:
        app.include_router(routes, prefix=API)
    _add_pages(app, Pages(parts.static))
    app.add_middleware(Gate, names=parts.access.names)
    _describe(app)
    return app


def _add_pages(app: FastAPI, pages: Pages) -> None:
    """Everything outside the API is the page's."""

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return pages.answer(request)


def _describe(app: FastAPI) -> None:
    """Our own document instead of FastAPI's."""

    def openapi() -> JsonObject:
        if app.openapi_schema is None:
            app.openapi_schema = document(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


@contextmanager
def app_to_describe() -> Iterator[FastAPI]:
    """The app over an empty log, not started."""
    clock = SystemClock()
    with (
        TemporaryDirectory() as folder,
        open_store(f"sqlite:///{Path(folder) / 'log.sqlite'}", clock=clock) as store,
    ):
        thread = TableThread(Table(store, clock))
        yield create_app(WebParts(thread=thread, access=Access(clock)))
