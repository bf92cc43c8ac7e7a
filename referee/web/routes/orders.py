"""Orders to the table: from what comes over the wire to an order for the umpire."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from referee.games.base import AnyGame
from referee.games.parsing import parse_action
from referee.table.facts import Device
from referee.table.orders import (
    Act,
    Answer,
    ChangeCulprit,
    ChangeReading,
    Done,
    Fell,
    Fine,
    GoByHand,
    Order,
    Reply,
    Undo,
)
from referee.table.sentences import Sentence, Topic
from referee.table.table import Table
from referee.web import openapi
from referee.web.access.rights import order_context, replaces_device, why_not_order
from referee.web.feed import Feed
from referee.web.openapi import answers, json_content, takes
from referee.web.requests import RequestRefused, body_of, json_answer, viewer_of
from referee.web.shapes.table import (
    ActOrder,
    AnswerOrder,
    ChangeCulpritOrder,
    ChangeReadingOrder,
    DoneOrder,
    FellOrder,
    FineOrder,
    GoByHandOrder,
    OrderRefused,
    OrderRequest,
    OrderTaken,
    TableState,
    UndoOrder,
    WireOrder,
)
from referee.web.texts import Text, message_text, text_of


def order_from(wire: WireOrder, game: AnyGame) -> Order:  # noqa: PLR0911 - one for each word
    """The umpire's order."""
    match wire:
        case ActOrder():
            return Act(parse_action(game, msgspec.json.encode(wire.action)))
        case AnswerOrder():
            return Answer(wire.question, wire.value)
        case DoneOrder():
            return Done()
        case FineOrder():
            return Fine()
        case FellOrder():
            return Fell()
        case UndoOrder():
            return Undo(wire.seq)
        case ChangeReadingOrder():
            return ChangeReading(wire.seq, wire.faces)
        case ChangeCulpritOrder():
            return ChangeCulprit(wire.seq, wire.culprit)
        case GoByHandOrder():
            return GoByHand(Device(wire.device))


_PICK = {"type": "pick-card", "seat": 0, "value": 3}
_EXAMPLE = {"seen": 4, "order": {"type": "act", "action": _PICK}}


def order_routes(hub: Feed) -> APIRouter:
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
            denied = why_not_order(
                viewer, order, order_context(playing.game, table.umpire.snapshot())
            )
            if denied:
                raise RequestRefused(403, message_text(denied))
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
    refused = OrderRefused(message_text("umpire-stale"), openapi.example_state())
    return msgspec.to_builtins(refused, str_keys=True)
