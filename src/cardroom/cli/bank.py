"""`cardroom bank GAME`: collections, short banks, and the value of banking."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Final

import typer

from cardroom.analysis.bank.report import bank_report, bank_request
from cardroom.analysis.bank.seats import BackedBox, SeatFault, table_of
from cardroom.analysis.executor import Threads
from cardroom.cli._bank_shown import show
from cardroom.cli._notices import notices
from cardroom.cli._plots import PlotOption, check_plot, write_plot
from cardroom.cli._simulated import ChartOption, chart_of
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    WorkersOption,
    amount_in_cents,
    console,
    posted,
    print_json,
)
from cardroom.rules.banking import not_followed

if TYPE_CHECKING:
    from cardroom.analysis.bank.documents import BankReport
    from cardroom.analysis.bank.seats import Seats
    from cardroom.rules.ruleset import Ruleset

DEALS: Final = 1_000_000
ROUNDS: Final = "100 1000"
WAGERS_HELP = (
    'Wagers in dollars, from the bank\'s left: "50 25 100", or "7x50" (default: $50 per seat).'
)
BONUS_HELP = "Bonus or Fortune bets of the same seats, in dollars; 0 means no bet."
BACKLINE_HELP = (
    "A bet behind a seat, in the order made; may be repeated. 2:25 stays at $25;"
    " 2:25:double,split follows the seat's doubles and splits."
)
INSURED_HELP = 'Seats that take insurance whenever it is offered: "1 3", or all.'
POSTED_HELP = (
    "What the bank posts, in dollars; may be repeated"
    " (default: half the wagers, all of them, and twice as much)."
)
BANKROLL_HELP = "Banker's bankroll (default: 20 times the wagers)."
ROUNDS_HELP = "Report sessions and the risk of ruin for these numbers of rounds."


def bank(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    wagers: Annotated[str, typer.Option(metavar="AMOUNTS", help=WAGERS_HELP)] = "",
    bonus: Annotated[str, typer.Option(metavar="AMOUNTS", help=BONUS_HELP)] = "",
    backline: Annotated[
        list[str] | None, typer.Option(metavar="SEAT:AMOUNT", help=BACKLINE_HELP)
    ] = None,
    insured: Annotated[str, typer.Option(metavar="SEATS", help=INSURED_HELP)] = "",
    amounts: Annotated[
        list[str] | None, typer.Option("--posted", metavar="AMOUNT", help=POSTED_HELP)
    ] = None,
    bankroll: Annotated[str, typer.Option(metavar="AMOUNT", help=BANKROLL_HELP)] = "",
    rounds: Annotated[str, typer.Option(metavar="NUMBERS", help=ROUNDS_HELP)] = ROUNDS,
    chart: ChartOption = "best",
    deals: Annotated[int, typer.Option(min=1000, help="Rounds to simulate.")] = DEALS,
    seed: SeedOption = 1,
    workers: WorkersOption = 0,
    plot: PlotOption = None,
    json: JsonOption = False,
) -> None:
    """Show the cost of collections, the effect of a short bank, and the value of banking."""
    check_plot(plot)
    rules = posted(game, settings, house)
    try:
        seats = seats_of(rules, wagers, bonus, backline or [], insured)
        seats = seats._replace(chart=chart_of(chart))
    except SeatFault as fault:
        raise CommandError(str(fault)) from None
    asked = bank_request(
        seats,
        [amount_in_cents("--posted", text) for text in amounts or ()],
        amount_in_cents("--bankroll", bankroll) if bankroll else None,
        numbers(rounds),
        deals,
        seed,
    )
    with notices() as tell:
        report = bank_report(seats, asked, Threads(workers), tell)
    write_plot(plot, lambda: _picture(report, bankroll))
    if json:
        print_json(report)
    else:
        show(report, rules, console())


def _picture(report: BankReport, bankroll: str) -> str:
    """The short bank by seat; with a bankroll, the curve of its ruin."""
    from cardroom.signage import plots  # noqa: PLC0415 - slow to load

    return plots.ruin_curve(report) if bankroll else plots.short_bank(report)


def numbers(text: str) -> set[int]:
    words = text.replace(",", " ").split()
    if not words or not all(word.isdecimal() and int(word) for word in words):
        raise CommandError(f'--rounds {text}: write whole numbers above 0, like "{ROUNDS}"')
    return {int(word) for word in words}


SEATS_MAX: Final = 99
"""No layout has more; the game's own number is checked later."""


def stakes(option: str, text: str) -> list[int]:
    """ "7x50" is seven times $50."""
    found: list[int] = []
    for word in text.replace(",", " ").split():
        many = re.fullmatch(r"(\d+)x(.+)", word)
        times, each = (int(many[1]), many[2]) if many else (1, word)
        if not 1 <= times <= SEATS_MAX:
            raise CommandError(
                f"{option} {word}: write the number of seats, 1 to {SEATS_MAX}, like 7x50"
            )
        stake = 0 if each == "0" else amount_in_cents(option, each)
        found += [stake] * times
    return found


def seats_of(rules: Ruleset, wagers: str, bonus: str, backline: list[str], insured: str) -> Seats:
    own = stakes("--wagers", wagers)
    behind = [behind_seat(rules, text) for text in backline]
    boxes = range(len(own) or rules.boxes - 1)
    insured_boxes = boxes if insured == "all" else insured_seats(insured)
    return table_of(rules, own, stakes("--bonus", bonus), behind, insured_boxes)


def behind_seat(rules: Ruleset, text: str) -> BackedBox:
    """ "2:25:double,split" """
    seat, found, rest = text.partition(":")
    stake, _, verbs = rest.partition(":")
    follows = tuple(verbs.replace(",", " ").split())
    if not found or not seat.isdecimal() or not stake:
        raise CommandError(f'--backline {text}: write a seat and an amount, like "2:25"')
    # Where the game offers no such bet, the table refuses it whatever it follows.
    wrong = None if rules.backline is None else not_followed(follows, rules.backline)
    if wrong is not None:
        raise CommandError(f"--backline {text}: a bet behind a seat {wrong}")
    return BackedBox(int(seat) - 1, amount_in_cents("--backline", stake), follows)


def insured_seats(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        raise CommandError(f'--insured {text}: write numbers of seats, like "1 3", or all')
    return [int(word) - 1 for word in words]
