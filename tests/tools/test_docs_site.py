"""The documentation site: every page is in the navigation, and every link leads somewhere."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml

from cardroom import games
from cardroom.games import registry
from scripts import docs_pages, docs_site, notebooks

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")


@cache
def pages() -> dict[str, str]:
    """Every page of the site; of the notebooks, their text."""
    written = {
        file.relative_to(DOCS).as_posix(): docs_pages.in_docs(file.read_text(encoding="utf-8"))
        for file in DOCS.rglob("*.md")
    }
    examples = {
        f"examples/{file.stem}.md": docs_pages.notebook_links(notebooks.text(file))
        for file in docs_pages.NOTEBOOKS.glob("*.ipynb")
    }
    return {**written, **docs_pages.generated(), **examples}


def listed(entry: Any) -> list[str]:
    match entry:
        case str():
            return [entry]
        case list():
            return list(chain.from_iterable(map(listed, entry)))
        case dict():
            return list(chain.from_iterable(map(listed, entry.values())))
        case _:
            raise AssertionError(f"{entry!r} is no part of a navigation")


def test_every_page_is_in_the_navigation_once() -> None:
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    nav = listed([settings["nav"], *docs_site.sections().values()])
    assert sorted(nav) == sorted(pages())
    titles = {title for entry in settings["nav"] for title in entry}
    assert titles >= set(docs_site.sections())


def slug(heading: str) -> str:
    """The anchor of a heading, as Python-Markdown makes it."""
    words = re.sub(r"[^\w\s-]", "", heading.replace("`", "")).strip().lower()
    return re.sub(r"[-\s]+", "-", words)


@cache
def anchors(page: str) -> frozenset[str]:
    text = FENCED.sub("", pages()[page])
    own = re.findall(r'(?:id="|\{ #)([\w.-]+)', text)
    headings = re.findall(r"^#{1,6} (.+?)(?: \{.*\})?$", text, re.MULTILINE)
    return frozenset([*own, *map(slug, headings)])


def broken(page: str, text: str) -> list[str]:
    """Links of a page that lead nowhere."""
    found = []
    for target in LINK.findall(CODE.sub("", FENCED.sub("", text))):
        path, _, anchor = target.partition("#")
        if "://" in path:
            continue
        parts: list[str] = list(PurePosixPath(page).parent.parts) if path else []
        for part in PurePosixPath(path or page).parts:
            parts = parts[:-1] if part == ".." and parts else [*parts, part]
        name = "/".join(parts)
        there = name in pages() or (DOCS / name).is_file()
        if not there or (anchor and name in pages() and anchor not in anchors(name)):
            found.append(f"{page}: {target}")
    return found


def test_every_link_leads_to_a_page_and_a_heading() -> None:
    assert list(chain.from_iterable(broken(page, text) for page, text in pages().items())) == []


@pytest.mark.parametrize("target", ["nowhere.md", "odds.md#nowhere", "../odds.md", "rules/x.md"])
def test_a_broken_link_is_found(target: str) -> None:
    assert broken("index.md", f"[here]({target})") == [f"index.md: {target}"]


def test_rules_and_scenarios_are_complete() -> None:
    for game in registry.games():
        clauses = games.game(game).clauses
        assert all(docs_pages.anchor(each.id) in anchors(f"rules/{game}.md") for each in clauses)
    files = docs_pages.SCENARIOS.rglob("*.toml")
    assert all(file.stem in anchors(f"scenarios/{file.parent.name}.md") for file in files)
