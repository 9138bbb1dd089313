"""`cardroom bank GAME`: collections, banks that are short, and what banking is worth."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

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
    money,
    posted,
    print_json,
)
from cardroom.cli.odds import reckoned, settings_line

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.bank_seats import Seats
    from cardroom.rules.ruleset import Ruleset

DEALS: Final = 1_000_000
WAGER: Final = 5000
ROUNDS: Final = "100 1000"
WAGERS_HELP = 'Dollars from the bank\'s left on: "50 25 100", or "7x50"; every seat $50 if unsaid.'
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
    bonus: Annotated[
        str, typer.Option(metavar="AMOUNTS", help="Bonus bets of the same seats; 0 is none.")
    ] = "",
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
        from cardroom.analysis.bank_report import Question
        from cardroom.analysis.bank_seats import SeatFault

        try:
            seats = seats_of(rules, wagers, bonus)
        except SeatFault as fault:
            raise CommandError(f"--wagers: {fault}") from None
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

    document = reckoned(rules.title, build)
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


def seats_of(rules: Ruleset, wagers: str, bonus: str) -> Seats:
    from cardroom.analysis.bank_seats import SeatFault, seated

    main = rules.spots[0].name
    usual = min(max(WAGER, rules.limits.least), rules.limits.most or WAGER)
    own = stakes("--wagers", wagers) or [usual] * (rules.boxes - 1)
    beside = stakes("--bonus", bonus)
    if beside and rules.spot("bonus") is None:
        raise CommandError(f"--bonus: {rules.title} has no bonus bet that is reckoned here")
    if len(beside) not in (0, len(own)):
        raise SeatFault(f"{len(own)} seats, and {len(beside)} bonus bets; write 0 where is none")
    bets: list[dict[str, int]] = [{main: stake} for stake in own]
    for bet, stake in zip(bets, beside, strict=False):
        if stake:
            bet["bonus"] = stake
    return seated(rules, bets)


def watched(seats: Seats, asked: Any, workers: int) -> dict[str, Any]:
    from cardroom.analysis.bank_report import bank_document
    from cardroom.analysis.executor import Threads
    from cardroom.analysis.kept import compiled

    if not compiled("banked"):
        print("compiling the simulator, once; this takes some seconds", file=sys.stderr)
    with bars() as progress:
        bar = progress.add_task("reckoning the best play", total=asked.deals)

        def watch(dealt: int) -> None:
            done = dealt >= asked.deals
            text = "risk of ruin, and one wager alone" if done else f"{dealt:,} rounds dealt"
            progress.update(bar, completed=dealt, description=text)

        return bank_document(seats, asked, Threads(workers), watch)


# --- what is printed ------------------------------------------------------------------------------


def show(document: Mapping[str, Any], screen: Console) -> None:
    screen.print(f"[bold]{document['title']}[/]  {settings_line(document)}")
    show_collection(document, screen)
    if document["one_wager"]:
        show_one_wager(document, screen)
    show_banks(document, screen)
    for each in document["banks"][1:]:
        show_seats(document, each, screen)
    for each in document["banks"][1:]:
        show_ruin(document, each, screen)
    screen.print()
    screen.print(
        f"  - {document['deals']:,} rounds simulated, seed {document['seed']};"
        " ± is one standard error"
    )
    screen.print(f"  - {document['play']}")
    for line in document["assumptions"]:
        screen.print(f"  - {line}")
    screen.print(f"[dim]ruleset {document['digest'][:16]}[/]")


def _table(title: str, names: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table(
        box=None, pad_edge=False, title=f"\n{title}", title_justify="left", title_style="bold"
    )
    for place, name in enumerate(names):
        table.add_column(name, justify="right" if place else "left")
    return table


def show_collection(document: Mapping[str, Any], screen: Console) -> None:
    fees = document["collection"]
    by = "the table's limit" if fees["basis"] == "table-limit" else "the wager"
    of = " and ".join(fees["spots"])
    table = _table(
        f"Collection, by {by}, on {of}; the edge without it is {fees['edge']:.3%}",
        ("who", "dollars", "collection", "of the least", "of the most", "edge and collection"),
    )
    for who, rows in (("player", fees["player"]), ("bank", fees["bank"])):
        for row in rows:
            shares, costs = row["share"], row["edge_and_fee"]
            span = (
                f"{costs['least']:.3%} to {costs['most']:.3%}"
                if "most" in costs
                else f"{costs['least']:.3%} or less"
            )
            table.add_row(
                who,
                row["bracket"],
                money(row["fee"]),
                f"{shares['least']:.3%} of {money(row['least'])}",
                f"{shares['most']:.3%} of {money(row['most'])}" if "most" in shares else "-",
                span if who == "player" else "",
            )
    screen.print(table)


def show_one_wager(document: Mapping[str, Any], screen: Console) -> None:
    one = document["one_wager"]
    beside = f" with a bonus bet of {money(one['bonus'])}" if one["bonus"] else ""
    table = _table(
        f"One wager of {money(one['stake'])}{beside} alone against a bank",
        ("the bank posts", "of the wager", "edge of the bank", "±", "change"),
    )
    ample = one["banks"][0]["edge"]
    for each in [*one["banks"][1:], one["banks"][0]]:
        amount_ = each["posted"]
        table.add_row(
            "everything" if amount_ is None else money(amount_),
            "" if amount_ is None else f"{amount_ / one['stake']:g}",
            f"{each['edge']:+.4%}",
            "exact" if not each["edge_error"] else f"{each['edge_error']:.4%}",
            "" if amount_ is None else f"{each['edge'] - ample:+.4%}",
        )
    screen.print(table)
    if any(each["edge_error"] for each in one["banks"]):
        screen.print("rounds without a split exactly; those with one are simulated", style="dim")


def show_banks(document: Mapping[str, Any], screen: Console) -> None:
    table = _table(
        f"Banking a round against {len(document['wagers'])} seats with {money(document['action'])}",
        ("the bank posts", "wins", "±", "collection", "value", "std dev", "of the wagers"),
    )
    for each in [*document["banks"][1:], document["banks"][0]]:
        exact = each["posted"] is None and document["ample_is_exact"]
        table.add_row(
            "everything" if each["posted"] is None else money(each["posted"]),
            _dollars(each["net"]),
            "exact" if exact else _dollars(each["error"]),
            money(each["collection"]),
            _dollars(each["value"]),
            _dollars(each["deviation"]),
            f"{each['value'] / document['action']:+.3%}",
        )
    screen.print(table)


def show_seats(document: Mapping[str, Any], bank: Mapping[str, Any], screen: Console) -> None:
    limit = {"combined": "won and lost together", "each-way": "won and lost each"}
    banking = document["banking"]
    table = _table(
        f"The seats against {money(bank['posted'])}, {limit[banking['limit']]},"
        f" {banking['order'].replace('-', ' ')}",
        ("seat", "wager", "action", "full", "none", "edge", "±", "collection", "together"),
    )
    for seat in bank["seats"]:
        fee = seat["collection_after_buttons"] / seat["wager"]
        table.add_row(
            str(seat["seat"]),
            money(seat["wager"]),
            f"{seat['action']:.1%}",
            f"{seat['full_action']:.1%}",
            f"{seat['no_action']:.1%}",
            f"{seat['edge']:+.3%}",
            f"{seat['edge_error']:.3%}",
            f"{fee:.3%}",
            f"{seat['cost']:+.3%}",
        )
    screen.print(table)
    if document["collection"]["free_button"] != "none":
        screen.print("free collection buttons are taken off the collection", style="dim")


def show_ruin(document: Mapping[str, Any], bank: Mapping[str, Any], screen: Console) -> None:
    ruin = bank["ruin"]
    table = _table(
        f"Ruin with {money(document['bankroll'])}, posting {money(bank['posted'])} and paying"
        f" {money(bank['collection'])} a round",
        ("within", "chance", "±", "diffusion (approximate)"),
    )
    for each in ruin["within"]:
        table.add_row(*_ruin_row(f"{each['rounds']:,} rounds", each))
    table.add_row(*_ruin_row("for ever", ruin["forever"]))
    screen.print(table)
    if ruin["bankrolls"]:
        enough = ", ".join(
            f"{money(each['bankroll'])} for {each['risk']:.0%}" for each in ruin["bankrolls"]
        )
        screen.print(f"bankroll for a risk of ruin for ever: {enough}")
    elif bank["value"] <= 0:
        screen.print("this bank loses in the long run: no bankroll lasts for ever")


def _ruin_row(name: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    about = f"{row['diffusion']:.3%}" if "diffusion" in row else ""
    if "not_reckoned" in row:
        return name, row["not_reckoned"], "", about
    return name, f"{row['chance']:.3%}", f"{row['error']:.3%}" if "error" in row else "", about


def _dollars(mean: float) -> str:
    """A mean of many rounds, which is no money that anybody holds."""
    return f"{'-' if mean < 0 else ''}${abs(mean) / 100:,.2f}"
