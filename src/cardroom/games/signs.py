"""What is posted at a table, as tables of words: pay tables, limits, collection.

These are the signs of any game, made from its spots and fees. A family's felt adds its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

import msgspec

from cardroom.money import exact
from cardroom.play.betting import Betting
from cardroom.rules.fees import Bracket
from cardroom.rules.limits import Limits
from cardroom.rules.paytable import PayTable, show_pays
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

Rows = tuple[tuple[str, ...], ...]


class Sign(msgspec.Struct, frozen=True):
    title: str
    head: tuple[str, ...]
    rows: Rows


def posted_rows(spot: Spot) -> tuple[tuple[str, str], ...]:
    """A spot's pay table, best row first."""
    return spot.rows or table_rows(spot.pays)


Words = Mapping[str, str]
"""What rows are called on a sign, where their names say too little."""
NO_WORDS: Final[Words] = {}


def words_of(rules: Ruleset, spot: str) -> Words:
    """As the side bet on a spot declares them; a bet of a group is called what its row is."""
    bet = rules.side_bet(spot)
    if bet is None:
        return NO_WORDS
    title = bet.title if "/" in bet.name else ""
    return {row.name: row.words or title for row in bet.rows if row.words or title}


def row_words(name: str, words: Words = NO_WORDS) -> str:
    """A row's name as it is printed: words instead of hyphens, a dash in a span of cards."""
    if name in words or " " in name:
        return words.get(name, name)
    return re.sub(r"(?<=\d)-(?=\d)", "–", name).replace("-", " ")


def worded(
    rows: tuple[tuple[str, str], ...], words: Words = NO_WORDS
) -> tuple[tuple[str, str], ...]:
    return tuple((row_words(name, words), pays_words(pays)) for name, pays in rows)


def pays_words(pays: str) -> str:
    """With commas in large numbers; a share of the meter in words."""
    if pays.endswith("%"):
        return f"{pays} of the meter"
    return re.sub(r"\d{4,}", lambda number: f"{int(number[0]):,}", pays)


def table_rows(pays: PayTable | None) -> tuple[tuple[str, str], ...]:
    return () if pays is None else tuple((row.name, show_pays(row.odds)) for row in pays.rows)


def limits(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """The table's limits, and those of the spots that have their own."""
    found = [("Wagers", _range(rules.limits))]
    layout = Betting(rules, {})
    for spot in rules.spots:
        own = layout.limits_of(spot)
        if spot.stake is not None:
            found.append((spot.title, f"{exact(spot.stake)}, no more and no less"))
        elif own != rules.limits and spot.opens == "before-deal":
            # Bets of one group mostly have the same limits, and then one line.
            group = [each for each in rules.spots if spot.group and each.group == spot.group]
            alike = all(layout.limits_of(each) == own for each in group)
            found.append((spot.group if group and alike else spot.title, _range(own)))
    return tuple(dict.fromkeys(found))


def _range(posted: Limits) -> str:
    least = exact(posted.least)
    return f"from {least}" if posted.most is None else f"{least} to {exact(posted.most)}"


def pay_tables(rules: Ruleset) -> Iterator[Sign]:
    """What each spot pays: the pay tables, and the wagers with one row together."""
    single = tuple(
        (spot.title, pays_words(spot.odds)) for spot in rules.spots if spot.odds and not spot.group
    )
    main_pays_odds = bool(rules.spots) and bool(rules.spots[0].odds)
    if main_pays_odds:
        yield Sign("Wagers", ("Wager", "Pays"), single)
    for spot in rules.spots:
        if rows := posted_rows(spot):
            yield Sign(spot.title, (spot.head, "Pays"), worded(rows, words_of(rules, spot.name)))
    grouped = [spot for spot in rules.spots if spot.group]
    for (group, head), spots in groupby(grouped, lambda spot: (spot.group, spot.head)):
        rows = tuple((spot.title, pays_words(spot.odds)) for spot in spots)
        yield Sign(group, (head, "Pays"), rows)
    if single and not main_pays_odds:
        yield Sign("Other wagers", ("Wager", "Pays"), single)


def collection(rules: Ruleset) -> Iterator[Sign]:
    """What each wager pays, and what the bank pays."""
    fees = rules.fees
    basis = "Wager" if fees.basis == "wager" else "Table limit"
    if fees.player:
        titles = [spot.title.lower() for spot in rules.spots if spot.name in fees.spots]
        each = "each wager" if len(titles) == 1 else f"each {' and '.join(titles)}"
        yield Sign(f"Collection from {each}", (basis, "Fee"), _brackets(fees.player))
    if fees.bank:
        bank = _summed(rules) if fees.basis == "wager" else "Table limit"
        yield Sign("Collection from the bank", (bank, "Fee"), _brackets(fees.bank))


SUMMED_MAX: Final = 2
"""More kinds of wagers are not named one by one."""


def _summed(rules: Ruleset) -> str:
    """The wagers that add up to what the bank pays by: "All antes and bonus wagers"."""
    summed = [spot.title.lower() for spot in rules.spots if spot.name in rules.fees.bank_spots]
    if len(summed) > SUMMED_MAX:
        return "All wagers"
    first, *more = summed
    return f"All {first}s" + "".join(f" and {title} wagers" for title in more)


def _brackets(rows: tuple[Bracket, ...]) -> Rows:
    return tuple((_span(row), exact(row.fee)) for row in rows)


def _span(row: Bracket) -> str:
    if row.most is None and not row.least:
        return "any amount"
    if row.most is None:
        return f"{exact(row.least)} and above"
    return f"{exact(row.least)} – {exact(row.most)}" if row.least else f"{exact(row.most)} or less"
