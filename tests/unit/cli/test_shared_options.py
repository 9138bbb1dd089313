"""What all commands share: -h, -q, --csv, the width and the colors, completion, suggestions."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.cli.completion import BASH
from cardroom.cli.output import WANTED, OutputOptions, flat, rows_at, write_document
from tests.cli_commands import COMMANDS, GROUPS

ROOT = Path(__file__).resolve().parents[3]
Capture = pytest.CaptureFixture[str]
EVERY = [(command.name,) for command in COMMANDS] + [
    (group.name, command.name) for group in GROUPS for command in group.commands
]


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_command_knows_h_and_q(words: tuple[str, ...], capsys: Capture) -> None:
    assert main([*words, "-h"]) == 0
    shown = capsys.readouterr().out
    assert "--quiet" in shown
    assert "-q" in shown
    assert "<bool>" not in shown


@pytest.mark.parametrize("line", ["-q games", "games -q", "games --quiet"])
def test_quiet_leaves_the_hints_out(line: str, capsys: Capture) -> None:
    main(["games"])
    hinted = capsys.readouterr().out
    main(line.split())
    quiet = capsys.readouterr().out
    assert hinted.startswith(quiet.rstrip())
    assert "opens a table" in hinted
    assert "opens a table" not in quiet


def test_json_and_csv_are_not_asked_for_together(capsys: Capture) -> None:
    assert main(["games", "--json", "--csv"]) == 2
    assert "choose one of them" in capsys.readouterr().err


def test_quiet_ends_with_the_command(capsys: Capture) -> None:
    main(["-q", "games"])
    capsys.readouterr()
    main(["games"])
    assert "opens a table" in capsys.readouterr().out


@pytest.mark.parametrize("columns", [60, 200])
def test_columns_is_the_width(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for line in ("games", "check washington --no-odds", "-h"):
        main(line.split())
        widths = [len(text.rstrip()) for text in capsys.readouterr().out.splitlines()]
        assert max(widths) <= columns
        assert max(widths) > columns - 40


def test_no_color_is_obeyed_on_a_terminal() -> None:
    command = [sys.executable, "-m", "cardroom", "games"]
    plain = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "FORCE_COLOR": "1", "TERM": "xterm"}
    colored = subprocess.run(command, env=plain, capture_output=True, check=True).stdout
    env = {**plain, "NO_COLOR": "1"}
    bare = subprocess.run(command, env=env, capture_output=True, check=True).stdout
    assert b"\x1b[" in colored
    assert b"\x1b[3" not in bare


def test_a_terminal_without_utf_8_is_printed_to() -> None:
    command = [sys.executable, "-m", "cardroom", "rules", "safari-21"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "ascii"}
    shown = subprocess.run(command, env=env, capture_output=True, check=True).stdout
    assert shown.isascii()
    assert b"?" in shown


@pytest.mark.parametrize("rows", [None, ""])
def test_data_is_utf_8_whatever_the_terminal_shows(
    rows: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A "?" in place of a letter would be other data, and nobody would notice."""
    written = io.BytesIO()
    terminal = io.TextIOWrapper(written, encoding="ascii", errors="replace")
    monkeypatch.setattr("sys.stdout", terminal)
    token = WANTED.set(OutputOptions(rows=rows))
    try:
        write_document([{"player": "Zoë"}])
        write_document([{"player": "Zoë"}])
    finally:
        WANTED.reset(token)
        terminal.flush()
    assert written.getvalue().decode("utf-8").count("Zoë") == 2


def test_csv_has_every_digit_and_inner_tables_become_columns() -> None:
    document = {"rows": [{"a": 1.23456789012345, "b": {"c": [1, 2]}}, {"a": None, "d": True}]}
    assert rows_at(document, "rows") == [
        {"a": 1.23456789012345, "b.c": "1 2"},
        {"a": "", "d": "true"},
    ]
    assert rows_at({"x": {"edge": 1}, "y": {"edge": 2}}, "") == [
        {"name": "x", "edge": 1},
        {"name": "y", "edge": 2},
    ]
    assert flat({"list": [{"a": 1}]}) == {"list": '[{"a": 1}]'}


def test_csv_cells_are_no_formulas(capsys: Capture) -> None:
    from cardroom.cli.output import write_rows

    write_rows([{"player": "=HYPERLINK(1)", "net": -5}])
    assert list(csv.reader(io.StringIO(capsys.readouterr().out)))[1] == ["'=HYPERLINK(1)", "-5"]


COMPLETED = {
    "cardroom od": "odds",
    "cardroom audit ver": "verify",
    "cardroom odds bla": "blackjack",
    "cardroom odds blackjack --set surr": "surrender=",
    "cardroom odds blackjack --set surrender=l": "surrender=late",
    "cardroom rules omaha --house nap": "napa_valley",
    "cardroom rules omaha --house examples/houses/sp": "examples/houses/spanish-21.toml",
    "cardroom odds blackjack --js": "--json",
}


@pytest.mark.parametrize("line", COMPLETED)
def test_commands_games_options_values_and_houses_are_completed(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("_CARDROOM_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    with pytest.raises(SystemExit):
        main([])
    said = capsys.readouterr().out.splitlines()
    assert [each.split("\t")[0] for each in said] == [COMPLETED[line]]


def test_bash_completes_commands_and_what_follows_an_equals_sign(tmp_path: Path) -> None:
    program = tmp_path / "cardroom"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m cardroom "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    completed = {"cardroom od": "odds", "cardroom odds blackjack --set surrender=l": "late"}
    asks = "".join(
        f"COMP_LINE='{line}'; COMP_POINT={len(line)}; COMPREPLY=();"
        ' _cardroom_completion cardroom; echo "${COMPREPLY[*]}"\n'
        for line in completed
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    env["PATH"] = f"{tmp_path}:{env['PATH']}"
    said = subprocess.run(
        ["bash", "--norc", "-c", BASH + asks],
        env=env, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert said.stdout.splitlines() == list(completed.values())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_every_shell_has_a_script(shell: str, capsys: Capture) -> None:
    assert main(["completion", shell]) == 0
    assert "_CARDROOM_COMPLETE" in capsys.readouterr().out


def test_an_unknown_schema_is_answered_with_the_nearest(capsys: Capture) -> None:
    assert main(["schema", "ods"]) == 2
    assert "did you mean 'odds'?" in capsys.readouterr().err
