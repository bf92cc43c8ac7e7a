"""The table as one viewer may see it, what people tell it, and how it says no.

A request and the live socket get the same shape.
"""

from typing import Annotated, Any, Literal

import msgspec

from referee.events import JsonObject
from referee.games.awaiting import Awaiting, Piece
from referee.games.showing import AnyShown
from referee.table.orders import WireOrder
from referee.web.texts import Text


class Problem(msgspec.Struct, frozen=True):
    """Something cannot be done: one sentence with the next step; `detail` helps programs."""

    why_not: Text
    detail: str = ""


Role = Literal["spectator", "seat", "operator"]
Phase = Literal["idle", "playing", "over"]
OtherKind = Literal["camera", "simulated"]
QuestionTopic = Literal["count", "face", "thrown", "which-die", "fall", "axe", "plate"]


TimeOfDay = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9])?\Z", description="such as 23:30, or nothing"
    ),
]


class KioskState(msgspec.Struct, frozen=True):
    """How the table's own screen behaves; `attract_after_s` of rest bring the attract mode.

    From `dark_from` until `dark_until`, by the table's clock, it is dark while nobody is there;
    never if one of them is empty.
    """

    is_locked: bool = False
    attract_after_s: float = 300.0
    dark_from: TimeOfDay = ""
    dark_until: TimeOfDay = ""


class TableInfo(msgspec.Struct, frozen=True):
    """What does not change from move to move."""

    name: str
    is_simulated: bool
    language: str
    languages: tuple[str, ...]
    """What the page can be read in."""
    has_operator_pin: bool
    kiosk: KioskState
    is_dark: bool = False
    """Nobody is there in the hours in which the table's own screen is dark."""
    screen_volume: float | None = None
    """How loudly the table's own screen speaks; None: it does not."""
    addresses: tuple[str, ...] = ()
    """Where phones find the page, the best first; none if the table listens only to itself."""
    has_quick_start: bool = False
    """It has a camera and nothing else: its own screen begins with what that camera sees."""
    learns_faces: bool = False
    """Answers about dice with taught faces are kept with a picture of the die."""


class OtherTable(msgspec.Struct, frozen=True):
    """What this table can become: one with the computer's webcam, or the simulated one."""

    kind: OtherKind | None


class GameInfo(msgspec.Struct, frozen=True):
    """The game under way; `variant` is empty if the options are none of the named ones.

    `has_falls`: something may fall at any time, and people may say that it did.
    `card_names` tells whose names the cards have, where editions print different ones.
    """

    id: int
    name: str
    title: str
    variant: str
    has_falls: bool
    card_names: str = "a"


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where. `is_claimed`: a phone acts for this seat.

    `digits` let a phone take it; only the table's own screen and the operator are told.
    """

    seat: int
    name: str
    colour: str
    shape: str
    is_claimed: bool
    player_id: int | None
    digits: str = ""


class You(msgspec.Struct, frozen=True):
    """Who reads this. `may_act`: orders for any seat are taken, as on the table's own screen.

    `may_report`: what is awaited now may be told by hand; `may_answer`: the open question too.
    """

    role: Role
    seat: int | None
    may_act: bool
    may_operate: bool
    may_report: bool = False
    may_answer: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One legal action; post it as an `act` order."""

    action: JsonObject
    label: Text
    seat: int | None


class QuestionOption(msgspec.Struct, frozen=True):
    """One possible answer."""

    value: str
    label: Text


class QuestionState(msgspec.Struct, frozen=True):
    """What the table asks. Without an answer in `ends_in_s` it goes on with `otherwise`."""

    number: int
    topic: QuestionTopic
    text: Text
    options: tuple[QuestionOption, ...]
    has_picture: bool
    ends_in_s: float | None
    otherwise: str


class CountdownState(msgspec.Struct, frozen=True):
    """The formula on its way; `elapsed_s` is below 0 while hands leave the tower."""

    word: int
    elapsed_s: float
    duration_s: float


