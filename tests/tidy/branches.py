"""Where code outside a family's own folders asks which family or game it handles.

A family answers its readers through protocols, so no other code has to ask. What counts as asking:
a string that is the id of a game or family, a comparison or `match` on `.family`, a comparison of
`.game` with a constant, and `isinstance` or a class pattern on the policies of a family. So does a
comparison of `.topic` or `.verb` with a word that only one family has, and asking an offer for such
a verb or the rules for such a spot: another family may mean something else by the same word. So
does comparing `.does` with a step that only one family's dealer takes; writing out a word that
`games/felt.py` declares for every family, such as `decline`; and looking for a word in the id of a
clause, which a family names after its own rules (`games/dealer_rules.py`). So does comparing a
`verb` with such verbs, or looking it up among them; reading an option that only one family has,
because the ruleset has a field for what shared code needs to know; and naming an
irregularity that only one family has, or how several of them begin, because the remedy itself says
what others need to know about it. So does comparing `.how` with endings that only one family has,
or listing them in a constant; and nobody compares the label of a hand, which is text for people.
So does telling the results of families apart (`results.py`).
In the page it is a string that is such an id or irregularity, and a comparison of `.family`,
`.topic`, `.verb`, `.how`, `.said` or `.label`, of `.spot` or `.title` with a constant, and the name
of a part of a hand, which `felt/places.js` reads; in a style sheet, a selector that names one.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from cardroom.games import common, registry
from cardroom.games.felt import DECLINE, FOLDED, PLAY
from cardroom.places import BACK, FRONT
from cardroom.play.irregularities import REMEDIES
from cardroom.rules.options import OptionSpec
from tests.tidy import results, style

FOLDERS: Final = frozenset(family.replace("-", "_") for family in registry.packages())
"""A folder or module with one of these names belongs to that family, on whichever side it lies."""

IDS: Final = frozenset({*registry.packages(), *registry.games()})

GAMES: Final = Path(registry.__file__).parent

Constants = Mapping[str, frozenset[str]]
"""The strings that the constants of a module stand for, by name."""


def _topics(family: str) -> Iterator[str]:
    for path in (GAMES / family.replace("-", "_")).rglob("*.py"):
        for node in ast.walk(style.parsed(path)):
            match node:
                case ast.Call(
                    func=ast.Name(id="Ask"), args=[_, ast.Constant(value=str(topic)), *_]
                ):
                    yield topic
                case _:
                    pass


def _own_options(family: str) -> Iterator[str]:
    """The options of a family's games, without those that `games/common.py` has for everyone."""
    everyone = {spec.name for spec in vars(common).values() if isinstance(spec, OptionSpec)}
    for game in registry.packages()[family].games:
        yield from (spec.name for spec in game.catalogue if spec.name not in everyone)


def _of_one(words: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The words that only one family has."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for family, own in words.items():
        for word in own:
            owners[word].add(family)
    return frozenset(word for word, families in owners.items() if len(families) == 1)


OWN_WORDS: Final = {
    "topic": _of_one({family: _topics(family) for family in registry.packages()}) | {PLAY.topic},
    "verb": _of_one(
        {
            family: (verb.verb for verb in package.felt.verbs)
            for family, package in registry.packages().items()
        }
    )
    | {DECLINE.verb},
    "does": _of_one(
        {family: package.felt.dealer_steps for family, package in registry.packages().items()}
    ),
    "spot": _of_one(
        {
            family: (spot.name for game in package.games for spot in game.ruleset({}).spots)
            for family, package in registry.packages().items()
        }
    ),
    "posted option": _of_one({family: _own_options(family) for family in registry.packages()}),
}
ASKED: Final = ("topic", "verb", "does")
ASKED_BY: Final = {"option": "verb", "spot": "spot"}
"""The calls that ask for a word, such as `ask.option("raise")` and `rules.spot("insurance")`."""

IRREGULARITIES: Final = _of_one(
    {
        family: package.family.interventions().keys() - REMEDIES.keys()
        for family, package in registry.packages().items()
    }
)
"""The kinds that only one family has a remedy for."""

_ANY_KIND: Final = f"(?:{'|'.join(sorted(IRREGULARITIES))})"
_ANY_ID: Final = f"(?:{'|'.join(sorted(IDS))})"

IN_PAGE: Final = {
    ".js": re.compile(
        rf"""(["'`])({_ANY_ID}|{_ANY_KIND})\1|\.family\s*[!=]=|switch \(.*\.family"""
        rf"""|With\(["'`]\.(?:{FRONT}|{BACK})["'`]|\.spot\s*[!=]==?\s*(?:["'`]\w|[A-Z]{{2}})"""
        r"""|\.title\s*[!=]==?\s*["'`]"""
        + "".join(
            rf"""|\.{kind}\s*[!=]==?\s*["'`](?:{"|".join(sorted(OWN_WORDS[kind]))})["'`]"""
            for kind in ("topic", "verb")
        )
    ),
    ".css": re.compile(rf"""[="'.#]{_ANY_ID}(?![\w-])"""),
}

POLICIES: Final = frozenset(
    type(game.ruleset({}).policies).__name__ for game in registry.games().values()
)


def branches(root: Path) -> Iterator[str]:
    """Each place that asks, as `path:line: what`."""
    for path, _ in style.sources(root):
        inside = path.relative_to(root / "src" / "cardroom").with_suffix("").parts
        if FOLDERS.intersection(inside):
            continue
        for line, what in sorted(set(asking(style.parsed(path)))):
            yield style.at(root, path, line, what)
    for path in style.files(root):
        asks = IN_PAGE.get(path.suffix)
        if asks is not None and path.is_relative_to(root / "src"):
            for line, text in enumerate(style.lines(path), 1):
                if found := asks.search(text) or _ends_in_page(path, text):
                    yield style.at(root, path, line, f"asks in the page: {found[0]}")


def asking(tree: ast.Module) -> Iterator[tuple[int, str]]:
    named = _constants(tree)
    yield from results.told_apart(tree)
    for node in ast.walk(tree):
        yield from _own_words(node, named)
        yield from _irregularities(node)
        yield from _own_options_read(node, named)
        yield from _ends_asked(node, named)
        match node:
            case ast.Constant(value=str(text)) if text in IDS:
                yield node.lineno, f"names {text!r}"
            case ast.Compare():
                yield from _compared(node)
                if any(map(_is_clause, node.comparators)) and _strings(node.left, named):
                    yield node.lineno, "looks for a word in the id of a clause"
            case ast.Match(subject=ast.Attribute(attr="family" | "game" as name)):
                yield node.lineno, f"matches on .{name}"
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]):
                yield from _policies(kind)
            case ast.MatchClass(cls=kind):
                yield from _policies(kind)
            case _:
                pass


