"""A person's own play over HTTP: every round, to the cent, and nobody else's."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest

from cardroom.service.accounts import secrets_file
from cardroom.service.errors import ServiceError
from cardroom.service.live import nicknames
from cardroom.service.live.nicknames import Nicknames
from tests.service.running_service import PASSWORD, House, refusal


def test_a_round_is_listed_with_its_wagers_and_its_result(house: House) -> None:
    guest = house.guest()
    table = guest.open(bots=0)
    table.sit()
    view = table.round(stake=1000)
    (played,) = guest.http.get("/api/me/play").json()["rounds"]
    assert played["table"] == table.id
    assert played["result"] == view["me"]["stack"] - 50_000
    (wager,) = [each for each in played["wagers"] if each["spot"] == "main"]
    assert (wager["first"], wager["squares"]) == (1000, 1000**2)
    assert sum(each["net"] for each in played["wagers"]) == played["result"]
    theory = guest.http.get("/api/me/play").json()["theory"]
    assert theory[played["rules"]]["titles"]["main"] == "Wager"
    table.round(stake=2000)
    first, second = guest.http.get("/api/me/play").json()["rounds"]
    assert first == played
    assert second["result"] + first["result"] == table.view["me"]["stack"] - 50_000
    assert house.guest().http.get("/api/me/play").json()["rounds"] == []


def test_staff_have_no_play_of_their_own(house: House) -> None:
    assert house.cast("dealer").http.get("/api/me/play").status_code == 403


def test_a_nickname_is_what_others_read_and_nobody_elses(house: House) -> None:
    guest, other = house.guest(), house.guest()
    table = guest.open(bots=0)
    table.sit()
    answer = guest.http.post("/api/me/nickname", json={"nickname": "  Lucky   Lou "})
    assert answer.json()["nickname"] == "Lucky Lou"
    seat = other.at(table).view["boxes"][3]
    assert (seat["name"], seat["player"]) == ("Lucky Lou", guest.name)
    for taken, status in (
        ("lucky lou", 409),
        ("L\N{LATIN SMALL LETTER U WITH ACUTE}cky-Lou", 409),
        ("L\N{CYRILLIC SMALL LETTER U}cky Lou", 422),
        ("dealer", 422),
        ("The Floor", 422),
        ("Dealer 7", 422),
        ("\N{FULLWIDTH LATIN SMALL LETTER A}dmin2", 422),
        ("\N{LATIN CAPITAL LETTER A WITH ACUTE}dmin", 422),
        ("x", 422),
        ("a\u202eb", 422),
    ):
        refused = other.http.post("/api/me/nickname", json={"nickname": taken})
        assert refused.status_code == status
        assert refusal(refused) == "service.nickname"
    guest.http.post("/api/me/nickname", json={"nickname": ""})
    assert other.at(table).view["boxes"][3]["name"].startswith("Guest ")


def test_a_nickname_gives_way_to_an_account(house: House) -> None:
    guest = house.guest()
    chosen = guest.http.post("/api/me/nickname", json={"nickname": "Real-Name"})
    assert chosen.json()["nickname"] == "Real-Name"
    given = {"name": "Real.Name", "password": PASSWORD}
    assert house.nobody().http.post("/api/register", json=given).status_code == 201
    assert guest.http.get("/api/me").json()["nickname"] == ""


def test_of_two_who_choose_a_nickname_at_once_one_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = secrets_file.open_file(None)
    names, both = Nicknames(rows, time.time, None), Barrier(2)
    free = names._bar

    def looked(name: str, nick: str, accounts: Iterable[str]) -> None:
        free(name, nick, accounts)
        with suppress(BrokenBarrierError):
            both.wait(0.2)

    monkeypatch.setattr(names, "_bar", looked)

    def choose(name: str) -> bool:
        try:
            asyncio.run(names.choose(name, "Lucky Lou", ()))
        except ServiceError:
            return False
        return True

    with ThreadPoolExecutor(2) as people:
        assert sorted(people.map(choose, ("ann", "bob"))) == [False, True]


def test_a_nickname_that_another_worker_gave_a_moment_ago_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = secrets_file.open_file(None)
    one, other = (Nicknames(rows, time.time, None) for _ in range(2))
    asyncio.run(one.choose("ann", "Lucky Lou", ()))
    asyncio.run(one.choose("bob", "Bobby", ()))
    # It looked before the first one wrote.
    monkeypatch.setattr(other, "_bar", lambda *_: None)
    with pytest.raises(ServiceError, match="taken"):
        asyncio.run(other.choose("bob", "lucky lou", ()))
    assert (other.own("ann"), other.own("bob")) == ("Lucky Lou", "Bobby")


@pytest.mark.parametrize(("text", "own"), [('{"ann": "Lou"}', "Lou"), ("{", "")])
def test_nicknames_of_an_earlier_version_are_taken_over(
    tmp_path: Path, text: str, own: str
) -> None:
    file = tmp_path / secrets_file.NICKNAMES
    file.write_text(text, encoding="utf-8")
    with closing(secrets_file.open_file(tmp_path / "people.sqlite")) as rows:
        assert Nicknames(rows, time.time, None).own("ann") == own
    assert not file.exists()


def test_only_the_newest_nicknames_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nicknames, "KEPT", 2)
    names = Nicknames(secrets_file.open_file(None), itertools.count(1.0).__next__, None)
    for name in ("ann", "bob", "cy"):
        asyncio.run(names.choose(name, f"The {name}", ()))
    assert [names.own(name) for name in ("ann", "bob", "cy")] == ["", "The bob", "The cy"]


def test_an_administrator_credits_players_and_nobody_else(house: House) -> None:
    admin, player = house.cast("admin"), house.person("player")
    before = player.http.get("/api/me").json()["wallet"]
    path = f"/api/people/{player.name}/credits"
    assert admin.http.post(path, json={"amount": 12_345}).json()["done"]
    assert player.http.get("/api/me").json()["wallet"] == before + 12_345
    assert player.http.post(path, json={"amount": 1}).status_code == 403
    assert admin.http.post(path, json={"amount": -5}).status_code == 422
    for nobody in ("nobody", admin.name):
        answer = admin.http.post(f"/api/people/{nobody}/credits", json={"amount": 100})
        assert answer.status_code == 404
