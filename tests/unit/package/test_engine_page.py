"""The example of docs/engine.md runs as it is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardroom import scenario

DOCS = Path(__file__).resolve().parents[3] / "docs"


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def test_the_example_of_the_engine_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = blocks("engine.md", "python")
    names: dict[str, object] = {}
    exec(compile(first, "docs/engine.md", "exec"), names)
    exec(compile(second, "docs/engine.md", "exec"), names)
    printed = capsys.readouterr().out
    assert re.match(r"main: -?[\d.]+, .* \[pay\.[a-z-]+; Blackjack / ", printed)


def test_what_the_engine_page_lists_is_there() -> None:
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    for module, gives in re.findall(
        r"^\| `(cardroom[\w.]*)` \| (.*) \|$", text, flags=re.MULTILINE
    ):
        listed = __import__(module, fromlist=["*"])
        for name in re.findall(r"`([A-Za-z_]+)(?:\([^`]*\))?`", gives):
            assert hasattr(listed, name), f"{module}.{name}"


def test_the_example_of_the_scenario_page_is_one() -> None:
    (text,) = blocks("scenarios.md", "toml")
    assert scenario.run(scenario.parse(text)).problems == ()
