"""Options from a file: the command line wins, and a wrong file is refused at its line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from cardroom.cli.configuration import ConfigOption
from cardroom.data_file import FileError

app = typer.Typer()


@app.command()
def show(
    port: Annotated[int, typer.Option(min=0, max=65535, envvar="TEST_PORT")] = 8021,
    name: Annotated[list[str] | None, typer.Option()] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser")] = False,
    as_text: Annotated[str, typer.Option("--title")] = "",
    config: ConfigOption = None,
) -> None:
    del config
    typer.echo(f"{port} {name} {no_browser} {as_text}")


def shown(tmp_path: Path, text: str, *arguments: str, **environment: str) -> str:
    file = tmp_path / "room.toml"
    file.write_text(text)
    result = CliRunner().invoke(app, ["--config", str(file), *arguments], env=environment)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output.strip()


FULL = 'port = 9000\nname = ["a", "b"]\nno_browser = true\ntitle = "The Room"\n'


def test_a_file_gives_options_by_their_names(tmp_path: Path) -> None:
    assert shown(tmp_path, FULL) == "9000 ['a', 'b'] True The Room"


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    assert shown(tmp_path, FULL, TEST_PORT="9001").startswith("9001 ")
    assert shown(tmp_path, FULL, "--port", "9002", TEST_PORT="9001").startswith("9002 ")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port = 1\nprot = 2\n", "room.toml:2: unknown option 'prot'; did you mean 'port'?"),
        ("port = 70000\n", "room.toml:1: port: "),
        ('name = "a"\n', "room.toml:1: name: write a list of values"),
        ("port = [1]\n", "room.toml:1: port: write one value, not a list"),
        ('no_browser = "yes"\n', "room.toml:1: no_browser: write true or false"),
        ("title = true\n", "room.toml:1: title: true and false are not values of it"),
        ("port = \n", "room.toml:1: "),
        ('config = "other.toml"\n', "room.toml:1: unknown option 'config'"),
    ],
)
def test_a_wrong_file_is_refused_at_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(FileError) as refused:
        shown(tmp_path, text)
    assert says in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["--config", str(tmp_path / "none.toml")])
    assert isinstance(result.exception, FileError)
