"""`cardroom bank GAME`: collections, banks that are short, and what banking is worth."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from cardroom.cli._bank_shown import show
from cardroom.cli._pai_gow import learn
from cardroom.cli._simulated import SeedOption
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
from cardroom.cli.odds import reckoned

if TYPE_CHECKING:
    from cardroom.analysis.bank.seats import Backline, Seats
    from cardroom.rules.ruleset import Ruleset

DEALS: Final = 1_000_000
WAGER: Final = 5000
ROUNDS: Final = "100 1000"
WAGERS_HELP = 'Dollars from the bank\'s left on: "50 25 100", or "7x50"; every seat $50 if unsaid.'
BONUS_HELP = "Bonus or Fortune bets of the same seats; 0 is none."
BACKLINE_HELP = (
    "A bet behind a seat, in the order made; may be repeated. 2:25 stays with $25,"
    " 2:25:double,split follows what the seat does."
)
INSURED_HELP = 'Seats that take insurance whenever it is offered: "1 3", or all.'
POSTED_HELP = (
    "Dollars that the bank posts; may be repeated. Half, all and twice the wagers if unsaid."
)


def register(app: typer.Typer) -> None:
    app.command(name="bank")(bank)


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
    bankroll: Annotated[
        str, typer.Option(metavar="AMOUNT", help="Dollars of who banks; 20 times the wagers.")
    ] = "",
    rounds: Annotated[
        str, typer.Option(metavar="NUMBERS", help="Ruin within so many rounds, as well as ever.")
    ] = ROUNDS,
    deals: Annotated[int, typer.Option(min=1000, help="Rounds that are simulated.")] = DEALS,
    seed: SeedOption = 1,
    workers: Annotated[int, typer.Option(min=0, help="Threads; 0 is one for every core.")] = 0,
    json: JsonOption = False,
) -> None:
    """What a collection costs, what a short bank does to every seat, and what banking is worth."""
    rules = posted(game, settings, house)

    def build() -> dict[str, Any]:
        from cardroom.analysis.bank.report import Question
        from cardroom.analysis.bank.seats import SeatFault

        try:
            seats = seats_of(rules, wagers, bonus, Others(tuple(backline or ()), insured))
        except SeatFault as fault:
            raise CommandError(str(fault)) from None
        action = seats.action
        banks = sorted({amount("--posted", text) for text in amounts or ()})
        asked = Question(
            posted=tuple(banks or (action // 2, action, 2 * action)),
            bankroll=amount("--bankroll", bankroll) if bankroll else 20 * action,
            rounds=tuple(sorted(numbers(rounds))),
            deals=deals,
            seed=seed,
        )
        learn(rules)
        return watched(seats, asked, workers)

    document = reckoned(rules.title, build, "the odds of banking")
    if json:
        print_json(document)
    else:
        show(document, console())


def amount(option: str, text: str) -> int:
    from cardroom.money import MoneyError, cents

    try:
        found = cents(text)
    except MoneyError as error:
        raise CommandError(f"{option}: {error}") from None
    if found <= 0:
        raise CommandError(f"{option} {text}: write an amount above 0")
    return found


def numbers(text: str) -> set[int]:
    words = text.replace(",", " ").split()
    if not words or not all(word.isdecimal() and int(word) for word in words):
        raise CommandError(f'--rounds {text}: write whole numbers above 0, like "{ROUNDS}"')
    return {int(word) for word in words}


SEATS_MAX: Final = 99
"""No layout has more; how many this one has is asked later."""


def stakes(option: str, text: str) -> list[int]:
    """ "7x50" is seven times $50."""
    found: list[int] = []
    for word in text.replace(",", " ").split():
        many = re.fullmatch(r"(\d+)x(.+)", word)
        times, each = (int(many[1]), many[2]) if many else (1, word)
        if not 1 <= times <= SEATS_MAX:
            raise CommandError(
                f"{option} {word}: write how many seats, 1 to {SEATS_MAX}, like 7x50"
            )
        stake = 0 if each == "0" else amount(option, each)
        found += [stake] * times
    return found


class Others(NamedTuple):
    """Wagers that are not the seats' own, as they were written."""

    backline: tuple[str, ...]
    insured: str


def seats_of(rules: Ruleset, wagers: str, bonus: str, others: Others) -> Seats:
    from cardroom.analysis.bank.seats import SeatFault, seated

    main = rules.spots[0].name
    usual = min(max(WAGER, rules.limits.least), rules.limits.most or WAGER)
    own = stakes("--wagers", wagers) or [usual] * (rules.boxes - 1)
    beside = stakes("--bonus", bonus)
    spot = next((spot for spot in rules.spots if spot.beside_main), None)
    if beside and spot is None:
        raise CommandError(f"--bonus: {rules.title} has no bonus bet")
    if len(beside) not in (0, len(own)):
        raise SeatFault(f"{len(own)} seats, and {len(beside)} bonus bets; write 0 where is none")
    bets: list[dict[str, int]] = [{main: stake} for stake in own]
    for bet, stake in zip(bets, beside, strict=False):
        if stake and spot:
            bet[spot.name] = stake
    behind = [behind_seat(text) for text in others.backline]
    return seated(rules, bets, behind, insured_seats(others.insured, len(own)))


def behind_seat(text: str) -> Backline:
    """ "2:25:double,split" """
    from cardroom.analysis.bank.deals import EVERY_VERB
    from cardroom.analysis.bank.seats import Backline

    seat, found, rest = text.partition(":")
    stake, _, verbs = rest.partition(":")
    follows = tuple(verbs.replace(",", " ").split())
    if not found or not seat.isdecimal() or not stake:
        raise CommandError(f'--backline {text}: write a seat and an amount, like "2:25"')
    wrong = [verb for verb in follows if verb not in EVERY_VERB]
    if wrong:
        known = " and ".join(EVERY_VERB)
        raise CommandError(
            f"--backline {text}: a bet behind a seat follows {known}, not {wrong[0]}"
        )
    return Backline(int(seat) - 1, amount("--backline", stake), follows)


def insured_seats(text: str, seats: int) -> list[int]:
    if text == "all":
        return list(range(seats))
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        raise CommandError(f'--insured {text}: write numbers of seats, like "1 3", or all')
    return [int(word) - 1 for word in words]


def watched(seats: Seats, asked: Any, workers: int) -> dict[str, Any]:
    from cardroom.analysis.bank.report import bank_document
    from cardroom.analysis.executor import Threads
    from cardroom.analysis.result_cache import compiled

    if not compiled("banked"):
        print("compiling the simulator, once; this takes some seconds", file=sys.stderr)
    with bars() as progress:
        bar = progress.add_task("reckoning the best play", total=asked.deals)

        def watch(dealt: int) -> None:
            done = dealt >= asked.deals
            text = "risk of ruin, and one wager alone" if done else f"{dealt:,} rounds dealt"
            progress.update(bar, completed=dealt, description=text)

        return bank_document(seats, asked, Threads(workers), watch)
