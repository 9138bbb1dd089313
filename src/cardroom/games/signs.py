"""What is posted at a table, as tables of words: pay tables, duties of the hands, collection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

import msgspec

from cardroom.games.pai_gow.clauses import BOTH, COPY
from cardroom.games.pai_gow.options import ENVY_STAKE
from cardroom.games.poker.signs import collected, stakes
from cardroom.games.three_card.clauses import QUALIFY
from cardroom.games.twentyone.engine.posted_chart import NATURAL, ChartRow, posted_chart
from cardroom.money import dollars
from cardroom.play.betting import Betting
from cardroom.rules.clauses import Clause
from cardroom.rules.fees import Bracket
from cardroom.rules.limits import Limits
from cardroom.rules.paytable import PayTable
from cardroom.rules.policies import Poker, ThreeCard, TwentyOne
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

Rows = tuple[tuple[str, ...], ...]


class Sign(msgspec.Struct, frozen=True):
    title: str
    head: tuple[str, ...]
    rows: Rows


DUTIES: Final = {"draw": "must draw", "stand": "must stand", "either": "may do either"}
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
NATURALS: Final = {
    "no-bust-joker": "Natural 22",
    "no-bust-bonus-ace": "Natural 21½",
    "safari-21": "Natural 21",
}
ROWS: Final = {
    "suited-big-5": "five cards of 21 in one suit",
    "big-5": "five cards of 21",
    "suited-777": "three sevens of one suit",
    "777-suited": "three sevens of one suit",
    "777-colour": "three sevens of one colour",
    "777": "three sevens",
    "77": "sevens as the first two cards",
    "7": "one seven among the first two",
    "suited-678": "6, 7 and 8 of one suit",
    "suited-pair": "pair of one suit",
    "ten-value": "10, J, Q or K",
}
"""Rows whose names are too short for who does not know the game."""
HEADS: Final = {"dealer-bust": "Dealer goes over, showing", "envy": "Another player's hand"}
"""What a pay table's rows are, where they are not the player's own hand."""

TIES: Final = {"push": "Ties push", "bank-wins": "The bank wins ties"}

POSITIONS: Final = {"poker": "Seat"}
"""Where nobody bets on several places, a place is a seat; elsewhere it is a box."""


def natural_word(game: str) -> str:
    """What a hand of two cards that beats all others is called on the felt."""
    return NATURALS.get(game, "Blackjack")


def position_word(rules: Ruleset) -> str:
    """What a place at the table is called, with its number after it."""
    return POSITIONS.get(rules.family, "Box")


def felt_words(rules: Ruleset) -> tuple[str, str]:
    """What is lettered on the felt: what decides the game, and below it how the bank plays."""
    policies = rules.policies
    if isinstance(policies, Poker):
        return rules.title, stakes(policies)
    if isinstance(policies, ThreeCard):
        return _lettered(QUALIFY), TIES[policies.tie]
    if not isinstance(policies, TwentyOne):
        return _lettered(BOTH), _lettered(COPY)
    bank = "Dealer" if rules.banking.limit == "none" else "Bank"
    soft = "hits" if policies.bank.soft_17 == "hit" else "stands on"
    says = [f"{bank} draws to 16, {soft} soft 17"]
    if policies.insurance:
        says.append(f"Insurance pays {policies.insurance.odds}")
    pays = f"{natural_word(rules.game)} pays {policies.natural}"
    if policies.natural_suited:
        suit, odds = policies.natural_suited
        pays += f", in {SUIT_WORDS[suit]} {odds}"
    return pays, " · ".join(says)


def _lettered(clause: Clause) -> str:
    return clause.says[0].upper() + clause.says[1:]


def signs(rules: Ruleset) -> tuple[Sign, ...]:
    return (*pay_tables(rules), *duties(rules), *collection(rules))


def posted_rows(spot: Spot) -> tuple[tuple[str, str], ...]:
    """A spot's pay table, best row first."""
    return spot.rows or _table(spot.pays)


def row_words(name: str) -> str:
    """A row's name as it is printed: words instead of hyphens, a dash in a span of cards."""
    if name in ROWS or " " in name:
        return ROWS.get(name, name)
    return re.sub(r"(?<=\d)-(?=\d)", "–", name).replace("-", " ")


def _worded(rows: tuple[tuple[str, str], ...], meter: str = "") -> tuple[tuple[str, str], ...]:
    return tuple(
        (row_words(name), f"{pays} of the meter" if meter and pays.endswith("%") else pays)
        for name, pays in rows
    )


