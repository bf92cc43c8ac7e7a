"""Checks that the setups of games share."""

from __future__ import annotations

from referee.errors import InputError


def check_seat(option: str, seat: int, seats: tuple[str, ...]) -> None:
    """An option that names a seat names one that is there."""
    if not 0 <= seat < len(seats):
        raise InputError(
            f"{option} is seat {seat}, but the seats are numbered 0 to {len(seats) - 1};"
            " give one of these.",
            message="setup-seat",
            option=option,
        )
