"""A simulation on the terminal: a progress bar, a results file, and interruption."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from cardroom.analysis.stopping import Counted, Goal
from cardroom.cli.common import bars

SAVE_SECONDS: Final = 5.0
Found = TypeVar("Found", bound=Counted)


class DealingSpeed(NamedTuple):
    seconds: float
    rounds: int
    """Rounds dealt in these seconds, without those of an earlier run."""

    @property
    def speed(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0


def watched(
    run: Callable[[Callable[[Found], None]], Found],
    goal: Goal,
    before: Found,
    save: Callable[[Found], None] | None,
) -> tuple[Found, DealingSpeed]:
    """`run` with a progress bar; results are saved now and then, and on an interruption."""
    latest, saved = before, time.monotonic()
    started = time.monotonic()
    with bars() as shown:
        bar = shown.add_task("dealing", total=1.0)

        def watch(counted: Found) -> None:
            nonlocal latest, saved
            latest = counted
            text = f"{counted.rounds:,} rounds, edge {counted.edge:.4%} ± {counted.error:.4%}"
            shown.update(bar, completed=goal.share(counted), description=text)
            if save is not None and time.monotonic() - saved > SAVE_SECONDS:
                save(counted)
                saved = time.monotonic()

        try:
            found = run(watch)
        except KeyboardInterrupt:
            if save is None:
                raise
            found = latest
    seconds = time.monotonic() - started
    if save is not None:
        save(found)
    return found, DealingSpeed(seconds, found.rounds - before.rounds)
