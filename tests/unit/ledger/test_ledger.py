"""What facts mean in money."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cardroom.cards import Card
from cardroom.events import (
    BankPosted,
    BankReturned,
    BetLowered,
    BetPlaced,
    BetRaised,
    BetReversed,
    BetSettled,
    CardDealt,
    Event,
    FeeTaken,
    PotAwarded,
    PotFeeReturned,
    PotFeeTaken,
    RoundEnded,
)
from cardroom.events.office import RulingMade
from cardroom.events.table import (
    ChipsBought,
    ChipsCashed,
    ChipsReturned,
    MeterFed,
    MeterPaid,
    MeterReceived,
    MeterRetired,
    MeterReversed,
    MeterSeeded,
    MoneyDeposited,
    MoneyWithdrawn,
    ReserveMoved,
    RoundBegan,
    RoundCleared,
)
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.ledger.ledger import moves
from cardroom.ledger.meters import meter_lines
from cardroom.ledger.round_results import RoundResult
from cardroom.ledger.statements import Dated, lines, summed


def booked(*events: Event, ledger: Ledger | None = None) -> Ledger:
    return post(ledger or Ledger(), "t", events)


def settled(bet: int, stake: int, paid: int, taken: int) -> BetSettled:
    action = stake if paid or taken else 0
    return BetSettled(bet, "main", 1, "ann", stake, action, paid, taken, stake - taken, "pay.x")


PLACED = BetPlaced(1, "main", 1, "ann", 10_00)
NOBODY: frozenset[str] = frozenset()
"""No player banks."""
BOUGHT = ChipsBought("ann", 100_00, 100_00)


def test_money_goes_from_the_cage_to_a_wallet_to_a_stack_and_back() -> None:
    ledger = booked(
        MoneyDeposited("ann", 150_00, 150_00), MoneyWithdrawn("ann", 100_00, 50_00, "t"), BOUGHT
    )
    assert ledger.balance(at.wallet("ann")) == 50_00
    assert ledger.balance(at.stack("t", "ann")) == 100_00
    assert ledger.balance(at.transit("t", "ann")) == 0
    ledger = booked(
        ChipsCashed("ann", 100_00, 0),
        MoneyDeposited("ann", 100_00, 150_00, "t"),
        MoneyWithdrawn("ann", 150_00, 0),
        ledger=ledger,
    )
    assert ledger.balances == {}


def test_a_bet_is_pending_until_it_is_posted() -> None:
    ledger = booked(BOUGHT, PLACED, BetRaised(1, 1, "ann", 10_00, 20_00))
    assert ledger.pending("t") == {1: 20_00}
    assert ledger.balance(at.escrow("t")) == 20_00
    ledger = booked(settled(1, 20_00, 0, 20_00), ledger=ledger)
    assert ledger.wagers["t", 1].status == "posted"
    assert ledger.balance(at.house("t")) == 20_00
    assert ledger.total == 0


def test_a_bet_that_wins_is_posted_though_the_stake_goes_back() -> None:
    ledger = booked(BOUGHT, PLACED, settled(1, 10_00, 15_00, 0))
    assert ledger.wagers["t", 1].status == "posted"
    assert ledger.pending("t") == {}


def test_each_table_has_its_own_bets_and_stacks() -> None:
    ledger = post(booked(BOUGHT, PLACED), "u", (ChipsBought("bob", 50_00, 50_00),))
    ledger = post(ledger, "u", (BetPlaced(1, "main", 1, "bob", 5_00),))
    assert ledger.pending("t") == {1: 10_00}
    assert ledger.pending("u") == {1: 5_00}
    assert ledger.stacks("t") == {"ann": 90_00}
    assert ledger.stacks("u") == {"bob": 45_00}


def test_a_bet_is_lowered_and_its_chips_go_back() -> None:
    ledger = booked(BOUGHT, PLACED, BetLowered(1, 1, "ann", 4_00, 6_00))
    assert ledger.pending("t") == {1: 6_00}
    assert ledger.stacks("t") == {"ann": 94_00}
    assert ledger.balance(at.escrow("t")) == 6_00


def test_the_collection_of_a_pot_stays_of_it_and_goes_back_into_it() -> None:
    taken = booked(BOUGHT, PLACED, settled(1, 10_00, 0, 10_00), PotFeeTaken(3_00))
    assert taken.balance(at.drop("t")) == 3_00
    assert taken.balance(at.house("t")) == 7_00
    back = booked(PotFeeReturned(3_00), ledger=taken)
    assert back.balance(at.drop("t")) == 0
    assert back.balance(at.house("t")) == 10_00


def test_chips_that_are_bought_are_on_no_bet() -> None:
    assert [move.bet for move in moves(BOUGHT, "t", NOBODY, {})] == [0]
    assert [move.bet for move in moves(PLACED, "t", NOBODY, {})] == [1]


def test_a_push_is_a_voided_transfer() -> None:
    ledger = booked(BOUGHT, PLACED, settled(1, 10_00, 0, 0))
    assert ledger.wagers["t", 1].status == "voided"
    assert ledger.stacks("t") == {"ann": 100_00}


def test_a_reversed_settlement_is_pending_again() -> None:
    won = settled(1, 10_00, 15_00, 0)
    back = BetReversed(1, "main", 1, "ann", 10_00, 15_00, 0, 10_00, "irregularity.rewind")
    ledger = booked(BOUGHT, PLACED, won, back)
    assert ledger.balances == booked(BOUGHT, PLACED).balances
    assert ledger.pending("t") == {1: 10_00}
    ledger = booked(BetLowered(1, 1, "ann", 10_00, 0), ledger=ledger)
    assert ledger.wagers["t", 1].status == "voided"
    assert booked(RoundCleared(1), ledger=ledger).wagers == {}


AGAINST_BOB = (
    BOUGHT,
    ChipsBought("bob", 50_00, 50_00),
    BankPosted("bob", 2, 40_00),
    PLACED,
    FeeTaken("ann", 1_00, 1),
)
"""Bob has the bank, and ann has paid her collection."""


def test_a_players_bank_stands_in_the_houses_place() -> None:
    ledger = booked(*AGAINST_BOB, settled(1, 10_00, 10_00, 0))
    assert ledger.balance(at.coverage("t")) == 30_00
    assert ledger.balance(at.house("t")) == 0
    assert ledger.balance(at.drop("t")) == 1_00
    ledger = booked(BankReturned("bob", 30_00), ledger=ledger)
    assert ledger.stacks("t") == {"ann": 109_00, "bob": 40_00}
    assert ledger.total == 0


def test_a_table_that_is_set_aside_gives_back_bets_bank_and_collection() -> None:
    """What each player gets back comes from where it lay; nothing is left there."""
    ledger = booked(*AGAINST_BOB, FeeTaken("bob", 2_00, 2))
    back = booked(
        ChipsReturned("ann", 10_00, 0, 1_00, 100_00),
        ChipsReturned("bob", 0, 40_00, 2_00, 50_00),
        ledger=ledger,
    )
    assert back.stacks("t") == {"ann": 100_00, "bob": 50_00}
    for account in (at.escrow("t"), at.coverage("t"), at.drop("t")):
        assert back.balance(account) == 0


def test_a_bank_that_lost_everything_can_still_be_taken_back() -> None:
    ledger = booked(BOUGHT, ChipsBought("bob", 10_00, 10_00), BankPosted("bob", 2, 10_00), PLACED)
    before = ledger.balances
    ledger = booked(settled(1, 10_00, 10_00, 0), BankReturned("bob", 0), ledger=ledger)
    back = BetReversed(1, "main", 1, "ann", 10_00, 10_00, 0, 10_00, "irregularity.void-round")
    assert booked(back, ledger=ledger).balances == before


def test_a_meter_holds_fractions_of_a_cent_exactly() -> None:
    fed = MeterFed("blaze", 1_01, (24, 100), (1, 3), "t", 1)
    ledger = booked(MeterSeeded("blaze", 100_00, "seed"), *[fed] * 3)
    assert ledger.balance(at.meter("blaze")) == 100_00 + Fraction(3 * 101 * 24, 100)
    assert ledger.balance(at.reserve("blaze")) == 101
    assert ledger.total == 0
    ledger = booked(
        MeterPaid("blaze", 200_00, 99_00, "blazing.all", "t", 2, "ann"),
        ReserveMoved("blaze", "blazing.restart"),
        ledger=ledger,
    )
    assert ledger.balance(at.reserve("blaze")) == 0
    assert ledger.balance(at.meter("blaze")) == Fraction(3 * 101 * 24, 100) - 1_00 + 101
    assert ledger.total == 0


def test_what_is_taken_back_goes_the_way_it_came() -> None:
    """A restart's seed is the house's; what is fed and won goes through the table's account."""

    def ways(what: str, amount: int, reserve: int) -> list[tuple[object, object, object]]:
        fact = MeterReversed("m", what, "rewind", (amount, 1), (reserve, 1), "t", 1, 2)
        return [(move.source, move.target, move.amount) for move in moves(fact, "t", NOBODY, {})]

    meter, kept = at.meter("m"), at.reserve("m")
    assert ways("restart", -120, 20) == [(meter, kept, 20), (meter, at.house(), 100)]
    assert ways("contribution", -24, -10) == [
        (meter, at.house("t"), 24),
        (kept, at.house("t"), 10),
    ]
    assert ways("award", 50, 0) == [(meter, at.house("t"), -50)]


