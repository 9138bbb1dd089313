"""The life of a table: opener, dealers, fills and credits, closer, drop box; two people sign."""

from __future__ import annotations

import pytest

from cardroom.events.office import (
    BoxCounted,
    DealerCame,
    DealerLeft,
    SlipPrepared,
    TrayClosed,
    TrayCredited,
    TrayFilled,
    TrayOpened,
)
from cardroom.play.inputs import Answer
from cardroom.play.round import Refusal
from cardroom.store import ORIGIN, chain
from cardroom.table import Actor, Table, apply, bars
from cardroom.table import commands as c
from cardroom.table.journal import body, read_table
from tests.random_play import facts, must, refused
from tests.unit.table.test_table import stacked

CHIPS = ((100, 50), (5_00, 40), (25_00, 30))
"""$50, $200 and $750: $1,000."""


def table(**options: int) -> Table:
    return must(None, c.OpenTable("t", "blackjack", {"decks": 1, "burn": 0, **options}))


def opened() -> Table:
    return must(table(), c.OpenTray("flo", CHIPS, "B7"), c.SignSlip("deb", 1))


def why(before: Table, command: c.TableCommand) -> str:
    outcome = apply(before, command)
    assert isinstance(outcome, Refusal)
    return outcome.why


def tray(before: Table) -> int:
    assert before.office.tray is not None
    return before.office.tray.expected


def round_of(before: Table, cards: str, stake: int) -> Table:
    """Ann stands, and the round is cleared."""
    before = must(before, c.LoadShoe(stacked(before, cards)))
    before = must(before, c.PlaceBet("ann", 1, "main", stake), c.CloseBets())
    return must(before, c.Play(Answer(1, "stand")), c.EndRound())


def test_a_tray_opens_when_the_second_person_signs() -> None:
    first = facts(table(), c.OpenTray("flo", CHIPS, "B7"))
    assert first == (SlipPrepared(1, "opener", "flo", 1_000_00, CHIPS, "B7"),)
    waiting = must(table(), c.OpenTray("flo", CHIPS, "B7"))
    assert waiting.office.tray is None
    assert "second person" in why(waiting, c.SignSlip("flo", 1))
    signed = facts(waiting, c.SignSlip("deb", 1))
    assert signed == (TrayOpened(1, ("flo", "deb"), 1_000_00, "B7", CHIPS),)


def test_the_last_chip_of_a_tray_is_sold_and_no_more() -> None:
    seated = must(opened(), c.SitDown("ann", 1))
    assert refused(seated, c.BuyIn("ann", 1_000_01)) == "office.tray"
    assert tray(must(seated, c.BuyIn("ann", 1_000_00))) == 0


def test_a_day_worked_out_by_hand() -> None:
    """Opener $1,000. Ann buys $300: the tray has $700, the box $300. She loses $100 and then wins
    $40: $760. A fill of $500 and a credit of $160: $1,100."""
    day = must(opened(), c.SitDown("ann", 1), c.BuyIn("ann", 300_00))
    assert tray(day) == 700_00
    day = round_of(day, "Ts 9h 8s Td", 100_00)  # 18 against 19
    assert tray(day) == 800_00
    day = round_of(day, "Ts 9h 9s 8d", 40_00)  # 19 against 17
    assert tray(day) == 760_00
    day = must(day, c.FillTray("flo", ((100_00, 5),)))
    assert tray(day) == 760_00, "nothing moves before the second signature"
    assert facts(day, c.SignSlip("deb", 2)) == (
        TrayFilled(2, ("flo", "deb"), 500_00, ((100_00, 5),)),
    )
    day = must(day, c.SignSlip("deb", 2), c.CreditTray("flo", ((20_00, 8),)))
    assert facts(day, c.SignSlip("cas", 3)) == (
        TrayCredited(3, ("flo", "cas"), 160_00, ((20_00, 8),)),
    )
    day = must(day, c.SignSlip("cas", 3))
    assert tray(day) == 1_100_00
    closer = ((100_00, 11),)
    day = must(day, c.CloseTray("flo", closer))
    (closed,) = facts(day, c.SignSlip("deb", 4))
    assert closed == TrayClosed(4, ("flo", "deb"), 1_100_00, 1_100_00, "B7", 300_00, 0, "", closer)
    day = must(day, c.SignSlip("deb", 4), c.CountBox("cas", "B7", ((100_00, 3),)))
    (counted,) = facts(day, c.SignSlip("flo", 5))
    assert counted == BoxCounted(5, ("cas", "flo"), "B7", 300_00, 300_00, chips=((100_00, 3),))
    # Win by the classic formula: drop - (opener + fills - credits - closer).
    assert 300_00 - (1_000_00 + 500_00 - 160_00 - 1_100_00) == 100_00 - 40_00


