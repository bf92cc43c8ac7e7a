"""What a table was told about itself and its players' patience."""

from __future__ import annotations

import msgspec


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Times in seconds. `countdown_s` None: as long as the game says."""

    countdown_s: float | None = None
    grace_s: float = 6.0
    """After a fall, so long may people say that it was somebody else, or that nothing fell."""
    lead_in_s: float = 1.0
    """Hands leave the tower before the formula begins."""
    late_dice_s: float = 1.5
    """If dice are missing, so long may the rest of them come."""
    find_die_s: float = 2.5
    """So long the tray may take to tell which die was put on the tower."""
    suspicion_s: float = 3.0
    """A suspicion without a verdict is forgotten after so long."""
    quiet_s: float = 1.0
    """A plate that stayed the same for so long is tidied up."""
