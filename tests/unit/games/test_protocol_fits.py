"""The core carries the hardest games: one round each of three of them, worked out by hand.

The rounds were written before the types of the core were frozen, on small versions of the games;
now they are played by the games themselves.
"""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.cards import parse_cards
from cardroom.events import (
    Acted,
    BetLowered,
    BetSettled,
    ButtonPlaced,
    CardDealt,
    CardShown,
    HandEnded,
    PotAwarded,
    PotFeeTaken,
    encode,
    visible,
)
from cardroom.play.betting import Betting, place
from cardroom.play.inputs import Answer, Dice, Draw
from cardroom.play.round import Chance, Facts, Refusal, VerbOffer
from cardroom.rules.banking import Bank
from tests.unit.games.protocol_table import Table, net

# --- Safari 21 ----------------------------------------------------------------------------------


@pytest.fixture
def safari() -> Table:
    """Box 1 with two Monte Carlo bets, box 2 with a pair, box 3 with a natural.

    A card is burned for the shuffle, then one before each box's first card, bet or no bet on it.
    """
    rules = games.game("safari-21").ruleset({"monte_carlo": "table-a"})
    return Table(
        Betting(rules, {"ann": 100_000, "bob": 100_000, "cyd": 100_000}),
        games.family(rules),
        [
            (1, "main", "ann", 10_000),
            (1, "monte-carlo/king-hearts", "ann", 500),
            (1, "monte-carlo/aq-red", "ann", 500),
            (2, "main", "bob", 2_000),
            (3, "main", "cyd", 1_000),
        ],
        # shuffle burn; burn, box 1; burn, box 2; burn, box 3; dealer; second cards;
        "2c  2d Ad  2h 8s  2s Ac  9s  6s 8h Kd"
        # box 1: 4 and ten; box 2: 3, ten, then ten; dealer: ten
        "  4s Th  3d Tc  Ts  Td",
    )


def test_safari_first_card_bets_are_settled_before_the_next_box_is_dealt_to(safari: Table) -> None:
    story = [
        event.place if isinstance(event, CardDealt) else f"{event.spot} {event.paid - event.taken}"
        for event in safari.events
        if isinstance(event, (CardDealt, BetSettled))
    ]
    assert story[:9] == [
        "burn",
        "burn",
        "1.1",
        "monte-carlo/king-hearts -500",
        "monte-carlo/aq-red 500",
        "burn",
        "2.1",
        "burn",
        "3.1",
    ]


def test_safari_a_bet_on_the_first_card_needs_a_wager_on_its_box(safari: Table) -> None:
    betting = Betting(safari.round.rules, {"ann": 100_000})
    bare = place(betting, safari.family, 1, "monte-carlo/aq-red", "ann", 500)
    assert isinstance(bare, Refusal)
    assert bare.clause.id == "monte-carlo.beside"


def test_safari_21(safari: Table) -> None:
    # Box 3: ace and king are paid 3 to 2 at once and leave the table.
    assert net(safari.round)[3, "main"] == 1_500
    # Box 1 has soft 17 and may stand. A Max Bet pins the ace: 1 + 6 + 4 is 11, not 21.
    assert safari.verbs(1) == ["hit", "stand", "max-bet"]
    assert safari.refused(Answer(1, "max-bet", amount=10_100)) == "max-bet.range"
    safari.answer(1, "max-bet", 6_000)
    assert safari.verbs(1) == ["hit", "max-bet"]
    assert safari.refused(Answer(1, "stand")) == "stand.must-draw"
    # The second Max Bet is at most the first.
    assert safari.refused(Answer(1, "max-bet", amount=6_100)) == "max-bet.range"
    safari.answer(1, "max-bet", 6_000)
    # 21 in four cards: it stands by itself. Box 2 splits its eights.
    safari.answer(2, "split")
    assert safari.verbs(2) == ["hit", "max-bet"]
    safari.answer(2, "max-bet", 2_000)
    # 8 + 3 + 10 is 21; the second hand gets its ten only now.
    assert safari.ask(2).number == 2
    safari.answer(2, "stand")
    # The dealer has a nine and a ten.
    assert safari.round.over
    assert net(safari.round) == {
        (1, "monte-carlo/king-hearts"): -500,
        (1, "monte-carlo/aq-red"): 500,
        (1, "main"): 10_000,
        (1, "max-bet"): 12_000,
        (2, "main"): 2_000 - 2_000,
        (2, "max-bet"): 2_000,
        (3, "main"): 1_500,
    }
    assert [event.label for event in safari.told(HandEnded)] == ["natural", "21", "21", "18"]
    safari.replays()


