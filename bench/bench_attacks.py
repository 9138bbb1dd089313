"""What a player waits for an acknowledgment while somebody attacks the service cheaply.

The service runs in its own process with the limits it has by default. The attackers come from
another address of this machine than the player does. They have a process of their own, with a low
priority: what they compute is not what the player waits for.

A disk that stalls makes everybody wait, attacked or not. So the disk is measured alone, and the
service's own measurements say whether its commits or its event loop were late.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.bench_service import Person
from bench.goal import Bench, UnmeasurableError

SECONDS: Final = 20.0
PAUSE_SECONDS: Final = 0.08
"""Between two commands of the player, on average: faster than anybody clicks, and still not a load
of its own. A late answer makes the next command late, and that counts as its wait too."""
DISK_SECONDS: Final = 5.0
ATTACKER: Final = "127.0.0.2"
SERVE: Final = """
import sys
from pathlib import Path
from cardroom.service.http.server import address_of, listen, serve
from cardroom.service.settings import Guests, Rate, Rates, Settings
# Guests come as fast as they like: an attacker may have had hours to become many.
doors = Rate(10**6, 1e6)
listener = listen("127.0.0.1", 0, exactly=True)
settings = Settings(
    data=Path(sys.argv[1]), rates=Rates(doors=doors), solver=False, games=("blackjack",),
    guests=Guests(wallet=10**9),
)
serve(settings, listener, lambda room: print(address_of(listener), flush=True))
"""


class Scene:
    """A service, the player's table, and cookies of people who mean no good."""

    def __init__(self, base: str, table: str) -> None:
        self.base, self.table = base, table
        place = urlsplit(base)
        assert place.hostname
        assert place.port
        self.host, self.port = place.hostname, place.port

    @property
    def stream(self) -> str:
        return f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.table}/stream"

    def client(self) -> httpx2.AsyncClient:
        transport = httpx2.AsyncHTTPTransport(local_address=ATTACKER)
        return httpx2.AsyncClient(base_url=self.base, timeout=30, transport=transport)

    async def guest(self, http: httpx2.AsyncClient) -> str:
        http.cookies.clear()
        answer = await http.post("/api/guest")
        return str(answer.headers["set-cookie"]).partition(";")[0]

    async def watch(self, cookie: str, address: str = ATTACKER) -> ClientConnection:
        return await connect(
            self.stream,
            additional_headers={"Cookie": cookie},
            compression=None,
            max_queue=None,
            local_addr=(address, 0),
        )


async def _drain(socket: ClientConnection) -> None:
    with suppress(WebSocketException):
        async for _ in socket:
            pass


async def missing_rounds(scene: Scene) -> None:
    """Past rounds that do not exist, and some that do, as fast as they are answered."""
    async with scene.client() as http:
        cookie = await scene.guest(http)
        number = 0
        while True:
            number += 1
            path = f"/api/tables/{scene.table}/rounds/{number if number % 10 == 0 else 10**9}"
            await http.get(path, headers={"Cookie": cookie})


async def many_viewers(scene: Scene) -> None:
    """2,000 guests from ten addresses who want to watch the player's table."""
    async with scene.client() as http, AsyncExitStack() as opened:
        tasks = []
        for number in range(2000):
            # One address has fewer streams than a table has watchers.
            address = f"127.0.0.{2 + number // 200}"
            socket = await scene.watch(await scene.guest(http), address)
            opened.push_async_callback(socket.close)
            tasks.append(asyncio.create_task(_drain(socket)))
        await asyncio.gather(*tasks)
        await asyncio.Event().wait()


async def one_guests_streams(scene: Scene) -> None:
    async with scene.client() as http:
        cookie = await scene.guest(http)
        while True:
            async with AsyncExitStack() as opened:
                for _ in range(300):
                    with suppress(WebSocketException, OSError):
                        socket = await scene.watch(cookie)
                        opened.push_async_callback(socket.close)


async def half_open(scene: Scene) -> None:
    """A thousand connections that send half a header, again and again."""
    while True:
        writers = []
        for _ in range(1000):
            with suppress(OSError):
                _, writer = await asyncio.open_connection(
                    scene.host, scene.port, local_addr=(ATTACKER, 0)
                )
                writer.write(b"GET / HTTP/1.1\r\nHost: 127")
                writers.append(writer)
        await asyncio.sleep(3)
        for writer in writers:
            writer.close()


