"""Pai gow poker in `simulate` and `explain`: who sits there, the counting, and what is printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cardroom.cli._house_ways import way_of
from cardroom.cli.common import CommandError, bars, console, money, print_json

if TYPE_CHECKING:
    from rich.progress import Progress

    from cardroom.analysis.pai_gow.rounds import Figures, Mean, PaiGowSimulator, Seating
    from cardroom.analysis.pai_gow.way_tables import Watch
    from cardroom.analysis.stopping import Goal
    from cardroom.hands.house_way import HouseWay
    from cardroom.rules.ruleset import Ruleset

WayOption = Annotated[
    str,
    typer.Option("--way", metavar="NAME|FILE", help="Pai gow: how players set; else as posted."),
]
BankWayOption = Annotated[
    str,
    typer.Option(
        "--bank-way", metavar="NAME|FILE", help="Pai gow: how the bank sets; else as posted."
    ),
]
BetOption = Annotated[
    str, typer.Option("--bet", metavar="DOLLARS", help="Pai gow: the wager of every box.")
]
FortuneOption = Annotated[
    str, typer.Option("--fortune", metavar="DOLLARS", help="Pai gow: the Fortune bet of every box.")
]
BankOption = Annotated[
    str,
    typer.Option(
        "--bank", metavar="DOLLARS", help="Pai gow: what the bank posts; enough if nothing is said."
    ),
]


class Money(NamedTuple):
    """What the options say, in dollars; nothing said is ""."""

    bet: str = ""
    fortune: str = ""
    bank: str = ""


class Seated(NamedTuple):
    rules: Ruleset
    ways: tuple[HouseWay, HouseWay]
    simulator: PaiGowSimulator

    @property
    def seating(self) -> Seating:
        return self.simulator.seating

    @property
    def play(self) -> str:
        own, bank = (way.title for way in self.ways)
        return f"players set the way of {own}, the bank that of {bank}"


def seat(rules: Ruleset, names: tuple[str, str], amounts: Money, boxes: int, seed: int) -> Seated:
    """A simulator at the table; `names` are the players' way and the bank's, "" as posted."""
    from cardroom.analysis.pai_gow.rounds import PaiGowSimulator
    from cardroom.analysis.pai_gow.way_tables import way_tables
    from cardroom.analysis.result_cache import compiled
    from cardroom.rules.policies import PaiGow

    assert isinstance(rules.policies, PaiGow)
    posted_way = rules.policies.way
    ways = way_of(names[0] or posted_way), way_of(names[1] or posted_way)
    seating = seating_of(rules, amounts, boxes)
    if not compiled("pai_gow_rounds"):
        print("compiling the simulator, once; this takes some seconds", file=sys.stderr)
    with learning() as watch:
        tables = way_tables(ways[0], watch), way_tables(ways[1], watch)
    return Seated(rules, ways, PaiGowSimulator(rules, tables, seating, seed))


def seating_of(rules: Ruleset, amounts: Money, boxes: int) -> Seating:
    from cardroom.analysis.pai_gow.rounds import BOXES_MAX, Seating
    from cardroom.money import cents

    if boxes > BOXES_MAX:
        raise CommandError(f"--boxes {boxes}: the table has {BOXES_MAX} beside the bank")
    stake = cents(amounts.bet) if amounts.bet else max(rules.limits.least, 1_000)
    fortune = cents(amounts.fortune) if amounts.fortune else 0
    if fortune and all(spot.name != "fortune" for spot in rules.spots):
        raise CommandError(f"--fortune: {rules.title} has no Fortune bet")
    for name, amount in (("--bet", stake), ("--fortune", fortune)):
        least, most = rules.limits.least, rules.limits.most
        least = 100 if name == "--fortune" and fortune else least
        if name == "--fortune" and not fortune:
            continue
        if amount < least or (most is not None and amount > most):
            limits = f"from {money(least)}" + (f" to {money(most)}" if most else " on")
            raise CommandError(f"{name} {money(amount)}: the table takes {limits}")
        if amount % rules.limits.chip:
            raise CommandError(f"{name}: the smallest chip is {money(rules.limits.chip)}")
    posted = cents(amounts.bank) if amounts.bank else None
    if posted is not None and posted <= 0:
        raise CommandError("--bank: the bank posts an amount above zero")
    return Seating(boxes, stake, fortune, posted)


@contextmanager
def learning(shown: Progress | None = None) -> Iterator[Watch]:
    """A bar while a way is asked what it does with every class of hands, once."""
    with bars() if shown is None else nullcontext(shown) as progress:
        tasks: list[Any] = []

        def watch(done: int, of: int) -> None:
            if not tasks:
                tasks.append(progress.add_task("learning the house way, once", total=of))
            # The next way begins from nothing.
            progress.update(tasks[0], completed=done)

        yield watch


def simulate(seated: Seated, goal: Goal, workers: int, resume: Path | None, printed: str) -> None:
    """Deal until the goal is met; `printed` is "json" or "text"."""
    from cardroom.analysis.executor import Threads
    from cardroom.analysis.pai_gow.rounds import EMPTY, Figures
    from cardroom.analysis.resume import ResumeFault
    from cardroom.cli._counting import watched

    simulator, executor, before = seated.simulator, Threads(workers), EMPTY
    if resume is not None and resume.exists():
        try:
            before = simulator.load(resume)
        except ResumeFault as fault:
            raise CommandError(f"--resume: {fault}") from None
    simulator.deal(1, 1)
    found, done = watched(
        lambda watch: simulator.run(goal, executor, before, watch),
        goal,
        Figures(seated.seating, before),
        None if resume is None else lambda figures: simulator.save(figures.totals, resume),
    )
    if printed == "json":
        print_json(document(seated, found, done.speed))
    else:
        show(seated, found, done.speed)


def document(seated: Seated, found: Figures, speed: float) -> dict[str, Any]:
    """What --json prints; money in cents, shares of the players' hands."""
    from cardroom.analysis.kernels.pai_gow_tables import Kind

    rules, seating, totals = seated.rules, seated.seating, found.totals
    shares = (Kind.WON, Kind.PUSHED, Kind.LOST, Kind.FRONT_COPIES, Kind.BACK_COPIES)
    return {
        "game": rules.game,
        "house": rules.house,
        "digest": rules.digest,
        "options": dict(rules.changed),
        "play": seated.play,
        "ways": [way.name for way in seated.ways],
        "seed": seated.simulator.seed,
        "boxes": seating.boxes,
        "stake": seating.stake,
        "fortune": seating.fortune,
        "posted": seating.posted,
        "rounds": totals.rounds,
        "method": "simulated",
        "edge": -found.player.value,
        "standard_error": found.player.error,
        "shares": {kind.name.lower(): found.share(kind)._asdict() for kind in shares},
        "bank": {
            kind.name.lower(): found.mean(kind)._asdict()
            for kind in (
                *(Kind.NET, Kind.BASE, Kind.FORTUNE, Kind.ENVY),
                *(Kind.UNPAID, Kind.UNTAKEN),
            )
        },
        "collection": dict(zip(("player", "bank"), fees_of(rules, seating), strict=True)),
        "short_rounds": dict(zip(("base", "fortune", "envy"), totals.shorts, strict=True)),
        "lowest": totals.lowest,
        "sums": {kind.name.lower(): list(totals.sums[kind]) for kind in Kind},
        "faces": [list(row) for row in totals.faces],
        "rounds_per_second": round(speed),
    }


