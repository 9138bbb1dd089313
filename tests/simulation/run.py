"""One seed, from the first guest to the audit of the closed journal."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple
from unittest.mock import patch

from cardroom.fairness import contribution
from cardroom.store import audit
from tests.simulation.script import Script
from tests.simulation.violation import Violation, require
from tests.simulation.world import World

STEPS: Final = 200


class Result(NamedTuple):
    seed: int
    fingerprint: str
    entries: int
    seconds: float
    """Of simulated time."""


class SimulationError(AssertionError):
    """A seed that fails, and how to see it fail again."""


# Pages send the same few primes in every seed.
@patch.object(contribution, "_is_large_prime", cache(contribution._is_large_prime))
def simulate(seed: int, steps: int = STEPS, told: Callable[[str], None] = lambda _: None) -> Result:
    world = World(seed, told)
    try:
        world.first_start()
        world.advance(1.0)
        world.come_in(world.chance.choice([2, 2, 3]))
        script = Script(world)
        world.network.kind = False
        for _ in range(steps):
            script.step()
            world.errors()
        world.settle_down()
        world.errors()
        _audit(world)
        entries = sum(map(len, world.auditor.chains.values()))
        return Result(seed, world.fingerprint(), entries, world.schedule.now)
    except Exception as wrong:
        told(traceback.format_exc())
        what = str(wrong) if isinstance(wrong, Violation) else repr(wrong)
        raise SimulationError(
            f"seed {seed}, step {world.steps}: {what}\n"
            f"replay it: python -m tests.simulation {seed} --steps {steps} --trace"
        ) from wrong
    finally:
        world.close()


def _audit(world: World) -> None:
    """The service stops, and its journal is verified as a stranger would verify it."""
    assert world.service is not None
    folder = world.service.folder
    world.stop()
    faults = audit.verify_file(folder / "journal.sqlite").faults
    require(not faults, f"the closed journal has faults: {faults}")
