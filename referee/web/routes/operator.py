"""The operator: PIN, settings, editions, learned faces, backup and restart."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Path
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.store.thinning import Kind, Shelved, shelved
from referee.web.access.authentication import LONGEST_SESSION_S, Access
from referee.web.access.pins import OWN_SCREEN
from referee.web.feed import Feed
from referee.web.requests import RequestRefused, wait_first
from referee.web.routing import Anybody, ClientOf, FeedOf, Operator, Routes, TokenOf
from referee.web.shapes import operator
from referee.web.texts import message_text

routes = Routes(tags=["operator"], prefix="/operator")


async def _guesser(
    connection: HTTPConnection, feed: FeedOf, viewer: Anybody, client: ClientOf
) -> str:
    """A token that has ended does not make a stranger of the table's own screen."""
    without_token = feed.parts.access.viewer(connection, "", feed.game_id)
    return OWN_SCREEN if without_token.may_act or viewer.may_act else client


Guesser = Annotated[str, Depends(_guesser)]


@routes.post("/login", response_description="Welcome.")
async def login(
    feed: FeedOf, _: Anybody, guesser: Guesser, asked: operator.LoginRequest
) -> operator.Token:
    """Log in with the PIN; wrong ones make you wait (429, `Retry-After`)."""
    access = feed.parts.access
    if not access.pin.is_set:
        raise RequestRefused(409, message_text("web-no-pin"))
    await _check_pin(access, guesser, asked.pin)
    return operator.Token(access.sessions.begin(), LONGEST_SESSION_S)


@routes.post("/logout", response_description="Good-bye.")
async def logout(feed: FeedOf, _: Anybody, token: TokenOf) -> operator.Done:
    """Log out."""
    ended = feed.parts.access.sessions.end(token)
    if ended is not None:
        feed.disconnect_token(ended)
    return operator.Done()


@routes.post("/pin", response_description="The PIN is set; everybody logs in anew.")
async def change_pin(
    feed: FeedOf, _: Operator, guesser: Guesser, asked: operator.PinRequest
) -> operator.Done:
    """Set the PIN, or change it with the old one."""
    access = feed.parts.access
    if access.pin.is_set:
        await _check_pin(access, guesser, asked.old)
    await run_in_threadpool(access.pin.change, asked.new)
    access.sessions.end_all()
    feed.disconnect(lambda viewer: viewer.role == "operator")
    await feed.refresh()
    return operator.Done()


async def _check_pin(access: Access, guesser: str, pin: str) -> None:
    """One by one, so that many wrong ones at once are all counted, and no right one is."""
    async with access.lockout.turn(guesser):
        wait_s = access.lockout.wait_s(guesser)
        if wait_s > 0:
            raise wait_first(wait_s)
        if not await run_in_threadpool(access.pin.is_right, pin):
            access.lockout.fail(guesser)
            raise RequestRefused(401, message_text("web-wrong-pin"))
        access.lockout.succeed(guesser)


@routes.get("/settings", response_description="Now.")
async def get_settings(feed: FeedOf, _: Operator) -> operator.Settings:
    """What is set."""
    return feed.parts.settings.settings()


@routes.put("/settings", response_description="What is set now.")
async def put_settings(feed: FeedOf, _: Operator, settings: operator.Settings) -> operator.Settings:
    """Set everything anew; what is left out gets its default."""
    await run_in_threadpool(feed.parts.settings.change, settings)
    await feed.refresh()
    return settings


@routes.put("/editions/{game}", response_description="The numbers of this table.")
async def put_edition(
    feed: FeedOf,
    _: Operator,
    game: Annotated[str, Path(min_length=1, max_length=60)],
    asked: operator.EditionNumbers,
) -> operator.EditionNumbers:
    """The numbers of the box on this table, checked; none: those of the shipped edition."""
    await run_in_threadpool(_keep_numbers, feed, game, asked)
    return asked


def _keep_numbers(feed: Feed, name: str, asked: operator.EditionNumbers) -> None:
    """A game that could not be set up with these numbers says which of them is wrong."""
    game = find_game(name)
    options = parse_options(game, {"numbers": asked.numbers})
    game.setup(seat_names(game.max_players), options)
    feed.parts.settings.set_numbers(game.name, asked.numbers)


@routes.get("/evidence", response_description="Now.")
async def get_kept_evidence(feed: FeedOf, _: Operator) -> operator.KeptEvidence:
    """What is kept of rolls, of falls and of disputed moments, and from when the oldest is."""
    return await run_in_threadpool(_kept_evidence, feed)


def _kept_evidence(feed: Feed) -> operator.KeptEvidence:
    kinds: dict[Kind, list[Shelved]] = {}
    for entry in shelved(feed.store):
        kinds.setdefault(entry.kind, []).append(entry)
    return operator.KeptEvidence(tuple(_kept_kind(*each) for each in sorted(kinds.items())))


def _kept_kind(kind: Kind, kept: Sequence[Shelved]) -> operator.KeptKind:
    megabytes = sum(each.size_bytes for each in kept) // 1_000_000
    return operator.KeptKind(kind, len(kept), megabytes, kept[0].kept_at.date().isoformat())


@routes.get("/learned-faces", response_description="Now.")
async def get_learned_faces(feed: FeedOf, _: Operator) -> operator.LearnedFaces:
    """What the taught sets of dice learned from answers."""
    learned = feed.parts.learned
    return operator.LearnedFaces(0 if learned is None else learned.count)


@routes.delete("/learned-faces", response_description="It is forgotten.")
async def forget_learned_faces(feed: FeedOf, _: Operator) -> operator.LearnedFaces:
    """Go back to what was taught; dice are read by that alone at once."""
    learned = feed.parts.learned
    if learned is None:
        return operator.LearnedFaces(0)
    await run_in_threadpool(learned.forget)
    return operator.LearnedFaces(learned.count)


@routes.post("/backup", response_description="It is made.")
async def make_backup(feed: FeedOf, _: Operator) -> operator.BackupMade:
    """Make a backup now, while games go on."""
    if feed.parts.backup is None:
        raise RequestRefused(409, message_text("web-cannot-backup"))
    return operator.BackupMade(await run_in_threadpool(feed.parts.backup))


@routes.post("/restart", response_description="It starts anew.")
async def restart(feed: FeedOf, _: Operator) -> operator.Done:
    """Start the program anew; the game goes on where it stood."""
    if feed.parts.restart is None:
        raise RequestRefused(409, message_text("web-cannot-restart"))
    feed.parts.restart()
    return operator.Done()
