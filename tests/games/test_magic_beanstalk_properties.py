"""What must hold for every deal, roll and tower, checked against plain retellings of the rules."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.awaiting import AwaitPlacement
from referee.games.magic_beanstalk import GAME
from referee.games.magic_beanstalk import events as e
from referee.games.magic_beanstalk.tower import payout
from referee.games.magic_beanstalk.turn import turn_order
from referee.games.parsing import parse_options
from referee.games.playout import play_out, seat_names
from referee.games.tallying import can_make
from tests.games.beanstalk_table import BeanstalkTable

FACES = ("eye", "die", "treasure", "trunk")
SEATS = st.integers(2, 5)
HANDS = st.lists(st.sampled_from(FACES), min_size=1, max_size=3)


@st.composite
def collapses(draw: st.DrawFn) -> tuple[tuple[int, ...], int, int]:
    """Tokens in the tower by seat, the culprit, and the sacks left."""
    count = draw(SEATS)
    tokens = draw(st.tuples(*[st.integers(0, 3)] * count))
    return tokens, draw(st.integers(0, count - 1)), draw(st.integers(1, 30))


@given(collapses())
def test_r13_a_payout_is_the_same_as_dealing_one_by_one(
    collapse: tuple[tuple[int, ...], int, int],
) -> None:
    tokens, culprit, deck = collapse
    owed = list(tokens)
    owed[culprit] = 0
    dealt: Counter[int] = Counter()
    seat = culprit
    while sum(owed) and sum(dealt.values()) < deck:
        seat = (seat + 1) % len(tokens)
        if owed[seat]:
            owed[seat] -= 1
            dealt[seat] += 1

    assert payout(tokens, culprit, deck) == dict(dealt)


@given(collapses())
def test_r13_a_payout_takes_no_more_than_there_is_and_is_even(
    collapse: tuple[tuple[int, ...], int, int],
) -> None:
    tokens, culprit, deck = collapse
    shares = payout(tokens, culprit, deck)
    owed = sum(tokens) - tokens[culprit]

    assert sum(shares.values()) == min(owed, deck)
    assert culprit not in shares
    assert all(0 < share <= tokens[seat] for seat, share in shares.items())
    most = max(shares.values(), default=0)
    left_out = [s for s in range(len(tokens)) if s != culprit and shares.get(s, 0) < tokens[s]]
    assert all(shares.get(seat, 0) >= most - 1 for seat in left_out)


@given(st.lists(st.integers(1, 7), min_size=2, max_size=5), st.data())
def test_mb23_the_order_is_a_walk_from_the_bean_for_every_value_in_turn(
    values: list[int], data: st.DataObject
) -> None:
    count = len(values)
    bean = data.draw(st.integers(0, count - 1))
    clockwise = [(bean + step) % count for step in range(count)]
    walked = [seat for value in range(1, 8) for seat in clockwise if values[seat] == value]

    assert turn_order(tuple(values), bean) == tuple(walked)


@given(st.integers(1, 7), st.integers(1, 11))
def test_r4_what_may_be_announced(card: int, pool: int) -> None:
    table = BeanstalkTable("Anna", "Ben").with_tower(12 - pool).pick(Anna=card, Ben=card)
    printed = table.state.rules.edition.cards[card - 1]
    allowed = table.may_announce()

    assert set(allowed) == ({n for n in printed if n <= pool} or {pool})
    assert allowed == sorted(allowed)


@given(st.lists(st.integers(1, 30), max_size=9), st.data())
def test_mb91_possible_totals_are_those_of_all_choices(box: list[int], data: st.DataObject) -> None:
    sacks = data.draw(st.integers(0, len(box)))
    unseen = tuple(Counter(box).items())

    possible = {total for total in range(sum(box) + 2) if can_make(unseen, sacks, total)}
    assert possible == {sum(c) for c in combinations(box, sacks)}


def retold_pieces(
    hand: list[str], tokens: int, cylinders: int, pool: int, is_bare: bool
) -> list[str]:
    """Section 4.2 retold: everything that goes on the tower, dice in this order."""
    pieces = []
    for face in hand:
        pieces.append(face)
        due = "" if is_bare else {"treasure": "token", "trunk": "cylinder"}.get(face, "")
        if due == "token" and not tokens:
            due = "cylinder"
        if due == "cylinder" and not cylinders:
            due = "castle"
        tokens -= due == "token"
        cylinders -= due == "cylinder"
        if due:
            pieces.append(due)
        if due == "castle":
            return pieces
    return pieces if pool else [*pieces, "castle"]


@given(HANDS, st.integers(0, 3), st.integers(0, 2), st.integers(0, 3))
def test_mb40_to_mb47_every_tower_is_built_as_the_rules_say(
    hand: list[str], placed: int, cylinders: int, spare: int
) -> None:
    dice = 12 - len(hand) - spare
    numbers = {"cards": [[1, 2, 3]] * 7}
    table = BeanstalkTable("Anna", "Ben", numbers=numbers).with_tower(dice, cylinders, Anna=placed)
    table.pick(Anna=1, Ben=1).announce(len(hand)).roll(" ".join(hand))
    if table.phase == "extra":
        table.take_extra(0)
    is_bare = hand.count("eye") >= 2
    stacked = [face for face in hand if face == "eye" or not is_bare]
    pool = 12 - dice - len(stacked)

    for word in retold_pieces(stacked, 3 - placed, 2 - cylinders, pool, is_bare):
        wanted = table.awaiting
        assert isinstance(wanted, AwaitPlacement)
        assert table.piece(word) in wanted.pieces
        table.stack(word)
    assert table.phase == "checking"


@given(st.lists(HANDS, min_size=1, max_size=5), st.booleans())
def test_r5_the_giant_and_the_extra_dice_in_every_sequence_of_rolls(
    rolls: list[list[str]], is_greedy: bool
) -> None:
    """Take all extra dice (or as few as possible) until the right to them is used up."""
    table = BeanstalkTable("Anna", "Ben", numbers={"cards": [[1, 2, 3]] * 7}).pick(Anna=1, Ben=1)
    table.announce(len(rolls[0]))
    hand: list[str] = []
    pool = 11
    for roll in rolls:
        count = table.state.turn.rolling
        faces = (roll * 3)[:count]
        table.roll(" ".join(faces))
        hand += faces
        pool -= count
        limit = 0 if hand.count("eye") >= 2 else min(faces.count("die"), pool)
        assert table.may_take_extra() == (list(range(limit + 1)) if limit else [])
        if not limit:
            break
        table.take_extra(limit if is_greedy else 1)
    else:
        return

    awake = hand.count("eye") >= 2
    kept = [face for face in hand if face == "eye" or not awake]
    assert sorted(table.state.turn.hand) == sorted(kept)
    assert table.state.pool == 11 - len(kept)


@settings(max_examples=40)
@given(st.integers(), SEATS, st.sampled_from(["base", "expert"]))
def test_whole_games_keep_the_books(seed: int, players: int, variant: str) -> None:
    """Sacks, Magic Bean and cards, followed through the events by a second bookkeeper."""
    rng = Random(seed)
    options = GAME.seal(parse_options(GAME, {"variant": variant, "gold": "digital"}), rng)
    played = play_out(GAME, GAME.setup(seat_names(players), options), rng)
    started = played.events[0]
    assert isinstance(started, e.GameStarted)
    sacks: Counter[int] = Counter()
    cards: list[list[int]] = [[] for _ in range(players)]
    bean = started.bean
    order: tuple[int, ...] = ()
    for event in played.events:
        match event:
            case e.SacksDrawn(seat, count):
                sacks[seat] += count
            case e.SackStolen(seat, victim):
                assert sacks[victim] > sacks[seat]
                sacks += Counter({seat: 1})
                sacks[victim] -= 1
            case e.CardsRevealed(values, order):
                assert order == turn_order(values, bean)
                for seat, value in enumerate(values):
                    cards[seat].append(value)
            case e.RoundEnded(bean):
                assert bean == order[-1]
            case e.SacksRevealed(values):
                assert [len(v) for v in values] == [sacks[seat] for seat in range(players)]
    assert all(len(set(played)) == len(played) <= 7 for played in cards)
    assert sum(sacks.values()) <= 30
    is_empty = sum(sacks.values()) == 30
    assert played.outcome.termination == ("sacks" if is_empty else "cards")
    revealed = played.events[-1]
    assert isinstance(revealed, e.SacksRevealed)
    drawn = Counter(v for vs in revealed.values for v in vs)
    assert drawn <= Counter(started.sealed_deck)
    assert sum(played.outcome.scores) == sum(value * n for value, n in drawn.items())


@given(st.randoms(use_true_random=False))
def test_mb12_sealing_shuffles_the_box_and_nothing_else(rng: Random) -> None:
    options = parse_options(GAME, {"gold": "digital"})
    sealed = GAME.seal(options, rng)

    assert sorted(sealed.sealed_deck) == [10] * 10 + [15] * 10 + [20] * 10
    assert GAME.seal(sealed, rng) == sealed
