"""Statistics of recorded games, and files for other programs."""

from typing import Annotated, Literal

from fastapi import Query
from starlette.concurrency import run_in_threadpool

from referee.store import exports
from referee.store.exports import MissingPartError, Play, plays, to_csv, to_jsonl, to_parquet
from referee.store.game_filter import GameFilter
from referee.store.statistics import Statistics, statistics
from referee.table.recorded_games import RecordedGames
from referee.web.feed import Feed
from referee.web.openapi import Media
from referee.web.requests import IdQuery, NameQuery, RequestRefused, Since, Until
from referee.web.routing import Download, FeedOf, MaySeeResults, Routes
from referee.web.texts import message_text

Format = Literal["csv", "jsonl", "parquet", "bgstats"]

_MEDIA = {
    "csv": ("text/csv; charset=utf-8", ".csv"),
    "jsonl": ("application/x-ndjson", ".jsonl"),
    "parquet": ("application/vnd.apache.parquet", ".parquet"),
    "bgstats": (exports.BGSTATS_MEDIA_TYPE, exports.BGSTATS_SUFFIX),
}
_WRITERS = {"csv": to_csv, "jsonl": to_jsonl, "parquet": to_parquet}
Export = Annotated[Download, Media(*(media.partition(";")[0] for media, _ in _MEDIA.values()))]

routes = Routes(tags=["statistics"])


@routes.get("/stats", response_description="The statistics.")
async def get_statistics(
    feed: FeedOf,
    _: MaySeeResults,
    *,
    player: IdQuery = None,
    game: NameQuery = None,
    since: Since = None,
    until: Until = None,
    table: NameQuery = None,
) -> Statistics:
    """Statistics of finished games; days are inclusive, in UTC. Damaged ones are left out."""
    chosen = GameFilter(player=player, game=game, since=since, until=until, table=table)
    return await run_in_threadpool(_counted, feed.parts.thread.table.recorded, chosen)


@routes.get("/export", response_description="The file.")
async def export(
    feed: FeedOf,
    _: MaySeeResults,
    *,
    file_format: Annotated[Format, Query(alias="format")] = "csv",
    player: IdQuery = None,
    game: NameQuery = None,
    since: Since = None,
    until: Until = None,
    game_id: IdQuery = None,
    table: NameQuery = None,
) -> Export:
    """Finished games as a file: a row for each player of each game, or for BG Stats."""
    chosen = GameFilter(
        player=player, game=game, since=since, until=until, game_id=game_id, table=table
    )
    content = await run_in_threadpool(_written, feed, chosen, file_format)
    media, suffix = _MEDIA[file_format]
    return Download(content, media, f"table-referee{suffix}")


def _counted(recorded: RecordedGames, chosen: GameFilter) -> Statistics:
    return statistics(recorded.facts(chosen), left_out=len(recorded.damaged(chosen)))


def _written(feed: Feed, chosen: GameFilter, file_format: Format) -> bytes:
    facts = feed.parts.thread.table.recorded.facts(chosen)
    if file_format == "bgstats":
        return exports.to_bgstats(facts, feed.parts.table_name)
    rows: list[Play] = plays(facts)
    try:
        return _WRITERS[file_format](rows)
    except MissingPartError:
        raise RequestRefused(409, message_text("web-no-parquet")) from None
