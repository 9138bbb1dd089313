"""How time grows with the size of a question: `make bench scaling`, or some of its curves:
`make bench scaling equity-by-hands`.

Measures processor time along a few curves, prints them, and draws them as SVG in `build/scaling`.
There is no goal: a curve that bends upward is what to look for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from bench.clock import median_seconds, processor_seconds
from bench.goal import number

FOLDER: Final = Path("build") / "scaling"
RUNS: Final = 3
HANDS: Final = ("AcAd", "KsKh", "QcQd", "JsJh", "9c8c", "7d6d", "5h4h", "TcTd")


class Point(NamedTuple):
    size: float
    seconds: float


class Curve(NamedTuple):
    name: str
    along: str
    points: list[Point]


def curves(wanted: Iterable[str]) -> Iterator[Curve]:
    known: dict[str, tuple[str, Callable[[], Iterator[Point]]]] = {
        "solve-by-decks": ("decks", solve_by_decks),
        "solve-by-hands": ("hands that a box may have after splits", solve_by_hands),
        "solve-by-jokers": ("jokers in the shoe, one per deck", solve_by_jokers),
        "solve-by-jokers-two-per-deck": ("jokers in the shoe, two per deck", solve_by_two_jokers),
        "simulation-by-rounds": ("rounds", simulation_by_rounds),
        "simulation-by-boxes": ("boxes, a million rounds each", simulation_by_boxes),
        "simulation-by-workers": ("threads, eight million rounds", simulation_by_workers),
        "equity-by-hands": ("hands, before the flop", equity_by_hands),
        "report-by-rounds": ("rounds in the journal", report_by_rounds),
        "service-by-tables": ("open tables, for a command", service_by_tables),
        "service-by-viewers": ("viewers of one table, for a step", service_by_viewers),
        "service-by-workers": ("workers over PostgreSQL, for a command", service_by_workers),
    }
    names = list(wanted) or list(known)
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(
            f"there is no curve {', '.join(unknown)}; the curves are {', '.join(known)}"
        )
    for name in names:
        along, measure = known[name]
        yield Curve(name, along, list(measure()))


def solve_by_decks() -> Iterator[Point]:
    yield from (_solved(decks, {"decks": decks}) for decks in range(1, 9))


def solve_by_hands() -> Iterator[Point]:
    yield from (_solved(hands, {"hands_max": hands}) for hands in range(1, 5))


def solve_by_jokers() -> Iterator[Point]:
    for decks in range(2, 9, 2):
        yield _solved(decks, {"decks": decks}, "no-bust-joker")


def solve_by_two_jokers() -> Iterator[Point]:
    for decks in range(2, 9, 2):
        yield _solved(2 * decks, {"decks": decks, "jokers_per_deck": 2}, "no-bust-joker")


def _solved(size: int, options: dict[str, object], game: str = "blackjack") -> Point:
    from cardroom import model  # noqa: PLC0415
    from cardroom.analysis.twentyone.solver import exact  # noqa: PLC0415 - where it runs
    from cardroom.games import ruleset  # noqa: PLC0415

    tables = model.compile(ruleset(game, options))
    return Point(size, median_seconds(lambda: exact.solve(tables), RUNS))


def simulation_by_rounds() -> Iterator[Point]:
    from bench.bench_simulate import blackjack  # noqa: PLC0415

    for millions in (1, 2, 4, 8, 16):
        yield _dealt(blackjack, 1, millions * 1_000_000, millions * 1_000_000)


def simulation_by_boxes() -> Iterator[Point]:
    from bench.bench_simulate import blackjack  # noqa: PLC0415

    for boxes in range(1, 9):
        yield _dealt(blackjack, boxes, 1_000_000, boxes)


def simulation_by_workers() -> Iterator[Point]:
    """What all threads use together: a flat line costs nothing."""
    from bench.bench_simulate import blackjack  # noqa: PLC0415

    for workers in range(1, 5):
        yield _dealt(blackjack, 1, 8_000_000, workers, workers)


def report_by_rounds() -> Iterator[Point]:
    from bench.bench_office import journal, report_of  # noqa: PLC0415

    for rounds in (3_000, 6_000, 12_000, 24_000):
        with journal(rounds) as path:
            yield Point(rounds, processor_seconds(lambda: report_of(path, None, rounds)))  # noqa: B023


def service_by_tables() -> Iterator[Point]:
    from bench.bench_load import with_tables  # noqa: PLC0415

    for tables in (50, 200, 500, 1000, 2000):
        yield Point(tables, with_tables(tables).seconds_per_command)


def service_by_viewers() -> Iterator[Point]:
    from bench.bench_load import watched  # noqa: PLC0415

    for viewers in (125, 250, 500, 1000, 2000):
        yield Point(viewers, watched(viewers).ms_per_step / 1000)


def service_by_workers() -> Iterator[Point]:
    """What all workers use together: the more there are, the more commands one sends on."""
    from bench.bench_workers import COMMANDS_PER_SECOND, load  # noqa: PLC0415

    for workers in range(1, 5):
        yield Point(workers, load(workers, COMMANDS_PER_SECOND).seconds_per_command)


def _dealt(
    simulator: Callable[[int], object], boxes: int, rounds: int, size: int, workers: int = 1
) -> Point:
    from cardroom.analysis.executor import Threads  # noqa: PLC0415
    from cardroom.analysis.stopping import Goal  # noqa: PLC0415

    table, goal = simulator(boxes), Goal(rounds=rounds)
    return Point(size, median_seconds(lambda: table.run(goal, Threads(workers)), RUNS))  # type: ignore[attr-defined]


def equity_by_hands() -> Iterator[Point]:
    from bench.bench_equity import Asked, ours  # noqa: PLC0415

    for hands in range(2, len(HANDS) + 1):
        ask = ours(Asked("texas-holdem", HANDS[:hands]))
        yield Point(hands, median_seconds(ask, RUNS))


def drawn(curve: Curve) -> str:
    import altair  # noqa: PLC0415
    import vl_convert  # noqa: PLC0415

    rows = [{"size": size, "ms": seconds * 1000} for size, seconds in curve.points]
    chart = altair.Chart({"values": rows}, width=420, height=220).mark_line(point=True)
    picture = chart.encode(
        x=altair.X("size:Q", title=curve.along),
        y=altair.Y("ms:Q", title="milliseconds of processor time"),
    )
    return str(vl_convert.vegalite_to_svg(picture.to_json()))


def main(names: Iterable[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    console = Console()
    for curve in curves(names):
        shown = Table(title=curve.name, title_justify="left")
        shown.add_column(curve.along, justify="right")
        shown.add_column("ms", justify="right")
        for size, seconds in curve.points:
            shown.add_row(f"{size:,}", number(seconds * 1000))
        path = FOLDER / f"{curve.name}.svg"
        path.write_text(drawn(curve), encoding="utf-8")
        console.print(shown, f"drawn in {path}")


if __name__ == "__main__":
    main(sys.argv[1:])
