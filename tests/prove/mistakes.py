"""Mistakes that a rule may be written with: each changes one place of a module's source.

A comparison off by one or turned around, a condition left out or negated, a row left out, a number
or the odds of a row changed, won for pushed. What is no rule is left alone: texts, annotations,
assertions, what is recorded, and how many decks or seats an option may ask for.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED: Final = {
    "WIN": "PUSH",
    "PUSH": "LOSE",
    "LOSE": "WIN",
    "LOSE_HALF": "LOSE",
    "EVEN": "Odds(3, 2)",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}
ODDS: Final = re.compile(r"[\d,]+(:| to | for )\d+")
AMOUNT: Final = re.compile(r"\d+%?")
NO_RULES: Final = frozenset(
    {"record", "Clause", "_joker", "_ace", "Whole", "Choice", "Amount", "Amounts", "frozenset"}
)
"""What is called here says a text, keeps a fact, or bounds what an option may be."""
WORDS: Final = {"OptionSpec": (0, 3, 4), "Refusal": (1,), "Spot": (0, 1), "Row": (0,)}
"""Arguments that are names and texts, by what they are given to."""


class Site(NamedTuple):
    """A place in the tree, and what stands there in the mistaken rule."""

    inside: str
    """The function, or the name that the module gives the value."""
    holder: ast.AST
    field: str
    place: int
    """Of a list; -1 where the field is one node."""
    wrong: ast.AST | None
    """None leaves it out."""
    says: str


class Mistake(NamedTuple):
    name: str
    """Where it is, what stood there, what stands there now."""
    tree: ast.Module


def names(source: str) -> Iterator[str]:
    """What every mistake is called, without making any."""
    return (name for name, _ in _named_sites(ast.parse(source)))


def mistakes(source: str) -> Iterator[Mistake]:
    """Every mistake, one at a time: the tree is the same object, put right after each."""
    tree = ast.parse(source)
    for name, site in list(_named_sites(tree)):
        right = getattr(site.holder, site.field)
        setattr(site.holder, site.field, _changed(right, site))
        yield Mistake(name, ast.fix_missing_locations(tree))
        setattr(site.holder, site.field, right)


def _named_sites(tree: ast.Module) -> Iterator[tuple[str, Site]]:
    seen: Counter[str] = Counter()
    for site in _sites(tree, ""):
        says = f"{site.inside}: {site.says}"
        seen[says] += 1
        yield (says if seen[says] == 1 else f"{says} (number {seen[says]})"), site


def _changed(right: object, site: Site) -> object:
    if site.place < 0 or not isinstance(right, list):
        return site.wrong
    put = [] if site.wrong is None else [site.wrong]
    return right[: site.place] + put + right[site.place + 1 :]


def _sites(node: ast.AST, inside: str) -> Iterator[Site]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "args") and not isinstance(
            node, ast.Call
        ):
            continue
        if field == "keywords" and isinstance(node, ast.ClassDef):
            continue
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or _no_rule(node, field, index, child):
                continue
            place = index if isinstance(value, list) else -1
            named = _named(child, inside)
            for wrong, says in _wrongs(node, field, child):
                yield Site(named or "module", node, field, place, wrong, says)
            yield from _sites(child, named)


def _named(node: ast.AST, inside: str) -> str:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{inside}.{node.name}" if inside else node.name
    if not inside and isinstance(node, (ast.Assign, ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return ast.unparse(target)
    return inside


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)


def _no_rule(holder: ast.AST, field: str, index: int, node: ast.AST) -> bool:
    if isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.AugAssign) and ast.unparse(node.target).endswith("next_bet"):
        return True  # any number that is not taken does
    if isinstance(node, ast.FunctionDef) and node.name in ("labels", "label", "__str__", "name"):
        return True
    if _called(node) in NO_RULES:
        return True
    if isinstance(holder, ast.keyword) and (holder.arg in ("strict", "maxsize", "odds")):
        return True
    return field == "args" and index in WORDS.get(_called(holder), ())


def _wrongs(holder: ast.AST, field: str, node: ast.AST) -> Iterator[tuple[ast.expr | None, str]]:
    """The possible replacements, each with its description."""
    before = ast.unparse(node) if isinstance(node, ast.expr) else ""
    wrong: ast.expr
    match node:
        case ast.Compare():
            for wrong in _compared(node):
                yield wrong, f"{before} -> {ast.unparse(wrong)}"
        case ast.BoolOp():
            for left_out in filter(_no_guard, node.values):
                kept = [value for value in node.values if value is not left_out]
                wrong = kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)
                yield wrong, f"{before} -> {ast.unparse(wrong)}"
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand, f"{before} -> {ast.unparse(node.operand)}"
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            wrong = ast.BinOp(node.left, other, node.right)
            yield wrong, f"{before} -> {ast.unparse(wrong)}"
        case ast.Constant():
            yield from _constants(node)
        case ast.Name() if node.id in SWAPPED:
            wrong = ast.parse(SWAPPED[node.id], mode="eval").body
            yield wrong, f"{node.id} -> {SWAPPED[node.id]} in {_line(holder)}"
        case _:
            pass
    if field == "test" and isinstance(node, (ast.Call, ast.Name, ast.Attribute)):
        yield ast.UnaryOp(ast.Not(), node), f"{before} -> not {before}"
    if field == "body" and isinstance(holder, ast.Lambda) and isinstance(node, ast.Call):
        yield ast.UnaryOp(ast.Not(), node), f"{before} -> not {before}"
    if field == "elts" and _a_row(holder, node):
        yield None, f"without {_short(node)}"


def _no_guard(condition: ast.expr) -> bool:
    """`x is not None` and the like only tell the type checker what a policy is known to have."""
    none = isinstance(condition, ast.Compare) and ast.unparse(condition.comparators[-1]) == "None"
    return not none


def _compared(node: ast.Compare) -> Iterator[ast.Compare]:
    for index, operator in enumerate(node.ops):
        turned = TURNED.get(type(operator))
        if turned is not None:
            ops = [*node.ops[:index], turned(), *node.ops[index + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _constants(node: ast.Constant) -> Iterator[tuple[ast.expr, str]]:
    wrong: bool | int | str | None = None
    match node.value:
        case bool():
            wrong = not node.value
        case int():
            wrong = node.value + 1
        case str() if ODDS.fullmatch(node.value) or AMOUNT.fullmatch(node.value):
            wrong = re.sub(r"\d", lambda digit: str(int(digit[0]) % 9 + 1), node.value, count=1)
    if wrong is not None:
        yield ast.Constant(wrong), f"{node.value!r} -> {wrong!r}"


def _a_row(holder: ast.AST, node: ast.AST) -> bool:
    """An element that a tuple or list could do without: a call, or a row among rows."""
    if not isinstance(holder, (ast.Tuple, ast.List)):
        return False
    if isinstance(node, ast.Call):
        return _called(node) != "OptionSpec"
    return all(isinstance(other, ast.Tuple) for other in holder.elts)


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 80 else f"{text[:77]}..."


def _line(node: ast.AST) -> str:
    return _short(node).splitlines()[0]
