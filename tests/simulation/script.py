"""What happens next in a simulated card room."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.simulation.person import Page
from tests.simulation.world import World


class Script:
    """What happens next. Some seeds are calm, and some are full of faults."""

    def __init__(self, world: World) -> None:
        self._world, self._chance = world, world.chance
        faults = self._chance.choice([0.0, 0.5, 1.0, 3.0])
        acts: list[tuple[float, Callable[[Random], str]]] = [
            (60.0, self._act),
            (4.0, self._repeat),
            (0.7, self._open),
            (1.0, self._close),
            (2.0, self._attack),
            (2.0 * faults, self._cut),
            (1.0 * faults, self._stall),
            (1.5 * faults, self._set_clock),
            (0.7 * faults, self._kill),
            (0.7 * faults, self._kill_in_a_write),
            (0.5 * faults, self._power_fails),
            (0.4 * faults, self._decay),
            (1.0 * faults, self._break_disk),
        ]
        self._weights = [weight for weight, _ in acts]
        self._acts = [act for _, act in acts]

    def step(self) -> None:
        chance = self._chance
        self._world.steps += 1
        (act,) = chance.choices(self._acts, self._weights)
        self._world.tell(act(chance))
        self._world.advance(self._pause(chance))

    def _pause(self, chance: Random) -> float:
        kind = chance.random()
        if kind < 0.75:
            return chance.random() * 0.4
        if kind < 0.97:
            return chance.random() * 4
        return 40 + chance.random() * 60

    def _act(self, chance: Random) -> str:
        person = chance.choice(self._world.people)
        return f"{person.name} {person.act()}"

    def _repeat(self, chance: Random) -> str:
        person = chance.choice(self._world.people)
        return f"{person.name} {person.repeat()}"

    def _open(self, chance: Random) -> str:
        self._world.open_table(chance.choice(self._world.people))
        return "a table is opened"

    def _close(self, chance: Random) -> str:
        person, table = chance.choice(self._world.people), chance.choice(self._world.open_tables)
        if person.opened and chance.random() < 0.9:
            table = chance.choice(person.opened)
        self._world.close_table(person, table)
        return f"{person.name} closes {table}"

    def _attack(self, chance: Random) -> str:
        person, table = chance.choice(self._world.people), chance.choice(self._world.open_tables)
        self._world.watcher.try_hashes(person, table)
        return f"{person.name} reads the hashes of {table}"

    def _cut(self, chance: Random) -> str:
        page = self._page(chance)
        if page is None or page.link is None:
            return "nobody is connected"
        page.link.cut()
        return f"{page.person.name} loses the connection to {page.table}"

    def _stall(self, chance: Random) -> str:
        page = self._page(chance)
        if page is None or page.link is None:
            return "nobody is connected"
        link, world = page.link, self._world
        link.stall()
        world.schedule.at(world.schedule.now + 30 * chance.random(), link.name, link.go_on)
        return f"{page.person.name} reads nothing from {page.table}"

    def _page(self, chance: Random) -> Page | None:
        pages = [page for page in self._world.pages() if page.connected]
        return chance.choice(pages) if pages else None

    def _set_clock(self, chance: Random) -> str:
        hours = chance.choice([-9000, -30, -1, 1, 30, 9000]) * chance.random()
        self._world.schedule.set_clock(hours * 3600)
        return f"the clock is set by {hours:.1f} hours"

    def _kill(self, _: Random) -> str:
        self._world.kill(power_fails=False)
        return "the service is killed"

    def _kill_in_a_write(self, chance: Random) -> str:
        self._world.die_in(1 + chance.randrange(25), power_fails=chance.random() < 0.5)
        return "the service will die in a write"

    def _power_fails(self, _: Random) -> str:
        self._world.kill(power_fails=True)
        return "the power fails"

    def _decay(self, _: Random) -> str:
        self._world.decay()
        return "the service is killed, and its journal decays"

    def _break_disk(self, chance: Random) -> str:
        disk, world = self._world.disk, self._world
        how = chance.choice(["full", "full", "error", "torn", "sync"])
        if how == "sync":
            disk.break_syncs()
        else:
            disk.break_soon(how)  # type: ignore[arg-type]
        world.schedule.at(world.schedule.now + 20 * chance.random(), "disk", disk.mend)
        return f"the disk fails: {how}"
