"""Three Card Poker against a short bank: its odds settle what the engine does, to the cent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from cardroom import games
from cardroom.analysis.bank.odds import BankSimulator
from cardroom.analysis.bank.seats import Seats, seated
from cardroom.analysis.executor import Threads
from cardroom.analysis.three_card import odds as three_card_odds
from cardroom.analysis.three_card.deals import ThreeCardDeals
from cardroom.analysis.three_card.odds import ONE_DECK
from cardroom.analysis.three_card.one_wager import against_banks
from cardroom.cards import CARDS, Card
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import AgainstBank, standing
from cardroom.hands.three_card import ThreeCardValue, three_card
from cardroom.play.inputs import Answer, Draw, Proceed, RoundInput
from cardroom.play.round import Await, Chance, DealerStep, Refusal, Round
from cardroom.replay.rounds import cards_of
from tests.differential.short_bank import POSTED, UNEVEN, compare, opened, paid


def threes(seats: Seats, deals: ThreeCardDeals, cards: Iterator[Card], round: Round) -> Round:
    """Everybody does what the odds assume: play from the lowest hand on."""
    values = {value: number for number, value in enumerate(three_card_odds.values())}

    def inputs() -> Iterator[RoundInput]:
        while True:
            match now[0].head:
                case Chance():
                    yield Draw(next(cards))
                case DealerStep():
                    yield Proceed()
                case Await(asks=asks):
                    own = values[three_card(now[0].at(f"{asks[0].box}.1"))]
                    shown = now[0].at("bank")[0]
                    plays = deals.table.plays[own, shown.index % 13]
                    yield Answer(asks[0].box, "play" if plays else "fold")
                case head:
                    raise AssertionError(head)

    now = [round]
    feed = inputs()
    while not now[0].over:
        applied = games.apply(now[0], next(feed))
        assert not isinstance(applied, Refusal), applied
        now[0] = applied[0]
    return now[0]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"order": "from-action-seat", "bank_limit": "combined"},
        {"ante_bonus": "5-4-1", "bank_shows": 0, "tie": "bank-wins"},
        {"decks": 2, "allow_player_edge": True, "payout_rounding": "1.00"},
        {
            "bonus_table": "kings when pair and has king pays 9 to 1; pair pays 1 to 1",
            "ante_bonus": "low when is 2-9 and run pays 3 to 1; straight pays 1 to 1",
        },
    ],
)
def test_three_card_poker_settles_a_short_bank_as_the_engine_does(
    given: Mapping[str, object],
) -> None:
    rules = games.ruleset("three-card-poker", given)
    bonuses = (500, 0, 300, 700, 0)
    wagers = [
        {"ante": stake} | ({"bonus": bonus} if bonus else {})
        for stake, bonus in zip(UNEVEN, bonuses, strict=True)
    ]
    seats = seated(rules, wagers)
    deals = ThreeCardDeals(seats, seed=5)
    for number in range(1, 61):
        posted = POSTED[number % len(POSTED)]
        round = threes(seats, deals, cards_of(rules.deck, 5, number, 0), opened(seats, posted))
        compare(seats, deals, number, posted, round)


def test_one_ante_against_every_short_bank_ends_as_the_engine_has_it() -> None:
    """Every way a hand can end, with real cards, against real short banks."""
    rules = games.ruleset("three-card-poker", {})
    seats = seated(rules, [{"ante": 1000, "bonus": 400}])
    deals = ThreeCardDeals(seats, seed=3)
    endings = three_card_odds.ante_play(policies_of(rules)).endings
    dealt = {ending: list(cards_for(deals, ending)) for ending in endings}
    for amount in (350, 1000, 1700, 2600):
        worth = dict.fromkeys(("ante", "play", "bonus"), Fraction(0))
        for ending, chance in endings.items():
            round = threes(seats, deals, iter(dealt[ending]), opened(seats, amount))
            for line, net in zip(deals.lines, paid(round, deals.lines), strict=True):
                worth[line.spot] += chance * net
        found = against_banks(seats, [amount])[1]
        assert found.parts == worth
        assert found.exact == sum(worth.values())


@pytest.mark.parametrize("shown", ["Qs", "Kd", "As"])
def test_a_player_who_knows_that_half_a_play_wager_is_covered_plays_more_hands(shown: str) -> None:
    """A bank of $15 against an ante of $10, worked out by hand: it pays and takes $15 at most."""
    brings = {
        None: -1000, AgainstBank.UNOPPOSED: 1000, AgainstBank.WINS: 1500, AgainstBank.TIES: 0,
        AgainstBank.LOSES: -1500,
    }  # fmt: skip
    rules = games.ruleset("three-card-poker", {})
    own = policies_of(rules)
    best = three_card_odds.best_plays(own, ONE_DECK, lambda _, stands: brings[stands])
    classes, usual = (
        list(three_card_odds.classes_of(ONE_DECK)),
        three_card_odds.plays(own, ONE_DECK),
    )
    column = Card(shown).index
    differ = [n for n in range(len(classes)) if best[n, column] != usual[n, column]]
    for n in differ[:3] + differ[-3:]:
        rest = [card for card in CARDS[:52] if card not in (*classes[n], Card(shown))]
        if Card(shown) in classes[n]:
            continue
        found = Fraction(0)
        for a, b in combinations(rest, 2):
            bank = three_card((Card(shown), a, b))
            found += brings[standing(three_card(classes[n]), bank)]
        assert (found / comb(len(rest), 2) > brings[None]) == best[n, column]
        assert best[n, column] == 1
    assert differ
    endings = three_card_odds.endings_of(own, best, ONE_DECK)
    worth = sum(brings[ending.stands] * chance for ending, chance in endings.items())
    assert against_banks(seated(rules, [{"ante": 1000}]), [1500])[1].knowing.exact == worth


@cache
def _valued() -> list[tuple[tuple[Card, ...], ThreeCardValue]]:
    return [(hand, three_card(hand)) for hand in three_card_odds.hands_of(ONE_DECK)]


def cards_for(deals: ThreeCardDeals, ending: three_card_odds.ComparedHand) -> tuple[Card, ...]:
    """Six cards, the player's and the bank's, with which a hand ends like this."""
    values, alike = three_card_odds.values(), deals.table.rows
    row = alike[values.index(ending.value)]
    every = _valued()
    for own, value in every:
        place = values.index(value)
        if alike[place] != row:
            continue
        flags = deals.table.plays[place]
        for bank, other in every[::7]:
            plays = flags[bank[0].index % 13]
            ends = standing(value, other) if plays else None
            if ends == ending.stands and not set(own) & set(bank):
                return (*own, *bank)
    raise AssertionError(f"no cards end like {ending}")


def test_the_same_seed_gives_the_same_with_any_number_of_workers() -> None:
    rules = games.ruleset("three-card-poker", {})
    seats = seated(rules, [{"ante": 5000}] * 4)
    found = [
        BankSimulator(seats, ThreeCardDeals(seats, 4), [10000]).run(60_000, Threads(workers))
        for workers in (1, 3)
    ]
    assert found[0] == found[1]
