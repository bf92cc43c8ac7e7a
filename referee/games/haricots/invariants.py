"""What must be true after every event (sections 1 to 5 of the rules). For tests and simulations."""

from collections.abc import Iterator

from referee.games.haricots.edition import KIND_OF, card_values
from referee.games.haricots.score_sheet import sheet_faults
from referee.games.haricots.state import GameOrSheet, State, cards_aside, seats_after


def faults(state: GameOrSheet) -> Iterator[str]:
    """A sentence for every broken invariant."""
    if not isinstance(state, State):
        yield from sheet_faults(state)
        return
    yield from _card_faults(state)
    yield from _player_faults(state)
    yield from _table_faults(state)
    yield from _turn_faults(state)
    yield from _chip_faults(state)


def _card_faults(state: State) -> Iterator[str]:
    """HA-1, HA-12: what nobody has seen is in a hand, in a personal deck or aside."""
    hidden = sum(state.hands) + sum(state.decks) + cards_aside(state.rules)
    if sum(state.unseen) != hidden:
        yield f"{sum(state.unseen)} cards are unseen, but {hidden} are hidden"
    counts = state.rules.edition.cards.by_kind()
    if any(not 0 <= left <= all_ for left, all_ in zip(state.unseen, counts, strict=True)):
        yield "more cards of a value were played than exist"


def _player_faults(state: State) -> Iterator[str]:
    """HA-11, HA-31, HA-34: sizes of hands and decks; who is out has no deck."""
    edition = state.rules.edition
    for seat, (hand, deck) in enumerate(zip(state.hands, state.decks, strict=True)):
        if not 0 <= deck <= edition.deck:
            yield f"seat {seat} has {deck} cards in the personal deck"
        if not 0 <= hand <= edition.hand + edition.deck - deck:
            yield f"seat {seat} has {hand} cards in the hand"
        if seat not in state.left and deck:
            yield f"seat {seat} dropped out with cards in the personal deck"
        is_winning = seat == state.owner == state.active
        if not hand and not is_winning:
            yield f"seat {seat} has an empty hand, but has not won the round"


def _table_faults(state: State) -> Iterator[str]:
    """HA-20 to HA-25: equal cards, rising values, and the latest play is the one to beat."""
    to_beat, owner = 0, None
    for play in state.table:
        value = card_values(to_beat)[KIND_OF[play.cards[0]]] * len(play.cards)
        if len(set(play.cards)) != 1 or play.value != value or value <= to_beat:
            yield f"{play} does not beat {to_beat}"
        to_beat, owner = play.value, play.seat
    if (state.to_beat, state.owner) != (to_beat, owner):
        yield f"{state.to_beat} of seat {state.owner} is to beat, not {to_beat} of seat {owner}"


def _turn_faults(state: State) -> Iterator[str]:
    """HA-14, HA-31, HA-R5: nobody who is out has the turn or owns the play to beat."""
    left = state.left
    if not left:
        yield "everybody has dropped out"
    elif state.after != seats_after(left, len(state.hands)):
        yield f"after each other come {state.after}, but {left} are left"
    if state.active not in left:
        yield f"seat {state.active} has dropped out and has the turn"
    if state.owner is not None and state.owner not in left:
        yield f"seat {state.owner} has dropped out and owns the play to beat"


def _chip_faults(state: State) -> Iterator[str]:
    """HA-10, HA-15, HA-16, HA-42: a chip for every round, and the marker goes round."""
    chips = state.chips
    goal = state.rules.edition.chips_to_win
    if not state.round - 1 <= sum(chips) <= state.round:
        yield f"{sum(chips)} victory chips in round {state.round}"
    if max(chips) > goal or chips.count(goal) > 1:
        yield f"the victory chips are {chips}, but {goal} win"
    if state.phase == "over" and goal not in chips:
        yield "the game is over, but nobody has won it"
    if state.first != (state.rules.first + state.round - 1) % len(state.hands):
        yield f"seat {state.first} has the first-player marker in round {state.round}"
