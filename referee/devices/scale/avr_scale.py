"""The real firmware in a simulated chip, whose bytes arrive on a pseudo-terminal.

The simulator is a program of its own that the user builds (`make -C firmware all sim`); its cell
carries what a trace says, or an empty plate.
"""

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from referee.clock import Clock
from referee.devices.device import OpensAndCloses
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import CommandOutcome, Observation, ScaleDeviceStatus
from referee.devices.scale.file_scale import RecordedTrace, chip_lines, load_trace
from referee.errors import RefereeError
from referee.touch.messages import Command

FIRMWARE_BUILD = Path(__file__).parents[3] / "firmware" / "build"
_ENDS_WITHIN_S = 5.0
"""Chosen by hand: it ends in milliseconds, on a busy computer a little later; then it is killed."""


class AvrScale(OpensAndCloses):
    """Starts the simulated chip when it is opened and stops it when it is closed."""

    def __init__(
        self,
        trace: str = "",
        *,
        rate_hz: float = 80,
        clock: Clock | None = None,
        build: Path = FIRMWARE_BUILD,
    ) -> None:
        self._trace = load_trace(Path(trace)) if trace else None
        self._rate_hz = rate_hz
        self._clock = clock
        self._build = build
        self._program: subprocess.Popen[str] | None = None
        self._scale: SerialScale | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def open(self) -> None:
        """Start the chip and begin to talk to it."""
        if self._scale is not None:
            return
        port = self._start()
        if not port:
            self.close()
            raise RefereeError(
                "The simulated chip did not start: build it anew with `make -C firmware clean all "
                "sim`."
            )
        self._scale = SerialScale(lambda _is_board_known: [port], clock=self._clock)
        self._scale.open()

    def read(self, timeout_s: float = 0.0) -> Sequence[Observation]:
        """What was observed since the last call, oldest first."""
        return self._opened().read(timeout_s)

    def status(self) -> ScaleDeviceStatus:
        """How the scale fares now."""
        return self._opened().status()

    def command(self, command: Command, timeout_s: float = 1.0) -> CommandOutcome:
        """Ask the device for something and wait for its answer."""
        return self._opened().command(command, timeout_s)

    def close(self) -> None:
        """Stop the link and the chip."""
        if self._scale is not None:
            self._scale.close()
            self._scale = None
        if self._program is not None:
            self._end(self._program)
            self._program = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _opened(self) -> SerialScale:
        if self._scale is None:
            raise RuntimeError("the scale is not open")
        return self._scale

    def _start(self) -> str:
        """The name of the chip's pseudo-terminal, the first line it writes; nothing if it fails."""
        try:
            self._program = subprocess.Popen(  # noqa: S603 - a program of the project's own
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            return ""
        return self._program.stdout.readline().strip() if self._program.stdout else ""

    def _command(self) -> list[str]:
        simulator, firmware = self._build / "scale-sim", self._build / "referee.elf"
        if not (simulator.is_file() and firmware.is_file()):
            raise RefereeError(
                "The simulated chip is not built yet: run `make -C firmware all sim` in a checkout "
                "of the project, or choose another scale than avr:."
            )
        trace = ["--trace", str(self._write_trace(self._trace))] if self._trace else []
        return [str(simulator), str(firmware), "--rate", f"{self._rate_hz:g}", *trace]

    def _write_trace(self, trace: RecordedTrace) -> Path:
        self._folder = tempfile.TemporaryDirectory(prefix="scale-trace-")
        path = Path(self._folder.name) / "trace"
        path.write_text("".join(chip_lines(trace)), encoding="ascii")
        return path

    @staticmethod
    def _end(program: subprocess.Popen[str]) -> None:
        program.terminate()
        try:
            program.communicate(timeout=_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            program.kill()
            program.communicate()
