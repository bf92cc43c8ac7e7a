"""What the ledger of the plate believes when it is quiet again."""

from __future__ import annotations

from referee.table.plate import PlateLedger


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
