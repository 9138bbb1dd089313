"""The output of `cardroom bank`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import UNSET, UnsetType
from rich.console import Console
from rich.table import Table

from cardroom.analysis.bank.documents import (
    BankReport,
    BankResult,
    BonusBet,
    OneWager,
    RuinForever,
    RuinWithin,
    SeatAtTable,
    WagerAgainstBank,
    WagerAtTable,
)
from cardroom.analysis.stakes import mean_in_dollars
from cardroom.cli.common import money
from cardroom.cli.odds import settings_line
from cardroom.games import felt_of
from cardroom.rules.ruleset import Ruleset

INFORMED = "best if informed"


def show(report: BankReport, rules: Ruleset, screen: Console) -> None:
    screen.print(f"[bold]{report.title}[/]  {settings_line(report)}")
    show_collection(report, screen)
    if isinstance(report.one_wager.same_setting, UnsetType):
        show_played_wager(report.one_wager, screen)
    else:
        show_covered_wager(report.one_wager, screen)
    for bonus in report.bonus_bets:
        show_bonus(bonus, screen)
    show_banks(report, screen)
    for bank in report.banks[1:]:
        show_seats(report, rules, bank, screen)
    for bank in report.banks[1:]:
        show_ruin(report, bank, screen)
    for bank in [*report.banks[1:], report.banks[0]]:
        show_sessions(bank, screen)
    screen.print()
    screen.print(
        f"  - {report.deals:,} rounds simulated, seed {report.seed}; ± is one standard error"
    )
    for line in (report.play, report.answers_for, *report.assumptions):
        screen.print(f"  - {line}")
    screen.print(f"[dim]ruleset {report.digest[:16]}[/]")


def _table(title: str, names: Sequence[str]) -> Table:
    table = Table(
        box=None, pad_edge=False, title=f"\n{title}", title_justify="left", title_style="bold"
    )
    for place, name in enumerate(names):
        table.add_column(name, justify="right" if place else "left")
    return table


def show_collection(report: BankReport, screen: Console) -> None:
    fees = report.collection
    by = "the table's limit" if fees.basis == "table-limit" else "the wager"
    of = " and ".join(fees.spots)
    error = report.one_wager.banks[0].edge_error
    table = _table(
        f"Collection, by {by}, on {of}; the edge without it is {fees.edge:.3%}"
        + f" ± {error:.3%}" * (error > 0),
        (
            "who",
            "dollars",
            "collection",
            "of the lowest amount",
            "of the highest amount",
            "edge and collection",
        ),
    )
    for who, rows in (("player", fees.player), ("bank", fees.bank)):
        for row in rows:
            shares, costs = row.share, row.edge_and_fee
            span = (
                f"{costs['least']:.3%} to {costs['most']:.3%}"
                if "most" in costs
                else f"{costs['least']:.3%} or less"
            )
            table.add_row(
                who,
                row.bracket,
                money(row.fee),
                f"{shares['least']:.3%} of {money(row.least)}",
                f"{shares['most']:.3%} of {money(row.most or 0)}" if "most" in shares else "-",
                span if who == "player" else "",
            )
    screen.print(table)


def show_played_wager(one: OneWager, screen: Console) -> None:
    """A wager whose best play depends on what the bank covers."""
    bonus = f" with a bonus bet of {money(one.bonus)}" if one.bonus else ""
    ample = one.banks[0]
    parts = list(_given(ample.parts)) if one.bonus else []
    bounded = _given(ample.knowing).bound != "exact"
    informed = f"{INFORMED}, at most" if bounded else INFORMED
    table = _table(
        f"One wager of {money(one.stake)}{bonus} alone against a bank",
        ("the bank posts", "of the wager", "bank's edge", "±", "change", *parts,
         informed, "±", "played differently"),
    )  # fmt: skip
    for each in [*one.banks[1:], ample]:
        table.add_row(
            *_posted(each.posted, one.stake),
            f"{each.edge:+.4%}",
            _error(each.edge_error),
            "" if each.posted is None else f"{one.change(each):+.4%}",
            *(f"{float(Fraction(_given(each.parts)[spot])):+.4%}" for spot in parts),
            *_informed(each),
        )
    screen.print(table)
    screen.print(
        f'"{INFORMED}": best play if the player knows how much the bank covers; in the other'
        " columns the player plays as against a bank that covers everything",
        style="dim",
    )
    if bounded:
        screen.print(
            "rounds without a split are exact; those with one are simulated. An informed player"
            " keeps a pair together, splits it as usual, or splits it and plays each hand as if it"
            " were alone with the bank, whichever is best. Hands that look at what the others have"
            " used up could do better still, so the bank's edge is at most this",
            style="dim",
        )


def _informed(found: WagerAgainstBank) -> tuple[str, str, str]:
    if found.posted is None:
        return "", "", ""
    known = _given(found.knowing)
    return f"{known.edge:+.4%}", _error(known.edge_error), f"{known.changed:.1%}"


def show_covered_wager(one: OneWager, screen: Console) -> None:
    """A wager that is only reduced when the bank is short."""
    table = _table(
        f"One wager of {money(one.stake)} alone against a bank",
        ("the bank posts", "of the wager", "has action", "bank's edge", "±"),
    )
    for each in [*one.banks[1:], one.banks[0]]:
        table.add_row(
            *_posted(each.posted, one.stake),
            f"{float(Fraction(_given(each.covered))):.0%}",
            f"{each.edge:+.4%}",
            f"{each.edge_error:.4%}",
        )
    screen.print(table)
    if one.same_setting:
        screen.print(
            "a short bank only makes the wager smaller: its edge shrinks in exact proportion, and a"
            " player who knows how much the bank covers sets the same hand",
            style="dim",
        )
    if one.bonus:
        screen.print(
            "the bonus bet is settled after it, and a push leaves more for that: with it, the best"
            " setting may be different",
            style="dim",
        )


def _posted(amount: int | None, stake: int) -> tuple[str, str]:
    return ("everything", "") if amount is None else (money(amount), f"{amount / stake:g}")


def _error(error: float) -> str:
    return f"{error:.4%}" if error else "exact"


def _given(value: Any) -> Any:
    assert value is not UNSET
    return value


def show_bonus(bonus: BonusBet, screen: Console) -> None:
    # Paid by amount, for the bet that earns it.
    stake = f"for a bet of {money(bonus.stake)}" if bonus.free else money(bonus.stake)
    table = _table(
        f"{bonus.title}, {stake}, by what the bank has left: exact",
        ("pays", "one in", "paid in full from", "edge with that much left"),
    )
    for row in bonus.rows:
        table.add_row(
            money(row.needs) if bonus.free else f"{row.pays:,g} to 1",
            f"{row.one_in:,.0f}",
            money(row.needs),
            f"{row.edge:+.4%}",
        )
    screen.print(table)


def show_banks(report: BankReport, screen: Console) -> None:
    seats, behind = len(report.wagers), len(report.backline)
    who = f"{seats} seat{'s' * (seats > 1)}"
    if behind:
        who += f" and {behind} bet{'s' * (behind > 1)} behind them"
    table = _table(
        f"Banking a round against {who} with {money(report.action)}",
        ("the bank posts", "wins", "±", "collection", "value", "std dev", "of the wagers"),
    )
    for bank in [*report.banks[1:], report.banks[0]]:
        exact = bank.posted is None and report.ample_is_exact
        table.add_row(
            "everything" if bank.posted is None else money(bank.posted),
            mean_in_dollars(bank.net),
            "exact" if exact else mean_in_dollars(bank.error),
            money(bank.collection),
            mean_in_dollars(bank.value),
            mean_in_dollars(bank.deviation),
            f"{report.value_share(bank):+.3%}",
        )
    screen.print(table)


def show_sessions(bank: BankResult, screen: Console) -> None:
    """How some numbers of rounds end, after the collections."""
    if not bank.sessions:
        return
    shares = [each.share for each in bank.sessions[0].quantiles]
    who = "covers everything" if bank.posted is None else f"posts {money(bank.posted)}"
    table = _table(
        f"Sessions of a bank that {who}: results that these shares do not exceed",
        ("rounds", "expected", "std dev", "ahead", *(f"{share:.0%}" for share in shares)),
    )
    for each in bank.sessions:
        table.add_row(
            f"{each.rounds:,}",
            mean_in_dollars(each.mean),
            mean_in_dollars(each.deviation),
            f"{each.ahead:.1%}",
            *(money(quantile.result) for quantile in each.quantiles),
        )
    screen.print(table)


def show_seats(report: BankReport, rules: Ruleset, bank: BankResult, screen: Console) -> None:
    limit = {
        "combined": "which limits payments and takes together",
        "each-way": "which limits payments and takes separately",
    }
    banking = report.banking
    table = _table(
        f"The seats against {money(bank.posted or 0)}, {limit[banking['limit']]},"
        f" {banking['order'].replace('-', ' ')}",
        ("seat", "wager", "action", "full", "none", "of wins paid", "edge", "±", "collection",
         "together"),
    )  # fmt: skip
    for seat in bank.seats:
        name = f"behind {seat.seat}" if seat.behind else str(seat.seat)
        table.add_row(
            name,
            money(seat.wager),
            *_reached(seat),
            f"{seat.collection_share:.3%}",
            f"{seat.cost:+.3%}",
        )
        for wager in _apart(rules, seat):
            staked = money(wager.stake) if wager.stake else "-"
            table.add_row(f"  {wager.spot}", staked, *_reached(wager), style="dim")
    screen.print(table)
    if any(_apart(rules, seat) for seat in bank.seats):
        screen.print("edges of a seat's wagers are shares of its main wager, too", style="dim")
    if report.collection.free_button != "none":
        screen.print("free collection buttons are deducted from the collection", style="dim")


def _apart(rules: Ruleset, seat: SeatAtTable) -> Sequence[WagerAtTable]:
    """A seat's wagers one by one, if it has others than the main one."""
    own, main = seat.wagers, felt_of(rules).main_spots(rules)
    return own if any(wager.spot not in main for wager in own) else ()


