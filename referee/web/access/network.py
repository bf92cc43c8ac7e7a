"""Where the server listens, whether phones reach the table, and at which addresses they find it."""

import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Address, ip_address
from pathlib import Path

import msgspec

from referee.errors import InputError
from referee.store.durable_files import read_private, write_private


def is_loopback(host: str) -> bool:
    """Whether this address never leaves the machine."""
    if host == "localhost":
        return True
    try:
        address = ip_address(host.split("%", maxsplit=1)[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def check_binding(host: str, *, has_pin: bool) -> None:
    """Refuse to open the table to others before an operator's PIN is set."""
    if not is_loopback(host) and not has_pin:
        raise InputError(
            f"The table would be open to everybody at {host}: set an operator's PIN first with "
            "`referee pin`, or let it listen at 127.0.0.1 only."
        )


EVERYWHERE = "0.0.0.0"  # noqa: S104 - only after somebody opened the table at its screen
ITSELF = "127.0.0.1"
NETWORK_FILE = "network.json"
_MDNS = Path("/run/avahi-daemon/socket")
_GET_ADDRESS = 0x8915
"""Linux's question for the address of a network card, SIOCGIFADDR."""


class _SavedNetwork(msgspec.Struct, frozen=True):
    is_open: bool


class NetworkAccess:
    """To whom the table listens: as its profile says, until somebody opens or closes it here."""

    def __init__(self, host: str, file: Path | None = None) -> None:
        self._file = file
        kept = _read(file)
        self.host = host if kept is None else _host(host, is_open=kept.is_open)

    @property
    def is_open(self) -> bool:
        """Whether others than this computer reach the table."""
        return not is_loopback(self.host)

    def keep(self, *, is_open: bool) -> None:
        """Remember it, also over a restart."""
        if self._file is not None:
            write_private(self._file, msgspec.json.encode(_SavedNetwork(is_open)))
        self.host = _host(self.host, is_open=is_open)

    def addresses(self, port: int) -> tuple[str, ...]:
        """Where phones find the page, the best first; none if only this computer does."""
        if not self.is_open:
            return ()
        hosts = own_addresses() if self.host in {EVERYWHERE, "::"} else (self.host,)
        if _MDNS.exists():
            hosts = (*hosts, f"{socket.gethostname().partition('.')[0].lower()}.local")
        return tuple(page_address(host, port) for host in hosts)


def page_address(host: str, port: int) -> str:
    """The address of the page there."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_addresses() -> tuple[str, ...]:
    """What this computer is called in its networks, the one that leads on first."""
    found = [address for _, name in socket.if_nameindex() for address in _addresses_of(name)]
    first = _leading_on()
    return tuple(sorted(found, key=lambda each: (each != first, not IPv4Address(each).is_private)))


def _addresses_of(card: str) -> Sequence[str]:
    # Not every system has it; then only the way out is known.
    with suppress(ImportError, OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
        from fcntl import ioctl  # noqa: PLC0415

        asked = struct.pack("256s", card[:15].encode())
        address = socket.inet_ntoa(ioctl(probe.fileno(), _GET_ADDRESS, asked)[20:24])
        is_useful = not IPv4Address(address).is_loopback and not IPv4Address(address).is_link_local
        return [address] if is_useful else []
    return []


def _leading_on() -> str:
    """The address by which others would be reached; nothing is sent for it."""
    with suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""


def _host(host: str, *, is_open: bool) -> str:
    if is_open:
        return EVERYWHERE if is_loopback(host) else host
    return host if is_loopback(host) else ITSELF


def _read(file: Path | None) -> _SavedNetwork | None:
    """What was decided last; a torn file opens nothing."""
    try:
        content = read_private(file)
        return None if content is None else msgspec.json.decode(content, type=_SavedNetwork)
    except (OSError, msgspec.DecodeError):
        return _SavedNetwork(is_open=False)
