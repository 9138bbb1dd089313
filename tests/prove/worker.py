"""Make every mistake of a group of modules, and see which scenario or which test notices.

    python -m tests.prove.worker safari-21 [part of a mistake's name] [--every N] [--list]

Each mistake is made in a process of its own, forked before the product is loaded, so that all of it
is loaded with the mistake. `--every N` takes one of N, for a quick look, and does not try the right
rules first.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.abc
import importlib.util
import json
import os
import resource
import sys
import tomllib
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from math import ceil
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, NamedTuple

import pytest
from _pytest.config import default_plugins

from tests.prove.mistakes import mistakes
from tests.prove.rule_modules import GROUPS, ROOT, SCENARIOS, Group, source

PATIENCE: Final = 3
"""A mistake may make a round endless: it gets this many times as long as the right rules."""
QUICK_LOOK_SECONDS: Final = 60
"""Where only a few mistakes are made; the other suites try the right rules in the same run."""
EQUIVALENT: Final = Path(__file__).with_name("equivalent.toml")
LOADED: Final = (
    "asyncio", "cryptography.hazmat.primitives.asymmetric.ed25519",
    "cryptography.hazmat.primitives.serialization", "hypothesis", "msgspec", "pdb", "sqlite3",
    *(f"_pytest.{name}" for name in default_plugins),
)  # fmt: skip
"""What the product and its tests use that is not ours: loaded before the fork, once for all."""
OPTION: Final = "option"
LIKELY: Final = 60


class Tried(NamedTuple):
    module: str
    mistake: str
    noticed_by: str
    """The scenario or the test, or nothing."""
    reason: str
    """Why it cannot be noticed, where the list says so."""


class Mistaken(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from code that was compiled with the mistake in it."""

    def __init__(self, module: str, code: CodeType) -> None:
        self.module, self.code = module, code

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        return importlib.util.spec_from_loader(fullname, self, origin=str(source(fullname)))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(source(self.module))
        exec(self.code, module.__dict__)


def first_failure(group: Group, likely: tuple[str, ...]) -> str:
    """A scenario or a test that does not come out as it says; none is an empty text.

    Those that noticed other mistakes are tried first, the last one of them before the others: most
    often it notices the next mistake of the same rule.
    """
    try:
        from cardroom import scenario
    except Exception as broken:
        return f"loading: {broken!r}"
    every = (file for game in group.games for file in sorted((SCENARIOS / game).glob("*.toml")))
    first = (SCENARIOS / f"{name}.toml" for name in likely if "::" not in name)
    for file in (*first, *every):
        try:
            wrong = bool(scenario.run(scenario.read(file)).problems)
        except Exception:
            wrong = True
        if wrong:
            return f"{file.parent.name}/{file.stem}"
    return failed_test(group.tests, likely) if group.tests else ""


class FirstFailure:
    """Told by pytest what it finds; and tells it what to try first."""

    def __init__(self, likely: tuple[str, ...]) -> None:
        self.likely, self.found = likely, ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: item.nodeid not in self.likely)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.found = self.found or f"loading: {report.nodeid}"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.found = self.found or report.nodeid


