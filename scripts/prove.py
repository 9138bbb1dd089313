"""Run the long proofs, print one line for each, and write a report.

A proof is a test marked `prove`. What it passes to pytest's `record_property` is printed with it.
The proofs take hours, so each one is saved as soon as it is done: a second run on the same tree
continues where the first stopped and repeats the failed proofs. A tree with any change at all is
proved from the beginning.
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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
READ: Final = (
    "src", "tests", "scenarios", "references", "examples", "scripts", "pyproject.toml",
    "requirements/test.txt",
)  # fmt: skip
"""What a proof may depend on."""
NOTHING_COLLECTED: Final = 5
PROVED: Final = "proved"
NICE: Final = 10
"""The proofs take hours: they yield to other work on the machine."""


class Proof(NamedTuple):
    name: str
    result: str
    seconds: float
    figures: str = ""
    reason: str = ""


# --- the journal --------------------------------------------------------------------------------


def fingerprint(root: Path) -> str:
    """Of every file that the proofs read, and of the Python that runs them."""
    total = hashlib.sha256(platform.python_version().encode())
    for file in sorted(_files(root)):
        total.update(f"{file.relative_to(root)}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    for name in READ:
        path = root / name
        every = path.rglob("*") if path.is_dir() else (path,)
        yield from (file for file in every if file.is_file() and "__pycache__" not in file.parts)


class Journal:
    """The proofs of one tree; a file with a line for each, whichever tree it was of."""

    def __init__(self, file: Path, tree: str) -> None:
        self.file, self.tree = file, tree
        self.proofs: dict[str, Proof] = {}
        """By name, the last result of each."""
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        for line in lines:
            try:
                of, *proof = json.loads(line)
            except ValueError:
                continue  # empty, or the power went in the middle of it
            if of == tree:
                self._keep(Proof(*proof))

    def add(self, proof: Proof) -> None:
        self._keep(proof)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as out:
            out.write("\n" + json.dumps((self.tree, *proof)))  # a line that broke off ends here

    def _keep(self, proof: Proof) -> None:
        self.proofs[proof.name] = proof

    def left(self, names: Sequence[str]) -> list[str]:
        done = {proof.name for proof in self.proofs.values() if proof.result == PROVED}
        return [name for name in names if name not in done]


# --- a run --------------------------------------------------------------------------------------


class Recorder:
    """Told by pytest what became of each proof; of workers, too."""

    def __init__(self, journal: Journal, report: Path, names: Sequence[str]) -> None:
        self.journal, self.report, self.names = journal, report, names
        self.parts: dict[str, list[pytest.TestReport]] = {}
        self.started = time.monotonic()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        parts = self.parts.setdefault(report.nodeid, [])
        parts.append(report)
        if report.when in ("setup", "call"):
            return  # else it is the tear-down, or the worker died
        proof = outcome(self.parts.pop(report.nodeid))
        self.journal.add(proof)
        write(self.report, self.journal, self.names)
        self._say(proof)

    def _say(self, proof: Proof) -> None:
        minutes = (time.monotonic() - self.started) / 60
        done = len(self.names) - len(self.journal.left(self.names))
        print(
            f"[{done}/{len(self.names)}, {minutes:.0f} min] {proof.result} in"
            f" {proof.seconds:.1f} s: {proof.name}",
            flush=True,
        )

    def pytest_report_teststatus(
        self, report: pytest.CollectReport | pytest.TestReport
    ) -> tuple[str, str, str] | None:
        """Our line says it: no dots."""
        return ("" if report.when != "call" else "passed", "", "") if report.passed else None


def outcome(parts: Sequence[pytest.TestReport]) -> Proof:
    """Of set-up, call and tear-down: the first that did not pass decides."""
    seconds = sum(part.duration for part in parts)
    figures = "; ".join(f"{name} = {value}" for name, value in parts[-1].user_properties)
    wrong = next((part for part in parts if not part.passed), None)
    if wrong is None:
        return Proof(parts[-1].nodeid, PROVED, seconds, figures)
    if wrong.skipped:
        why = wrong.longrepr[-1] if isinstance(wrong.longrepr, tuple) else str(wrong.longrepr)
        return Proof(wrong.nodeid, "skipped", seconds, figures, str(why))
    crash = getattr(wrong.longrepr, "reprcrash", None)
    return Proof(
        wrong.nodeid, "FAILED", seconds, figures, crash.message if crash else str(wrong.longrepr)
    )


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
    hours = sum(proof.seconds for proof in found) / 3600
    by = f"Python {platform.python_version()}, {platform.machine()}"
    lines = [
        "# Proofs",
        "",
        f"{len(names)} proofs: {counts}, {missing} not run yet.",
        f"{hours:.1f} hours of one processor. {by}. Tree {journal.tree[:12]}.",
        "",
        "| proof | result | seconds | figures |",
        "|---|---|---:|---|",
    ]
    lines += [
        f"| {cell(short(p.name))} | {p.result} | {p.seconds:.1f} | {cell(p.figures)} |"
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
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "prove-report.md")
    parser.add_argument("--fresh", action="store_true", help="prove again what is proved")
    parser.add_argument("part", nargs="?", default="", help="only proofs whose names contain this")
    arguments = parser.parse_args()
    file = arguments.report.with_name("proofs.jsonl")
    if arguments.fresh:
        file.unlink(missing_ok=True)
    print("Looking for the proofs: half a minute.", flush=True)
    every = collected()
    journal = Journal(file, fingerprint(ROOT))
    write(arguments.report, journal, every)
    left = [name for name in journal.left(every) if arguments.part in name]
    if not every:
        print("No test is marked prove, so nothing was proved.")
        return NOTHING_COLLECTED
    if len(left) < len(every):
        print(f"{len(every) - len(left)} of {len(every)} are proved already or left out.")
    code = run(left, arguments.workers, Recorder(journal, arguments.report, every)) if left else 0
    print(f"The report is {arguments.report}.")
    return code


def run(left: Sequence[str], workers: int, recorder: Recorder) -> int:
    os.nice(NICE)
    os.chdir(ROOT)  # the names are of files from here
    command = ["-m", "prove", "-qq", "--no-header", *left]
    if workers > 1:
        command += ["-n", str(workers), "--dist", "worksteal"]
    code = int(pytest.main(command, [recorder]))
    if code == pytest.ExitCode.INTERRUPTED:
        print("Interrupted. Finished proofs are saved: `make prove` continues from here.")
    return code


if __name__ == "__main__":
    sys.exit(main())
