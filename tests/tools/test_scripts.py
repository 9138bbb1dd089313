"""The scripts behind the Makefile."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any, Literal
from unittest import mock

import pytest
from rich.console import Console

from scripts import find_chromium, prove, run_suites
from tests.prove import rule_modules

EDGE, BUST, COUNT = (
    f"tests/references/test_books.py::test_{name}" for name in ("edge", "bust", "n")
)
NAMES = (EDGE, BUST, COUNT)


def reported(
    name: str, when: Literal["setup", "call", "teardown"], says: str = ""
) -> pytest.TestReport:
    outcome: Literal["passed", "failed"] = "failed" if says else "passed"
    figures: list[tuple[str, object]] = [("edge", "0.0043"), (prove.PROCESSOR, 90.0)]
    return pytest.TestReport(
        name, ("", 0, ""), {}, outcome, says or None, when, duration=1.25, user_properties=figures
    )


def journal_of(folder: Path, tree: str) -> prove.Journal:
    return prove.Journal(folder / "proofs.jsonl", lambda _: tree)


def interrupted(folder: Path, tree: str = "t1") -> prove.Journal:
    """Two of three proofs were run: one is proved, and one failed."""
    journal = journal_of(folder, tree)
    recorder = prove.Recorder(journal, folder / "report.md", NAMES)
    recorder.expected = dict.fromkeys(NAMES, 1.0)
    for name, says in ((EDGE, ""), (BUST, "0.28 is not | 0.29")):
        recorder.pytest_runtest_logreport(reported(name, "setup"))
        recorder.pytest_runtest_logreport(reported(name, "call", says))
        recorder.pytest_runtest_logreport(reported(name, "teardown"))
    return journal


def test_the_report_of_proofs_shows_figures_failures_and_what_was_not_run(tmp_path: Path) -> None:
    interrupted(tmp_path)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "3 proofs: 1 proved, 1 FAILED, 0 skipped, 1 not run yet" in text
    assert "0 minutes by the clock, in one run; 0.1 hours of one processor." in text
    assert "| references/test_books test_edge | proved | 3.8 | 90.0 | edge = 0.0043 |" in text
    assert "- references/test_books test_bust: 0.28 is not \\| 0.29" in text
    assert "- references/test_books test_n\n" in text


def test_proofs_go_on_where_they_were_interrupted(tmp_path: Path) -> None:
    interrupted(tmp_path)
    with (tmp_path / "proofs.jsonl").open("a", encoding="utf-8") as out:
        out.write(f'["t1", "{COUNT}", "pro')  # the power went
    again = journal_of(tmp_path, "t1")
    assert again.left(NAMES) == [BUST, COUNT], "what failed is run again"
    again.add(prove.Proof(BUST, "proved", 1.0))
    assert journal_of(tmp_path, "t1").left(NAMES) == [COUNT]
    assert journal_of(tmp_path, "t2").left(NAMES) == list(NAMES)


def test_the_time_of_a_proof_is_that_of_all_runs_of_its_tree(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, "t1")
    for run, at in ((7, 60.0), (7, 180.0), (8, 120.0)):
        journal.add(prove.Proof(EDGE, "proved", 40.0, processor_seconds=900.0, run=run, at=at))
    text = prove.report(journal_of(tmp_path, "t1"), NAMES)
    assert "5 minutes by the clock, in 2 runs; 0.8 hours of one processor." in text
    other = journal_of(tmp_path, "t2")
    assert "0 minutes by the clock, in 0 runs; 0.0 hours" in prove.report(other, NAMES)
    assert other.expected(EDGE) == 40.0, "it will take as long again"


class Worker:
    """What the scheduler asks of one of xdist's."""

    def __init__(self) -> None:
        self.gateway = mock.MagicMock()
        self.given: list[int] = []
        self.shutting_down = False

    def send_runtest_some(self, items: list[int]) -> None:
        self.given += items

    def shutdown(self) -> None:
        self.shutting_down = True


def test_proofs_that_wait_have_workers_of_their_own_and_the_longest_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    niced: list[object] = []
    monkeypatch.setattr("os.setpriority", lambda _, process, nice: niced.append((process, nice)))
    soak, kill = "tests/service/test_soak.py::test_hour", "tests/faults/test_kill.py::test_some"
    mistakes = "tests/prove/test_mistakes.py::test_mistakes"
    page = "tests/browser/test_sizes.py::test_all"
    names = [EDGE, soak, mistakes, page, kill, BUST, COUNT]
    journal = journal_of(tmp_path, "t1")
    journal.add(prove.Proof(COUNT, "proved", 99.0))
    journal.add(prove.Proof(page, "proved", 99.0))
    config: Any = mock.MagicMock()
    config.getvalue.return_value = ["3*popen"]
    lanes = prove.Lanes(config, journal)
    workers: list[Any] = [Worker(), Worker(), Worker()]
    for worker in workers:
        lanes.add_node(worker)
        lanes.add_node_collection(worker, names)
    alone, waiting, computing = workers
    assert niced == [(computing.gateway._io.popen.pid, prove.NICE)]
    lanes.schedule()
    assert [[names[item] for item in worker.given] for worker in workers] == [
        [soak], [kill, page], [mistakes, COUNT],
    ]  # fmt: skip
    assert alone.shutting_down, "nothing waits for an hour behind the soak"
    lanes.mark_test_complete(waiting, names.index(kill))
    assert waiting.shutting_down, "nothing else waits"
    lanes.mark_test_complete(computing, names.index(mistakes))
    assert names[computing.given[-1]] == EDGE
    for name in (COUNT, EDGE, BUST):
        lanes.mark_test_complete(computing, names.index(name))
    assert computing.shutting_down
    assert not lanes.pending


