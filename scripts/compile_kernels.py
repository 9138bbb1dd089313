"""Compile every kernel once, before the tests that need them start.

Each process would otherwise compile what it does not find, and several at a time would compile the
same. Kernels with a signature can be compiled as they are. The others are compiled by what calls
them, so one question of each kind is asked; the simulator of games of 21 is called for each of its
types, because the games that need some of them take seconds to solve. A second run at the same time
waits for the first, and finds everything compiled.
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib
import io
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_type_hints

import numpy as np

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

LOCK: Final = ROOT / "build" / "kernels.lock"
QUESTIONS: Final = (
    "odds blackjack",
    "simulate three-card-poker --rounds 1000 --workers 1",
    "simulate double-hand-poker --rounds 10 --workers 1",
    "set-hand AsKsQdJhTc9d8d",
    "protect blackjack --set decks=1 --set hands_max=1 --count ko --rounds 1000",
    "bank three-card-poker --wagers 50 --posted 50 --rounds 1 --deals 1000",
    "bank no-bust-bonus-ace --set hands_max=1 --wagers 50 --posted 50 --rounds 1 --deals 1000",
)
"""The cheapest of its kind, each."""


@contextlib.contextmanager
def alone() -> Iterator[None]:
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compile_signed() -> None:
    from cardroom.analysis import kernels  # noqa: PLC0415 - after the lock
    from cardroom.analysis.kernels.kernel import Kernel  # noqa: PLC0415

    for module in pkgutil.iter_modules(kernels.__path__):
        for value in vars(importlib.import_module(f"{kernels.__name__}.{module.name}")).values():
            if isinstance(value, Kernel):
                value.ready()


def compile_simulator() -> None:
    """With and without side bets; for games whose states 16 bits can number, and for others."""
    from cardroom import games  # noqa: PLC0415 - after the lock
    from cardroom.analysis.kernels.simulate_tables import HandProgram, States  # noqa: PLC0415
    from cardroom.analysis.simulation import SimulationRequest  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulation import simulator_of  # noqa: PLC0415

    rules = games.ruleset("bet-the-set-21", {"decks": 1, "hands_max": 1})
    for bets in ((), ("bet-the-set",)):
        simulator, _ = simulator_of(rules, SimulationRequest(with_bet=bets), lambda _: None)
        program = simulator.program
        assert program.steps.dtype == np.uint16, "the cast below would lose states"
        for states in (np.uint16, np.uint32):
            simulator.program = program._replace(
                **{
                    name: getattr(program, name).astype(states)
                    for name, kind in get_type_hints(HandProgram).items()
                    if kind == States
                }
            )
            simulator.deal(1, 1)


def ask(question: str) -> bool:
    from cardroom.cli import main  # noqa: PLC0415

    said, failed = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(failed):
        code = main(question.split())
    if code:
        print(f"cardroom {question}: {failed.getvalue().strip()}")
    return code == 0


def main() -> int:
    with alone():
        compile_signed()
        compile_simulator()
        answered = [ask(question) for question in QUESTIONS]
    print(f"compiled; {sum(answered)} of {len(QUESTIONS)} questions answered")
    return 0 if all(answered) else 1


if __name__ == "__main__":
    sys.exit(main())
