"""The scripts behind the Makefile."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from scripts import find_chromium, prove, run_suites

EDGE, BUST, COUNT = (
    f"tests/references/test_books.py::test_{name}" for name in ("edge", "bust", "n")
)
NAMES = (EDGE, BUST, COUNT)


def reported(
    name: str, when: Literal["setup", "call", "teardown"], says: str = ""
) -> pytest.TestReport:
    outcome: Literal["passed", "failed"] = "failed" if says else "passed"
    figures: list[tuple[str, object]] = [("edge", "0.0043")]
    return pytest.TestReport(
        name, ("", 0, ""), {}, outcome, says or None, when, duration=1.25, user_properties=figures
    )


def interrupted(folder: Path, tree: str = "t1") -> prove.Journal:
    """Two of three proofs were run: one is proved, and one failed."""
    journal = prove.Journal(folder / "proofs.jsonl", tree)
    recorder = prove.Recorder(journal, folder / "report.md", NAMES)
    for name, says in ((EDGE, ""), (BUST, "0.28 is not | 0.29")):
        recorder.pytest_runtest_logreport(reported(name, "setup"))
        recorder.pytest_runtest_logreport(reported(name, "call", says))
        recorder.pytest_runtest_logreport(reported(name, "teardown"))
    return journal


def test_the_report_of_proofs_shows_figures_failures_and_what_was_not_run(tmp_path: Path) -> None:
    interrupted(tmp_path)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "3 proofs: 1 proved, 1 FAILED, 0 skipped, 1 not run yet" in text
    assert "| references/test_books test_edge | proved | 3.8 | edge = 0.0043 |" in text
    assert "- references/test_books test_bust: 0.28 is not \\| 0.29" in text
    assert "- references/test_books test_n\n" in text


def test_proofs_go_on_where_they_were_interrupted(tmp_path: Path) -> None:
    interrupted(tmp_path)
    with (tmp_path / "proofs.jsonl").open("a", encoding="utf-8") as out:
        out.write(f'["t1", "{COUNT}", "pro')  # the power went
    again = prove.Journal(tmp_path / "proofs.jsonl", "t1")
    assert again.left(NAMES) == [BUST, COUNT], "what failed is run again"
    again.add(prove.Proof(BUST, "proved", 1.0))
    assert prove.Journal(tmp_path / "proofs.jsonl", "t1").left(NAMES) == [COUNT]
    assert prove.Journal(tmp_path / "proofs.jsonl", "t2").left(NAMES) == list(NAMES)


def test_a_letter_more_is_another_tree(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "test.txt").touch()
    rule = tmp_path / "src" / "rule.py"
    rule.write_text("x = 1", encoding="utf-8")
    before = prove.fingerprint(tmp_path)
    (tmp_path / "src" / "__pycache__").mkdir()
    (tmp_path / "src" / "__pycache__" / "rule.pyc").write_text("made", encoding="utf-8")
    assert prove.fingerprint(tmp_path) == before
    rule.write_text("x = 2", encoding="utf-8")
    assert prove.fingerprint(tmp_path) != before


def test_the_names_of_the_proofs_are_those_that_pytest_lists() -> None:
    listed = f"{EDGE}\n{COUNT}[a::b c]\n\n2/9 tests collected (7 deselected) in 1.00s\n"
    assert prove.names(listed) == [EDGE, f"{COUNT}[a::b c]"]


def test_a_suite_without_a_budget_is_run_all_the_same(tmp_path: Path) -> None:
    for suite in ("zeta", "service", "unit", "tidy"):
        (tmp_path / suite / "deep").mkdir(parents=True)
        (tmp_path / suite / "deep" / "test_x.py").touch()
    assert run_suites.suites(tmp_path) == ["unit", "service", "zeta"]


@pytest.mark.parametrize(("code", "failed"), [(0, False), (1, True), (2, True), (5, False)])
def test_a_suite_fails_by_its_exit_code(code: int, failed: bool) -> None:
    assert run_suites.Outcome("unit", 1.0, 30, code).failed is failed


def test_a_named_browser_that_does_not_start_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARDROOM_CHROMIUM", str(tmp_path / "none"))
    assert find_chromium.main() == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "apt-get install chromium" in shown.err


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
