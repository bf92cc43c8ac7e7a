"""Fields of actions and events say what they name, whatever they are called."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from referee.games.awaiting import (
    AwaitCards,
    AwaitChoice,
    AwaitDice,
    Awaiting,
    AwaitReset,
    AwaitTally,
    seats_asked,
)
from referee.games.base import Event, SeatAction
from referee.games.bohnanza.events import DealProposed
from referee.games.magic_beanstalk.events import CardsRevealed, TowerFell
from referee.games.naming import PLACE, SEAT, Place, Seat, kinds_named, names
from referee.games.registry import games
from referee.language import language


class Robbed(Event, frozen=True, tag="sack-stolen"):
    """An event whose fields have names of their own, told by a sentence of Magic Beanstalk."""

    seat: Seat
    victim: Seat | None
    rank: tuple[Seat, ...] = ()
    loot: tuple[Annotated[str, names("face")], ...] = ()
    plot: Place = 0


def test_a_field_names_what_its_type_says() -> None:
    named = {"seat": SEAT, "victim": SEAT, "rank": SEAT, "loot": "face", "plot": PLACE}
    assert kinds_named(Robbed) == named


def test_a_field_without_a_mark_is_called_by_its_own_name() -> None:
    kinds = kinds_named(DealProposed)
    assert (kinds["seat"], kinds["partner"]) == (SEAT, SEAT)
    assert (kinds["cards"], kinds["received"]) == ("card", "card")


def test_seats_of_any_field_are_called_by_their_players() -> None:
    words, seats = language("en"), ("Anna", "Ben")
    assert "Anna" in str(words.event("magic-beanstalk", Robbed(1, 0), seats))
    order = words.event("magic-beanstalk", CardsRevealed((4, 5), (1, 0)), seats)
    assert order == "The cards are open. The order is Ben and Anna."
    fell = words.event("magic-beanstalk", TowerFell(None, (0, 0), "replanting"), seats)
    assert fell is None or "Anna" not in fell


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_whatever_carries_a_seat_is_an_action_of_a_seat(game: object) -> None:
    for kind in game.actions:  # type: ignore[attr-defined]
        assert ("seat" in kind.__struct_fields__) is issubclass(kind, SeatAction)


@pytest.mark.parametrize(
    ("waiting", "seats"),
    [
        (None, ()),
        (AwaitReset(()), ()),
        (AwaitDice(2, 1, "pips", ("1",)), (2,)),
        (AwaitChoice((0, 1), "deal"), (0, 1)),
        (AwaitCards("reveal", 1, ("red",)), ()),
        (AwaitTally((1,), "sacks", (3,)), (1,)),
    ],
)
def test_whom_the_table_waits_for(waiting: Awaiting | None, seats: tuple[int, ...]) -> None:
    assert seats_asked(waiting) == seats


def test_a_tally_without_counts_has_its_old_form() -> None:
    assert msgspec.json.encode(AwaitTally((0,), "sacks")) == (
        b'{"type":"tally","seats":[0],"items":"sacks"}'
    )
