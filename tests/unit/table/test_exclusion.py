"""People who are excluded are not seated, and can always cash what they have."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.play.round import Refusal
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Cashier, Exclude, Readmit, apply_cashier
from cardroom.table.floor import HOUSE, Floor, Receipt
from cardroom.table.replay import replay_journal
from tests.floor_calls import do, do_cashier
from tests.unit.office.test_daily import Room, small_day


def answer(room: Room, command: c.TableCommand) -> object:
    return do(room.floor, "one", Envelope(f"x{id(command)}", HOUSE, command))


def test_an_excluded_person_leaves_and_cashes_out_and_does_not_come_back() -> None:
    room = small_day()
    assert isinstance(do_cashier(room.floor, "ex", HOUSE, Exclude("Ann", "her wish")), Receipt)
    for command in (
        c.PlaceBet("ann", 1, "main", 10_00),
        c.SitDown("ann", 6),
        c.BuyIn("ann", 10_00),
        c.PostBank("ann", 10_00),
    ):
        refused = answer(room, command)
        assert isinstance(refused, Refusal)
        assert refused.clause.id == "office.excluded"
    room.do("one", c.LeaveSeat("ann"), c.CashOut("ann"))
    again = Floor(room.store, lambda: room.now)
    assert isinstance(do(again, "one", Envelope("y", HOUSE, c.SitDown("ann", 1))), Refusal)
    assert isinstance(do_cashier(again, "re", HOUSE, Readmit("ann", "a year later")), Receipt)
    assert isinstance(do(again, "one", Envelope("z", HOUSE, c.SitDown("ann", 1))), Receipt)
    assert not replay_journal(room.store.heads(), room.store.read).differences


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (Exclude("", "why"), "name the person"),
        (Exclude("ann", " "), "name the person"),
        (Readmit("ann", "why"), "is not excluded"),
    ],
)
def test_a_list_has_names_and_reasons(command: Exclude | Readmit, says: str) -> None:
    refused = apply_cashier(Cashier(), command)
    assert isinstance(refused, Refusal)
    assert says in refused.why


def test_the_list_is_kept_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "journal.sqlite")
    small_day(place).store.close()
    # A room's folder has its key; an entry without it would be taken for a forged one.
    key = str(tmp_path / "house-key.pem")
    assert main(["audit", "checkpoint", place, "--key-file", key]) == 0
    capsys.readouterr()
    assert main(["office", "exclude", place]) == 0
    assert main(["office", "exclude", place, "bob", "--why", "banned for a year"]) == 0
    assert main(["office", "exclude", place, "bob", "--why", "again"]) == 2
    assert main(["office", "exclude", place]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "Nobody is excluded.",
        "bob is excluded",
        "bob: banned for a year",
    ]
    assert "is excluded already" in err
    assert main(["audit", "verify", place]) == 0
