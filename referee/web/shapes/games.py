"""Games, their records and players on the wire."""

from typing import Annotated

import msgspec

from referee.events import JsonObject
from referee.games.pieces import PieceInfo
from referee.games.registry import OptionInfo
from referee.store.exports import Play
from referee.web.shapes.table import OutcomeState, PublicEvent
from referee.web.texts import Text

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Id = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class VariantInfo(msgspec.Struct, frozen=True):
    """A named set of options."""

    name: str
    options: JsonObject


class DieLook(msgspec.Struct, frozen=True):
    """A special die: each face once, and its colours. The picture of a face is ink on black."""

    kind: str
    faces: tuple[str, ...]
    body: str
    ink: str


class GameEntry(msgspec.Struct, frozen=True):
    """A game that can be played here; `numbers` replace those of the edition at this table.

    `needs_only_dice`: a camera and dice with pips are enough.
    `players` says by edition for how many it is; `pictures` lie at
    `/api/v1/catalogue/{name}/pictures/{picture}`.
    """

    name: str
    title: str
    min_players: int
    max_players: int
    is_companion: bool
    needs_only_dice: bool
    variants: tuple[VariantInfo, ...]
    options: tuple[OptionInfo, ...]
    editions: tuple[str, ...]
    players: dict[str, tuple[int, ...]]
    numbers: JsonObject
    pieces: tuple[PieceInfo, ...]
    dice: tuple[DieLook, ...]
    pictures: tuple[str, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """All games."""

    games: tuple[GameEntry, ...]


class RuleText(msgspec.Struct, frozen=True):
    """One rule; a refusal cites its `id`."""

    id: str
    title: Text
    text: Text


class GameRules(msgspec.Struct, frozen=True):
    """How a game is played: `short` and each `text` are paragraphs and lists of one level.

    Paragraphs stand apart by an empty line, and each item of a list begins with `- `.
    """

    short: Text
    rules: tuple[RuleText, ...]


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down; a guest has no `player_id`."""

    name: Name
    player_id: Id | None = None


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin: seats in clockwise order."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    seats: Annotated[tuple[SeatRequest, ...], msgspec.Meta(min_length=1, max_length=12)]
    options: JsonObject = {}


class GameBegun(msgspec.Struct, frozen=True):
    """The game that is under way now."""

    id: int


class GameSummary(msgspec.Struct, frozen=True):
    """A recorded game. Without an `outcome` but with `ended_at` it was given up.

    With `damage` it cannot be read, for this reason; what is not known of it is empty.
    """

    id: int
    game: str
    title: str
    variant: str
    seats: tuple[str, ...]
    player_ids: tuple[int | None, ...]
    begun_at: str
    ended_at: str | None
    outcome: OutcomeState | None
    is_under_way: bool
    damage: Text | None = None


class GamePage(msgspec.Struct, frozen=True):
    """Recorded games, newest first; `total` counts all that fit."""

    total: int
    games: tuple[GameSummary, ...]


class TimelineEvent(msgspec.Struct, frozen=True):
    """An event of a recorded game; `is_live` is false for what was taken back later."""

    event: PublicEvent
    is_live: bool


class EvidenceInfo(msgspec.Struct, frozen=True):
    """What was kept of a moment: files at `/api/v1/evidence/{name}/{file}`.

    `seq` is the action that names it; without one, nothing came of the moment.
    """

    name: str
    about: str
    seq: int | None
    kept_at: str
    files: tuple[str, ...]


class GameDetail(msgspec.Struct, frozen=True):
    """A recorded game with its timeline and what was kept of it."""

    record: GameSummary
    options: JsonObject
    timeline: tuple[TimelineEvent, ...]
    evidence: tuple[EvidenceInfo, ...]


class PlayerInfo(msgspec.Struct, frozen=True):
    """A profile."""

    id: int
    name: str
    colour: str
    created_at: str


class PlayerList(msgspec.Struct, frozen=True):
    """All profiles."""

    players: tuple[PlayerInfo, ...]


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile to add; the colour is written like `#0072b2`."""

    name: Name
    colour: Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")] = "#0072b2"


class PlayerChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What changes of a profile."""

    name: Name | None = None
    colour: Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None


class PlayerExport(msgspec.Struct, frozen=True):
    """All that is kept of a player: the profile, and one row for each finished game."""

    player: PlayerInfo
    games: tuple[Play, ...]


class PlayerDeleted(msgspec.Struct, frozen=True):
    """In how many games the player is a guest now; `copies` are older and still hold the name."""

    games: int
    copies: tuple[str, ...]
