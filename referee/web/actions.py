"""The actions that count, labelled for corrections."""

from __future__ import annotations

from typing import Any

from referee.games.awaiting import AwaitChoice, Awaiting
from referee.games.base import Accepted, Action, Game
from referee.games.reports import ReportDice, ReportFall, ReportPiece
from referee.table.history import LiveAction
from referee.web.capture import Playing
from referee.web.shapes.table import ActionState
from referee.web.texts import Text, deed_text, event_text, message_text


def action_states(playing: Playing) -> tuple[ActionState, ...]:
    """The newest actions, oldest first; a secret choice is told as everybody may know it."""
    names = playing.snapshot.names
    return tuple(_action_state(playing.game, each, names) for each in playing.actions)


def _action_state(game: Game[Any], live: LiveAction, names: tuple[str, ...]) -> ActionState:
    action, by = live.action, str(live.by)
    waiting = game.awaiting(live.before)
    label = _label(game, live, waiting, names)
    seat = _seat_of(action, waiting)
    match action:
        case ReportDice():
            return ActionState(live.seq, label, "dice", by, faces=action.faces, seat=seat)
        case ReportFall():
            return ActionState(live.seq, label, "fall", by, culprit=action.culprit)
        case ReportPiece():
            return ActionState(live.seq, label, "other", by, seat=seat, piece=action.piece)
    return ActionState(live.seq, label, "other", by, seat=seat)


def _seat_of(action: Action, waiting: Awaiting | None) -> int | None:
    """Who acted says so, or was waited for."""
    found = getattr(action, "seat", None)
    return getattr(waiting, "seat", None) if found is None else found


def _label(
    game: Game[Any], live: LiveAction, waiting: Awaiting | None, names: tuple[str, ...]
) -> Text:
    if isinstance(waiting, AwaitChoice) and waiting.secret:
        return _event_label(game, live, names)
    return deed_text(game.name, live.action, names, game.card_names(live.before))


def _event_label(game: Game[Any], live: LiveAction, names: tuple[str, ...]) -> Text:
    """What happened, as everybody heard it when it happened."""
    ruling = game.judge(live.before, live.action)
    if isinstance(ruling, Accepted) and ruling.events:
        text = event_text(game.name, game.disclose(ruling.events[0], None), names)
        if text is not None:
            return text
    return message_text("web-secret-choice")
