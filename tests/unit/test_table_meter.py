"""Several tables on one meter: one order, won amounts frozen, every change explained."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path

import pytest

from cardroom.events import (
    FreeCollectionGiven,
    Intervened,
    ProgressiveBooked,
    ProgressiveReversed,
    ProgressiveWon,
    Rewound,
)
from cardroom.events.table import AwardPaid, MeterFed, MeterPaid, MeterReversed, TableOpened
from cardroom.ledger.meters import meter_lines, reconciled
from cardroom.ledger.statements import Dated
from cardroom.play.inputs import Intervene, Proceed
from cardroom.play.tally import Tally
from cardroom.rules.options import Value
from cardroom.store import open_store
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.host import HOUSE, Floor, Receipt, fresh_shoe
from cardroom.table.journal import meter_stream, read_meter
from cardroom.table.replay import imbalances, replay_journal
from tests.pit import JACKPOT, NOTHING, TENTH, Pit

SEED = 2000_00
VOID = c.Play(Intervene("void-round"))


def pit(*tables: str, **options: Value) -> Pit:
    found = Pit(MemoryStore())
    for id in tables:
        found.open(id, "blaze", options)
    return found


def told(pit: Pit, meter: str = "blaze") -> list[object]:
    """Every fact in a meter's stream."""
    entries = pit.floor.store.read(meter_stream(meter))
    return [event for entry in entries for event in read_meter(entry).events]


def check(pit: Pit) -> None:
    """The journal replays, the books balance, and the meter is what they say it is."""
    store = pit.floor.store
    whole = replay_journal(store.heads(), store.read)
    assert whole.differences == ()
    assert list(imbalances(whole.ledger)) == []
    again = Floor(store)
    for name in (name.removeprefix("meter/") for name in store.heads() if "meter/" in name):
        book = pit.meter(name)
        assert again.meter(name) == book
        facts = tuple(e for n in store.read(meter_stream(name)) for e in read_meter(n).events)
        meter, reserve = reconciled(meter_lines([Dated("", "", facts)], name))
        assert (meter.balance, reserve.balance) == book.meter[:2]
        assert book.meter.amount >= 0
        assert book.meter.reserve >= 0


# --- one order ----------------------------------------------------------------------------------


def test_tables_on_one_meter_feed_it_together_and_one_alone_has_its_own() -> None:
    floor = pit("a", "b")
    floor.open("c")
    for id in ("a", "b", "c"):
        floor.close(id)
    assert floor.shows() == SEED + 48
    assert floor.shows("c/blazing-7s") == SEED + 24
    assert sorted(floor.meter().tables) == ["a", "b"]
    check(floor)


def test_a_meter_holds_fractions_of_a_cent_exactly() -> None:
    floor = pit("a", "b", blazing_contribution=33, blazing_reserve=7, blazing_stake="1.01")
    for id in ("a", "b", "a"):
        floor.close(id, stake=1_01)
        floor.deal(id)
        floor.finish(id)
    meter = floor.meter().meter
    assert meter.amount == 2000 * 101 + 3 * Fraction(101 * 33, 100)
    assert meter.reserve == 3 * Fraction(101 * 7, 100)
    check(floor)


def test_every_change_says_why_where_and_from_what_to_what() -> None:
    floor = pit("a", "b")
    floor.close("a")
    floor.close("b")
    fed = [event for event in told(floor) if isinstance(event, MeterFed)]
    assert [(e.table, e.round, e.bet, e.before, e.after) for e in fed] == [
        ("a", 1, 2, (SEED, 1), (SEED + 24, 1)),
        ("b", 1, 2, (SEED + 24, 1), (SEED + 48, 1)),
    ]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blazing_7s": 2}, "pay table"),
        ({"blazing_meter_pays": "all"}, "pay table"),
        ({"simultaneous": "shared"}, "pay table"),
        ({"blazing_contribution": 30}, "contribution 30%, not 24%"),
        ({"blazing_reserve": 1}, "reserve contribution 1%, not 0%"),
        ({"blazing_seed": 3000}, "seed $3000, not $2000"),
        ({"blazing_stake": 2}, "stake $2, not $1"),
    ],
)
def test_tables_on_one_meter_post_the_same_terms(options: dict[str, Value], says: str) -> None:
    floor = pit("a")
    refusal = floor.refused("b", floor.opening("b", "blaze", options))
    assert refusal.clause.id == "table.meter"
    assert says in refusal.why
    assert floor.floor.table("b") is None
    floor.open("b", "blaze", {"blazing_third_card": "player", "decks": 8})


