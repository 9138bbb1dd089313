"""The press: a sheet and its template make a PDF, the same bytes for the same sheet.

A sheet's words reach typst as one JSON text and are never part of its source, so no character in
them can be taken for markup. Only the fonts that typst carries are used: the same on every machine.
"""

from __future__ import annotations

import json
import re
import shutil
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple

import typst

from cardroom.errors import CardroomError
from cardroom.signage.sheet import Sheet

Paper = Literal["a4", "letter"]
PAPERS: Final = {"a4": "a4", "letter": "us-letter"}
TEMPLATES: Final = Path(__file__).parent
LONG: Final = ("rules", "math")
"""Sheets whose number of pages depends on the game."""
SCALES: Final = (
    1.0,
    0.98,
    0.96,
    0.94,
    1.02,
    0.92,
    1.04,
    0.99,
    0.97,
    0.95,
    1.01,
    0.93,
    1.03,
    0.9,
    1.06,
    0.88,
)
HALF: Final = 0.5
ROWS_ALONE_MAX: Final = 1000
UNPRINTABLE: Final = {code: " " for code in (*range(32), 127) if chr(code) not in "\t\n"}
"""Control characters, which no font has."""
NO_SHAPE: Final = re.compile(r'the text `"(.+)"` could not be displayed', re.DOTALL)


class Unprintable(CardroomError):
    """A character that the fonts do not have."""


def pdf(sheet: Sheet, paper: Paper = "letter") -> bytes:
    """A tagged document (PDF/UA-1): screen readers find headings and tables.

    The standard forbids characters without a glyph, so nothing is left out unnoticed.
    """
    try:
        scale = fitting(sheet.kind, written(sheet, paper)) if sheet.kind in LONG else 1.0
        printed = compiler(sheet, paper, scale).compile(format="pdf", pdf_standards="ua-1")
    except typst.TypstError as wrong:
        letter = NO_SHAPE.search(str(wrong))
        if letter is None:
            raise
        raise Unprintable(
            f"the fonts for printing do not have the character {letter[1]!r}"
        ) from None
    assert isinstance(printed, bytes), "a PDF is one file"
    return printed


def svg(sheet: Sheet) -> str:
    """A sheet of one page as a drawing, its letters as outlines: no font is needed to show it."""
    printed = compiler(sheet, "letter").compile(format="svg")
    assert isinstance(printed, bytes), "a drawing is one file"
    return printed.decode("utf-8")


class EmbeddedSheet(NamedTuple):
    """A printed sheet that becomes part of a portfolio."""

    title: str
    content: bytes
    form: Literal["tall", "wide"]


def portfolio(front: Sheet, parts: tuple[EmbeddedSheet, ...], paper: Paper) -> bytes:
    """One document: a first part of its own, and after it the pages of other sheets.

    Pages of other documents cannot be tagged, so this is not PDF/UA; the sheets themselves are.
    """
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for file in TEMPLATES.glob("*.typ"):
            shutil.copy(file, root)
        listed = []
        for number, part in enumerate(parts):
            (root / f"{number}.pdf").write_bytes(part.content)
            listed.append(
                {
                    "title": part.title,
                    "file": f"{number}.pdf",
                    "pages": pages(part.content),
                    "wide": part.form == "wide",
                }
            )
        alone = Sheet(
            front.kind,
            front.head,
            {**front.body, "parts": [{**each, "pages": 0} for each in listed]},
        )
        scale = fitting(front.kind, written(alone, paper))
        sheet = Sheet(front.kind, front.head, {**front.body, "parts": listed})
        bound = typst.Compiler(
            root / f"{front.kind}.typ",
            root=root,
            font_paths=typst.Fonts(include_system_fonts=False),
            sys_inputs={"sheet": written(sheet, paper, scale)},
        ).compile(format="pdf", pdf_standards="1.7")
    assert isinstance(bound, bytes), "a PDF is one file"
    return bound


def written(sheet: Sheet, paper: Paper, scale: float = 1.0) -> str:
    """The sheet as the template reads it; `scale` makes its type larger or smaller."""
    content = {"paper": PAPERS[paper], "scale": scale, **sheet.head, **sheet.body}
    return json.dumps(_printable(content), ensure_ascii=False)


def compiler(sheet: Sheet, paper: Paper, scale: float = 1.0) -> typst.Compiler:
    return _compiler(sheet.kind, written(sheet, paper, scale))


def _compiler(kind: str, content: str) -> typst.Compiler:
    return typst.Compiler(
        TEMPLATES / f"{kind}.typ",
        root=TEMPLATES,
        font_paths=typst.Fonts(include_system_fonts=False),
        sys_inputs={"sheet": content},
    )


@lru_cache(maxsize=64)
def fitting(kind: str, content: str) -> float:
    """The size of type that leaves no row of a table alone on a page, and half of the last full.

    If there is none, that with the fewest such rows, and of those the one with the fullest page.
    """
    read, best = json.loads(content), (-ROWS_ALONE_MAX, 0.0, 1.0)
    for scale in SCALES:
        made = _compiler(kind, json.dumps({**read, "scale": scale}, ensure_ascii=False))
        end = json.loads(made.query("<end>", field="value", one=True))
        if end["filled"] >= HALF and not end["alone"]:
            return scale
        best = max(best, (-end["alone"] - (end["filled"] < HALF), end["filled"], scale))
    return best[2]


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8").translate(UNPRINTABLE)
    if isinstance(value, dict):
        return {name: _printable(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_printable(each) for each in value]
    return value


def pages(printed: bytes) -> int:
    """The number of pages of a PDF."""
    return printed.count(b"/Type/Page/")
