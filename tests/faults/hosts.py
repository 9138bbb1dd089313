"""Hosts on one machine: network namespaces on a bridge. Links and routes can be cut."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

NETWORK: Final = "10.83.21"
"""A private network; nothing of it leaves the machine."""
PEOPLE, DATABASE = f"{NETWORK}.1", f"{NETWORK}.2"
NOBODY: Final = "02:00:00:00:00:01"
"""The address of a network card that does not exist."""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def possible() -> bool:
    """Whether this process may make network namespaces."""
    if os.geteuid() or shutil.which("ip") is None:
        return False
    name = f"cardroom-{os.getpid()}"
    try:
        ip("netns", "add", name)
        ip("netns", "delete", name)
    except subprocess.CalledProcessError:
        return False
    return True


class Host:
    def __init__(self, number: int) -> None:
        self.name, self.address = f"cardroom{number}", f"{NETWORK}.{10 + number}"
        self.command = ("ip", "netns", "exec", self.name)
        """What comes before a command that runs on this host."""
        self._link = f"cardroom-v{number}"

    def connect(self, bridge: str) -> None:
        inside = ("-n", self.name)
        ip("netns", "add", self.name)
        ip("link", "add", self._link, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", self._link, "master", bridge, "up")
        ip(*inside, "address", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip(*inside, "link", "set", device, "up")

    def disconnect(self) -> None:
        ip("netns", "delete", self.name)

    def lose_database(self) -> None:
        """What it sends to the database goes nowhere; people and other hosts still reach it."""
        self._neighbor("replace", DATABASE, "lladdr", NOBODY, "nud", "permanent")

    def find_database(self) -> None:
        self._neighbor("delete", DATABASE)

    def _neighbor(self, *words: str) -> None:
        ip("-n", self.name, "neighbor", *words, "dev", "eth0")

    def unplug(self) -> None:
        ip("link", "set", self._link, "down")

    def plug_in(self) -> None:
        ip("link", "set", self._link, "up")


@contextmanager
def hosts(count: int) -> Iterator[list[Host]]:
    bridge = "cardroom-bridge"
    with ExitStack() as opened:
        ip("link", "add", bridge, "type", "bridge")
        opened.callback(ip, "link", "delete", bridge)
        for address in (PEOPLE, DATABASE):
            ip("address", "add", f"{address}/24", "dev", bridge)
        ip("link", "set", bridge, "up")
        found = [Host(number) for number in range(1, count + 1)]
        for host in found:
            host.connect(bridge)
            opened.callback(host.disconnect)
        yield found
