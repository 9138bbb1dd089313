"""The press: a sheet and its template make a PDF, the same bytes for the same sheet.

A sheet's words reach typst as one JSON text and are never part of its source, so no character in
them can be taken for markup. Only the fonts that typst carries are used: the same on every machine.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, Literal

import typst

from cardroom.signage.sheet import Sheet

Paper = Literal["a4", "letter"]
PAPERS: Final = {"a4": "a4", "letter": "us-letter"}
TEMPLATES: Final = Path(__file__).parent
UNPRINTABLE: Final = {code: " " for code in (*range(32), 127) if chr(code) not in "\t\n"}
"""Control characters, which no font has."""
NO_SHAPE: Final = re.compile(r'the text `"(.+)"` could not be displayed', re.DOTALL)


class Unprintable(ValueError):
    """A character that the fonts do not have."""


def pdf(sheet: Sheet, paper: Paper = "letter") -> bytes:
    """A tagged document (PDF/UA-1): screen readers find headings and tables.

    The standard forbids characters without a glyph, so nothing is left out unnoticed.
    """
    try:
        printed = compiler(sheet, paper).compile(format="pdf", pdf_standards="ua-1")
    except typst.TypstError as wrong:
        letter = NO_SHAPE.search(str(wrong))
        if letter is None:
            raise
        raise Unprintable(
            f"the fonts for printing do not have the character {letter[1]!r}"
        ) from None
    assert isinstance(printed, bytes), "a PDF is one file"
    return printed


def written(sheet: Sheet, paper: Paper) -> str:
    """The sheet as the template reads it."""
    content = {"paper": PAPERS[paper], **sheet.head, **sheet.body}
    return json.dumps(_printable(content), ensure_ascii=False)


def compiler(sheet: Sheet, paper: Paper) -> typst.Compiler:
    return typst.Compiler(
        TEMPLATES / f"{sheet.kind}.typ",
        root=TEMPLATES,
        font_paths=typst.Fonts(include_system_fonts=False),
        sys_inputs={"sheet": written(sheet, paper)},
    )


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
