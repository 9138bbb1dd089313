"""What the browser loads: little, and nothing from elsewhere."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

from cardroom.service.settings import PAGE
from tests.browser.conftest import Visit

KB_MAX = 150
TABLE_KB_MAX = 450
"""As it is written, without compression."""
LATER_KB_MAX = 40
# Names of formats, which no browser fetches.
NAMESPACES = {"http://www.w3.org/2000/svg"}


def weight(paths: set[Path]) -> float:
    """In KB, compressed."""
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in paths) / 1024


def loaded(first: Path) -> set[Path]:
    """A script and everything that it imports at once."""
    found, left = set[Path](), {first}
    while left:
        path = left.pop()
        found.add(path)
        names = re.findall(
            r'^(?:import|export) .*?from "(\.{1,2}/[\w./-]+\.js)";$', path.read_text(), re.M
        )
        left |= {(path.parent / name).resolve() for name in names} - found
    return found


def test_a_visit_loads_less_than_150_kb_compressed() -> None:
    page = PAGE / "index.html"
    links = re.findall(r'(?:href|src)="((?:css|js)/[\w.-]+|icon\.svg)"', page.read_text())
    assert len(links) > 5
    files = {page, *(PAGE / link for link in links)} | loaded(PAGE / "js/main.js")
    assert len(files) > 50
    assert weight(files) <= KB_MAX
    assert sum(path.stat().st_size for path in files) <= TABLE_KB_MAX * 1024


def test_a_table_in_a_browser_weighs_no_more(visit: Visit) -> None:
    """Everything that a visit to a table loads, with what a press on it loads."""
    player = visit()
    player.sit(shoe="2c Ts 9h 9d 8c", bots=0)
    player.bet()
    player.deal()
    player.asked("19")
    loaded: list[list[Any]] = player.page.evaluate(
        """() => ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
        .filter(it => !it.name.includes("/api/"))
        .map(it => [it.name, it.decodedBodySize, it.encodedBodySize])"""
    )
    assert len(loaded) > 50
    assert sum(decoded for _, decoded, _ in loaded) <= TABLE_KB_MAX * 1024
    assert sum(sent for *_, sent in loaded) <= KB_MAX * 1024


def test_pages_for_some_people_come_when_they_are_opened() -> None:
    main = PAGE / "js/main.js"
    first = loaded(main)
    later = set(re.findall(r'import\("\./([\w/-]+\.js)"\)', main.read_text()))
    assert later
    for name in later:
        part = loaded(main.parent / name) - first
        assert part, f"{name} is loaded with the first page"
        assert weight(part) <= LATER_KB_MAX, name


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in PAGE.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert set(re.findall(r"https?://[^\s\"'`)]+", text)) <= NAMESPACES, path


def test_the_page_needs_no_exception_from_a_strict_content_policy() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page)
    for path in PAGE.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|\beval\(|setAttribute\(\"style\"", text), path
