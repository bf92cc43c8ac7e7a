"""The actions that count, labelled for corrections, and the moments that can be replayed."""

from __future__ import annotations

from typing import Any

from referee.games.awaiting import AwaitChoice
from referee.games.base import Accepted, Game
from referee.games.reports import ReportDice, ReportFall
from referee.table.history import LiveAction
from referee.table.records import EvidenceKept
from referee.web.capture import Playing
from referee.web.shapes.table import ActionState, ReplayState
from referee.web.texts import Text, deed_text, event_text, message_text


def action_states(playing: Playing) -> tuple[ActionState, ...]:
    """The newest actions, oldest first; a secret choice is told as everybody may know it."""
    names = playing.snapshot.names
    return tuple(_action_state(playing.game, each, names) for each in playing.actions)


def _action_state(game: Game[Any], live: LiveAction, names: tuple[str, ...]) -> ActionState:
    action = live.action
    label = _label(game, live, names)
    by = str(live.by)
    if isinstance(action, ReportDice):
        return ActionState(live.seq, label, "dice", by, faces=action.faces)
    if isinstance(action, ReportFall):
        return ActionState(live.seq, label, "fall", by, culprit=action.culprit)
    return ActionState(live.seq, label, "other", by)


def _label(game: Game[Any], live: LiveAction, names: tuple[str, ...]) -> Text:
    waiting = game.awaiting(live.before)
    if isinstance(waiting, AwaitChoice) and waiting.secret:
        return _event_label(game, live, names)
    return deed_text(game.name, live.action, names)


def _event_label(game: Game[Any], live: LiveAction, names: tuple[str, ...]) -> Text:
    """What happened, as everybody heard it when it happened."""
    ruling = game.judge(live.before, live.action)
    if isinstance(ruling, Accepted) and ruling.events:
        text = event_text(game.name, game.disclose(ruling.events[0], None), names)
        if text is not None:
            return text
    return message_text("web-secret-choice")


def replay_states(playing: Playing) -> tuple[ReplayState, ...]:
    """What was kept of this game."""
    return tuple(map(replay_state, playing.evidence))


def replay_state(kept: EvidenceKept) -> ReplayState:
    """`fall-17` is about a fall that led to event 17."""
    about, _, seq = kept.about.rpartition("-")
    return ReplayState(kept.evidence, about or kept.about, int(seq) if seq.isdigit() else 0)
