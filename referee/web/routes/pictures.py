"""The pictures that lie in a game's folder: its cover, cards, pieces and the faces of its dice.

A game may come from anywhere, so its drawings are shown and can do nothing: no scripts, nothing
fetched. Only listed files are looked up, so no address leads to any other file.
"""

from functools import cache
from typing import Annotated

from fastapi import Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from referee.games.registry import find_game
from referee.web.openapi import Media
from referee.web.requests import RequestRefused
from referee.web.routing import Anybody, Routes
from referee.web.texts import message_text

_PATTERNS = ("cover.svg", "cards/*.svg", "cards/*.png", "pieces/*.svg", "dice/*/*.png")
_TYPES = {".svg": "image/svg+xml", ".png": "image/png"}
_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "no-cache",
}

routes = Routes(tags=["games"])
GameName = Annotated[str, Path(max_length=60)]
PictureName = Annotated[str, Path(max_length=200)]


# The folder of an installed game stays what it is while the table runs.
@cache
def pictures_of(name: str) -> tuple[str, ...]:
    """The pictures of a game, as paths below its folder."""
    folder = find_game(name).folder
    found = (path for pattern in _PATTERNS for path in folder.glob(pattern) if path.is_file())
    return tuple(sorted(path.relative_to(folder).as_posix() for path in found))


@routes.get("/catalogue/{game}/pictures/{path:path}", response_description="The picture.")
async def get_picture(
    _: Anybody, game: GameName, path: PictureName
) -> Annotated[Response, Media(*_TYPES.values())]:
    """One picture of a game; the catalogue lists them."""
    found = find_game(game)
    if path not in await run_in_threadpool(pictures_of, found.name):
        raise RequestRefused(404, message_text("web-no-such-place"))
    file = found.folder / path
    return FileResponse(file, media_type=_TYPES[file.suffix], headers=_HEADERS)
