"""Rulings on settled rounds: what they change, worked out by hand, and what they do not."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.cards import Card
from cardroom.cli import main
from cardroom.events.office import RulingMade
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.ledger.statements import Dated, lines
from cardroom.play.round import Refusal
from cardroom.table import Actor, Envelope, Table
from cardroom.table import commands as c
from cardroom.table.journal import read_table, stream_of
from cardroom.table.replay import replay_journal
from cardroom.table.rulings import consequences
from tests.floor_calls import do
from tests.unit.office.test_daily import Room, small_day

CLAUSE = "office.ruling"


def table(room: Room) -> Table:
    found = room.floor.table("one")
    assert found is not None
    return found


def ruling(kind: c.Ruling, changes: dict[str, int], **more: object) -> c.RuleOnRound:
    """On the first round: ann lost $100 with 18 to 19, bob $50 with 17."""
    made = c.RuleOnRound("flo", 1, kind, "the camera shows it", CLAUSE, changes)
    return msgspec.structs.replace(made, **more)


def refusal(room: Room, command: c.TableCommand) -> str:
    by = getattr(command, "by", "flo")
    answer = do(room.floor, "one", Envelope(f"r{id(command)}", Actor(by, "floor"), command))
    assert isinstance(answer, Refusal)
    return answer.why


def made(room: Room) -> RulingMade:
    (last,) = list(room.store.read(stream_of("one")))[-1:]
    (event,) = read_table(last).events
    assert isinstance(event, RulingMade)
    return event


def found(room: Room, command: c.RuleOnRound) -> object:
    round, _ = room.floor.disputed("one", command.round)
    assert round is not None
    return consequences(round, command)


def test_a_lost_hand_that_is_void_gets_its_stake_back() -> None:
    room = small_day()
    before = table(room)
    void = ruling("void-hand", {"ann": 100_00}, box=1, hand=1)
    assert found(room, void) == {"ann": 100_00}
    room.do("one", void)
    assert table(room).stacks == before.stacks, "nothing moves before the second signature"
    room.do("one", c.SignSlip("fay", 3))
    assert table(room).stack("ann") == before.stack("ann") + 100_00
    assert table(room).stack("bob") == before.stack("bob")
    assert made(room) == RulingMade(
        3,
        1,
        "void-hand",
        ("flo", "fay"),
        "the camera shows it",
        CLAUSE,
        {"ann": 100_00},
        -100_00,
        1,
        1,
    )
    assert table(room).number == 2, "later rounds stand"
    tray = before.office.tray
    after = table(room).office.tray
    assert tray is not None
    assert after is not None
    assert after.expected == tray.expected - 100_00


def test_a_ruling_that_was_prepared_twice_counts_once() -> None:
    room = small_day()
    void = ruling("void-hand", {"ann": 100_00}, box=1, hand=1)
    room.do("one", void, void, c.SignSlip("fay", 3))
    assert "was ruled on already (slip 3)" in refusal(room, c.SignSlip("fay", 4))
    room.do("one", c.VoidSlip("flo", 4, "prepared twice"))


def test_nobody_signs_for_chips_of_their_own() -> None:
    room = small_day()
    own = ruling("correct-payment", {"flo": 50_00})
    assert "flo may not sign for chips of their own" in refusal(room, own)
    room.do("one", ruling("correct-payment", {"ann": 50_00}))
    assert "ANN may not sign for chips of their own" in refusal(room, c.SignSlip("ANN", 3))
    room.do("one", c.SignSlip("fay", 3))


def test_a_hand_that_was_paid_gives_it_back() -> None:
    """In the second round ann won $40."""
    room = small_day()
    void = ruling("void-hand", {"ann": -40_00}, round=2, box=1, hand=1)
    room.do("one", void, c.SignSlip("fay", 3))
    assert table(room).stack("ann") == 400_00, "500 - 100, and neither won nor lost after that"


def test_a_card_that_was_entered_wrong() -> None:
    """Ann's second card was the nine of clubs: 19 against 19 is a push."""
    room = small_day()
    nine = ruling("correct-card", {"ann": 100_00}, place="1.1", position=2, card=Card("9c"))
    assert found(room, nine) == {"ann": 100_00}
    room.do("one", nine, c.SignSlip("fay", 3))
    assert table(room).stack("ann") == 440_00 + 100_00


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"place": "bank", "position": 2, "card": Card("7d")}, "would have gone on differently"),
        ({"place": "1.1", "position": 3, "card": Card("7d")}, "was not dealt"),
        ({"place": "1.1", "position": 2}, "name the place"),
        ({"place": "1.1", "position": 2, "card": Card("Ts")}, "it cannot have been Ts"),
        ({"place": "1.1", "position": 1, "card": Card("9h")}, "it cannot have been 9h"),
    ],
)
def test_a_card_that_cannot_be_corrected_is_explained(more: dict[str, object], says: str) -> None:
    """With 16 the dealer would have drawn a card that nobody knows."""
    room = small_day()
    said = refusal(room, ruling("correct-card", {}, **more))
    assert says in said


