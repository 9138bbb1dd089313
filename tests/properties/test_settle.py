"""A bank covers what its money reaches: limit by order, full, partial and no action."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom import games
from cardroom.money import LOSE_HALF, Odds, Rounding, owed, pays
from cardroom.play.round import Bet, Draft, Facts, Over, Round, Settlement
from cardroom.play.settle import Claim, arranged, claim, end, free_collections, reverse, settle
from cardroom.play.settle import Result as Owed
from cardroom.rules.banking import Bank, Banking, BankLimit, SettlementOrder
from cardroom.rules.clauses import Clause
from cardroom.rules.coverage import cover, in_order, later, losers_first
from cardroom.rules.fees import Bracket, Schedule
from cardroom.rules.limits import Limits
from tests.properties.books import Books, within

CLAUSE = Clause("clause", "Test", "what is owed is owed")
LIMITS: tuple[BankLimit, ...] = ("combined", "each-way")
ORDERS: tuple[SettlementOrder, ...] = (
    "clockwise",
    "right-to-left",
    "from-action-seat",
    "losers-first",
)
RULES = games.ruleset("blackjack")

Kind = Literal["win", "lose", "push"]
# Stake, what happens, and the odds it is paid at.
WAGERS = st.lists(
    st.tuples(
        st.integers(1, 300),
        st.sampled_from(("win", "win", "lose", "lose", "push")),
        st.sampled_from((Odds(1), Odds(3, 2), Odds(6, 5), Odds(2), Odds(8_000))),
    ),
    min_size=1,
    max_size=7,
)
Wager = tuple[int, Kind, Odds]


def table(wagers: list[Wager], bank: Bank) -> tuple[Draft, list[Claim], Books]:
    """A draft with one bet per box, and what is owed on each."""
    bets = [Bet(n, "main", n, f"p{n}", stake) for n, (stake, _, _) in enumerate(wagers, 1)]
    stacks = dict.fromkeys((bet.owner for bet in bets), 0)
    round = Round(
        rules=RULES,
        facts=Facts(),
        players={},
        stacks={**stacks, bank.owner: 0},
        bets=tuple(bets),
        settled=(),
        bank=bank,
        cards={},
        state=None,
        agenda=(),
        head=Over(),
    )
    claims = []
    for bet, (stake, kind, odds) in zip(bets, wagers, strict=True):
        win = stake * odds.pays // odds.per if kind == "win" else 0
        claims.append(Claim(bet, win, stake if kind == "lose" else 0, CLAUSE))
    books = Books({**stacks, bank.owner: 0})
    books.bank = bank.posted
    books.bets.update({bet.id: bet.stake for bet in bets})
    return Draft(round), claims, books


def ordered(order: SettlementOrder, claims: list[Claim], first: int) -> list[Claim]:
    place = {box: n for n, box in enumerate(in_order(order, range(1, len(claims) + 1), first))}
    return arranged(order, sorted(claims, key=lambda each: place[each.bet.box]))


def settled(
    wagers: list[Wager], bank: Bank, order: SettlementOrder = "clockwise", first: int = 1
) -> tuple[Draft, list[Settlement]]:
    """The draft after the settlement, with the books checked at every claim."""
    draft, claims, books = table(wagers, bank)
    for each in ordered(order, claims, first):
        settle(draft, [each])
        books.post(draft.events)
        draft.events.clear()
        assert books.bank == draft.bank.held
        assert dict(books.stacks) == draft.stacks
        within(draft.bank)
    return draft, list(draft.settled)


@given(
    WAGERS,
    st.sampled_from(LIMITS),
    st.sampled_from(ORDERS),
    st.integers(0, 1_500),
    st.integers(1, 7),
)
def test_the_bank_never_wins_or_loses_more_than_its_amount(
    wagers: list[Wager], limit: BankLimit, order: SettlementOrder, posted: int, first: int
) -> None:
    bank = Bank(Banking(limit, order), "bank", posted)
    draft, found = settled(wagers, bank, order, first)
    assert abs(draft.bank.net) <= posted
    end(draft)
    assert draft.stacks["bank"] == posted + draft.bank.net >= 0
    stakes = sum(stake for stake, _, _ in wagers)
    assert sum(draft.stacks.values()) == posted + stakes
    for one in found:
        assert 0 <= one.action <= one.bet.stake
        assert one.taken + one.returned == one.bet.stake
        assert not (one.paid and one.taken)


@given(WAGERS, st.sampled_from(LIMITS), st.sampled_from(ORDERS), st.integers(1, 7))
def test_a_bank_that_covers_everything_is_like_the_house(
    wagers: list[Wager], limit: BankLimit, order: SettlementOrder, first: int
) -> None:
    _, claims, _ = table(wagers, Bank())
    ample = sum(each.win + each.lose for each in claims)
    _, house = settled(wagers, Bank(), order, first)
    _, player = settled(wagers, Bank(Banking(limit, order), "bank", ample), order, first)
    assert [(one.bet, one.paid, one.taken) for one in house] == [
        (one.bet, one.paid, one.taken) for one in player
    ]
    assert all(one.action == one.bet.stake for one in player)


@given(WAGERS, st.sampled_from(ORDERS), st.integers(0, 1_500), st.integers(1, 7))
def test_combined_one_wager_at_most_has_partial_action_and_none_after_it_has_any(
    wagers: list[Wager], order: SettlementOrder, posted: int, first: int
) -> None:
    bank = Bank(Banking("combined", order), "bank", posted)
    draft, found = settled(wagers, bank, order, first)
    owed_on = {each.bet.id: each for each in table(wagers, bank)[1]}
    dry = False
    for one in found:
        due = owed_on[one.bet.id]
        moved, wanted = one.paid + one.taken, due.win + due.lose
        if dry:
            assert moved == 0
        elif moved < wanted:
            dry = True
            assert draft.bank.paid + draft.bank.collected == posted
    total = sum(each.win + each.lose for each in owed_on.values())
    assert draft.bank.paid + draft.bank.collected == min(posted, total)


@given(WAGERS, st.sampled_from(ORDERS), st.integers(0, 1_500), st.integers(1, 7))
def test_each_way_winners_and_losers_use_money_of_their_own(
    wagers: list[Wager], order: SettlementOrder, posted: int, first: int
) -> None:
    draft, _ = settled(wagers, Bank(Banking("each-way", order), "bank", posted), order, first)
    _, claims, _ = table(wagers, Bank())
    assert draft.bank.paid == min(posted, sum(each.win for each in claims))
    assert draft.bank.collected == min(posted, sum(each.lose for each in claims))


@given(
    st.integers(1, 1_000),
    st.integers(0, 3_000),
    st.integers(0, 3_000),
    st.integers(0, 3_000),
)
def test_action_is_the_least_stake_that_earns_what_was_paid(
    stake: int, win: int, can_pay: int, can_collect: int
) -> None:
    action, paid, taken = cover(stake, win, 0, can_pay, can_collect)
    assert taken == 0
    assert paid == min(win, can_pay)
    if paid == win:
        assert action == stake
    else:
        assert action * win >= paid * stake
        assert (action - 1) * win < paid * stake


@given(st.integers(1, 1_000), st.integers(0, 1_000))
def test_a_losing_wager_has_action_for_what_is_taken(stake: int, can_collect: int) -> None:
    action, paid, taken = cover(stake, 0, stake, 0, can_collect)
    assert (action, paid, taken) == (min(stake, can_collect), 0, min(stake, can_collect))


def test_bank_150_stake_100_natural_at_2_to_1_has_75_in_action() -> None:
    """The bank / 2: 75 has action and is paid 150, 25 goes back."""
    for limit in LIMITS:
        _, (one,) = settled([(10_000, "win", Odds(2))], Bank(Banking(limit), "bank", 15_000))
        assert (one.action, one.paid, one.taken, one.returned) == (7_500, 15_000, 0, 10_000)


def test_losers_first_collects_from_all_before_anybody_is_paid() -> None:
    """Each-way Three Card Poker: from the dealer's right, losers, then winners."""
    wagers: list[Wager] = [
        (100, "win", Odds(1)),
        (50, "lose", Odds(1)),
        (80, "win", Odds(1)),
        (70, "lose", Odds(1)),
    ]
    _, found = settled(wagers, Bank(Banking("each-way"), "bank", 110), "losers-first")
    assert [(one.bet.box, one.paid, one.taken) for one in found] == [
        (4, 0, 70),
        (2, 0, 40),
        (3, 80, 0),
        (1, 30, 0),
    ]


