"""Words and turns of phrase that people who read this project should not meet.

CONTRIBUTING says what we write instead. In Python, texts are comments and strings; in the other
kinds of file, every line.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.tidy import style

SUFFIXES: Final = frozenset({".py", ".md", ".js", ".toml", ".typ", ".html"})

_TEXTS: Final = {
    tokenize.COMMENT,
    tokenize.STRING,
    # From Python 3.12 on, the text of an f-string is a token of its own.
    getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING),
}


class Avoided(NamedTuple):
    pattern: re.Pattern[str]
    instead: str


def _avoided(pattern: str, instead: str) -> Avoided:
    return Avoided(re.compile(pattern, re.IGNORECASE), instead)


_DOES: Final = (
    r"(?:has|have|had|is|are|was|lets|leaves|comes|folds|wins|won|loses|bets|plays|banks|sits|missed"
    r"|misses|knows|keeps|opens|changes|does|can|reads|may|acts|asks)"
)
_THEN: Final = (
    r"(?:is|are|may|must|can|cannot|gets|pays|loses|wins|folds|posts|mucks|shows|checks|needs|has)"
)

AVOIDED: Final = (
    _avoided(r"\breckon\w*", "compute"),
    _avoided(r"\bbets? beside\b", "side bet"),
    # Not in ids such as bet.beside-main, nor as a key.
    _avoided(r"(?<![\w.\"'-])beside(?![\w\"'-])", "next to, with, in addition to, on top of"),
    _avoided(r"\b(?:hangs?|hung|hanging) on\b", "depends on"),
    _avoided(r"\bvouch\w*", "sign, certify, prove"),
    _avoided(r"\b(?:he|him|his|himself)\b", "the player, the dealer, they"),
    _avoided(
        r"\b(?:is|are|was|were|be|been|being) told\b(?! (?:apart|from|to))", "is given, is shown"
    ),
    _avoided(r"(?<!there )\b(?:is|are) no such\b|\bno such name\b", "is not a valid name"),
    _avoided(r"\bso many\b|\bso much (?:of|from|to)\b", "this number of, the given number of"),
    _avoided(r"\bmanieth\b", "which, the number of"),
    _avoided(r"\beyes only\b", "only its owner sees it"),
    _avoided(r"\b(?:goes?|went|gone|going) over\b", "busts, busted"),
    _avoided(
        r"\b(?:for|to|from|by|against|with|than|of) who\b",
        "a noun before who: the player who ...",
    ),
    _avoided(
        rf"(?:[.;] |[\"'])who {_DOES} [^.;:,?]*\b{_THEN}\b", "a noun before who: a player who ..."
    ),
    _avoided(r"\bunsaid\b|\b(?:if|where|when) nothing is said\b", "by default, if none is given"),
    _avoided(r"\b(?:has|have|had) not (?:the|a|an|its|their|any)\b", "does not have"),
    _avoided(r"\bany more\b(?! [a-z])", "no longer"),
    _avoided(r"\bone's own\b", "the player's own, your own"),
    _avoided(r"\b(?:is|are) no (?:multiple|amount|odds)\b", "is not a ..."),
    _avoided(r"\banew\b", "again, from scratch"),
    _avoided(r"\bfor ever\b", "forever"),
    _avoided(r"\bwhoever\b", "a noun: the player who ..., anyone who ..."),
    _avoided(r"\b(?:goes|go) along with\b", "follows"),
    _avoided(r"; else (?!if\b)[a-z]", "otherwise"),
    _avoided(r"\b(?:bets|rounds|cents) an? (?:hour|round|bet)\b", "per hour, per hand"),
    _avoided(
        r"(?<!there )\b(?:is|are) no (?:card|number|name|browser|directory|folder|push)\b",
        "is not a",
    ),
    _avoided(r"\bunasked\b", "without being asked"),
    _avoided(r"\b(?:amid|aught|thereof|twofold|lest|whence|be it)\b", "the everyday word"),
    _avoided(
        r"(?<![\w-])(?:colour|favour|neighbour|behaviour|metre|centre|cancelled|modelled|grey)\w*"
        r"|\b(?:towards|practise|labelled|afterwards|learnt|burnt)\b",
        "American spelling",
    ),
)


def avoided_words(root: Path) -> Iterator[str]:
    for path in style.files(root):
        if path.suffix in SUFFIXES:
            for line, text in texts(path):
                for word in AVOIDED:
                    if found := word.pattern.search(text):
                        what = f"{found[0]!r}: write {word.instead}"
                        yield style.at(root, path, line, what)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every line that people read, with its number."""
    if path.suffix != ".py":
        yield from enumerate(style.lines(path), start=1)
        return
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in _TEXTS:
            yield from enumerate(token.string.splitlines(), start=token.start[0])
