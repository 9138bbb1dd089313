"""A name is erased after the time of keeping records; chain and figures stay whole."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import date
from pathlib import Path

import msgspec
import pytest

from cardroom.cli import main
from cardroom.houses.clock import HouseClock
from cardroom.office.adding_up import tally_of
from cardroom.office.daily import daily
from cardroom.office.daily_report import report
from cardroom.office.posted import PostedRules
from cardroom.office.report import as_csv
from cardroom.progress import ProgressNotice
from cardroom.service.accounts import account_events as events
from cardroom.service.accounts.account_journal import AccountJournal
from cardroom.service.erasure import ErasedRoom, erase_person, renamer
from cardroom.store import checkpoint, open_reader, open_store
from cardroom.store.erasure import STREAM, read
from cardroom.store.keys import house_key
from cardroom.table import Envelope, clauses
from cardroom.table import commands as c
from cardroom.table.cashier import Exclude, Withdraw
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.shuffler import committed_shoe
from tests.floor_calls import do, do_cashier
from tests.unit.office.test_daily import Room
from tests.unit.table.test_shuffle import SQUARINGS, contributor, opened

NAME = "Ann.Marie"
LONG_AGO = 1_600_000_000 * 10**9
"""13 September 2020."""
BY = ("--by", "ada", "--by", "abe", "--why", "asked for it")
CLOCK = HouseClock()


class OldRoom(Room):
    """An evening of 2020, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.key = house_key(folder)
        self.store = open_store(str(folder / "journal.sqlite"), self.key.blind)
        self.now = LONG_AGO
        self.floor = Floor(self.store, lambda: self.now)
        self._keys = sum(head.seq for head in self.store.heads().values())

    def close(self) -> None:
        checkpoint.record(self.store, self.key, self.now)
        self.store.close()


def evening(folder: Path, *, paid_out: bool = True) -> Path:
    room = OldRoom(folder)
    room.do(
        "one", c.OpenTable("one", "blackjack", {"decks": 1, "burn": 0}, title=f"{NAME}'s table")
    )
    for person, seat in ((NAME, 1), ("bob", 2)):
        room.give(person, 300_00)
        room.do("one", c.SitDown(person, seat), c.BuyIn(person, 300_00))
    room.round("one", "Ts 9s 9h 8s 8d Td", (NAME, 1, 100_00), ("bob", 2, 50_00))
    ruling = c.RuleOnRound(
        "flo", 1, "correct-payment", f"{NAME} was paid late", "office.ruling", {NAME: 10_00}
    )
    room.do("one", ruling, c.SignSlip("fay", 1))
    room.do("one", c.LeaveSeat(NAME), c.CashOut(NAME))
    if paid_out:
        do_cashier(room.floor, "out", HOUSE, Withdraw(NAME, room.floor.wallet(NAME)))
    accounts = AccountJournal(room.store, lambda: room.now)
    accounts.write(events.Registered(NAME, address="192.0.2.7"))
    accounts.write(events.LoggedIn(NAME, "192.0.2.7"))
    room.close()
    return folder / "journal.sqlite"


def figures(journal: Path | str) -> str:
    with closing(open_reader(str(journal))) as reader:
        posted = PostedRules(reader)
        tally = tally_of(reader, CLOCK, posted)
        day = date(2020, 9, 13)
        return as_csv(report(daily(tally, day, "day", CLOCK, lambda _: {}, posted)))


def test_a_long_erasure_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(tmp_path)
    monkeypatch.setattr("cardroom.progress.EVERY", 1)
    told: list[ProgressNotice] = []
    room = ErasedRoom(tmp_path, tell=told.append)
    erase_person(room, NAME, ("ada", "abe"), "asked", 0, CLOCK, time.time_ns())
    last = {each.text: each for each in told}
    assert list(last) == ["verifying", "replaying", "replaying without the name"]
    assert all(each.done == each.of for each in last.values())


def test_the_name_is_gone_and_verify_replay_and_figures_are_as_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = evening(tmp_path)
    before = figures(journal)
    (tmp_path / "nicknames.json").write_text(f'{{"{NAME}": "Annie"}}', encoding="utf-8")
    assert main(["audit", "verify", str(journal)]) == 0
    assert main(["office", "erase", str(journal), NAME, *BY]) == 0
    capsys.readouterr()
    assert main(["audit", "verify", str(journal)]) == 0
    said = capsys.readouterr().out
    assert "nothing is wrong, sealed and untouched" in said
    assert "Entries from which a name was erased, as recorded: " in said
    assert main(["audit", "replay", str(journal)]) == 0
    assert figures(journal) == before
    for file in tmp_path.iterdir():
        content = file.read_bytes().lower()
        assert NAME.lower().encode() not in content, file.name
        assert b"192.0.2.7" not in content, file.name
    with closing(open_reader(str(journal))) as reader:
        (entry,) = reader.read(STREAM)
        record = read(entry.body)
        assert record.by == ("ada", "abe")
        assert record.erased == record.entries > 10
    exported = tmp_path / "export.jsonl"
    assert main(["audit", "export", str(journal), "--orders", "--out", str(exported)]) == 0
    assert main(["audit", "verify", str(exported)]) == 0


def test_a_second_name_is_erased_from_the_same_entries(tmp_path: Path) -> None:
    journal = evening(tmp_path)
    assert main(["office", "erase", str(journal), NAME, *BY]) == 0
    room = OldRoom(tmp_path)
    room.now += 1
    room.do("one", c.LeaveSeat("bob"), c.CashOut("bob"))
    do_cashier(room.floor, "bob-out", HOUSE, Withdraw("bob", room.floor.wallet("bob")))
    room.close()
    assert main(["office", "erase", str(journal), "bob", *BY]) == 0
    assert main(["audit", "verify", str(journal)]) == 0
    assert main(["audit", "replay", str(journal)]) == 0