def tree(folder: Path, files: dict[str, str]) -> prove.Tree:
    for name, text in {"pyproject.toml": "", "requirements/test.txt": "", **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return prove.Tree(folder)


def test_a_letter_more_is_another_tree(tmp_path: Path) -> None:
    before = tree(tmp_path, {"src/rule.py": "x = 1"})
    same = tree(tmp_path, {"src/__pycache__/rule.pyc": "made"})
    after = tree(tmp_path, {"src/rule.py": "x = 2"})
    for proof in ("", EDGE):
        assert same.fingerprint(proof) == before.fingerprint(proof)
        assert after.fingerprint(proof) != before.fingerprint(proof)


def test_a_change_of_a_test_leaves_the_proofs_of_other_tests(tmp_path: Path) -> None:
    here, there = "tests/unit/test_here.py::test_x", "tests/unit/test_there.py::test_y"
    style = "tests/tidy/test_style.py::test_z"
    before = tree(tmp_path, {"tests/unit/test_here.py": "x = 1"})
    after = tree(tmp_path, {"tests/unit/test_here.py": "x = 2"})
    assert after.fingerprint(there) == before.fingerprint(there)
    for proof in ("", here, style):
        assert after.fingerprint(proof) != before.fingerprint(proof)


def test_a_change_of_a_test_that_others_import_is_another_tree(tmp_path: Path) -> None:
    there = "tests/unit/test_there.py::test_y"
    user = {"tests/unit/test_there.py": "from tests.unit.test_here import x"}
    before = tree(tmp_path, {"tests/unit/test_here.py": "x = 1", **user})
    after = tree(tmp_path, {"tests/unit/test_here.py": "x = 2"})
    assert after.fingerprint(there) != before.fingerprint(there)


def test_a_change_of_a_test_that_notices_mistakes_repeats_their_group(tmp_path: Path) -> None:
    noticing = {"tests/unit/games/twentyone/test_dealer_bust.py": "x = 1"}
    before = tree(tmp_path, noticing)
    after = tree(tmp_path, dict.fromkeys(noticing, "x = 2"))
    notice = "tests/prove/test_mistakes.py::test_some_scenario_notices_every_mistake"
    found = {
        group
        for group in rule_modules.GROUPS
        for proof in [f"{notice}[{group}]"]
        if after.fingerprint(proof) != before.fingerprint(proof)
    }
    assert found == {"dealer-bust-21"}


def test_the_names_of_the_proofs_are_those_that_pytest_lists() -> None:
    listed = f"{EDGE}\n{COUNT}[a::b c]\n\n2/9 tests collected (7 deselected) in 1.00s\n"
    assert prove.names(listed) == [EDGE, f"{COUNT}[a::b c]"]


def test_a_suite_without_a_budget_is_run_all_the_same(tmp_path: Path) -> None:
    for suite in ("zeta", "service", "unit", "tidy"):
        (tmp_path / suite / "deep").mkdir(parents=True)
        (tmp_path / suite / "deep" / "test_x.py").touch()
    found = run_suites.suites(tmp_path)
    assert [job.name for job in found] == ["service", "unit", "zeta"]
    assert found[2].budget_seconds == run_suites.DEFAULT_SECONDS


def test_a_folder_that_runs_apart_is_left_out_of_its_suite(tmp_path: Path) -> None:
    for folder in ("analysis", "cli"):
        (tmp_path / "unit" / folder).mkdir(parents=True)
        (tmp_path / "unit" / folder / "test_x.py").touch()
    suite, apart = run_suites.suites(tmp_path)
    assert (suite.name, apart.name) == ("unit", "unit-analysis")
    assert "--ignore=tests/unit/analysis" in suite.command
    assert apart.command[-1] == "tests/unit/analysis"
    assert {suite.after, apart.after} == {"kernels"}


def job(name: str, *code: str, after: str = "") -> run_suites.Job:
    return run_suites.Job(name, (sys.executable, "-c", "; ".join(code)), after)


def test_what_others_wait_for_comes_first_then_what_waits_and_then_the_longest() -> None:
    names = ("tools", "unit", "service", "mypy", "browser", "kernels")
    jobs = [job(name, after="kernels" * (name == "unit")) for name in names]
    ordered = [each.name for each in run_suites.in_order(jobs)]
    assert ordered == ["kernels", "browser", "service", "unit", "mypy", "tools"]


def test_as_many_that_wait_run_next_to_those_that_compute() -> None:
    waiting = [job(name) for name in ("kernels", "service", "browser", "browser-odds", "mypy")]
    unit = job("unit", after="kernels")
    assert [each.name for each in run_suites.startable([*waiting, unit], (), 2)] == [
        "kernels", "service", "browser", "mypy",
    ]  # fmt: skip
    now = [job("service-again"), job("mypy")]
    assert list(run_suites.startable([waiting[3], unit], now, 1)) == []
    assert list(run_suites.startable([waiting[3], unit], now, 2)) == [waiting[3], unit]


def test_what_computes_leaves_the_processors_to_what_waits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(run_suites, "LOGS", tmp_path)
    tell = ("import os, time", "time.sleep(0.3)", "print(os.nice(0))")
    jobs = [job("unit", *tell), job("browser", *tell)]
    run_suites.run(jobs, 2, Console(file=io.StringIO()))
    unit, browser = (int(each.log.read_text()) for each in jobs)
    assert unit == min(browser + run_suites.NICE, run_suites.LOWEST)


def test_only_what_a_page_or_a_service_does_gets_a_second_try(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(run_suites, "LOGS", tmp_path)
    once = ("import sys", "sys.exit('--last-failed' not in sys.argv)")
    jobs = [
        job("browser", *once),
        job("service", "raise SystemExit(1)"),
        job("browser-odds", "raise SystemExit(2)"),
        job("unit", *once),
    ]
    found = run_suites.run(jobs, 2, Console(file=io.StringIO()))
    codes = {each.job.name: each.code for each in found}
    assert codes == {
        "browser": 1, "browser-again": 0,
        "service": 1, "service-again": 1,
        "browser-odds": 2,
        "unit": 1,
    }  # fmt: skip
    assert [each.job.name for each in run_suites.unsteady(found)] == ["browser"]


def test_a_suite_waits_for_the_kernels_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(run_suites, "LOGS", tmp_path)
    mark = tmp_path / "compiled"
    compiling = job("kernels", "import pathlib, time", f"pathlib.Path({str(mark)!r}).touch()")
    needing = job(
        "unit", f"import pathlib; assert pathlib.Path({str(mark)!r}).exists()", after="kernels"
    )
    failing = job("zeta", "print('this is why')", "raise SystemExit(3)")
    console = Console(file=io.StringIO(), width=200)
    found = run_suites.run([needing, failing, compiling], 2, console)
    assert {each.job.name: each.code for each in found} == {"kernels": 0, "unit": 0, "zeta": 3}
    assert [each.job.name for each in found if each.failed] == ["zeta"]
    assert all(each.processor_seconds > 0 for each in found)
    run_suites.show(found, 1.0, console)
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "this is why" in told, "what a failed suite says is shown"
    assert "over budget" not in told


def test_all_budgets_together_keep_make_test_under_seven_minutes() -> None:
    """On two processors, less what it takes to install everything, and Chromium's own time."""
    installing, chromium = 15, 130
    assert sum(run_suites.BUDGET_SECONDS.values()) <= 2 * (7 * 60 - installing) - chromium


@pytest.mark.parametrize(("code", "failed"), [(0, False), (1, True), (2, True), (5, False)])
def test_a_suite_fails_by_its_exit_code(code: int, failed: bool) -> None:
    assert run_suites.Outcome(job("unit"), 1.0, 1.0, code).failed is failed


def test_a_named_browser_that_does_not_start_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARDROOM_CHROMIUM", str(tmp_path / "none"))
    assert find_chromium.main() == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "apt-get install chromium" in shown.err


@pytest.mark.parametrize("there", [0, 1])
def test_the_lightest_browser_of_the_system_is_installed(
    there: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def run(*command: str) -> bool:
        asked.extend(word for word in command if word in find_chromium.BROWSERS)
        return find_chromium.BROWSERS[there] in command

    monkeypatch.setattr(find_chromium, "run", run)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert find_chromium.by_apt()
    assert tuple(asked) == find_chromium.BROWSERS[: there + 1]


def test_an_installer_is_tried_only_if_no_browser_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    browser = tmp_path / "chromium"
    tried: list[str] = []

    def install() -> bool:
        tried.append("install")
        browser.write_text("#!/bin/sh\necho Chromium 1.0\n", encoding="utf-8")
        browser.chmod(0o755)
        return True

    monkeypatch.delenv("CARDROOM_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(find_chromium, "BUNDLES", ())
    monkeypatch.setattr(find_chromium, "playwrights", lambda: iter(()))
    assert find_chromium.find(()) is None
    assert find_chromium.find((install, install)) == str(browser)
    assert find_chromium.find((install,)) == str(browser)
    assert tried == ["install"]
