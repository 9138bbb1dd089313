"""The house style as functions from a tree to its faults, each fault as `path:line: what`.

A tree is a directory laid out like this repository, so that each check can be shown to fail on a
small one made for it.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

Check = Callable[[Path], Iterator[str]]

LINES_MAX = 400
# Style 3: floats are for analysis and reports. These hold money and rules, and no float at all.
EXACT = ("cards", "money", "events", "hands", "rules", "play", "games", "model", "ledger", "table")
FLOATS_WELCOME = ("analysis", "signage")
# Lengths in millimeters, in which no money is counted and no rule is decided.
LENGTHS = ("felt_drawing.py", "lettering.py")
MONEY = re.compile(
    r"(?:^|_)(?:cents|chips|dollars|money|amount|stake|stakes|wager|wagers|payout|payment|fee|fees"
    r"|bankroll|pot|collection|buy_in)(?:_|$)",
    re.IGNORECASE,
)
# Put together here, or these files would be faults themselves.
LATER = re.compile(r"\b(?:" + "TO" + "DO|FIX" + r"ME)\b")
MACHINE = re.compile(r"(?<![\w.\-/])/(?:work|root|home)/[\w.]")
INDEX_OPTION = re.compile(
    r"(?:--(?:extra-)?index-url|--find-links|--trusted-host|(?:extra[-_])?index[-_]url|find[-_]links"
    r"|tool\.uv\.index)\b"
)
INDEX_URL = re.compile(r"(?:https?|file)://\S*(?:/simple(?![\w-])|pypi|/wheels?/)", re.IGNORECASE)
ANY_URL = re.compile(r"\b(?:https?|file|ftp)://", re.IGNORECASE)
# Words that stood for several things once (docs/glossary.md); they have one in the library, too.
ONE_MEANING = re.compile(
    r"(?:Tally|Shoe|Table|State|Step|Game|Simulator|Question|Replayed|Moment|\w+View)"
)
# Other names of two classes, and what each is: renamed, a published schema would change.
SHARED_NAMES = {
    "Departure": "from a chart, in `strategy --json`; from procedure, in the service's schema",
    "Drawing": "of a drill's rounds, in the schema of its file; of a felt, in the service's schema",
    "GamesPerHand": "a row of the law, in the schema of its file; the posted limit made from it",
    "RulePage": "in `rules --json`; in the service's schema",
}
SKIPPED = {".git", ".venv", "build", "dist", "__pycache__", "node_modules"}


def files(root: Path) -> list[Path]:
    """What git tracks or would track; in a tree that is no repository, every file."""
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout.decode()
        found = (root / name for name in listed.split("\0") if name)
    else:
        found = (
            path for path in root.rglob("*") if not SKIPPED & set(path.relative_to(root).parts)
        )
    return sorted(path for path in found if path.is_file())


def parsed(path: Path) -> ast.Module:
    """A module's syntax tree; several checks read each."""
    return _tree(path.read_text(encoding="utf-8"))


@cache
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