def test_an_erased_entry_cannot_be_changed_unnoticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = evening(tmp_path)
    main(["office", "erase", str(journal), NAME, *BY])
    with closing(sqlite3.connect(journal)) as database:
        database.execute(
            "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), '30000', '90000') AS BLOB)"
            " WHERE blind = CAST('erased' AS BLOB)"
        )
        database.commit()
    assert main(["audit", "verify", str(journal)]) == 1
    assert "entries without names are not those that were recorded" in capsys.readouterr().err
    # Nor does an entry become one from which a name was erased by saying so.
    with closing(sqlite3.connect(evening(_folder(tmp_path)))) as database:
        database.execute("UPDATE entries SET blind = CAST('erased' AS BLOB) WHERE seq = 3")
        database.commit()
    assert main(["audit", "verify", str(tmp_path / "other" / "journal.sqlite")]) == 1
    assert "names were erased, and no erasure is recorded" in capsys.readouterr().err


def _folder(path: Path) -> Path:
    folder = path / "other"
    folder.mkdir()
    return folder


def test_records_are_kept_as_long_as_the_house_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = evening(tmp_path)
    house = tmp_path / "house.toml"
    house.write_text(
        'title = "Long"\nrecords_years = 10\n[[game]]\ngame = "blackjack"\n', encoding="utf-8"
    )
    bytes_before = journal.read_bytes()
    assert main(["office", "erase", str(journal), NAME, *BY, "--house", str(house)]) == 2
    says = f"the records of {NAME} are kept for 10 years, until 2030-09-13"
    assert says in capsys.readouterr().err
    assert journal.read_bytes() == bytes_before


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((NAME, "--by", "ada", "--why", "asked"), "two people decide it"),
        ((NAME, "--by", "ada", "--by", "Ada", "--why", "asked"), "two people decide it"),
        (
            (NAME, "--by", "ada", "--by", "abe", "--why", f"{NAME} asked"),
            "does not contain the name",
        ),
        (("bob", *BY), "bob has chips at table one"),
        (("carl", *BY), "nobody called carl is in this journal"),
    ],
)
def test_what_must_not_be_erased_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: tuple[str, ...], says: str
) -> None:
    journal = evening(tmp_path)
    assert main(["office", "erase", str(journal), *given]) == 2
    assert says in capsys.readouterr().err


def test_money_and_the_list_of_excluded_people_need_the_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = evening(tmp_path, paid_out=False)
    assert main(["office", "erase", str(journal), NAME, *BY]) == 2
    assert f"{NAME} has money in a wallet" in capsys.readouterr().err
    room = OldRoom(tmp_path)
    do_cashier(room.floor, "list", HOUSE, Exclude(NAME.lower(), "by their own wish"))
    room.close()
    assert main(["office", "erase", str(journal), NAME, *BY]) == 2
    assert f"{NAME} is excluded, and the list needs the name" in capsys.readouterr().err


def test_a_name_that_is_a_word_of_the_record_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = OldRoom(tmp_path)
    room.do("one", c.OpenTable("one", "blackjack", {"decks": 1, "burn": 0}))
    room.give("main", 500_00)
    room.do("one", c.SitDown("main", 1), c.BuyIn("main", 300_00))
    room.round("one", "Ts 9s 9h 8s", ("main", 1, 100_00))
    room.do("one", c.LeaveSeat("main"), c.CashOut("main"))
    do_cashier(room.floor, "out", HOUSE, Withdraw("main", room.floor.wallet("main")))
    room.close()
    journal = tmp_path / "journal.sqlite"
    assert main(["office", "erase", str(journal), "main", *BY]) == 2
    assert "main is also a word in the records" in capsys.readouterr().err
    assert main(["audit", "verify", str(journal)]) == 0


def test_a_shuffle_that_the_person_contributed_to_replays(tmp_path: Path) -> None:
    room = OldRoom(tmp_path)
    room.do("one", c.OpenTable("one", "blackjack", {"decks": 1, "burn": 0}))
    for seat, person in enumerate((NAME, "bob"), start=1):
        room.give(person, 300_00)
        room.do("one", c.SitDown(person, seat), c.BuyIn(person, 300_00))
    table = room.floor.table("one")
    assert table is not None
    ann = msgspec.structs.replace(contributor("ann"), player=NAME)
    shown = msgspec.structs.replace(opened("ann"), player=NAME)
    both = (ann, contributor("bob"))
    room.do("one", committed_shoe(table), c.CloseContributions(both, SQUARINGS))
    room.do("one", c.LoadShoe(opened=(shown, opened("bob"))))
    forged = do(room.floor, "one", Envelope("x", HOUSE, c.LoadShoe(seed="00" * 32)))
    assert getattr(forged, "clause", None) is clauses.CONTRIBUTIONS
    room.do("one", c.LeaveSeat(NAME), c.CashOut(NAME))
    do_cashier(room.floor, "out", HOUSE, Withdraw(NAME, 300_00))
    room.close()
    journal = tmp_path / "journal.sqlite"
    assert main(["office", "erase", str(journal), NAME, *BY]) == 0
    assert main(["audit", "verify", str(journal)]) == 0
    assert main(["audit", "replay", str(journal)]) == 0


def test_only_the_whole_name_is_replaced() -> None:
    rename = renamer("ann", "x")
    assert rename('{"owner":"ann","note":"Ann, annoyed"}') == '{"owner":"x","note":"x, annoyed"}'
    assert rename("k/ann/1 joann ann-2 ann.") == "k/x/1 joann ann-2 x."
