"""Attacks that cost their sender nothing: each has a bound, and the others play on meanwhile.

How long a player waits during each of them is measured by `make bench`.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from cardroom import houses
from cardroom.cli import main
from cardroom.games.side_bets import custom
from cardroom.rules.options import Catalogue
from cardroom.rules.side_bet import SideBet
from cardroom.service.http import tables_routes
from cardroom.service.lab import states
from cardroom.service.live import room
from cardroom.service.live.messages import SharedStep
from cardroom.service.settings import Connections, Guests, Rate, Rates, Streams
from cardroom.service.view.history import Update
from cardroom.signage import press
from cardroom.signage.sheet import Sheet
from cardroom.store import Entry
from tests.service.running_service import (
    FAST,
    PASSWORD,
    PATIENCE_SECONDS,
    PLENTY,
    House,
    refusal,
    running,
    told_until,
    with_settings,
)


@pytest.fixture(scope="module")
def small() -> Iterator[House]:
    with running(
        with_settings(
            streams=Streams(each_max=3, table_max=4, address_max=40),
            guests=Guests(tables_each=2, tables_address=12),
            connections=Connections(each_max=40),
        )
    ) as house:
        yield house


def counting(read: Callable[..., Iterator[Entry]], after: list[int]) -> Callable[..., Any]:
    """A store's `read`, with the number after which each call begins."""

    def counted(stream: str, number: int = 0) -> Iterator[Entry]:
        after.append(number)
        return read(stream, number)

    return counted


