"""How screens and phones come in: the screen's key, the network, seats and their QR codes."""

import io
from typing import Annotated

import segno
from fastapi import Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from referee.web.access.claims import WrongCodeError
from referee.web.feed import Feed
from referee.web.requests import RequestRefused, wait_first
from referee.web.routing import (
    Anybody,
    ClientOf,
    FeedOf,
    Operator,
    Player,
    Routes,
    Screen,
    Svg,
)
from referee.web.shapes.operator import (
    ClaimRequest,
    Done,
    NetworkRequest,
    NetworkState,
    ScreenRequest,
)
from referee.web.texts import message_text

routes = Routes(tags=["access"])


@routes.post("/screen", response_description="This browser is the table's own screen.")
async def be_screen(feed: FeedOf, _: Anybody, asked: ScreenRequest, answer: Response) -> Done:
    """Show the key in the address that the table printed; a cookie takes its place."""
    access = feed.parts.access
    # Who brings the key is the screen.
    if not access.screen_key.fits(asked.key):
        raise RequestRefused(403, message_text("web-wrong-key"))
    access.screen_key.hand_over(answer, access.port)
    return Done()


@routes.put("/network", response_description="Who reaches the table now.")
async def change_network(feed: FeedOf, _: Operator, asked: NetworkRequest) -> NetworkState:
    """Let phones reach the table, or nobody but itself; the first time with a new PIN."""
    access = feed.parts.access
    if access.screen_mode == "loopback" or feed.parts.listen is None:
        raise RequestRefused(409, message_text("web-network-fixed"))
    if asked.is_open and not access.pin.is_set:
        await run_in_threadpool(access.pin.change, asked.pin)
        # The screen alone is no operator any more.
        feed.disconnect(lambda viewer: viewer.role == "operator")
    await _listen(feed, is_open=asked.is_open)
    await feed.refresh()
    return NetworkState(access.network.is_open, access.network.addresses(access.port))


async def _listen(feed: Feed, *, is_open: bool) -> None:
    network, listen = feed.parts.access.network, feed.parts.listen
    before = network.is_open
    if listen is None or is_open == before:
        return
    # What the disk does not take is not done either.
    network.keep(is_open=is_open)
    try:
        await listen(network.host)
    except OSError:
        network.keep(is_open=before)
        raise RequestRefused(409, message_text("web-network-taken")) from None


Seat = Annotated[int, Path(ge=0, le=11)]
_MOST_TYPED = 8
"""Longer codes were scanned; nobody guesses one, so nobody has to wait for others who guess."""

seat_routes = Routes(tags=["seats"])


@seat_routes.post("/seats/{seat}/claim", response_description="The seat is yours.")
async def claim(
    feed: FeedOf, _: Anybody, client: ClientOf, seat: Seat, asked: ClaimRequest
) -> Done:
    """Act for this seat from now on, with the key as your token.

    The same key may ask again. Wrong codes make you wait (429); a seat that another phone has
    is refused with 409.
    """
    # Who brings its code, or had it before, has the seat.
    access, claims = feed.parts.access, feed.parts.access.claims
    game_id = _game_with(feed, seat)
    wait_s = access.seat_lockout.wait_s(client) if len(asked.code) <= _MOST_TYPED else 0.0
    if wait_s > 0 and claims.seat_of(asked.key, game_id) != seat:
        raise wait_first(wait_s)
    try:
        claims.claim(game_id, seat, asked.code, asked.key)
    except WrongCodeError:
        access.seat_lockout.fail(client)
        raise
    await feed.refresh()
    return Done()


@seat_routes.delete("/seats/{seat}/claim", response_description="The seat is free.")
async def release(feed: FeedOf, viewer: Player, seat: Seat) -> Done:
    """Give the seat up; the table's own screen may do it for a lost phone."""
    game_id = _game_with(feed, seat)
    if not (viewer.seat == seat or viewer.may_act):
        raise RequestRefused(403, message_text("web-only-own-seat"))
    feed.parts.access.claims.release(game_id, seat)
    feed.disconnect(lambda viewer: viewer.seat == seat)
    await feed.refresh()
    return Done()


@seat_routes.get("/seats/{seat}/qr.svg", response_description="The code.")
async def qr_code(feed: FeedOf, _: Screen, seat: Seat) -> Svg:
    """A QR code that opens the page of this seat on a phone, and lets it in once."""
    game_id, access = _game_with(feed, seat), feed.parts.access
    addresses = access.network.addresses(access.port)
    if not addresses:
        raise RequestRefused(409, message_text("web-network-closed"))
    # Behind the #, so that no proxy and no list of visited pages on the way gets to know it.
    page = f"{addresses[0]}/seat/{seat}#code={access.claims.code(game_id, seat).word}"
    drawn = io.BytesIO()
    segno.make(page, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
    return drawn.getvalue()


def _game_with(feed: Feed, seat: int) -> int:
    """The game under way, in which somebody sits there."""
    playing = feed.capture.playing
    if playing is None:
        raise RequestRefused(409, message_text("web-no-game"))
    if seat >= len(playing.snapshot.names):
        raise RequestRefused(404, message_text("web-no-such-seat"))
    return playing.game_id
