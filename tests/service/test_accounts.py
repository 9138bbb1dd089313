"""Accounts: passwords, authenticators, sessions, roles by two people, and what is recorded."""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from pyotp import TOTP
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from cardroom.cli import main
from cardroom.service.accounts import account_book, secrets_file
from cardroom.service.accounts import account_events as events
from cardroom.service.accounts.authenticator import step_of
from cardroom.service.accounts.changes import Changes
from cardroom.service.accounts.passwords import weakness
from cardroom.service.accounts.people import People
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import ServiceError
from cardroom.service.live.room import COOKIE
from cardroom.store.memory import MemoryStore
from cardroom.table.journal import ACCOUNTS
from tests.service.running_service import (
    FAST,
    PASSWORD,
    Guest,
    House,
    heard,
    refusal,
    running,
    with_settings,
)
from tests.staff import code_of, hire

OTHER = "wholly different horse"


def log_in(house: House, name: str, password: str = PASSWORD, code: str = "") -> Guest:
    somebody = house.nobody()
    given = {"name": name, "password": password, "code": code}
    answer = somebody.http.post("/api/login", json=given)
    assert answer.status_code == 200, answer.text
    return somebody


def until_closed(socket: ClientConnection) -> tuple[list[Any], int]:
    """What a stream says until the service closes it, and the code of that."""
    said: list[Any] = []
    while True:
        try:
            said.append(heard(socket))
        except ConnectionClosed as closed:
            return said, closed.rcvd.code if closed.rcvd else 0


def new_player(house: House, name: str) -> Guest:
    house.room.people.register(name, PASSWORD)
    return log_in(house, name)


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "10 to 200 are allowed"),
        ("x" * 201, "10 to 200 are allowed"),
        ("aaaaaaaaaaaa", "different characters"),
        ("1234567890", "row of keys"),
        ("qwertyuiop12345", "row of keys"),
        ("P@ssw0rd2024!", "common password"),
        ("letmein-letmein", ""),
        ("Password123!", "common password"),
        ("!!Blackjack77", "common password"),
        ("maria.gonzalez1", "the name"),
        ("1zelaznog.airam", "the name"),
        ("correct horse battery", ""),
        ("tR7#kkq-vwo", ""),
    ],
)
def test_a_weak_password_is_refused(password: str, why: str) -> None:
    found = weakness(password, "maria.gonzalez")
    assert (why in found) if why else not found


