"""What must be true after every event (section 1 of the rules). Used by tests and simulations."""

from collections import Counter
from collections.abc import Iterator

from referee.games.magic_beanstalk.edition import CARDS, CYLINDERS, DICE, HAND, SACKS, TOKENS
from referee.games.magic_beanstalk.state import State

_WITHOUT_TOWER = ("replanting", "counting", "over")
_BETWEEN_TURNS = ("picking", "starting")


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    tower = Counter(piece.kind for piece in state.tower)
    yield from _piece_faults(state, tower)
    yield from _token_faults(state)
    yield from _card_faults(state)
    sacks = state.deck + sum(player.sacks for player in state.players)
    if sacks != SACKS:
        yield f"{sacks} sacks instead of {SACKS}"
    if state.rules.gold == "digital":
        yield from _sealed_faults(state)


def _piece_faults(state: State, tower: Counter[str]) -> Iterator[str]:
    dice = tower["die"] + state.pool + len(state.turn.hand)
    if dice != DICE:
        yield f"{dice} dice instead of {DICE}"
    if state.pool < 0 or state.cylinders < 0 or state.castle < 0 or state.deck < 0:
        yield "something was taken that was not there"
    if not tower["die"] and state.phase not in _WITHOUT_TOWER:
        yield "the tower has no first die"
    if tower["cylinder"] + state.cylinders != CYLINDERS:
        yield "the cylinders do not add up"
    if tower["castle"] + state.castle != 1:
        yield "the castle does not add up"
    if tower["castle"] and state.phase in _BETWEEN_TURNS:
        yield "the castle stands in the tower between two turns"
    if not state.pool and state.phase in _BETWEEN_TURNS:
        yield "the pool is empty at the start of a turn"


def _token_faults(state: State) -> Iterator[str]:
    placed = Counter(piece.seat for piece in state.tower if piece.kind == "token")
    for seat, player in enumerate(state.players):
        if placed[seat] + player.tokens != TOKENS:
            yield f"seat {seat} has {placed[seat]} + {player.tokens} tokens"


def _card_faults(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        cards = player.pile + player.hand + bool(player.picked) + len(player.played)
        if cards != CARDS or not 0 <= player.hand <= HAND or player.pile < 0:
            yield f"seat {seat} has {cards} cards, {player.hand} of them in the hand"
        if len(set(player.played)) != len(player.played):
            yield f"seat {seat} played a card twice"


def _sealed_faults(state: State) -> Iterator[str]:
    everywhere = Counter(state.sealed)
    for seat, player in enumerate(state.players):
        everywhere.update(player.gold)
        if len(player.gold) != player.sacks:
            yield f"seat {seat} has {player.sacks} sacks but {len(player.gold)} sealed values"
    if everywhere != Counter(state.rules.edition.sack_values()):
        yield "the sealed sacks are not those of the box"


def secrets(state: State) -> Iterator[str]:
    """Values nobody may see: every sealed sack until the game is over (MB-52)."""
    if state.phase == "over":
        return
    for value in {*state.sealed, *(value for p in state.players for value in p.gold)}:
        yield str(value)
