"""The bonus of Three Card Poker, and the bonus on the ante: rows that three cards make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from cardroom.cards import CARDS, JOKER_INDEX, Card, decks_of
from cardroom.games.side_bets.bets import Options, declared_bets
from cardroom.games.side_bets.conditions import facts_in
from cardroom.games.side_bets.facts import HandFact, OfASuit, Run, Same, by_ranks
from cardroom.games.side_bets.files import shipped_bet
from cardroom.games.side_bets.own_rows import pay_rows
from cardroom.games.side_bets.parser import parse
from cardroom.hands.three_card import ThreeCardValue, sample
from cardroom.money import Odds
from cardroom.rules.options import OptionFaults, Value
from cardroom.rules.own_table import PayRows, is_own
from cardroom.rules.side_bet import Condition, FinalHand, SideBet, SideRow, edge

BONUS: Final = shipped_bet("three-card-bonus")
FIVE_FOUR_ONE: Final = "5-4-1"
ANTE_BONUS: Final = "straight-flush pays 5 to 1; three-of-a-kind pays 4 to 1; straight pays 1 to 1"
HAND: Final = 3
RANKS: Final = range(1, 14)


def bonus_rows(names: tuple[Value, ...]) -> PayRows:
    """The posted tables, or rows of the house's own, which may be new."""
    return pay_rows(BONUS, names, only=_by_value)


def _by_value(when: str) -> str:
    """Why a new row is not paid by what decides a hand of three cards; empty if it is."""
    facts = facts_in(parse(when, BONUS.cards()))
    if all(by_ranks(each.fact) or _of_one_suit(each.fact) for each in facts):
        return ""
    return (
        "a row asks about ranks, and whether all three cards have one suit; a bet on certain suits"
        " or colors is a side bet of its own"
    )


def _of_one_suit(fact: HandFact) -> bool:
    match fact:
        case Same("suit") | OfASuit(number=3):
            return True
        case Run(size, "suited"):
            return size in (0, HAND)
        case _:
            return False


def bonus_bet(table: str, order: str = "") -> SideBet:
    (bet,) = declared_bets(BONUS, Options(pay_table=table, order=order))
    return bet


def ante_bonus(posted: Value, decks: int) -> SideBet | None:
    if posted is None:
        return None
    bet = bonus_bet(str(posted) if is_own(posted) else ANTE_BONUS)
    if is_own(posted):
        refuse_unpaid("ante_bonus", bet, decks)
    return bet


def bonus_row(table: SideBet, value: ThreeCardValue) -> SideRow | None:
    """What a hand is paid by: the first row that it makes."""
    return table.row(FinalHand(sample(value)))


def odds_of(row: SideRow) -> Odds:
    assert isinstance(row.pays, Odds)
    return row.pays


def bonus_chances(bet: SideBet, decks: int) -> Mapping[str, Fraction]:
    """The chance of each row, over all three cards of the shoe."""
    ways: Counter[str] = Counter()
    for (place, *alike), hands in _rows_by_cards(tuple(row.when for row in bet.rows)).items():
        ways[bet.rows[place].name] += hands * prod(comb(decks, number) for number in alike)
    every = comb(52 * decks, HAND)
    return {row.name: Fraction(ways[row.name], every) for row in bet.rows}


@lru_cache(maxsize=32)
def _rows_by_cards(rows: tuple[Condition, ...]) -> Mapping[tuple[int, ...], int]:
    """How many hands make each row first, by its place and by how many of their cards are alike.

    Which row a hand makes does not depend on the odds or on the number of decks. Nor does it depend
    on which suits they are (`_by_value`): one hand is looked at for all that differ only in that.
    """
    found: Counter[tuple[int, ...]] = Counter()
    for hand, hands in _hands_but_for_suits():
        seen = FinalHand(hand)
        place = next((place for place, when in enumerate(rows) if when(seen)), None)
        if place is not None:
            found[place, *sorted(Counter(hand).values())] += hands
    return found


@cache
def _hands_but_for_suits() -> tuple[tuple[tuple[Card, ...], int], ...]:
    """A hand of each kind, and how many hands become it if their suits are exchanged."""
    kinds: dict[tuple[tuple[int, int], ...], tuple[tuple[Card, ...], int]] = {}
    by_rank = sorted(CARDS[:JOKER_INDEX], key=lambda card: card.rank)
    for hand in combinations_with_replacement(by_rank, HAND):
        suits: dict[str, int] = {}
        kind = tuple((card.rank, suits.setdefault(card.text[1], len(suits))) for card in hand)
        first, hands = kinds.get(kind, (hand, 0))
        kinds[kind] = first, hands + 1
    return tuple(kinds.values())


def bonus_edge(bet: SideBet, decks: int) -> Fraction:
    """What the bank keeps of a unit."""
    return edge(bet, bonus_chances(bet, decks))


def refuse_unpaid(option: str, bet: SideBet, decks: int) -> None:
    """`OptionFaults` names the rows that no hand is paid by."""
    never = [row for row, chance in bonus_chances(bet, decks).items() if not chance]
    says = f"no three cards of {decks_of(decks)} are paid by it; they make none, or an earlier row"
    if never:
        raise OptionFaults(tuple(f"{option}, {row}: {says}" for row in never))
    if decks >= HAND and any(map(partial(_paid_by_suits, bet), RANKS)):
        says = "with 3 decks or more, post three-of-a-kind before the rows for cards of one suit"
        raise OptionFaults((f"{option}: {says}; three equal cards would be paid by both",))


def _paid_by_suits(bet: SideBet, rank: int) -> bool:
    """Whether three equal cards are paid by another row than other cards of this rank.

    What a hand is paid depends on its value alone, which is three of a kind for both.
    """
    of_rank = [card for card in CARDS[:JOKER_INDEX] if card.rank == rank]
    equal, mixed = of_rank[:1] * HAND, of_rank[:HAND]
    return bet.row(FinalHand(tuple(equal))) != bet.row(FinalHand(tuple(mixed)))