# --- Double Hand Poker --------------------------------------------------------------------------

BANK_SEAT = 4
# Dice 3, 4 and 2 make nine: the bank at seat 4 is one, so seat 5 is nine. Pile 3 goes there, and
# the others follow clockwise: the bank gets pile 2.
PILES = {
    # seat 3, house way, 25 dollars
    1: "Jc Js 8h 6c 4s 3h 5h",
    # the bank: a pair of nines in front of a pair of kings
    2: "Ks Kd 9c 9h 7c 4d 2s",
    # seat 5, 60 dollars: tens in front of three aces, both hands higher
    3: "As Ad Ac Ts Tc 5c 3d",
    # seat 6, 40 dollars: nines in front are a copy, and the queens are lower
    4: "9s 9d Qs Qd 6h 5d 3c",
    # seat 7, 30 dollars: queens in front of ace high is foul
    5: "Qh Qc Ah Jd 8c 6d 4c",
    # seat 1, 90 dollars: king and jack lose in front, three sevens win behind
    6: "Kc Jh 7s 7h 7d 5s 3s",
    # seat 2, 50 dollars: tens in front of three deuces, both hands higher
    7: "Td Th 2c 2h 2d 6s 4h",
}
FRONTS = {5: "Ts Tc", 6: "9s 9d", 7: "Qh Qc", 1: "Kc Jh", 2: "Td Th"}


@pytest.fixture
def double_hand() -> Table:
    """The bank has 150 dollars against bets of 295; one pile after the other in the deal."""
    stakes = {1: 9_000, 2: 5_000, 3: 2_500, 5: 6_000, 6: 4_000, 7: 3_000}
    rules = games.game("double-hand-poker").ruleset({})
    piles = {number: parse_cards(cards) for number, cards in PILES.items()}
    assert rules.deck.excess(card for pile in piles.values() for card in pile) is None
    return Table(
        Betting(
            rules,
            {"bank": 15_000, **{f"p{seat}": 10_000 for seat in stakes}},
            Facts(bank_box=BANK_SEAT),
            bank=Bank(rules.banking, "bank", posted=15_000),
        ),
        games.family(rules),
        [(seat, "main", f"p{seat}", stake) for seat, stake in stakes.items()],
        [
            *(piles[number][turn] for turn in range(7) for number in range(1, 8)),
            *(card for card in rules.deck if all(card not in pile for pile in piles.values())),
        ],
    )


def test_double_hand_the_bank_may_not_bet_against_itself() -> None:
    rules = games.game("double-hand-poker").ruleset({})
    betting = Betting(
        rules,
        {"bank": 15_000, "p1": 10_000},
        Facts(bank_box=BANK_SEAT),
        bank=Bank(rules.banking, "bank", posted=5_000),
    )
    for seat, owner in ((1, "bank"), (BANK_SEAT, "p1")):
        refused = place(betting, games.family(rules), seat, "main", owner, 1_000)
        assert isinstance(refused, Refusal)
        assert refused.clause.id == "bet.bank"


def deliver(table: Table) -> None:
    table.answer(BANK_SEAT, "choose", 3)
    table.do(Dice((3, 4, 2)))


def test_double_hand_the_bank_chooses_a_pile_and_the_dice_a_seat(double_hand: Table) -> None:
    assert double_hand.refused(Answer(BANK_SEAT, "choose", amount=8)) == "deal.choose-pile"
    assert double_hand.refused(Answer(5, "choose", amount=3)) == "deal.choose-pile"
    double_hand.answer(BANK_SEAT, "choose", 3)
    assert double_hand.round.head == Chance("dice", dice=3)
    assert double_hand.refused(Dice((3, 4))) == "round.waits"
    assert double_hand.refused(Dice((3, 4, 7))) == "round.waits"
    assert double_hand.refused(Draw(parse_cards("As")[0])) == "round.waits"
    double_hand.do(Dice((3, 4, 2)))
    assert double_hand.told(ButtonPlaced) == [ButtonPlaced("action", 5)]
    assert double_hand.round.at("5.1") == parse_cards(PILES[3])
    assert double_hand.round.at("4.1") == parse_cards(PILES[2])


def test_double_hand_players_see_their_own_seven_cards_and_the_bank_sees_none(
    double_hand: Table,
) -> None:
    before = double_hand.seen_by("box:5")
    assert {card for place in before.places.values() for card in place.cards} == {"??"}
    deliver(double_hand)
    for seat in range(1, 8):
        mine = double_hand.seen_by(f"box:{seat}").places
        hidden = {name for name, place in mine.items() if set(place.cards) == {"??"}}
        assert hidden == set(mine) - ({f"{seat}.1"} if seat != BANK_SEAT else set())


