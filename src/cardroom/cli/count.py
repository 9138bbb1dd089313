"""`cardroom count GAME`: a simulated player who counts cards."""

from __future__ import annotations

import csv
from typing import Annotated, Literal

import typer
from rich.table import Table

from cardroom.analysis.counting.question import (
    HANDS_PER_HOUR,
    MINUTES_AWAY,
    ROUNDS,
    CountingRequest,
    count_cards,
)
from cardroom.analysis.documents import builtins
from cardroom.cli._notices import notices
from cardroom.cli._protection_shown import show_result
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    console,
    dollars_in_cents,
    posted,
    print_json,
)
from cardroom.cli.output import data_output
from cardroom.cli.protect import COUNTS, MinutesAwayOption

SYSTEM_HELP = f"The count: {COUNTS}"
SPREAD_HELP = (
    'The bet at each count and above: "-99=10 1=20 2=40 3=80"; nothing is bet below the first'
    " count."
)
SPREAD = "-99=10 1=20 2=40 3=60 4=80"


def count(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    system: Annotated[str, typer.Option("--count", metavar="COUNT", help=SYSTEM_HELP)] = "hi-lo",
    spread: Annotated[
        str, typer.Option("--spread", metavar="COUNT=DOLLARS", help=SPREAD_HELP)
    ] = SPREAD,
    departures: Annotated[
        Literal["none", "all"],
        typer.Option(
            "--departures", help="Also use the count for playing decisions and insurance."
        ),
    ] = "none",
    boxes: Annotated[int, typer.Option("--boxes", min=1, help="Boxes in play.")] = 1,
    dealt: Annotated[
        float | None,
        typer.Option("--dealt", min=0.1, max=0.95, help="The share of the shoe that is dealt."),
    ] = None,
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="DOLLARS", help="Also show the risk of ruin.")
    ] = "10000",
    rounds: Annotated[int, typer.Option("--rounds", min=1000, help="Rounds to simulate.")] = ROUNDS,
    leave: Annotated[
        int | None,
        typer.Option("--leave", metavar="COUNT", help="Leave for another table below this count."),
    ] = None,
    minutes_away: MinutesAwayOption = MINUTES_AWAY,
    pace: Annotated[
        float, typer.Option("--pace", min=1, help="Hands per hour, including the dealer's.")
    ] = HANDS_PER_HOUR,
    seed: SeedOption = 1,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the counts as CSV.")] = False,
    json: JsonOption = False,
) -> None:
    """Simulate a player who counts cards: what a spread of bets wins, SCORE, N0, and ruin."""
    rules = posted(game, settings, house)
    if boxes > rules.boxes:
        raise CommandError(f"--boxes {boxes}: the table has {rules.boxes}")
    asked = CountingRequest(
        system=system,
        bets=_steps(spread),
        departures=departures,
        boxes=boxes,
        dealt=dealt,
        bankroll=dollars_in_cents("--bankroll", bankroll) if bankroll else None,
        rounds=rounds,
        seed=seed,
        hands_per_hour=pace,
        leave=leave,
        minutes_away=minutes_away,
    )
    with notices() as tell:
        found = count_cards(rules, asked, tell)
    if json:
        print_json(builtins(found))
        return
    if as_csv:
        out = csv.writer(data_output(), lineterminator="\n")
        out.writerow(["count", "frequency", "advantage", "error", "deviation", "bet"])
        for each in found.bins:
            out.writerow(
                [each.count, each.frequency, each.advantage, each.error, each.deviation,
                 each.bet / 100]
            )  # fmt: skip
        return
    screen = console()
    screen.print(f"[bold]{rules.title}[/]: {found.rounds:,} rounds, {found.dealt:.0%} dealt")
    table = Table("count", "rounds", "advantage", "bet", box=None, pad_edge=False)
    for each in found.bins:
        if each.frequency >= 0.0005:
            table.add_row(
                f"{each.count:+d}", f"{each.frequency:.2%}",
                f"{each.advantage:+.3%} ± {each.error:.3%}",
                f"${each.bet / 100:,.0f}" if each.bet else "no bet",
            )  # fmt: skip
    screen.print(table)
    show_result(found, screen)
    for line in found.assumptions:
        screen.print(f"  - {line}")


def _steps(text: str) -> tuple[tuple[int, int], ...]:
    """ "-99=10 2=40" as counts and cents."""
    found = []
    for word in text.replace(",", " ").split():
        start, equals, amount = word.partition("=")
        try:
            found.append((int(start), dollars_in_cents("--spread", amount)))
        except ValueError:
            equals = ""
        if not equals:
            raise CommandError(f'--spread {text!r}: write counts and dollars, like "-99=10 2=40"')
    if not found:
        raise CommandError("--spread: write at least one count and its bet")
    return tuple(sorted(found))
