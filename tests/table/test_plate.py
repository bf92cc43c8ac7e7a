"""What the ledger of the plate believes when it is quiet again."""

from __future__ import annotations

from referee.games.magic_beanstalk import actions as a
from referee.games.reports import ReportDice
from referee.table.facts import Device, DeviceBack, DeviceTrouble
from referee.table.orders import Done, GoByHand
from referee.table.plate import PlateLedger
from referee.touch.verdicts import TouchKind, TouchVerdict
from tests.table.umpire_stage import MASSES, UmpireStage


def test_a_piece_that_was_due_already_is_not_too_much() -> None:
    """The first die came late: felt as one too many, but the plate holds just what it should."""
    ledger = PlateLedger()
    ledger.excess_g = 5.0
    ledger.weigh(4.9, expected_g=5.0, tolerance_g=0.5)
    assert ledger.is_balanced


def test_a_piece_too_many_stays_one() -> None:
    ledger = PlateLedger()
    ledger.excess_g = 5.0
    ledger.weigh(9.9, expected_g=5.0, tolerance_g=0.5)
    assert not ledger.is_balanced


def test_a_light_piece_is_not_weighed_away() -> None:
    """As heavy as what the plate may be off by: the level alone does not decide."""
    ledger = PlateLedger()
    ledger.excess_g = 0.8
    ledger.weigh(5.4, expected_g=5.0, tolerance_g=0.5)
    assert not ledger.is_balanced


DIE_G, TOKEN_G = MASSES["die"], MASSES["token"]


def placing(*faces: str) -> UmpireStage:
    """Anna builds; one die stands already."""
    cards = {"numbers": {"cards": [[1, 2, 3]] * 7}}
    evening = UmpireStage(devices=(Device.SCALE,), options=cards)
    evening.level_of_tower()
    for seat, value in enumerate((3, 2, 4)):
        evening.do(a.PickCard(seat, value))
    seat = evening.state.active
    evening.do(a.AnnounceDice(seat, len(faces)))
    assert evening.do(ReportDice(faces)).is_accepted
    assert evening.moment == "placing"
    return evening


def tower(evening: UmpireStage) -> list[str]:
    return [piece.kind for piece in evening.state.tower]


def restless(evening: UmpireStage) -> None:
    """The line was silent for a moment, and nobody knows what a suspicion came to."""
    now_s = evening.clock.monotonic_s()
    evening.umpire.take(TouchVerdict(TouchKind.RESTLESS, now_s, now_s, now_s, "bump-or-fall"))


def levels(evening: UmpireStage, grams: float, seconds: float) -> None:
    for _ in range(int(seconds / 0.5)):
        evening.wait_s(0.5)
        evening.level(grams)


def lose_scale(evening: UmpireStage) -> None:
    evening.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))


def test_a_piece_that_is_missing_after_a_gap_is_asked_about() -> None:
    evening = placing("treasure", "treasure")
    evening.place("die")
    restless(evening)
    levels(evening, DIE_G, 3)
    assert evening.moment == "checking"
    assert "2 pieces should stand on the plate" in " ".join(evening.said())
    levels(evening, 2 * DIE_G, 1)
    assert evening.moment == "placing", "it was put right by hand"


def test_a_gap_in_which_nothing_happened_costs_nothing() -> None:
    evening = placing("treasure")
    restless(evening)
    levels(evening, DIE_G, 3)
    assert evening.moment == "placing"
    assert evening.umpire.moment.question is None


def test_the_due_piece_was_put_on_while_the_cable_was_out() -> None:
    evening = placing("treasure")
    lose_scale(evening)
    evening.umpire.take(DeviceBack(2.0, Device.SCALE))
    levels(evening, 2 * DIE_G, 0.5)
    assert tower(evening) == ["die", "die"]
    assert evening.moment == "placing"


def test_two_pieces_put_on_while_the_cable_was_out_are_a_question() -> None:
    evening = placing("treasure")
    lose_scale(evening)
    evening.umpire.take(DeviceBack(2.0, Device.SCALE))
    levels(evening, 2 * DIE_G + TOKEN_G, 2)
    assert evening.umpire.moment.question is not None
    evening.answer("go-on")
    assert evening.moment == "placing"


def test_pieces_put_on_by_hand_are_there_when_the_scale_is_back() -> None:
    evening = placing("treasure")
    lose_scale(evening)
    evening.order(GoByHand(Device.SCALE))
    evening.order(Done())
    evening.umpire.take(DeviceBack(2.0, Device.SCALE))
    levels(evening, 2 * DIE_G, 1)
    assert evening.moment == "placing"
    evening.feel(TouchKind.BUMPED, 0.0)
    assert evening.moment == "placing", "nothing is missing and nothing too much"


def test_a_tap_for_a_piece_that_never_comes_is_noticed() -> None:
    evening = placing("treasure", "treasure")
    evening.order(Done())
    levels(evening, DIE_G, 3)
    assert evening.umpire.moment.question is not None
    evening.place("die")
    levels(evening, 2 * DIE_G, 0.5)
    assert evening.moment == "placing"
    assert tower(evening) == ["die", "die"]


def test_a_hand_that_leaves_the_due_piece_behind() -> None:
    evening = placing("treasure")
    evening.feel(TouchKind.HAND, 40.0 + DIE_G)
    assert evening.moment == "disturbed"
    evening.feel(TouchKind.LIFTED, -40.0)
    levels(evening, 2 * DIE_G, 0.5)
    assert tower(evening) == ["die", "die"]


def test_a_hand_that_comes_and_goes_between_two_verdicts() -> None:
    evening = placing("treasure")
    evening.feel(TouchKind.HAND, 40.0)
    levels(evening, DIE_G + 40.0, 1)
    assert evening.moment == "disturbed"
    levels(evening, DIE_G, 0.5)
    assert evening.moment == "placing"


def test_a_wrong_piece_is_not_forgiven_because_the_tower_is_tall() -> None:
    """The sum of many pieces is known less well than one of them."""
    ledger = PlateLedger()
    ledger.weigh(60.0, 60.4, 2.0)
    ledger.excess_g += TOKEN_G
    ledger.weigh(60.0 + TOKEN_G, 60.4, 2.0)
    assert not ledger.is_balanced
    ledger.weigh(60.0, 60.4, 2.0)
    assert ledger.is_balanced
