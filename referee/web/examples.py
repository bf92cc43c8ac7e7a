"""An example of what each shape holds, for the OpenAPI document."""

from collections.abc import Mapping
from functools import cache

import msgspec

from referee.games.base import fold
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.table.prompts import prompt
from referee.table.sentences import Topic
from referee.web.access.authentication import LONGEST_SESSION_S
from referee.web.access.rights import SCREEN
from referee.web.shapes import devices, games, operator, table
from referee.web.state import idle_state, plain_action
from referee.web.texts import action_text, message_text, text_of

_EXAMPLE_NAMES = ("Juliette", "Fred")


@cache
def example_state() -> table.TableState:
    """A game that has just begun."""
    game = find_game("pig")
    state = fold(game, game.setup(_EXAMPLE_NAMES, parse_options(game, {})))
    waiting = game.awaiting(state)
    if waiting is None:
        raise LookupError("A game that has just begun waits for something.")
    asked = text_of(prompt(game, state, waiting, _EXAMPLE_NAMES))
    info = table.TableInfo("Living room", True, "en", ("en", "fr"), False, table.KioskState())
    idle = idle_state(12.5, info)
    choices = list(game.legal_actions(state))[:1]
    return msgspec.structs.replace(
        idle,
        seq=0,
        change=2,
        phase="playing",
        game=table.GameInfo(7, game.name, game.title, "standard", has_falls=False),
        seats=(
            table.SeatInfo(0, "Juliette", "blue", "circle", False, 1),
            table.SeatInfo(1, "Fred", "vermilion", "triangle", True, None),
        ),
        you=SCREEN.you,
        view=game.view(state, None),
        shown=game.shown(state, None),
        scores=game.scores(state),
        awaiting=waiting,
        moment="choosing",
        prompt=asked,
        choices=tuple(
            table.Choice(plain_action(each), action_text(game.name, each, _EXAMPLE_NAMES), 0)
            for each in choices
        ),
        told=(table.ToldState(12.4, str(Topic.PROMPT), asked),),
    )


@cache
def example_event() -> table.PublicEvent:
    """Dice were rolled."""
    text = {"en": "Fred rolled 5: 9 points so far.", "fr": "Fred a obtenu 5 : 9 points."}
    data = {"seat": 1, "face": "5", "total": 9}
    return table.PublicEvent(17, "2025-01-01T12:00:00.000+00:00", 16, "die-rolled", data, text)


_NO_GAME = {
    "en": "No game is under way. Please begin one first.",
    "fr": "Aucune partie n'est en cours. Commencez-en une d'abord.",
}
_PLAYER = games.PlayerInfo(1, "Juliette", "#0072b2", "2025-01-01T12:00:00+00:00")
_SUMMARY = {
    "id": 7,
    "game": "pig",
    "title": "Pig",
    "variant": "standard",
    "seats": ["Juliette", "Fred"],
    "player_ids": [1, None],
    "begun_at": "2025-01-01T12:00:00+00:00",
    "ended_at": "2025-01-01T12:40:00+00:00",
    "outcome": {"termination": "goal", "winners": [1], "scores": [85, 102]},
    "is_under_way": False,
    "damage": None,
}
_NEW_GAME = {
    "game": "pig",
    "seats": [{"name": "Juliette", "player_id": 1}, {"name": "Fred"}],
    "options": {"goal": 50},
}
_CALIBRATION = {
    "phase": "asking",
    "parts": ["scale", "tray", "camera", "dice"],
    "dice": [{"name": "skulls", "text": {"en": "skull dice", "fr": "dés à crânes"}}],
    "part": "scale",
    "step": {
        "number": 1,
        "count": 10,
        "name": "scale-empty",
        "ask": {
            "en": "Take everything off the plate and do not touch the table.",
            "fr": "Enlevez tout du plateau et ne touchez pas la table.",
        },
        "live": [],
        "troubles": [],
        "advice": [],
        "can_accept": True,
        "picture": None,
        "meter": {"value": 84012.0, "noise": 43.0, "unit": "counts"},
        "is_helped": False,
    },
    "can_help": True,
    "told": [],
    "changes": [],
    "can_restart": False,
}
_SIMULATION = {
    "deeds": ["roll", "bump"],
    "pieces": ["die"],
    "faults": [{"device": "scale", "fault": "silent", "on": False}],
    "autoplay": False,
    "pace": 1.0,
}
_PICK = {"type": "pick-card", "seat": 0, "value": 3}
_CODE = {"code": "0417", "key": "a-word-that-the-phone-made"}


@cache
def examples() -> Mapping[type[msgspec.Struct], object]:
    """One example for each shape that has one; what a client may leave out is left out."""
    return {
        table.Problem: table.Problem(_NO_GAME),
        table.TableState: example_state(),
        table.EventList: table.EventList(17, (example_event(),)),
        table.OtherTable: table.OtherTable("camera"),
        table.OrderRequest: {"seen": 4, "order": {"type": "act", "action": _PICK}},
        table.OrderTaken: table.OrderTaken(5),
        table.OrderRefused: table.OrderRefused(message_text("umpire-stale"), example_state()),
        games.NewGame: _NEW_GAME,
        games.GameBegun: games.GameBegun(7),
        games.GamePage: {"total": 1, "games": [_SUMMARY]},
        games.PlayerInfo: _PLAYER,
        games.PlayerList: games.PlayerList((_PLAYER,)),
        games.NewPlayer: games.NewPlayer("Juliette", "#0072b2"),
        games.PlayerChange: {"name": "Julie"},
        operator.ClaimRequest: _CODE,
        operator.ScreenRequest: operator.ScreenRequest("…"),
        operator.NetworkRequest: operator.NetworkRequest(True, "2468"),
        operator.NetworkState: operator.NetworkState(True, ("http://192.168.1.20:8080",)),
        operator.LoginRequest: operator.LoginRequest("2468"),
        operator.PinRequest: operator.PinRequest("2468"),
        operator.Token: operator.Token("…", LONGEST_SESSION_S),
        operator.Settings: operator.Settings(),
        operator.EditionNumbers: operator.EditionNumbers({}),
        operator.BackupMade: operator.BackupMade("referee-2025-01-01"),
        operator.Done: operator.Done(),
        devices.CalibrationState: _CALIBRATION,
        devices.CalibrationRequest: {"part": "scale"},
        devices.CalibrationDeed: {"deed": "accept", "step": 1},
        devices.TwinState: _SIMULATION,
        devices.HandsRequest: {"deed": "place", "care": 0.9, "details": {}},
        devices.FaultRequest: {"device": "scale", "fault": "silent", "on": True},
        devices.AutoplayRequest: {"on": True, "pace": 1.0},
    }