def test_what_a_cap_keeps_out_of_a_meter_goes_into_its_reserve() -> None:
    """30 cents and 10 of a dollar; the cap sends 20 of the 30 to the reserve, and a restart leaves
    5 of those there."""
    fed = MeterFed("m", 1_00, (3, 10), (1, 10), "t", 1, over=(20, 1))
    ledger = booked(fed)
    assert ledger.balances == {
        at.meter("m"): 10,
        at.reserve("m"): 30,
        at.house("t"): -40,
    }
    moved = booked(ReserveMoved("m", "restart", left=(5, 1)), ledger=ledger)
    assert (moved.balance(at.meter("m")), moved.balance(at.reserve("m"))) == (35, 5)


def test_a_retired_meter_goes_into_another_one_with_its_reserve() -> None:
    ledger = booked(MeterFed("old", 1_00, (3, 10), (1, 10), "t", 1))
    gone = booked(MeterRetired("old", "new", (30, 1), (10, 1)), ledger=ledger)
    assert (gone.balance(at.meter("old")), gone.balance(at.reserve("old"))) == (0, 0)
    assert gone.balance(at.transit("old", "new")) == 40
    came = booked(MeterReceived("new", "old", (30, 1), (10, 1)), ledger=gone)
    assert (came.balance(at.meter("new")), came.balance(at.reserve("new"))) == (30, 10)
    assert came.balance(at.transit("old", "new")) == 0
    received = Dated("2026-01-01", "", (MeterReceived("new", "old", (30, 1), (10, 1)),))
    found = list(meter_lines([received], "new"))
    assert [(line.account, line.change) for line in found] == [("meter", 30), ("reserve", 10)]
    assert [(line.table, line.round, line.bet) for line in found] == [("", 0, 0)] * 2