def test_a_meter_is_named_only_where_there_is_a_bet_on_it() -> None:
    floor = Pit(MemoryStore())
    no = c.OpenTable("a", "blackjack", meter="blaze")
    assert floor.refused("a", no).clause.id == "table.meter"
    assert floor.refused("a", floor.opening("a", "no/slash")).clause.id == "table.open"
    receipt = floor.do("a", floor.opening("a", "blaze"))
    assert next(e for e in receipt.events if isinstance(e, TableOpened)).meter == "blaze"


def test_terms_change_only_while_nobody_else_is_on_the_meter() -> None:
    floor = pit("a", "b")
    more: dict[str, Value] = {"blazing_7s": 1, "blazing_contribution": 20}
    other = c.ChangeRules("bet-the-set-21", more, rounds=1)
    assert floor.refused("a", other).clause.id == "table.meter"
    floor.do("b", c.ChangeRules("bet-the-set-21", {}, rounds=0))
    assert sorted(floor.meter().tables) == ["a"]
    floor.do("a", other)
    # The notice binds who comes next, in both ways, until it is posted.
    assert floor.refused("d", floor.opening("d", "blaze")).clause.id == "table.meter"
    new = floor.opening("d", "blaze", {"blazing_contribution": 20})
    assert floor.refused("d", new).clause.id == "table.meter"
    floor.close("a")
    assert floor.shows() == SEED + 24
    floor.deal("a")
    floor.finish("a")
    floor.do("d", new)
    floor.close("a")
    assert floor.shows() == SEED + 24 + 20, "what is in it stays in it"
    check(floor)


# --- the lock -----------------------------------------------------------------------------------


def test_a_jackpot_is_frozen_when_it_is_won_and_play_goes_on_everywhere() -> None:
    floor = pit("a", "b", "c", blazing_reserve=10)
    floor.close("b", JACKPOT)
    floor.won("a", JACKPOT)
    assert floor.shows() == SEED + 20, "seed and reserve; both tables' contributions are won"
    floor.close("c")
    floor.deal("b")
    assert [(w.table, w.won.award) for w in floor.meter().wins] == [
        ("a", SEED + 48),
        ("b", SEED + 20 + 24),
    ]
    assert floor.shows() == SEED + 10, "the reserve of table c's bet"
    before = floor.table("b").stack("b-ann")
    floor.do("b", c.Play(Proceed()))
    # The stake is not returned with a share of the meter.
    assert floor.table("b").stack("b-ann") == before + SEED + 44
    assert [win.table for win in floor.meter().wins] == ["a"]
    floor.finish("a")
    assert floor.meter().wins == ()
    paid = [event for event in told(floor) if isinstance(event, AwardPaid)]
    assert [(event.table, event.amount) for event in paid] == [("b", SEED + 44), ("a", SEED + 48)]
    check(floor)


def test_a_tenth_is_frozen_too() -> None:
    floor = pit("a", "b")
    floor.won("a", TENTH)
    floor.won("b", TENTH)
    first = (SEED + 24) // 10
    second = (SEED + 24 - first + 24) // 10
    assert [win.won.award for win in floor.meter().wins] == [first, second]
    assert floor.shows() == SEED + 48 - first - second
    for id in ("b", "a"):
        floor.finish(id)
    check(floor)


def test_where_all_awards_come_off_the_meter_the_house_makes_up_what_it_lacks() -> None:
    floor = pit(
        "a", "b", blazing_meter_pays="all", blazing_contribution=70, blazing_seed=100, decks=8
    )
    floor.won("a", "7h 7s 7d Kd")
    won = [event for event in told(floor) if isinstance(event, MeterPaid)]
    assert (won[0].amount, won[0].topped) == (200_00, 200_00 - 100_70)
    assert floor.shows() == 0
    floor.close("b")
    assert floor.shows() == 70
    floor.do("a", VOID)
    assert floor.shows() == 100_70, "the meter's part of the award, less the contribution"
    floor.finish("b")
    check(floor)


