"""Who looks on, for whom a route can be, and who may give which order to the table.

Each route says in its signature for whom it is (`web/routing.py`). A seat acts for its own player;
it never speaks for another one without that one's yes, and never in the place of a device that sees
for itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.games import reports
from referee.games.base import Action, AnyGame, SeatAction
from referee.table.facts import Device
from referee.table.orders import Act, AnswerOrder, DoneOrder, FellOrder, FineOrder, Order
from referee.table.prompts import Question
from referee.table.updates import Snapshot
from referee.web.shapes.operator import Audience, Privacy
from referee.web.shapes.table import Role, You


@dataclass(frozen=True, slots=True)
class Viewer:
    """A client as the table knows it.

    `may_act`: gives orders for everybody, as the screen on the table does. `may_operate`: changes
    settings. A `seat` acts for one player only.
    """

    role: Role = "spectator"
    seat: int | None = None
    may_act: bool = False
    may_operate: bool = False

    @property
    def you(self) -> You:
        """What the client is told about itself."""
        return You(self.role, self.seat, self.may_act, self.may_operate)


SPECTATOR = Viewer()
SCREEN = Viewer(may_act=True)
"""The table's own screen, where a PIN protects the settings."""
OPERATOR = Viewer(role="operator", may_act=True, may_operate=True)


def seated(seat: int) -> Viewer:
    """A phone that claimed this seat."""
    return Viewer(role="seat", seat=seat)


def sees(who: Audience, viewer: Viewer) -> bool:
    """Whether this viewer belongs to those who may look."""
    if who == "players":
        return viewer.may_act or viewer.seat is not None
    return who == "open" or viewer.may_operate


class Who(StrEnum):
    """For whom a route is."""

    ANYBODY = "anybody"
    CAMERA = "camera"
    """Whoever may see the live camera, as the operator has set."""
    RESULTS = "results"
    """Whoever may see profiles and recorded games, as the operator has set."""
    PLAYERS = "players"
    """Claimed seats, the table's own screen, the operator."""
    SCREEN = "screen"
    """The table's own screen and the operator."""
    OPERATOR = "operator"


def is_for(who: Who, viewer: Viewer, privacy: Privacy) -> bool:
    """Whether such a route is for this viewer."""
    may = {
        Who.ANYBODY: True,
        Who.CAMERA: sees(privacy.camera, viewer),
        Who.RESULTS: sees(privacy.results, viewer),
        Who.PLAYERS: sees("players", viewer),
        Who.SCREEN: viewer.may_act,
        Who.OPERATOR: viewer.may_operate,
    }
    return may[who]


# What a device would see for itself; None: people alone see it.
_SEEN_BY: Mapping[type[Action], Device | None] = {
    reports.ReportDice: Device.CAMERA,
    reports.ReportPiece: Device.SCALE,
    reports.ReportStable: Device.SCALE,
    reports.ReportReset: Device.SCALE,
    reports.ReportRemoval: Device.SCALE,
    reports.ReportCards: None,
}
# What the table asks about a reading; the other questions judge people or the plate.
_READINGS = frozenset({"count", "face", "thrown", "which-die", "axe"})


@dataclass(frozen=True, slots=True)
class OrderContext:
    """What an order is judged by, as the table stands when it is carried out."""

    seat: int | None = None
    """Whose turn it is."""
    accused: int | None = None
    """Whose fault a fall would be, if nobody says otherwise."""
    question: Question | None = None
    needs: Device | None = None
    """The device that tells what is awaited now."""
    works: frozenset[Device] = frozenset()
    needs_agreement: tuple[type[Action], ...] = ()


def order_context(game: AnyGame, seen: Snapshot) -> OrderContext:
    """What an order is judged by, as the table was seen."""
    asked, accused = seen.question, seen.seat
    if asked is not None and asked.topic == "fall":
        accused = int(asked.otherwise) if asked.otherwise.isdecimal() else None
    return OrderContext(seen.seat, accused, asked, seen.needs, seen.works, game.needs_agreement)


def why_not_order(  # noqa: PLR0911 - one for each word
    viewer: Viewer, order: Order, context: OrderContext
) -> str:
    """Why this viewer may not give this order now: the name of a sentence; "" if it may."""
    if viewer.may_act:
        return ""
    if viewer.seat is None:
        return "web-only-table"
    match order:
        case Act():
            return _why_not_act(viewer.seat, order.action, context)
        case AnswerOrder():
            return _why_not_answer(viewer.seat, context)
        case DoneOrder() | FineOrder():
            return _why_not_done(viewer.seat, context)
        case FellOrder():
            return "web-not-the-accused" if viewer.seat == context.accused else ""
        case _:
            return "web-only-table"


def _why_not_act(seat: int, action: Action, context: OrderContext) -> str:
    kind = type(action)
    if kind in context.needs_agreement:
        return "web-needs-agreement"
    if kind is reports.ReportFall:
        return "web-only-table"
    if kind in _SEEN_BY:
        return _why_not_report(seat, _SEEN_BY[kind], context)
    # A choice names its seat, as does what somebody counted.
    own = action.seat if isinstance(action, SeatAction) else context.seat
    return "" if own == seat else "web-only-own-seat"


def _why_not_report(seat: int, device: Device | None, context: OrderContext) -> str:
    if device is not None and device in context.works:
        return f"web-seen-by-{device}"
    return "" if context.seat == seat else "web-only-own-seat"


def _why_not_answer(seat: int, context: OrderContext) -> str:
    topic = "" if context.question is None else context.question.topic
    if topic == "fall":
        return "web-not-the-accused" if seat == context.accused else ""
    if topic in _READINGS:
        return "" if context.seat == seat else "web-only-own-seat"
    return "web-only-table"


def _why_not_done(seat: int, context: OrderContext) -> str:
    """To say that it is done is to report it."""
    if context.question is not None:
        return _why_not_answer(seat, context)
    return _why_not_report(seat, context.needs, context)


def replaces_device(order: Order) -> bool:
    """Whether this tells what a device would have seen or felt."""
    if isinstance(order, Act):
        return _SEEN_BY.get(type(order.action)) is not None
    return isinstance(order, DoneOrder | FineOrder | FellOrder)