def test_double_hand_settings_made_at_once_stay_hidden_from_the_others(double_hand: Table) -> None:
    deliver(double_hand)
    assert [turn.box for turn in double_hand.seen_by().turn] == [1, 2, 3, 5, 6, 7]
    assert double_hand.refused(Answer(6, "set", cards=parse_cards("As Ad"))) == "set.own-cards"
    assert double_hand.refused(Answer(6, "set", cards=parse_cards("9s 9s"))) == "set.own-cards"
    assert double_hand.refused(Answer(6, "house-way", cards=parse_cards("9s 9d"))) == "turn.verb"
    before = double_hand.seen_by("box:6")
    double_hand.answer(5, "set", cards=FRONTS[5])
    fact = double_hand.told(Acted)[-1]
    assert fact.cards == parse_cards("Ts Tc")
    others = encode(visible(fact, frozenset({"box:6"})))
    assert b"Ts" not in others
    assert [turn.box for turn in double_hand.seen_by().turn] == [1, 2, 3, 6, 7]
    assert double_hand.seen_by("box:6").asks == before.asks
    places = double_hand.seen_by("box:6").places
    assert places["5.front"].cards == ("??", "??")
    mine = double_hand.seen_by("box:5").places
    assert (mine["5.front"].cards, mine["5.front"].label) == (("Ts", "Tc"), "pair of tens")
    # It is set: nobody is asked twice.
    assert double_hand.refused(Answer(5, "set", cards=parse_cards("As Ad"))) == "turn.not-asked"


def test_double_hand_poker(double_hand: Table) -> None:
    deliver(double_hand)
    # In any order: each player answers separately.
    for seat in (7, 2, 1, 6, 5):
        double_hand.answer(seat, "set", cards=FRONTS[seat])
    double_hand.answer(3, "house-way")
    # All are set: the bank's hand is open, and it sets it.
    assert "??" not in double_hand.seen_by().places["4.1"].cards
    assert double_hand.verbs(BANK_SEAT) == ["set", "house-way"]
    double_hand.answer(BANK_SEAT, "set", cards="9c 9h")
    assert double_hand.round.over
    settled = [
        (fact.box, fact.action, fact.paid, fact.taken, fact.returned, fact.clause)
        for fact in double_hand.told(BetSettled)
    ]
    assert settled == [
        (5, 6_000, 6_000, 0, 6_000, "pay.both"),
        (6, 4_000, 0, 4_000, 0, "pay.copy"),
        (7, 3_000, 0, 3_000, 0, "pay.foul"),
        (1, 9_000, 0, 0, 9_000, "pay.one"),
        # Twenty dollars are left of 150: the rest of the wager has no action and goes back.
        (2, 2_000, 2_000, 0, 5_000, "pay.both"),
        # Nothing is left: the hand stays closed, and the wager goes back.
        (3, 0, 0, 0, 2_500, "bank.coverage"),
    ]
    assert double_hand.round.stacks == {
        "bank": 14_000,
        "p1": 10_000,
        "p2": 12_000,
        "p3": 10_000,
        "p5": 16_000,
        "p6": 6_000,
        "p7": 7_000,
    }
    double_hand.replays()


# --- Omaha Hi-Lo --------------------------------------------------------------------------------

HOLES = {
    1: "Ac 3c Qs Qh",
    2: "Ad 3d Js Jh",
    3: "5s 6s 9h Th",
    4: "Kc Kh 4s 9c",
}
BOARD_CARDS = "2s 2c 7d 8h  3s Ks  4c Kd"
"""A burn before the flop, the turn and the river."""


def omaha(stacks: dict[int, int]) -> Table:
    """The button is at seat 4: seats 1 and 2 have the blinds of 1 and 2 dollars."""
    hands = {seat: parse_cards(cards) for seat, cards in HOLES.items()}
    holes = [hands[seat][turn] for turn in range(4) for seat in (1, 2, 3, 4)]
    options = {"betting": "no-limit", "blinds": "1/2", "smallest_chip": "1"}
    rules = games.game("omaha-hi-lo").ruleset(options)
    return Table(
        Betting(
            rules,
            {f"p{seat}": stack for seat, stack in stacks.items()},
            Facts(button=4),
            seats={seat: f"p{seat}" for seat in stacks},
        ),
        games.family(rules),
        [],
        [*holes, *parse_cards(BOARD_CARDS)],
    )


