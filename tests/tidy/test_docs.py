"""The pages that explain the code name only modules and functions that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES: Final = ("docs/architecture.md", "docs/how-to-add.md")
NAMED = re.compile(r"`([\w./-]+\.(?:py|js|toml|typ))(?::([\w.]+))?`")


def missing(page: str, root: Path) -> Iterator[str]:
    """Each `path` or `path:name` of a page that is not in the tree."""
    for path, name in NAMED.findall(page):
        found = [
            base / path for base in (root / "src" / "cardroom", root) if (base / path).exists()
        ]
        if not found:
            yield path
        elif name and not has(found[0], name):
            yield f"{path}:{name}"


def has(file: Path, name: str) -> bool:
    text = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        return (
            re.search(rf"^\s*(?:export |async |const |function |class )*{name}\b", text, re.M)
            is not None
        )
    body: list[ast.stmt] = ast.parse(text).body
    for part in name.split("."):
        node = next((each for each in body if part in names(each)), None)
        if node is None:
            return False
        body = node.body if isinstance(node, ast.ClassDef) else []
    return True


def names(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=targets):
            return {each.id for each in targets if isinstance(each, ast.Name)}
        case _:
            return set()


def test_every_page_has_a_place_in_the_navigation_of_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [page.name for page in (ROOT / "docs").glob("*.md")]
    assert [page for page in pages if f": {page}\n" not in site] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_what_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert NAMED.search(text)
    assert list(missing(text, ROOT)) == []


def test_a_name_that_is_gone_is_found(tmp_path: Path) -> None:
    module = tmp_path / "src" / "cardroom" / "table" / "floor.py"
    module.parent.mkdir(parents=True)
    module.write_text("class Floor:\n    def ask(self) -> None: ...\n", encoding="utf-8")
    page = (
        "`table/floor.py`, `table/floor.py:Floor.ask`, `table/host.py`, `table/floor.py:Floor.do`"
    )
    assert list(missing(page, tmp_path)) == ["table/host.py", "table/floor.py:Floor.do"]
