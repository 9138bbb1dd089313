"""A TOML file that people write: its values, the line of each, and errors that say where and why.

Scenarios, houses, laws, and side bets are read through this module. A wrong file is refused in one
line: `file:line: what is wrong; what would be right`.
"""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from pathlib import PurePath
from threading import Lock
from typing import Any, Final, TypeVar

import msgspec

from cardroom.errors import CardroomError

T = TypeVar("T")
Path = tuple[str | int, ...]
"""The path of a value: ("do", 2, "verb"), ("options", "decks")."""

NEAR_MAX: Final = 100
"""Characters; nothing longer is compared with known names, which takes the square of it."""
BYTES_MAX: Final = 1 << 20
"""A file that a person writes is never this long."""
MESSAGE_MAX: Final = 1200
"""Characters; a wrong value may be as long as the file."""
NESTING_MAX: Final = 40
"""Brackets within brackets; the parser would otherwise recurse until it fails."""
NAME_MAX: Final = 4096
"""Characters of one dotted name; the parser's time grows with the square of its parts."""

_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_PART: Final = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_TRIPLE: Final = re.compile(r'"""|' + "'''")
_TOML_PLACE: Final = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class FileError(CardroomError):
    """A file that cannot be used: `file:line: what is wrong and what would be right`."""

    def __init__(self, file: str, line: int, message: str) -> None:
        """`line` is 0 if the file as a whole is meant."""
        if len(message) > MESSAGE_MAX:
            message = f"{message[:MESSAGE_MAX]}..."
        super().__init__(f"{file}:{line}: {message}" if line else f"{file}: {message}")
        self.file, self.line, self.message = file, line, message


class Source:
    """A TOML text with its line numbers, which tomllib does not keep."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.lines: dict[Path, int] = dict(_places(text[:BYTES_MAX]))

    def parse(self) -> dict[str, Any]:
        self._refuse_bombs()
        found = self._parsed()
        for path, text in _texts(found, ()):
            if text.isprintable():
                continue  # almost always, and a text is quicker to ask than each of its letters
            if odd := next((each for each in text if not _is_printed(each)), ""):
                says = f"this text has a character that cannot be printed, U+{ord(odd):04X}"
                raise self.error(path, f"{says}; write it without")
        return found

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as wrong:
            place = _TOML_PLACE.search(str(wrong))
            line = int(place[1]) if place and place[1] else len(self.text.splitlines())
            what = _TOML_PLACE.sub("", str(wrong))
            raise FileError(self.name, max(line, 1), f"this is not TOML: {what}") from None
        except RecursionError:
            raise FileError(self.name, 1, "brackets are nested too deep") from None
        except ValueError as wrong:
            # For instance a number with thousands of digits.
            raise FileError(self.name, 1, f"this is not TOML: {wrong}") from None

    def _refuse_bombs(self) -> None:
        """Refuse what would keep the parser busy for long, before it starts."""
        if len(self.text.encode()) > BYTES_MAX:
            raise _too_large(self.name)
        depth = 0
        for number, line in enumerate(self.text.splitlines(), start=1):
            depth += sum(map(line.count, "[{")) - sum(map(line.count, "]}"))
            longest = max(map(len, re.findall(r"[\w.-]+", line)), default=0)
            if max(depth, line.count("[") // 10) > NESTING_MAX:
                raise FileError(self.name, number, "brackets are nested too deep")
            if longest > NAME_MAX:
                says = f"a word or name of more than {NAME_MAX:,} characters"
                raise FileError(self.name, number, says)

    def line(self, path: Path) -> int:
        """The line of a value, of the first one within it, or of the nearest table around it."""
        while path:
            if path in self.lines:
                return self.lines[path]
            within = [line for each, line in self.lines.items() if each[: len(path)] == path]
            if within:
                return min(within)
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

    def error(self, path: Path, message: str) -> FileError:
        return FileError(self.name, self.line(path), message)


def read(file: FilePath) -> Source:
    """A TOML file on disk."""
    return Source(read_text(file), str(file))


def read_text(file: FilePath) -> str:
    """The text of a file that a person writes; of one that is too large, only the start is read."""
    try:
        with file.open("rb") as opened:
            data = opened.read(BYTES_MAX + 1)
        if len(data) > BYTES_MAX:
            raise _too_large(str(file))
        return data.decode("utf-8-sig")
    except OSError as wrong:
        raise FileError(str(file), 0, f"cannot be read: {wrong.strerror}") from None
    except UnicodeDecodeError:
        raise FileError(str(file), 0, "cannot be read: it is not UTF-8 text") from None


def _too_large(name: str) -> FileError:
    return FileError(name, 1, f"the file is larger than {BYTES_MAX >> 20} MB")


def inside(folder: FilePath, name: str) -> FilePath:
    """A file that another one names: it is in the same folder, or in a folder within it."""
    given = PurePath(name)
    if given.is_absolute() or ".." in given.parts:
        says = "put it in the folder of the file that names it, or below it"
        raise FileError(name, 0, f"this file is in another folder; {says}")
    found = folder / given
    if found.exists() and not found.is_file():
        # Opening a pipe waits for its writer, and a device may never end.
        raise FileError(name, 0, "cannot be read: it is not a file")
    return found


_converting: Final = Lock()


def convert(source: Source, kind: type[T]) -> T:
    """The file as a value of this type; a wrong value is an error at its line."""
    parsed = source.parse()
    try:
        # Two threads must not be the first to read a type: msgspec would crash.
        with _converting:
            return msgspec.convert(parsed, kind)
    except msgspec.ValidationError as wrong:
        raise source.error(*_located(str(wrong), kind)) from None


def suggested(name: str, known: Iterable[str]) -> str:
    """What may be written in place of an unknown name, the nearest one first."""
    names = list(known)
    return f"{nearest(name, names)}known are {', '.join(names)}"


def nearest(name: str, known: Iterable[str]) -> str:
    """A question about the known name that was probably meant, or nothing."""
    if not 0 < len(name) <= NEAR_MAX:
        return ""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1) or [
        each for each in names if each.startswith(name)
    ]
    return f"did you mean {near[0]!r}? " if near else ""


def quoted(text: str) -> str:
    """A text as TOML writes it: backslash, quotation mark and control characters are escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + "".join(f"\\u{ord(c):04x}" if c < " " or c == "\x7f" else c for c in escaped) + '"'