def lines(path: Path) -> list[str]:
    """The lines of a text; none of a picture or other bytes."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []


def at(root: Path, path: Path, line: int, what: str) -> str:
    return f"{path.relative_to(root).as_posix()}:{line}: {what}"


def sources(root: Path) -> Iterator[tuple[Path, str]]:
    """Each Python module of the package, with the name of the part it belongs to."""
    package = root / "src" / "cardroom"
    for path in files(root):
        if path.suffix == ".py" and path.is_relative_to(package):
            yield path, path.relative_to(package).parts[0].removesuffix(".py")


def long_modules(root: Path) -> Iterator[str]:
    for path in files(root):
        if path.suffix in {".py", ".js"} and path.is_relative_to(root / "src"):
            count = len(lines(path))
            if count > LINES_MAX:
                yield at(root, path, count, f"{count} lines; a module has at most {LINES_MAX}")


def homonyms(root: Path) -> Iterator[str]:
    """A public class, or a type of choices, that shares its name with another one."""
    first: dict[str, Path] = {}
    for path, part in sources(root):
        for node in parsed(path).body:
            name = type_name(node)
            if not name or may_share(name, part):
                continue
            if name in first:
                other = first[name].relative_to(root)
                yield at(root, path, node.lineno, f"{name} is also in {other}")
            first.setdefault(name, path)


def type_name(node: ast.stmt) -> str:
    """What a statement at the top of a module defines: a class, a Literal, or a union."""
    match node:
        case ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if choices(value):
            return "" if name.isupper() else name
        case _:
            return ""


def choices(value: ast.expr) -> bool:
    match value:
        case ast.Subscript(value=ast.Name(id="Literal" | "Union")):
            return True
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return types(left) and types(right)
        case _:
            return False


def types(part: ast.expr) -> bool:
    """Whether a part of `a | b` may be a type: these are sets or numbers otherwise."""
    match part:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return not name.isupper()
        case ast.Subscript() | ast.Constant(value=None):
            return True
        case _:
            return choices(part)


def may_share(name: str, part: str) -> bool:
    """The library may name a class after the value that it presents."""
    if part == "api":
        return ONE_MEANING.fullmatch(name) is None
    return name.startswith("_") or name in SHARED_NAMES


def prints(root: Path) -> Iterator[str]:
    for path, part in sources(root):
        if part == "cli":
            continue
        for node in ast.walk(parsed(path)):
            match node:
                case ast.Call(func=ast.Name(id="print")):
                    yield at(root, path, node.lineno, "print outside of cli and bench")
                case _:
                    pass


def floats(root: Path) -> Iterator[str]:
    """No float where money is exact; elsewhere, none with a name that means money."""
    for path, part in sources(root):
        if part in FLOATS_WELCOME or path.name in LENGTHS:
            continue
        tree = parsed(path)
        if part in EXACT:
            found, what = list(float_nodes(tree)), "a float where values are exact"
        else:
            found, what = list(money_floats(tree)), "a float with a name that means money"
        yield from (at(root, path, line, what) for line in found)


def float_nodes(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float()) | ast.Name(id="float"):
                yield node.lineno
            case _:
                pass


def money_floats(tree: ast.AST) -> Iterator[int]:
    """Lines where a money name is assigned, annotated as, compared to or combined with a float."""
    pairs: Sequence[tuple[ast.expr, ast.expr]]
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                pairs = [(target, value) for target in targets]
            case ast.AnnAssign(target=target, annotation=note, value=given):
                pairs = [(target, note)] + ([(target, given)] if given else [])
            case ast.AugAssign(target=target, value=value):
                pairs = [(target, value)]
            case ast.BinOp(left=left, right=right):
                pairs = [(left, right), (right, left)]
            case ast.Compare(left=left, comparators=others):
                pairs = [(left, right) for right in others] + [(right, left) for right in others]
            case ast.keyword(arg=str(name), value=value):
                pairs = [(ast.Name(id=name), value)]
            case ast.arg(arg=name, annotation=ast.expr() as note):
                pairs = [(ast.Name(id=name), note)]
            case _:
                continue
        for named, other in pairs:
            if means_money(named) and any(float_nodes(other)):
                yield other.lineno


def means_money(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return MONEY.search(name) is not None
        case _:
            return False


def postponed(root: Path) -> Iterator[str]:
    """Work left for later in a comment; a glossary may list any word."""
    for path in files(root):
        if path.is_relative_to(root / "docs"):
            continue
        for number, line in enumerate(lines(path), start=1):
            if LATER.search(line):
                yield at(root, path, number, "work left for later; open an issue, or do it")


def index_addresses(root: Path) -> Iterator[str]:
    """An index address: anywhere in requirements, and in any TOML or configuration."""
    for path in files(root):
        if path.name == "uv.lock":
            yield at(root, path, 1, "uv.lock names an index; requirements/*.txt are the locks")
        locks = path.is_relative_to(root / "requirements") and path.suffix in {".in", ".txt"}
        if not locks and path.suffix not in {".toml", ".cfg", ".ini"}:
            continue
        for number, line in enumerate(lines(path), start=1):
            if INDEX_OPTION.search(line) or (ANY_URL if locks else INDEX_URL).search(line):
                yield at(root, path, number, "the address of an index")


def machine_paths(root: Path) -> Iterator[str]:
    for path in files(root):
        for number, line in enumerate(lines(path), start=1):
            if MACHINE.search(line):
                yield at(root, path, number, "a path of somebody's machine")


def undocumented_packages(root: Path) -> Iterator[str]:
    modules = [path for path, _ in sources(root)]
    for directory in sorted({path.parent for path in modules}):
        init = directory / "__init__.py"
        if not init.exists():
            yield at(root, init, 1, "a package has an __init__.py, if only for its docstring")
        elif ast.get_docstring(parsed(init)) is None:
            yield at(root, init, 1, "a package says in a docstring what it is")


def crossings(root: Path) -> Iterator[str]:
    """play and analysis never import each other; import-linter holds all other arrows."""
    apart = {"play": "cardroom.analysis", "analysis": "cardroom.play"}
    for path, part in sources(root):
        if part not in apart:
            continue
        for node in ast.walk(parsed(path)):
            if any(f"{name}.".startswith(f"{apart[part]}.") for name in imported(node)):
                assert isinstance(node, ast.Import | ast.ImportFrom)
                yield at(root, path, node.lineno, f"{part} imports {apart[part]}")


def misnumbered_decisions(root: Path) -> Iterator[str]:
    """Decisions are cited by number: each has its own, in its name and in its heading."""
    seen: set[int] = set()
    for path in sorted((root / "docs" / "decisions").glob("[0-9]*.md")):
        number = int(path.name.split("-")[0])
        if number in seen:
            yield at(root, path, 1, f"a second decision {number}")
        if not path.read_text(encoding="utf-8").startswith(f"# {number}. "):
            yield at(root, path, 1, f"the heading of decision {number} begins with `# {number}. `")
        seen.add(number)


def imported(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), names=names):
            return [f"{module}.{alias.name}" for alias in names]
        case _:
            return []


CHECKS: tuple[Check, ...] = (
    long_modules,
    homonyms,
    prints,
    floats,
    postponed,
    index_addresses,
    machine_paths,
    undocumented_packages,
    crossings,
    misnumbered_decisions,
)