# --- taking back --------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [NOTHING, TENTH, JACKPOT])
def test_a_void_round_takes_back_its_contribution_and_its_award(cards: str) -> None:
    floor = pit("a", "b", blazing_reserve=10)
    floor.close("b")
    before = floor.meter().meter
    floor.won("a", cards)
    floor.do("a", VOID)
    assert floor.meter().meter == before
    assert floor.meter().wins == ()
    floor.do("a", c.EndRound())
    assert floor.table("a").stack("a-ann") == 1_000_000_00
    check(floor)


def test_a_void_jackpot_goes_back_though_another_table_has_won_since() -> None:
    floor = pit("a", "b", blazing_reserve=10)
    floor.close("b", JACKPOT)
    floor.won("a", JACKPOT)
    floor.deal("b")
    assert [win.won.award for win in floor.meter().wins] == [SEED + 48, SEED + 20]
    assert floor.shows() == SEED
    floor.do("a", VOID)
    # b keeps what the meter showed: SEED + 20. The seed of a's restart goes back to the house, the
    # 20 of the reserve to the reserve, and of these the ten that came from a's own stake on, with
    # the 24 cents it fed.
    assert floor.shows() == SEED + (SEED + 48) - SEED - 20 - 24
    assert floor.meter().meter.reserve == 10
    assert [win.won.award for win in floor.meter().wins] == [SEED + 20]
    floor.finish("b")
    check(floor)


def test_a_contribution_that_another_table_has_won_is_taken_back_as_far_as_it_is_there() -> None:
    floor = pit("a", "b", blazing_reserve=10, blazing_seed=0)
    floor.close("a")
    floor.won("b", JACKPOT)
    assert floor.shows() == 20
    floor.do("a", VOID)
    assert floor.meter().meter.amount == floor.meter().meter.reserve == 0, "20 of 34 cents"
    taken = [event for event in told(floor) if isinstance(event, MeterReversed)]
    assert [(event.what, event.amount, event.why) for event in taken] == [
        ("contribution", (-20, 1), "void-round")
    ]
    check(floor)


def test_a_rewind_gives_the_award_back_and_the_same_cards_win_it_again() -> None:
    floor = pit("a", "b")
    floor.won("a", JACKPOT)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.close("b")
    receipt = floor.do("a", c.Play(Intervene("rewind", to=inputs - 3)))
    assert [e.why for e in receipt.events if isinstance(e, ProgressiveReversed)] == ["rewind"] * 2
    assert floor.shows() == SEED + 48
    floor.do("a", c.DealCard())
    assert [win.won.award for win in floor.meter().wins] == [SEED + 48], "with table b's 24 cents"
    floor.finish("a")
    check(floor)


def test_a_rewind_to_the_reading_reads_again_at_once() -> None:
    """Both figures are of one moment, so there is no way back to between them."""
    floor = pit("a", "b", blazing_reserve=10)
    floor.won("a", JACKPOT)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.won("b", JACKPOT)
    for to in (inputs - 1, inputs - 2):
        floor.do("a", c.Play(Intervene("rewind", to=to)))
        assert [(w.table, w.won.award) for w in floor.meter().wins] == [
            ("b", SEED + 10 + 24),
            ("a", SEED + 24 + SEED - SEED),
        ]
    check(floor)


def test_a_payment_that_is_taken_back_is_to_be_paid_again_in_its_place() -> None:
    floor = pit("a", "b")
    floor.won("a", JACKPOT)
    floor.won("b", TENTH)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    floor.do("a", c.Play(Proceed()))
    assert [win.table for win in floor.meter().wins] == ["b"]
    before = floor.meter().meter
    floor.do("a", c.Play(Intervene("rewind", to=inputs)))
    assert [win.table for win in floor.meter().wins] == ["a", "b"]
    assert floor.meter().meter == before
    # Taken back too far, and forward again: paid as before.
    floor.do("a", c.Play(Intervene("rewind", to=inputs + 1)))
    assert [win.table for win in floor.meter().wins] == ["b"]
    check(floor)


def test_a_void_round_that_is_taken_back_has_fed_and_won_again() -> None:
    floor = pit("a", "b")
    floor.won("a", JACKPOT)
    inputs = len(floor.table("a").round.inputs)  # type: ignore[union-attr]
    after = floor.meter()
    floor.do("a", VOID)
    assert floor.shows() == SEED
    floor.do("a", c.Play(Intervene("rewind", to=inputs)))
    assert floor.meter().meter == after.meter
    assert [win.won for win in floor.meter().wins] == [win.won for win in after.wins]
    floor.finish("a")
    check(floor)


