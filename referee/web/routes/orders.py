"""Orders to the table: from what comes over the wire to an order for the umpire."""

from collections.abc import Callable

from referee.table.orders import Order, Reply, order_for
from referee.table.sentences import Sentence, Topic, rule_of
from referee.table.table import Table
from referee.web.access.rights import Viewer, order_context, replaces_device, why_not_order
from referee.web.feed import Feed
from referee.web.openapi import json_content
from referee.web.requests import RequestRefused
from referee.web.routing import FeedOf, Player, Routes
from referee.web.shapes.table import OrderRefused, OrderRequest, OrderTaken
from referee.web.table_capture import GameCapture
from referee.web.texts import Text, message_text, text_of

routes = Routes(tags=["table"])


_REFUSED = {
    "description": "It was refused, or came too late.",
    "content": json_content(OrderRefused),
}


@routes.post("/orders", response_description="It was carried out.", responses={409: _REFUSED})
async def post_order(feed: FeedOf, viewer: Player, asked: OrderRequest) -> OrderTaken:
    """Tell the table something; a stale order is refused with the state as it is."""
    feed.need_table()
    playing = feed.capture.playing
    if playing is None:
        raise _refused(feed, viewer, message_text("web-no-game"))
    order = order_for(playing.game, asked.order)
    reply = await feed.ask(_giving(order, asked.seen, viewer, playing))
    if reply.why_not is not None:
        await feed.refresh()
        raise _refused(feed, viewer, text_of(reply.why_not), rule_of(reply.why_not))
    return OrderTaken(reply.seq)


def _giving(
    order: Order, seen: int | None, viewer: Viewer, playing: GameCapture
) -> Callable[[Table], Reply]:
    def give(table: Table) -> Reply:
        umpire = table.umpire
        if table.game_id != playing.game_id or umpire is None:
            return Reply(-1, Sentence("umpire-stale"))
        # Here, and not before: meanwhile it may have become somebody else's turn.
        denied = why_not_order(viewer, order, order_context(playing.game, umpire.snapshot()))
        if denied:
            raise RequestRefused(403, message_text(denied))
        reply = table.order(order, seen)
        if reply.is_accepted and viewer.seat is not None and replaces_device(order):
            told = {"player": umpire.names[viewer.seat]}
            umpire.tell(Topic.HINT, Sentence("umpire-told-by-phone", told))
        return reply

    return give


def _refused(feed: Feed, viewer: Viewer, why_not: Text, rule: str | None = None) -> RequestRefused:
    return RequestRefused(409, why_not, answer=OrderRefused(why_not, feed.state(viewer), rule))
