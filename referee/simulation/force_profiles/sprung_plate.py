"""The plate on its cell as a driven, damped oscillator, exact at any step.

Between two steps the load is constant, so each step adds the plate's answer to a step of load; a
whole scene is one convolution. The tower rides along and makes the plate slower. A table that moves
drives the plate by the weight of all that stands on it.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
PlateRange = tuple[float, float]

ALL_PLATES: PlateRange = (25.0, 160.0)
"""Empty plates in hertz: √(k/m)/2π with the 10 to 90 kN/m of single-point cells of 1 to 5 kg (full
load at 0.3 to 0.5 mm, and the soft boards they are screwed to)."""
_MASS_G = (90.0, 400.0)  # acrylic of 10 cm and 3 mm, to plywood of 22 cm and 8 mm with a rim
_DAMPING = (0.01, 0.06)  # a bare aluminium bar, to a plate on felt with a cable that drags
_STIFFER_ACROSS = (1.0, 2.5)  # a bar bends less sideways


class SprungPlate(msgspec.Struct, frozen=True):
    """An empty plate on its cell: frequency, damping ratio, mass, how much stiffer across."""

    hz: float
    damping: float
    mass_g: float
    across: float = 1.5

    def carries(
        self, load_g: Array, table_g: Array, tower_g: float, step_s: float, *, stiffer: float = 1.0
    ) -> tuple[Array, Array]:
        """Load of the cell, and the plate's acceleration against the load in g, every step.

        `load_g` presses on the plate, `table_g` is the acceleration of the table below it; both
        along one axis. The first load is in balance.
        """
        moving_g = self.mass_g + tower_g
        hz = stiffer * self.hz * math.sqrt(self.mass_g / moving_g)
        drive = load_g - load_g[0] + moving_g * table_g
        answers = _step_answers(hz, self.damping, len(drive), step_s)
        cell_g = load_g[0] + _convolved(drive, np.diff(answers, prepend=0.0))
        later = np.append(cell_g[1:], cell_g[-1])
        return cell_g, ((cell_g + later) / 2 - load_g) / moving_g

    def is_shoved(self, force_g: Array, table_g: Array, tower_g: float, step_s: float) -> Array:
        """The acceleration in g along a level axis, under a force and on a table that sways."""
        _, moved = self.carries(-force_g, table_g, tower_g, step_s, stiffer=self.across)
        return moved


def draw_plate(rng: np.random.Generator, hertz: PlateRange = ALL_PLATES) -> SprungPlate:
    """A plate whose frequency lies in that range, all octaves alike."""
    low, high = hertz
    return SprungPlate(
        hz=float(np.exp(rng.uniform(math.log(low), math.log(high)))),
        damping=float(rng.uniform(*_DAMPING)),
        mass_g=float(rng.uniform(*_MASS_G)),
        across=float(rng.uniform(*_STIFFER_ACROSS)),
    )


def _step_answers(hz: float, damping: float, count: int, step_s: float) -> Array:
    """What spring and damper carry at each step after one gram more is put on."""
    omega = 2 * math.pi * hz
    damped = omega * math.sqrt(1 - damping**2)
    times_s = np.arange(count) * step_s
    swing = np.cos(damped * times_s) - damping * omega / damped * np.sin(damped * times_s)
    answers: Array = 1 - np.exp(-damping * omega * times_s) * swing
    return answers


def _convolved(drive: Array, answer: Array) -> Array:
    size = 1 << (2 * len(drive) - 1).bit_length()
    spectrum = np.fft.rfft(drive, size) * np.fft.rfft(answer, size)
    carried: Array = np.fft.irfft(spectrum, size)[: len(drive)]
    return carried
