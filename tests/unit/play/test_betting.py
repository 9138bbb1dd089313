"""Bets while the layout is open: what may be taken back, and what leaves the stacks."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import games
from cardroom.play.betting import Betting, back, bars_stake, close, place, withdraw
from cardroom.play.collection import fees
from cardroom.play.round import Facts, Fee, Refusal, RoundOf
from cardroom.rules.banking import Bank
from cardroom.rules.limits import Limits


def layout() -> Betting:
    """Wagers on boxes 1 and 2, and a pair bet on the first."""
    rules = games.ruleset("bet-the-set-21", {})
    betting = Betting(rules, {"ann": 500_00})
    for box, spot in ((1, "main"), (1, "bet-the-set"), (2, "main")):
        placed = place(betting, games.family(rules), box, spot, "ann", 10_00)
        assert isinstance(placed, Betting)
        betting = placed
    return betting


@pytest.mark.parametrize(
    ("spot", "left"),
    [
        ("bet-the-set", [(1, "main"), (2, "main")]),
        # The main wager takes its side bets along.
        ("main", [(2, "main")]),
        (None, [(2, "main")]),
    ],
)
def test_a_bet_is_taken_back_with_those_that_need_it(
    spot: str | None, left: list[tuple[int, str]]
) -> None:
    betting = withdraw(layout(), 1, spot)
    assert isinstance(betting, Betting)
    assert [(bet.box, bet.spot) for bet in betting.bets] == left


@pytest.mark.parametrize(("box", "spot"), [(2, "bet-the-set"), (3, None)])
def test_what_does_not_lie_there_is_not_taken_back(box: int, spot: str | None) -> None:
    refusal = withdraw(layout(), box, spot)
    assert isinstance(refusal, Refusal)
    assert refusal.clause.id == "bet.spot"


def banked(stacks: dict[str, int], posted: int = 100_00) -> Betting:
    """Ann banks the game with jokers at box 1, where bets behind others are taken."""
    rules = games.ruleset("no-bust-joker", {"backline": True})
    bank = Bank(rules.banking, "ann", posted)
    return Betting(rules, stacks, Facts(bank_box=1), bank=bank)


def laid(betting: Betting, box: int, owner: str, stake: int = 20_00) -> Betting | str:
    """The layout with a main wager, or the clause against it."""
    placed = place(betting, games.family(betting.rules), box, "main", owner, stake)
    return placed.clause.id if isinstance(placed, Refusal) else placed


def behind(betting: Betting, box: int, owner: str) -> Betting | str:
    placed = back(betting, games.family(betting.rules), box, owner, 10_00, ())
    return placed.clause.id if isinstance(placed, Refusal) else placed


def test_the_bank_bets_nowhere_and_nobody_bets_on_its_box() -> None:
    betting = banked({"ann": 500_00, "bob": 500_00})
    assert laid(betting, 3, "ann") == "bet.bank"
    assert laid(betting, 1, "bob") == "bet.bank"
    assert isinstance(laid(betting, 3, "bob"), Betting)


def test_several_may_bet_behind_a_box_each_of_them_once_and_not_its_own_player() -> None:
    betting = laid(banked({"ann": 500_00, "bob": 500_00, "cy": 50_00, "di": 50_00}), 3, "bob")
    assert isinstance(betting, Betting)
    assert behind(betting, 3, "bob") == "bet.backline"
    assert behind(betting, 4, "cy") == "bet.backline", "nobody plays there"
    one = behind(betting, 3, "cy")
    assert isinstance(one, Betting)
    assert behind(one, 3, "cy") == "bet.once"
    assert isinstance(behind(one, 3, "di"), Betting)
    assert laid(one, 3, "di") == "bet.box"
    assert laid(one, 3, "bob") == "bet.once"


def test_a_player_who_has_no_chips_bets_nothing() -> None:
    betting = Betting(games.ruleset("blackjack", {}), {"ann": 1})
    assert isinstance(laid(betting, 1, "ann", 1), Betting)
    assert laid(betting, 1, "bob", 1) == "bet.stack"


@pytest.mark.parametrize(
    ("stacks", "refused"),
    [
        # Sixty dollars and one for the collection each; a hundred and two from the bank.
        ({"ann": 102_00, "bob": 61_00, "cy": 61_00}, False),
        ({"ann": 102_00, "bob": 60_99, "cy": 61_00}, True),
        ({"ann": 102_00, "bob": 61_00, "cy": 60_99}, True),
        ({"ann": 101_99, "bob": 61_00, "cy": 61_00}, True),
    ],
)
def test_stakes_collection_and_bank_lie_on_the_table_before_the_deal(
    stacks: dict[str, int], refused: bool
) -> None:
    betting = laid(banked(stacks), 3, "bob", 60_00)
    assert isinstance(betting, Betting)
    betting = laid(betting, 5, "cy", 60_00)
    assert isinstance(betting, Betting)
    owed = fees(betting)
    assert not isinstance(owed, Refusal)
    closed = close(betting, games.family(betting.rules), owed)
    assert isinstance(closed, Refusal) is refused
    if isinstance(closed, Refusal):
        assert closed.clause.id == "bet.stack"
    else:
        assert isinstance(closed[0], RoundOf)
        assert closed[0].stacks == {"ann": 0, "bob": 0, "cy": 0}


@pytest.mark.parametrize(("stack", "refused"), [(100_00, False), (99_99, True)])
def test_a_bank_lies_on_the_table_also_where_nothing_is_collected(
    stack: int, refused: bool
) -> None:
    betting = laid(banked({"ann": stack, "bob": 60_00}), 3, "bob", 60_00)
    assert isinstance(betting, Betting)
    assert isinstance(close(betting, games.family(betting.rules)), Refusal) is refused


@pytest.mark.parametrize(("stack", "refused"), [(11_00, False), (10_99, True)])
def test_a_collection_is_paid_from_the_stack_where_the_house_banks_too(
    stack: int, refused: bool
) -> None:
    rules = games.ruleset("blackjack", {})
    betting = laid(Betting(rules, {"ann": stack}), 1, "ann", 10_00)
    assert isinstance(betting, Betting)
    closed = close(betting, games.family(rules), [Fee("ann", 1_00)])
    assert isinstance(closed, Refusal) is refused


@pytest.mark.parametrize(
    ("stacks", "clause"),
    [
        ({}, "bet.none"),
        ({"ann": 100_00}, "bet.none"),
        ({"ann": 100_00, "bob": 0}, "bet.none"),
        ({"ann": 100_00, "bob": 1}, ""),
    ],
)
def test_a_hand_of_poker_needs_two_players_with_chips(stacks: dict[str, int], clause: str) -> None:
    rules = games.ruleset("texas-holdem", {})
    seats = dict(enumerate(stacks, 1))
    closed = close(Betting(rules, stacks, Facts(button=1), seats=seats), games.family(rules))
    assert (closed.clause.id if isinstance(closed, Refusal) else "") == clause


@pytest.mark.parametrize(("rounds", "clause"), [(0, ""), (1, "maxtyme.first-round")])
def test_a_game_bars_bets_by_rules_of_its_own(rounds: int, clause: str) -> None:
    """The Maxtyme bet is open in the first round after the shuffle only."""
    rules = games.ruleset("maxtime-21", {})
    family = games.family(rules)
    betting = laid(Betting(rules, {"ann": 500_00}, Facts(rounds)), 1, "ann", 100_00)
    assert isinstance(betting, Betting)
    placed = place(betting, family, 1, "maxtyme", "ann", 5_00)
    assert (placed.clause.id if isinstance(placed, Refusal) else "") == clause


def test_refused_amounts_have_commas() -> None:
    refusal = bars_stake(Limits(least=1000_00, most=5000_00), 6000_00)
    assert refusal is not None
    assert refusal.why == "$6,000 is above the maximum of $5,000"


@pytest.mark.parametrize(
    ("options", "clause"),
    [({}, "bet.backline"), ({"readings": "0.1"}, None)],  # as version 0.1 took it
)
def test_a_bet_behind_a_box_follows_doubles_and_splits_and_nothing_else(
    options: dict[str, str], clause: str | None
) -> None:
    rules = games.ruleset("no-bust-joker", {"backline": True, **options})
    betting = Betting(rules, {"bob": 100_00, "cat": 100_00})
    placed = laid(betting, 2, "bob")
    assert isinstance(placed, Betting)
    family = games.family(rules)
    assert isinstance(back(placed, family, 2, "cat", 20_00, ("double", "split")), Betting)
    tried = back(placed, family, 2, "cat", 20_00, ("double", "surrender"))
    assert (tried.clause.id if isinstance(tried, Refusal) else None) == clause


@pytest.mark.parametrize(("may_follow", "named"), [(("buy-card",), "buy-card"), ((), "nothing")])
def test_the_game_says_what_a_bet_behind_a_box_may_follow(
    may_follow: tuple[str, ...], named: str
) -> None:
    posted = games.ruleset("no-bust-joker", {"backline": True})
    rules = msgspec.structs.replace(posted, backline=may_follow)
    placed = laid(Betting(rules, {"bob": 100_00, "cat": 100_00}), 2, "bob")
    assert isinstance(placed, Betting)
    assert isinstance(back(placed, games.family(rules), 2, "cat", 20_00, may_follow), Betting)
    tried = back(placed, games.family(rules), 2, "cat", 20_00, ("double",))
    assert isinstance(tried, Refusal)
    assert tried.why == f"a backline bet follows {named}, not 'double'"


@pytest.mark.parametrize(("stake", "clause"), [(5_00, None), (5_01, "games.three-above")])
def test_a_fourth_game_of_a_hand_is_above_five_dollars_from_the_next_cent(
    stake: int, clause: str | None
) -> None:
    rules = games.ruleset("safari-21", {"monte_carlo": "table-a"})
    betting = Betting(rules, {"ann": 500_00})
    stakes = {"main": 100_00, "king-red": 6_00, "king-black": 6_00, "king-any": stake}
    tried: Betting | Refusal = betting
    for name, amount in stakes.items():
        assert isinstance(tried, Betting)
        spot = name if name == "main" else f"monte-carlo/{name}"
        tried = place(tried, games.family(rules), 1, spot, "ann", amount)
    assert (tried.clause.id if isinstance(tried, Refusal) else None) == clause