@pytest.mark.parametrize("order", ORDERS)
def test_a_claim_waits_for_others_only_where_losers_come_first(order: SettlementOrder) -> None:
    """The odds of banking ask for every order; a claim that loses never waits."""
    waits = [later(losers_first(order), lose) for lose in (0, 100)]
    assert waits == ([1, 0] if order == "losers-first" else [0, 0])


def test_from_the_action_seat_goes_clockwise_and_around() -> None:
    wagers: list[Wager] = [(100, "win", Odds(1))] * 4
    bank = Bank(Banking("combined", "from-action-seat"), "bank", 250)
    _, found = settled(wagers, bank, "from-action-seat", first=3)
    assert [(one.bet.box, one.paid) for one in found] == [(3, 100), (4, 100), (1, 50), (2, 0)]


def test_a_surrendered_half_uses_the_money_that_moves() -> None:
    bet = Bet(1, "main", 1, "p1", 1_001)
    due = claim(bet, Owed(LOSE_HALF, LOSE_HALF, CLAUSE), Rounding(1))
    # The odd cent of a stake that is given up in part stays lost.
    assert (due.win, due.lose) == (0, 501)
    assert cover(1_001, 0, 501, 0, 250) == (500, 0, 250)


@pytest.mark.parametrize(
    ("limits", "row"), [(None, "50 or less"), (Limits(100, 10_000), "51 and above")]
)
def test_a_free_collection_is_of_the_row_that_the_tables_own_limits_name(
    limits: Limits | None, row: str
) -> None:
    draft, claims, _ = table([(100, "win", Odds(1))], Bank(Banking("combined"), "bank", 0))
    rows = (Bracket(5_000, 50), Bracket(None, 100, 5_100))
    schedule = Schedule(player=rows, basis="table-limit", free_button="no-action")
    draft.rules = msgspec.structs.replace(RULES, fees=schedule, limits=Limits(100, 5_000))
    draft.facts = Facts(limits=limits)
    settle(draft, claims)
    assert [button.bracket for button in free_collections(draft)] == [row]


