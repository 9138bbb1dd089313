"""Run the long proofs and write down what was proved, with the figures each test recorded.

A proof is a test marked `prove`. What it passes to pytest's `record_property` is printed beside it.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NOTHING_COLLECTED = 5


class Proof(NamedTuple):
    name: str
    result: str
    seconds: float
    figures: str
    reason: str


def proofs(junit: Path) -> list[Proof]:
    return [read(case) for case in ET.parse(junit).getroot().iter("testcase")]


def read(case: ET.Element) -> Proof:
    result, reason = "proved", ""
    for tag, word in (("failure", "FAILED"), ("error", "FAILED"), ("skipped", "skipped")):
        found = case.find(tag)
        if found is not None:
            result, reason = word, found.get("message", "")
    figures = "; ".join(
        f"{item.get('name')} = {item.get('value')}" for item in case.iter("property")
    )
    name = f"{case.get('classname', '')}.{case.get('name', '')}".removeprefix("tests.")
    return Proof(name, result, float(case.get("time", "0")), figures, reason)


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def report(found: list[Proof]) -> str:
    counts = ", ".join(
        f"{sum(proof.result == word for proof in found)} {word}"
        for word in ("proved", "FAILED", "skipped")
    )
    lines = [
        "# Proofs",
        "",
        f"{len(found)} proofs: {counts}. Python {platform.python_version()}, {platform.machine()}.",
        "",
        "| proof | result | seconds | figures |",
        "|---|---|---:|---|",
    ]
    lines += [
        f"| {cell(p.name)} | {p.result} | {p.seconds:.1f} | {cell(p.figures)} |" for p in found
    ]
    unproved = [p for p in found if p.reason]
    if unproved:
        lines += ["", "## Not proved", ""]
        lines += [f"- {cell(p.name)}: {cell(p.reason)}" for p in unproved]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "prove-report.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        junit = Path(directory) / "proofs.xml"
        command = [sys.executable, "-m", "pytest", "-m", "prove", f"--junitxml={junit}"]
        if arguments.workers > 1:
            command += ["-n", str(arguments.workers), "--dist", "worksteal"]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        found = proofs(junit) if junit.exists() else []
    arguments.report.parent.mkdir(parents=True, exist_ok=True)
    arguments.report.write_text(report(found), encoding="utf-8")
    print(f"The report is {arguments.report}.")
    if code == NOTHING_COLLECTED:
        print("No test is marked prove, so nothing was proved.")
    return code


if __name__ == "__main__":
    sys.exit(main())