def test_a_difference_is_explained_and_signed_for() -> None:
    short = ((100_00, 9), (95_00, 1))
    said = why(opened(), c.CloseTray("flo", short))
    assert said == (
        "counted $995, expected $1,000: $5 short; count again, or explain the difference"
    )
    told = must(opened(), c.CloseTray("flo", short, "a $5 chip is under the felt"))
    (closed,) = facts(told, c.SignSlip("deb", 2))
    assert isinstance(closed, TrayClosed)
    assert (closed.counted, closed.expected) == (995_00, 1_000_00)
    assert closed.why == "a $5 chip is under the felt"


def test_a_tray_is_counted_between_rounds_only() -> None:
    playing = must(opened(), c.SitDown("ann", 1), c.BuyIn("ann", 100_00))
    playing = must(playing, c.LoadShoe(stacked(playing, "Ts 9h 8s Td")))
    playing = must(playing, c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    said = why(playing, c.CloseTray("flo", ((900_00, 1),)))
    assert said == "round 1 is in play; count between rounds"


def test_chips_that_move_after_the_count_make_it_worthless() -> None:
    counted = must(opened(), c.CloseTray("flo", CHIPS), c.SitDown("ann", 1))
    moved = must(counted, c.BuyIn("ann", 100_00))
    assert refused(moved, c.SignSlip("deb", 2)) == "office.count"
    again = must(moved, c.VoidSlip("flo", 2, "ann bought chips"))
    again = must(again, c.CloseTray("flo", ((100_00, 9),)), c.SignSlip("deb", 3))
    assert again.office.tray is None


def test_a_fill_that_waits_keeps_the_tray_open() -> None:
    waiting = must(opened(), c.FillTray("flo", ((100_00, 1),)))
    assert "slip 2, a fill, waits" in why(waiting, c.CloseTray("flo", CHIPS))


@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (c.OpenTray("flo", CHIPS, "B8"), "office.tray"),
        (c.FillTray("flo", ()), "office.tray"),
        (c.FillTray("flo", ((100, -1),)), "office.tray"),
        (c.FillTray("flo", ((100, 1), (100, 2))), "office.tray"),
        (c.FillTray("", ((100, 1),)), "office.slip"),
        (c.CreditTray("flo", ((100, 1_000_01),)), "office.tray"),
        (c.CountBox("flo", "B7", CHIPS), "office.box"),
        (c.SignSlip("deb", 1), "office.slip"),
        (c.VoidSlip("deb", 1, "no"), "office.slip"),
        (c.CloseTable(), "office.tray"),
        (c.BuyIn("ann", 1_000_01), "office.tray"),
        (c.DealerOut("deb"), "office.dealer"),
    ],
)
def test_what_cannot_be_done_is_refused(command: c.TableCommand, clause: str) -> None:
    assert refused(opened(), command) == clause


def test_a_closed_table_still_counts_its_box() -> None:
    done = must(opened(), c.CloseTray("flo", CHIPS), c.SignSlip("deb", 2), c.CloseTable())
    assert refused(done, c.OpenTray("flo", CHIPS, "B9")) == "table.closed"
    done = must(done, c.CountBox("flo", "B7", ()), c.SignSlip("cas", 3))
    assert not done.office.boxes


def test_practice_chips_are_not_counted() -> None:
    practice = must(None, c.OpenTable("t", "blackjack", chips="practice"))
    assert refused(practice, c.OpenTray("flo", CHIPS, "B7")) == "office.tray"


def test_dealers_come_and_go() -> None:
    assert facts(table(), c.DealerIn("deb")) == (DealerCame("deb"),)
    dealing = must(table(), c.DealerIn("deb"))
    assert facts(dealing, c.DealerIn("don")) == (DealerLeft("deb"), DealerCame("don"))
    assert refused(dealing, c.DealerIn("deb")) == "office.dealer"
    assert must(dealing, c.DealerOut("deb")).office.dealer == ""


def test_nobody_signs_for_another_person() -> None:
    slip = c.OpenTray("flo", CHIPS, "B7")
    assert bars(table(), Actor("flo", "floor"), slip) is None
    assert bars(table(), Actor("fay", "floor"), slip) is not None
    assert bars(table(), Actor("flo", "dealer"), slip) is not None
    assert bars(table(), Actor("deb", "dealer"), c.SignSlip("deb", 1)) is None
    assert bars(table(), Actor("ann"), c.SignSlip("ann", 1)) is not None


def test_slips_are_stored_and_read_again() -> None:
    command = c.OpenTray("flo", CHIPS, "B7")
    text = body(Actor("flo", "floor"), command, facts(table(), command))
    (entry,) = chain({"table/t": ORIGIN}, [("table/t", text)], 1)
    record = read_table(entry)
    assert record.command == command
    assert record.events == facts(table(), command)