async def all_tables(scene: Scene) -> None:
    """As many tables as anybody gets, by as many guests as it takes."""
    async with scene.client() as http:
        while True:
            cookie = await scene.guest(http)
            for _ in range(6):
                wanted = {"game": "blackjack", "bots": 6}
                await http.post("/api/tables", json=wanted, headers={"Cookie": cookie})


def slow_bet(number: int) -> str:
    """A side bet that is new, and slow to check."""
    when = "count of {0} of hearts = 2 and not pair"
    row = f'[[row]]\nname = "r{{0}}"\nwhen = "{when}"\npays = "9 to 1"\n'
    rows = "".join(row.format(rank) for rank in range(2, 10))
    return f'name = "bet-{number}"\ntitle = "Bet"\ncards = ["first", "second", "up"]\n{rows}'


async def slow_rules(scene: Scene) -> None:
    """Tables with side bets of the attacker's own."""
    async with scene.client() as http:
        cookie = await scene.guest(http)
        for number in count():
            wanted = {"game": "blackjack", "side_bets": [slow_bet(number)]}
            await http.post("/api/tables", json=wanted, headers={"Cookie": cookie})


async def slow_houses(scene: Scene) -> None:
    """House files and sheets with such bets from the laboratory, for eight guests at a time."""

    async def ask(http: httpx2.AsyncClient, cookie: str, lane: int) -> None:
        for number in count(lane, 8):
            rules = {"game": "blackjack", "side_bets": [slow_bet(number)]}
            house = {**rules, "name": "my-room"}
            await http.post("/api/lab/house", json=house, headers={"Cookie": cookie})
            await http.post("/api/lab/sheets/sign", json=rules, headers={"Cookie": cookie})

    async with scene.client() as http:
        cookies = [await scene.guest(http) for _ in range(8)]
        await asyncio.gather(*(ask(http, each, lane) for lane, each in enumerate(cookies)))


async def many_charts(scene: Scene) -> None:
    """Charts of rules that nobody posted, without a login."""
    async with scene.client() as http:
        for number in count(1):
            await http.get(f"/api/games/blackjack/chart?decks=3&wager_max={number}")


async def many_logins(scene: Scene) -> None:
    """Wrong passwords for names that nobody has, forty at a time."""

    async def guess(http: httpx2.AsyncClient, lane: int) -> None:
        number = 0
        while True:
            number += 1
            given = {"name": f"name-{lane}-{number}", "password": "a wrong password"}
            await http.post("/api/login", json=given)

    async with scene.client() as http:
        await asyncio.gather(*(guess(http, lane) for lane in range(40)))


async def nothing(_: Scene) -> None:
    await asyncio.Event().wait()


Attack = Callable[[Scene], Coroutine[None, None, None]]
ATTACKS: Final[tuple[tuple[str, Attack, float], ...]] = (
    ("nobody attacks", nothing, 2.0),
    ("requests for rounds that do not exist", missing_rounds, 2.0),
    ("2,000 viewers of the player's table", many_viewers, 15.0),
    ("300 streams of one guest at a time", one_guests_streams, 2.0),
    ("1,000 half-open connections", half_open, 3.0),
    ("all the tables that one address can get", all_tables, 2.0),
    ("tables with rules that are slow to check", slow_rules, 2.0),
    ("house files and sheets of such rules", slow_houses, 2.0),
    ("charts of rules that nobody posted", many_charts, 2.0),
    ("40 logins at a time", many_logins, 2.0),
)
"""Its name, and the seconds it has to build up before the player is timed."""


@asynccontextmanager
async def _service() -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        service = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(Path(folder))], stdout=subprocess.PIPE, text=True
        )
        try:
            assert service.stdout is not None
            base = service.stdout.readline().strip()
            if not base:
                raise UnmeasurableError("the service did not start")
            yield base
        finally:
            service.kill()
            service.wait()
            if service.stdout is not None:
                service.stdout.close()


