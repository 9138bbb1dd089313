"""Pictures of results: they show the figures of their documents, and are written as asked."""

from __future__ import annotations

import math
import re
from pathlib import Path

import msgspec
import pytest

from cardroom import houses
from cardroom.analysis.documents import GameOdds
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.session import SessionRequest, session
from cardroom.cli import main
from cardroom.signage import plots
from cardroom.signage.plots import OptionChange, PlotError


@pytest.fixture(scope="module")
def three_card() -> GameOdds:
    return game_odds(houses.ruleset("three-card-poker"), OddsRequest())


def words(svg: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", svg)


def test_a_tornado_has_the_largest_change_on_top(three_card: GameOdds) -> None:
    drawn = plots.tornado(
        three_card,
        "Ante",
        [OptionChange("small", 0.001), OptionChange("large", -0.02), OptionChange("middle", 0.01)],
    )
    shown = words(drawn)
    order = [shown.index(name) for name in ("large", "middle", "small")]
    assert order == sorted(order)
    assert {"−2.000%", "+1.000%", "+0.100%"} <= {each.replace("-", "−") for each in shown}
    with pytest.raises(PlotError, match="no option was changed"):
        plots.tornado(three_card, "Ante", [])


def test_the_distribution_of_a_session_rises_from_the_worst_to_the_best() -> None:
    found = session(houses.ruleset("three-card-poker"), SessionRequest(bet=1000, rounds=50))
    assert len(found.curve) == 199
    results = [each.result for each in found.curve]
    assert results == sorted(results)
    median = next(each.result for each in found.quantiles if each.share == 0.5)
    assert found.curve[99].result == median
    drawn = plots.session_distribution(found)
    assert f"ahead {found.ahead:.1%}" in " ".join(words(drawn))
    # A loss ends at its line: the line at 0 does not cross it.
    (mean,) = re.findall(r"<text([^>]*)>mean ", drawn)
    assert found.mean < 0
    assert 'text-anchor="end"' in mean
    bare = msgspec.structs.replace(found, curve=())
    with pytest.raises(PlotError, match="without its distribution"):
        plots.session_distribution(bare)


def test_a_meter_is_drawn_with_its_seed_and_where_it_is_fair() -> None:
    rules = houses.ruleset("bet-the-set-21", {"pay_table": "BTS-03", "blazing_7s": 1})
    found = game_odds(rules).progressive
    assert found is not None
    assert found.break_even is not None
    shown = words(plots.meter("Blazing 7's", found))
    assert "seed" in shown
    assert f"fair at ${found.break_even:,.0f}" in shown
    assert "Bets since the last jackpot" in shown
    bare = plots.meter("Blazing 7's", msgspec.structs.replace(found, grows=()))
    assert "Bets since the last jackpot" not in words(bare)


def test_a_meter_grows_until_it_is_won() -> None:
    """A jackpot of 1 in 62,666.5: half are won within ln 2 times as many bets, about."""
    found = game_odds(
        houses.ruleset("bet-the-set-21", {"pay_table": "BTS-03", "blazing_7s": 1})
    ).progressive
    assert found is not None
    first, second, *_, last = found.grows
    assert (first.bets, first.meter, first.won) == (0, found.seed, 0)
    assert second.meter - first.meter < found.growth * second.bets
    assert [each.meter for each in found.grows] == sorted(each.meter for each in found.grows)
    half = next(each for each in found.grows if each.won >= 0.5)
    assert half.bets * float(found.jackpot) == pytest.approx(math.log(2), abs=3 / 24)
    assert last.won == pytest.approx(1 - math.exp(-3), rel=1e-4)


def test_a_picture_is_written_as_its_name_says(three_card: GameOdds, tmp_path: Path) -> None:
    drawn = plots.tornado(three_card, "Ante", [OptionChange("one", 0.001)])
    plots.save(drawn, tmp_path / "a.svg")
    plots.save(drawn, tmp_path / "a.png")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert plots.tornado(three_card, "Ante", [OptionChange("one", 0.001)]) == drawn
    with pytest.raises(PlotError, match=r"an \.svg or a \.png file"):
        plots.save(drawn, tmp_path / "a.gif")


def test_commands_draw_what_they_show(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for line in (
        "odds three-card-poker",
        "session three-card-poker --bet 10 --rounds 50",
        "compare three-card-poker --with ante_bonus=5-4-1",
        "bank three-card-poker --deals 2000 --posted 50",
    ):
        file = tmp_path / f"{line.split()[0]}.svg"
        assert main([*line.split(), "--plot", str(file)]) == 0, capfd.readouterr().err
        drawn = file.read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
        assert "Three Card Poker 1.3" in " ".join(words(drawn))
        # A machine that draws pixels has no other fonts.
        assert set(re.findall(r'font-family="([^"]+)"', drawn)) == {plots.FONT}
    losing = "bank three-card-poker --deals 2000 --posted 50 --bankroll 500 --plot ruin.svg"
    assert main(losing.split()) == 2
    assert "this bank loses in the long run, so there is no curve" in capfd.readouterr().err
    assert main(["odds", "three-card-poker", "--plot", "odds.gif"]) == 2
    assert "a picture is an .svg or a .png file" in capfd.readouterr().err


def test_the_ruin_of_a_session_falls_with_the_bankroll() -> None:
    asked = SessionRequest(bet=1000, rounds=50, bankroll=30_000)
    found = session(houses.ruleset("three-card-poker"), asked)
    assert found.ruin is not None
    risks = [each.within for each in found.ruin.curve]
    assert risks == sorted(risks, reverse=True)
    assert found.ruin.curve[-1].bankroll <= 30_000
    assert risks[-1] == found.ruin.within
    assert "Risk of ruin in the session" in " ".join(words(plots.session_ruin(found)))
    without = msgspec.structs.replace(found, ruin=None)
    with pytest.raises(PlotError, match="no bankroll"):
        plots.session_ruin(without)