def test_a_payment_is_corrected_between_two_players() -> None:
    room = small_day()
    room.do("one", ruling("correct-payment", {"ann": -25_00, "bob": 25_00}))
    room.do("one", c.SignSlip("fay", 3))
    assert made(room).house == 0
    assert table(room).stack("bob") == 25_00, "it waits for bob, who has left"


def test_a_result_can_stand() -> None:
    room = small_day()
    before = table(room)
    room.do("one", ruling("let-stand", {}), c.SignSlip("fay", 3))
    assert table(room).stacks == before.stacks
    assert made(room).changes == {}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (ruling("void-hand", {"ann": 99_00}, box=1, hand=1), "it changes ann $100, not ann $99"),
        (ruling("let-stand", {"ann": 1}), "it changes nothing, not ann $0.01"),
        (ruling("correct-payment", {}), "say who gets"),
        (ruling("let-stand", {}, why=" "), "a reason and a clause"),
        (ruling("let-stand", {}, clause="no.such"), "is not a clause"),
        (ruling("let-stand", {}, round=9), "not over"),
        (ruling("let-stand", {}, round=0), "not over"),
    ],
)
def test_what_cannot_be_ruled_is_refused(command: c.RuleOnRound, says: str) -> None:
    assert says in refusal(small_day(), command)


def test_a_player_without_the_chips_is_not_made_to_owe() -> None:
    room = small_day()
    room.do("one", ruling("correct-payment", {"bob": -10_00}))
    assert "bob has $0 of the $10" in refusal(room, c.SignSlip("fay", 3))


def test_the_second_person_is_another_one() -> None:
    room = small_day()
    room.do("one", ruling("let-stand", {}))
    assert "second person" in refusal(room, c.SignSlip("flo", 3))


def test_a_round_that_was_ruled_on_is_not_computed_again() -> None:
    room = small_day()
    void = ruling("void-hand", {"ann": 100_00}, box=1, hand=1)
    room.do("one", void, c.SignSlip("fay", 3))
    assert "ruled on already (slip 3)" in refusal(room, void)
    room.do("one", ruling("correct-payment", {"ann": -1_00}), c.SignSlip("fay", 4))


def test_a_ruling_waits_until_the_round_is_cleared() -> None:
    room = small_day()
    room.do("one", ruling("correct-payment", {"ann": 1_00}))
    room.do("one", c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    assert "sign between rounds" in refusal(room, c.SignSlip("fay", 3))


def test_the_books_replays_and_statements_have_it() -> None:
    room = small_day()
    void = ruling("void-hand", {"ann": 100_00}, box=1, hand=1)
    room.do("one", void, c.SignSlip("fay", 3))
    whole = replay_journal(room.store.heads(), room.store.read)
    assert not whole.differences
    assert whole.ledger.total == 0
    assert whole.ledger.balance(at.stack("one", "ann")) == 540_00
    recorded = [read_table(entry).events for entry in room.store.read(stream_of("one"))]
    statement = {line.player: line for line in lines(Dated("d", "one", each) for each in recorded)}
    assert statement["ann"].ruled == 100_00
    assert statement["ann"].net == 40_00
    ledger = Ledger()
    for events in recorded:
        ledger = post(ledger, "one", events)
    assert ledger.balance(at.house("one")) == sum(line.win for line in statement.values())


def test_audit_show_has_the_ruling(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    place = f"{tmp_path}/journal.sqlite"
    room = small_day(place)
    void = ruling("void-hand", {"ann": 100_00}, box=1, hand=1)
    room.do("one", void, c.SignSlip("fay", 3))
    room.store.close()
    assert main(["audit", "show", place, "one:1"]) == 0
    said = capsys.readouterr().out
    assert "ruling on round 1, box 1: void hand; ann $100, the house -$100" in said
    assert "signed by flo and fay" in said
    assert main(["audit", "replay", place]) == 0
