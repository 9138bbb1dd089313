"""One Chromium and one service for all browser tests; every test is a new visitor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.card_room import PATIENCE_SECONDS, CardRoom, Visitor, Windows

CHROMIUM = os.environ.get("CARDROOM_CHROMIUM") or "/usr/bin/chromium"
Visit = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    room = CardRoom(tmp_path_factory.mktemp("cardroom"))
    room.hire("dealer", "floor", "office", "surveillance", "player", "admin")
    room.start()
    yield room
    room.kill()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_SECONDS * 1000)
    with sync_playwright() as playwright:
        # A container's root has no user namespaces for Chromium's own sandbox. Without a graphics
        # card, pages are drawn faster if Chromium does not imitate one. A page lives for seconds:
        # the optimizing compiler and processes of its own cost more than they save.
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        args = ["--disable-gpu", "--in-process-gpu", "--process-per-site", "--js-flags=--no-opt"]
        args += ["--no-sandbox"] if root else []
        own = str(tmp_path_factory.mktemp("chromium"))
        env: dict[str, str | float | bool] = {**os.environ}
        env |= {"XDG_CONFIG_HOME": own, "XDG_CACHE_HOME": own}
        with playwright.chromium.launch(executable_path=CHROMIUM, args=args, env=env) as browser:
            yield browser


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def visit(room: CardRoom, windows: Windows) -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def come(size: str = "desk", motion: str = "reduce") -> Visitor:
        visitors.append(Visitor(room, windows.take(size, motion=motion)))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        visitor.close_tables()
        windows.give_back(visitor)
    for visitor in visitors:
        assert visitor.errors == []