def show(seated: Seated, found: Figures, speed: float) -> None:
    from rich.table import Table

    out, seating = console(), seated.seating
    out.print(f"{seated.rules.title}: {found.totals.rounds:,} rounds", style="bold")
    out.print(f"{seated.play}; {seating.boxes} box(es); seed {seated.simulator.seed}")
    figures = Table(show_header=False, box=None)
    figures.add_column(style="dim")
    figures.add_column(justify="right")
    figures.add_column(style="dim")
    for row in (
        *hands(found),
        *bank(found, seating),
        *collections(seated.rules, found, seating),
        ("speed", f"{speed / 1e6:.2f}", "million/s"),
    ):
        figures.add_row(*row)
    out.print(figures)
    out.print("± is one standard error; wins, pushes and copies are shares of the players' hands.")


def explain(seated: Seated, number: int, printed: str) -> None:
    """Round `number`, event by event; the engine and the simulator must agree to the cent."""
    from cardroom.events.words import tell
    from cardroom.replay.pai_gow import replay

    counted = seated.simulator.won(number)
    played = replay(seated.rules, seated.seating, seated.ways, seated.simulator.seed, number)
    if counted != [list(box) for box in played.net]:
        raise AssertionError(f"the simulator has {counted}, the engine {played.net}")
    won = [sum(box) for box in played.net]
    if printed == "json":
        named = {"game": seated.rules.game, "digest": seated.rules.digest, "round": number}
        seed = seated.simulator.seed
        print_json({**named, "seed": seed, "net": won, "events": list(played.events)})
        return
    out = console()
    title = f"{seated.rules.title}, seed {seated.simulator.seed}, round {number}"
    out.print(title, style="bold")
    out.print(seated.play, style="dim")
    for event in played.events:
        out.print(tell(event), markup=False)
    boxes = ", ".join(f"box {box} {money(net)}" for box, net in enumerate(won, start=1))
    out.print(f"Net: {boxes}. The simulator counted the same.", style="bold")