def _irregularities(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Constant(value=str(text)) if text in IRREGULARITIES or _begins_some(text):
            yield node.lineno, f"names the irregularity {text!r} of one family"
        case _:
            pass


def _begins_some(text: str) -> bool:
    return text[1:].endswith("-") and any(kind.startswith(text) for kind in IRREGULARITIES)


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


def _is_clause(node: ast.expr) -> bool:
    return _is(node, "id") and isinstance(node, ast.Attribute) and _named(node.value, ("clause",))


def _constant(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return bool(text)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case _:
            return False


def _constants(tree: ast.Module) -> Constants:
    found: dict[str, frozenset[str]] = {}
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                found[name] = _strings(value, found)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for target, value in zip(names, values, strict=False):
                    if isinstance(target, ast.Name):
                        found[target.id] = _strings(value, found)
            case _:
                pass
    return found


def _strings(node: ast.AST, named: Constants) -> frozenset[str]:
    """A string, or those of a collection, of the keys of a mapping, or of a constant."""
    match node:
        case ast.Constant(value=str(text)):
            return frozenset({text})
        case ast.Name(id=name):
            return named.get(name, frozenset())
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return frozenset().union(*(_strings(part, named) for part in parts))
        case ast.Dict(keys=keys):
            return frozenset().union(*(_strings(key, named) for key in keys if key is not None))
        case ast.Call(func=ast.Name(id="frozenset"), args=[value]) | ast.MatchValue(value=value):
            return _strings(value, named)
        case ast.MatchOr(patterns=parts):
            return frozenset().union(*(_strings(part, named) for part in parts))
        case _:
            return frozenset()


def _own_words(node: ast.AST, named: Constants) -> Iterator[tuple[int, str]]:
    """Where a node compares with words that only one family has."""
    for kind, line, asked in _words_asked(node):
        for word in sorted(_strings(asked, named) & OWN_WORDS[kind]):
            yield line, f"asks for the {kind} {word!r} of one family"


def _own_options_read(node: ast.AST, named: Constants) -> Iterator[tuple[int, str]]:
    for line, name in _options_read(node):
        for option in sorted(_strings(name, named) & OWN_WORDS["posted option"]):
            yield line, f"reads the option {option!r} of one family"


def _options_read(node: ast.AST) -> Iterator[tuple[int, ast.AST]]:
    """`rules.options.get("x")`, `rules.options["x"]`, and `"x" in rules.options`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="get", value=values), args=[name, *_]):
            found = [(values, name)]
        case ast.Subscript(value=values, slice=name):
            found = [(values, name)]
        case ast.Compare(left=name, ops=[ast.In() | ast.NotIn()], comparators=[values]):
            found = [(values, name)]
        case _:
            found = []
    yield from ((name.lineno, name) for values, name in found if _named(values, OPTIONS))


OPTIONS: Final = ("options", "changed")
"""What a ruleset calls the values of its options."""


def _named(node: ast.AST, names: Iterable[str]) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in names
        case _:
            return False


def _words_asked(node: ast.AST) -> Iterator[tuple[str, int, ast.AST]]:
    match node:
        case ast.Compare():
            sides = [node.left, *node.comparators]
            for side in sides:
                if isinstance(side, ast.Attribute) and side.attr in ASKED:
                    yield from ((side.attr, node.lineno, other) for other in sides)
                elif isinstance(side, ast.Name) and side.id == "verb":
                    yield from (("verb", node.lineno, other) for other in sides)
        case ast.Match(subject=ast.Attribute(attr=kind), cases=cases) if kind in ASKED:
            yield from ((kind, case.pattern.lineno, case.pattern) for case in cases)
        case ast.MatchClass(kwd_attrs=names, kwd_patterns=patterns):
            for name, pattern in zip(names, patterns, strict=True):
                if name in ASKED:
                    yield name, pattern.lineno, pattern
        case ast.Call(func=ast.Attribute(attr="option" | "spot" as name), args=[asked]):
            yield ASKED_BY[name], node.lineno, asked
        case _:
            pass


def _policies(kind: ast.expr) -> Iterator[tuple[int, str]]:
    for node in ast.walk(kind):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in POLICIES:
                yield node.lineno, f"asks for the policies of one family: {name}"
            case _:
                pass


# --- how hands end, and what they are called ------------------------------------------------------

ENDINGS: Final = {
    family: frozenset(ending.how for ending in package.felt.endings)
    for family, package in registry.packages().items()
}
OWN_ENDINGS: Final = _of_one(ENDINGS) | {FOLDED.how}
ANY_ENDING: Final = frozenset().union(*ENDINGS.values())

READS_TEXT: Final = frozenset(
    {"startswith", "endswith", "removeprefix", "removesuffix", "split", "partition", "rpartition"}
)
_ENDING: Final = f"""["'`](?:{"|".join(sorted(OWN_ENDINGS))})["'`]"""
_LABEL: Final = r"\.label(?: \?\? \"\")?"
ENDS_IN_PAGE: Final = re.compile(
    rf"""\.(?:how|said)\s*[!=]==?\s*{_ENDING}"""
    rf"""|\.includes\([\w.]+\.how\)|\[[\w.]+\.how\]|switch \(.*\.how\b"""
    rf"""|{_LABEL}\)?\??\.(?:startsWith|endsWith|includes|match)\(|{_LABEL}\s*[!=]==?\s*["'`]\w"""
    rf"""|\.test\([\w.]*{_LABEL}"""
)


def _ends_in_page(path: Path, text: str) -> re.Match[str] | None:
    return ENDS_IN_PAGE.search(text) if path.suffix == ".js" else None


def _ends_asked(node: ast.AST, named: Constants) -> Iterator[tuple[int, str]]:
    yield from _labels_read(node, named)
    for line, asked in _hows_asked(node):
        for word in sorted(_strings(asked, named) & OWN_ENDINGS):
            yield line, f"asks for the ending {word!r} of one family"
    match node:
        case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
            # One word alone may mean something else: a round is over, a fee is paid.
            words = _strings(node, named)
            if len(words & ANY_ENDING) > 1 and words & OWN_ENDINGS and words <= ANY_ENDING:
                yield node.lineno, f"lists endings of one family: {', '.join(sorted(words))}"
        case _:
            pass


def _hows_asked(node: ast.AST) -> Iterator[tuple[int, ast.AST]]:
    """What an ending is compared with: `event.how`, or `how` in a pattern."""
    match node:
        case ast.Compare():
            sides = [node.left, *node.comparators]
            if any(_is(side, "how") for side in sides):
                yield from ((node.lineno, other) for other in sides)
        case ast.Match(subject=ast.Attribute(attr="how"), cases=cases):
            yield from ((case.pattern.lineno, case.pattern) for case in cases)
        case ast.MatchClass(kwd_attrs=names, kwd_patterns=patterns):
            pairs = zip(names, patterns, strict=True)
            yield from ((pattern.lineno, pattern) for name, pattern in pairs if name == "how")
        case _:
            pass


def _labels_read(node: ast.AST, named: Constants) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Compare():
            sides = [node.left, *node.comparators]
            texts = frozenset().union(*(_strings(side, named) for side in sides)) - {""}
            if texts and any(map(_is_label, sides)):
                yield node.lineno, "compares a label"
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=args) if name in READS_TEXT:
            # What a felt declares, such as `ending.in_name`, is in lower case.
            if _is_label(value) and any(_constant(arg) or _strings(arg, named) for arg in args):
                yield node.lineno, f"reads a label: {name}"
        case _:
            pass


def _is_label(node: ast.expr) -> bool:
    match node:
        case ast.Name(id="label") | ast.Attribute(attr="label"):
            return True
        case _:
            return False
