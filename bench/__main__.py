"""Find every bench_*.py, run its benchmarks, and print goal, value, and met or missed."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.goal import Bench, Measured, measure, number


def discover(names: Iterable[str]) -> Iterator[Bench]:
    """All benchmarks, or those of a module or with a word in their name: `make bench equity`."""
    stems = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    modules = {stem.removeprefix("bench_"): stem for stem in stems}
    wanted = list(names)
    found: dict[str, Bench] = {}
    for module, stem in modules.items():
        for bench in importlib.import_module(f"bench.{stem}").benchmarks():
            if not wanted or any(name == module or name in bench.slug for name in wanted):
                found[bench.slug] = bench
        wanted = [name for name in wanted if name != module]
    unknown = [name for name in wanted if not any(name in slug for slug in found)]
    if unknown:
        raise SystemExit(
            f"there is no benchmark for {', '.join(unknown)}; the modules are {', '.join(modules)}"
        )
    yield from found.values()


def table(results: Iterable[Measured]) -> Table:
    shown = Table(title="Benchmarks")
    shown.add_column("benchmark")
    shown.add_column("goal")
    shown.add_column("value", justify="right")
    shown.add_column("")
    for result in results:
        value = (
            result.trouble
            if result.value is None
            else f"{number(result.value)} {result.bench.unit}"
        )
        verdict = "[green]met[/]" if result.met else "[bold red]missed[/]"
        shown.add_row(result.bench.name, result.bench.goal_text(), value, verdict)
    return shown


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="modules, or parts of names as in heads-up-hold-em; all by default"
    )
    benches = list(discover(parser.parse_args().names))
    progress = Console(stderr=True)
    results = [measure(b) for b in track(benches, "measuring", console=progress, transient=True)]
    Console().print(table(results))
    return int(not all(result.met for result in results))


if __name__ == "__main__":
    sys.exit(main())
