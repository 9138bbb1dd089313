"""Run the long proofs, print one line for each, and write a report.

A proof is a test marked `prove`. What it passes to pytest's `record_property` is printed with it.
The proofs take more than an hour, so each one is saved as soon as it is done: a second run on the
same tree continues where the first stopped and repeats the failed proofs. After any change, all is
proved from the beginning, but for a change within tests: it repeats the proofs in those files, and
those that read or run them.

The longest come first. Some proofs wait for services more than they compute, and may be held to a
time: two workers have them, and those that compute run next to them, at a lower priority.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest
from xdist.scheduler import LoadScheduling  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController  # type: ignore[import-untyped]

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.prove.rule_modules import GROUPS  # noqa: E402 - after its folder is known

READ: Final = (
    "src", "tests", "scenarios", "references", "examples", "scripts", "pyproject.toml",
    "requirements/test.txt",
)  # fmt: skip
"""What a proof may depend on."""
READING_ALL: Final = (
    "tests/examples/", "tests/tidy/", "tests/tools/", "tests/unit/games/test_readings.py",
    "tests/unit/submission/",
)  # fmt: skip
"""Their proofs read or list scripts and the files of other tests."""
MISTAKES: Final = "tests/prove/test_mistakes.py::test_some_scenario_notices_every_mistake["
"""Each is of one group of rules, and runs the tests that the group names."""
NOTHING_COLLECTED: Final = 5
PROVED: Final = "proved"
NICE: Final = 10
"""What computes yields to other work on the machine."""
WAITING: Final = (
    "tests/browser/", "tests/examples/test_fresh_environment", "tests/faults/test_kill",
    "tests/service/test_backup", "tests/service/test_crash", "tests/service/test_database",
    "tests/service/test_healing", "tests/service/test_soak", "tests/unit/analysis/test_cluster",
)  # fmt: skip
BROWSERS: Final = "tests/browser/"
WAITING_WORKERS: Final = 2
"""One for the hour of the soak, one for all others."""
EXPECTED_SECONDS: Final = {
    "tests/service/test_soak": 3700,
    "tests/prove/test_mistakes": 200,
    "tests/faults/test_kill_workers": 120,
}
"""By the clock, of what has not been proved here before; all others take a few seconds."""
FEW_SECONDS: Final = 10
LAST_SECONDS: Final = 1800
"""A worker with a longer proof gets no other: one that is promised to it would wait as long."""
RIGHTLY_IMPORTED: Final = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
"""We need its scheduler before pytest could rewrite its assertions."""
PROCESSOR: Final = "processor seconds"
"""The property of a proof, in `tests/conftest.py`."""


class Proof(NamedTuple):
    name: str
    result: str
    seconds: float
    """By the clock."""
    figures: str = ""
    reason: str = ""
    processor_seconds: float = 0.0
    run: int = 0
    """When the run began that this proof is of."""
    at: float = 0.0
    """Seconds after that."""


# --- the journal --------------------------------------------------------------------------------


class Tree:
    """The files that proofs read, and the Python that runs them."""

    def __init__(self, root: Path) -> None:
        sums, sources = {}, ""
        for file in sorted(_files(root)):
            sums[file.relative_to(root).as_posix()] = hashlib.sha256(file.read_bytes()).hexdigest()
            sources += file.read_text(encoding="utf-8") if file.suffix == ".py" else ""
        self.alone = {name: sums[name] for name in sums if _stands_alone(name, sources)}
        self.shared = {name: sums[name] for name in sums if name not in self.alone}
        self.shared["Python"] = platform.python_version()

    def fingerprint(self, proof: str = "") -> str:
        """Of what this proof may read; without a name, of everything."""
        mine = proof.partition("::")[0]
        names = {mine, *_tests_of_group(proof)}
        if not mine or mine.startswith(READING_ALL):
            names = {*self.alone}
        alone = [(name, self.alone.get(name, "")) for name in sorted(names)]
        return hashlib.sha256(repr((self.shared, alone)).encode()).hexdigest()


def _tests_of_group(proof: str) -> Iterator[str]:
    if proof.startswith(MISTAKES):
        group = GROUPS[proof.removeprefix(MISTAKES).removesuffix("]")]
        yield from (f"tests/{name}.py" for name in group.tests)


def _stands_alone(name: str, sources: str) -> bool:
    """A script, or tests that no other file imports."""
    path = name.removesuffix(".py")
    imported = f"from {path.replace('/', '.')} import"
    tests = name.startswith("tests/") and path.rpartition("/")[2].startswith("test_")
    return name.startswith("scripts/") or (tests and imported not in sources)


def _files(root: Path) -> Iterator[Path]:
    for name in READ:
        path = root / name
        every = path.rglob("*") if path.is_dir() else (path,)
        yield from (file for file in every if file.is_file() and "__pycache__" not in file.parts)


class Journal:
    """The proofs of one tree; a file with a line for each, whichever tree it was of."""

    def __init__(self, file: Path, fingerprint: Callable[[str], str]) -> None:
        self.file, self.fingerprint = file, fingerprint
        self.proofs: dict[str, Proof] = {}
        """By name, the last result of each."""
        self.runs: dict[int, float] = {}
        """How long each run took, by the clock."""
        self.processor_seconds = 0.0
        """Of all runs."""
        self.took: dict[str, float] = {}
        """Seconds by the clock, whatever tree it was of."""
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        for line in lines:
            try:
                of, *proof = json.loads(line)
            except ValueError:
                continue  # empty, or the power went in the middle of it
            done = Proof(*proof)
            self._keep(done, mine=of == fingerprint(done.name))

    def add(self, proof: Proof) -> None:
        self._keep(proof, mine=True)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as out:
            line = json.dumps((self.fingerprint(proof.name), *proof))
            out.write(f"\n{line}")  # a line that broke off ends here

    def _keep(self, proof: Proof, *, mine: bool) -> None:
        if proof.result == PROVED:
            self.took[proof.name] = proof.seconds
        if mine:
            self.proofs[proof.name] = proof
            self.runs[proof.run] = max(proof.at, self.runs.get(proof.run, 0.0))
            self.processor_seconds += proof.processor_seconds

    def expected(self, name: str) -> float:
        """Seconds by the clock."""
        known = (s for start, s in EXPECTED_SECONDS.items() if name.startswith(start))
        return self.took.get(name) or next(known, FEW_SECONDS)

    def left(self, names: Sequence[str]) -> list[str]:
        done = {proof.name for proof in self.proofs.values() if proof.result == PROVED}
        return [name for name in names if name not in done]


# --- who proves what ----------------------------------------------------------------------------


def waits(name: str) -> bool:
    return name.startswith(WAITING)


class Lanes(LoadScheduling):  # type: ignore[misc]
    """One proof after the other to each worker, the longest first.

    The first workers have the proofs that wait, all others those that compute. A worker starts a
    proof when it knows the next one, or that there is none.
    """

    def __init__(self, config: pytest.Config, journal: Journal) -> None:
        super().__init__(config)
        self.collection: list[str] | None
        self.journal = journal
        self.waiting: dict[WorkerController, bool] = {}

    def add_node(self, node: WorkerController) -> None:
        """In place of one that died, it has the lane that has work left."""
        super().add_node(node)
        taken = sum(self.waiting[other] for other in self.nodes if other is not node)
        left = self.collection is None or any(map(self._waits, self.pending))
        self.waiting[node] = taken < WAITING_WORKERS and left
        if not self.waiting[node]:
            process: Any = node.gateway._io
            os.setpriority(os.PRIO_PROCESS, process.popen.pid, NICE)

    def schedule(self) -> None:
        if self.collection is None:
            if not self._check_nodes_have_same_collection():
                return
            names: list[str] = next(iter(self.node2collection.values()))
            self.collection = names
            self.pending = sorted(range(len(names)), key=self._place, reverse=True)
        for node in self.nodes:
            self.check_schedule(node)

    def check_schedule(self, node: WorkerController, duration: float = 0) -> None:  # noqa: ARG002
        while not node.shutting_down and len(self.node2pending[node]) < 2:
            mine = (one for one in self.pending if self._waits(one) == self.waiting[node])
            item = next(mine, None)
            if item is not None:
                self.pending.remove(item)
                self.node2pending[node].append(item)
                node.send_runtest_some([item])
            if item is None or self._expected(item) > LAST_SECONDS:
                node.shutdown()

    def _name(self, item: int) -> str:
        assert self.collection is not None
        return self.collection[item]

    def _waits(self, item: int) -> bool:
        return waits(self._name(item))

    def _expected(self, item: int) -> float:
        return self.journal.expected(self._name(item))

    def _place(self, item: int) -> tuple[bool, float]:
        """Browsers last: their driver leaves an event loop running, in which no other test can."""
        return not self._name(item).startswith(BROWSERS), self._expected(item)


# --- a run --------------------------------------------------------------------------------------


class Recorder:
    """Told by pytest what became of each proof, and tells it who proves what."""

    def __init__(
        self, journal: Journal, report: Path, names: Sequence[str], workers: int = 1
    ) -> None:
        self.journal, self.report, self.names, self.workers = journal, report, names, workers
        self.parts: dict[str, list[pytest.TestReport]] = {}
        self.started, self.run = time.monotonic(), int(time.time())
        self.expected: dict[str, float] = {}
        """Of what is proved in this run."""
        self.done: list[Proof] = []

    def pytest_xdist_make_scheduler(self, config: pytest.Config) -> LoadScheduling:
        return Lanes(config, self.journal)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        parts = self.parts.setdefault(report.nodeid, [])
        parts.append(report)
        if report.when in ("setup", "call"):
            return  # else it is the tear-down, or the worker died
        at = time.monotonic() - self.started
        proof = outcome(self.parts.pop(report.nodeid))._replace(run=self.run, at=at)
        self.done.append(proof)
        self.journal.add(proof)
        write(self.report, self.journal, self.names)
        self._say(proof)

    def _say(self, proof: Proof) -> None:
        left = self.journal.left(self.names)
        seconds = self._seconds_left([name for name in left if name in self.expected])
        print(
            f"[{len(self.names) - len(left)}/{len(self.names)}, {proof.at / 60:.0f} min, about"
            f" {seconds / 60:.0f} left] {proof.result} in"
            f" {proof.seconds:.1f} s: {proof.name}",
            flush=True,
        )

    def _seconds_left(self, left: Sequence[str]) -> float:
        """By what the proofs of this run took, compared with what was expected of them."""
        alone = [name for name in left if self.expected[name] > LAST_SECONDS]
        seconds = [self.expected[name] - self.done[-1].at for name in alone]
        for waiting, workers in ((True, 1), (False, self.workers)):
            found = [one for one in self.done if waits(one.name) == waiting]
            planned = sum(self.expected[one.name] for one in found)
            rate = sum(one.seconds for one in found) / planned if planned else 1.0
            mine = (name for name in left if waits(name) == waiting and name not in alone)
            seconds.append(rate * sum(self.expected[name] for name in mine) / workers)
        return max(0.0, *seconds)

    def pytest_report_teststatus(
        self, report: pytest.CollectReport | pytest.TestReport
    ) -> tuple[str, str, str] | None:
        """Our line says it: no dots."""
        return ("" if report.when != "call" else "passed", "", "") if report.passed else None


def outcome(parts: Sequence[pytest.TestReport]) -> Proof:
    """Of set-up, call and tear-down: the first that did not pass decides."""
    properties = dict(parts[-1].user_properties)
    processor: Any = properties.pop(PROCESSOR, 0.0)
    figures = "; ".join(f"{name} = {value}" for name, value in properties.items())
    wrong = next((part for part in parts if not part.passed), None)
    result, why = PROVED, ""
    if wrong is not None and wrong.skipped:
        result = "skipped"
        why = wrong.longrepr[-1] if isinstance(wrong.longrepr, tuple) else str(wrong.longrepr)
    elif wrong is not None:
        crash = getattr(wrong.longrepr, "reprcrash", None)
        result, why = "FAILED", crash.message if crash else str(wrong.longrepr)
    seconds = sum(part.duration for part in parts)
    return Proof(parts[-1].nodeid, result, seconds, figures, str(why), processor)


def collected() -> list[str]:
    """The names of all proofs."""
    command = [sys.executable, "-m", "pytest", "-m", "prove", "--collect-only", "-q"]
    found = subprocess.run(
        [*command, "--no-header", "-p", "no:cacheprovider"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if found.returncode not in (0, NOTHING_COLLECTED):
        raise SystemExit(found.stdout + found.stderr)
    return names(found.stdout)


def names(listed: str) -> list[str]:
    return [line for line in listed.splitlines() if line.startswith("tests/") and "::" in line]


# --- the report ---------------------------------------------------------------------------------


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def short(name: str) -> str:
    return name.removeprefix("tests/").replace(".py::", " ")


def report(journal: Journal, names: Sequence[str]) -> str:
    found = [journal.proofs[name] for name in names if name in journal.proofs]
    counts = ", ".join(
        f"{sum(proof.result == word for proof in found)} {word}"
        for word in (PROVED, "FAILED", "skipped")
    )
    missing = len(names) - len(found)
    hours = journal.processor_seconds / 3600
    clock = sum(journal.runs.values()) / 60
    runs = "one run" if len(journal.runs) == 1 else f"{len(journal.runs)} runs"
    by = f"Python {platform.python_version()}, {platform.machine()}"
    lines = [
        "# Proofs",
        "",
        f"{len(names)} proofs: {counts}, {missing} not run yet.",
        f"{clock:.0f} minutes by the clock, in {runs}; {hours:.1f} hours of one processor.",
        f"{by}. Tree {journal.fingerprint('')[:12]}.",
        "",
        "| proof | result | seconds | of one processor | figures |",
        "|---|---|---:|---:|---|",
    ]
    lines += [
        f"| {cell(short(p.name))} | {p.result} | {p.seconds:.1f} | {p.processor_seconds:.1f}"
        f" | {cell(p.figures)} |"
        for p in found
    ]
    unproved = [p for p in found if p.reason]
    if unproved:
        lines += ["", "## Not proved", ""]
        lines += [f"- {cell(short(p.name))}: {cell(p.reason)}" for p in unproved]
    if missing:
        lines += ["", "## Not run yet", "", "`make prove` continues with them.", ""]
        lines += [f"- {cell(short(name))}" for name in names if name not in journal.proofs]
    return "\n".join(lines) + "\n"


def write(file: Path, journal: Journal, names: Sequence[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(report(journal, names), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        help="that compute (default: %(default)s)",
    )
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "prove-report.md")
    parser.add_argument("--fresh", action="store_true", help="prove again what is proved")
    parser.add_argument("part", nargs="?", default="", help="only proofs whose names contain this")
    arguments = parser.parse_args()
    file = arguments.report.with_name("proofs.jsonl")
    if arguments.fresh:
        file.unlink(missing_ok=True)
    print("Looking for the proofs: half a minute.", flush=True)
    every = collected()
    journal = Journal(file, Tree(ROOT).fingerprint)
    write(arguments.report, journal, every)
    left = [name for name in journal.left(every) if arguments.part in name]
    if not every:
        print("No test is marked prove, so nothing was proved.")
        return NOTHING_COLLECTED
    if len(left) < len(every):
        print(f"{len(every) - len(left)} of {len(every)} are proved already or left out.")
    workers = max(1, arguments.workers)
    code = run(left, Recorder(journal, arguments.report, every, workers)) if left else 0
    print(f"The report is {arguments.report}.")
    return code


def run(left: Sequence[str], recorder: Recorder) -> int:
    os.chdir(ROOT)  # the names are of files from here
    recorder.expected = {name: recorder.journal.expected(name) for name in left}
    command = ["-m", "prove", "-qq", "--no-header", "-W", RIGHTLY_IMPORTED]
    command += ["-n", str(recorder.workers + WAITING_WORKERS), *left]
    code = int(pytest.main(command, [recorder]))
    if code == pytest.ExitCode.INTERRUPTED:
        print("Interrupted. Finished proofs are saved: `make prove` continues from here.")
    return code


if __name__ == "__main__":
    sys.exit(main())