def test_omaha_hi_lo() -> None:
    table = omaha({1: 20_000, 2: 6_000, 3: 20_000, 4: 2_500})
    # The blinds are in; seat 3 begins. A raise is at least the big blind more, at most the stack.
    assert table.ask(3).options == (
        VerbOffer("call", costs=200),
        VerbOffer("fold"),
        VerbOffer("raise", 400, 20_000, 100, table.ask(3).options[2].clause),
    )
    assert table.refused(Answer(3, "raise", amount=300)) == "bet.no-limit"
    assert table.refused(Answer(3, "raise", amount=450)) == "bet.no-limit"
    assert table.refused(Answer(3, "check")) == "check.free"
    table.answer(3, "raise", 2_500)
    # Seat 4 has just that: it may call all in, and not raise.
    assert table.verbs(4) == ["call", "fold"]
    assert table.refused(Answer(4, "raise", amount=2_500)) == "bet.stack"
    table.answer(4, "call")
    table.answer(1, "call")
    table.answer(2, "call")
    # The flop is out and two dollars are collected from the pot of 100.
    assert table.told(PotFeeTaken) == [PotFeeTaken(200)]
    table.answer(1, "check")
    table.answer(2, "bet", 3_500)
    table.answer(3, "call")
    table.answer(1, "call")
    # Seats 2 and 4 are all in; seats 1 and 3 play on for a further side pot.
    table.answer(1, "check")
    table.answer(3, "check")
    table.answer(1, "bet", 4_000)
    table.answer(3, "fold")
    # Nobody called the last 40 dollars.
    assert table.told(BetLowered) == [BetLowered(1, 1, "p1", 4_000, 6_000)]
    assert table.round.over
    awards = [
        (fact.pot, fact.box, fact.amount, fact.share, fact.cause) for fact in table.told(PotAwarded)
    ]
    low = "eight low, 8-7-3-2-A"
    queens = "two pair, kings and queens"
    assert awards == [
        # Main pot: 4 x 25, less the two dollars. Of the low half's 49 the first seat after the
        # button gets the odd one. Seats 1 and 2 are quartered.
        (0, 4, 4_900, "high", "four of a kind, kings"),
        (0, 1, 2_500, "low", low),
        (0, 2, 2_400, "low", low),
        # Side pot: 3 x 35, for seats 1 and 2. The odd one is high's.
        (1, 1, 5_300, "high", queens),
        (1, 1, 2_600, "low", low),
        (1, 2, 2_600, "low", low),
    ]
    assert table.round.stacks == {"p1": 24_400, "p2": 5_000, "p3": 14_000, "p4": 4_900}
    assert table.round.drop == 200
    # The last aggressor shows first; who folded shows nothing.
    assert [fact.place for fact in table.told(CardShown)][::4] == ["1.1", "2.1", "4.1"]
    assert table.seen_by().places["3.1"].cards == ("??",) * 4
    table.replays()


def test_omaha_hole_cards_are_seen_by_their_own_seat_only() -> None:
    table = omaha({1: 20_000, 2: 6_000, 3: 20_000, 4: 2_500})
    for seat, hole in HOLES.items():
        places = table.seen_by(f"box:{seat}").places
        assert places[f"{seat}.1"].cards == tuple(hole.split())
        assert all(places[f"{other}.1"].cards == ("??",) * 4 for other in HOLES if other != seat)
    assert table.seen_by("box:1").asks == ()
    assert table.seen_by("box:3").asks[0].topic == "bet"


def test_omaha_last_one_in_wins_without_a_flop_a_fee_or_a_showdown() -> None:
    table = omaha({1: 20_000, 2: 6_000, 3: 20_000, 4: 2_500})
    table.answer(3, "fold")
    table.answer(4, "fold")
    table.answer(1, "fold")
    assert table.round.over
    # A dollar of the big blind was not called; the two that are left are the pot.
    assert table.told(BetLowered) == [BetLowered(2, 2, "p2", 100, 100)]
    assert table.round.stacks == {"p1": 19_900, "p2": 6_100, "p3": 20_000, "p4": 2_500}
    assert not table.told(CardShown)
    assert not table.told(PotFeeTaken)


def test_omaha_a_short_all_in_does_not_reopen_the_betting() -> None:
    table = omaha({1: 20_000, 2: 20_000, 3: 20_000, 4: 2_500})
    table.answer(3, "raise", 2_000)
    # Five dollars more is less than the raise of eighteen.
    table.answer(4, "raise", 2_500)
    assert table.verbs(1) == ["call", "fold", "raise"]
    table.answer(1, "fold")
    table.answer(2, "fold")
    assert table.verbs(3) == ["call", "fold"]
    assert table.refused(Answer(3, "raise", amount=6_000)) == "raise.reopened"
    table.answer(3, "call")
    assert table.round.over
