"""The dashboard of a running table: everything the server is given, and the thread it runs in."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import msgspec

from referee.app.calibration import ProfilePlace
from referee.app.dashboard.calibrating import TableCalibration
from referee.app.dashboard.camera_view import TableCamera
from referee.app.dashboard.health import TableHealth
from referee.app.dashboard.scale_view import TableScale
from referee.app.dashboard.twin_desk import TwinDesk
from referee.app.running import RunningTable
from referee.devices.opening import OpensAndCloses
from referee.devices.voice.browser_voice import BrowserVoice
from referee.errors import InputError
from referee.table.announcing.announcer import SpeechSettings
from referee.web.app import create_app
from referee.web.parts import WebParts
from referee.web.security.door import Door
from referee.web.server import TableServer, make_server
from referee.web.settings import FileSettings
from referee.web.shapes.operator import Settings

_START_S = 20.0
_TRIES = 20


class Dashboard(OpensAndCloses):
    """Serves the page of a running table until it is closed.

    What is calibrated goes into `profile`; a table without one gets its first in `folder`.
    """

    def __init__(
        self,
        running: RunningTable,
        *,
        folder: Path,
        host: str,
        port: int,
        profile: Path | None = None,
        restart: Callable[[], None] | None = None,
    ) -> None:
        self._running = running
        self._host = host
        self.port = port
        self._folder = folder
        self._restart = restart
        self._calibration = TableCalibration(
            running,
            ProfilePlace(profile or folder / "table.toml", running.profile),
            starts_with_profile=profile is not None,
            can_restart=restart is not None,
        )
        self._server: TableServer | None = None
        self._thread: Thread | None = None
        self._has_started = Event()

    @property
    def address(self) -> str:
        """Where the page is."""
        shown = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{shown}:{self.port}/"

    def open(self) -> None:
        """Start the server and wait until it answers; a second call does nothing."""
        if self._thread is not None:
            return
        door = Door(self._running.clock, folder=self._folder)
        app = create_app(self._parts(door))
        self._server = make_server(app, host=self._host, port=self.port, has_pin=door.pins.is_set)
        self._thread = Thread(target=self._server.run, name="dashboard", daemon=True)
        self._thread.start()
        self._wait_until_started()
        self._running.tell_where(f"at {self.address}")

    def _wait_until_started(self) -> None:
        clock, server = self._running.clock, self._server
        end_s = clock.monotonic_s() + _START_S
        while server is not None and not server.started:
            is_dead = self._thread is None or not self._thread.is_alive()
            if is_dead or clock.monotonic_s() > end_s:
                raise InputError(
                    f"The dashboard cannot be served at {self.address}: choose another --port."
                )
            self._has_started.wait(0.02)

    def close(self) -> None:
        """Let go of all clients and stop; a second call does nothing."""
        self._calibration.close()
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()
        self._server = self._thread = None

    def _parts(self, door: Door) -> WebParts:
        running = self._running
        world = running.world
        camera = TableCamera(running) if running.camera is not None else None
        scale = TableScale(running) if running.scale is not None else None
        settings = self._settings()
        return WebParts(
            thread=running.thread,
            door=door,
            table_name=running.profile.table.name,
            is_simulated=world is not None,
            settings=settings,
            camera=camera,
            scale=scale,
            health=TableHealth(running, camera, scale, settings),
            screen_voice=running.voice if isinstance(running.voice, BrowserVoice) else None,
            twin=None if world is None else TwinDesk(running, world),
            calibration=self._calibration,
            backup=self._back_up,
            restart=self._restart,
        )

    def _settings(self) -> FileSettings:
        """What the operator set last; before anything was set, what the profile says."""
        file = self._folder / "settings.json"
        settings = FileSettings(file, usual=_settings(self._running), apply=self._apply)
        self._apply(settings.settings())
        return settings

    def _apply(self, settings: Settings) -> None:
        """What the operator set takes effect at once."""
        running = self._running
        volume = round(100 * settings.volume)
        voice = msgspec.structs.replace(running.profile.voice.settings, volume=volume)
        speech = SpeechSettings(
            language=settings.language,
            voice=voice,
            is_muted=settings.muted or not settings.voice,
        )
        running.ask(lambda _table: running.announcer.apply(speech))
        running.ask(lambda table: table.set_countdown(settings.countdown_s))

    def _back_up(self) -> str:
        return self._running.store.backup(self._folder / "backups", keep=10).path.name


def _settings(running: RunningTable) -> Settings:
    profile = running.profile
    return Settings(
        language=profile.table.language,
        voice=profile.voice.url != "none:",
        volume=profile.voice.volume / 100,
        muted=profile.voice.muted,
        countdown_s=profile.table.countdown_s,
    )


def free_port(host: str, wished: int) -> int:
    """The wished port, or the next one that nobody uses."""
    for port in range(wished, wished + _TRIES):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise InputError(
        f"No port from {wished} to {wished + _TRIES - 1} is free: choose another --port."
    )


def home_folder() -> Path:
    """Where a table without a profile keeps its things."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return made_folder(Path(home) / "table-referee")


def made_folder(folder: Path) -> Path:
    """The folder, which is there from now on."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"The folder {folder} cannot be made ({error.strerror}): give the referee's user the "
            "right to make it, or name another place in STATE_DIRECTORY or XDG_STATE_HOME."
        ) from None
    return folder
