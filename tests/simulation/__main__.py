"""Replay one seed: `python -m tests.simulation 17 --steps 200 --trace`."""

from __future__ import annotations

import argparse
import sys

from tests.simulation.run import STEPS, SimulationError, simulate


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seeds", type=int, default=1, help="this many seeds, from this one on")
    parser.add_argument("--trace", action="store_true", help="print what happens")
    arguments = parser.parse_args()
    failed = 0
    for seed in range(arguments.seed, arguments.seed + arguments.seeds):
        try:
            result = simulate(seed, arguments.steps, print if arguments.trace else lambda _: None)
        except SimulationError as wrong:
            failed += 1
            print(wrong)
            continue
        print(
            f"seed {seed}: {result.entries} entries in {result.seconds:.0f} seconds,"
            f" journal {result.fingerprint[:16]}"
        )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
