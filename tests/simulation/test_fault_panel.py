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

    def ask(self, task: Callable[[Any], Any]) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(task(SimpleNamespace(snapshot=lambda: None)))
        return done

    def autoplay(self, *, pace: float) -> None:
        self.players = SimpleNamespace(pace=pace)

    def stop_autoplay(self) -> None:
        self.players = None


@pytest.fixture
def panel() -> FaultPanel:
    return FaultPanel(IdleTable(), None)  # type: ignore[arg-type]


def test_players_begin_at_the_pace_asked_for_and_change_it(panel: FaultPanel) -> None:
    panel.set_autoplay(is_on=True, pace=4.0)
    assert (panel.state().autoplay, panel.state().pace) == (True, 4.0)
    first = panel._running.players
    panel.set_autoplay(is_on=True, pace=0.5)
    assert panel.state().pace == 0.5
    # The same players go on: nobody sits down anew in the middle of a game.
    assert panel._running.players is first
    panel.set_autoplay(is_on=False, pace=1.0)
    assert (panel.state().autoplay, panel.state().pace) == (False, 1.0)


@pytest.mark.parametrize("motion", ["roll", "place"])
def test_hands_without_a_game_say_so_in_every_language(panel: FaultPanel, motion: str) -> None:
    with pytest.raises(InputError) as refused:
        panel.use_hands(motion, 0.9, {})
    for message in (refused.value.message, f"twin-nothing-to-{motion}"):
        assert language("en").say(message) != language("fr").say(message)