_AT: Final = re.compile(r"^(?P<says>.*?)(?: - at `(?P<path>\$[^`]*)`)?$", re.DOTALL)
_UNKNOWN: Final = re.compile(r"^Object contains unknown field `(?P<name>[^`]*)`$")
_MISSING: Final = re.compile(r"^Object missing required field `(?P<name>[^`]*)`$")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


def _located(wrong: str, kind: type[Any]) -> tuple[Path, str]:
    """The path and the words of one of msgspec's messages."""
    found = _AT.match(wrong)
    assert found, wrong
    says = found["says"]
    # Of a value in a table with free names, msgspec names the table alone: `$.table[...]`.
    steps = _STEP.findall((found["path"] or "$").replace("[...]", ""))
    path: Path = tuple(name or int(number) for name, number in steps)
    if unknown := _UNKNOWN.match(says):
        known = suggested(unknown["name"], _fields(kind, path))
        return (*path, unknown["name"]), f"{unknown['name']} is not known here; {known}"
    if missing := _MISSING.match(says):
        return path, f"{missing['name']} is missing"
    name = next((part for part in reversed(path) if isinstance(part, str)), "the file")
    return path, f"{name}: {_plainly(says, _types_at(kind, path))}"


_EXPECTED: Final = re.compile(
    r"Expected `(?P<types>[^`]+)`(?P<more>[^`]*?)(?:, got (?:`(?P<got>[^`]+)`|(?P<length>\d+)))?"
)
_ENUM: Final = re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL)
_REGEX: Final = re.compile(r" matching regex .*")
_TYPES: Final = {
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number with a decimal point",
    "bool": "true or false",
    "array": "a list in square brackets",
    "object": "a table of names and values",
    "date": "a date like 2026-06-01, without quotes",
    "datetime": "a date with a time",
    "time": "a time of day",
}
_LENGTH: Final = re.compile(r" of length (\d+)")
_MORE: Final = (
    (" of length >= ", " of at least this length: "),
    (" of length <= ", " of at most this length: "),
    (" of length ", " of this length: "),
    (" >= ", " of at least "),
    (" <= ", " of at most "),
)
SHOWN_MAX: Final = 80