class TrayDieState(msgspec.Struct, frozen=True):
    """A die in the tray; `cutout` is the address of its picture, empty if there is none."""

    face: str
    certainty: str
    cutout: str


class TroubleState(msgspec.Struct, frozen=True):
    """A device that fails."""

    device: str
    text: Text
    is_by_hand: bool


class ActionState(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action that counts, for corrections: `faces` of a roll, `culprit` of a fall.

    `possible` are all faces that the dice of a roll have.
    `seat` is whose deed it was, if it was one player's; `piece` is what was placed.
    """

    seq: int
    label: Text
    kind: Literal["dice", "fall", "other"]
    by: str
    faces: tuple[str, ...] | None = None
    possible: tuple[str, ...] = ()
    culprit: int | None = None
    seat: int | None = None
    piece: Piece | None = None


class ReplayState(msgspec.Struct, frozen=True):
    """Pictures and curves of a moment of this game; `seq` is the action that it belongs to."""

    evidence: str
    about: str
    seq: int | None


class ToldState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence of the table; a refusal by the rules of the game says by which `rule`."""

    at_s: float
    topic: str
    text: Text
    rule: str | None = None


class OutcomeState(msgspec.Struct, frozen=True):
    """How the game ended. `treasures`: what each sack or chip was worth, by seat, if known."""

    termination: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    treasures: tuple[tuple[int, ...], ...] = ()


class TableState(msgspec.Struct, frozen=True):
    """Everything one viewer may see of the table now."""

    seq: Annotated[int, msgspec.Meta(ge=-1)]
    change: int
    now_s: float
    phase: Phase
    table: TableInfo
    game: GameInfo | None
    seats: tuple[SeatInfo, ...]
    you: You
    view: Any
    """The game's own view; the OpenAPI document lists those of all games."""
    shown: tuple[AnyShown, ...]
    """The furniture of the table, from which any screen can draw the game."""
    scores: tuple[int | None, ...]
    """What everybody may know of each seat's points; null: they are hidden until the end."""
    awaiting: Awaiting | None
    moment: str
    seat: int | None
    prompt: Text | None
    choices: tuple[Choice, ...]
    question: QuestionState | None
    countdown: CountdownState | None
    dice: tuple[TrayDieState, ...]
    rolled: tuple[str, ...]
    """The faces of the dice that still count, as far as the rules know."""
    troubles: tuple[TroubleState, ...]
    unsaved: Text | None
    actions: tuple[ActionState, ...]
    can_undo: bool
    replays: tuple[ReplayState, ...]
    outcome: OutcomeState | None
    told: tuple[ToldState, ...]


class PublicEvent(msgspec.Struct, frozen=True):
    """A recorded fact as this viewer may know it; `text` is null for what needs no words."""

    seq: int
    at: str
    cause: int | None
    type: str
    data: JsonObject
    text: Text | None


class StateMessage(msgspec.Struct, frozen=True, tag="state", tag_field="type"):
    """Over the socket: the table after a change, and what was recorded since the last message."""

    state: TableState
    events: tuple[PublicEvent, ...] = ()


class ToldMessage(msgspec.Struct, frozen=True, tag="told", tag_field="type"):
    """Over the socket: what the table says, as soon as it says it."""

    told: tuple[ToldState, ...]


class EventList(msgspec.Struct, frozen=True):
    """Events after a `seq`; `seq` is the newest there is."""

    seq: int
    events: tuple[PublicEvent, ...]


class OrderRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order and the `seq` that was on the screen when it was given; null: never mind."""

    order: WireOrder
    seen: Annotated[int, msgspec.Meta(ge=-1, le=2**53)] | None = None


class OrderTaken(msgspec.Struct, frozen=True):
    """The order was carried out; `seq` is the newest event now."""

    seq: int
    accepted: bool = True


class OrderRefused(msgspec.Struct, frozen=True):
    """The order was refused or came too late; `state` is how the table stands.

    `rule` is the id of the game's rule that says so, if it is one of the game.
    """

    why_not: Text
    state: TableState
    rule: str | None = None
    accepted: bool = False
