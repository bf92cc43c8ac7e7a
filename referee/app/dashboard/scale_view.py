"""The live curve for the dashboard: twenty samples a second, and what was felt."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from threading import Lock

from referee.app.running import RunningTable
from referee.devices.scale.contract import scale_sentences
from referee.language import language
from referee.table.facts import Fact
from referee.touch.verdicts import Suspicion, TouchVerdict
from referee.web.shapes.devices import ScaleSample, ScaleStatus
from referee.web.texts import Text

_EVERY_S = 0.05
_KEPT_S = 20.0
_KEPT = round(_KEPT_S / _EVERY_S)

Acceleration = tuple[float, float, float]


class TableScale:
    """The scale of a running table, for onlookers; asked from any thread."""

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        self._lock = Lock()
        self._samples: deque[ScaleSample] = deque(maxlen=_KEPT)
        self._number = 0
        self._last_s = float("-inf")
        running.on_sample(self._weigh)
        running.on_fact(self._feel)

    def _weigh(self, at_s: float, grams: float | None, _shaken: Acceleration | None) -> None:
        if grams is None or at_s - self._last_s < _EVERY_S:
            return
        self._last_s = at_s
        self._add(at_s, grams, "")

    def _feel(self, fact: Fact) -> None:
        match fact:
            case Suspicion():
                self._add(fact.at_s, None, "suspicion")
            case TouchVerdict():
                self._add(fact.at_s, None, str(fact.kind))
            case _:
                return

    def _add(self, at_s: float, grams: float | None, felt: str) -> None:
        with self._lock:
            self._number += 1
            rounded = None if grams is None else round(grams, 2)
            self._samples.append(ScaleSample(self._number, round(at_s, 3), rounded, felt))

    def status(self) -> ScaleStatus:
        """What the scale does."""
        scale = self._running.scale
        if scale is None:
            return ScaleStatus("off")
        status = scale.status()
        said = {code: scale_sentences(status, language(code)) for code in ("en", "fr")}
        findings = [Text(en=en, fr=fr) for en, fr in zip(said["en"], said["fr"], strict=True)]
        return ScaleStatus(
            state=str(status.state),
            findings=tuple(findings),
            grams=self._newest(),
            rate_hz=status.rate_hz or 0.0,
            firmware=status.firmware,
        )

    def _newest(self) -> float | None:
        with self._lock:
            weighed = (each.grams for each in reversed(self._samples) if each.grams is not None)
            return next(weighed, None)

    def weights(self) -> tuple[list[float], list[float]]:
        """Times and grams of the last seconds."""
        with self._lock:
            kept = [(each.at_s, each.grams) for each in self._samples if each.grams is not None]
        return [at_s for at_s, _ in kept], [grams for _, grams in kept]

    def samples_after(self, number: int) -> Sequence[ScaleSample]:
        """Samples whose `number` is larger, oldest first."""
        with self._lock:
            return [each for each in self._samples if each.number > number]
