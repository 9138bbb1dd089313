"""Where code outside a family's own folders tells what the families compute apart.

A family declares what its simulation and its report can answer (`analysis/simulation.py`), so no
other code looks at their types, or at what they happen to have: with `isinstance`, a class pattern,
`getattr`, or a protocol that is checked at run time. An assertion may name the type. `cached` is
for a family's own folder: other code calls `cached_for`, which keeps nothing of a plug-in's game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

TYPES: Final = re.compile(r"(Simulation|Simulator|Totals|Figures|Report)$")
"""How the types are named of which a family may have its own."""
VALUES: Final = frozenset({"simulation", "simulator", "counted", "report"})


def told_apart(tree: ast.Module) -> Iterator[tuple[int, str]]:
    asserts = (node for node in ast.walk(tree) if isinstance(node, ast.Assert))
    asserted = {id(inner) for node in asserts for inner in ast.walk(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]):
                if id(node) not in asserted:
                    yield from _types(kind)
            case ast.MatchClass(cls=kind):
                yield from _types(kind)
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[value, *_]):
                if _name(value) in VALUES:
                    yield node.lineno, "asks what a simulation or a report happens to have"
            case ast.ImportFrom(names=names):
                yield from ((node.lineno, what) for each in names for what in _import(each.name))
            case _:
                pass


def _types(kind: ast.expr) -> Iterator[tuple[int, str]]:
    for node in ast.walk(kind):
        if TYPES.search(_name(node)):
            yield kind.lineno, f"asks for the type of a result: {_name(node)}"


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _import(name: str) -> Iterator[str]:
    if name == "runtime_checkable":
        yield "asks whether a value happens to fit a protocol"
    if name == "cached":
        yield "keeps results of a plug-in's game, too: cached"
