"""Commands show what the analysis of an installed family says, in that family's own words."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import msgspec
import pytest

from cardroom import games
from cardroom.analysis import families
from cardroom.analysis.chart_picture import COLORS
from cardroom.analysis.documents import (
    BlockHeading,
    ChartStrategy,
    LowestHand,
    LowestHandStrategy,
    RankCounts,
    StrategyChart,
    game_fields,
)
from cardroom.analysis.families import Analysis
from cardroom.analysis.hands import HandsRequest
from cardroom.analysis.hands_documents import BankFinals, GameHands, HandValue, SizeChart
from cardroom.cli import main
from cardroom.progress import Tell, silent
from cardroom.rules.ruleset import Ruleset
from cardroom.signage import strategy as card
from cardroom.signage.sheet import posting_of

OPTIONS = {"copper": 0.02, "bet": -0.02}


def hands(rules: Ruleset, asked: HandsRequest, tell: Tell) -> GameHands:
    """Two kinds of hands, the second of which is listed first."""
    del asked, tell
    return GameHands(
        **game_fields(rules),
        ups=("soda",),
        hands=tuple(
            HandValue(kind, "", "", "soda", 0.5, OPTIONS, "copper", "bet", 0.02)
            for kind in ("doublet", "single")
        ),
        bank=(BankFinals("soda", {"lost": 0.5, "won": 0.5}),),
        departures=(),
        by_size=(
            SizeChart("3", {"single": ("copper",)}),
            SizeChart("4", {"single": ("bet",)}),
        ),
        chart=(),
        stake=None,
        paid="",
        method="exact",
        assumptions=(),
        kinds={"single": "Single cards", "doublet": "Doublets"},
        letters={"bet": "B", "copper": "K"},
    )


def bank_less(rules: Ruleset, asked: HandsRequest, tell: Tell) -> GameHands:
    """A family that gives no more than it must."""
    found = hands(rules, asked, tell)
    return msgspec.structs.replace(found, bank=(), kinds={}, letters={})


def charted(rules: Ruleset, shoe: RankCounts = None, tell: Tell = silent) -> ChartStrategy:
    """A chart with a block, names of rows, and codes that no game of ours has."""
    del shoe, tell
    layout = {"high": ("K", "B"), "low": ("?", "B")}
    return ChartStrategy(
        **game_fields(rules),
        chart=StrategyChart(("soda", "hock"), False, {}, {}, {}, others={"layout": layout}),
        legend={"K": "copper", "B": "bet", "?": "as you like"},
        edge=0.03,
        perfect_edge=0.02,
        cost=0.01,
        departures=(),
        method="exact",
        assumptions=(),
        headings={"layout": BlockHeading("The layout", names={"high": "Top row"})},
        kinds={"K": "give-up", "B": "more"},
    )


def untitled(rules: Ruleset, shoe: RankCounts, tell: Tell) -> ChartStrategy:
    return msgspec.structs.replace(charted(rules, shoe, tell), headings={}, kinds={})


def lowest(rules: Ruleset, shoe: RankCounts, tell: Tell) -> LowestHandStrategy:
    del shoe, tell
    return LowestHandStrategy(
        **game_fields(rules),
        lowest=(LowestHand("soda", "a doublet"),),
        edge=0.03,
        perfect_edge=0.02,
        cost=0.01,
        by_decks=(),
        method="exact",
        assumptions=(),
        edge_per="check",
    )


FULL = Analysis(hands=hands, strategy=charted)
PLAIN = Analysis(hands=bank_less, strategy=untitled)
LOWEST = Analysis(strategy=lowest)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    families.named.cache_clear()
    yield
    families.named.cache_clear()


def shown(monkeypatch: pytest.MonkeyPatch, analysis: str, command: str, *options: str) -> int:
    """Runs a command about Faro, the game of an installed package with this analysis."""

    def found(group: str, name: str) -> list[EntryPoint]:
        return [EntryPoint(name, f"{__name__}:{analysis}", group)]

    rules = msgspec.structs.replace(games.ruleset("blackjack"), family="faro", title="Faro")
    monkeypatch.setattr("importlib.metadata.entry_points", found)
    monkeypatch.setattr(f"cardroom.cli.{command}.posted", lambda *_: rules)
    return main([command, "faro", *options])


def test_hands_are_shown_with_the_family_s_own_letters_and_in_its_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(monkeypatch, "FULL", "hands") == 0
    said = capsys.readouterr().out
    assert "K +0.020" in said
    assert said.index("single") < said.index("doublet")
    assert said.rstrip().splitlines()[-5:-2] == [
        "hand    cards  soda",
        "single  3      K   ",
        "single  4      B   ",
    ]


def test_a_verb_without_a_letter_is_shown_by_its_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(monkeypatch, "PLAIN", "hands") == 0
    said = capsys.readouterr().out
    assert "C +0.020" in said
    assert said.index("doublet") < said.index("single")


def test_columns_of_options_are_in_the_family_s_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(monkeypatch, "FULL", "hands", "--csv") == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("value,bet,copper")


def test_hands_of_any_family_are_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert shown(monkeypatch, "FULL", "hands", "--plot", str(tmp_path / "hands.svg")) == 0
    drawn = (tmp_path / "hands.svg").read_text()
    assert drawn.index(">single<") < drawn.index(">doublet<")


def test_a_chart_has_the_family_s_own_titles_rows_and_codes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "chart.svg"
    assert shown(monkeypatch, "FULL", "strategy", "--svg", str(picture)) == 0
    said, drawn = capsys.readouterr().out, picture.read_text()
    for words in ("The layout", "Top row", "as you like"):
        assert words in said
        assert words in drawn
    assert f"fill='{COLORS['give-up']}'" in drawn
    assert f"fill='{COLORS['hit']}'" not in drawn


def test_a_block_without_a_heading_is_shown_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(monkeypatch, "PLAIN", "strategy") == 0
    assert "Layout" in capsys.readouterr().out


def test_the_strategy_card_prints_the_chart_of_any_family() -> None:
    rules = games.ruleset("blackjack")
    body = card.sheet(posting_of(rules), charted(rules)).body
    (block,) = body["front"]
    assert block["title"] == "The layout"
    assert [row["name"] for row in block["rows"]] == ["Top row", "low"]
    assert block["rows"][1]["cells"] == [("?", COLORS["other"]), ("B", COLORS["more"])]


def test_the_edge_of_a_lowest_hand_is_a_share_of_the_family_s_own_wager(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(monkeypatch, "LOWEST", "strategy") == 0
    assert "edge +3.00000% of the check with this play" in capsys.readouterr().out