def test_a_ruling_moves_money_between_the_players_and_the_house() -> None:
    changes = {"ann": 15_00, "bob": -5_00, "cy": 1, "di": 0}
    ruling = RulingMade(1, 3, "correct-payment", ("flo", "deb"), "misread", "pay.x", changes)
    ledger = booked(ruling)
    assert ledger.stacks("t") == {"ann": 15_00, "bob": -5_00, "cy": 1}
    assert ledger.balance(at.house("t")) == -10_01
    assert [move.amount for move in moves(ruling, "t", NOBODY, {})] == [15_00, 5_00, 1]
    ann, bob, *_ = lines([Dated("2026-01-01", "t", (ruling,))])
    assert (ann.ruled, ann.net, ann.win) == (15_00, 15_00, -15_00)
    assert (bob.ruled, bob.net, bob.win) == (-5_00, -5_00, 5_00)


def test_every_change_of_a_meter_is_explained() -> None:
    dated = [
        Dated("2026-01-01", "", (MeterSeeded("m", 100_00, "seed"),)),
        Dated("2026-01-01", "t", (MeterFed("m", 1_00, (1, 3), (1, 10), "t", 4),), 4),
        Dated("2026-01-02", "t", (MeterPaid("m", 10_00, 0, "ten", "t", 5, "ann"),), 5),
        Dated("2026-01-02", "t", (ReserveMoved("m", "restart"),), 5),
    ]
    others = (BOUGHT, MeterSeeded("other", 7_00, "seed"))
    found = list(meter_lines([Dated("2026-01-01", "t", others), *dated], "m"))
    assert [(line.account, line.why) for line in found] == [
        ("meter", "seed"),
        ("meter", "meter-fed"),
        ("reserve", "meter-fed"),
        ("meter", "ten"),
        ("reserve", "restart"),
        ("meter", "restart"),
    ]
    ledger = Ledger()
    for each in dated:
        ledger = post(ledger, each.table, each.events)
    for kind, account in (("meter", at.meter("m")), ("reserve", at.reserve("m"))):
        own = [line for line in found if line.account == kind]
        assert sum(line.change for line in own) == own[-1].balance == ledger.balance(account)


