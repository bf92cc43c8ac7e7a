"""What the ledger of the plate believes when it is quiet again."""

from __future__ import annotations

from referee.games.magic_beanstalk import actions as a
from referee.games.reports import ReportDice
from referee.table.facts import Device, DeviceBack, DeviceTrouble
from referee.table.orders import DoneOrder, GoByHandOrder
from referee.table.plate import PlateLedger
from referee.touch.verdicts import TouchKind, TouchVerdict
from tests.table.umpire_stage import MASSES, UmpireStage


def test_a_piece_that_was_due_already_is_not_too_much() -> None:
    """The first die came late: noticed as one too many, but the plate holds just what it should."""
    ledger = PlateLedger()
    ledger.excess_g = 5.0
    ledger.settle(4.9, expected_g=5.0, tolerance_g=0.5)
    assert ledger.is_balanced


def test_a_piece_too_many_stays_one() -> None:
    ledger = PlateLedger()
    ledger.excess_g = 5.0
    ledger.settle(9.9, expected_g=5.0, tolerance_g=0.5)
    assert not ledger.is_balanced


def test_a_light_piece_is_not_weighed_away() -> None:
    """As heavy as what the plate may be off by: the level alone does not decide."""
    ledger = PlateLedger()
    ledger.excess_g = 0.8
    ledger.settle(5.4, expected_g=5.0, tolerance_g=0.5)
    assert not ledger.is_balanced


DIE_G, TOKEN_G = MASSES["die"], MASSES["token"]


def placing(*faces: str) -> UmpireStage:
    """Anna builds; one die stands already."""
    cards = {"numbers": {"cards": [[1, 2, 3]] * 7}}
    stage = UmpireStage(devices=(Device.SCALE,), options=cards)
    stage.level_of_tower()
    for seat, value in enumerate((3, 2, 4)):
        stage.do(a.PickCard(seat, value))
    seat = stage.state.active
    stage.do(a.AnnounceDice(seat, len(faces)))
    assert stage.do(ReportDice(faces)).is_accepted
    assert stage.umpire_state == "placing"
    return stage


def tower(stage: UmpireStage) -> list[str]:
    return [piece.kind for piece in stage.state.tower]


def restless(stage: UmpireStage) -> None:
    """The line was silent for a moment, and nobody knows what a suspicion came to."""
    now_s = stage.clock.monotonic_s()
    stage.umpire.take(TouchVerdict(TouchKind.RESTLESS, now_s, now_s, now_s, "bump-or-fall"))


def levels(stage: UmpireStage, grams: float, seconds: float) -> None:
    for _ in range(int(seconds / 0.5)):
        stage.wait_s(0.5)
        stage.level(grams)


def lose_scale(stage: UmpireStage) -> None:
    stage.umpire.take(DeviceTrouble(1.0, Device.SCALE, ("scale-state-lost",)))


def test_a_piece_that_is_missing_after_a_gap_is_asked_about() -> None:
    stage = placing("treasure", "treasure")
    stage.place("die")
    restless(stage)
    levels(stage, DIE_G, 3)
    assert stage.umpire_state == "checking"
    assert "2 pieces should stand on the plate" in " ".join(stage.said())
    levels(stage, 2 * DIE_G, 1)
    assert stage.umpire_state == "placing", "it was put right by hand"


def test_a_gap_in_which_nothing_happened_costs_nothing() -> None:
    stage = placing("treasure")
    restless(stage)
    levels(stage, DIE_G, 3)
    assert stage.umpire_state == "placing"
    assert stage.umpire.umpire_state.question is None


def test_the_due_piece_was_put_on_while_the_cable_was_out() -> None:
    stage = placing("treasure")
    lose_scale(stage)
    stage.umpire.take(DeviceBack(2.0, Device.SCALE))
    levels(stage, 2 * DIE_G, 0.5)
    assert tower(stage) == ["die", "die"]
    assert stage.umpire_state == "placing"


def test_two_pieces_put_on_while_the_cable_was_out_are_a_question() -> None:
    stage = placing("treasure")
    lose_scale(stage)
    stage.umpire.take(DeviceBack(2.0, Device.SCALE))
    levels(stage, 2 * DIE_G + TOKEN_G, 2)
    assert stage.umpire.umpire_state.question is not None
    stage.answer("go-on")
    assert stage.umpire_state == "placing"


def test_pieces_put_on_by_hand_are_there_when_the_scale_is_back() -> None:
    stage = placing("treasure")
    lose_scale(stage)
    stage.order(GoByHandOrder("scale"))
    stage.order(DoneOrder())
    stage.umpire.take(DeviceBack(2.0, Device.SCALE))
    levels(stage, 2 * DIE_G, 1)
    assert stage.umpire_state == "placing"
    stage.touch(TouchKind.BUMPED, 0.0)
    assert stage.umpire_state == "placing", "nothing is missing and nothing too much"


def test_a_tap_for_a_piece_that_never_comes_is_noticed() -> None:
    stage = placing("treasure", "treasure")
    stage.order(DoneOrder())
    levels(stage, DIE_G, 3)
    assert stage.umpire.umpire_state.question is not None
    stage.place("die")
    levels(stage, 2 * DIE_G, 0.5)
    assert stage.umpire_state == "placing"
    assert tower(stage) == ["die", "die"]


def test_a_hand_that_leaves_the_due_piece_behind() -> None:
    stage = placing("treasure")
    stage.touch(TouchKind.HAND, 40.0 + DIE_G)
    assert stage.umpire_state == "disturbed"
    stage.touch(TouchKind.LIFTED, -40.0)
    levels(stage, 2 * DIE_G, 0.5)
    assert tower(stage) == ["die", "die"]


def test_a_hand_that_comes_and_goes_between_two_verdicts() -> None:
    stage = placing("treasure")
    stage.touch(TouchKind.HAND, 40.0)
    levels(stage, DIE_G + 40.0, 1)
    assert stage.umpire_state == "disturbed"
    levels(stage, DIE_G, 0.5)
    assert stage.umpire_state == "placing"


def test_a_wrong_piece_is_not_forgiven_because_the_tower_is_tall() -> None:
    """The sum of many pieces is known less well than one of them."""
    ledger = PlateLedger()
    ledger.settle(60.0, 60.4, 2.0)
    ledger.excess_g += TOKEN_G
    ledger.settle(60.0 + TOKEN_G, 60.4, 2.0)
    assert not ledger.is_balanced
    ledger.settle(60.0, 60.4, 2.0)
    assert ledger.is_balanced
