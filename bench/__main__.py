"""Find every bench_*.py, run its benchmarks, and print goal, value, and met or missed."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import track

from bench.clock import python_steps
from bench.goal import Bench, Measured, measure, number


def discover(names: Iterable[str]) -> Iterator[Bench]:
    """All benchmarks, or those of a module or with a word in their name: `make bench equity`."""
    stems = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    modules = {stem.removeprefix("bench_"): stem for stem in stems}
    wanted = list(names)
    words = [name for name in wanted if name not in modules]
    found: dict[str, Bench] = {}
    for module, stem in modules.items():
        if wanted and module not in wanted and not words:
            continue
        for bench in importlib.import_module(f"bench.{stem}").benchmarks():
            if not wanted or module in wanted or any(word in bench.slug for word in words):
                found[bench.slug] = bench
    unknown = [word for word in words if not any(word in slug for slug in found)]
    if unknown:
        raise SystemExit(
            f"there is no benchmark for {', '.join(unknown)}; the modules are {', '.join(modules)}"
        )
    yield from found.values()


def row(result: Measured) -> str:
    bench, value = result.bench, result.error
    if result.value is not None:
        value = f"{number(result.value)} {bench.unit}"
    verdict = "[green]met[/]" if result.met else "[bold red]missed[/]"
    return f"{escape(bench.name):<48} {bench.goal_text():<30} {escape(value):<30} {verdict}"


def machine() -> str:
    """Goals in seconds, or per second, depend on it; it is shown before and after, because other
    machines may share its processor."""
    return f"a plain Python loop makes {python_steps():.3g} million steps/s on this machine now"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="modules, or parts of names as in heads-up-hold-em; all by default"
    )
    benches = list(discover(parser.parse_args().names))
    progress, shown = Console(stderr=True), Console(soft_wrap=True, highlight=False)
    shown.print(f"[bold]{'benchmark':<48} {'goal':<30} value[/]")
    shown.print(f"[dim]{machine()}[/]")
    met = True
    for bench in track(benches, "measuring", console=progress, transient=True):
        result = measure(bench)
        met &= result.met
        # At once: what was measured is not lost if the rest is interrupted.
        shown.print(row(result))
    shown.print(f"[dim]{machine()}[/]")
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
