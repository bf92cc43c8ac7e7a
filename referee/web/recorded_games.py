"""Recorded games: lists, and one game with its timeline as everybody may know it."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from referee.events import Envelope, JsonObject
from referee.games.base import AnyState
from referee.games.registry import find_game, games
from referee.store.evidence import Evidence
from referee.store.game_facts import live_envelopes
from referee.store.game_filter import GameFilter, chosen_games, count_games
from referee.store.games import GameRecord, StoredGame
from referee.store.troubles import DamagedGameError, Harm, harmed
from referee.table.history import EvidenceBook
from referee.table.table import Table
from referee.web.public_events import Discloser
from referee.web.shapes.games import EvidenceInfo, GameDetail, GamePage, GameSummary, TimelineEvent
from referee.web.shapes.table import OutcomeState
from referee.web.state import variant_of
from referee.web.texts import Text, in_all_languages


def game_page(
    table: Table, chosen: GameFilter, limit: int, offset: int, under_way: int | None
) -> GamePage:
    """One page of the list; damaged games stand in it with the reason."""
    if chosen.state == "damaged":
        damaged = table.recorded.damaged(chosen)
        total, found = len(damaged), damaged[offset : offset + limit]
    else:
        total = count_games(table.store, chosen)
        found = chosen_games(table.store, chosen, limit=limit, offset=offset)
    looks = [(each, table.recorded.look(each).damage) for each in found]
    return GamePage(
        total,
        tuple(
            game_summary(each.record(), under_way) if damage is None else _damaged(each, damage)
            for each, damage in looks
        ),
    )


def _damaged(stored: StoredGame, damage: DamagedGameError) -> GameSummary:
    """What is still known of a damaged game, and the reason."""
    why = in_all_languages(lambda words: words.error(damage))
    try:
        return _known(stored.record(), damage=why)
    except DamagedGameError:
        return GameSummary(stored.id, "", "", "", (), (), "", None, None, False, why)


def game_summary(record: GameRecord, under_way: int | None = None) -> GameSummary:
    """A game in a list."""
    end = record.outcome
    return msgspec.structs.replace(
        _known(record),
        variant=variant_of(record.game, record.options),
        outcome=OutcomeState(end.termination, end.winners, end.scores) if end else None,
        is_under_way=record.id == under_way,
    )


def _known(record: GameRecord, damage: Text | None = None) -> GameSummary:
    """What a record says without the rules of its game."""
    found = games().get(record.game)
    return GameSummary(
        id=record.id,
        game=record.game,
        title=record.game if found is None else found.title,
        variant="",
        seats=record.seats,
        player_ids=record.player_ids,
        begun_at=_timestamp(record.begun_at),
        ended_at=None if record.ended_at is None else _timestamp(record.ended_at),
        outcome=None,
        is_under_way=False,
        damage=damage,
    )


def _timestamp(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def game_detail(table: Table, game_id: int, under_way: int | None) -> GameDetail:
    """One game with everything that may be known of it."""
    found = table.recorded.read(game_id)
    record = found.record
    with harmed(game_id, Harm.RULES, event=0):
        return GameDetail(
            record=game_summary(record, under_way),
            options=public_options(record.options),
            timeline=_timeline(record, found.envelopes, found.history.state),
            evidence=_evidence_infos(table.store.evidence.of_game(game_id), found.history.evidence),
        )


def public_options(options: JsonObject) -> JsonObject:
    """What was agreed; what the referee sealed stays sealed."""
    return {name: value for name, value in options.items() if not name.startswith("sealed")}


def _timeline(
    record: GameRecord, envelopes: Sequence[Envelope], state: AnyState | None
) -> tuple[TimelineEvent, ...]:
    """Every event as everybody may know it, and whether it still counts."""
    discloser = Discloser(find_game(record.game), record.seats, state)
    live = {each.seq for each in live_envelopes(envelopes)}
    return tuple(
        TimelineEvent(discloser.disclose(each, None), each.seq in live) for each in envelopes
    )


def _evidence_infos(kept: Sequence[Evidence], book: EvidenceBook) -> tuple[EvidenceInfo, ...]:
    """What was kept, each with the action that names it."""
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