def _reached(found: SeatAtTable | WagerAtTable) -> Iterator[str]:
    # A bonus that costs nothing has no stake that could have action.
    bare = isinstance(found, WagerAtTable) and not found.stake
    yield "-" if bare else f"{found.action:.1%}"
    for share in (found.full_action, found.no_action, found.paid):
        yield f"{share:.1%}"
    yield f"{found.edge:+.3%}"
    yield f"{found.edge_error:.3%}"


def show_ruin(report: BankReport, bank: BankResult, screen: Console) -> None:
    risk = bank.ruin
    assert not isinstance(risk, UnsetType)
    table = _table(
        f"Ruin with {money(report.bankroll)}, posting {money(bank.posted or 0)} and paying"
        f" {money(bank.collection)} per round",
        ("within", "chance", "±", "diffusion (approximate)"),
    )
    for each in risk.within:
        table.add_row(*_ruin_row(f"{each.rounds:,} rounds", each))
    table.add_row(*_ruin_row("the long run", risk.forever))
    screen.print(table)
    if risk.bankrolls:
        enough = ", ".join(f"{money(each.bankroll)} for {each.risk:.0%}" for each in risk.bankrolls)
        screen.print(f"bankroll for a risk of ruin in the long run: {enough}")
    elif bank.value <= 0:
        screen.print("this bank loses in the long run: no bankroll lasts forever")


def _ruin_row(name: str, row: RuinWithin | RuinForever) -> tuple[str, ...]:
    about = "" if isinstance(row.diffusion, UnsetType) else f"{row.diffusion:.3%}"
    if not isinstance(row.not_computed, UnsetType):
        return name, row.not_computed, "", about
    error = row.error if isinstance(row, RuinForever) else UNSET
    return (
        name,
        f"{row.chance:.3%}",
        "" if isinstance(error, UnsetType) else f"{error:.3%}",
        about,
    )
