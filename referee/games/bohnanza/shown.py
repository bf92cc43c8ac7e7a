"""The furniture of the table: piles, open cards and proposals, and everybody's fields."""

from collections.abc import Iterator

from referee.games.bohnanza.events import DealProposed
from referee.games.bohnanza.state import Field, State
from referee.games.showing import AnyShown, Cards, Counter, Pile

_FIELDS = ("field-1", "field-2", "field-3")


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The table as everybody sees it: the referee never learns a hidden card."""
    seats = range(len(state.players))
    return (
        *_middle(state),
        *(item for owner in seats for item in _in_front_of(state, owner)),
        *(item for proposal in state.proposals for item in _proposed(state, proposal)),
    )


def _middle(state: State) -> Iterator[AnyShown]:
    yield Pile(label="draw", count=state.draw)
    yield Counter(label="piles", count=state.rules.table.exhaustions - state.exhaustions)
    yield Cards(label="open", cards=state.open_cards)
    top = state.discard[-1] if state.discard else None
    yield Pile(label="discard", count=len(state.discard), top=top)


def _in_front_of(state: State, seat: int) -> Iterator[AnyShown]:
    player = state.players[seat]
    for label, field in zip(_FIELDS, player.fields, strict=False):
        yield Pile(
            label=label,
            seat=seat,
            count=field.count,
            top=field.card or None,
            next_at=_next_step(state, field),
        )
    if player.aside:
        yield Cards(label="aside", seat=seat, cards=player.aside)
    yield Cards(label="hand", seat=seat, hidden=player.hand)


def _next_step(state: State, field: Field) -> int | None:
    """BO-3: with how many cards the field sells for more than now; None if it never does."""
    if not field.count:
        return None
    payout = state.rules.beans.payout[field.card]
    now = payout[field.count]
    return next((count for count, coins in enumerate(payout) if coins > now), None)


def _proposed(state: State, proposal: DealProposed) -> Iterator[AnyShown]:
    """What the partner of the active player would give and get, and which of the two asked.

    Everybody deals with the active player only, so it lies in front of the other one.
    """
    is_asked = proposal.seat == state.active
    if is_asked:
        seat, gives, gets = proposal.partner, proposal.received, proposal.cards
    else:
        seat, gives, gets = proposal.seat, proposal.cards, proposal.received
    yield Cards(label="asked-for" if is_asked else "offers", seat=seat, cards=gives)
    yield Cards(label="offered" if is_asked else "asks-for", seat=seat, cards=gets)
