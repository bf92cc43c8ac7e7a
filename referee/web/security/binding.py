"""To which address the server may bind, and under which names it answers."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address

from referee.errors import InputError

LOCAL_HOSTS = ("127.0.0.1", "::1", "localhost")


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


def own_names(extra: Iterable[str] = ()) -> frozenset[str]:
    """The names this machine is called by, in small letters."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local", *(each.lower() for each in extra)})


def is_own_host(header: str, names: frozenset[str]) -> bool:
    """Whether a Host header means this table.

    A page of another site can make its own name point here, but cannot make the browser send a
    bare address or one of our names: so these are all that is answered.
    """
    host = host_in(header)
    if host in names:
        return True
    try:
        ip_address(host.strip("[]").split("%")[0])
    except ValueError:
        return False
    return True


def host_in(header: str) -> str:
    """The host without its port, in small letters; an IPv6 address keeps its brackets."""
    text = header.strip().lower()
    if text.startswith("["):
        return text.partition("]")[0] + "]"
    return text.partition(":")[0]
