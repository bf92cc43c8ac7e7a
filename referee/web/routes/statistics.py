"""Statistics of recorded games, and files for other programs."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from referee.store import exports
from referee.store.exports import MissingPartError, Play, plays, to_csv, to_jsonl, to_parquet
from referee.store.game_filter import GameFilter
from referee.store.statistics import Statistics, statistics
from referee.table.recorded_games import RecordedGames
from referee.web.feed import Feed
from referee.web.openapi import answers, answers_bytes
from referee.web.requests import RequestRefused, json_answer
from referee.web.texts import message_text

Format = Literal["csv", "jsonl", "parquet", "bgstats"]
PlayerId = Annotated[int | None, Query(ge=1, le=2**31 - 1)]
GameName = Annotated[str | None, Query(max_length=60)]
TableName = Annotated[str | None, Query(max_length=60)]
Since = Annotated[str | None, Query(alias="from", pattern=r"^\d{4}-\d{2}-\d{2}$")]
Until = Annotated[str | None, Query(alias="to", pattern=r"^\d{4}-\d{2}-\d{2}$")]

_MEDIA = {
    "csv": ("text/csv; charset=utf-8", ".csv"),
    "jsonl": ("application/x-ndjson", ".jsonl"),
    "parquet": ("application/vnd.apache.parquet", ".parquet"),
    "bgstats": (exports.BGSTATS_MEDIA_TYPE, exports.BGSTATS_SUFFIX),
}
_WRITERS = {"csv": to_csv, "jsonl": to_jsonl, "parquet": to_parquet}


def statistics_routes(hub: Feed) -> APIRouter:
    """`/stats` and `/export`."""
    router = APIRouter(tags=["statistics"])
    recorded = hub.parts.thread.table.recorded

    @router.get("/stats", response_class=Response, responses=answers(Statistics, "The statistics."))
    async def get_statistics(
        *,
        player: PlayerId = None,
        game: GameName = None,
        since: Since = None,
        until: Until = None,
        table: TableName = None,
    ) -> Response:
        """Statistics of finished games; days are inclusive, in UTC. Damaged ones are left out."""
        chosen = GameFilter(player=player, game=game, since=since, until=until, table=table)
        return json_answer(await run_in_threadpool(_counted, recorded, chosen))

    @router.get(
        "/export",
        response_class=Response,
        responses=answers_bytes(
            *(media.partition(";")[0] for media, _ in _MEDIA.values()), description="The file."
        ),
    )
    async def export(
        *,
        file_format: Annotated[Format, Query(alias="format")] = "csv",
        player: PlayerId = None,
        game: GameName = None,
        since: Since = None,
        until: Until = None,
        game_id: PlayerId = None,
        table: TableName = None,
    ) -> Response:
        """Finished games as a file: a row for each player of each game, or for BG Stats."""
        chosen = GameFilter(
            player=player, game=game, since=since, until=until, game_id=game_id, table=table
        )
        content = await run_in_threadpool(_written, hub, chosen, file_format)
        media, suffix = _MEDIA[file_format]
        disposition = f'attachment; filename="table-referee{suffix}"'
        headers = {"content-disposition": disposition, "cache-control": "no-store"}
        return Response(content, media_type=media, headers=headers)

    return router


def _counted(recorded: RecordedGames, chosen: GameFilter) -> Statistics:
    return statistics(recorded.facts(chosen), left_out=len(recorded.damaged(chosen)))


def _written(hub: Feed, chosen: GameFilter, file_format: Format) -> bytes:
    facts = hub.parts.thread.table.recorded.facts(chosen)
    if file_format == "bgstats":
        return exports.to_bgstats(facts, hub.parts.table_name)
    rows: list[Play] = plays(facts)
    try:
        return _WRITERS[file_format](rows)
    except MissingPartError:
        raise RequestRefused(409, message_text("web-no-parquet")) from None