def limits(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """What may be wagered: the table's limits, those of other spots, how many games a hand."""
    if isinstance(rules.policies, Poker):
        return (("Stakes", stakes(rules.policies)),)
    found = [("Wagers", _range(rules.limits))]
    layout = Betting(rules, {})
    for spot in rules.spots:
        own = layout.limits_of(spot)
        if spot.stake is not None:
            found.append((spot.title, f"${dollars(spot.stake)}, no more and no less"))
        elif own != rules.limits and spot.opens == "before-deal" and "/" not in spot.name:
            found.append((spot.title, _range(own)))
    if rules.spot("envy") is not None:
        found.append(("Envy button", f"with a Fortune bet of ${dollars(ENVY_STAKE)} or more"))
    games, above = (rules.options.get(name) for name in ("games_max", "games_above_five"))
    if games is not None:
        found.append(("Games on one hand", f"at most {games}, at most {above} of them above $5"))
    return tuple(found)


def _range(posted: Limits) -> str:
    least = f"${dollars(posted.least)}"
    return f"from {least}" if posted.most is None else f"{least} to ${dollars(posted.most)}"


def _table(pays: PayTable | None) -> tuple[tuple[str, str], ...]:
    return () if pays is None else tuple((row.name, str(row.odds)) for row in pays.rows)


def pay_tables(rules: Ruleset) -> Iterator[Sign]:
    """What winning hands of the main wager are paid, and every bet beside it."""
    policies = rules.policies
    single = tuple(
        (spot.title, spot.odds) for spot in rules.spots if spot.odds and "/" not in spot.name
    )
    if rules.spots[0].odds:
        yield Sign("Wagers", ("Wager", "Pays"), single)
    if isinstance(policies, TwentyOne):
        yield Sign(rules.spots[0].title, ("Hand", "Pays"), _hands(rules.game, policies))
    for spot in rules.spots:
        if rows := posted_rows(spot):
            head = HEADS.get(spot.name, "Hand")
            yield Sign(spot.title, (head, "Pays"), _worded(rows, spot.meter))
    if isinstance(policies, ThreeCard) and policies.ante_bonus is not None:
        yield Sign("Ante bonus", ("Hand", "Pays"), _worded(_table(policies.ante_bonus)))
    named = [spot for spot in rules.spots if "/" in spot.name]
    for group, spots in groupby(named, lambda spot: spot.name.partition("/")[0]):
        rows = tuple((spot.title, spot.odds) for spot in spots)
        yield Sign(group.replace("-", " ").title(), ("First card", "Pays"), rows)
    if single and not rules.spots[0].odds:
        yield Sign("Other wagers", ("Wager", "Pays"), single)


def _hands(game: str, policies: TwentyOne) -> tuple[tuple[str, str], ...]:
    found = [(natural_word(game), str(policies.natural))]
    if policies.natural_suited:
        suit, odds = policies.natural_suited
        found.insert(0, (f"{natural_word(game)} in {SUIT_WORDS[suit]}", str(odds)))
    found += _worded(_table(policies.bonus))
    if policies.long_21:
        found.append(("five or more cards of 21", str(policies.long_21)))
    if policies.six_card_win:
        found.append(("six cards of 20 or less", "1 to 1"))
    return (*found, ("every other winning hand", "1 to 1"))


def duties(rules: Ruleset) -> Iterator[Sign]:
    """Which hands must draw and which must stand, where any must."""
    if not isinstance(rules.policies, TwentyOne):
        return
    rows = posted_chart(rules)
    if rows:
        bank = "Dealer" if rules.banking.limit == "none" else "Bank"
        yield Sign("Must draw, must stand", ("Hand", "Player", bank), _in_words(rules.game, rows))


def _in_words(game: str, chart: tuple[ChartRow, ...]) -> Rows:
    """Totals that are treated alike are one row: hard 12 to 16."""
    found = []
    for (kind, player, bank), alike in groupby(
        chart, lambda row: (row.hand.split()[0], row.player, row.bank)
    ):
        totals = [row.hand.split()[-1] for row in alike]
        span = totals[0] if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"
        hand = natural_word(game) if kind == NATURAL else f"{kind} {span}"
        found.append((hand, DUTIES[player], DUTIES[bank]))
    return tuple(found)


def collection(rules: Ruleset) -> Iterator[Sign]:
    """What each wager pays, and what the bank; at a poker table, what each pot does."""
    if isinstance(rules.policies, Poker):
        head, rows = collected(rules.policies)
        yield Sign("Collection", (head, "Fee"), rows)
    fees = rules.fees
    basis = "Wager" if fees.basis == "wager" else "Table limit"
    # Bonus bets do not count.
    every = f"All {rules.spots[0].title.lower()}s"
    bank = every if fees.basis == "wager" else "Table limit"
    if fees.player:
        titles = [spot.title.lower() for spot in rules.spots if spot.name in fees.spots]
        each = "each wager" if len(titles) == 1 else f"each {' and '.join(titles)}"
        yield Sign(f"Collection from {each}", (basis, "Fee"), _brackets(fees.player))
    if fees.bank:
        yield Sign("Collection from the bank", (bank, "Fee"), _brackets(fees.bank))


def _brackets(rows: tuple[Bracket, ...]) -> Rows:
    return tuple((_span(row), f"${dollars(row.fee)}") for row in rows)


def _span(row: Bracket) -> str:
    if row.upto is None and not row.least:
        return "any"
    return f"${row.name}".replace("-", " – $")
