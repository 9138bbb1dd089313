"""Words and turns of phrase that people who read this project should not meet.

CONTRIBUTING says what we write instead. In Python, texts are comments, strings, the names of
tests, which are sentences, and other names with a word that is never right; in the other kinds of
file, every line.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.tidy import style

SUFFIXES: Final = frozenset({".py", ".md", ".js", ".css", ".toml", ".typ", ".html"})

_TEXTS: Final = {
    tokenize.COMMENT,
    tokenize.STRING,
    # From Python 3.12 on, the text of an f-string is a token of its own.
    getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING),
}


_NAME: Final = re.compile(
    r"\btest_\w+|\b\w*(?:beside|reckon|endow|unsaid|unasked|whence)\w*", re.IGNORECASE
)


class Avoided(NamedTuple):
    hints: tuple[str, ...]
    """A text that the pattern matches has one of these in it."""
    pattern: re.Pattern[str]
    instead: str


def _avoided(hints: str, pattern: str, instead: str) -> Avoided:
    return Avoided(tuple(hints.split("|")), re.compile(pattern, re.IGNORECASE), instead)


_DOES: Final = (
    r"(?:has|have|had|is|are|was|lets|leaves|comes|folds|wins|won|loses|bets|plays|banks|sits|missed"
    r"|misses|knows|keeps|opens|changes|does|can|reads|may|acts|asks)"
)
_THEN: Final = (
    r"(?:is|are|may|must|can|cannot|gets|pays|loses|wins|folds|posts|mucks|shows|checks|needs|has)"
)

AVOIDED: Final = (
    _avoided("reckon", r"\breckon\w*", "compute"),
    # Not in the stored keys of deposits, which end in /endow.
    _avoided("endow", r"(?<!/)\bendow\w*", "grant"),
    _avoided("beside", r"\bbets? beside\b", "side bet"),
    # Not in ids such as bet.beside-main, nor as a key.
    _avoided(
        "beside", r"(?<![\w.\"'-])beside(?![\w\"'-])", "next to, with, in addition to, on top of"
    ),
    _avoided("hang|hung", r"\b(?:hangs?|hung|hanging) on\b", "depends on"),
    _avoided("vouch", r"\bvouch\w*", "sign, certify, prove"),
    _avoided("h", r"\b(?:he|him|his|himself)\b", "the player, the dealer, they"),
    _avoided(
        " told",
        r"\b(?:is|are|was|were|be|been|being) told\b(?! (?:apart|from|to))",
        "is given, is shown",
    ),
    _avoided(
        "no such", r"(?<!there )\b(?:is|are) no such\b|\bno such name\b", "is not a valid name"
    ),
    _avoided(
        "so m",
        r"\bso many\b|\bso much (?:of|from|to)\b",
        "this number of, the given number of",
    ),
    _avoided("manieth", r"\bmanieth\b", "which, the number of"),
    _avoided("eyes only", r"\beyes only\b", "only its owner sees it"),
    _avoided(
        "s over|t over|e over|o over|g over", r"\b(?:goes?|went|gone|going) over\b", "busts, busted"
    ),
    _avoided(
        " who",
        r"\b(?:for|to|from|by|against|with|than|of) who\b",
        "a noun before who: the player who ...",
    ),
    _avoided(
        "who ",
        rf"(?:[.;] |[\"'])who {_DOES} [^.;:,?]*\b{_THEN}\b",
        "a noun before who: a player who ...",
    ),
    _avoided(
        "unsaid|nothing is said",
        r"\bunsaid\b|\b(?:if|where|when) nothing is said\b",
        "by default, if none is given",
    ),
    _avoided(
        "has not|have not|had not",
        r"\b(?:has|have|had) not (?:the|a|an|its|their|any)\b",
        "does not have",
    ),
    _avoided("any more", r"\bany more\b(?! [a-z])", "no longer"),
    _avoided("one's own", r"\bone's own\b", "the player's own, your own"),
    _avoided("is no |are no ", r"\b(?:is|are) no (?:multiple|amount|odds)\b", "is not a ..."),
    _avoided("anew", r"\banew\b", "again, from scratch"),
    _avoided("for ever", r"\bfor ever\b", "forever"),
    _avoided("whoever", r"\bwhoever\b", "a noun: the player who ..., anyone who ..."),
    _avoided("along with", r"\b(?:goes|go) along with\b", "follows"),
    _avoided("; else ", r"; else (?!if\b)[a-z]", "otherwise"),
    _avoided(
        "bets a|rounds a|cents a",
        r"\b(?:bets|rounds|cents) an? (?:hour|round|bet)\b",
        "per hour, per hand",
    ),
    _avoided(
        "is no |are no ",
        r"(?<!there )\b(?:is|are) no (?:card|number|name|browser|directory|folder|push)\b",
        "is not a",
    ),
    _avoided("unasked", r"\bunasked\b", "without being asked"),
    _avoided(
        "amid|aught|thereof|twofold|lest|whence|be it",
        r"\b(?:amid|aught|thereof|twofold|lest|whence|be it)\b",
        "the everyday word",
    ),
    _avoided(
        "colour|favour|neighbour|behaviour|metre|centre|cancelled|modelled|grey"
        "|towards|practise|labelled|afterwards|learnt|burnt|dgement",
        r"(?<![\w-])(?:colour|favour|neighbour|behaviour|metre|centre|cancelled|modelled|grey)\w*"
        r"|\b(?:towards|practise|labelled|afterwards|learnt|burnt)\b|dgements?\b",
        "American spelling",
    ),
)


def avoided_words(root: Path) -> Iterator[str]:
    for path in style.files(root):
        if path.suffix in SUFFIXES:
            source = path.read_text(encoding="utf-8")
            if not (possible := suspects(_NAME.sub(_spaced, source))):
                continue
            for line, text in texts(path, source):
                for word in possible:
                    if found := word.pattern.search(text):
                        what = f"{found[0]!r}: write {word.instead}"
                        yield style.at(root, path, line, what)


def suspects(source: str) -> list[Avoided]:
    """What the whole file matches: to read all its lines for all patterns takes five times as
    long."""
    lowered = source.lower()
    return [
        word
        for word in AVOIDED
        if any(hint in lowered for hint in word.hints) and word.pattern.search(source)
    ]


def texts(path: Path, source: str) -> Iterator[tuple[int, str]]:
    """Every line that people read, with its number."""
    if path.suffix != ".py":
        yield from enumerate(style.lines(path), start=1)
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and _NAME.fullmatch(token.string):
            yield token.start[0], _NAME.sub(_spaced, token.string)
        elif token.type in _TEXTS:
            yield from enumerate(token.string.splitlines(), start=token.start[0])


def _spaced(name: re.Match[str]) -> str:
    return name[0].replace("_", " ")
