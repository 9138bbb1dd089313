"""The examples in the help can be typed as they are."""

from __future__ import annotations

import shlex
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from cardroom import houses
from cardroom.cli import main
from cardroom.cli.app import flowed
from cardroom.cli.commands import CommandRow
from cardroom.cli.examples import EXAMPLES
from cardroom.cli.submit import submit
from cardroom.games import registry
from tests.cli_commands import COMMANDS, GROUPS

QUICK = {
    "check washington --no-odds", "completion bash", "games", "games --csv",
    "odds three-card-poker", "rules blackjack --options", "rules omaha --csv", "schema",
    "schema house", "schema odds", "school list --game omaha", "school list --csv",
    "school paper blackjack-pay --questions 3 --answers", "set-hand AsKsQsJsTs9d8d --way foxwoods",
}  # fmt: skip
NAMES = [command.name for command in COMMANDS] + [
    f"{group.name} {command.name}" for group in GROUPS for command in group.commands
]
LINES = [(name, line) for name, lines in EXAMPLES.items() for line in lines]


def test_every_command_has_an_example_of_itself() -> None:
    assert sorted(EXAMPLES) == sorted(NAMES)
    assert all(line.split()[: len(name.split())] == name.split() for name, line in LINES)
    assert {line for _, line in LINES} >= QUICK


@pytest.mark.parametrize("line", [line for _, line in LINES if line not in QUICK])
def test_an_example_is_read(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = CommandRow.function

    def parsed(command: CommandRow) -> Any:
        @wraps(whole(command))
        def nothing(**_given: object) -> None:
            """Its arguments were read."""

        return nothing

    monkeypatch.setattr(CommandRow, "function", parsed)
    assert main(shlex.split(line)) == 0, capsys.readouterr().err


@pytest.mark.parametrize("line", [line for _, line in LINES if " --house " in line])
def test_the_house_of_an_example_posts_its_game(line: str) -> None:
    words = line.split()
    house = words[words.index("--house") + 1]
    if house in houses.names():
        posts = {posted.game for posted in houses.house(house).game}
        assert posts.issuperset(set(words) & set(registry.games()))


@pytest.mark.parametrize("line", sorted(QUICK))
def test_a_quick_example_runs(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line)) in (0, 1), capsys.readouterr().err
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["odds", "audit verify"])
def test_help_ends_with_the_examples(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parent)
    assert main([*name.split(), "-h"]) == 0
    shown = capsys.readouterr().out
    assert all(f"cardroom {line}" in shown for line in EXAMPLES[name])


def test_help_fills_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["submit", "-h"]) == 0
    text = " ".join(line.strip() for line in capsys.readouterr().out.splitlines())
    assert flowed(submit.__doc__).split("\n\n")[1] in text
    assert flowed("One\nline.\n\n    kept\n    lines") == "One line.\n\n    kept\n    lines"