def test_the_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B, SHA-1; six of its eight digits."""
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    for now, code in ((59, "287082"), (1111111109, "081804"), (20000000000, "353130")):
        assert step_of(key, code, now) == now // 30
        assert step_of(key, code, now + 30) == now // 30
        assert step_of(key, code, now + 90) is None


def test_a_new_password_ends_the_other_sessions_and_their_streams(house: House) -> None:
    ann, thief = new_player(house, "Ann.New"), log_in(house, "Ann.New")
    table = house.guest().open()
    with thief.at(table).stream() as socket:
        assert '"hello"' in str(socket.recv())
        wrong = ann.http.post("/api/password", json={"old": "not the password", "new": OTHER})
        assert refusal(wrong) == "service.password"
        weak = ann.http.post("/api/password", json={"old": PASSWORD, "new": "Ann.New-1234"})
        assert refusal(weak) == "service.strength"
        done = ann.http.post("/api/password", json={"old": PASSWORD, "new": OTHER})
        assert done.status_code == 200
        said, code = until_closed(socket)
    assert (said[-1]["type"], code) == ("bye", 4401)
    assert thief.http.get("/api/me").json()["name"] is None
    assert ann.http.get("/api/me").json()["name"] == "Ann.New"
    log_in(house, "Ann.New", OTHER)


def test_sessions_are_listed_and_ended_one_by_one(house: House) -> None:
    here, there = new_player(house, "Bob.Here"), log_in(house, "Bob.Here")
    listed = here.http.get("/api/sessions").json()
    assert [each["current"] for each in listed] == [False, True]
    assert all(each["address"] == "127.0.0.1" for each in listed)
    token = there.http.cookies[COOKIE]
    assert token not in json.dumps(listed)
    stranger = new_player(house, "Not.Bob")
    assert stranger.http.delete(f"/api/sessions/{listed[0]['id']}").status_code == 404
    assert here.http.delete(f"/api/sessions/{listed[0]['id']}").status_code == 200
    assert there.http.get("/api/me").json()["name"] is None
    third = log_in(house, "Bob.Here")
    assert here.http.delete("/api/sessions").json() == {"ended": 1}
    assert third.http.get("/api/sessions").status_code == 401


def test_staff_have_no_duties_before_they_have_an_authenticator(house: House) -> None:
    people = house.room.people
    link = people.make_admin("Olga")
    unused = house.nobody().http.post(
        "/api/password/link", json={"link": link, "password": "Olga12345678"}
    )
    assert refusal(unused) == "service.strength"
    given = {"link": link, "password": PASSWORD}
    assert house.nobody().http.post("/api/password/link", json=given).json() == {"name": "Olga"}
    again = house.nobody().http.post("/api/password/link", json=given)
    assert (again.status_code, refusal(again)) == (404, "service.link")
    olga = log_in(house, "Olga")
    me = olga.http.get("/api/me").json()
    assert (me["role"], me["duties"], me["enroll"]) == ("admin", [], True)
    assert olga.http.get("/api/people").status_code == 403
    begun = olga.http.post("/api/authenticator", json={"password": PASSWORD}).json()
    assert begun["uri"].startswith("otpauth://totp/cardroom:Olga?secret=")
    assert olga.http.post("/api/authenticator/confirm", json={"code": "000000"}).status_code == 422
    code = code_of(begun["key"])
    me = olga.http.post("/api/authenticator/confirm", json={"code": code}).json()
    assert me["duties"] == ["manage", "watch"]
    # From now on the password alone is not enough, and a code is good once.
    asked = house.nobody().http.post("/api/login", json={"name": "Olga", "password": PASSWORD})
    assert (asked.status_code, refusal(asked)) == (401, "service.code")
    used = {"name": "Olga", "password": PASSWORD, "code": code}
    assert refusal(house.nobody().http.post("/api/login", json=used)) == "service.code"


def test_any_worker_confirms_an_authenticator_that_another_began() -> None:
    """Two workers of one database; neither has heard from the other since it started."""
    store = MemoryStore()
    with closing(secrets_file.open_file(None)) as rows:
        first = People(rows, store, FAST)
        first.use_link(first.make_admin("Olga"), PASSWORD)
        _, token = first.login("Olga", PASSWORD)
        second = People(rows, store, FAST)
        key = first.begin_enrollment(token, PASSWORD).key
        assert second.begin_enrollment(token, PASSWORD).key == key
        second.finish_enrollment(token, code_of(key))
        olga = Person("Olga", "admin", confirmed=True)
        assert [each.who(token) for each in (second, first)] == [olga, olga]


def test_an_authenticator_that_was_forgotten_never_comes_back() -> None:
    """Not even in the same session: the phone that has its key may be in other hands."""
    store = MemoryStore()
    with closing(People(None, store, FAST)) as people:
        people.register("Paula", PASSWORD)
        _, token = people.login("Paula", PASSWORD)
        lost = people.begin_enrollment(token, PASSWORD).key
        people.finish_enrollment(token, code_of(lost))
        people.forget_authenticator("Paula")
        assert people.begin_enrollment(token, PASSWORD).key != lost


def test_the_first_code_of_an_authenticator_is_not_guessed() -> None:
    """By somebody with a stolen session, who does not know the password."""
    store = MemoryStore()
    with closing(People(None, store, FAST)) as people:
        people.register("Paula", PASSWORD)
        _, token = people.login("Paula", PASSWORD)
        refused = []
        for number in range(FAST.lockout.failures_max + 1):
            with pytest.raises(ServiceError) as no:
                people.finish_enrollment(token, f"{number:06}", "192.0.2.7")
            refused.append(no.value.status)
        assert refused == [422] * FAST.lockout.failures_max + [429]


def test_a_player_turns_the_authenticator_off_and_staff_may_not(house: House) -> None:
    paula = new_player(house, "Paula.Off")
    assert paula.http.get("/api/me").json()["authenticator"] is False
    given = {"password": PASSWORD, "code": ""}
    nothing = paula.http.post("/api/authenticator/remove", json=given)
    assert (nothing.status_code, refusal(nothing)) == (409, "service.code")
    begun = paula.http.post("/api/authenticator", json={"password": PASSWORD}).json()
    assert begun["picture"].startswith("data:image/svg+xml")
    code = {"code": code_of(begun["key"])}
    assert paula.http.post("/api/authenticator/confirm", json=code).json()["authenticator"] is True
    wrong = paula.http.post("/api/authenticator/remove", json={**given, "code": "000000"})
    assert (wrong.status_code, refusal(wrong)) == (401, "service.code")
    later = TOTP(begun["key"]).at(int(time.time()) + 30)
    off = paula.http.post("/api/authenticator/remove", json={**given, "code": later})
    assert off.json()["authenticator"] is False
    assert log_in(house, "Paula.Off").http.get("/api/me").json()["name"] == "Paula.Off"
    written = list(house.room.floor.store.read(ACCOUNTS))
    assert any(isinstance(events.read(entry), events.AuthenticatorRemoved) for entry in written)
    floor = house.person("floor")
    refused = floor.http.post("/api/authenticator/remove", json=given)
    assert (refused.status_code, refusal(refused)) == (403, "service.role")


def test_codes_cannot_be_guessed() -> None:
    people = People(None, MemoryStore(), FAST)
    hire(people, "Gus", PASSWORD, "floor")
    for code in ("", *map(str, range(100_000, 100_004))):
        with pytest.raises(ServiceError) as no:
            people.login("Gus", PASSWORD, code, "192.0.2.1")
        assert no.value.status == 401
    with pytest.raises(ServiceError) as locked:
        people.login("Gus", PASSWORD, "", "192.0.2.1")
    assert locked.value.status == 429
    people.close()


def test_a_staff_role_takes_two_people(house: House) -> None:
    first, second = house.person("admin"), house.person("admin")
    carl = new_player(house, "Carl")
    asked = first.http.post("/api/people/carl/role", json={"role": "floor"})
    assert asked.status_code == 202
    id = asked.json()["proposal"]
    assert carl.http.get("/api/me").json()["role"] == "player"
    alone = first.http.post(f"/api/proposals/{id}/approve")
    assert (alone.status_code, refusal(alone)) == (409, "service.two-people")
    twice = second.http.post("/api/people/Carl/role", json={"role": "floor"})
    assert twice.status_code == 409
    assert id in {each["id"] for each in second.http.get("/api/proposals").json()}
    assert second.http.post(f"/api/proposals/{id}/approve").json()["done"]
    # The role is another one, so the old session is over.
    assert carl.http.get("/api/me").json()["name"] is None
    assert log_in(house, "Carl").http.get("/api/me").json()["enroll"]
    assert second.http.post(f"/api/proposals/{id}/approve").status_code == 404
    # It also takes two to take it away, or to open the account's door again.
    assert first.http.post("/api/people/Carl/role", json={"role": "player"}).status_code == 202
    for change in ("new-password", "new-authenticator"):
        asked = first.http.post(f"/api/people/Carl/{change}")
        assert asked.status_code == 202
        done = second.http.post(f"/api/proposals/{asked.json()['proposal']}/approve").json()
        assert bool(done["link"]) == (change == "new-password")
    assert first.http.post("/api/people/Nobody/role", json={"role": "floor"}).status_code == 404


def test_one_person_disables_and_two_enable_staff(house: House) -> None:
    first, second = house.person("admin"), house.person("admin")
    dealer = house.person("dealer")
    name = dealer.name
    table = house.guest().open()
    with dealer.at(table).stream() as socket:
        assert '"hello"' in str(socket.recv())
        assert first.http.post(f"/api/people/{name}/disable").json()["done"]
        assert until_closed(socket)[1] == 4401
    assert dealer.http.get("/api/me").json()["name"] is None
    given = {"name": name, "password": PASSWORD}
    closed = house.nobody().http.post("/api/login", json=given)
    assert (closed.status_code, refusal(closed)) == (403, "service.disabled")
    assert first.http.post(f"/api/people/{name}/disable").status_code == 409
    id = first.http.post(f"/api/people/{name}/enable").json()["proposal"]
    assert second.http.post(f"/api/proposals/{id}/approve").json()["done"]
    assert refusal(house.nobody().http.post("/api/login", json=given)) == "service.code"


def test_one_administrator_is_enough_for_players(house: House) -> None:
    admin, dora = house.person("admin"), new_player(house, "Dora")
    assert admin.http.post("/api/people/Dora/disable").json()["done"]
    assert dora.http.get("/api/me").json()["name"] is None
    assert admin.http.post("/api/people/Dora/enable").json()["done"]
    link = admin.http.post("/api/people/Dora/new-password").json()["link"]
    given = {"link": link, "password": OTHER}
    assert house.nobody().http.post("/api/password/link", json=given).status_code == 200
    log_in(house, "Dora", OTHER)
    made = admin.http.post("/api/people", json={"name": "Emil"}).json()
    given = {"link": made["link"], "password": PASSWORD}
    assert house.nobody().http.post("/api/password/link", json=given).status_code == 200
    assert log_in(house, "Emil").http.get("/api/me").json()["role"] == "player"
    assert admin.http.post("/api/people/Emil/end-sessions").json()["done"]


def test_a_link_from_before_a_new_role_sets_no_password(house: House) -> None:
    first, second = house.person("admin"), house.person("admin")
    new_player(house, "Gail")
    link = first.http.post("/api/people/Gail/new-password").json()["link"]
    id = first.http.post("/api/people/Gail/role", json={"role": "floor"}).json()["proposal"]
    assert second.http.post(f"/api/proposals/{id}/approve").json()["done"]
    taken = house.nobody().http.post("/api/password/link", json={"link": link, "password": OTHER})
    assert (taken.status_code, refusal(taken)) == (404, "service.link")
    # A new account has no password: its link is how the person gets in.
    made = first.http.post("/api/people", json={"name": "Hugo", "role": "dealer"}).json()
    assert second.http.post(f"/api/proposals/{made['proposal']}/approve").json()["done"]
    given = {"link": made["link"], "password": PASSWORD}
    assert house.nobody().http.post("/api/password/link", json=given).status_code == 200


def test_the_rules_of_two_people_bind_the_only_administrators() -> None:
    people = People(None, MemoryStore(), FAST)
    people.make_admin("Ida")
    changes = Changes(people)
    with pytest.raises(ServiceError, match="the only administrator"):
        changes.disable("Ida", "Ida")
    people.register("Jan", PASSWORD)
    id = changes.ask("grant", "Jan", "Ida", account_book.Grant("admin")).proposal
    with pytest.raises(ServiceError, match="somebody else must approve it"):
        changes.approve(id, "Ida")
    with pytest.raises(ServiceError, match="Jan is not an administrator"):
        changes.approve(id, "Jan")
    people.make_admin("Kim")
    assert changes.approve(id, "Kim").done
    # An approval by the person concerned, and one for a proposer who lost the role.
    id = changes.ask("grant", "Kim", "Ida", account_book.Grant("player")).proposal
    with pytest.raises(ServiceError, match="it concerns Kim"):
        changes.approve(id, "Kim")
    changes.disable("Ida", "Kim")
    with pytest.raises(ServiceError, match="is no longer an administrator"):
        changes.approve(id, "Jan")
    people.close()


def test_everything_is_in_the_journal_and_no_secret_is(tmp_path: Path) -> None:
    data = tmp_path / "room"
    with running(with_settings(data=data)) as house:
        ann = new_player(house, "Ann")
        house.nobody().http.post("/api/login", json={"name": "Ann", "password": "guess-guess-1"})
        mistyped = {"name": "my-secret-password", "password": "my-secret-password"}
        house.nobody().http.post("/api/login", json=mistyped)
        ann.http.post("/api/password", json={"old": PASSWORD, "new": OTHER})
        floor = house.person("floor")
        store = house.room.floor.store
        recorded = [(events.read(entry), entry.body) for entry in store.read(ACCOUNTS)]
        token = floor.http.cookies[COOKIE]
    kinds = [type(event).__name__ for event, _ in recorded]
    for kind in ("Registered", "LoggedIn", "PasswordChanged", "ChangeProposed", "Approved"):
        assert kind in kinds
    refused = [event for event, _ in recorded if isinstance(event, events.LoginRefused)]
    assert [(each.name, each.why) for each in refused] == [("Ann", "password"), ("", "name")]
    text = b"".join(body for _, body in recorded)
    for secret in (PASSWORD, OTHER, "guess-guess", "my-secret", "argon2", token):
        assert secret.encode() not in text
    assert main(["audit", "verify", str(data / "journal.sqlite")]) == 0
    assert main(["audit", "accounts", str(data / "journal.sqlite")]) == 0


def test_an_audit_finds_a_role_that_one_person_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "room"
    with running(with_settings(data=data)) as house:
        people = house.room.people
        hire(people, "Eve", PASSWORD, "admin")
        hire(people, "Mallory", PASSWORD, "dealer")
        id = Changes(people).ask("grant", "Mallory", "Eve", account_book.Grant("floor")).proposal
        # Somebody who can write the journal skips the rule.
        before, account_book.bars = account_book.bars, lambda *_: ""
        try:
            people.journal.write(events.Approved(id, "Eve"))
        finally:
            account_book.bars = before
    assert main(["audit", "accounts", str(data / "journal.sqlite")]) == 1
    assert "Eve has proposed it; somebody else must approve it" in capsys.readouterr().err


def test_accounts_of_the_first_version_keep_their_roles_and_passwords(tmp_path: Path) -> None:
    """Its file has no journal behind it, and the columns of format 1."""
    import sqlite3

    path, store = tmp_path / "people.sqlite", MemoryStore()
    with closing(People(tmp_path / "other.sqlite", MemoryStore(), FAST)) as made:
        made.register("Ann", PASSWORD)
        hashed = made._file.everybody()[0].hash
    with closing(sqlite3.connect(path)) as old:
        old.execute(
            "CREATE TABLE people (name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL, hash"
            " TEXT NOT NULL, failures INTEGER NOT NULL DEFAULT 0, locked_until REAL NOT NULL"
            " DEFAULT 0) STRICT"
        )
        old.execute(
            "CREATE TABLE sessions (token BLOB PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,"
            " expires REAL NOT NULL) STRICT"
        )
        for name, role in (("Ann", "player"), ("Flo", "floor")):
            old.execute(
                "INSERT INTO people (name, role, hash) VALUES (?, ?, ?)", (name, role, hashed)
            )
        old.commit()
    for _ in range(2):
        with closing(People(path, store, FAST)) as people:
            assert people.login("ann", PASSWORD)[0].role == "player"
            flo = people.login("Flo", PASSWORD)[0]
            assert (flo.role, flo.confirmed) == ("floor", False)


def test_what_the_file_says_about_roles_counts_for_nothing(tmp_path: Path) -> None:
    path, store = tmp_path / "people.sqlite", MemoryStore()
    with closing(People(path, store, FAST)) as people:
        people.register("Eve", PASSWORD)
        people._file._do("UPDATE people SET role = 'admin'")
        people._file._do("INSERT INTO people (name, role, hash) VALUES ('Ghost', 'admin', '')")
    with closing(People(path, store, FAST)) as people:
        assert people.login("Eve", PASSWORD)[0].role == "player"
        assert people.book.account("Ghost") is None
        people.bar_name("Ghost")


def test_a_guest_has_no_account_to_manage(house: House) -> None:
    guest = house.guest()
    assert guest.http.post("/api/password", json={"old": "x", "new": OTHER}).status_code == 403
    assert httpx.get(f"{house.base}/api/sessions").status_code == 401


def test_proposals_grow_old() -> None:
    book = account_book.AccountBook()
    for event in (events.AdminMade("A1"), events.AdminMade("A2"), events.Registered("P1")):
        book = account_book.follow(book, event, 0)
    book = account_book.follow(book, events.ChangeProposed("p", "grant", "P1", "A1", "dealer"), 0)
    week = account_book.PROPOSAL_SECONDS * 10**9
    assert account_book.bars(book, events.Approved("p", "A2"), week) == ""
    assert "older than 7 days" in account_book.bars(book, events.Approved("p", "A2"), week + 1)
