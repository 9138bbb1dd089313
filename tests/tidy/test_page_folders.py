"""The folders of the page's scripts: a page is one of them, and what pages share lies below."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

SCRIPTS: Final = Path(__file__).resolve().parents[2] / "src/cardroom/web/static/js"
LAYERS: Final = (
    ("lobby", "table", "office", "school", "lab"),
    ("account", "floor"),
    ("felt", "fairness", "options"),
    ("shared",),
)
"""A module imports from its own folder, and from those in the layers below it."""
LAYER_OF: Final = {folder: at for at, folders in enumerate(LAYERS) for folder in folders}
TOP: Final = {"boot.js", "main.js"}
"""They lie in no folder. `main.js` opens every page; `boot.js` imports nothing before that, so that
it can load a lost file again, and anyone may import it."""
NAMED: Final = re.compile(r'"(\.{1,2}/[^"]+\.js)"')
"""Imports, those at a later time, and the types in comments."""


def wrong(scripts: Path) -> Iterator[str]:
    for path in sorted(scripts.rglob("*.js")):
        name = path.relative_to(scripts).as_posix()
        own, inside, _ = name.partition("/")
        if (own not in LAYER_OF) if inside else (own not in TOP):
            yield f"{name} is in no folder of LAYERS"
            continue
        for named in NAMED.findall(path.read_text(encoding="utf-8")):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), named))
            if not (scripts / other).is_file():
                yield f"{name} names {other}, which does not exist"
            elif inside and not may_import(own, other.partition("/")[0]):
                yield f"{name} may not import {other}"


def may_import(own: str, other: str) -> bool:
    return other in (own, "boot.js") or LAYER_OF.get(other, -1) > LAYER_OF[own]


def test_no_page_imports_from_another() -> None:
    assert list(wrong(SCRIPTS)) == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("lab/lab.js", 'import { a } from "../table/tray.js";', "may not import table/tray.js"),
        ("shared/card.js", 'await import("../table/tray.js");', "may not import table/tray.js"),
        ("felt/box.js", '/** @type {import("../table/tray.js").A} */', "may not import"),
        ("floor/pad.js", 'import { show } from "../main.js";', "may not import main.js"),
        ("table/bar.js", 'import { a } from "./trays.js";', "table/trays.js, which does not exist"),
        ("poker/seats.js", "", "is in no folder"),
        ("seats.js", "", "is in no folder"),
    ],
)
def test_a_wrong_import_is_found(name: str, text: str, found: str, tmp_path: Path) -> None:
    for path, content in {"main.js": "", "table/tray.js": "", name: text}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(content, encoding="utf-8")
    (fault,) = wrong(tmp_path)
    assert found in fault
