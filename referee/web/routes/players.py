"""Players with a profile, and what everybody may know of how it is kept."""

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.concurrency import run_in_threadpool

from referee.errors import InputError
from referee.store.backup import copies_with
from referee.store.exports import plays
from referee.store.game_filter import GameFilter
from referee.store.players import Player as Profile
from referee.web.requests import Id, IdempotencyKey, RequestRefused
from referee.web.routing import (
    Anybody,
    FeedOf,
    MaySeeResults,
    Operator,
    RepeatedOf,
    Routes,
    Screen,
)
from referee.web.shapes.games import (
    NewPlayer,
    PlayerChange,
    PlayerDeleted,
    PlayerExport,
    PlayerInfo,
    PlayerList,
)
from referee.web.shapes.operator import PrivacyInfo
from referee.web.texts import message_text

routes = Routes(tags=["players"])


@routes.get("/players", response_description="Everybody.")
async def get_players(feed: FeedOf, _: MaySeeResults) -> PlayerList:
    """All profiles, in the order in which they came."""
    players = await run_in_threadpool(feed.store.players.all)
    return PlayerList(tuple(map(_info, players)))


@routes.post("/players", status_code=201, response_description="The new profile.")
async def add_player(
    feed: FeedOf,
    repeated: RepeatedOf,
    viewer: Screen,
    new: NewPlayer,
    key: IdempotencyKey = None,
) -> PlayerInfo:
    """Add a profile."""

    async def add() -> PlayerInfo:
        return _info(await run_in_threadpool(feed.store.players.add, new.name, new.colour))

    return await repeated.answer(viewer, key, PlayerInfo, add)


@routes.patch("/players/{player_id}", response_description="The profile as it is now.")
async def change_player(feed: FeedOf, _: Screen, player_id: Id, change: PlayerChange) -> PlayerInfo:
    """Change the name or the colour; games already played keep the old name."""
    book = feed.store.players
    with _known():
        await run_in_threadpool(book.get, player_id)
    changed = await run_in_threadpool(
        lambda: book.change(player_id, name=change.name, colour=change.colour)
    )
    return _info(changed)


@routes.get("/privacy", response_description="Now.")
async def get_privacy(feed: FeedOf, _: Anybody) -> PrivacyInfo:
    """Who may look, whether films show more than the tray, and when players were deleted."""
    kept = await run_in_threadpool(feed.store.deletions)
    privacy = feed.parts.settings.settings().privacy
    is_on_server = feed.store.address.file is None
    return PrivacyInfo(privacy, is_on_server, kept, feed.parts.has_markers)


@routes.get("/players/{player_id}/export", response_description="The file.")
async def export_player(feed: FeedOf, _: Operator, player_id: Id) -> PlayerExport:
    """All that is kept of a player: the profile, and the finished games with their results."""
    with _known():
        player = await run_in_threadpool(feed.store.players.get, player_id)
    recorded = feed.parts.thread.table.recorded
    facts = await run_in_threadpool(recorded.facts, GameFilter(player=player_id))
    own = tuple(row for row in plays(facts) if row.player_id == player_id)
    return PlayerExport(_info(player), own)


@routes.delete("/players/{player_id}", response_description="The player is gone.")
async def delete_player(feed: FeedOf, _: Operator, player_id: Id) -> PlayerDeleted:
    """Delete a profile for good; in all games the player is a guest from now on."""
    store = feed.store
    with _known():
        games = await feed.ask(
            lambda table: store.delete_player(player_id, under_way=table.game_id)
        )
    await run_in_threadpool(store.compact)
    places = store.address, feed.parts.backup_folder
    return PlayerDeleted(games, await run_in_threadpool(copies_with, player_id, *places))


@contextmanager
def _known() -> Iterator[None]:
    try:
        yield
    except InputError:
        raise RequestRefused(404, message_text("web-no-such-player")) from None


def _info(player: Profile) -> PlayerInfo:
    created = player.created_at.isoformat(timespec="seconds")
    return PlayerInfo(player.id, player.name, player.colour, created)
