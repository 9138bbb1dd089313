"""What a reader finds written in a PDF of the press: the text behind its glyphs, page by page.

Only for what typst writes: one object after the other, streams deflated, fonts mapped to Unicode.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

OBJECT: Final = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
FONTS: Final = re.compile(rb"/(f\d+) (\d+) 0 R")
MAPPED: Final = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")
TOKEN: Final = re.compile(
    rb"(?P<begin>/(?P<tag>\w+)\s*(?:<<.*?>>\s*)?B[DM]C)|(?P<end>EMC)"
    # Two bytes a glyph. The first is below 32 and written as its octal number; the second may be a
    # parenthesis as it is.
    rb"|/(?P<font>f\d+) [\d.]+ Tf|\((?P<text>(?:\\[0-7]{3}(?:\\[0-7]{3}|\\.|[^\\]))*)\)",
    re.DOTALL,
)
ESCAPE: Final = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
NAMED: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

Shapes = dict[bytes, str]


def pages(printed: bytes) -> list[str]:
    """The text of every page without blanks; heads and feet, which repeat, are left out."""
    objects = {int(number): body for number, body in OBJECT.findall(printed)}
    return [_page(objects, body) for body in objects.values() if b"/Type/Page/" in body]


def squeezed(text: str) -> str:
    """A text as `pages` gives it: lines may be broken anywhere, so blanks say nothing."""
    return "".join(text.split())


def _page(objects: dict[int, bytes], page: bytes) -> str:
    resources = objects[_reference(page, b"Resources")]
    found = FONTS.findall(resources)
    fonts = {name: _shapes(objects, objects[int(number)]) for name, number in found}
    content = _stream(objects[_reference(page, b"Contents")])
    shown: list[str] = []
    open_tags: list[bytes] = []
    font: Shapes = {}
    for token in TOKEN.finditer(content):
        if token["begin"]:
            open_tags.append(token["tag"])
        elif token["end"]:
            open_tags.pop()
        elif token["font"]:
            font = fonts[token["font"]]
        elif b"Artifact" not in open_tags:
            glyphs = ESCAPE.sub(_byte, token["text"])
            shown += [font[glyphs[at : at + 2]] for at in range(0, len(glyphs), 2)]
    return squeezed("".join(shown))


def _shapes(objects: dict[int, bytes], font: bytes) -> Shapes:
    found = MAPPED.findall(_stream(objects[_reference(font, b"ToUnicode")]))
    pairs = [(bytes.fromhex(glyph.decode()), bytes.fromhex(code.decode())) for glyph, code in found]
    return {glyph: code.decode("utf-16-be") for glyph, code in pairs}


def _reference(body: bytes, name: bytes) -> int:
    match = re.search(rb"/" + name + rb" (\d+) 0 R", body)
    assert match is not None, f"no {name!r} in {body[:80]!r}"
    return int(match[1])


def _stream(body: bytes) -> bytes:
    packed = body.partition(b"stream\n")[2].rpartition(b"\nendstream")[0]
    return zlib.decompress(packed)


def _byte(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8)]) if code.isdigit() else NAMED.get(code, code)
