"""What the benchmark of the link measures; how much it may cost stands there."""

from __future__ import annotations

import pytest

from scripts.bench.link_cost import link_cost


def test_the_cost_of_the_link_is_measured_over_all_that_a_board_sends() -> None:
    cost = link_cost(20)

    assert cost.weights == pytest.approx(80 * 20, abs=2)
    assert cost.accelerations == pytest.approx(250 * 20, abs=4)
    assert cost.core_share > 0