@pytest.mark.parametrize("moment", ["before", "won", "paid"])
def test_a_void_hand_takes_back_what_its_bet_fed_and_won_until_it_is_settled(moment: str) -> None:
    floor = pit("a", "b")
    floor.close("a", JACKPOT)
    if moment != "before":
        floor.deal("a")
    if moment == "paid":
        floor.do("a", c.Play(Proceed()))
    shown = floor.shows()
    floor.do("a", c.Play(Intervene("void-hand", 1)))
    assert floor.shows() == (shown if moment == "paid" else SEED)
    assert floor.meter().wins == ()
    floor.finish("a")
    check(floor)


def test_what_a_round_did_can_be_taken_back_only_until_the_next_one() -> None:
    tally = Tally().add([ProgressiveBooked("m", 1, 100, 2)], 0)
    won = ProgressiveWon("m", 1, 50, "777", 0, 2)
    given = FreeCollectionGiven("ann", 1, "50 or less")
    later = tally.add([won], 3).add([given], 4)
    assert later.buttons() == {"ann": ("50 or less",)}
    back = [Intervened("rewind", "r"), Rewound(3, 0)]
    assert later.corrections(back, 5) == ()
    assert later.add(back, 5).facts == later.at(3) == (*tally.facts, won)
    void = [Intervened("void-round", "v")]
    assert later.corrections(void, 5) == (
        ProgressiveReversed(won, "void-round"),
        ProgressiveReversed(tally.facts[0], "void-round"),  # type: ignore[arg-type]
    )
    assert later.add(void, 5).facts == ()
    forward = [Intervened("rewind", "r"), Rewound(4, 0)]
    assert later.add(void, 5).corrections(forward, 6) == (tally.facts[0], won)
    assert later.add(void, 5).add(forward, 6).facts == later.facts


# --- a crash, and another writer ----------------------------------------------------------------


def test_two_servers_on_one_journal_keep_one_order() -> None:
    store = MemoryStore()
    one, two = Pit(store, "one"), Pit(store, "two")
    one.open("a", "blaze")
    two.open("b", "blaze")
    two.won("b", JACKPOT)
    one.won("a", JACKPOT)
    assert [(w.table, w.won.award) for w in one.meter().wins] == [
        ("b", SEED + 24),
        ("a", SEED + 24),
    ]
    two.finish("b")
    assert two.meter().wins[0].table == "a"
    one.finish("a")
    check(one)


def test_an_event_loop_serves_many_tables_on_one_meter(tmp_path: Path) -> None:
    """Eight tables close their bets at once: they wait for the meter, one after the other."""
    store = open_store(str(tmp_path / "journal.db"))
    floor = Pit(store)
    ids = [f"t{number}" for number in range(8)]
    moved: list[tuple[str, str]] = []
    floor.floor.meter_moved = lambda meter, table: moved.append((meter, table))
    for id in ids:
        floor.open(id, "blaze")
        player = f"{id}-ann"
        floor.do(id, fresh_shoe(floor.table(id)), c.PlaceBet(player, 1, "main", 10_00))
        floor.do(id, c.PlaceBet(player, 1, "blazing-7s", 1_00))
    moved.clear()

    async def everybody() -> list[object]:
        closing = [Envelope(f"close-{id}", HOUSE, c.CloseBets()) for id in ids]
        asked = (floor.floor.ask(id, one) for id, one in zip(ids, closing, strict=True))
        return list(await asyncio.gather(*asked))

    assert all(isinstance(answer, Receipt) for answer in asyncio.run(everybody()))
    assert floor.shows() == SEED + 8 * 24
    assert sorted(moved) == [("blaze", id) for id in ids]
    check(floor)
    store.close()


def test_a_changed_entry_of_a_table_or_a_meter_is_found() -> None:
    floor = pit("a", "b")
    floor.close("a")
    store = floor.floor.store
    streams = {name: list(store.read(name)) for name in store.heads()}
    short = {**streams, "meter/blaze": streams["meter/blaze"][:-1]}
    found = replay_journal(short, lambda name: short[name]).differences
    assert [difference.clause for difference in found] == ["table.meter"]
    assert "table/a" in str(found[0])
