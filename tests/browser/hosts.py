"""Several computers on one machine: network namespaces on a bridge, each with its own browser."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.browser.conftest import CHROMIUM, TIMEOUT_MS


def ip(*words: str) -> None:
    subprocess.run(("ip", *words), check=True, capture_output=True, text=True)


class Host:
    """One computer; it reaches the others of its network, and nothing else."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address

    @property
    def inside(self) -> Sequence[str]:
        """What lets a command run on this computer."""
        return ("ip", "netns", "exec", self.name)

    def browser(self, playwright: Playwright, folder: Path) -> Browser:
        """A browser on this computer; it is told what to do over a pipe, not over the network."""
        program = folder / f"chromium-{self.name}"
        program.write_text(f'#!/bin/sh\nexec {" ".join(self.inside)} {CHROMIUM} "$@"\n')
        program.chmod(0o755)
        args = ["--no-sandbox", "--disable-background-networking", "--mute-audio"]
        return playwright.chromium.launch(executable_path=program, args=args)


@contextmanager
def network(count: int) -> Iterator[list[Host]]:
    """So many computers on one network, gone at the end."""
    if os.geteuid() != 0:
        pytest.skip("only root makes network namespaces")
    # Several workers may do this at once.
    prefix = f"r{os.getpid() % 100_000}"
    with ExitStack() as stack:
        ip("netns", "add", f"{prefix}lan")
        stack.callback(ip, "netns", "del", f"{prefix}lan")
        ip("-n", f"{prefix}lan", "link", "add", "bridge", "type", "bridge")
        ip("-n", f"{prefix}lan", "link", "set", "bridge", "up")
        hosts = [Host(f"{prefix}h{number}", f"10.77.0.{number + 1}") for number in range(count)]
        for number, host in enumerate(hosts):
            ip("netns", "add", host.name)
            stack.callback(ip, "netns", "del", host.name)
            plug_in(host, f"{prefix}lan", number)
        yield hosts


def plug_in(host: Host, lan: str, number: int) -> None:
    """A cable from the computer to the bridge."""
    port = f"port{number}"
    ip("-n", lan, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", host.name)
    ip("-n", lan, "link", "set", port, "master", "bridge", "up")
    ip("-n", host.name, "addr", "add", f"{host.address}/24", "dev", "eth0")
    ip("-n", host.name, "link", "set", "lo", "up")
    ip("-n", host.name, "link", "set", "eth0", "up")


def phone_context(browser: Browser, language: str = "en-GB") -> BrowserContext:
    """A phone in somebody's hand."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale=language
    )
    context.set_default_timeout(TIMEOUT_MS)
    return context
