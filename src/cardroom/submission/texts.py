"""The texts of a submission: the template of internal controls, and how to verify the folder."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from cardroom import __version__
from cardroom.houses import House
from cardroom.submission.contents import Contents

FILE: Final = Path(__file__).with_name("controls.toml")


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    says: tuple[str, ...]
    command: str = ""


@cache
def controls() -> tuple[Control, ...]:
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return msgspec.convert(found["control"], tuple[Control, ...])


def controls_text(house: House) -> str:
    lines = [
        f"# Internal controls: {house.title}",
        "",
        "A template. Fill in the blanks, add what your room does, and submit it for approval.",
    ]
    for number, control in enumerate(controls(), start=1):
        lines += ["", f"## {number}. {control.title}", "", *control.says]
        lines += ["", f"Supported by: `{control.command}`"] if control.command else []
    return "\n".join(lines) + "\n"


def verify_steps(house: House, wanted: Contents) -> tuple[tuple[str, str], ...]:
    """What to do, and the command that does it, in the folder."""
    again = f"cardroom submit {_given(house)}{wanted.options()} --out ../again"
    return (
        ("Check that no file of the folder was changed.", "sha256sum -c SHA256SUMS"),
        (
            f"Install cardroom {__version__} and its packages, in the versions that made it.",
            "pip install -r requirements.txt",
        ),
        (
            "Make the submission again. Every file comes out with the same bytes.",
            f"{again} && diff -r ../again .",
        ),
        (
            "List faults, warnings and deviations of the posted games.",
            f"cardroom check {_given(house)}",
        ),
        (
            "Play the scenarios that prove the clauses of a game: each comes out as it expects.",
            "python -m zipfile -e GAME/scenarios.zip ../scenarios && cardroom settle ../scenarios",
        ),
        (
            "Test the entropy of the machine that deals; this result differs every time.",
            "cardroom rng-report --source os",
        ),
        (
            "Verify the journal of a room, and replay every round of it.",
            "cardroom audit verify JOURNAL && cardroom audit replay JOURNAL",
        ),
        ("See what changed since an earlier submission.", "cardroom submit --compare OLD NEW"),
    )


def _given(house: House) -> str:
    """The house as the command line takes it; its own file is in the folder."""
    return f"{house.name}.toml" if house.file and not _shipped(house) else house.name


def _shipped(house: House) -> bool:
    return Path(house.file).parent == Path(__file__).parents[1] / "houses"


def verify_text(house: House, wanted: Contents) -> str:
    lines = [
        f"# How to verify this submission: {house.title}",
        "",
        "Run the commands in this folder.",
        "",
    ]
    for number, (says, command) in enumerate(verify_steps(house, wanted), start=1):
        lines += [f"{number}. {says}", "", f"       {command}", ""]
    return "\n".join(lines)
