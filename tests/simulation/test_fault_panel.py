"""What onlookers of a simulated table ask for: players at a pace, and hands that may be idle."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from referee.errors import InputError
from referee.language import language
from referee.simulation.fault_panel import FaultPanel


class IdleTable:
    """No game is under way; simulated players are only noted down."""

    def __init__(self) -> None:
        self.players: Any = None

    def ask(self, deed: Callable[[Any], Any]) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(deed(SimpleNamespace(snapshot=lambda: None)))
        return done

    def autoplay(self, *, pace: float) -> None:
        self.players = SimpleNamespace(pace=pace)

    def stop_autoplay(self) -> None:
        self.players = None


@pytest.fixture
def desk() -> FaultPanel:
    return FaultPanel(IdleTable(), None)  # type: ignore[arg-type]


def test_players_begin_at_the_pace_asked_for_and_change_it(desk: FaultPanel) -> None:
    desk.set_autoplay(is_on=True, pace=4.0)
    assert (desk.state().autoplay, desk.state().pace) == (True, 4.0)
    first = desk._running.players
    desk.set_autoplay(is_on=True, pace=0.5)
    assert desk.state().pace == 0.5
    # The same players go on: nobody sits down anew in the middle of a game.
    assert desk._running.players is first
    desk.set_autoplay(is_on=False, pace=1.0)
    assert (desk.state().autoplay, desk.state().pace) == (False, 1.0)


@pytest.mark.parametrize("deed", ["roll", "place"])
def test_hands_without_a_game_say_so_in_every_language(desk: FaultPanel, deed: str) -> None:
    with pytest.raises(InputError) as refused:
        desk.use_hands(deed, 0.9, {})
    for message in (refused.value.message, f"twin-nothing-to-{deed}"):
        assert language("en").say(message) != language("fr").say(message)
