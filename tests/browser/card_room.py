"""A card room for browser tests: the real service in a subprocess, and people with a browser."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect

from cardroom.service.accounts.roles import STAFF, Role
from cardroom.service.settings import Hashing, Settings
from tests.ports import free_port
from tests.staff import code_of, hire_in, key_of

PASSWORD = "correct horse battery"
PATIENCE_SECONDS = 60
"""How long anything may take. Nothing takes so long; a machine with other work may take a while."""
PAUSE_SECONDS = 0.02
"""Between two looks at a table: the service and the browser need the processor more."""
_keys = itertools.count(1)
EXTRA = tuple(f"-{number}" for number in range(2, 9))
"""A code is good once, so everybody who logs in is somebody else."""
_next: Counter[Role] = Counter()
ROOT = Path(__file__).resolve().parents[2]
UNPAINTED = """if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html, dialog, ::backdrop { opacity: 0 !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
"""No test looks at pixels, and to paint them takes a third of a visit. A page that nobody could see
is laid out, pressed and read as ever. Where things move it is painted, and for axe, which looks at
colors (`test_axe.py`)."""
SIZES = {"phone": (320, 640), "zoomed": (320, 256), "desk": (1280, 800), "projector": (1920, 1080)}


def _next_of(role: Role) -> str:
    name = f"the-{role}{('', *EXTRA)[_next[role]]}"
    _next[role] += 1
    return name


class CardRoom:
    """The service, on one free port and one folder for as long as the tests run."""

    def __init__(
        self, data: Path, posting: Path | None = None, solver: str = "", packages: Path = ROOT
    ) -> None:
        """`packages` is a folder with more installed packages."""
        self._data, self._packages = data, packages
        self._house = ["" if posting is None else str(posting), solver]
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[str] | None = None

    def hire(self, *roles: Role) -> None:
        """Somebody of each role, called like it, before the room opens."""
        names = {f"the-{role}{extra}": role for role in roles for extra in ("", *EXTRA)}
        hire_in(self._data, names, PASSWORD, Settings(hashing=Hashing(1, 64)))

    def start(self) -> None:
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(self._packages)])
        self._process = subprocess.Popen(
            [
                # A service that crashes says where.
                *(sys.executable, "-X", "faulthandler", "-m", "tests.browser.serve"),
                *(str(self._data), str(self._port), *self._house),
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert said.startswith("http"), "the service did not start"

    def kill(self) -> None:
        """As the power would. A service that was gone before has left its exit code."""
        assert self._process is not None
        gone = self._process.poll()
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        assert gone is None, f"the service ended by itself, with code {gone}"


class Visitor:
    """Somebody with a browser window. Errors of the page are kept: there must be none."""

    def __init__(self, room: CardRoom, page: Page) -> None:
        self.room, self.page, self.context = room, page, page.context
        self.errors: list[str] = []
        self._opened: list[str] = []
        page.on("pageerror", self._failed)
        page.on("console", self._said)

    def leave(self) -> None:
        """The window is somebody else's from now on."""
        self.page.goto("about:blank")
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._said)

    def close_tables(self) -> None:
        """Those this visitor opened: a lobby full of other tests' tables is slow to draw."""
        for id in self._opened:
            self.context.request.delete(f"{self.room.url}/api/tables/{id}")

    def _failed(self, error: Error) -> None:
        self.errors.append(str(error))

    def _said(self, said: ConsoleMessage) -> None:
        # A pattern that the browser cannot read checks nothing.
        if "Security Policy" in said.text or "regular expression" in said.text:
            self.errors.append(said.text)

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.room.url}/#/{path}")

    def log_in(self, role: Role, path: str = "") -> None:
        """As the next person of a role, on this page; the form is for `log_in_by_form`."""
        name = _next_of(role)
        code = code_of(key_of(name)) if role in STAFF else ""
        given = {"name": name, "password": PASSWORD, "code": code}
        answer = self.context.request.post(f"{self.room.url}/api/login", data=given)
        assert answer.status == 200, answer.text()
        # A page that is open already would not notice.
        self.page.goto("about:blank")
        self.go(path)

    def log_in_by_form(self, role: Role) -> None:
        """The form asks staff for a code after the password."""
        self.go()
        self.page.get_by_role("button", name="Log in").click()
        form = self.page.get_by_role("dialog", name="Log in")
        name = _next_of(role)
        form.get_by_label("Name").fill(name)
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Log in").click()
        if role in STAFF:
            form.get_by_label("Code").fill(code_of(key_of(name)))
            form.get_by_role("button", name="Log in").click()
        expect(self.page.locator(".account")).to_contain_text(f"{name}, {role}")

    def open(self, **table: Any) -> str:
        """Open a table as the lobby does; the shoe may be stacked."""
        self.context.request.post(f"{self.room.url}/api/guest")
        body = {"game": "blackjack", "options": {"wager_min": "5", "wager_max": "500"}, **table}
        answer = self.context.request.post(f"{self.room.url}/api/tables", data=body)
        assert answer.status == 201, answer.text()
        id: str = answer.json()["id"]
        self._opened.append(id)
        return id

    def view(self, id: str) -> Any:
        return self.context.request.get(f"{self.room.url}/api/tables/{id}").json()["view"]

    def waits_for(self, id: str, holds: Callable[[Any], bool]) -> None:
        """Until the table's view is so: the house does its own work after an answer."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not holds(self.view(id)):
            assert time.monotonic() < deadline, self.view(id)
            time.sleep(PAUSE_SECONDS)

    def order(self, id: str, command: str, **fields: Any) -> None:
        """A command of this visitor that needs no page: company at the table, a fast dealer."""
        order = {"key": uuid4().hex, "command": {"command": command, **fields}}
        answer = self.context.request.post(f"{self.room.url}/api/tables/{id}/commands", data=order)
        assert answer.status == 200, answer.text()

    def answer(self, id: str, verb: str, amount: int | None = None) -> None:
        """The question this visitor is asked, as soon as it is."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (asks := self.view(id)["asks"]):
            assert time.monotonic() < deadline, f"nobody asked about {verb}"
            time.sleep(PAUSE_SECONDS)
        entry = {"input": "answer", "box": asks[0]["box"], "verb": verb}
        self.order(id, "play", input=entry if amount is None else {**entry, "amount": amount})

    def join(self, id: str, seat: int, chips: int) -> None:
        """Sit down at somebody's table, without a page."""
        self.context.request.post(f"{self.room.url}/api/guest")
        self.order(id, "sit-down", seat=seat)
        self.order(id, "buy-in", amount=chips)

    def sit(self, **table: Any) -> str:
        """At the visitor's own table, with chips, ready to bet."""
        id = self.open(**table)
        self.go(f"table/{id}/sit")
        expect(self.page.locator(".tray")).to_be_visible()
        expect(self.page.locator(".stack-sum")).to_have_text("$500")
        return id

    def sit_and_wait_for(self, other: Visitor, **table: Any) -> str:
        """Both bet, this one calls for the deal, and the other one does not. Returns the table."""
        id = self.sit(**table)
        other.join(id, 2, 50_000)
        other.command(id, "place-bet", box=2, spot="main", stake=500)
        self.bet()
        self.deal()
        expect(self.page.locator(".tray .hint")).to_contain_text("Waiting for Guest")
        return id

    def command(self, id: str, command: str, **fields: Any) -> None:
        """One of this visitor's commands, sent without the page."""
        key = f"also-{next(_keys)}"
        answer = self.context.request.post(
            f"{self.room.url}/api/tables/{id}/commands",
            data={"key": key, "command": {"command": command, **fields}},
        )
        assert answer.status == 200, answer.text()

    def bet(self, presses: int = 1, box: int = 4) -> None:
        for _ in range(presses):
            self.page.locator(f'[data-box="{box}"] [data-spot="main"]').click()
        expect(self.page.locator(f'[data-box="{box}"] [data-spot="main"]')).to_have_attribute(
            "data-state", "placed"
        )

    def deal(self) -> None:
        self.page.get_by_role("button", name="Deal").click()

    def asked(self, words: str) -> None:
        expect(self.page.locator(".controls:visible > .asked")).to_contain_text(words)

    def act(self, verb: str) -> None:
        self.page.locator(f'.act[data-verb="{verb}"]').click()

    def slip(self) -> list[str]:
        return self.page.locator(".slip-line").all_inner_texts()


class Windows:
    """Windows that one visitor uses after another: a new one costs two seconds of the processor.

    Each has its own cookies and settings, and the next visitor finds none of them.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Page] = []

    def take(self, size: str, *, motion: str = "reduce") -> Page:
        page = self._free.pop() if self._free else self._new()
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        return page

    def _new(self) -> Page:
        context = self._browser.new_context()
        # For what a page does, and for the requests of its visitor without the page.
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        context.add_init_script(UNPAINTED)
        return context.new_page()

    def give_back(self, visitor: Visitor) -> None:
        page = visitor.page
        page.unroute_all()
        page.context.clear_cookies()
        session = page.context.new_cdp_session(page)
        kept = {"origin": visitor.room.url, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", kept)
        session.detach()
        # A press that comes early must not find a button of the last visitor's table.
        if page.url != "about:blank":
            page.goto("about:blank")
        self._free.append(page)
