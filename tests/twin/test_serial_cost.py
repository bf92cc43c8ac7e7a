"""The link is cheap enough for a small computer."""

from __future__ import annotations

import pytest

from referee.twin.serial.cost import link_cost, port_cost

MOST_OF_A_CORE = 0.03


def test_the_link_costs_little_of_one_core():
    cost = link_cost(20)

    assert cost.weights == pytest.approx(80 * 20, abs=2)
    assert cost.accelerations == pytest.approx(250 * 20, abs=4)
    assert cost.core_share < MOST_OF_A_CORE


@pytest.mark.slow
def test_reading_a_port_costs_little_of_one_core():
    """Twice the aim, because the machine may be busy with other tests."""
    cost = port_cost(5)

    assert cost.weights == pytest.approx(400, abs=20)
    assert cost.core_share < 2 * MOST_OF_A_CORE
