"""The furniture of the table: the tower, what is left of everything, and what each seat has."""

from collections.abc import Iterator

from referee.games.magic_beanstalk.state import State
from referee.games.showing import AnyShown, Cards, Counter, DiceShown, Sign, TowerShown


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The table as this seat, or with None everybody, may see it."""
    seats = range(len(state.players))
    return (
        *_middle(state),
        *(item for owner in seats for item in _in_front_of(state, owner, viewer=seat)),
    )


def _middle(state: State) -> Iterator[AnyShown]:
    yield TowerShown(label="tower", pieces=state.tower)
    if state.turn.bare:
        yield Sign(label="giant-awake")
    if state.turn.hand:
        yield DiceShown(label="hand", kind="beanstalk", faces=state.turn.hand)
    yield Counter(label="round", count=state.round)
    yield Counter(label="pool", count=state.pool)
    yield Counter(label="cylinders", count=state.cylinders)
    yield Counter(label="castle", count=state.castle)
    yield Counter(label="deck", count=state.deck)


def _in_front_of(state: State, seat: int, viewer: int | None) -> Iterator[AnyShown]:
    player = state.players[seat]
    if seat in state.order:
        yield Counter(label="place", seat=seat, count=state.order.index(seat) + 1)
    if player.picked and (state.order or viewer == seat):
        yield Cards(label="card", seat=seat, cards=(str(player.picked),))
    elif player.picked:
        yield Cards(label="card", seat=seat, hidden=1)
    if player.played:
        yield Cards(label="played", seat=seat, cards=tuple(map(str, player.played)))
    yield Counter(label="sacks", seat=seat, count=player.sacks)
    yield Counter(label="tokens", seat=seat, count=player.tokens)
    if player.axe:
        yield Sign(label="axe", seat=seat)
    if state.bean == seat:
        yield Sign(label="bean", seat=seat)
    if state.eye_holder == seat:
        yield Sign(label="eye", seat=seat)
