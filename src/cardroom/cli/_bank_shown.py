"""What `cardroom bank` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cardroom.cli.common import money
from cardroom.cli.odds import settings_line

if TYPE_CHECKING:
    from rich.console import Console


def show(document: Mapping[str, Any], screen: Console) -> None:
    screen.print(f"[bold]{document['title']}[/]  {settings_line(document)}")
    show_collection(document, screen)
    if "same_setting" in document["one_wager"]:
        show_covered(document["one_wager"], screen)
    else:
        show_one_wager(document, screen)
    for bonus in document["bonus_bets"]:
        show_bonus(bonus, screen)
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
    screen.print(f"  - {document['answers_for']}")
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
    parts = list(one["banks"][0]["parts"]) if one["bonus"] else []
    at_most = one["banks"][0]["knowing"]["bound"] != "exact"
    table = _table(
        f"One wager of {money(one['stake'])}{beside} alone against a bank",
        ("the bank posts", "of the wager", "edge of the bank", "±", "change", *parts,
         "knowing it, at most" if at_most else "knowing it", "±", "played otherwise"),
    )  # fmt: skip
    ample = one["banks"][0]["edge"]
    for each in [*one["banks"][1:], one["banks"][0]]:
        amount_, knowing = each["posted"], each["knowing"]
        table.add_row(
            "everything" if amount_ is None else money(amount_),
            "" if amount_ is None else f"{amount_ / one['stake']:g}",
            f"{each['edge']:+.4%}",
            _error(each),
            "" if amount_ is None else f"{each['edge'] - ample:+.4%}",
            *(f"{float(Fraction(each['parts'][spot])):+.4%}" for spot in parts),
            "" if amount_ is None else f"{knowing['edge']:+.4%}",
            "" if amount_ is None else _error(knowing),
            "" if amount_ is None else f"{knowing['changed']:.1%}",
        )
    screen.print(table)
    screen.print(
        '"knowing it": the best play of who knows how far the bank reaches; the other columns play'
        " as against everything",
        style="dim",
    )
    if at_most:
        screen.print(
            "rounds without a split exactly; those with one are simulated. Knowing it, a pair stays"
            " together, is split as usual, or each of its hands is played as if alone with the"
            " bank, whichever is best; hands that look at what the others have used up could do"
            " better still, so the bank's edge is at most this",
            style="dim",
        )


def show_covered(one: Mapping[str, Any], screen: Console) -> None:
    """A wager that is only smaller where the bank is short."""
    table = _table(
        f"One wager of {money(one['stake'])} alone against a bank",
        ("the bank posts", "of the wager", "has action", "edge of the bank", "±"),
    )
    for each in [*one["banks"][1:], one["banks"][0]]:
        amount_ = each["posted"]
        table.add_row(
            "everything" if amount_ is None else money(amount_),
            "" if amount_ is None else f"{amount_ / one['stake']:g}",
            f"{float(Fraction(each['covered'])):.0%}",
            f"{each['edge']:+.4%}",
            f"{each['edge_error']:.4%}",
        )
    screen.print(table)
    if one["same_setting"]:
        screen.print(
            "won, lost or pushed, the wager is only smaller: its edge is that part of the whole one"
            " exactly, and who knows how far the bank reaches sets the same hand",
            style="dim",
        )
    if one["bonus"]:
        screen.print(
            "the Fortune bet comes after it, and a push leaves more for that: with a bonus the best"
            " setting may be another",
            style="dim",
        )


def _error(row: Mapping[str, Any]) -> str:
    return f"{row['edge_error']:.4%}" if row["edge_error"] else "exact"


def show_bonus(bonus: Mapping[str, Any], screen: Console) -> None:
    # Envy is paid by amount, and costs no more than the Fortune bet that earns it.
    free = bonus["spot"] == "envy"
    stake = f"for a bet of {money(bonus['stake'])}" if free else money(bonus["stake"])
    table = _table(
        f"{bonus['title']}, {stake}, by what the bank has left: exact",
        ("pays", "one in", "paid in full from", "edge with so much left"),
    )
    for row in bonus["rows"]:
        table.add_row(
            money(row["needs"]) if free else f"{row['pays']:,g} to 1",
            f"{1 / row['chance']:,.0f}",
            money(row["needs"]),
            f"{row['edge']:+.4%}",
        )
    screen.print(table)


def show_banks(document: Mapping[str, Any], screen: Console) -> None:
    seats, behind = len(document["wagers"]), len(document["backline"])
    who = f"{seats} seat{'s' * (seats > 1)}"
    if behind:
        who += f" and {behind} bet{'s' * (behind > 1)} behind them"
    table = _table(
        f"Banking a round against {who} with {money(document['action'])}",
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
        ("seat", "wager", "action", "full", "none", "of wins paid", "edge", "±", "collection",
         "together"),
    )  # fmt: skip
    for seat in bank["seats"]:
        fee = seat["collection_after_buttons"] / seat["wager"]
        name = f"behind {seat['seat']}" if seat["behind"] else str(seat["seat"])
        table.add_row(
            name, money(seat["wager"]), *_reached(seat), f"{fee:.3%}", f"{seat['cost']:+.3%}"
        )
        for wager in _apart(seat):
            staked = money(wager["stake"]) if wager["stake"] else "-"
            table.add_row(f"  {wager['spot']}", staked, *_reached(wager), style="dim")
    screen.print(table)
    if any(_apart(seat) for seat in bank["seats"]):
        screen.print("edges of a seat's wagers are shares of its main wager, too", style="dim")
    if document["collection"]["free_button"] != "none":
        screen.print("free collection buttons are taken off the collection", style="dim")


def _apart(seat: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """A seat's wagers one by one, if others are beside the main one; ante and play are one game."""
    own: Sequence[Mapping[str, Any]] = seat["wagers"]
    return own if any(wager["spot"] not in ("main", "ante", "play") for wager in own) else ()


def _reached(found: Mapping[str, Any]) -> Iterator[str]:
    for name in ("action", "full_action", "no_action", "paid"):
        # Envy has no stake that could have action.
        bare = name == "action" and not found.get("stake", 1)
        yield "-" if bare else f"{found[name]:.1%}"
    yield f"{found['edge']:+.3%}"
    yield f"{found['edge_error']:.3%}"


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
