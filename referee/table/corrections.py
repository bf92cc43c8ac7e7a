"""Mending mistakes: take back, change a reading, change the culprit. The log is never edited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.games.base import Accepted, Action, Event, Game, Refused, fold
from referee.games.reports import ReportDice, ReportFall
from referee.table.history import History, LiveAction
from referee.table.orders import ChangeCulprit, ChangeReading, Undo
from referee.table.records import Acted, By, Why
from referee.table.sentences import RefusalSentence, Sentence, Speech


@dataclass(frozen=True, slots=True)
class KeptAction:
    """An action that is recorded again, with the events it means now."""

    acted: Acted
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Rewind to the event `to`, then record these actions again."""

    to: int
    why: Why
    actions: tuple[KeptAction, ...]
    said: Sentence


@dataclass(frozen=True, slots=True)
class NotPossible:
    """The correction cannot be made."""

    why: Speech


def corrected(
    game: Game[Any], history: History, order: Undo | ChangeReading | ChangeCulprit
) -> Rewriting | NotPossible:
    """How the log goes on to mend this mistake."""
    match order:
        case Undo():
            return _undone(history, order.seq)
        case ChangeReading():
            return _changed(game, history, order.seq, ReportDice(order.faces), Why.READING)
        case ChangeCulprit():
            return _changed(game, history, order.seq, ReportFall(order.culprit), Why.CULPRIT)


def _undone(history: History, seq: int | None) -> Rewriting | NotPossible:
    actions = history.actions
    if not actions:
        return NotPossible(Sentence("umpire-nothing-to-undo"))
    first = actions[-1] if seq is None else history.action_at(seq)
    if first is None:
        return NotPossible(Sentence("umpire-no-such-action"))
    count = len(history.actions_from(first.seq))
    return Rewriting(first.seq - 1, Why.UNDO, (), Sentence("umpire-undone", {"count": count}))


def _changed(
    game: Game[Any], history: History, seq: int, action: Action, why: Why
) -> Rewriting | NotPossible:
    wrong = history.action_at(seq)
    if wrong is None or type(wrong.action) is not type(action):
        return NotPossible(Sentence("umpire-no-such-action"))
    ruling = game.judge(wrong.before, action)
    if isinstance(ruling, Refused):
        return NotPossible(RefusalSentence(game.name, ruling, game.card_names(wrong.before)))
    first = KeptAction(_acted(action, By.PERSON, wrong.evidence), ruling.events)
    later = history.actions_from(seq)[1:]
    kept = _still_true(game, fold(game, ruling.events, wrong.before), later)
    dropped = len(later) - len(kept)
    said = Sentence(f"umpire-changed-{why}", {"dropped": dropped})
    return Rewriting(wrong.seq - 1, why, (first, *kept), said)


def _still_true(game: Game[Any], state: Any, later: Sequence[LiveAction]) -> tuple[KeptAction, ...]:
    """The actions after a correction that the rules still allow, up to the first they do not."""
    kept = []
    for each in later:
        ruling = game.judge(state, each.action)
        if not isinstance(ruling, Accepted):
            break
        kept.append(KeptAction(_acted(each.action, each.by, each.evidence), ruling.events))
        state = fold(game, ruling.events, state)
    return tuple(kept)


def _acted(action: Action, by: By, evidence: tuple[str, ...]) -> Acted:
    return Acted(msgspec.to_builtins(action), by, evidence)
