"""A table of Spookies for tests: says what happens at the table in the words of the rules.

    table = SpookiesTable("Tom", "Pierre")
    table.friend("bonflair").roll("3 4")
    assert table.chips("Tom") == 1
    table.refuses("SP-R14").stop("Pierre")

Every accepted action is folded into the state, and after every event the invariants must hold.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.games.base import Accepted, Action, Event, Refused, fold
from referee.games.parsing import parse_options
from referee.games.reports import ReportDice, ReportTally
from referee.games.spookies import GAME
from referee.games.spookies import actions as a
from referee.games.spookies.edition import FIGURES, GARDEN, SPACES
from referee.games.spookies.state import State
from referee.games.spookies.view import TableView


class Play:
    """What players and table can do. Without a player's name, the active one does it."""

    def __init__(self, table: SpookiesTable, act: Callable[[Action], None]) -> None:
        self._table = table
        self._act = act

    def do(self, action: Action) -> SpookiesTable:
        self._act(action)
        return self._table

    def _seat(self, name: str | None) -> int:
        return self._table.state.active if name is None else self._table.seat(name)

    def friend(self, face: str) -> SpookiesTable:
        return self.do(ReportDice((face,)))

    def figure(self, figure: str, by: str | None = None) -> SpookiesTable:
        return self.do(a.ChooseFigure(self._seat(by), figure))

    def dice(self, count: int, by: str | None = None) -> SpookiesTable:
        return self.do(a.ChooseDice(self._seat(by), count))

    def pips(self, faces: str) -> SpookiesTable:
        return self.do(ReportDice(tuple(faces.split())))

    def roll(self, faces: str) -> SpookiesTable:
        """Choose as many dice as there are pips, and roll them."""
        self.dice(len(faces.split()))
        return self.pips(faces)

    def stop(self, by: str | None = None) -> SpookiesTable:
        return self.do(a.StopTurn(self._seat(by)))

    def joker(self, by: str | None = None) -> SpookiesTable:
        return self.do(a.UseJoker(self._seat(by)))

    def keep(self, by: str | None = None) -> SpookiesTable:
        return self.do(a.KeepRoll(self._seat(by)))

    def take(self, by: str | None = None) -> SpookiesTable:
        return self.do(a.TakeFines(self._seat(by)))

    def leave(self, by: str | None = None) -> SpookiesTable:
        return self.do(a.LeaveFines(self._seat(by)))

    def ghost(self, space: int, by: str | None = None) -> SpookiesTable:
        return self.do(a.MoveGhost(self._seat(by), space))

    def count(
        self, name: str, total: int | None = None, values: str | None = None
    ) -> SpookiesTable:
        numbers = None if values is None else tuple(int(word) for word in values.split())
        return self.do(ReportTally(self._table.seat(name), total, numbers))


class SpookiesTable(Play):
    """One game. Options as keywords; `seed` shuffles digital chips."""

    def __init__(self, *names: str, seed: int = 1, **options: Any) -> None:
        super().__init__(self, self._accept)
        agreed = GAME.seal(parse_options(GAME, options), Random(seed))
        self.names = names
        self.events: list[Event] = list(GAME.setup(names, agreed))
        self.state: State = fold(GAME, self.events)
        self.latest: tuple[Event, ...] = tuple(self.events)

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def judge(self, action: Action) -> Accepted | Refused:
        return GAME.judge(self.state, action)

    def _accept(self, action: Action) -> None:
        ruling = self.judge(action)
        assert isinstance(ruling, Accepted), f"{action} was refused: {ruling}"
        for event in ruling.events:
            self.state = GAME.evolve(self.state, event)
            assert list(GAME.faults(self.state)) == [], f"after {event}"
        self.events += ruling.events
        self.latest = ruling.events

    def refuses(self, rule: str, reason: str | None = None) -> Play:
        """What follows is refused by this rule, and nothing changes."""

        def refuse(action: Action) -> None:
            ruling = self.judge(action)
            assert isinstance(ruling, Refused), f"{action} was accepted"
            assert ruling.rule == rule
            assert reason is None or ruling.reason == reason

        return Play(self, refuse)

    def arrange(
        self,
        *,
        figures: dict[str, int] | None = None,
        chips: dict[str, int] | None = None,
        fines: dict[int, int] | None = None,
        reserve: int | None = None,
        **fields: Any,
    ) -> SpookiesTable:
        """Put a position on the table; chips that are nowhere else lie in the reserve.

        With a `reserve`, the chips that are left over go to the last player.
        """
        state = self.state
        places = dict(zip(FIGURES, state.figures, strict=True)) | (figures or {})
        owned = [(chips or {}).get(name, 0) for name in self.names]
        lying = [(fines or {}).get(space, 0) for space in SPACES]
        over = state.rules.in_play - sum(owned) - sum(lying)
        if reserve is not None:
            owned[-1] += over - reserve
            over = reserve
        sealed = [*state.sealed]
        values = [tuple(sealed.pop() for _ in range(count) if sealed) for count in owned]
        fine_values = [tuple(sealed.pop() for _ in range(count) if sealed) for count in lying]
        self.state = replace(
            state,
            players=tuple(
                replace(player, chips=count, values=own)
                for player, count, own in zip(state.players, owned, values, strict=True)
            ),
            reserve=over,
            sealed=tuple(sealed),
            figures=tuple(places[figure] for figure in FIGURES),
            fines=tuple(lying),
            fine_values=tuple(fine_values),
            **fields,
        )
        assert list(GAME.faults(self.state)) == []
        return self

    def view(self, seat: int | None) -> TableView:
        """What a seat, or everybody, may see."""
        view = GAME.view(self.state, seat)
        assert isinstance(view, TableView)
        return view

    def chips(self, name: str) -> int:
        return self.state.players[self.seat(name)].chips

    def space(self, figure: str) -> int:
        return self.state.figures[FIGURES.index(figure)]

    def fines(self, space: int) -> int:
        return self.state.fines[space - GARDEN]

    @property
    def turn(self) -> str:
        return self.names[self.state.active]

    @property
    def told(self) -> list[str]:
        """The names of the latest events."""
        return [str(event.__struct_config__.tag) for event in self.latest]
