"""The furniture of the table: the cards in the middle, what each seat has, or the score sheet."""

from collections.abc import Iterator

from referee.games.haricots.edition import HIGH_FROM
from referee.games.haricots.score_sheet import sheet_points
from referee.games.haricots.state import GameOrSheet, Sheet, State
from referee.games.haricots.view import played_cards
from referee.games.showing import AnyShown, Cards, Cell, Counter, Pile, ScoreTable, Sign


def shown(state: GameOrSheet, seat: int | None) -> tuple[AnyShown, ...]:
    """The table, or the sheet, as everybody sees it: the referee knows nothing that is hidden."""
    if isinstance(state, Sheet):
        return _sheet(state)
    return (*_middle(state), *_in_front_of_seats(state))


def _middle(state: State) -> Iterator[AnyShown]:
    yield Counter(label="goal", count=state.rules.edition.chips_to_win)
    yield Counter(label="round", count=state.round)
    if state.table:
        yield Cards(label="laid", cards=state.table[-1].cards)
        yield Counter(label="to-beat", count=state.to_beat)
    else:
        yield Sign(label="free")
    if state.to_beat >= HIGH_FROM:
        yield Sign(label="high")
    played = played_cards(state)
    if played:
        counts = tuple([Cell(count) for count in played.values()])
        yield ScoreTable(label="seen", rows=("played",), cells=(counts,), columns=tuple(played))


def _in_front_of_seats(state: State) -> Iterator[AnyShown]:
    for seat, hand in enumerate(state.hands):
        yield Cards(label="hand", seat=seat, hidden=hand)
        yield Pile(label="deck", seat=seat, count=state.decks[seat])
        if seat == state.owner:
            yield Sign(label="owner", seat=seat)
        if seat not in state.left:
            yield Sign(label="out", seat=seat)


def _sheet(sheet: Sheet) -> tuple[AnyShown, ...]:
    """What each round was worth, and the sums."""
    worth = sheet.rules.edition.chip_points
    rounds = [
        [
            worth * chips - negative
            for chips, negative in zip(line.chips, line.negative, strict=True)
        ]
        for line in sheet.lines
    ]
    sums = {"chips": sheet.chips, "negative": sheet.negative, "points": sheet_points(sheet)}
    table = ScoreTable(
        label="sheet",
        rows=(*(str(number + 1) for number in range(len(rounds))), *sums),
        cells=tuple([tuple(map(Cell, row)) for row in (*rounds, *sums.values())]),
    )
    return (
        table,
        Counter(label="chips-left", count=sheet.chips_left),
        Counter(label="points-left", count=sheet.points_left),
    )
