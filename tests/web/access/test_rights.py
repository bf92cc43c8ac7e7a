"""The table of rights, walked whole: every route by every role, every order in every scene."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from referee.games.awaiting import Piece
from referee.games.base import Action, AnyGame
from referee.games.registry import games
from referee.games.reports import (
    REPORTS,
    ReportCards,
    ReportDice,
    ReportFall,
    ReportPiece,
    ReportRemoval,
    ReportReset,
    ReportStable,
    ReportTally,
)
from referee.table.facts import Device
from referee.table.orders import (
    Act,
    AnswerOrder,
    ChangeCulpritOrder,
    ChangeReadingOrder,
    DoneOrder,
    FellOrder,
    FineOrder,
    GoByHandOrder,
    Order,
    UndoOrder,
)
from referee.table.prompts import Question
from referee.table.sentences import Sentence
from referee.web.access import rights
from referee.web.access.rights import (
    OPERATOR,
    SCREEN,
    SPECTATOR,
    OrderContext,
    Viewer,
    Who,
    seated,
    why_not_order,
)
from referee.web.app import API, ROUTERS
from referee.web.routing import CHECKS, Anybody, Operator, Routes, right_of
from referee.web.shapes.operator import Audience, Done, Privacy, Settings
from tests.web.running_table import RunningTable, running_table, wait_for

PIN = "2468"
ROLES = ("stranger", "seat", "screen", "operator")
ALLOWED = {
    Who.ANYBODY: set(ROLES),
    Who.RESULTS: set(ROLES),
    Who.CAMERA: {"seat", "screen", "operator"},
    Who.PLAYERS: {"seat", "screen", "operator"},
    Who.SCREEN: {"screen", "operator"},
    Who.OPERATOR: {"operator"},
}
FILLED = {"{rest}": "1", "{number}": "1", "{game_id}": "999", "{player_id}": "999", "{seat}": "1"}
FILLED |= {"{name}": "none", "{file}": "none", "{game}": "nothing"}
# They would end what the walk needs: who logs out, frees the seat or leaves the game.
LAST = ("DELETE /seats/{seat}/claim", "POST /table/leave", "POST /operator/logout")


ROUTE_RIGHTS = {
    f"{method} {route.path}": right_of(route)
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, Route | WebSocketRoute)
    for method in getattr(route, "methods", ("WEBSOCKET",))
}


def test_every_route_of_the_app_is_in_the_walk(table: RunningTable) -> None:
    assert sum(len(router.routes) for router in ROUTERS) == len(ROUTE_RIGHTS) == 61
    described = {
        f"{method.upper()} {path.removeprefix(API)}"
        for path, methods in table.app.openapi()["paths"].items()
        for method in methods
    }
    sockets = {each for each in ROUTE_RIGHTS if each.startswith("WEBSOCKET ")}
    assert described | sockets == {each.replace(":path}", "}") for each in ROUTE_RIGHTS}
    assert {each: ROUTE_RIGHTS[each] for each in sockets} == dict.fromkeys(
        ("WEBSOCKET /live", "WEBSOCKET /scale/live"), Who.ANYBODY
    )


async def _for_nobody() -> Done:
    """A handler that does not say for whom it is."""
    return Done()


async def _for_two(_: Anybody, __: Operator) -> Done:
    """A handler that says so twice."""
    return Done()


@pytest.mark.parametrize("handler", [_for_nobody, _for_two])
def test_a_route_without_one_right_cannot_be_declared(handler: Callable[[], Any]) -> None:
    for declare in (Routes().get("/new"), Routes().websocket("/new")):
        with pytest.raises(TypeError, match="for whom"):
            declare(handler)


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningTable, Any]]:
    """A table with a game, and a client of every role."""
    folder = tmp_path_factory.mktemp("rights")
    with running_table(folder, pin=PIN, screen="key") as table, ExitStack() as stack:
        with table.client(table.access.screen_key.word) as screen:
            seats = [{"name": name} for name in ("Anna", "Ben")]
            begun = screen.post("/games", json={"game": "magic-beanstalk", "seats": seats})
            assert begun.status_code == 201
            token = screen.post("/operator/login", json={"pin": PIN}).json()["token"]
        tokens = {"stranger": "", "seat": table.claim(0), "operator": token}
        tokens["screen"] = table.access.screen_key.word
        clients = {role: stack.enter_context(table.client(tokens[role])) for role in ROLES}
        yield table, clients


def status_of(table: RunningTable, client: httpx.Client, route: str) -> int:
    """What the gate says: whatever the route itself finds wrong comes after it."""
    method, path = route.split(" ", maxsplit=1)
    for name, value in FILLED.items():
        path = path.replace(name, value)
    if method == "WEBSOCKET":
        token = client.headers.get("authorization", "").removeprefix("Bearer ")
        try:
            with connect(f"{table.api.replace('http', 'ws', 1)}{path}?token={token}"):
                return 200
        except InvalidStatus as refused:
            return refused.response.status_code
    if path.endswith(".mjpg"):
        with client.stream(method, path) as answer:
            return answer.status_code
    # No body at all: a route that lets us in says that it does not understand.
    return client.request(method, path).status_code


def test_every_role_at_every_route(walked: tuple[RunningTable, Any]) -> None:
    table, clients = walked
    wrong, count = [], 0
    for route in (*(each for each in ROUTE_RIGHTS if each not in LAST), *LAST):
        for role in ROLES:
            status = status_of(table, clients[role], route)
            is_in = status not in {401, 403}
            count += 1
            if is_in != (role in ALLOWED[ROUTE_RIGHTS[route]]) and not is_of_the_route(route, role):
                wrong.append((route, role, status))
    assert wrong == []
    assert count == 4 * len(ROUTE_RIGHTS)


def is_of_the_route(route: str, role: str) -> bool:
    """A phone may free a seat, but only its own; the route itself says so."""
    return (route, role) == ("DELETE /seats/{seat}/claim", "seat")


@pytest.mark.parametrize("who", [Who.CAMERA, Who.PLAYERS, Who.SCREEN, Who.OPERATOR])
def test_a_route_that_is_opened_by_mistake_is_noticed(
    walked: tuple[RunningTable, Any], monkeypatch: pytest.MonkeyPatch, who: Who
) -> None:
    """The walk would see it: one route of each kind, given to anybody, answers a stranger."""
    table, clients = walked
    route = next(each for each, meant in ROUTE_RIGHTS.items() if meant is who and each not in LAST)
    assert status_of(table, clients["stranger"], route) in {401, 403}
    monkeypatch.setitem(table.app.dependency_overrides, CHECKS[who], CHECKS[Who.ANYBODY])
    assert status_of(table, clients["stranger"], route) not in {401, 403}


@pytest.mark.parametrize("audience", ["open", "players", "operator"])
def test_the_operator_says_who_may_look(tmp_path: Path, audience: Audience) -> None:
    seen_by = {"open": ROLES, "players": ROLES[1:], "operator": ROLES[3:]}[audience]
    with running_table(tmp_path, pin=PIN, screen="key") as table, ExitStack() as stack:
        table.parts.settings.change(Settings(privacy=Privacy(camera=audience, results=audience)))
        with table.client(table.access.screen_key.word) as screen:
            seats = [{"name": name} for name in ("Anna", "Ben")]
            screen.post("/games", json={"game": "spookies", "seats": seats})
        tokens = ("", table.claim(0), table.access.screen_key.word, table.access.sessions.begin())
        clients = zip(ROLES, map(table.client, tokens), strict=True)
        for role, client in clients:
            stack.enter_context(client)
            for path in ("/camera", "/stats", "/games", "/players", "/export?format=csv"):
                is_refused = client.get(path).status_code in {401, 403}
                assert is_refused is (role not in seen_by), (role, path)


# Orders: who, what, when.

SEATS = 2
QUESTIONS = (None, "count", "face", "thrown", "which-die", "fall", "axe", "plate")
WORKS = tuple(
    frozenset(chosen) for size in range(3) for chosen in itertools.combinations(Device, size)
)


def some_of(kind: type[Action]) -> Iterator[Action]:
    """An action of this kind for every seat that it can name."""
    names = kind.__struct_fields__
    seats: list[int | None] = list(range(SEATS)) if {"seat"} & set(names) else [None]
    for seat in seats:
        given = {
            name: _filled(name, seat) for name in names if name not in kind.__struct_defaults__
        }
        if seat is not None:
            given["seat"] = seat
        yield kind(**given)


def _filled(name: str, seat: int | None) -> Any:
    return Piece("die") if name == "piece" else seat if name == "seat" else ()


def common_orders() -> Iterator[Order]:
    for kind in REPORTS:
        for action in some_of(kind):
            yield Act(action)
    yield from (
        AnswerOrder(1, "0"),
        DoneOrder(),
        FineOrder(),
        FellOrder(),
        UndoOrder(),
        ChangeReadingOrder(1, ()),
    )
    yield from (ChangeCulpritOrder(1, 0), GoByHandOrder("camera"), GoByHandOrder("scale"))


def choices_of(game: AnyGame) -> Iterator[Order]:
    for kind in game.actions:
        if kind not in REPORTS:
            for action in some_of(kind):
                yield Act(action)


def scenes(needs_agreement: tuple[type[Action], ...] = ()) -> Iterator[OrderContext]:
    for seat, topic, needs, works in itertools.product(
        (None, 0, 1), QUESTIONS, (None, *Device), WORKS
    ):
        asked = None if topic is None else Question(1, topic, Sentence("x"), ())
        accused: tuple[int | None, ...] = (None, 0, 2) if topic == "fall" else (seat,)
        for each in accused:
            yield OrderContext(seat, each, asked, needs, works, needs_agreement)


SEEN_BY = {
    ReportDice: Device.CAMERA,
    ReportPiece: Device.SCALE,
    ReportStable: Device.SCALE,
    ReportReset: Device.SCALE,
    ReportRemoval: Device.SCALE,
}


def is_right(seat: int, order: Order, scene: OrderContext) -> bool:  # noqa: PLR0911 - rule by rule
    """The rules again, as people would say them."""
    topic = scene.question.topic if scene.question else None
    match order:
        case Act(action=ReportFall()):
            return False
        case Act(action=ReportCards()):
            return scene.seat == seat
        case Act(action=action) if type(action) in SEEN_BY:
            return SEEN_BY[type(action)] not in scene.works and scene.seat == seat
        case Act(action=action):
            is_agreed = type(action) in scene.needs_agreement
            return getattr(action, "seat", scene.seat) == seat and not is_agreed
        case FellOrder():
            return seat != scene.accused
        case AnswerOrder():
            if topic == "fall":
                return seat != scene.accused
            return topic in {"count", "face", "thrown", "which-die", "axe"} and scene.seat == seat
        case DoneOrder() | FineOrder() if topic is None:
            return scene.seat == seat and (scene.needs is None or scene.needs not in scene.works)
        case DoneOrder() | FineOrder():
            return is_right(seat, AnswerOrder(1, ""), scene)
        case _:
            return False


def walk_orders() -> Iterator[tuple[Viewer, Order, OrderContext, bool]]:
    yield from walked_orders(common_orders(), scenes())
    for game in games().values():
        yield from walked_orders(choices_of(game), scenes(game.needs_agreement))


def walked_orders(
    orders: Iterator[Order], when: Iterator[OrderContext]
) -> Iterator[tuple[Viewer, Order, OrderContext, bool]]:
    for order, scene in itertools.product(tuple(orders), tuple(when)):
        yield SPECTATOR, order, scene, False
        yield SCREEN, order, scene, True
        yield OPERATOR, order, scene, True
        for seat in (0, 1):
            yield seated(seat), order, scene, is_right(seat, order, scene)


def test_every_order_of_every_viewer_in_every_scene() -> None:
    count = 0
    for viewer, order, scene, may in walk_orders():
        count += 1
        assert (not why_not_order(viewer, order, scene)) is may, (viewer, order, scene)
    assert count > 100_000


def test_every_report_is_known_to_the_rights() -> None:
    assert {*SEEN_BY, ReportFall, ReportCards, ReportTally} == set(REPORTS)


@pytest.mark.parametrize(
    ("name", "widened"),
    [
        ("_why_not_act", lambda *_: ""),
        ("_why_not_answer", lambda *_: ""),
        ("_why_not_done", lambda *_: ""),
        ("_why_not_report", lambda *_: ""),
        ("_SEEN_BY", {}),
        ("_READINGS", frozenset(QUESTIONS)),
    ],
)
def test_a_right_that_is_widened_by_mistake_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, widened: Any
) -> None:
    monkeypatch.setattr(rights, name, widened)
    assert any(
        (not why_not_order(who, what, when)) is not may for who, what, when, may in walk_orders()
    )


# In the running table.


def test_an_order_is_judged_when_it_is_carried_out(tmp_path: Path) -> None:
    """A phone that ends its turn twice at once must not act in the next one's turn."""
    with running_table(tmp_path) as table:
        table.begin("spookies", 2)
        tokens = [table.claim(seat) for seat in (0, 1)]
        with table.client(tokens[0]) as phone, table.client(tokens[1]) as other:
            state = phone.get("/table").json()
            # Nothing is attached, so that the dice are told by hand, by whose turn it is.
            due, idle = (phone, other) if state["seat"] == 0 else (other, phone)
            faces = [state["awaiting"]["faces"][0]] * state["awaiting"]["count"]
            told = {"order": {"type": "act", "action": {"type": "report-dice", "faces": faces}}}
            assert idle.post("/orders", json=told).status_code == 403
            assert due.post("/orders", json=told).status_code == 200
            # It is told with the next step of the table, after the order was answered.
            wait_for(lambda: "said so on a phone" in due.get("/table").text)
