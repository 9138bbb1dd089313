"""Find every bench_*.py, run its benchmarks, and print goal, value, and met or missed."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.progress import track

from bench import scaling
from bench.clock import python_steps
from bench.goal import Bench, Measured, measure, number

SCALING: Final = "scaling"


def discover(names: Iterable[str]) -> Iterator[Bench]:
    """All benchmarks, or those of a module (`make bench equity`), one by its whole name
    (`make bench simulated-equity`), or else all that have the name in theirs (`make bench flop`).
    """
    stems = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    modules = {stem.removeprefix("bench_"): stem for stem in stems}
    wanted = list(names)
    words = [name for name in wanted if name not in modules]
    known: dict[str, dict[str, Bench]] = {}
    for module, stem in modules.items():
        if words or module in wanted or not wanted:
            benches = importlib.import_module(f"bench.{stem}").benchmarks()
            known[module] = {bench.slug: bench for bench in benches}
    every = {slug: bench for benches in known.values() for slug, bench in benches.items()}
    chosen = set(every) if not wanted else set[str]()
    for name in wanted:
        if name in modules:
            chosen |= known[name].keys()
        elif found := {name} & every.keys() or {slug for slug in every if name in slug}:
            chosen |= found
        else:
            raise SystemExit(
                f"there is no benchmark for {name}; the modules are {', '.join(modules)};"
                f" {SCALING} draws how time grows"
            )
    yield from (bench for slug, bench in every.items() if slug in chosen)


def row(result: Measured, width: int) -> str:
    bench, value = result.bench, result.error
    if result.value is not None:
        value = f"{number(result.value)} {bench.unit}"
    verdict = "[green]met[/]" if result.met else "[bold red]missed[/]"
    why = f"  [dim]goal: {escape(bench.why)}[/]" if bench.why else ""
    return (
        f"{escape(bench.name):<{width}} {bench.goal_text():<30} {escape(value):<28} {verdict}{why}"
    )


def machine() -> str:
    """Goals in seconds, or per second, depend on it; it is shown before and after, because other
    machines may share its processor."""
    return f"a plain Python loop makes {python_steps():.3g} million steps/s on this machine now"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        help="modules, names, or parts of names as in heads-up-hold-em; all by default;"
        f" or {SCALING}, and curves of it, to draw how time grows",
    )
    names: list[str] = parser.parse_args().names
    if names[:1] == [SCALING]:
        scaling.main(names[1:])
        return 0
    benches = list(discover(names))
    width = max(len(bench.name) for bench in benches)
    progress, shown = Console(stderr=True), Console(soft_wrap=True, highlight=False)
    shown.print(f"[bold]{'benchmark':<{width}} {'goal':<30} value[/]")
    shown.print(f"[dim]{machine()}[/]")
    met = True
    for bench in track(benches, "measuring", console=progress, transient=True):
        result = measure(bench)
        met &= result.met
        # At once: what was measured is not lost if the rest is interrupted.
        shown.print(row(result, width))
    shown.print(f"[dim]{machine()}[/]")
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
