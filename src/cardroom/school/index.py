"""An index of the worked rounds: which cases can be asked about, and in which rounds they are.

Looking through all worked rounds of a game takes up to a second. It is done once for each game and
posting, for all kinds of questions together, and kept between runs; the rounds themselves are not
kept, because a round is played again, with other cards, when a question about it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, NamedTuple

import msgspec

from cardroom import __version__, houses
from cardroom.analysis.cache_folder import PACKAGE, root, writable
from cardroom.errors import CardroomError
from cardroom.school import library
from cardroom.school.asks import KINDS
from cardroom.school.library import PostedAt

KEPT: Final = 64
"""Indexes in memory: a few hundred short texts each."""
LEFT_OUT: Final = ("analysis", "api", "cli", "office", "service", "signage", "submission", "web")
"""Parts of the package that no question depends on."""


class AskedCase(NamedTuple):
    """What a drill selects its questions by."""

    kind: str
    stratum: str
    case: str
    clauses: tuple[str, ...]
    """The one that decides; or, where the engine names none, those that the worked round cites."""


Index = Mapping[AskedCase, Sequence[str]]
"""By case: the files of the worked rounds that have it."""


_KEPT: Final = msgspec.json.Decoder(list[tuple[AskedCase, tuple[str, ...]]])


def index(game: str, posting: PostedAt, rounds: str = "") -> Index:
    """Options may be tables of rows, so they are compared as they are written down."""
    return _index(game, msgspec.json.encode(as_indexed(posting)), rounds)


def kept(game: str, posting: PostedAt, rounds: str = "") -> bool:
    """Whether an earlier run has left it."""
    return _file(game, msgspec.json.encode(as_indexed(posting)), rounds).is_file()


def as_indexed(posting: PostedAt) -> PostedAt:
    """A worked round never keeps its own options at a house, whatever is said about them."""
    return PostedAt(posting.house, posting.options) if posting.house else posting


def _file(game: str, posted: bytes, rounds: str) -> Path:
    return root() / "school" / f"{game}-{_key(game, posted, rounds)}.json"


@lru_cache(maxsize=KEPT)
def _index(game: str, posted: bytes, rounds: str) -> Index:
    """That of an earlier run, or a new one; a file that cannot be read is made again."""
    posting = msgspec.json.decode(posted, type=PostedAt)
    file = _file(game, posted, rounds)
    try:
        return dict(_KEPT.decode(file.read_bytes()))
    except (OSError, msgspec.DecodeError):
        pass
    made = _made(game, posting, rounds)
    if writable(file.parent):
        with NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as part:
            part.write(msgspec.json.encode(list(made.items())))
        Path(part.name).replace(file)
    return made


def _key(game: str, posted: bytes, rounds: str) -> str:
    """Of everything that decides the cases: the program, the posted rules, the worked rounds."""
    found = sha256(_program())
    found.update(posted + _rules(game, msgspec.json.decode(posted, type=PostedAt)).encode())
    for file in sorted(Path(rounds or library.folder_of(game)).rglob("*.toml")):
        if not file.is_file():
            continue  # an editor's lock, for instance
        stat = file.stat()
        found.update(f"{file}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    return found.hexdigest()[:24]


def _rules(game: str, posting: PostedAt) -> str:
    """The digest of what a house posts; a house file may change under the same name."""
    if not posting.house:
        return ""
    try:
        return houses.ruleset(game, dict(posting.options), posting.house).digest
    except CardroomError:
        return ""


@cache
def _program() -> bytes:
    """The release, and the sources to the byte."""
    found = sha256(__version__.encode())
    for file in sorted(PACKAGE.rglob("*")):
        part = file.relative_to(PACKAGE)
        if file.suffix in (".py", ".toml") and part.parts[0] not in LEFT_OUT:
            found.update(str(part).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.digest()


def _made(game: str, posting: PostedAt, rounds: str) -> Index:
    found: dict[AskedCase, dict[str, None]] = {}
    for file in library.files(game, rounds):
        played = library.play(library.under(library.told(file), game, posting))
        if played is None:
            continue
        for kind, asker in KINDS.items():
            for question in asker.questions(played):
                case = AskedCase(kind, question.stratum, question.case, question.selected_by)
                found.setdefault(case, {})[file] = None
    return {case: tuple(files) for case, files in found.items()}
