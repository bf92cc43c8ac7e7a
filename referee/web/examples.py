"""Examples for the OpenAPI document, made by the program itself so that they stay true."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from referee.games.base import fold
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.table.prompts import prompt
from referee.table.sentences import Topic
from referee.web.shapes.table import (
    Choice,
    GameInfo,
    KioskState,
    PublicEvent,
    SeatInfo,
    TableInfo,
    TableState,
    ToldState,
)
from referee.web.state import plain_action
from referee.web.texts import Text, deed_text, text_of
from referee.web.viewers import SCREEN

_NAMES = ("Juliette", "Fred")


@cache
def table_state() -> TableState:
    """A game that has just begun."""
    game = find_game("magic-beanstalk")
    state = fold(game, game.setup(_NAMES, parse_options(game, {})))
    waiting = game.awaiting(state)
    if waiting is None:
        raise LookupError("A game that has just begun waits for something.")
    asked = text_of(prompt(game, waiting, _NAMES))
    return TableState(
        seq=0,
        change=2,
        now_s=12.5,
        phase="playing",
        table=TableInfo("Living room", True, "en", False, KioskState()),
        game=GameInfo(7, game.name, game.title, "base"),
        seats=(
            SeatInfo(0, "Juliette", "blue", "circle", False, 1),
            SeatInfo(1, "Fred", "vermilion", "triangle", True, None),
        ),
        you=SCREEN.you,
        view=game.view(state, None),
        awaiting=waiting,
        moment="choosing",
        seat=None,
        prompt=asked,
        choices=tuple(
            Choice(plain_action(each), deed_text(game.name, each, _NAMES), 0)
            for each in list(game.legal_actions(state))[:1]
        ),
        question=None,
        countdown=None,
        dice=(),
        troubles=(),
        unsaved=None,
        actions=(),
        can_undo=False,
        replays=(),
        outcome=None,
        told=(ToldState(12.4, str(Topic.PROMPT), asked),),
    )


@cache
def public_event() -> PublicEvent:
    """Dice were rolled."""
    text = Text(en="Fred rolls an Eye.", fr="Fred obtient un Œil.")
    data = {"seat": 1, "faces": ["eye"], "then": "stacking", "reroll": False}
    return PublicEvent(17, "2025-01-01T12:00:00.000+00:00", 16, "dice-rolled", data, text)


def plain(value: Any) -> Any:
    """A value as plain JSON."""
    return msgspec.to_builtins(value, str_keys=True)
