"""A whole card room from one seed: its service, its people, their network, its disk and clock."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardroom.events import encode
from cardroom.games import registry
from cardroom.service.live import healer
from cardroom.service.settings import Guests, Hashing, Pace, Rate, Rates, SessionTimes, Settings
from cardroom.store import StoreError, audit
from cardroom.store.keys import HOUSE_KEY
from tests.primes import PRIMES
from tests.simulation.auditor import Auditor
from tests.simulation.choices import GIFT
from tests.simulation.disk import SimulatedDisk, flip
from tests.simulation.entropy import Entropy, seeded
from tests.simulation.error_log import ErrorLog
from tests.simulation.house_rules import HouseRules
from tests.simulation.network import Network
from tests.simulation.person import Page, Person
from tests.simulation.schedule import Schedule
from tests.simulation.service import Service
from tests.simulation.violation import Violation, require
from tests.simulation.watcher import Watcher

START: Final = 1_700_000_000.0
PLENTY: Final = Rate(1_000_000, 1_000_000.0)
HEALS_WITHIN_SECONDS: Final = 12.0
DEALING: Final = ("automatic", "automatic", "automatic", "by-hand", "physical")
MEMORY: Final = Path("/dev/shm")
"""Files that are gone after a second need no disk, where the system has one in memory."""


class World:
    def __init__(self, seed: int, told: Callable[[str], None] = lambda _: None) -> None:
        self.seed, self._told = seed, told
        self.chance = Random(f"{seed}/script")
        self.schedule = Schedule(START)
        self._opened = ExitStack()
        memory = MEMORY if MEMORY.is_dir() else None
        self._home = Path(self._opened.enter_context(tempfile.TemporaryDirectory(dir=memory)))
        self.entropy = Entropy(f"{seed}/entropy")
        self._opened.enter_context(seeded(self.entropy))
        self.disk = SimulatedDisk(Random(f"{seed}/disk"))
        self._opened.enter_context(self.disk.in_place())
        self.disk.died = self._save_image
        # Looking at the journal less often than five times a second saves half of the time.
        self._opened.enter_context(patch.object(healer, "LOOK_SECONDS", 1.0))
        self._log = ErrorLog()
        self._opened.enter_context(self._log)
        self.network = Network(self.schedule, f"{seed}", lambda: self.service)
        self.contributing = self.chance.random() < 0.06
        self.auditor = Auditor(lambda: self.schedule.now)
        self.rules = HouseRules(lambda: self.schedule.now, self._house_clock)
        self.auditor.rules.append(self.rules.entry)
        self.auditor.cashier_rules.append(self.rules.money)
        self.watcher = Watcher(self)
        self._processes = self.steps = 0
        self._read = -1
        self._power_fails = self._stopping = False
        self.service: Service | None = None
        self._known = False
        """Whether what the service has opened was compared with what was stored before."""
        self.people: list[Person] = []
        self.open_tables: list[str] = []
        self.game = self.chance.choice(sorted(registry.games()))
        self._settings = Settings(
            games=(self.game,),
            solver=False,
            rates=Rates(PLENTY, PLENTY, PLENTY, PLENTY),
            pace=Pace(squarings=64),
            sessions=SessionTimes(10**9),
            hashing=Hashing(1, 8),
            guests=Guests(table_seconds=3 * 3600.0, idle_seconds=1800.0),
        )
        self.rules.age_seconds = self._settings.guests.table_seconds
        self.rules.idle_seconds = self._settings.guests.idle_seconds

    # --- time -----------------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        end = self.schedule.now + seconds
        while True:
            self._run_due()
            planned = [self.schedule.next_time()]
            if self.service is not None:
                planned.append(self.service.loop.next_time())
            later = min((at for at in planned if at is not None), default=end)
            if later > end:
                self.schedule.now = end
                return
            self.schedule.now = max(later, self.schedule.now)

    def _run_due(self) -> None:
        busy = True
        while busy:
            busy = self.schedule.run_due()
            service = self.service
            if service is not None:
                at = service.loop.next_time()
                busy = busy or (at is not None and at <= self.schedule.now)
                service.loop.run_due()
        self._observe()

    def _observe(self) -> None:
        """What the service has done up to now."""
        if self.disk.dead:
            self._bury(self._image)
        service = self.service
        self.disk.can_die = service is not None and not self._stopping
        if service is None or self._stopping:
            return
        if service.failed:
            self.tell("the service cannot start")
            self._exit()
            return
        if service.ready and not self._known:
            self._known = True
            self.auditor.reopened(service.store)
            self.auditor.healthy_from(self.schedule.now)
            self.tell("the service is open")
        if service.ready:
            self.read()
            if not service.store.paused and not self.disk.broken:
                self.auditor.signed_in_time()
            else:
                self.auditor.healthy_from(self.schedule.now)
        for page in self.pages():
            if page.connected:
                self.uses(page.table)

    def read(self) -> None:
        """Let the auditor read what was committed."""
        service = self.service
        assert service is not None
        if service.commits != self._read:
            self._read = service.commits
            self.auditor.read(service.store, service.room.floor)

    # --- the service ----------------------------------------------------------------------------

    @property
    def serving(self) -> bool:
        return self.service is not None and self.service.ready

    def _house_clock(self) -> float:
        assert self.service is not None
        return self.service.house_clock()

    def first_start(self) -> None:
        folder = self._home / "0"
        folder.mkdir()
        private = Ed25519PrivateKey.from_private_bytes(self.entropy.token_bytes(32))
        pem = private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        (folder / HOUSE_KEY).touch(0o600)
        (folder / HOUSE_KEY).write_bytes(pem)
        self._start(folder)

    def _start(self, folder: Path) -> None:
        settings = msgspec.structs.replace(self._settings, data=folder)
        chance = Random(f"{self.seed}/process/{self._processes}")
        try:
            self.service = Service(settings, lambda: self.schedule.now, self.schedule.wall, chance)
        except StoreError as broken:
            require(self.disk.broken, f"the service does not start: {broken}")
            self._start_later(folder)
        self._known, self._read = False, -1

    def _start_later(self, folder: Path) -> None:
        later = self.schedule.now + 0.3 + self.chance.random() * 3
        self.schedule.at(later, "start", lambda: self._start(folder))

    def _exit(self) -> None:
        """The service could not start, and has ended."""
        service = self.service
        assert service is not None
        require(self.disk.broken or self.disk.failed, "the service does not start")
        self.service, self.disk.can_die = None, False
        with self.entropy.unused():
            service.bury()
        self._start_later(service.folder)

    def kill(self, *, power_fails: bool) -> None:
        if self.service is None:
            return
        self._power_fails = power_fails
        self._save_image()
        self.disk.dead = True
        self._bury(self._image)

    def die_in(self, writes: int, *, power_fails: bool) -> None:
        """Kill the service in the middle of what it writes to the disk."""
        self._power_fails, self.disk.die_in = power_fails, writes

    def _save_image(self) -> None:
        """What the next process will find on the disk."""
        assert self.service is not None
        self._processes += 1
        self._image = self._home / str(self._processes)
        self.disk.copy(self.service.folder, self._image, power_failed=self._power_fails)

    def _bury(self, image: Path) -> None:
        service = self.service
        assert service is not None
        self.service, self.disk.can_die = None, False
        self.disk.dead = True
        # Contributions that the last process took are lost with it; pages send them again.
        self.rules.moduli.clear()
        for page in self.pages():
            if page.link is not None:
                page.link.die()
        with self.entropy.unused():
            service.bury()
        self.disk.forget()
        self.disk.dead = False
        shutil.rmtree(service.folder)
        self._start_later(image)

    def decay(self) -> None:
        """The service dies, and a bit of its journal flips before it is started again."""
        if self.service is None:
            return
        self.kill(power_fails=False)
        image = self._image
        spoiled = self._home / f"{image.name}-spoiled"
        shutil.copytree(image, spoiled)
        files = [path for path in sorted(spoiled.glob("journal.sqlite*")) if path.stat().st_size]
        flip(self.chance.choice(files), self.chance)
        try:
            found = [str(fault) for fault in audit.verify_file(spoiled / "journal.sqlite").faults]
        except StoreError as refused:
            found = [str(refused)]
        self.tell(f"a bit decays: {found[:1] or 'nobody notices'}")
        if not found:
            # Then it must not matter: the service goes on with this one.
            for path in spoiled.iterdir():
                shutil.copy(path, image / path.name)
        shutil.rmtree(spoiled)

    def stop(self) -> None:
        service = self.service
        assert service is not None
        self._stopping = True
        task = service.stop()
        while not task.done():
            self.advance(0.01)
        task.result()
        self.service = None
        service.loop.abandon()

    # --- what is sent ---------------------------------------------------------------------------

    @property
    def watched(self) -> bool:
        """Whether a service is alive that can be asked what it has stored."""
        return self.service is not None and not self.disk.dead and not self._stopping

    def uses(self, table: str) -> None:
        self.rules.used[table] = self.schedule.now

    def reconnect_later(self, page: Page) -> None:
        def again() -> None:
            page.connect()
            if not page.connected and not page.gone:
                self.reconnect_later(page)

        wait = 0.2 + page.person.chance.random() * 3
        self.schedule.at(self.schedule.now + wait, f"page-{page.person.number}", again)

    def pages(self) -> list[Page]:
        return [page for person in self.people for page in person.pages.values()]

    # --- people ---------------------------------------------------------------------------------

    def come_in(self, count: int) -> None:
        for number in range(1, count + 1):
            person = Person(self, number, Random(f"{self.seed}/person/{number}"))
            first, second = PRIMES[2 * number - 2 : 2 * number]
            person.prime, person.modulus = f"{first:x}", f"{first * second:x}"
            person.opens = person.chance.random() < 0.8
            person.enter()
            self.people.append(person)
        self.advance(1.0)
        assert self.service is not None
        for live in self.service.room.lobby.all():
            self.open_tables.append(live.id)
        opener = self.people[0]
        self.open_table(opener)
        self.advance(1.0)
        for person in self.people:
            for table in self.open_tables:
                if person is opener or self.chance.random() < 0.8:
                    person.visit(table)
        self.advance(0.5)

    def open_table(self, person: Person) -> None:
        game = self.chance.choice([self.game, self.chance.choice(sorted(registry.games()))])
        dealing, bots = self.chance.choice(DEALING), self.chance.choice([0, 0, 1])
        wanted: dict[str, Any] = {"game": game, "dealing": dealing, "bots": bots}
        if game == "blackjack" and self.chance.random() < 0.5:
            wanted["side_bets"] = [GIFT]
        self.tell(f"{person.name} opens {wanted}")
        person.open_table(wanted, lambda id: self._opened_by(person, id))

    def _opened_by(self, person: Person, table: str) -> None:
        self.open_tables.append(table)
        person.opened.append(table)
        person.visit(table)

    def close_table(self, person: Person, table: str) -> None:
        if table in person.opened:
            self.rules.closers.setdefault(table, set()).add(person.name)
        person.close_table(table)

    # --- the end --------------------------------------------------------------------------------

    def settle_down(self) -> None:
        """Everything is repaired; then all goes on by itself, and everybody sees the same."""
        self.network.kind = True
        self.disk.mend()
        self.disk.die_in = None
        for page in self.pages():
            if page.link is not None:
                page.link.go_on()
        self.advance(HEALS_WITHIN_SECONDS)
        require(self.serving, "the service is not open again")
        assert self.service is not None
        require(not self.service.store.paused, "nothing is saved, although the disk works again")
        stranger = Person(self, 0, Random(0))
        stranger.enter()
        self.advance(1.0)
        require(stranger.name, "nobody can come in")
        for page in self.pages():
            self._same(page)

    def _same(self, page: Page) -> None:
        assert self.service is not None
        live = self.service.room.lobby.get(page.table)
        if live is None or page.gone:
            return
        person = self.service.room.people.who(page.person.token)
        require(person, f"{page.person.name} is not known any longer")
        assert person is not None
        require(page.connected, f"{page.person.name} is not connected again to {page.table}")
        standing = live.standing(person)
        now = json.loads(self.service.loop.inside(lambda: encode(live.hello(standing).view)))
        for part in now:
            if part in ("clock", "boxes", "me", "meters"):
                continue
            require(
                now[part] == page.view[part],
                f"{page.person.name} sees another table {page.table}: {part} is"
                f" {page.view[part]}, and should be {now[part]}",
            )

    def fingerprint(self) -> str:
        """Of the whole journal: the same for the same seed."""
        total = sha256()
        for name, chain in sorted(self.auditor.chains.items()):
            total.update(name.encode() + b"".join(entry.hash for entry in chain))
        return total.hexdigest()

    def close(self) -> None:
        if self.service is not None:
            self.disk.dead = True
            with self.entropy.unused(), suppress(Exception):
                self.service.bury()
        self.disk.forget()
        self.disk.died = lambda: None  # SQLite may still hold the disk; it need not hold us
        self._opened.close()

    def tell(self, text: str) -> None:
        self._told(f"{self.schedule.now:10.3f}  {text}")

    def errors(self) -> None:
        """Nothing in the service failed by an error of ours."""
        for wrong in self.watcher.wrong:
            raise wrong
        for text in self._log.texts:
            raise Violation(f"the service logged an error: {text}")
        if self.service is not None and self.service.loop.failures:
            raise Violation(f"in the service: {self.service.loop.failures[0]}")
