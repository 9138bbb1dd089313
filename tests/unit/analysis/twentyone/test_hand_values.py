"""What each verb is worth for one hand, held against the solver's own figures for all hands."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis.twentyone.odds import insurance, insured
from cardroom.analysis.twentyone.solver.hand_values import AskedHand, HandValues, hand_values
from cardroom.cards import JOKER, Card, parse_cards
from cardroom.model.ranks import RANK_NAMES
from cardroom.model.verbs import VERBS, Stance
from tests.proofs import some_now

TWENTYONE = ("blackjack", "safari-21", "maxtime-21", "no-bust-joker", "no-bust-bonus-ace")
"""Bet the Set 21 and Dealer Bust 21 are played as blackjack is."""


def values(game: str, **options: object) -> HandValues:
    return hand_values(games.ruleset(game, options))


def card(rank: int, suit: str) -> Card:
    return JOKER if RANK_NAMES[rank] == JOKER.text else Card(RANK_NAMES[rank] + suit)


def up_card(odds: HandValues, up: int) -> Card:
    """A card of an up class; of the hand's own suit, which is spades, where the class says so."""
    name, own = int(odds.tables.ups.names[up]), odds.tables.ups.own[up]
    return JOKER if name == 0 else Card("A23456789TJQK"[name - 1] + ("s" if own else "d"))


@pytest.mark.parametrize("game", some_now(TWENTYONE, (0, 1, 4)))
def test_the_best_verb_of_an_opening_hand_is_worth_what_the_solver_says(game: str) -> None:
    odds = values(game)
    solved, plan, keys = odds.work.best("pair"), odds.work.plan, odds.tables.keys
    compared, some = 0, solved.chance.size // 30
    for place, (low, high, node) in enumerate(plan.openings.tolist()):
        key = odds.tables.nodes.key[node]
        for up in range(len(odds.tables.ups.names)):
            # A sample: all of them agree, and take a minute.
            if solved.chance[place, up] <= 0 or keys.natural[key] or (7 * place + up) % some:
                continue
            second = "s" if keys.suited[key] else "h"
            asked = AskedHand((card(low, "s"), card(high, second)), up_card(odds, up))
            legal = int(plan.legal[key, 0, up])
            found = odds.of(asked, [verb for n, verb in enumerate(VERBS) if legal >> n & 1])
            natural = odds.natural_chance(asked) if odds.tables.peeks else 0.0
            column = int(np.flatnonzero(odds.tables.pays.natural_class)[0])
            taken = float(plan.money[0][odds.tables.pays.final[key, 0], 0, column])
            whole = (1 - natural) * max(found.verbs.values()) + natural * taken
            assert whole == pytest.approx(solved.opening[place, up], abs=1e-12), asked
            compared += 1
    assert compared > 15


def test_with_both_dealer_cards_up_the_best_verb_is_worth_what_the_solver_says() -> None:
    rules = games.ruleset("blackjack", {"dealer_cards_up": "2", "equal_totals": "lose"})
    odds = hand_values(rules, Card("6d"))
    solved, plan = odds.work.best("pair"), odds.work.plan
    for low, high, up in ((9, 6, "Td"), (7, 7, "5d"), (0, 6, "Ad"), (4, 3, "6d")):
        place, node = next(
            (place, node)
            for place, (one, other, node) in enumerate(plan.openings.tolist())
            if {one, other} == {low, high}
        )
        at = int(odds.tables.ups.cls[Card(up).rank])
        legal = int(plan.legal[odds.tables.nodes.key[node], 0, at])
        asked = AskedHand((card(low, "s"), card(high, "h")), Card(up))
        found = odds.of(asked, [verb for n, verb in enumerate(VERBS) if legal >> n & 1])
        best = max(found.verbs.values())
        assert best == pytest.approx(solved.opening[place, at], abs=1e-12), asked


def test_hands_that_the_solver_sees_on_its_way_follow_from_each_other() -> None:
    """A hit is worth the mean over its cards of the best that can be done with three."""
    odds = values("blackjack")
    hand, up = parse_cards("5s 3h"), Card("9d")
    left = dict.fromkeys("A23456789", 24) | {"T": 96}
    for one in (*hand, up):
        left[one.text[0]] -= 1
    total = 0.0
    for name, count in left.items():
        drawn = odds.of(AskedHand((*hand, Card(f"{name}c")), up), ["hit", "stand"])
        total += count * max(drawn.verbs.values())
    # The bank shows a 9: it has no natural that anybody would have looked for.
    hit = odds.of(AskedHand(hand, up), ["hit"]).verbs["hit"]
    assert hit == pytest.approx(total / sum(left.values()), abs=1e-12)


def test_a_hand_of_a_split_knows_that_the_other_pair_card_is_gone() -> None:
    odds = values("blackjack")
    hand, up = parse_cards("8s Th"), Card("6d")
    alone = odds.of(AskedHand(hand, up), ["stand"]).verbs["stand"]
    split = odds.of(AskedHand(hand, up, hands=2), ["stand"]).verbs["stand"]
    assert split != alone
    assert split == pytest.approx(alone, abs=0.01)