def test_statements_say_drop_fees_win_and_hold() -> None:
    won, lost = settled(1, 10_00, 15_00, 0), settled(2, 20_00, 0, 20_00)
    back = BetReversed(1, "main", 1, "ann", 10_00, 15_00, 0, 10_00, "irregularity.void-round")
    dated = [
        Dated("2026-01-01", "t", (BOUGHT, FeeTaken("ann", 1_00, 1), won, lost), 1),
        Dated("2026-01-01", "u", (ChipsBought("bob", 50_00, 50_00),)),
        Dated(
            "2026-01-02", "t", (back, CardDealt("bank", Card("As")), ChipsCashed("ann", 5_00, 0))
        ),
    ]
    found = lines(dated)
    assert [(line.day, line.table, line.player) for line in found] == [
        ("2026-01-01", "t", "ann"),
        ("2026-01-01", "u", "bob"),
        ("2026-01-02", "t", "ann"),
    ]
    first = found[0]
    assert (first.drop, first.fees, first.win, first.net) == (100_00, 1_00, 5_00, -6_00)
    assert first.hold == Fraction(5, 100)
    both = summed(found, table="t")
    assert (both.win, both.action, both.cashed) == (20_00, 20_00, 5_00)
    assert (both.drop, summed(found, table="u").drop) == (100_00, 50_00)
    assert (summed(found, day="2026-01-01").win, summed(found, day="2026-01-02").win) == (
        5_00,
        15_00,
    )
    (alone,) = lines([Dated("2026-01-02", "t", (back,))])
    assert (alone.action, alone.win) == (0, 15_00), "what it was settled with is not there"
    assert summed(found, player="bob").hold is None, "nothing was bet against the house"
    assert summed(found, player="cy").hold is None
    assert alone.hold is None, "nobody bought chips"
    assert msgspec.structs.replace(alone, house_action=10_00).hold is None


def test_a_players_bank_wins_and_not_the_house() -> None:
    began, bank = RoundBegan(1, "digest", 1), BankPosted("cy", 7, 100_00)
    fee = FeeTaken("cy", 1_00, 7)
    ended = RoundEnded({"ann": -20_00}, 20_00)
    events = (began, bank, fee, settled(2, 20_00, 0, 20_00), ended)
    ann, cy = lines([Dated("2026-01-01", "t", (BOUGHT, *events), 1)])
    assert (ann.player, ann.net, ann.win, ann.hold) == ("ann", -20_00, 0, None)
    assert (cy.player, cy.banked, cy.fees, cy.net, cy.win) == ("cy", 20_00, 1_00, 19_00, 0)
    # A round in which the house banks, at the same table after a change of game.
    later = (RoundBegan(2, "digest", 1), settled(1, 10_00, 0, 10_00))
    again = lines([Dated("2026-01-01", "t", (BOUGHT, *events), 1), Dated("2026-01-01", "t", later)])
    assert summed(again).win == 10_00
    result = RoundResult()
    for event in events:
        result = result.after(event)
    assert result.results() == {"ann": -20_00, "cy": 19_00}
    ann, cy = lines([Dated("2026-01-01", "t", (began, bank, settled(1, 10_00, 15_00, 0)), 1)])
    assert (ann.net, cy.banked, cy.net) == (15_00, -15_00, -15_00)


def test_pots_are_not_won_by_the_house_and_their_collection_is_a_fee() -> None:
    pot = (
        RoundBegan(1, "digest", 1),
        PotFeeTaken(2_00),
        PotAwarded(0, 1, "ann", 18_00, "pot", "pot.high"),
        settled(1, 10_00, 18_00, 10_00),
        msgspec.structs.replace(settled(2, 10_00, 0, 10_00), owner="bob"),
    )
    ann, bob, house = lines([Dated("2026-01-01", "t", pot, 1)])
    assert (ann.net, bob.net, house.player, house.fees) == (8_00, -10_00, "house", 2_00)
    assert summed((ann, bob, house)).win == 0
    # The players' results are already without it: nobody loses the collection twice.
    assert (house.net, summed((ann, bob, house)).net) == (0, -2_00)
    result = RoundResult()
    for event in (*pot, RoundEnded({"ann": 8_00, "bob": -10_00})):
        result = result.after(event)
    assert result.results() == {"ann": 8_00, "bob": -10_00}
    assert result.fees == {"": 2_00}
