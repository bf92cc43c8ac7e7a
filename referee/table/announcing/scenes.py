"""From the umpire's snapshot to the scene that the lamps show."""

from __future__ import annotations

from referee.table.announcing import lamps
from referee.table.announcing.lamps import Scene
from referee.table.snapshot import Snapshot


def scene_of(snapshot: Snapshot | None) -> Scene:
    """What the lamps show; a table without a game idles."""
    if snapshot is None:
        return lamps.IDLE
    if snapshot.outcome is not None:
        return lamps.over(*snapshot.outcome.winners)
    seats = () if snapshot.seat is None else (snapshot.seat,)
    match snapshot.moment:
        case "suspecting":
            return lamps.FROZEN
        case "troubled":
            return lamps.TROUBLED
        case "collapsing":
            return lamps.fallen(*seats)
        case "counting":
            word = snapshot.countdown.word if snapshot.countdown else 0
            return lamps.counting(seats[0] if seats else 0, word)
    if snapshot.question is not None:
        return lamps.asking(*seats)
    return lamps.waiting_for(*(seats or getattr(snapshot.awaiting, "seats", ())))
