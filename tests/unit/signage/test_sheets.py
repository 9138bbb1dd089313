"""The list of sheets: every sheet is in it, with its template, and its readers agree."""

from __future__ import annotations

from importlib import resources
from typing import get_args

import pytest

from cardroom import games
from cardroom.service.view.sheets import PrintedSheet, printed
from cardroom.signage.sheet import SheetKind
from cardroom.signage.sheets import SHEETS, bound


def test_every_sheet_of_a_posted_game_is_in_the_list() -> None:
    assert tuple(SHEETS) == get_args(SheetKind)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_a_template_of_its_name(name: str) -> None:
    assert (resources.files("cardroom.signage") / f"{name}.typ").is_file()


def test_a_portfolio_has_the_submitted_sheets_in_its_own_order() -> None:
    assert [name for name, _, _ in bound()] == ["rules", "layout", "sign", "math"]


@pytest.mark.parametrize("name", SHEETS)
def test_only_a_sheet_with_a_computation_has_figures_to_write(name: str) -> None:
    assert SHEETS[name].data is None or SHEETS[name].computation is not None


def test_the_page_prints_what_takes_no_long_computation_under_its_title() -> None:
    card = PrintedSheet("strategy", "Strategy card", "the best play", charts=True)
    plain = (
        PrintedSheet("sign", "Sign"),
        PrintedSheet("rules", "Rules"),
        PrintedSheet("layout", "Layout"),
    )
    assert printed(games.ruleset("blackjack")) == (*plain, card)
    assert printed(games.ruleset("omaha")) == plain
