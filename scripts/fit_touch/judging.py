"""Trees and limits that are not installed, to judge a world with what was fitted without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import msgspec

from referee.errors import InputError
from referee.touch.profile import TouchProfile
from scripts.fit_touch.fitting import Fitted


def read_fitted(path: Path) -> Fitted:
    """What `python -m scripts.fit_touch fit` wrote."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Fitted)
    except (OSError, msgspec.MsgspecError) as error:
        raise InputError(f"{path} holds no fitted trees ({error}); fit them anew.") from None


@contextmanager
def judging_by(fitted: Fitted | None) -> Iterator[None]:
    """Meanwhile touch asks these trees instead of those that are installed."""
    if fitted is None:
        yield
        return
    with patch("referee.touch.verdicts.forests", lambda: fitted.forests):
        yield


def limited(profile: TouchProfile, fitted: Fitted | None) -> TouchProfile:
    """The profile with the limits that belong to these trees."""
    if fitted is None:
        return profile
    limits = fitted.limits
    return msgspec.structs.replace(
        profile,
        fall_score=limits["cell"].fall,
        doubt_score=limits["cell"].doubt,
        slow_fall_score=limits["slow_cell"].fall,
        slow_doubt_score=limits["slow_cell"].doubt,
        struck_fall_score=limits["accelerometer"].fall,
        struck_doubt_score=limits["accelerometer"].doubt,
        shaken_fall_score=limits["tilt"].fall,
    )
