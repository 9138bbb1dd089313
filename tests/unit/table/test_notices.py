"""Changes that are posted in advance, by rounds and by time."""

from __future__ import annotations

import msgspec
import pytest

from cardroom import houses
from cardroom.events.table import RulesNoticed, RulesPosted
from cardroom.houses.notice import RequiredNotice, notice_period
from cardroom.play.inputs import Answer
from cardroom.play.round import Await, Refusal
from cardroom.service.live import house_moves
from cardroom.service.live.bots import Hints
from cardroom.table import Table, apply
from cardroom.table import commands as c
from cardroom.table.stored_state import TableState, decode_table, encode_table
from cardroom.table.table import Notice
from tests.random_play import facts, must, refused
from tests.unit.table.test_table_banked import banked

NOON = 1_794_916_800
CHANGE = c.ChangeRules("blackjack", {"dealer_hits_soft_17": "false"}, rounds=1, not_before=NOON)


def noticed() -> Table:
    return must(None, c.OpenTable("t", "blackjack"), CHANGE)


def played() -> Table:
    """Round 1, after which only the time is missing."""
    table = must(noticed(), c.SitDown("ann", 1), c.BuyIn("ann", 100_00))
    table = must(table, c.LoadShoe(tuple(table.rules.deck)))
    table = must(table, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    while table.round is not None and not table.round.over:
        head = table.round.head
        assert isinstance(head, Await)
        verbs = [option.verb for option in head.asks[0].options]
        verb = "stand" if "stand" in verbs else "decline"
        table = must(table, c.Play(Answer(1, verb)))
    return must(table, c.EndRound())


def test_a_notice_says_from_when() -> None:
    (event,) = facts(must(None, c.OpenTable("t", "blackjack")), CHANGE)
    assert isinstance(event, RulesNoticed)
    assert (event.after, event.not_before) == (1, NOON)


def test_the_change_waits_for_its_time_and_its_rounds() -> None:
    assert refused(noticed(), c.PostNoticed(NOON)) == "table.between-rounds", "a round is missing"
    table = played()
    assert table.notice is not None, "its time has not come"
    assert refused(table, c.PostNoticed(NOON - 1)) == "table.between-rounds"
    posted = [type(event) for event in facts(table, c.PostNoticed(NOON))]
    assert RulesPosted in posted


@pytest.mark.parametrize(("rounds", "after"), [(0, 1), (1, 1), (3, 3)])
def test_a_notice_with_a_time_is_one_of_at_least_one_round(rounds: int, after: int) -> None:
    wanted = msgspec.structs.replace(CHANGE, rounds=rounds)
    (event,) = facts(must(None, c.OpenTable("t", "blackjack")), wanted)
    assert isinstance(event, RulesNoticed)
    assert (event.after, event.not_before) == (after, NOON)
    # The round in play is one of them.
    playing = must(played(), c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    (event,) = facts(playing, wanted)
    assert isinstance(event, RulesNoticed)
    assert event.after == 1 + after


def test_any_time_at_all_makes_a_notice() -> None:
    wanted = msgspec.structs.replace(CHANGE, rounds=0, not_before=1)
    (event,) = facts(must(None, c.OpenTable("t", "blackjack")), wanted)
    assert isinstance(event, RulesNoticed)
    assert (event.after, event.not_before) == (1, 1)


def test_a_notice_of_rounds_alone_does_not_wait_for_a_time() -> None:
    wanted = msgspec.structs.replace(CHANGE, not_before=0)
    table = must(None, c.OpenTable("t", "blackjack"), wanted)
    assert table.notice is not None
    assert table.notice.not_before == Notice(table.rules, 1).not_before == 0
    later = msgspec.structs.replace(table, number=5)
    assert refused(later, c.PostNoticed(NOON)) == "table.between-rounds"
    at_once = facts(table, msgspec.structs.replace(wanted, rounds=0))
    assert RulesPosted in [type(event) for event in at_once]


def test_a_bet_on_the_layout_is_played_by_the_old_rules() -> None:
    table = must(played(), c.PlaceBet("ann", 1, "main", 10_00))
    assert refused(table, c.PostNoticed(NOON)) == "table.between-rounds"
    assert not house_moves.notice_is_due(table, NOON)
    assert refused(must(table, c.CloseBets()), c.PostNoticed(NOON)) == "table.between-rounds"


def test_a_bank_that_is_posted_is_played_by_the_old_rules() -> None:
    wanted = c.ChangeRules("no-bust-joker", {}, rounds=1, not_before=NOON)
    waiting = msgspec.structs.replace(must(banked(), wanted), number=1)
    assert RulesPosted in [type(event) for event in facts(waiting, c.PostNoticed(NOON))]
    table = must(waiting, c.PostBank("ann", 300_00))
    assert refused(table, c.PostNoticed(NOON)) == "table.between-rounds"


def test_the_house_posts_it_when_the_clock_says_so() -> None:
    table = played()
    early = house_moves.after(table, Hints(), NOON - 1)
    assert early is None or not isinstance(early[1], c.PostNoticed)
    move = house_moves.after(table, Hints(), NOON)
    assert move is not None
    assert move[1] == c.PostNoticed(NOON)
    bet = c.PlaceBet("ann", 1, "main", 10_00)
    assert house_moves.before(table, bet, NOON)[-1] == c.PostNoticed(NOON)


def test_nothing_is_posted_without_a_notice() -> None:
    plain = must(None, c.OpenTable("t", "blackjack"))
    assert isinstance(apply(plain, c.PostNoticed(NOON)), Refusal)


def test_a_snapshot_keeps_the_time_of_a_notice() -> None:
    text = encode_table(TableState(noticed()))
    assert text is not None
    again = decode_table(text)
    assert again is not None
    assert again.table.notice == noticed().notice


def test_the_longer_period_of_house_and_law_counts() -> None:
    posted = houses.house("washington")
    assert notice_period(None) == RequiredNotice()
    assert notice_period(posted) == RequiredNotice()
    own = msgspec.structs.replace(posted, notice_minutes=30, notice_rounds=2)
    assert notice_period(own) == RequiredNotice(30, 2)
    assert str(notice_period(own)) == "30 minutes and 2 rounds"
