"""The scripts behind the Makefile."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import find_chromium, prove, run_suites

JUNIT = """<testsuites><testsuite>
<testcase classname="tests.references.test_books" name="test_edge" time="2.5">
  <properties><property name="edge" value="0.0043"/></properties></testcase>
<testcase classname="tests.references.test_books" name="test_bust" time="1">
  <failure message="0.28 is not | 0.29">trace</failure></testcase>
</testsuite></testsuites>"""


def test_the_report_of_proofs_shows_figures_and_failures(tmp_path: Path) -> None:
    junit = tmp_path / "proofs.xml"
    junit.write_text(JUNIT, encoding="utf-8")
    text = prove.report(prove.proofs(junit))
    assert "2 proofs: 1 proved, 1 FAILED, 0 skipped" in text
    assert "| references.test_books.test_edge | proved | 2.5 | edge = 0.0043 |" in text
    assert "- references.test_books.test_bust: 0.28 is not \\| 0.29" in text


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