def test_a_round_that_does_not_exist_is_not_looked_for(
    small: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = small.guest().open()
    table.sit()
    table.round()
    read: list[int] = []
    store = small.room.floor.store
    monkeypatch.setattr(store, "read", counting(store.read, read))
    for number in (2, 7, 999_999_999):
        for part in ("", "/scenario", "/proof"):
            answer = table.guest.http.get(f"{table.url}/rounds/{number}{part}")
            assert answer.status_code == 404, answer.text
    assert read == []
    assert table.guest.http.get(f"{table.url}/rounds/1").status_code == 200


def test_old_rounds_are_read_from_a_round_nearby(
    small: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not from the first entry on, however long the table has been played."""
    table = small.guest().open()
    table.sit()
    desk = small.room.floor._desk(table.id)
    table.round()
    desk._sparse.append(desk._starts[-1])
    table.round()
    desk._starts.clear()
    numbers = {step.after.number for step in desk.steps(2)}
    assert numbers == {2}
    read: list[int] = []
    monkeypatch.setattr(desk._store, "read", counting(desk._store.read, read))
    assert {step.after.number for step in desk.steps(2)} == {2}
    assert read[0] > 0


def test_one_person_and_one_table_have_a_limited_number_of_streams(small: House) -> None:
    table = small.guest().open()
    with ExitStack() as streams:
        for _ in range(3):
            assert '"hello"' in str(streams.enter_context(table.stream()).recv())
        assert "service.streams" in str(streams.enter_context(table.stream()).recv())
        watcher = small.guest().at(table)
        assert '"hello"' in str(streams.enter_context(watcher.stream()).recv())
        # The table is full of watchers now; a player and the staff still get in.
        assert "service.streams" in str(
            streams.enter_context(small.guest().at(table).stream()).recv()
        )
        player = small.guest().at(table)
        player.do("sit-down", seat=2)
        assert '"hello"' in str(streams.enter_context(player.stream()).recv())
        floor = small.person("floor").at(table)
        assert '"hello"' in str(streams.enter_context(floor.stream()).recv())
    with table.stream() as again:
        assert '"hello"' in str(again.recv())


def test_watchers_are_sent_what_each_would_have_been_sent(small: House) -> None:
    """The shared message, to the byte, for every step of a round."""
    table = small.guest().open()
    table.sit()
    live = small.room.lobby.get(table.id)
    assert live is not None
    ann, bob = small.guest(), small.guest()
    people = small.room.people
    standings = [
        live.standing(person)
        for person in (people.who(guest.http.cookies["cardroom"]) for guest in (ann, bob))
        if person is not None
    ]
    compared: list[bool] = []
    before = live._publish

    def publish(update: Update) -> None:
        before(update)
        shared = SharedStep(update, live.view_context, standings[0])
        for standing in standings:
            alone = json.loads(live.message(update, standing))
            compared.append(json.loads(shared.for_watcher(standing)) == alone)

    live._publish = publish  # type: ignore[method-assign]
    with ann.at(table).stream() as watching:
        # A natural ends a round before anybody decides; then one round is not enough.
        while len(compared) < 6:
            last = table.round()["table"]["seq"]
        told = told_until(watching, last)
    assert told[-1]["view"]["me"]["player"] == ann.name
    assert len(compared) >= 6
    assert all(compared)


def test_half_open_connections_are_closed_and_others_served() -> None:
    short = Connections(head_seconds=2.0, body_seconds=0.5)
    with ExitStack() as opened:
        house = opened.enter_context(running(with_settings(connections=short)))
        place = urlsplit(house.base)
        assert place.hostname
        assert place.port
        silent = [
            opened.enter_context(socket.create_connection((place.hostname, place.port)))
            for _ in range(15)
        ]
        for number, each in enumerate(silent):
            if number % 2:
                each.sendall(b"GET /api/me HTTP/1.1\r\nHost: 127.0")
        assert house.nobody().http.get("/api/me").status_code == 200
        # A body that never ends.
        body = opened.enter_context(socket.create_connection((place.hostname, place.port)))
        head = f"POST /api/login HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 100\r\n\r\n{{"
        body.sendall(head.encode())
        body.settimeout(PATIENCE_SECONDS)
        assert b"408" in body.recv(200)
        deadline = time.monotonic() + PATIENCE_SECONDS
        for each in silent:
            each.settimeout(max(0.1, deadline - time.monotonic()))
            with suppress(ConnectionResetError):
                assert each.recv(1) == b""


def test_requests_that_break_off_do_not_fill_the_log(
    small: House, caplog: pytest.LogCaptureFixture
) -> None:
    place = urlsplit(small.base)
    assert place.hostname
    assert place.port
    for _ in range(5):
        with socket.create_connection((place.hostname, place.port)) as body:
            head = (
                f"POST /api/login HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 99\r\n\r\n{{"
            )
            body.sendall(head.encode())
    # The service has seen the end of the others before it answers this.
    assert small.nobody().http.get("/api/me").status_code == 200
    time.sleep(0.2)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_one_address_has_a_limited_number_of_connections() -> None:
    # None is closed for its silence.
    patient = Connections(head_seconds=10 * PATIENCE_SECONDS, each_max=40)
    with ExitStack() as opened:
        house = opened.enter_context(running(with_settings(connections=patient)))
        place = urlsplit(house.base)
        assert place.hostname
        assert place.port
        many = [
            opened.enter_context(socket.create_connection((place.hostname, place.port)))
            for _ in range(60)
        ]
        for each in many:
            each.setblocking(False)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len([each for each in many if is_closed(each)]) < 15:
            assert time.monotonic() < deadline, "all of them are open"
            time.sleep(0.02)


def is_closed(connection: socket.socket) -> bool:
    """By the other side, without waiting for it."""
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("trusted", [(), ("127.0.0.1",)])
def test_nobody_says_for_whom_it_asks_unless_it_is_trusted(trusted: tuple[str, ...]) -> None:
    """Otherwise every process on this machine has as many addresses as it likes."""
    rates = Rates(Rate(2, 0.001), PLENTY, PLENTY, PLENTY)
    with running(with_settings(rates=rates, proxies=trusted)) as house:
        codes = [
            house.nobody()
            .http.post("/api/guest", headers={"x-forwarded-for": f"198.51.100.{number}"})
            .status_code
            for number in range(4)
        ]
    assert codes == ([201] * 4 if trusted else [201, 201, 429, 429])


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"title": houses.house("washington").title}, 403),
        ({"title": "NAPA - VÁLLEY, table 1"}, 403),
        ({"title": "N\N{CYRILLIC SMALL LETTER A}pa Valley Casino"}, 422),
        ({"title": "Washingt\N{GREEK SMALL LETTER OMICRON}n"}, 422),
        ({"title": "two\nlines"}, 422),
        ({"title": "right\u202eleft"}, 422),
        ({"title": "zero\u200bwidth"}, 422),
        ({"title": "bell\x07"}, 422),
    ],
    ids=str,
)
def test_a_title_is_plain_and_not_a_house(
    house: House, fields: dict[str, str], status: int
) -> None:
    answer = house.guest().http.post("/api/tables", json={"game": "blackjack", **fields})
    assert (answer.status_code, refusal(answer)) == (status, "service.title")


def test_a_title_with_marks_stays_text(house: House) -> None:
    title = 'Ann\'s <b>"table"</b> & more = 1'
    table = house.guest().open(title=title)
    assert table.view["table"]["title"] == title
    table.sit()
    table.round()
    text = table.guest.http.get(f"{table.url}/rounds/1/scenario").text
    assert text.startswith("title = ")
    sheet = table.guest.http.get(f"{table.url}/sheets/sign")
    assert sheet.status_code == 200


def side_bet_that_tries_everything() -> str:
    """Many kinds of cards in three places, and 40 rows that none of them makes."""
    suits, ranks = ("clubs", "hearts", "spades"), range(2, 11)
    named = [f"{rank} of {suit}" for suit in suits for rank in ranks]
    facts = " and ".join(f"count of {card} = 3" for card in named[:12])
    rows = [
        f'[[row]]\nname = "row-{number}"\nwhen = "{facts}"\npays = "9 to 1"\n'
        for number in range(40)
    ]
    head = 'name = "slow"\ntitle = "Slow"\ncards = ["first", "second", "up"]\n'
    return head + "".join(rows)


def test_a_side_bet_made_to_be_slow_is_not_tried_card_by_card(
    small: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Millions of facts, which would take a minute, while everybody else waits for the thread."""
    tried: list[str] = []

    def unpaid_rows(bet: SideBet) -> Iterator[tuple[str, str]]:
        tried.append(bet.name)
        return iter(())

    monkeypatch.setattr(custom, "unpaid_rows", unpaid_rows)
    text = side_bet_that_tries_everything()
    answer = small.guest().http.post("/api/tables", json={"game": "blackjack", "side_bets": [text]})
    assert answer.status_code == 201, answer.text
    assert tried == []


OWN_RULES: dict[str, Any] = {"game": "blackjack", "options": {"decks": 3, "wager_max": "777"}}


@pytest.mark.parametrize(
    ("method", "path", "given"),
    [
        ("POST", "/api/tables", OWN_RULES),
        ("POST", "/api/lab/results", {**OWN_RULES, "parts": []}),
        ("POST", "/api/lab/house", {**OWN_RULES, "name": "my-room"}),
        ("POST", "/api/lab/sheets/sign", OWN_RULES),
        ("POST", "/api/lab/submission", {**OWN_RULES, "name": "my-room"}),
        ("GET", "/api/games/blackjack/chart?decks=3&wager_max=777", None),
    ],
)
def test_rules_are_built_aside_from_the_tables(
    small: House, monkeypatch: pytest.MonkeyPatch, method: str, path: str, given: object
) -> None:
    """Rules that take long to build do not keep the tables waiting."""
    threads: list[str] = []
    build = Catalogue.read

    def noted(catalogue: Catalogue, given: Any) -> Any:
        threads.append(threading.current_thread().name)
        return build(catalogue, given)

    monkeypatch.setattr(Catalogue, "read", noted)
    monkeypatch.setattr(states, "_BUILT", {})
    answer = small.guest().http.request(method, path, json=given)
    assert answer.status_code in (200, 201, 409), answer.text
    assert threads
    assert not any(name == small.thread_name for name in threads)


def test_sheets_are_printed_one_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each computes in a thread, and twelve at once would take the processor from the tables."""
    printing: list[str] = []
    together: list[int] = []
    another = threading.Event()

    def pdf(sheet: Sheet, paper: str) -> bytes:
        printing.append(paper)
        together.append(len(printing))
        if len(printing) > 1:
            another.set()
        another.wait(0.1)
        printing.pop()
        return b"%PDF"

    monkeypatch.setattr(press, "pdf", pdf)
    guest = house.guest()

    def ask(decks: int) -> int:
        given = {"game": "blackjack", "options": {"decks": decks, "wager_max": "888"}}
        return guest.http.post("/api/lab/sheets/sign", json=given).status_code

    with ThreadPoolExecutor(4) as pages:
        assert list(pages.map(ask, range(1, 5))) == [200] * 4
    assert together == [1] * 4


def test_one_person_and_one_address_open_a_few_tables_at_a_time() -> None:
    rates = msgspec.structs.replace(
        FAST.rates, openings=Rate(2, 0.001), address_openings=Rate(3, 0.001), held_seconds=0.05
    )
    wanted = {"game": "blackjack", "options": {"decks": "many"}}
    with running(with_settings(rates=rates)) as house:
        first, second = house.guest(), house.guest()
        codes = [first.http.post("/api/tables", json=wanted).status_code for _ in range(3)]
        codes += [second.http.post("/api/tables", json=wanted).status_code for _ in range(2)]
    assert codes == [422, 422, 429, 422, 429]


BOMBS = {
    "brackets": "x = " + "[" * 100_000,
    "closed brackets": "x = " + "[" * 390 + "]" * 390,
    "tables": "x = " + "{a=" * 50_000,
    "dots": "a" + ".a" * 400_000 + " = 1",
    "header": "[a" + ".a" * 100_000 + "]",
    "digits": "x = " + "9" * 50_000,
    "large": "# " + "x" * 3_000_000,
    "string": 'x = """' + "[" * 900_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_toml_bomb_is_refused_in_one_line(
    tmp_path: Path, bomb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bomb.toml"
    file.write_text(BOMBS[bomb], encoding="utf-8")
    for command in (["settle"], ["check"], ["house-way", "-", "--way"]):
        assert main([*command, str(file)]) == 2
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1
        assert len(said) < 500
        assert "fault of the program" not in said


def test_one_account_and_one_address_have_a_few_tables(small: House) -> None:
    small.room.people.register("Greedy", PASSWORD)
    greedy = small.nobody()
    greedy.http.post("/api/login", json={"name": "Greedy", "password": PASSWORD})
    for guest in (greedy, small.guest()):
        opened = [guest.http.post("/api/tables", json={"game": "blackjack"}) for _ in range(3)]
        codes = [answer.status_code for answer in opened]
        assert 409 in codes
        assert refusal(opened[-1]) == "service.tables"
    # A dozen from one address, for all its people together.
    last = [small.guest().http.post("/api/tables", json={"game": "blackjack"}) for _ in range(12)]
    assert last[-1].status_code == 409


def test_nobody_is_left_out_of_the_audit_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers mark what they send on for a person, who is noted where they were asked."""
    noted: list[tuple[object, ...]] = []
    monkeypatch.setattr(room, "note_command", lambda *given: noted.append(given))
    guest = house.guest()
    table = guest.open()
    marked = {"x-cardroom-relayed": "1"}
    for key in ("once", "once", "twice"):
        sent = {"key": key, "command": {"command": "sit-down", "seat": 1}}
        guest.http.post(f"{table.url}/commands", json=sent, headers=marked)
    other = {"key": "once", "command": {"command": "sit-down", "seat": 2}}
    guest.http.post(f"{table.url}/commands", json=other, headers=marked)
    own = [(where, key, answer) for name, where, key, _, answer in noted if name == guest.name]
    done = own[0][2]
    assert str(done).startswith("done ")
    keys = ["once", "once", "twice", "once"]
    answers = [done, done, "table.seat", "service.key"]
    assert own == [("127.0.0.1", *each) for each in zip(keys, answers, strict=True)]


def test_the_audit_log_names_who_closed_a_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[object, ...]] = []
    monkeypatch.setattr(tables_routes, "note_command", lambda *given: noted.append(given))
    guest = house.guest()
    assert guest.http.delete(guest.open().url).status_code == 200
    assert noted == [(guest.name, "127.0.0.1", "", {"command": "close-table"}, "done")]
