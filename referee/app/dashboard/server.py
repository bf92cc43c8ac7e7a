"""The dashboard of a running table: everything the server is given, and the thread it runs in."""

import socket
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import msgspec

from referee.app.calibration import ProfilePlace
from referee.app.dark_screen import DarkHours
from referee.app.dashboard.calibration import TableCalibration
from referee.app.dashboard.devices import TableCamera, TableHealth, TableScale
from referee.app.dashboard.evidence_thinner import EvidenceThinner
from referee.app.running_table import RunningTable
from referee.config.sections import NONE, WebSection
from referee.devices.device import OpensAndCloses
from referee.devices.voice.silent_voice import BrowserVoice
from referee.errors import InputError
from referee.table.announcing.announcer import SpeechSettings
from referee.web.access.authentication import Access
from referee.web.access.network import (
    EVERYWHERE,
    ITSELF,
    NETWORK_FILE,
    NetworkAccess,
    is_loopback,
    page_address,
)
from referee.web.app import create_app
from referee.web.parts import OtherTable, WebParts
from referee.web.server import TableServer, make_server
from referee.web.settings import FileSettings
from referee.web.shapes.operator import Settings

# Only against hanging: a port that is taken ends the server at once.
_START_S = 60.0
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
        port: int,
        profile: Path | None = None,
        restart: Callable[[], None] | None = None,
        other_table: OtherTable | None = None,
        has_quick_start: bool = False,
    ) -> None:
        self._running = running
        self.port = port
        self._folder = folder
        self._network = network_of(running.profile.web, folder)
        self._restart = restart
        self._other_table, self._has_quick_start = other_table, has_quick_start
        self._calibration = TableCalibration(
            running,
            ProfilePlace(profile or folder / "table.toml", running.profile),
            starts_with_profile=profile is not None,
            can_restart=restart is not None,
        )
        self._access: Access | None = None
        self._server: TableServer | None = None
        self._thread: Thread | None = None
        self._has_started = Event()
        self.thinner = EvidenceThinner(running.store, running.ask)

    @property
    def address(self) -> str:
        """Where this computer finds the page."""
        host = self._network.host
        here = {EVERYWHERE: ITSELF, "::": "::1"}.get(host, host)
        return f"{page_address(here, self.port)}/"

    @property
    def screen_address(self) -> str:
        """The same with the key: whoever opens it is the table's own screen."""
        access = self._access
        if access is None or access.screen_mode == "loopback":
            return self.address
        return f"{self.address}#key={access.screen_key.word}"

    @property
    def phone_addresses(self) -> tuple[str, ...]:
        """Where phones find the page; none if only this computer does."""
        return self._network.addresses(self.port)

    def open(self) -> None:
        """Start the server and wait until it answers; a second call does nothing."""
        if self._thread is not None:
            return
        web = self._running.profile.web
        self._access = access = Access(
            self._running.clock,
            folder=self._folder,
            screen=web.screen,
            port=self.port,
            network=self._network,
        )
        self._server = make_server(
            create_app(self._parts(access)),
            host=self._network.host,
            port=self.port,
            has_pin=access.pin.is_set,
            trusted_proxies=web.trusted_proxies,
        )
        self._thread = Thread(target=self._server.run, name="dashboard", daemon=True)
        self._thread.start()
        self._wait_until_started()
        self._running.tell_where(f"at {self.screen_address}")
        self.thinner.open()

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
        self.thinner.close()
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()
        self._server = self._thread = None

    def _parts(self, access: Access) -> WebParts:
        running = self._running
        world = running.world
        camera = TableCamera(running) if running.camera is not None else None
        scale = TableScale(running) if running.scale is not None else None
        settings = self._settings()
        return WebParts(
            thread=running.thread,
            access=access,
            table_name=running.profile.table.name,
            is_simulated=world is not None,
            has_markers=running.profile.camera.markers,
            settings=settings,
            camera=camera,
            scale=scale,
            health=TableHealth(running, camera, scale, settings),
            screen_voice=running.voice if isinstance(running.voice, BrowserVoice) else None,
            simulation=None if world is None else world.fault_panel(running),
            calibration=self._calibration,
            backup=self._back_up,
            backup_folder=self._folder / "backups",
            restart=self._restart,
            other_table=self._other_table,
            has_quick_start=self._has_quick_start,
            listen=self._listen,
            learned=running.learned if running.camera or running.scale else None,
        )

    async def _listen(self, host: str) -> None:
        if self._server is not None:
            await self._server.listen(host)

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
        running.evidence.shows_all = settings.privacy.whole_pictures
        self.thinner.kept_for = settings.privacy.kept_for
        running.learned.is_on = settings.learn_faces
        kiosk = settings.kiosk
        running.screen.hours = DarkHours.told(kiosk.dark_from, kiosk.dark_until)

    def _back_up(self) -> str:
        return self._running.store.backup(self._folder / "backups", keep=10).path.name


def network_of(web: WebSection, folder: Path) -> NetworkAccess:
    """To whom the table listens; one whose screen is whoever sits there, only to itself."""
    if web.screen == "loopback":
        if not is_loopback(web.host):
            raise InputError(
                'With screen = "loopback" the table listens only to itself: leave [web] host out, '
                'or let its screen be known by its key with screen = "key".'
            )
        return NetworkAccess(web.host)
    return NetworkAccess(web.host, folder / NETWORK_FILE)


def _settings(running: RunningTable) -> Settings:
    profile = running.profile
    return Settings(
        language=profile.table.language,
        voice=profile.voice.url != NONE,
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
