"""Which piece a step in weight may be."""

import pytest

from referee.touch.pieces import PieceMass, guess_pieces, pieces_felt


@pytest.mark.parametrize("piece", pieces_felt(), ids=lambda piece: piece.kind)
@pytest.mark.parametrize("deviations", [-2, 0, 2])
def test_each_kind_is_named_within_its_spread(piece: PieceMass, deviations: int) -> None:
    best = guess_pieces(piece.mass_g + deviations * piece.spread_g, 0.02, pieces_felt())[0]

    assert best.kinds == (piece.kind,)


def test_likelihoods_are_ranked_and_add_up_to_one_at_most() -> None:
    guesses = guess_pieces(3.0, 0.1, pieces_felt(), most=20)

    likelihoods = [guess.likelihood for guess in guesses]
    assert likelihoods == sorted(likelihoods, reverse=True)
    assert sum(likelihoods) == pytest.approx(1)


@pytest.mark.parametrize("step_g", [0.2, 8.9, 30.0, 250.0])
def test_a_weight_that_no_piece_has_is_unknown(step_g: float) -> None:
    assert guess_pieces(step_g, 0.02, pieces_felt())[0].kinds == ()


def test_between_two_readings_both_are_told() -> None:
    """A cylinder and two tokens are near each other."""
    first, second, *_ = guess_pieces(3.02, 0.05, pieces_felt())

    assert {first.kinds, second.kinds} == {("cylinder",), ("token", "token")}
    assert first.likelihood < 0.99
