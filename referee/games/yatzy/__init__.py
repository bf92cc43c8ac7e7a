"""Yatzy: five dice, up to three rolls, a sheet to fill; Scandinavian rules, or American ones."""

from pathlib import Path

from referee.games.base import Game, Outcome
from referee.games.showing import AnyShown, Cell, Counter, DiceShown, ScoreTable, choice_of
from referee.games.yatzy import rules
from referee.games.yatzy.edition import UPPER, upper_sum
from referee.games.yatzy.rules import State, WriteRow, YatzyOptions
from referee.games.yatzy.simulated import SimulatedYatzy


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The sheets, with what each open row of the active seat would give, and the dice."""
    columns = [_column(state, each) for each in range(len(state.sheets))]
    return (
        ScoreTable(
            label="sheet",
            rows=tuple(columns[0]),
            cells=tuple(zip(*[column.values() for column in columns], strict=True)),
        ),
        DiceShown(label="dice", kind="pips", faces=state.dice),
        Counter(label="rolls-left", count=state.left),
    )


def _column(state: State, seat: int) -> dict[str, Cell]:
    """One sheet, row by row; the sums stand below the rows that they are of."""
    edition, sheet = state.rules.edition, state.sheets[seat]
    offered = rules.open_rows(state) if seat == state.active else {}
    cells = {row: Cell(points) for row, points in zip(edition.rows, sheet, strict=True)}
    cells |= {row: choice_of(WriteRow(seat, row), points) for row, points in offered.items()}
    sums = {"upper-sum": Cell(upper_sum(sheet)), "bonus": Cell(state.bonuses[seat] or None)}
    more = {"yatzy-bonus": Cell(state.yatzys[seat] or None)} if edition.yatzy_bonus else {}
    upper = {row: cells.pop(row) for row in UPPER}
    return upper | sums | cells | more


def view(state: State, seat: int | None) -> State:
    """Everything: nothing is hidden."""
    return state


GAME: Game[State, YatzyOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="yatzy",
    title="Yatzy",
    min_players=1,
    max_players=rules.MAX_PLAYERS,
    options=YatzyOptions,
    variants={"standard": {"edition": "standard"}, "american": {"edition": "american"}},
    refusals=rules.REFUSALS,
    setup=rules.setup,
    evolve=rules.evolve,
    awaiting=rules.awaiting,
    legal_actions=rules.legal_actions,
    judge=rules.judge,
    outcome=lambda s: Outcome.by_score("full", rules.scores(s)) if s.phase == "over" else None,
    view=view,
    faults=rules.faults,
    simulated=SimulatedYatzy,
    seats=lambda state: state.rules.names,
    scores=rules.scores,
    shown=shown,
    rolled=lambda state: state.dice,
)