def _plainly(says: str, types: Iterable[Any]) -> str:
    """What msgspec says about a value, in words for people who do not program."""
    if wrong := _ENUM.fullmatch(says):
        known = [str(value) for each in types for value in getattr(each, "values", ())]
        value = wrong["value"].strip("'")[:SHOWN_MAX]
        return f"{value!r} is not known here; {suggested(value, known)}"
    if says == "Invalid RFC3339 encoded date":
        return f"write {_TYPES['date']}"
    expected = _EXPECTED.fullmatch(says)
    if expected is None:
        return f"{says[:1].lower()}{says[1:]}".replace("`", "")
    # Null cannot be written in TOML.
    wanted = [_TYPES.get(name, name) for name in expected["types"].split(" | ") if name != "null"]
    more = expected["more"]
    if _REGEX.fullmatch(more):
        examples = [text for each in types for text in _examples(each)]
        more = f", like {' or '.join(examples)}" if examples else " in another form"
    if "array" in expected["types"]:
        more = _LENGTH.sub(r" of \1 values", more)
    for sign, words in _MORE:
        more = more.replace(sign, words)
    given = expected["length"] or _TYPES.get(expected["got"] or "", "")
    return f"write {' or '.join(wanted)}{more}{f'; not {given}' if given else ''}"


def _examples(kind: Any) -> Iterator[str]:
    if isinstance(kind, msgspec.inspect.Metadata):
        yield from (kind.extra_json_schema or {}).get("examples", ())


def _fields(kind: Any, path: Path) -> tuple[str, ...]:
    """The names that a table of the file may have."""
    return tuple(
        dict.fromkeys(
            field.encode_name
            for each in _types_at(kind, path)
            if isinstance(each, msgspec.inspect.StructType)
            for field in each.fields
        )
    )


def _types_at(kind: Any, path: Path) -> list[Any]:
    """What may stand at a path of the file."""
    types: list[Any] = [msgspec.inspect.type_info(kind)]
    for part in path:
        types = [inner for each in types for inner in _inside(each, part)]
    return list(_flat(types))


def _flat(types: Iterable[Any]) -> Iterator[Any]:
    for each in types:
        if isinstance(each, msgspec.inspect.UnionType):
            yield from _flat(each.types)
        else:
            yield each


def _inside(kind: Any, part: str | int) -> Iterator[Any]:
    for each in _flat([kind]):
        if isinstance(each, msgspec.inspect.StructType):
            yield from (field.type for field in each.fields if field.encode_name == part)
        elif isinstance(each, (msgspec.inspect.VarTupleType, msgspec.inspect.ListType)):
            yield each.item_type
        elif isinstance(each, msgspec.inspect.DictType):
            yield each.value_type


def _texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text in a file, names too, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield (*path, name), name
            yield from _texts(each, (*path, name))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _texts(each, (*path, place))


def _is_printed(char: str) -> bool:
    """Whether paper and a terminal show it as it is: no control codes, nothing that turns text."""
    return char.isprintable() or char in "\n\r\t" or unicodedata.category(char) == "Zs"


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Each table header and each `key =` at the start of a line, with its line number."""
    table: Path = ()
    counts: dict[Path, int] = {}
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if closing:
            if closing in line:
                closing = ""
            continue
        header = _HEADER.match(line)
        if header and header[2].count(".") > NESTING_MAX:
            continue  # nobody writes it, and looking at its parts would take long
        if header:
            *outer, last = _parts(header[2])
            table = ()
            for part in outer:
                table = (*table, part)
                if table in counts:  # [a.b] after [[a]] belongs to the last one
                    table = (*table, counts[table] - 1)
            table = (*table, last)
            if header[1] == "[[":
                counts[table] = counts.get(table, 0) + 1
                table = (*table, counts[table] - 1)
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