def test_splitting_the_last_time_makes_two_hands_that_cannot_be_split_again() -> None:
    odds = values("blackjack")
    up = Card("6d")
    split = odds.of(AskedHand(parse_cards("8s 8h"), up, hands=3), ["split"]).verbs["split"]
    # Of each of the two hands: its own eight is gone, and those of the three others.
    left = dict.fromkeys("A23456789", 24.0) | {"T": 96.0}
    left["8"] -= 4
    left["6"] -= 1
    mean = 0.0
    for name, count in left.items():
        hand = AskedHand((Card("8s"), Card(f"{name}c")), up, hands=4)
        mean += count * max(odds.of(hand, ["hit", "stand", "double"]).verbs.values())
    # The solver plays hands of a split for one other pair card, not for three: a trifle less.
    assert split == pytest.approx(2 * mean / sum(left.values()), abs=2e-4)


def test_insurance_counts_the_cards_that_its_player_holds() -> None:
    rules = games.ruleset("blackjack", {"decks": 1})
    odds = hand_values(rules)
    (blind,) = insurance(odds.tables)
    assert insured(odds.tables, Card("Ad"), ()) == -(blind.exact or 0)
    # 49 cards are left; with two tens in the player's hand 14 of them make a natural, else 16.
    assert insured(odds.tables, Card("Ad"), parse_cards("Ts Kh")) == Fraction(14 * 2 - 35, 49)
    assert insured(odds.tables, Card("Ad"), parse_cards("9s 8h")) == Fraction(16 * 2 - 33, 49)


def test_a_plain_ten_returns_insurance_where_the_house_says_so() -> None:
    odds = values("safari-21", insurance_on_ten="push", decks=4)
    # 205 cards: 16 of each rank; 48 faces win, 16 tens push, the rest loses.
    assert insured(odds.tables, Card("Ad"), parse_cards("9s 8h")) == Fraction(48 * 2 - 141, 205)
    assert insured(odds.tables, Card("Ad"), parse_cards("Ts 8h")) == Fraction(48 * 2 - 142, 205)


def test_a_max_bet_that_is_smaller_wins_and_loses_less() -> None:
    odds = values("safari-21")
    asked = AskedHand(parse_cards("5s 6h"), Card("6d"))
    whole = odds.of(asked, ["max-bet", "hit"]).verbs
    half = odds.of(asked._replace(bet_max=0.5), ["max-bet", "hit"]).verbs
    none = odds.of(asked._replace(bet_max=0.0), ["max-bet", "hit"]).verbs
    assert whole["max-bet"] > half["max-bet"] > none["max-bet"]
    # Nothing is added; but a bet of nothing would still not waive the next, as a hit does.
    assert none["max-bet"] >= none["hit"] - 1e-12


def test_after_a_max_bet_the_first_aces_count_one() -> None:
    odds = values("safari-21")
    pinned = AskedHand(parse_cards("As 4h 2d"), Card("6d"), stance=Stance(bets=1), bets=1.0)
    free = AskedHand(parse_cards("As 4h 2d"), Card("6d"), stance=Stance(waived=1))
    # Seven must draw, and no card takes it over; a soft 17 may stand.
    assert odds.of(pinned, ["hit"]).card_over == 0
    assert odds.of(free, ["hit", "stand"]).verbs["stand"] > -1


def test_a_natural_doubled_is_an_eleven() -> None:
    odds = values("maxtime-21")
    asked = AskedHand(parse_cards("As Kd"), Card("9h"))
    eleven = odds.of(AskedHand(parse_cards("5s 6d"), Card("9h")), ["double"]).verbs["double"]
    assert odds.natural_doubled(asked) == pytest.approx(eleven, abs=0.05)
    diamonds = AskedHand(parse_cards("Ad Kd"), Card("9h"))
    assert odds.natural_paid(diamonds) > odds.natural_paid(asked)


def test_a_first_card_that_is_bet_on_is_the_mean_of_its_hands() -> None:
    odds = values("safari-21", max_bet_before_second_card=True)
    solved = odds.work.best("pair")
    assert solved.strategy.raises is not None
    bases = [up for up in range(len(odds.tables.ups.names)) if not odds.tables.ups.own[up]]
    for rank in range(10):
        for up in bases[::4]:
            bet, plain = odds.first_card(card(rank, "s"), up_card(odds, up))
            assert (bet > plain) == bool(solved.strategy.raises.bets[rank, up])


def test_how_often_the_bank_busts_depends_on_its_up_card() -> None:
    odds = values("blackjack")
    found = [odds.of(AskedHand(parse_cards("Ts 6h"), Card(f"{up}d")), ["stand"]) for up in "6TA"]
    # Published for six decks and a dealer who hits soft 17: 44%, 23% and 20%, rounded.
    assert [round(each.bank_over, 2) for each in found] == [0.44, 0.23, 0.2]
    # Of 309 cards that are left 190 go over 16: 6 to 9 and the tens, less a 6 and a ten in hand.
    assert found[2].card_over == pytest.approx(190 / 309, abs=1e-12)


def test_an_eight_of_the_own_suit_is_worth_its_row() -> None:
    """6, 7 and 8 pay 3 to 2, 2 to 1 in one suit, 3 to 1 in spades: six eights among 309 cards."""
    bonus = "spade-678 pays 3 to 1; suited-678 pays 2 to 1; 678 pays 3 to 2"
    odds = values("blackjack", bonus=bonus, player_21="wins", hands_max=1)
    spades, hearts, mixed = (
        odds.of(AskedHand(parse_cards(hand), Card("2d")), ("hit",)).verbs["hit"]
        for hand in ("6s 7s", "6h 7h", "6h 7s")
    )
    assert spades - hearts == pytest.approx(6 / 309 * (3 - 2))
    assert hearts - mixed == pytest.approx(6 / 309 * (2 - 1.5))