def failed_test(files: tuple[str, ...], likely: tuple[str, ...]) -> str:
    """One file after the other: most mistakes are noticed before the last is read."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they are loaded, and none is needed
    quiet = ["-x", "-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider"]
    paths = [f"tests/{name}.py" for name in files]
    first = [path for name in likely if (path := name.split("::")[0]) in paths]
    for path in dict.fromkeys((*first, *paths)):
        watching = FirstFailure(likely)
        pytest.main([*quiet, str(ROOT / path)], [watching])
        if watching.found:
            return watching.found
    return ""


def in_a_process(
    group: Group,
    finder: Mistaken | None,
    ignored: str = "",
    likely: tuple[str, ...] = (),
    seconds: int = resource.RLIM_INFINITY,
) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        gc.disable()  # it ends soon
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.close(reading)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        if finder is not None:
            sys.meta_path.insert(0, finder)
        try:
            if ignored:
                ignore_option(ignored)
            found = first_failure(group, likely)
        except BaseException as broken:
            found = f"loading: {broken!r}"
        os.write(writing, found.encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return "it never ends" if status else found


def ignore_option(text: str) -> None:
    """The house posts a value that differs from the default, and is played by the default."""
    from cardroom import houses
    from cardroom.rules.options import show

    game, name, value = text.split(" ", 2)
    right = houses.ruleset

    def ruleset(id, given=None, *more, **named):  # type: ignore[no-untyped-def]
        kept = dict(given or {})
        if id == game and name in kept and show(kept[name]) == value:
            del kept[name]
        return right(id, kept, *more, **named)

    houses.ruleset = ruleset  # type: ignore[assignment]


def option_values(games: tuple[str, ...]) -> list[str]:
    """`game name value` for every value of a choice that is not the default.

    A game that is blackjack with a side bet has blackjack's own options. How the cards get
    into the shoe is the table's business: a round sees them come. How many boxes a player may
    bet on is decided in one place for all games, and blackjack's scenarios prove one number.
    """
    from cardroom import games as known
    from cardroom.rules.options import Choice, show

    blackjack = [id(spec) for spec in known.game("blackjack").catalogue]
    with_side_bet = ("bet-the-set-21", "dealer-bust-21")
    return [
        f"{game} {spec.name} {show(value)}"
        for game in games
        for spec in known.game(game).catalogue
        if isinstance(spec.kind, Choice) and spec.name not in ("shoe", "boxes_per_player")
        if game not in with_side_bet or id(spec) not in blackjack
        for value in spec.kind.values
        if value != spec.default or type(value) is not type(spec.default)
    ]


def values_in_a_process(games: tuple[str, ...]) -> list[str]:
    """The product must not be loaded here, or the forks would have it without the mistake."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.write(writing, json.dumps(option_values(games)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found: list[str] = json.loads(pipe.read())
    os.waitpid(child, 0)
    return found


def trials(group: Group) -> Iterator[tuple[str, str, CodeType | None]]:
    for module in group.modules:
        file = source(module)
        for mistake in mistakes(file.read_text(encoding="utf-8")):
            code = compile(mistake.tree, str(file), "exec", dont_inherit=True)
            yield module.removeprefix("cardroom."), mistake.name, code
    for value in values_in_a_process(group.options):
        yield OPTION, value, None


def patience(name: str) -> int:
    """Seconds for a mistake of the group, by those of the right rules, with which nothing may
    fail."""
    right = in_a_process(GROUPS[name], None)
    if right:
        raise SystemExit(f"{name}: {right} fails without any mistake")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return PATIENCE * ceil(used.ru_utime + used.ru_stime)


def run(name: str, part: str = "", every: int = 1) -> Iterator[Tried]:
    group = GROUPS[name]
    reasons: dict[str, dict[str, str]] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    for module in LOADED:
        importlib.import_module(module)
    seconds = patience(name) if every == 1 else QUICK_LOOK_SECONDS
    number = 0
    likely: dict[str, None] = {}
    for module, mistake, code in trials(group):
        if part not in f"{module} {mistake}":
            continue
        number += 1
        if number % every:
            continue
        finder = None if code is None else Mistaken(f"cardroom.{module}", code)
        ignored = mistake if code is None else ""
        noticed = in_a_process(group, finder, ignored, tuple(likely)[: -LIKELY - 1 : -1], seconds)
        if "/" in noticed and not noticed.startswith("loading"):
            likely.pop(noticed, None)
            likely[noticed] = None
        yield Tried(module, mistake, noticed, reasons.get(module, {}).get(mistake, ""))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("group", choices=GROUPS)
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", action="store_true", help="make none of them")
    arguments = parser.parse_args()
    if arguments.list:
        for module, mistake, _ in trials(GROUPS[arguments.group]):
            print(json.dumps((module, mistake)))
        return 0
    tried = []
    for one in run(arguments.group, arguments.part, arguments.every):
        tried.append(one)
        if sys.stderr.isatty():
            print(f"\r{len(tried)} ", end="", file=sys.stderr)
        if arguments.json:
            print(json.dumps(one), flush=True)
        elif not one.noticed_by and not one.reason:
            print(f"nobody notices: {one.module} {one.mistake}", flush=True)
        elif one.noticed_by and one.reason:
            print(f"noticed after all: {one.module} {one.mistake} by {one.noticed_by}", flush=True)
    noticed = sum(bool(one.noticed_by) for one in tried)
    if not arguments.json:
        print(f"{len(tried)} mistakes, {noticed} noticed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
