"""Where code outside a family's own folders asks which family or game it handles.

A family answers its readers through protocols, so no other code has to ask. What counts as asking:
a string that is the id of a game or family, a comparison or `match` on `.family`, a comparison of
`.game` with a constant, and `isinstance` or a class pattern on the policies of a family.
In the page it is a string that is such an id, and a comparison of `.family`; in a style sheet, a
selector that names one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cardroom.games import registry
from tests.tidy import style

FOLDERS: Final = frozenset(family.replace("-", "_") for family in registry.packages())
"""A folder with one of these names belongs to that family, on whichever side it lies."""

IDS: Final = frozenset({*registry.packages(), *registry.games()})

_ANY_ID: Final = f"(?:{'|'.join(sorted(IDS))})"

IN_PAGE: Final = {
    ".js": re.compile(rf"""(["'`]){_ANY_ID}\1|\.family\s*[!=]=|switch \(.*\.family"""),
    ".css": re.compile(rf"""[="'.#]{_ANY_ID}(?![\w-])"""),
}

POLICIES: Final = frozenset(
    type(game.ruleset({}).policies).__name__ for game in registry.games().values()
)


def branches(root: Path) -> Iterator[str]:
    """Each place that asks, as `path:line: what`."""
    for path, _ in style.sources(root):
        inside = path.relative_to(root / "src" / "cardroom").parts[:-1]
        if FOLDERS.intersection(inside):
            continue
        for line, what in sorted(set(asking(style.parsed(path)))):
            yield style.at(root, path, line, what)
    for path in style.files(root):
        asks = IN_PAGE.get(path.suffix)
        if asks is not None and path.is_relative_to(root / "src"):
            for line, text in enumerate(style.lines(path), 1):
                if found := asks.search(text):
                    yield style.at(root, path, line, f"asks in the page: {found[0]}")


def asking(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text in IDS:
                yield node.lineno, f"names {text!r}"
            case ast.Compare():
                yield from _compared(node)
            case ast.Match(subject=ast.Attribute(attr="family" | "game" as name)):
                yield node.lineno, f"matches on .{name}"
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]):
                yield from _policies(kind)
            case ast.MatchClass(cls=kind):
                yield from _policies(kind)
            case _:
                pass


def _compared(node: ast.Compare) -> Iterator[tuple[int, str]]:
    """A family is never compared; a game may be compared with another posting's, not a constant."""
    sides = [node.left, *node.comparators]
    if any(_is(side, "family") for side in sides):
        yield node.lineno, "compares .family"
    equal = all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)
    if equal and any(_is(side, "game") for side in sides) and any(map(_constant, sides)):
        yield node.lineno, "compares .game with a constant"


def _is(node: ast.expr, attribute: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == attribute


def _constant(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return bool(text)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case _:
            return False


def _policies(kind: ast.expr) -> Iterator[tuple[int, str]]:
    for node in ast.walk(kind):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in POLICIES:
                yield node.lineno, f"asks for the policies of one family: {name}"
            case _:
                pass
