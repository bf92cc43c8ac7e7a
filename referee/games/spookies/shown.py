"""The furniture of the table: the house with its figures, and what each seat has."""

from collections.abc import Iterator

from referee.games.showing import AnyShown, Counter, DiceShown, Marker, Sign, Track
from referee.games.spookies.edition import FIGURES, GATE, NO_GHOST, SPACES
from referee.games.spookies.state import State

_COLUMNS = ("two-dice", "three-dice", "four-dice", "fines")


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The table as everybody sees it: no chip's value is known to anybody."""
    return (*_middle(state), *_in_front_of_seats(state))


def _middle(state: State) -> Iterator[AnyShown]:
    yield _house(state)
    if state.faces:
        yield DiceShown(label="rolled", kind="pips", faces=state.faces)
    yield Counter(label="reserve", count=state.reserve)


def _house(state: State) -> Track:
    """From the gate up to the attic; each floor with its rewards and the chips that lie there."""
    markers = [
        Marker(space - GATE, figure, is_chosen=index == state.figure)
        for index, (figure, space) in enumerate(zip(FIGURES, state.figures, strict=True))
    ]
    if state.ghost != NO_GHOST:
        markers.append(Marker(state.ghost - GATE, "ghost"))
    floors = zip(state.rules.edition.rewards.rows(), state.fines, strict=True)
    return Track(
        label="house",
        spaces=("gate", *map(str, SPACES)),
        markers=tuple(markers),
        notes=((), *((*rewards, fines) for rewards, fines in floors)),
        columns=_COLUMNS,
    )


def _in_front_of_seats(state: State) -> Iterator[AnyShown]:
    for seat, player in enumerate(state.players):
        yield Counter(label="chips", seat=seat, count=player.chips)
        if player.joker:
            yield Sign(label="joker", seat=seat)
