"""The felt is lettered by the page's own hand, which must know every sign that a game prints."""

from __future__ import annotations

import re

import pytest

from cardroom import games
from cardroom.games import registry
from cardroom.service.settings import PAGE
from cardroom.service.view.felt import layout


@pytest.mark.parametrize("id", list(registry.games()))
def test_every_sign_on_the_felt_has_its_letter(id: str) -> None:
    drawn = (PAGE / "js/shared/lettering.js").read_text(encoding="utf-8")
    letters = set(re.findall(r'^  "?([^"\s]| )"?: \[', drawn, re.MULTILINE))
    assert {"A", "0", "$", " "} <= letters
    felt = layout(games.ruleset(id)).felt
    assert set(f"{felt.line}{felt.sub}".upper()) <= letters
