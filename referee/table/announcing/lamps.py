"""From what the table is doing to its lights and its buzzer.

    lamps = Lamps(panel, seats=3)
    lamps.show(waiting_for(1))          # whenever it changes; the same again is no news

Every seat has the colour of its player. White is the table's own colour, red is a fall.
"""

from enum import StrEnum

import msgspec

from referee.devices.panel.contract import (
    RED,
    WHITE,
    Buzz,
    LampLight,
    Panel,
    Pattern,
    player_colour,
)
from referee.games.awaiting import seats_asked
from referee.table.updates import COUNTDOWN_WORDS, Snapshot


class Doing(StrEnum):
    """What the table is doing."""

    IDLE = "idle"
    WAITING = "waiting"
    COUNTDOWN = "countdown"
    FROZEN = "frozen"
    """The tower may have fallen: nobody moves until it is known."""
    FALLEN = "fallen"
    ASKING = "asking"
    TROUBLED = "troubled"
    OVER = "over"


class LampScene(msgspec.Struct, frozen=True):
    """What the table is doing, with whom, and how many words of the countdown were said.

    `seats` are those it waits for, asks, whose tower fell, or who won; none means all.
    """

    doing: Doing
    seats: tuple[int, ...] = ()
    words: int = 0


IDLE = LampScene(Doing.IDLE)
FROZEN = LampScene(Doing.FROZEN)
TROUBLED = LampScene(Doing.TROUBLED)


def waiting_for(*seats: int) -> LampScene:
    """These seats have to do something."""
    return LampScene(Doing.WAITING, seats)


def counting_down(seat: int, words: int) -> LampScene:
    """So many words of the countdown have been said over the tower of this seat."""
    return LampScene(Doing.COUNTDOWN, (seat,), words)


def fallen(*seats: int) -> LampScene:
    """The tower fell; these are said to have done it."""
    return LampScene(Doing.FALLEN, seats)


def asking(*seats: int) -> LampScene:
    """There is a question, to these or to everybody."""
    return LampScene(Doing.ASKING, seats)


def over(*winners: int) -> LampScene:
    """The game is over."""
    return LampScene(Doing.OVER, winners)


class LampPlan(msgspec.Struct, frozen=True):
    """What every lamp shows: those of the seats, and the one of the table. None is dark."""

    seats: tuple[LampLight | None, ...]
    table: LampLight | None


def plan(scene: LampScene, seats: int) -> LampPlan:
    """The lights of a table with so many seats."""
    if scene.doing is Doing.COUNTDOWN:
        return _countdown(scene, seats)
    if scene.doing is Doing.IDLE:
        return LampPlan((None,) * seats, LampLight(WHITE, Pattern.PULSE))
    if scene.doing in {Doing.FROZEN, Doing.TROUBLED}:
        return _all_alike(_FOR_ALL[scene.doing], seats)
    return _some(scene, seats)


def sound(before: LampScene, now: LampScene) -> Buzz | None:
    """What the buzzer says when the table goes over from one scene to the next."""
    if before == now:
        return None
    if now.doing is Doing.COUNTDOWN:
        is_next_word = now.words > (before.words if before.doing is Doing.COUNTDOWN else 0)
        return Buzz.TICK if is_next_word and now.words < COUNTDOWN_WORDS else None
    if before.doing is Doing.COUNTDOWN and before.words >= COUNTDOWN_WORDS:
        return _BUZZES.get(now.doing, Buzz.DONE)
    return None if before.doing is now.doing else _BUZZES.get(now.doing)


class Lamps:
    """Shows scenes on a panel, and tells it only what has changed."""

    def __init__(self, panel: Panel, seats: int) -> None:
        self._panel = panel
        self._scene: LampScene | None = None
        self._shown: dict[int | None, LampLight | None] = {}
        self._seats = seats

    def show(self, scene: LampScene) -> None:
        """The table does this now."""
        buzz = sound(self._scene or IDLE, scene)
        lights = plan(scene, self._seats)
        self._scene = scene
        for seat, light in (*enumerate(lights.seats), (None, lights.table)):
            if self._shown.get(seat) != light:
                self._shown[seat] = light
                self._panel.show(seat, light)
        if buzz is not None:
            self._panel.buzz(buzz)


_FOR_ALL = {
    Doing.FROZEN: LampLight(RED, Pattern.PULSE),
    Doing.TROUBLED: LampLight(WHITE, Pattern.BLINK),
}

_PATTERNS = {
    Doing.WAITING: Pattern.STEADY,
    Doing.ASKING: Pattern.PULSE,
    Doing.FALLEN: Pattern.BLINK,
    Doing.OVER: Pattern.BLINK,
}

_BUZZES = {
    Doing.FROZEN: Buzz.STOP,
    Doing.FALLEN: Buzz.STOP,
    Doing.ASKING: Buzz.QUESTION,
    Doing.TROUBLED: Buzz.TROUBLE,
    Doing.OVER: Buzz.WIN,
}


def _all_alike(light: LampLight, seats: int) -> LampPlan:
    return LampPlan((light,) * seats, light)


def _some(scene: LampScene, seats: int) -> LampPlan:
    """The seats that are meant shine in their colours, the others are dark."""
    pattern = _PATTERNS[scene.doing]
    meant = scene.seats or (() if scene.doing is Doing.OVER else tuple(range(seats)))
    lights = tuple(
        LampLight(player_colour(seat), pattern) if seat in meant else None for seat in range(seats)
    )
    if scene.doing is Doing.FALLEN:
        return LampPlan(lights, LampLight(RED, pattern))
    # One lamp for the whole table has the colour of the one player who is meant.
    colour = player_colour(meant[0]) if len(meant) == 1 else WHITE
    return LampPlan(lights, LampLight(colour, pattern))


def _countdown(scene: LampScene, seats: int) -> LampPlan:
    """With each word one more lamp joins in, clockwise from the builder; all are lit at the end."""
    builder = scene.seats[0] if scene.seats else 0
    lit = -(-scene.words * seats // COUNTDOWN_WORDS)
    places = (
        {(builder + place) % seats for place in range(max(1, min(lit, seats)))} if seats else ()
    )
    colour = player_colour(builder)
    lights = tuple(LampLight(colour) if seat in places else None for seat in range(seats))
    # One lamp alone tells the words by turning from the player's colour to white and back.
    return LampPlan(lights, LampLight(WHITE if scene.words % 2 else colour))


def lamp_scene(snapshot: Snapshot | None) -> LampScene:
    """What the lamps show; a table without a game idles."""
    if snapshot is None:
        return IDLE
    if snapshot.outcome is not None:
        return over(*snapshot.outcome.winners)
    seats = () if snapshot.seat is None else (snapshot.seat,)
    match snapshot.umpire_state:
        case "suspecting":
            return FROZEN
        case "troubled":
            return TROUBLED
        case "collapsing":
            return fallen(*seats)
        case "counting":
            word = snapshot.countdown.word if snapshot.countdown else 0
            return counting_down(seats[0] if seats else 0, word)
    if snapshot.question is not None:
        return asking(*seats)
    return waiting_for(*(seats or seats_asked(snapshot.awaiting)))
