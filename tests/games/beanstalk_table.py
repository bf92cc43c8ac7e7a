"""A table of Magic Beanstalk for tests: says what happens at the table in the words of the rules.

    table = BeanstalkTable("Anna", "Ben")
    table.pick(Anna=4, Ben=5)
    table.announce(3).roll("treasure trunk die").take_extra(0)
    table.stack("treasure token trunk cylinder die").stable()
    table.refuses("MB-30").announce(1)

Every accepted action is folded into the state, and after every event the invariants must hold.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.games.awaiting import Awaiting, Piece
from referee.games.base import Accepted, Action, Event, Refused, fold
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk import actions as a
from referee.games.magic_beanstalk.edition import (
    CASTLE,
    CYLINDER,
    CYLINDERS,
    DICE,
    DIE_PIECES,
    FIRST_DIE,
    SACKS,
    TOKENS,
)
from referee.games.magic_beanstalk.state import State
from referee.games.magic_beanstalk.view import TableView
from referee.games.parsing import parse_options
from referee.games.reports import (
    ReportDice,
    ReportFall,
    ReportPiece,
    ReportRemoval,
    ReportReset,
    ReportStable,
    ReportTally,
)


class Play:
    """What players and table can do. Without a player's name, the active one does it."""

    def __init__(self, table: BeanstalkTable, act: Callable[[Action], None]) -> None:
        self._table = table
        self._act = act

    def do(self, action: Action) -> BeanstalkTable:
        self._act(action)
        return self._table

    def _seat(self, name: str | None) -> int:
        return self._table.state.active if name is None else self._table.seat(name)

    def pick(self, **cards: int) -> BeanstalkTable:
        for name, value in cards.items():
            self._act(a.PickCard(self._table.seat(name), value))
        return self._table

    def announce(self, count: int, by: str | None = None) -> BeanstalkTable:
        return self.do(a.AnnounceDice(self._seat(by), count))

    def roll(self, faces: str) -> BeanstalkTable:
        return self.do(ReportDice(tuple(faces.split())))

    def take_extra(self, count: int, by: str | None = None) -> BeanstalkTable:
        return self.do(a.TakeExtraDice(self._seat(by), count))

    def stack(self, pieces: str) -> BeanstalkTable:
        """Pieces in order: faces for dice, `token` for the active player's own, and so on."""
        for word in pieces.split():
            self._act(ReportPiece(self._table.piece(word)))
        return self._table

    def stable(self) -> BeanstalkTable:
        return self.do(ReportStable())

    def collapse(self) -> BeanstalkTable:
        """The tower falls through the fault of the active player."""
        return self.do(ReportFall(self._table.state.active))

    def fall(self, by: str | None) -> BeanstalkTable:
        """The tower falls through somebody's fault, or nobody's."""
        return self.do(ReportFall(None if by is None else self._table.seat(by)))

    def replant(self) -> BeanstalkTable:
        return self.do(ReportReset())

    def raise_axe(self, by: str | None = None) -> BeanstalkTable:
        return self.do(a.RaiseAxe(self._seat(by)))

    def strike(self, dice: int = 0, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
        """These pieces fell because of the axe."""
        seats = [self._table.seat(name) for name, count in tokens.items() for _ in range(count)]
        fallen = (FIRST_DIE,) * dice + (CYLINDER,) * cylinders
        return self.do(ReportRemoval(fallen + tuple(Piece("token", seat=s) for s in seats)))

    def hide(self, by: str | None = None) -> BeanstalkTable:
        return self.do(a.Hide(self._seat(by)))

    def steal(self, victim: str, by: str | None = None) -> BeanstalkTable:
        return self.do(a.StealSack(self._seat(by), self._table.seat(victim)))

    def give_back(self, face: str, by: str | None = None) -> BeanstalkTable:
        return self.do(a.ReturnDie(self._seat(by), face))

    def reroll(self, by: str | None = None) -> BeanstalkTable:
        return self.do(a.RerollDice(self._seat(by)))

    def draw_bonus(self, by: str | None = None) -> BeanstalkTable:
        return self.do(a.DrawBonus(self._seat(by)))

    def give_eye(self, to: str, by: str | None = None) -> BeanstalkTable:
        return self.do(a.GiveEye(self._seat(by), self._table.seat(to)))

    def decline(self, by: str | None = None) -> BeanstalkTable:
        return self.do(a.DeclinePower(self._seat(by)))

    def count(self, who: str, total: int | None = None, *values: int) -> BeanstalkTable:
        return self.do(ReportTally(self._table.seat(who), total, values or None))


class BeanstalkTable(Play):
    """A game under way; digital gold is shuffled by a fixed seed."""

    def __init__(self, *names: str, **options: Any) -> None:
        super().__init__(self, self._accept)
        parsed = GAME.seal(parse_options(GAME, options), Random(7))
        self.names = names
        self.state: State = fold(GAME, GAME.setup(names, parsed))
        self.latest: tuple[Event, ...] = ()

    def _accept(self, action: Action) -> None:
        before = self.state
        ruling = GAME.judge(before, action)
        assert isinstance(ruling, Accepted), f"{action} was refused: {ruling}"
        for event in ruling.events:
            self.state = GAME.evolve(self.state, event)
            assert not list(GAME.faults(self.state)), event
        self.latest = ruling.events

    def refuses(self, rule: str, reason: str | None = None) -> Play:
        """What is played on the result must be refused by this rule and change nothing."""

        def expect_refusal(action: Action) -> None:
            before = self.state
            ruling = GAME.judge(before, action)
            assert isinstance(ruling, Refused), f"{action} was accepted"
            assert ruling.rule == rule, ruling
            assert reason in (None, ruling.reason)
            assert self.state == before

        return Play(self, expect_refusal)

    # What can be asked.

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def piece(self, word: str) -> Piece:
        fixed = {"cylinder": CYLINDER, "castle": CASTLE, **DIE_PIECES}
        return Piece("token", seat=self.state.active) if word == "token" else fixed[word]

    def latest_of(self, kind: type[Event]) -> list[Event]:
        """The events of this kind that the latest action brought."""
        return [event for event in self.latest if isinstance(event, kind)]

    def view(self, seat: int | None) -> TableView:
        """What a seat, or everybody, may see."""
        view = GAME.view(self.state, seat)
        assert isinstance(view, TableView)
        return view

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def awaiting(self) -> Awaiting | None:
        return GAME.awaiting(self.state)

    @property
    def legal(self) -> list[Action]:
        return list(GAME.legal_actions(self.state))

    @property
    def active(self) -> str:
        return self.names[self.state.active]

    @property
    def order(self) -> list[str]:
        return [self.names[seat] for seat in self.state.order]

    @property
    def bean(self) -> str:
        return self.names[self.state.bean]

    @property
    def sacks(self) -> dict[str, int]:
        players = zip(self.names, self.state.players, strict=True)
        return {name: player.sacks for name, player in players}

    @property
    def hands(self) -> list[int]:
        return [player.hand for player in self.state.players]

    @property
    def tower(self) -> str:
        """From bottom to top, above the first die: `treasure token:Anna trunk cylinder`."""
        return " ".join(self._word(piece) for piece in self.state.tower[1:])

    def _word(self, piece: Piece) -> str:
        if piece.seat is not None:
            return f"{piece.kind}:{self.names[piece.seat]}"
        return piece.face or piece.kind

    @property
    def dice(self) -> int:
        return sum(piece.kind == "die" for piece in self.state.tower)

    def tokens(self, name: str) -> int:
        """How many tokens of this player are in the tower."""
        seat = self.seat(name)
        return sum(piece.kind == "token" and piece.seat == seat for piece in self.state.tower)

    def may_announce(self) -> list[int]:
        return [action.count for action in self.legal if isinstance(action, a.AnnounceDice)]

    def may_take_extra(self) -> list[int]:
        return [action.count for action in self.legal if isinstance(action, a.TakeExtraDice)]

    # Positions that would take long to play.

    def with_tower(self, dice: int, cylinders: int = 0, **tokens: int) -> BeanstalkTable:
        """A tower of so many dice, with cylinders and tokens in it, between two turns."""
        assert self.phase in {"picking", "starting"}
        pieces = [FIRST_DIE]
        for name, count in tokens.items():
            pieces += [DIE_PIECES["treasure"], Piece("token", seat=self.seat(name))] * count
        pieces += [DIE_PIECES["trunk"], CYLINDER] * cylinders
        bare = dice - 1 - cylinders - sum(tokens.values())
        assert bare >= 0, "not enough dice for these pieces"
        pieces += [DIE_PIECES["die"]] * bare
        players = tuple(
            replace(player, tokens=TOKENS - tokens.get(name, 0))
            for name, player in zip(self.names, self.state.players, strict=True)
        )
        return self._set(
            players=players,
            tower=tuple(pieces),
            pool=DICE - dice,
            cylinders=CYLINDERS - cylinders,
        )

    def with_sacks(self, **sacks: int) -> BeanstalkTable:
        """So many sacks are drawn already; the rest of the thirty is the deck."""
        sealed = self.state.sealed
        players = []
        for name, player in zip(self.names, self.state.players, strict=True):
            count = sacks.get(name, 0)
            players.append(replace(player, sacks=count, gold=sealed[:count]))
            sealed = sealed[count:]
        deck = SACKS - sum(sacks.values())
        return self._set(players=tuple(players), sealed=sealed, deck=deck)

    def with_played(self, *cards: int) -> BeanstalkTable:
        """Everybody has played these cards in earlier rounds."""
        left = 7 - len(cards)
        players = tuple(
            replace(player, played=cards, hand=min(3, left), pile=max(0, left - 3))
            for player in self.state.players
        )
        return self._set(players=players, round=1 + len(cards))

    def _set(self, **changes: Any) -> BeanstalkTable:
        self.state = replace(self.state, **changes)
        assert not list(GAME.faults(self.state))
        return self
