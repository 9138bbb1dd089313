"""Passwords, lock-out, sessions, origins, rates: what stands before the tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from cardroom.service.accounts.people import People
from cardroom.service.errors import ServiceError
from cardroom.service.http.rates import Buckets
from cardroom.service.live.room import COOKIE, Room
from cardroom.service.settings import Lockout, Rate, Rates, SessionTimes
from cardroom.store import StoreError
from cardroom.store.memory import MemoryStore
from tests.service.running_service import (
    FAST,
    PASSWORD,
    PLENTY,
    House,
    refusal,
    running,
    with_settings,
)
from tests.staff import code_of, hire


def staff(clock: Callable[[], float] = time.time, **settings: Any) -> People:
    """Accounts without a service around them."""
    return People(None, MemoryStore(), with_settings(**settings), clock)


def test_an_account_keeps_its_name_across_sessions(house: House) -> None:
    somebody = house.nobody()
    given = {"name": "Ann.Lee", "password": PASSWORD}
    assert somebody.http.post("/api/register", json=given).json()["name"] == "Ann.Lee"
    assert somebody.http.post("/api/logout").json()["name"] is None
    assert somebody.http.get("/api/me").json()["name"] is None
    again = house.nobody()
    me = again.http.post("/api/login", json={**given, "name": "ann.lee"}).json()
    assert me == {
        "name": "Ann.Lee",
        "role": "player",
        "duties": ["play", "watch"],
        "wallet": 100_000,
        "enroll": False,
        "authenticator": False,
        "nickname": "",
    }


def test_a_session_ends_when_it_is_ended(house: House) -> None:
    guest = house.guest()
    token = guest.http.cookies[COOKIE]
    guest.http.post("/api/logout")
    old = httpx.get(f"{house.base}/api/me", cookies={COOKIE: token})
    assert old.json()["name"] is None


def test_the_session_cookie_is_for_the_service_only(house: House) -> None:
    cookie = house.nobody().http.post("/api/guest").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie


@pytest.mark.parametrize(
    ("name", "password", "clause"),
    [
        ("x y", PASSWORD, "service.name"),
        ("guest-123", PASSWORD, "service.name"),
        ("bot-Ada", PASSWORD, "service.name"),
        ("house", PASSWORD, "service.name"),
        ("Admin", PASSWORD, "service.name"),
        ("the-floor.2", PASSWORD, "service.name"),
        ("Napa.Valley.Casino", PASSWORD, "service.name"),
        ("Bob", "short", "service.strength"),
        ("B", PASSWORD, "service.form"),
    ],
)
def test_names_and_passwords_have_a_form(
    house: House, name: str, password: str, clause: str
) -> None:
    answer = house.nobody().http.post("/api/register", json={"name": name, "password": password})
    assert answer.status_code == 422
    assert refusal(answer) == clause


def test_a_name_belongs_to_one_person(house: House) -> None:
    given = {"name": "Twice", "password": PASSWORD}
    assert house.nobody().http.post("/api/register", json=given).status_code == 201
    answer = house.nobody().http.post("/api/register", json={**given, "name": "TWICE"})
    assert answer.status_code == 409
    assert refusal(answer) == "service.name"


def test_nobody_makes_oneself_an_administrator(house: House) -> None:
    given = {"name": "Eve", "password": PASSWORD, "role": "admin"}
    assert house.nobody().http.post("/api/register", json=given).status_code == 422
    assert house.guest().http.post("/api/people", json=given).status_code == 403
    admin = house.person("admin")
    asked = admin.http.post("/api/people", json={"name": "Eve", "role": "floor"})
    assert asked.status_code == 201
    assert not asked.json()["done"]
    assert house.room.people.book.accounts["eve"].role == "player"


@pytest.mark.parametrize("known", [True, False])
def test_wrong_passwords_make_their_sender_wait_longer_each_time(known: bool) -> None:
    now = [1000.0]
    people = staff(clock=lambda: now[0], lockout=Lockout(3, 60, 200))
    if known:
        people.register("Locked", PASSWORD)
    for _ in range(3):
        with pytest.raises(ServiceError, match="wrong name or password"):
            people.login("Locked", "wrong password", address="192.0.2.1")
    for wait in (60, 120, 200, 200):
        with pytest.raises(ServiceError, match=f"try again in {wait} seconds") as locked:
            people.login("locked", PASSWORD, address="192.0.2.1")
        assert locked.value.status == 429
        now[0] += wait + 1
        with pytest.raises(ServiceError, match="wrong name or password"):
            people.login("Locked", "wrong password", address="192.0.2.1")
    people.close()


def test_nobody_locks_somebody_else_out() -> None:
    """The attack: wrong passwords for Ann, from everywhere but from where Ann is."""
    people = staff(lockout=Lockout(3, 60))
    people.register("Ann", PASSWORD)
    for number in range(20):
        with pytest.raises(ServiceError):
            people.login("Ann", "wrong password", address=f"192.0.2.{number % 4}")
    assert people.login("Ann", PASSWORD, address="198.51.100.7")[0].name == "Ann"
    # One house has one IPv6 network, however many addresses it uses.
    for number in range(3):
        with pytest.raises(ServiceError, match="wrong name or password"):
            people.login("Ann", "wrong password", address=f"2001:db8::{number}")
    with pytest.raises(ServiceError, match="try again in 60 seconds"):
        people.login("Ann", PASSWORD, address="2001:db8::ffff")
    people.close()


def test_an_administrator_unlocks(house: House) -> None:
    house.room.people.register("Jammed", PASSWORD)
    somebody = house.nobody()
    given = {"name": "Jammed", "password": PASSWORD}
    for _ in range(5):
        somebody.http.post("/api/login", json={**given, "password": "wrong password"})
    answer = somebody.http.post("/api/login", json=given)
    assert answer.status_code == 429
    assert refusal(answer) == "service.locked"
    assert int(answer.headers["retry-after"]) > 20
    admin = house.person("admin")
    listed = {each["name"]: each for each in admin.http.get("/api/people").json()}
    assert listed["Jammed"]["locked"]
    assert admin.http.post("/api/people/Jammed/unlock").status_code == 200
    assert admin.http.post("/api/people/Nobody/unlock").status_code == 404
    assert somebody.http.post("/api/login", json=given).status_code == 200


def test_sessions_and_accounts_outlive_the_process(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("people") / "people.sqlite"
    store = MemoryStore()
    first = People(path, store, FAST)
    key = hire(first, "Ann", PASSWORD, "dealer")
    _, token = first.login("Ann", PASSWORD, code_of(key))
    first.close()
    second = People(path, store, FAST)
    person = second.who(token)
    assert person is not None
    assert (person.name, person.role) == ("Ann", "dealer")
    assert token.encode() not in path.read_bytes()
    assert PASSWORD.encode() not in path.read_bytes()
    second.close()


def test_what_the_service_keeps_is_for_its_own_eyes(tmp_path: Path) -> None:
    data = tmp_path / "room"
    with running(with_settings(data=data)) as house:
        house.guest()
        kept = sorted(data.iterdir())
        # A checkpoint is there to be copied.
        public = {file.name for file in kept if file.stat().st_mode & 0o077}
        assert {"lock"} <= public <= {"lock", "checkpoint.json"}
        assert {"journal.sqlite", "people.sqlite", "tables.sqlite"} <= {file.name for file in kept}


@pytest.mark.parametrize("name", ["people.sqlite", "tables.sqlite", "journal.sqlite"])
def test_a_file_that_is_not_ours_is_reported_and_not_changed(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"something else\n" * 100)
    with pytest.raises(StoreError, match=name):
        Room(with_settings(data=tmp_path))
    assert file.read_bytes() == b"something else\n" * 100


def test_a_room_needs_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "room"
    file.touch()
    with pytest.raises(StoreError, match="this is a file; the card room needs a folder"):
        Room(with_settings(data=file))


def test_a_session_grows_old() -> None:
    now = [0.0]
    people = staff(clock=lambda: now[0], sessions=SessionTimes(100))
    _, token = people.guest()
    now[0] = 99
    assert people.who(token)
    now[0] = 101
    assert people.who(token) is None
    people.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://["},
        {"host": "evil.example"},
        {"host": ""},
        {"sec-fetch-site": "cross-site"},
    ],
    ids=str,
)
def test_a_foreign_page_cannot_speak_for_a_person(house: House, headers: dict[str, str]) -> None:
    guest = house.guest()
    answer = guest.http.post("/api/tables", json={"game": "blackjack"}, headers=headers)
    assert answer.status_code == 403
    assert refusal(answer) == "service.origin"


def test_our_own_page_can(house: House) -> None:
    guest = house.guest()
    headers = {"origin": house.base, "sec-fetch-site": "same-origin"}
    answer = guest.http.post("/api/tables", json={"game": "blackjack"}, headers=headers)
    assert answer.status_code == 201


def test_a_foreign_page_opens_no_stream(house: House) -> None:
    table = house.guest().open()
    url = f"{house.base.replace('http', 'ws', 1)}{table.url}/stream"
    headers = {"Cookie": f"{COOKIE}={table.guest.http.cookies[COOKIE]}"}
    with pytest.raises(InvalidStatus) as refused:
        connect(url, additional_headers=headers, origin=Origin("http://evil.example"))
    assert refused.value.response.status_code == 403
    with connect(url, additional_headers=headers, origin=Origin(house.base)) as socket:
        assert '"hello"' in str(socket.recv())


def test_answers_forbid_frames_and_foreign_scripts(house: House) -> None:
    headers = house.nobody().http.get("/api/games").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_a_bucket_lets_a_burst_through_and_then_a_given_number_per_second() -> None:
    now = [0.0]
    bucket = Buckets(Rate(3, 2.0), names_max=2, clock=lambda: now[0])
    assert [bucket.take("a") for _ in range(3)] == [0, 0, 0]
    assert bucket.take("a") == pytest.approx(0.5)
    assert bucket.take("b") == 0
    now[0] = 0.5
    assert bucket.take("a") == 0
    assert bucket.take("a") > 0
    bucket.take("c")
    assert len(bucket._levels) == 2


def test_rates_are_limited_per_person_and_per_door() -> None:
    rates = Rates(Rate(2, 0.01), Rate(2, 0.01), PLENTY, Rate(1, 0.01))
    with running(with_settings(rates=rates)) as house:
        table = house.guest().open()
        assert table.send("sit-down", seat=1).status_code == 200
        assert table.send("buy-in", amount=500).status_code == 200
        slow = table.send("buy-in", amount=500)
        assert slow.status_code == 429
        assert refusal(slow) == "service.rate"
        assert int(slow.headers["retry-after"]) >= 1
        assert house.guest().at(table).send("sit-down", seat=2).status_code == 200
        # A third guest from the same address has to wait.
        assert house.nobody().http.post("/api/guest").status_code == 429
        with table.stream() as socket:
            assert '"hello"' in str(socket.recv())
        with table.stream() as socket:
            assert "service.rate" in str(socket.recv())


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"key": 1}', b"\xff\xfe", b'{"key":"k","command":{}}', b"[" * 20_000],
    ids=lambda body: repr(body[:12]),
)
def test_a_malformed_message_is_refused_with_what_is_wrong(house: House, body: bytes) -> None:
    table = house.guest().open()
    answer = table.guest.http.post(f"{table.url}/commands", content=body)
    assert answer.status_code == 422
    assert refusal(answer) == "service.form"
    assert answer.json()["refusal"]["why"]


def test_a_message_that_is_too_large_is_refused(house: House) -> None:
    table = house.guest().open()
    answer = table.guest.http.post(f"{table.url}/commands", content=b" " * 70_000)
    assert answer.status_code == 413


def test_an_unknown_address_has_a_clause_too(house: House) -> None:
    guest = house.guest()
    for method, path, status in (
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/none", 404),
        ("PUT", "/api/tables", 405),
        ("GET", "/api/games/whist/rules", 404),
    ):
        answer = guest.http.request(method, path)
        assert answer.status_code == status, answer.text
        assert refusal(answer) in ("service.not-found", "service.method")


def test_the_documentation_works_offline(house: House) -> None:
    guest = house.nobody()
    page = guest.http.get("/docs").text
    assert "https://" not in page.replace("https://fastapi.tiangolo.com", "")
    script = next(part for part in page.split('"') if part.endswith("swagger-ui-bundle.js"))
    assert guest.http.get(script).status_code == 200
    document = guest.http.get("/openapi.json").json()
    assert "/api/tables/{table}/commands" in document["paths"]
