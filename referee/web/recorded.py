"""Recorded games: lists, and one game with its timeline as everybody may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from referee.events import Codec, Envelope
from referee.games.base import Event
from referee.games.registry import find_game
from referee.store.evidence import Evidence
from referee.store.games import GameRecord
from referee.store.statistics.facts import live_envelopes
from referee.store.statistics.filter import GameFilter, chosen_games, count_games
from referee.store.store import Store
from referee.table.records import TABLE_EVENTS, EvidenceBook
from referee.web.disclosing import Discloser
from referee.web.shapes.games import (
    EvidenceInfo,
    GameDetail,
    GamePage,
    GameSummary,
    TimelineEvent,
)
from referee.web.shapes.table import OutcomeState
from referee.web.state import variant_of


def game_page(
    store: Store, chosen: GameFilter, limit: int, offset: int, under_way: int | None
) -> GamePage:
    """One page of the list."""
    total = count_games(store, chosen)
    records = chosen_games(store, chosen, limit=limit, offset=offset)
    return GamePage(total, tuple(summary(each, under_way) for each in records))


def summary(record: GameRecord, under_way: int | None = None) -> GameSummary:
    """A game in a list."""
    end = record.outcome
    return GameSummary(
        id=record.id,
        game=record.game,
        title=find_game(record.game).title,
        variant=variant_of(record.game, record.options),
        seats=record.seats,
        player_ids=record.player_ids,
        begun_at=record.begun_at.isoformat(timespec="seconds"),
        ended_at=record.ended_at.isoformat(timespec="seconds") if record.ended_at else None,
        outcome=OutcomeState(end.termination, end.winners, end.scores) if end else None,
        is_under_way=record.id == under_way,
    )


def game_detail(store: Store, game_id: int, under_way: int | None) -> GameDetail:
    """One game with everything that may be known of it."""
    record = store.game(game_id)
    with store.open_game(game_id) as log:
        envelopes = tuple(log.envelopes())
    return GameDetail(
        record=summary(record, under_way),
        options=public_options(record.options),
        timeline=timeline(record, envelopes),
        evidence=_evidence(store.evidence.of_game(game_id), envelopes),
    )


def public_options(options: dict[str, Any]) -> dict[str, Any]:
    """What was agreed; what the referee sealed stays sealed."""
    return {name: value for name, value in options.items() if not name.startswith("sealed")}


def timeline(record: GameRecord, envelopes: Sequence[Envelope]) -> tuple[TimelineEvent, ...]:
    """Every event as everybody may know it, and whether it still counts."""
    discloser = Discloser(find_game(record.game), record.seats)
    live = {each.seq for each in live_envelopes(envelopes)}
    return tuple(
        TimelineEvent(discloser.disclose(each, None), each.seq in live) for each in envelopes
    )


def _evidence(kept: Sequence[Evidence], envelopes: Sequence[Envelope]) -> tuple[EvidenceInfo, ...]:
    """What was kept, each with the action that names it."""
    book, codec = EvidenceBook(), Codec(TABLE_EVENTS)
    for envelope in envelopes:
        if envelope.type.startswith("table-"):
            book.add(envelope.seq, cast("Event", codec.event_in(envelope)))
    return tuple(
        EvidenceInfo(
            name=each.name,
            about=each.about,
            seq=book.seq_of(each.name),
            kept_at=each.kept_at.isoformat(timespec="milliseconds"),
            files=tuple(file.file for file in each.files),
        )
        for each in kept
    )
