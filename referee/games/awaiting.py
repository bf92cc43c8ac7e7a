"""What a table can wait for: the small closed vocabulary that connects rules to hardware.

Each word has its answer in `reports`, except `AwaitChoice`, which a seat answers with one of the
game's own actions. A new game speaks these words; camera, scale, voice and dashboard know them all.
"""

import msgspec


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A thing the hands on the table move: `die`, `token`, `cylinder`, `castle`, ...

    `face` is what a die shows, `seat` the owner of a piece that belongs to somebody.
    """

    kind: str
    face: str | None = None
    seat: int | None = None


class Await(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=str.lower):
    """The common root of everything the table can wait for."""


class AwaitDice(Await, frozen=True, tag="dice", omit_defaults=True):
    """`seat` rolls `count` dice of one `kind`; each shows one of `faces`.

    The tray is cleared before a roll. `keeps`: the dice of the rolls before stay in it; `again`:
    those of them are rolled again that show this face. With `at_least` the hand chooses which dice
    it throws again, from so many up to `count` of those that `Game.rolled` lists; the others stay,
    in the tray or set aside, and the report names them. Whoever rolls no more takes one of
    `legal_actions` instead.
    """

    seat: int
    count: int
    kind: str
    faces: tuple[str, ...]
    again: str | None = None
    keeps: bool = False
    at_least: int | None = None


class AwaitChoice(Await, frozen=True, tag="choice"):
    """One of `seats` (all of them, if the choice is common) decides; see `legal_actions`.

    `prompt` names the question in the language files. A `secret` choice is nobody else's business
    until the game reveals it.
    """

    seats: tuple[int, ...]
    prompt: str
    secret: bool = False


class AwaitPlacement(Await, frozen=True, tag="placement"):
    """`seat` puts one of these pieces on the tower."""

    seat: int
    pieces: tuple[Piece, ...]


class AwaitStability(Await, frozen=True, tag="stability"):
    """The last piece is on; the tower has to stand for this long."""

    seat: int
    duration_s: float


class AwaitReset(Await, frozen=True, tag="reset"):
    """The table is put back in order; exactly these pieces stand on the plate afterwards."""

    expected: tuple[Piece, ...]


class AwaitRemoval(Await, frozen=True, tag="removal"):
    """`seat` knocks pieces off the tower on purpose; any of `tower` (bottom to top) may go."""

    seat: int
    tower: tuple[Piece, ...]


class AwaitCards(Await, frozen=True, tag="cards"):
    """`count` cards appear face up in `zone`; each is one of `kinds`. `seat` moves them, if any."""

    zone: str
    count: int
    kinds: tuple[str, ...]
    seat: int | None = None


class AwaitTally(Await, frozen=True, tag="tally", omit_defaults=True):
    """These seats turn over their hidden cards or chips (`items` names them) and count.

    `counts` says how many each of them has, in the same order, where the game knows.
    """

    seats: tuple[int, ...]
    items: str
    counts: tuple[int, ...] = ()


Awaiting = (
    AwaitDice
    | AwaitChoice
    | AwaitPlacement
    | AwaitStability
    | AwaitReset
    | AwaitRemoval
    | AwaitCards
    | AwaitTally
)


def offers_choices(waiting: Awaiting | None) -> bool:
    """Whether one of `legal_actions` answers this: a choice, or dice that need not be thrown."""
    is_free = isinstance(waiting, AwaitDice) and waiting.at_least is not None
    return is_free or isinstance(waiting, AwaitChoice)


def seats_asked(waiting: Awaiting | None) -> tuple[int, ...]:
    """Whom the table waits for; nobody in particular while the table is put in order."""
    match waiting:
        case None | AwaitReset():
            return ()
        case AwaitChoice() | AwaitTally():
            return waiting.seats
    return () if waiting.seat is None else (waiting.seat,)