@contextmanager
def _attacked(attack: Attack, scene: Scene) -> Iterator[None]:
    command = [sys.executable, "-m", "bench.bench_attacks", attack.__name__]
    attacker = subprocess.Popen([*command, scene.base, scene.table])
    try:
        yield
        if attacker.poll() is not None:
            raise UnmeasurableError(f"the attack ended: {attack.__name__}")
    finally:
        attacker.kill()
        attacker.wait()


_BUCKETS: Final[dict[str, Counter[float]]] = {"commit": Counter(), "loop_delay": Counter()}
"""Of all services that were measured: the samples up to each number of seconds."""


async def _take_up(http: httpx2.AsyncClient) -> None:
    """Add what a service has measured itself, since its start."""
    for line in (await http.get("/metrics")).text.splitlines():
        for name, buckets in _BUCKETS.items():
            found = re.match(rf'cardroom_{name}_seconds_bucket{{le="(.+)"}} (.+)', line)
            if found is not None:
                buckets[float(found[1])] += int(float(found[2]))


def _own_p99(name: str) -> float:
    """The upper end of the bucket in which 99 of 100 samples are reached."""
    buckets = _BUCKETS[name]
    if not buckets:
        raise UnmeasurableError("measured with the attacks: make bench attacks")
    enough = 0.99 * max(buckets.values())
    return min(seconds for seconds, count in buckets.items() if count >= enough) * 1000


def _disk_alone() -> float:
    """A page written and synchronized, as often as the player sends commands."""
    waits = []
    with tempfile.TemporaryFile() as file:
        until = time.perf_counter() + DISK_SECONDS
        while time.perf_counter() < until:
            file.write(bytes(4096))
            file.flush()
            begun = time.perf_counter()
            os.fsync(file.fileno())
            waits.append(time.perf_counter() - begun)
            time.sleep(PAUSE_SECONDS / 4)
    waits.sort()
    return waits[len(waits) * 99 // 100] * 1000


async def _p99(attack: Attack, warm: float) -> float:
    async with _service() as base, httpx2.AsyncClient(base_url=base, timeout=30) as http:
        answer = await http.post("/api/guest")
        cookie = str(answer.headers["set-cookie"]).partition(";")[0]
        opened = await http.post("/api/tables", json={"game": "blackjack", "bots": 2})
        scene = Scene(base, opened.json()["id"])
        times: list[tuple[float, float]] = []
        async with connect(
            scene.stream, additional_headers={"Cookie": cookie}, compression=None, max_queue=None
        ) as socket:
            player = Person(socket, times, 1)
            await player.enter()
            player.pace(PAUSE_SECONDS)
            playing = asyncio.create_task(player.play())
            with _attacked(attack, scene):
                await asyncio.sleep(warm)
                started = time.perf_counter()
                await asyncio.sleep(SECONDS)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await _take_up(http)
    waits = sorted(wait for at, wait in times if at >= started)
    if not waits:
        raise UnmeasurableError("nothing was acknowledged")
    return waits[len(waits) * 99 // 100] * 1000


def benchmarks() -> Iterable[Bench]:
    def measured(attack: Attack, warm: float) -> Callable[[], float]:
        return lambda: asyncio.run(_p99(attack, warm))

    own = {
        "the disk alone, 99% of fsyncs": _disk_alone,
        "99% of the service's commits in all of these": lambda: _own_p99("commit"),
        "99% of the event loop's delays in all of these": lambda: _own_p99("loop_delay"),
    }
    attacks = [
        Bench(
            f"attacks: p99 of a player's acknowledgment, {name}",
            goal=100,
            unit="ms",
            at="most",
            measure=measured(attack, warm),
        )
        for name, attack, warm in ATTACKS
    ]
    return attacks + [
        Bench(f"attacks: {name}", goal=50, unit="ms", at="most", measure=measure)
        for name, measure in own.items()
    ]


def main(name: str, base: str, table: str) -> None:
    """One attack, until the process is killed."""
    os.nice(10)
    attack = next(attack for _, attack, _ in ATTACKS if attack.__name__ == name)
    asyncio.run(attack(Scene(base, table)))


if __name__ == "__main__":
    main(*sys.argv[1:])
