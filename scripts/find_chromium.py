"""Print the path of a Chromium for the browser tests; install one if the machine lets us.

In order: CARDROOM_CHROMIUM, the usual names on PATH, Playwright's own, apt-get as root, a download
by Playwright. Only a browser that answers `--version` counts. The path alone goes to stdout. A
second run at the same time waits for the first, and finds what that one installed.
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

# Debian's headless shell draws the same pages with a quarter less work: it has no windows to draw.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
BUNDLES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
BROWSERS = ("chromium-headless-shell", "chromium")
"""Packages; not every system has the first."""
FONT = "fonts-dejavu-core"
"""A browser without a font draws boxes for letters."""
LOCK = Path(__file__).resolve().parent.parent / "build" / "chromium.lock"

HELP = """\
The browser tests need Chromium or Chrome, and none was found or could be installed. Do one of:
  Debian:  sudo apt-get install chromium
  Fedora:  sudo dnf install chromium
  macOS:   brew install --cask chromium
  anywhere: .venv/bin/python -m playwright install --with-deps chromium
or name one you have:  CARDROOM_CHROMIUM=/path/to/chromium make test"""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def answers(path: str) -> bool:
    """Whether it is a browser: Ubuntu's `chromium-browser` may only advertise a snap."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and b"chrom" in done.stdout.lower()


def installed() -> Iterator[str]:
    for name in NAMES:
        found = shutil.which(name)
        if found:
            yield found
    yield from (bundle for bundle in BUNDLES if Path(bundle).exists())
    yield from playwrights()


def playwrights() -> Iterator[str]:
    if importlib.util.find_spec("playwright") is None:
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only if it is there

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if Path(path).exists():
        yield path


def run(*command: str) -> bool:
    """Run a command with its output kept off standard output, which is for the path."""
    say(f"   {' '.join(command)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=900, check=False, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"   {error}")
        return False
    if done.returncode:
        say("\n".join((done.stdout + done.stderr).strip().splitlines()[-5:]))
    return done.returncode == 0


def by_apt() -> bool:
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    # An update that fails for one source of several still leaves the others usable.
    run("apt-get", "-q", "update")
    # The machine may be updating itself.
    patient = ("-q", "-o", "DPkg::Lock::Timeout=300")
    install = ("apt-get", *patient, "install", "-y", "--no-install-recommends")
    return any(run(*install, browser, FONT) for browser in BROWSERS)


def by_playwright() -> bool:
    if importlib.util.find_spec("playwright") is None:
        return False
    return run(sys.executable, "-m", "playwright", "install", "chromium")


def find(installers: tuple[Callable[[], bool], ...] = (by_apt, by_playwright)) -> str | None:
    named = os.environ.get("CARDROOM_CHROMIUM")
    if named:
        if answers(named):
            return named
        say(f"CARDROOM_CHROMIUM is {named}, which does not start.")
        return None
    found = next(filter(answers, installed()), None)
    for install in installers:
        if found is None and install():
            found = next(filter(answers, installed()), None)
    return found


def main() -> int:
    with alone():
        path = find()
    if path is None:
        say(HELP)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
