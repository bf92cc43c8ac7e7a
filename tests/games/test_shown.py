"""What a table shows of every game: it has its words, and it gives nothing away."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from referee.conformance.cases import Case, cases_of, play
from referee.games import bohnanza, haricots
from referee.games.base import AnyGame, fold
from referee.games.bohnanza.actions import ProposeDeal
from referee.games.haricots.actions import WriteRound
from referee.games.magic_beanstalk.actions import PickCard
from referee.games.registry import games
from referee.games.showing import AnyShown, Cards, DiceShown, Pile, ScoreTable, TowerShown, Track
from referee.language import language, languages
from tests.games.bohnanza_table import after, table
from tests.games.test_haricots_refusals import sheet


def names_in(item: AnyShown) -> Iterator[tuple[str, str]]:
    """The kind and name of everything in it that needs a word."""
    yield "show", item.label
    match item:
        case Cards():
            yield from (("card", card) for card in item.cards)
        case Pile():
            yield from (("card", card) for card in (item.top,) if card is not None)
        case DiceShown():
            yield from (("face", face) for face in item.faces)
        case TowerShown():
            yield from (("piece", piece.kind) for piece in item.pieces)
            yield from (("face", piece.face) for piece in item.pieces if piece.face is not None)
        case Track():
            yield from (("space", space) for space in item.spaces)
            yield from (("column", column) for column in item.columns)
            yield from (("piece", marker.name) for marker in item.markers)
        case ScoreTable():
            yield from (("row", row) for row in item.rows)
            yield from (("column", column) for column in item.columns)


def missing_words(game: AnyGame, items: tuple[AnyShown, ...]) -> set[str]:
    """The messages that no language may lack; a name without a letter says itself."""
    messages = {
        f"{game.name}-{kind}-{name}"
        for item in items
        for kind, name in names_in(item)
        if any(letter.isalpha() for letter in name)
    }
    return {
        f"{code}: {message}"
        for code in languages()
        for message in messages
        if not language(code).has(message)
    }


def assert_is_well_formed(item: AnyShown, seats: int) -> None:
    assert item.seat is None or 0 <= item.seat < seats
    match item:
        case Track():
            assert all(0 <= marker.space < len(item.spaces) for marker in item.markers)
            assert not item.notes or len(item.notes) == len(item.spaces)
            assert all(len(notes) in (0, len(item.columns)) for notes in item.notes)
        case ScoreTable():
            assert len(item.cells) == len(item.rows)
            assert all(len(row) == (len(item.columns) or seats) for row in item.cells)


@pytest.mark.parametrize("case", [case for name in games() for case in cases_of(name)], ids=str)
def test_everything_shown_has_its_word_and_its_place(case: Case) -> None:
    game = case.game
    decoder = msgspec.json.Decoder(tuple[AnyShown, ...])
    for step in play(case).steps:
        for viewer in (None, 0):
            items = game.shown(step.after, viewer)
            assert items
            assert not missing_words(game, items)
            for item in items:
                assert_is_well_formed(item, case.players)
            assert decoder.decode(msgspec.json.encode(items)) == items


def test_a_picked_card_lies_face_down_for_the_others() -> None:
    game = games()["magic-beanstalk"]
    state = fold(game, game.setup(("Anna", "Ben"), game.options()))
    state = fold(game, game.judge(state, PickCard(0, 6)).events, state)
    assert Cards(label="card", seat=0, cards=("6",)) in game.shown(state, 0)
    for viewer in (None, 1):
        assert Cards(label="card", seat=0, hidden=1) in game.shown(state, viewer)


def test_a_field_says_when_it_sells_for_more() -> None:
    state = table(4, {0: [("blue", 4), ("cocoa", 4)]})
    piles = [item for item in bohnanza.GAME.shown(state, None) if isinstance(item, Pile)]
    grown = [(pile.top, pile.next_at) for pile in piles if pile.seat == 0 and pile.top]
    assert grown == [("blue", 6), ("cocoa", None)]


@pytest.mark.parametrize(
    ("deal", "labels"),
    [
        (ProposeDeal(0, 1, ("soy",), (), ("chili",)), ["asked-for", "offered"]),
        (ProposeDeal(1, 0, ("soy",), ("chili",)), ["offers", "asks-for"]),
    ],
)
def test_a_proposed_deal_lies_in_front_of_the_partner_of_the_active_player(
    deal: ProposeDeal, labels: list[str]
) -> None:
    state = after(table(4, phase="dealing", open_cards=("soy", "red")), deal)
    gives, gets = [item for item in bohnanza.GAME.shown(state, None) if item.seat == 1][-2:]
    assert [gives.label, gets.label] == labels
    assert isinstance(gives, Cards)
    assert isinstance(gets, Cards)
    assert (gives.cards, gets.cards) == (("chili",), ("soy",))


def test_a_score_sheet_shows_every_round_and_the_sums() -> None:
    (sheet_table, *_) = haricots.GAME.shown(sheet(WriteRound(0, (1, 0, 0), (0, 4, 7))), None)
    assert isinstance(sheet_table, ScoreTable)
    assert sheet_table.rows == ("1", "chips", "negative", "points")
    assert [cell.value for cell in sheet_table.cells[0]] == [3, -4, -7]
    assert [cell.value for cell in sheet_table.cells[-1]] == [3, -4, -7]
