"""Ten Thousand: set aside what scores, throw the rest again, and bank before nothing scores."""

from collections.abc import Iterator
from pathlib import Path

from referee.games.base import Game, Outcome
from referee.games.showing import AnyShown, Counter, DiceShown, Sign
from referee.games.ten_thousand import rules
from referee.games.ten_thousand.rules import State, TenThousandOptions
from referee.games.ten_thousand.simulated import SimulatedTenThousand


def shown(state: State, seat: int | None) -> tuple[AnyShown, ...]:
    """The goal, the dice, and what is at stake; names and scores are seen at every table."""
    return tuple(_shown(state))


def _shown(state: State) -> Iterator[AnyShown]:
    edition, total = state.rules.edition, state.total
    yield DiceShown(label="thrown", kind="pips", faces=state.thrown)
    yield DiceShown(label="aside", kind="pips", faces=state.aside)
    yield Counter(label="turn-total", count=total)
    yield Counter(label="worth", count=total - state.points)
    yield Counter(label="goal", count=edition.goal)
    if not state.is_in and state.phase != "over":
        yield Counter(label="entry", count=min(total, edition.entry), goal=edition.entry)
    if state.is_hot:
        yield Sign(label="hot-dice")
    if state.finisher is not None:
        yield Sign(label="last-round")


def view(state: State, seat: int | None) -> State:
    """Everything: nothing is hidden."""
    return state


GAME: Game[State, TenThousandOptions] = Game(
    contract=1,
    folder=Path(__file__).parent,
    name="ten-thousand",
    title="Ten Thousand",
    min_players=2,
    max_players=rules.MAX_PLAYERS,
    options=TenThousandOptions,
    variants={"standard": {}},
    refusals=rules.REFUSALS,
    setup=rules.setup,
    evolve=rules.evolve,
    awaiting=rules.awaiting,
    legal_actions=rules.legal_actions,
    judge=rules.judge,
    outcome=lambda s: Outcome.by_score("goal", s.scores) if s.phase == "over" else None,
    view=view,
    faults=rules.faults,
    simulated=SimulatedTenThousand,
    seats=lambda state: state.rules.names,
    scores=lambda state: state.scores,
    shown=shown,
    rolled=lambda state: state.rolled,
    tested_options={
        "another house": {
            "numbers": {
                "goal": 3000,
                "entry": 0,
                "more_alike": "add",
                "three_pairs": 0,
                "hot_dice": "must",
            }
        }
    },
)