@pytest.mark.parametrize(
    ("added", "pays_added", "row"),
    [
        (100, Odds(1), "suited"),  # half of the wager is paid by the row
        (200, Odds(1), ""),  # only added money, which the row does not pay
        (200, Odds(2), "suited"),
    ],
)
def test_a_row_is_named_where_some_money_is_paid_by_it(
    added: int, pays_added: Odds, row: str
) -> None:
    bet = Bet(1, "main", 1, "p1", 200, added=added)
    due = claim(bet, Owed(pays(Odds(2)), pays(pays_added), CLAUSE, "suited"), Rounding(1))
    assert due.row == row


@given(WAGERS, st.sampled_from(LIMITS), st.integers(0, 1_500))
def test_a_reversed_settlement_leaves_no_trace_in_the_money(
    wagers: list[Wager], limit: BankLimit, posted: int
) -> None:
    bank = Bank(Banking(limit), "bank", posted)
    draft, found = settled(wagers, bank)
    for one in reversed(found):
        reverse(draft, one, CLAUSE)
    assert draft.bank == bank
    assert set(draft.stacks.values()) == {0}
    assert sorted(draft.bets) == list(range(1, len(wagers) + 1))


@given(st.integers(1, 10_000), st.integers(0, 20), st.integers(1, 7), st.sampled_from([1, 50, 100]))
def test_winnings_are_never_more_than_the_odds_and_less_by_under_a_chip(
    stake: int, over: int, under: int, chip: int
) -> None:
    won = owed(stake, pays(Odds(over, under)), Rounding(chip))
    assert won % chip == 0
    assert 0 <= stake * over - won * under < chip * under


@pytest.mark.parametrize("order", ORDERS)
@given(boxes=st.sets(st.integers(1, 8)), first=st.integers(1, 8))
def test_every_order_visits_every_box_once(
    order: SettlementOrder, boxes: set[int], first: int
) -> None:
    assert sorted(in_order(order, boxes, first)) == sorted(boxes)
