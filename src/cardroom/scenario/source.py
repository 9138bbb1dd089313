"""The text of a scenario file, and the line of each of its values."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

Path = tuple[str | int, ...]
"""The path of a value: ("do", 2, "verb"), ("options", "decks")."""

_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_PART: Final = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_TRIPLE: Final = re.compile(r'"""|' + "'''")
_TOML_PLACE: Final = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class ScenarioError(ValueError):
    """A file that cannot be read or played: `file:line: what is wrong and what would be right`."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file, self.line, self.message = file, line, message


class Source:
    """A TOML text with its line numbers, which tomllib does not keep."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self._lines: dict[Path, int] = dict(_places(text))

    def parse(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as wrong:
            place = _TOML_PLACE.search(str(wrong))
            line = int(place[1]) if place and place[1] else len(self.text.splitlines())
            what = _TOML_PLACE.sub("", str(wrong))
            raise ScenarioError(self.name, max(line, 1), f"this is not TOML: {what}") from None

    def line(self, path: Path) -> int:
        """The line of a value, or of the nearest table around it."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return 1

    def line_of_word(self, path: Path, number: int) -> int:
        """The line of a text's `number`-th word: a shoe may run over many lines."""
        first = self.line(path)
        tail = self.text.splitlines()[first - 1 :]
        if not tail or not _TRIPLE.search(tail[0]):
            return first
        tail[0] = _TRIPLE.split(tail[0], maxsplit=1)[1]
        for offset, line in enumerate(tail):
            number -= len(line.replace(",", " ").split())
            if number < 0:
                return first + offset
        return first

    def error(self, path: Path, message: str) -> ScenarioError:
        return ScenarioError(self.name, self.line(path), message)


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Each table header and each `key =` at the start of a line, with its line number."""
    table: Path = ()
    counts: dict[str, int] = {}
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if closing:
            if closing in line:
                closing = ""
            continue
        header = _HEADER.match(line)
        if header:
            parts = _parts(header[2])
            if header[1] == "[[":
                name = ".".join(map(str, parts))
                table = (*parts, counts.get(name, 0))
                counts[name] = counts.get(name, 0) + 1
            else:
                table = parts
            yield table, number
            continue
        key = _KEY.match(line)
        if key:
            yield table + _parts(key[1]), number
            opened = _TRIPLE.search(line, key.end())
            if opened and opened[0] not in line[opened.end() :]:
                closing = opened[0]


def _parts(text: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(text))
