"""The one door to the simulated table, which a real table neither loads nor needs to install.

The simulator is an extra of the package; it is imported when a profile names `twin:`. Other modules
take its types from here, for type checkers only.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from referee.clock import Clock
from referee.config import TableProfile
from referee.config.sections import TWIN, CameraSection
from referee.errors import InputError
from referee.language import language
from referee.vision.tray.lens import Lens

if TYPE_CHECKING:
    # To be taken from here, hence the alias.
    from referee.simulation.autoplay import AutoPlayers as AutoPlayers  # noqa: PLC0414
    from referee.simulation.simulated_world import (
        SimulatedWorld as SimulatedWorld,  # noqa: PLC0414
    )

_NEEDED = "mujoco"
_MISSING = "simulator-missing"


def is_simulated(profile: TableProfile) -> bool:
    """Whether a device of this table is simulated."""
    return TWIN in {profile.camera.url, profile.scale.url}


def can_simulate() -> bool:
    """Whether the extra is installed."""
    return find_spec(_NEEDED) is not None


def lens_of(section: CameraSection, world: SimulatedWorld | None) -> Lens | None:
    """The lens of a camera, if it was measured; a simulated one is known."""
    if section.lens is None and world is not None and section.url == TWIN:
        return world.tray.lens
    return section.lens


def simulated_world(
    clock: Clock, *, language_code: str = "en", seed: int | None = None, markers: bool = True
) -> SimulatedWorld:
    """A new simulated table; where the extra is not installed, how to get it, in that language."""
    try:
        from referee.simulation.simulated_world import simulate  # noqa: PLC0415 - see above
    except ModuleNotFoundError as error:
        if error.name != _NEEDED:
            raise
        raise InputError(language(language_code).say(_MISSING), message=_MISSING) from None
    return simulate(clock, seed, markers=markers)
