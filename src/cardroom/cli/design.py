"""`cardroom design GAME --side-bet FILE`: pay tables for a side bet that meet goals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cardroom.analysis.side_bets.design import POSTED_ODDS, Goals, Range, TooManyChoices, search
from cardroom.analysis.side_bets.rows import row_chances
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    bars,
    console,
    posted,
    print_json,
)
from cardroom.games.signs import row_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardroom.analysis.side_bets.design import PayTableProposal
    from cardroom.rules.side_bet import SideBet

ALL = Fraction(1)


def design(
    game: GameArgument,
    side_bet: Annotated[
        str, typer.Option("--side-bet", metavar="FILE", help="The side bet; its odds are replaced.")
    ],
    edge: Annotated[
        str, typer.Option("--edge", metavar="LOW..HIGH", help="The house edge, like 5%..8%.")
    ] = "0%..10%",
    hit_frequency: Annotated[
        str,
        typer.Option(
            "--hit-frequency",
            metavar="LOW..HIGH",
            help="The hit frequency, like 15%.. or 10%..20%.",
        ),
    ] = "..",
    odds: Annotated[
        str, typer.Option("--odds", metavar="LIST", help='Odds to 1 to choose from, like "1 2 5".')
    ] = "",
    best: Annotated[int, typer.Option("--best", min=1, max=1000, help="Proposals to show.")] = 10,
    settings: SetOption = None,
    house: HouseOption = "",
    json: JsonOption = False,
) -> None:
    """Search for pay tables: try all choices of odds in a list; show the least volatile first."""
    rules = posted(game, settings, house, [side_bet])
    bet = rules.side_bets[-1]
    if bet.meter is not None:
        raise CommandError(f"{bet.title} pays shares of a meter; design is for bets that pay odds")
    names = [each.name.partition("/")[0] for each in rules.side_bets]
    if names.count(names[-1]) > 1:
        raise CommandError(f"every row of {side_bet} is a bet of its own; each has one pay row")
    goals = Goals(range_of("--edge", edge), range_of("--hit-frequency", hit_frequency))
    chances = row_chances(rules, bet)
    with bars() as shown:
        bar = shown.add_task("searching pay tables", total=1.0)
        try:
            found = search(
                [chances[row.name] for row in bet.rows],
                odds_of(odds) or POSTED_ODDS,
                goals,
                best,
                lambda share: shown.update(bar, completed=share),
            )
        except TooManyChoices as wrong:
            raise CommandError(f"{wrong} (--odds)") from None
    if json:
        print_json([_document(bet, each) for each in found])
        return
    show(bet, found, sum(chances.values(), Fraction(0)))


def range_of(option: str, text: str) -> Range:
    """ "5%..8%", "15%..", "..20%": a share from 0 to 1; a missing end is open."""
    low, dots, high = text.partition("..")
    try:
        least = Fraction(low.strip().rstrip("%") or 0) / 100
        most = Fraction(high.strip().rstrip("%") or 100) / 100
    except (ValueError, ZeroDivisionError):
        raise CommandError(f"{option} {text}: write a range like 5%..8%, or 15%..") from None
    if not dots or not -1 <= least <= most <= ALL:
        raise CommandError(f"{option} {text}: write a range like 5%..8%, the lower share first")
    return Range(least, most)


def odds_of(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and 0 < int(word) < 10**7 for word in words):
        raise CommandError(f'--odds {text}: write whole numbers, like "1 2 5 10 25"')
    return tuple(sorted({int(word) for word in words}))


def show(bet: SideBet, found: Sequence[PayTableProposal], hits: Fraction) -> None:
    screen = console()
    if not found:
        screen.print(
            "No pay table of these odds meets the goals. All rows together hit"
            f" {float(hits):.3%} of the time; widen a range, or give more odds (--odds)."
        )
        return
    table = Table(box=None, pad_edge=False)
    for row in bet.rows:
        table.add_column(row_words(row.name, {row.name: row.words} if row.words else {}))
    for column in ("house edge", "hit frequency", "std dev"):
        table.add_column(column, justify="right")
    for each in found:
        odds = [f"{pays} to 1" for pays in each.odds]
        odds += ["-"] * (len(bet.rows) - len(odds))
        figures = (f"{float(each.edge):.4%}", f"{float(each.hit_frequency):.3%}")
        table.add_row(*odds, *figures, f"{each.deviation:.4f}")
    screen.print(f"[bold]{bet.title}[/]: exact, the lowest standard deviation first")
    screen.print(table)


def _document(bet: SideBet, each: PayTableProposal) -> dict[str, object]:
    names = [row.name for row in bet.rows]
    return {
        "pays": {name: f"{odds} to 1" for name, odds in zip(names, each.odds, strict=False)},
        "edge": str(each.edge),
        "hit_frequency": str(each.hit_frequency),
        "deviation": each.deviation,
    }
