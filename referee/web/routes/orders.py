"""Orders to the table."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from referee.table.orders import Reply
from referee.table.sentences import Sentence, Topic
from referee.table.table import Table
from referee.web import examples
from referee.web.asking import body_of, json_answer, viewer_of
from referee.web.describing import answers, json_content, takes
from referee.web.hub import Hub
from referee.web.ordering import order_from
from referee.web.problems import Refusal
from referee.web.security.rights import replaces_device, scene_of, why_not
from referee.web.shapes.orders import OrderRefused, OrderRequest, OrderTaken
from referee.web.shapes.table import TableState
from referee.web.texts import Text, message_text, text_of

_PICK = {"type": "pick-card", "seat": 0, "value": 3}
_EXAMPLE = {"seen": 4, "order": {"type": "act", "action": _PICK}}


def order_routes(hub: Hub) -> APIRouter:
    """`/orders`."""
    router = APIRouter(tags=["table"])
    described = answers(OrderTaken, "It was carried out.", {"seq": 5, "accepted": True})
    described[409] = {
        "description": "It was refused, or came too late.",
        "content": json_content(OrderRefused, _refused_example()),
    }

    @router.post(
        "/orders",
        response_class=Response,
        responses=described,
        openapi_extra=takes(OrderRequest, _EXAMPLE),
    )
    async def post_order(request: Request) -> Response:
        """Tell the table something; a stale order is refused with the state as it is."""
        asked = await body_of(request, OrderRequest)
        viewer = viewer_of(hub, request)
        hub.need_table()
        playing = hub.taken.playing
        if playing is None:
            return _refused(message_text("web-no-game"), hub.state(viewer))
        order = order_from(asked.order, playing.game)

        def give(table: Table) -> Reply:
            if table.game_id != playing.game_id or table.umpire is None:
                return Reply(-1, Sentence("umpire-stale"))
            # Here, and not before: meanwhile it may have become somebody else's turn.
            denied = why_not(viewer, order, scene_of(playing.game, table.umpire.snapshot()))
            if denied:
                raise Refusal(403, message_text(denied))
            reply = table.order(order, asked.seen)
            if reply.is_accepted and viewer.seat is not None and replaces_device(order):
                told = {"player": table.umpire.names[viewer.seat]}
                table.umpire.tell(Topic.HINT, Sentence("umpire-told-by-phone", told))
            return reply

        reply = await hub.ask(give)
        if reply.why_not is None:
            return json_answer(OrderTaken(reply.seq))
        await hub.refresh()
        return _refused(text_of(reply.why_not), hub.state(viewer))

    return router


def _refused(why_not: Text, state: TableState) -> Response:
    return json_answer(OrderRefused(why_not, state), 409)


def _refused_example() -> object:
    refused = OrderRefused(message_text("umpire-stale"), examples.table_state())
    return msgspec.to_builtins(refused, str_keys=True)