def hands(found: Figures) -> list[tuple[str, str, str]]:
    from cardroom.analysis.kernels.pai_gow_tables import Kind

    named = (
        ("player wins", Kind.WON),
        ("push", Kind.PUSHED),
        ("bank wins", Kind.LOST),
        ("copies in front", Kind.FRONT_COPIES),
        ("copies behind", Kind.BACK_COPIES),
    )
    player = found.player
    return [
        *((name, *_percent(found.share(kind), 1)) for name, kind in named),
        ("edge of the bank", *_percent(player, -1)),
    ]


def bank(found: Figures, seating: Seating) -> list[tuple[str, str, str]]:
    """The bank's round, in dollars."""
    from cardroom.analysis.kernels.pai_gow_tables import Kind

    lines = [("bank, a round", *_dollars(found.mean(Kind.NET)))]
    if seating.fortune:
        lines += [
            (f"  of it {name}", *_dollars(found.mean(kind)))
            for name, kind in (
                ("wagers", Kind.BASE),
                ("Fortune", Kind.FORTUNE),
                ("envy", Kind.ENVY),
            )
        ]
    deviation = found.mean(Kind.NET).deviation
    lines.append(("bank, deviation", f"${deviation / 100:,.2f}", "a round"))
    lines.append(("bank, worst round", money(found.totals.lowest), ""))
    if seating.posted is not None:
        rounds = found.totals.rounds
        short = found.totals.shorts[2 if seating.fortune else 0] / rounds
        lines += [
            ("bank's amount ran out", f"{short:.4%}", "of the rounds"),
            ("owed and not paid", *_dollars(found.mean(Kind.UNPAID))),
            ("lost and not collected", *_dollars(found.mean(Kind.UNTAKEN))),
        ]
    return lines


def fees_of(rules: Ruleset, seating: Seating) -> tuple[int, int]:
    """What each player and the bank pay for a round; nothing on Fortune."""
    schedule, limits = rules.fees, rules.limits
    own = schedule.row(schedule.player, seating.stake, limits).fee if schedule.player else 0
    action = seating.stake * seating.boxes
    return own, schedule.row(schedule.bank, action, limits).fee if schedule.bank else 0


def collections(rules: Ruleset, found: Figures, seating: Seating) -> list[tuple[str, str, str]]:
    from cardroom.analysis.kernels.pai_gow_tables import Kind
    from cardroom.analysis.pai_gow.rounds import Mean

    own, banks = fees_of(rules, seating)
    net = found.mean(Kind.NET)
    cost = own / seating.stake
    return [
        ("collection of a player", money(own), f"{cost:.2%} of the wager"),
        (
            "with it a wager costs",
            *_percent(Mean(cost - found.player.value, found.player.error, 0), 1),
        ),
        ("collection of the bank", money(banks), "a round"),
        ("bank after collection", *_dollars(net._replace(value=net.value - banks))),
    ]


def _percent(mean: Mean, sign: int) -> tuple[str, str]:
    return f"{sign * mean.value:.4%}", f"± {mean.error:.4%}"


def _dollars(mean: Mean) -> tuple[str, str]:
    sign = "-" if mean.value < 0 else ""
    return f"{sign}${abs(mean.value) / 100:,.4f}", f"± ${mean.error / 100:,.4f}"
