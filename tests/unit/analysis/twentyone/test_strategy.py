"""Charts: the best one by totals, any given one, and what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from cardroom import model
from cardroom.analysis import chart_picture
from cardroom.analysis.documents import ChartStrategy, StrategyChart, builtins
from cardroom.analysis.odds import game_odds
from cardroom.analysis.strategy import best_strategy
from cardroom.analysis.twentyone import cut_card, dealt_pairs
from cardroom.analysis.twentyone.chart.chart import (
    ChartFault,
    layout_of,
    legend_of,
    read_chart,
    rows_of,
    strategy_of,
)
from cardroom.analysis.twentyone.chart.strategy import BestChart, best_chart
from cardroom.analysis.twentyone.simulator.policy import HandColumns, by_chart
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.split_rounds import split_rounds
from cardroom.cli import main
from cardroom.games.twentyone.game import GAMES
from cardroom.hands.points import SPLIT_ACES
from cardroom.model.verbs import SPLIT, SURRENDER
from tests.proofs import later


@pytest.fixture(autouse=True)
def short_shoes(monkeypatch: pytest.MonkeyPatch, answers_apart: None) -> None:
    """The real shoe and pairs of bets that are dealt have their own tests, and a quarter of the
    rounds shows as well that rounds with splits are counted."""
    monkeypatch.setattr(cut_card, "HANDS", 1 << 16)
    monkeypatch.setattr(dealt_pairs, "HANDS", 1_000)
    monkeypatch.setattr("cardroom.analysis.twentyone.split_rounds.ROUNDS", 1 << 21)


H17 = GAMES["blackjack"].ruleset({})
BASIC = {
    "hard": {
        "8": "H H H H H H H H H H",
        "9": "H D D D D H H H H H",
        "10": "D D D D D D D D H H",
        "11": "D D D D D D D D D D",
        "12": "H H S S S H H H H H",
        "16": "S S S S S H H H H H",
        "17": "S S S S S S S S S S",
    },
    "soft": {
        "13": "H H H D D H H H H H",
        "15": "H H D D D H H H H H",
        "17": "H D D D D H H H H H",
        "18": "Ds Ds Ds Ds Ds S S H H H",
        "19": "S S S S Ds S S S S S",
    },
    "pair": {
        "A": "P P P P P P P P P P",
        "2": "P P P P P P - - - -",
        "4": "- - - P P - - - - -",
        "6": "P P P P P - - - - -",
        "8": "P P P P P P P P P P",
        "9": "P P P P P - P P - -",
        "T": "- - - - - - - - - -",
    },
}
"""Rows of the well-known chart for four decks and more, dealer hits soft 17, double after split."""


@cache
def best() -> BestChart:
    return best_chart(model.compile(H17))


def changed(chart: StrategyChart, block: str, row: str, up: str, code: str) -> StrategyChart:
    line = list(chart.blocks[block][row])
    line[chart.ups.index(up)] = code
    rows = {**chart.blocks[block], row: tuple(line)}
    return msgspec.structs.replace(chart, **{block: rows})


def test_the_best_chart_for_six_decks_is_the_well_known_one() -> None:
    found = best()
    assert found.chart.ups == ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
    for block, rows in BASIC.items():
        for row, line in rows.items():
            assert found.chart.blocks[block][row] == tuple(line.split()), (block, row)
    assert 1e-5 < found.cost < 5e-5


def test_a_chart_is_worth_what_its_strategy_is_worth() -> None:
    tables, found = model.compile(H17), best()
    again = read_chart(json.loads(json.dumps(builtins(found.chart))))
    assert again == found.chart
    assert exact.evaluate(tables, strategy_of(H17, tables, again)).value == found.value


@pytest.mark.parametrize(
    ("block", "row", "up", "code"),
    [("hard", "16", "T", "S"), ("hard", "11", "6", "H"), ("pair", "8", "T", "-"),
     ("soft", "18", "9", "S"), ("hard", "12", "4", "H")],
)  # fmt: skip
def test_a_worse_cell_costs(block: str, row: str, up: str, code: str) -> None:
    tables, found = model.compile(H17), best()
    other = changed(found.chart, block, row, up, code)
    assert exact.evaluate(tables, strategy_of(H17, tables, other)).value < found.value


NEIGHBOURS = {
    "H": ("S", "D"), "S": ("H", "Ds"), "D": ("H",), "Ds": ("S", "D"), "P": ("-",), "-": ("P",),
    "R": ("H",), "Rs": ("S",), "Rp": ("P",),
}  # fmt: skip


@pytest.mark.prove
@pytest.mark.parametrize("given", [{}, {"surrender": "late", "hole_card": "none", "decks": 1}])
def test_no_change_of_one_cell_betters_the_chart(
    given: dict[str, object], record_property: Callable[[str, object], None]
) -> None:
    rules = GAMES["blackjack"].ruleset(given)
    tables = model.compile(rules)
    found = best_chart(tables)
    tried = 0
    for block, row, codes in rows_of(found.chart):
        for up, code in zip(found.chart.ups, codes, strict=True):
            for other in NEIGHBOURS[code]:
                try:
                    chart = changed(found.chart, block, row, up, other)
                    strategy = strategy_of(rules, tables, chart)
                except ChartFault:
                    continue
                tried += 1
                gain = exact.evaluate(tables, strategy).value - found.value
                assert gain <= 1e-9, (block, row, up, code, other, gain)
    record_property("charts compared", tried)


def test_early_surrender_has_its_own_rows_against_an_ace() -> None:
    rules = GAMES["blackjack"].ruleset({"surrender": "early", "dealer_hits_soft_17": False})
    chart = best_chart(model.compile(rules)).chart
    against_ace = {row for row, codes in chart.blocks["hard"].items() if codes[-1].startswith("R")}
    assert against_ace == {"5", "6", "7", "12", "13", "14", "15", "16", "17"}
    assert [chart.blocks["hard"][row][-2] for row in ("13", "14", "15", "16")] == [
        "H",
        "R",
        "R",
        "R",
    ]


def test_aces_that_are_not_split_are_played_as_where_nothing_is_split() -> None:
    """Split aces have one card and may be given up: that says nothing of two aces that may draw."""
    game = GAMES["no-bust-bonus-ace"]
    split, whole = (
        best_chart(model.compile(game.ruleset(options))).chart.blocks["soft"]["12"]
        for options in ({}, {"hands_max": 1})
    )
    assert split == whole
    assert "R" not in split


ACES = GAMES["no-bust-bonus-ace"].ruleset({})
OTHERS: tuple[tuple[str, dict[str, object]], ...] = (
    ("blackjack", {"surrender": "late", "split_aces_again": True}),
    ("blackjack", {"surrender": "late", "split_aces": "hit"}),
    ("safari-21", {}),
    ("maxtime-21", {}),
    ("no-bust-joker", {}),
    ("no-bust-bonus-ace", {"surrender": False}),
    ("no-bust-bonus-ace", {"hands_max": 1}),
)


@cache
def best_of_aces() -> BestChart:
    return best_chart(model.compile(ACES))


def test_split_aces_that_may_be_given_up_have_a_block() -> None:
    """One card per ace, and surrender at 20 or less, after a split too."""
    found = best_of_aces()
    block = found.chart.blocks["aces"]
    assert list(block) == [str(total) for total in range(12, 21)]
    for total in range(12, 17):
        assert block[str(total)] == ("S",) * 6 + ("Rs",) * 4
    assert block["20"] == ("S",) * 10


def test_without_the_block_the_chart_costs_more() -> None:
    """Aces that their soft row does not give up then stand, whatever the bank shows."""
    tables, found = model.compile(ACES), best_of_aces()
    without = msgspec.structs.replace(found.chart, aces=None)
    plain = exact.evaluate(tables, strategy_of(ACES, tables, without))
    assert found.perfect - plain.value == pytest.approx(0.000304, abs=1e-6)
    assert found.cost == pytest.approx(0.000120, abs=1e-6)
    given_up = changed(without, "soft", "16", "A", "R")
    better = exact.evaluate(tables, strategy_of(ACES, tables, given_up))
    assert better.strategy.choice[_split_ace(tables, 16), 0, tables.ups.cls[1]] == SURRENDER


def _split_ace(tables: model.Tables, total: int) -> int:
    keys = tables.keys
    found = (keys.origin == SPLIT_ACES) & (keys.total == total)
    return int(np.flatnonzero(found[tables.nodes.key])[0])


def test_a_player_who_plays_the_chart_does_what_it_is_priced_for() -> None:
    """The simulator's script and the solver's strategy: the same verb wherever a hand is asked."""
    tables, chart = model.compile(ACES), best_of_aces().chart
    script, strategy = by_chart(ACES, tables, chart), strategy_of(ACES, tables, chart)
    legal = np.bitwise_or.reduce(tables.legal, axis=0)[tables.nodes.key] & ~(1 << SPLIT)
    node, stance, up = np.nonzero(legal & (legal - 1))
    hands = HandColumns(np.zeros_like(node), node, tables.nodes.key[node], stance, up)
    assert len(node) > 1_000
    np.testing.assert_array_equal(script.verbs(hands), strategy.choice[node, stance, up])


@pytest.mark.parametrize(("game", "options"), OTHERS)
def test_where_split_aces_have_nothing_to_decide_there_is_no_block(
    game: str, options: dict[str, object]
) -> None:
    layout = layout_of(model.for_odds(GAMES[game].ruleset(options)))
    assert {block for block, _ in layout.rows} & {"aces"} == set()


def test_totals_whose_play_depends_on_their_number_of_cards_are_listed() -> None:
    told = {(each.hand, each.up): each for each in best_of_aces().departures}
    each = told["hard 13 of 3 or more cards", "2"]
    assert (each.chart, each.best) == ("hit", "stand")
    assert each.gain > 0.02
    # The well-known one of blackjack.
    told = {(each.hand, each.up): each for each in best().departures}
    each = told["hard 16 of 3 or more cards", "T"]
    assert (each.chart, each.best) == ("hit", "stand")


def test_an_illegal_action_is_refused_with_its_clause() -> None:
    tables, chart = model.compile(H17), best().chart
    with pytest.raises(ChartFault, match=r"hard 16 against T: surrender is not allowed: .*offered"):
        strategy_of(H17, tables, changed(chart, "hard", "16", "T", "R"))


def test_every_fault_of_a_chart_is_said() -> None:
    with pytest.raises(ChartFault, match="ups"):
        read_chart([])
    with pytest.raises(ChartFault) as caught:
        read_chart({"ups": ["2", "A"], "hard": {"5": ["H"], "6": ["H", "X"]}, "soft": 3})
    assert len(caught.value.faults) == 3
    with pytest.raises(ChartFault, match="no row for hard 5"):
        strategy_of(H17, model.compile(H17), StrategyChart(("2",), False, {}, {}, {}))


def test_a_legend_says_only_what_its_chart_uses() -> None:
    ups = ("2", "A")
    pairs = StrategyChart(ups, False, {"12": ("H", "S")}, {}, {"2": ("P", "-")})
    assert legend_of(pairs) == {
        "H": "hit",
        "S": "stand",
        "P": "split",
        "-": "no split: play the total",
    }
    first = StrategyChart(ups, False, {}, {}, {"2": ("P", "P")}, first={"A": ("M", "-")})
    assert legend_of(first)["-"] == "no bet: play the total"
    both = StrategyChart(ups, False, {}, {}, {"2": ("P", "-")}, first={"A": ("M", "-")})
    assert legend_of(both)["-"] == "no split, no bet: play the total"
    assert "-" not in legend_of(StrategyChart(ups, False, {"12": ("H", "S")}, {}, {}))


def test_the_picture_is_svg_and_shows_every_cell() -> None:
    document = best_strategy(H17)
    assert isinstance(document, ChartStrategy)
    drawn = ElementTree.fromstring(chart_picture.svg(document))
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    rows = [row for block in document.chart.blocks.values() for row in block.values()]
    cells = sum(len(codes) for codes in rows)
    assert sum(word in document.legend for word in words) >= cells
    assert "Blackjack" in words


NO_SPLITS = ("--set", "hands_max=1")
"""All figures are then exact: nothing is simulated."""


@pytest.fixture(scope="class")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Results are kept elsewhere; compiled kernels stay where they are."""
    kept = tmp_path_factory.mktemp("results")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cardroom.analysis.result_cache.results", lambda: kept)
        yield


@pytest.mark.usefixtures("own_cache")
class TestCommands:
    def run(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
    ) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["cardroom", *words])
        try:
            code = main()
        except SystemExit as end:
            code = int(end.code or 0)
        captured = capsys.readouterr()
        return code or 0, captured.out, captured.err

    def test_odds_as_json(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        first = self.run(monkeypatch, capsys, "odds", "blackjack", "--set", "hands_max=1", "--json")
        again = self.run(monkeypatch, capsys, "odds", "blackjack", "--set", "hands_max=1", "--json")
        assert first[:2] == again[:2]
        document = json.loads(first[1])
        main_wager, insurance = document["wagers"]
        assert main_wager["edge"] == pytest.approx(0.0118089, abs=1e-7)
        assert insurance["exact"] == "23/311"

    def test_frequencies_that_splits_leave_open_are_counted_and_it_says_so(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, _ = self.run(monkeypatch, capsys, "odds", "blackjack", "--json")
        assert code == 0
        wager = json.loads(out)["wagers"][0]
        assert wager["deviation_method"] == "exact"
        assert wager["deviation"] == pytest.approx(1.160443, abs=1e-6)
        assert wager["simulated_rounds"] == 2_097_152
        # Between what rounds without a split win, and that with every split won.
        alone = sum(row["chance"] for row in wager["payments"] if not row["net"].startswith("-"))
        pushed = next(row["chance"] for row in wager["payments"] if row["net"] == "0")
        assert 0 < wager["hit_frequency"] - (alone - pushed) < wager["split_frequency"]
        _, out, _ = self.run(monkeypatch, capsys, "odds", "blackjack")
        assert "simulated, 2,097,152 rounds" in out
        assert "results with splits, simulated: -8: " in out

    def test_a_shoe_of_uneven_suits_is_simulated_where_no_suit_counts(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shoe = ["--shoe", "24 23 24 24 24 24 24 24 24 95"]
        words = ("simulate", "blackjack", "--rounds", "200000", "--json", *shoe)
        code, out, _ = self.run(monkeypatch, capsys, *words)
        assert code == 0
        found = json.loads(out)
        _, out, _ = self.run(monkeypatch, capsys, "odds", "blackjack", "--json", *shoe)
        wager = json.loads(out)["wagers"][0]
        assert abs(found["edge"] - wager["edge"]) < 4 * found["standard_error"]
        assert 0.42 < wager["hit_frequency"] < 0.44
        words = ("simulate", "safari-21", "--rounds", "10", *shoe)
        code, _, err = self.run(monkeypatch, capsys, *words)
        assert (code, "which cards it holds" in err) == (2, True)

    def test_a_counted_deviation_agrees_with_the_exact_one_where_there_is_one(self) -> None:
        rules = GAMES["blackjack"].ruleset({"hands_max": "1"})
        exact = game_odds(rules).wagers[0]
        assert exact.split_frequency == 0
        assert exact.deviation is not None
        counted = split_rounds(rules)
        far = counted.deviation - exact.deviation
        assert abs(far) < 4 * counted.deviation_error
        assert counted.deviation_error < 0.001
        assert counted.hit_frequency == pytest.approx(exact.hit_frequency, abs=0.001)

    def test_odds_price_side_bets_and_say_what_is_missing(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, _ = self.run(monkeypatch, capsys, "odds", "bet-the-set-21", *NO_SPLITS, "--json")
        assert code == 0
        by_spot = {wager["spot"]: wager for wager in json.loads(out)["wagers"]}
        assert by_spot["bet-the-set"]["exact"] == "33/311"

    @pytest.mark.prove
    def test_odds_of_monte_carlo_are_complete(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, _ = self.run(
            monkeypatch, capsys, "odds", "safari-21", "--set", "monte_carlo=table-b"
        )
        assert code == 0
        assert "-0.42866%" in out
        assert "not computed" not in out

    def test_a_progressive_is_priced_by_its_meter(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The printed hold of table 1; at the fair meter the edge is nothing."""
        words = ("odds", "bet-the-set-21", "--set", "blazing_7s=1", *NO_SPLITS)
        code, out, _ = self.run(monkeypatch, capsys, *words)
        assert code == 0
        assert "hold in the long run 24.783%" in out
        assert "62,666.5 bets on average: 1,044 hours at 60 bets per hour" in out
        code, out, _ = self.run(monkeypatch, capsys, *words, "--meter", "22462.41", "--json")
        found = json.loads(out)
        assert found["progressive"]["break_even"] == pytest.approx(22462.41, abs=0.01)
        assert found["progressive"]["edge"] == pytest.approx(0, abs=1e-6)
        blazing = found["together"][-1]
        assert blazing["spot"] == "blazing-7s"
        assert blazing["correlation"] == pytest.approx(
            blazing["covariance"] / blazing["deviation"] / found["wagers"][0]["deviation"]
        )

    @pytest.mark.parametrize(
        ("table", "third"),
        [("2", "player"), later("1", "dealer-up"), later("2", "dealer-up"), later("1", "player")],
    )
    def test_a_meter_that_pays_all_awards_holds_more_and_runs_dry(
        self, table: str, third: str
    ) -> None:
        """At 24% it is fed less than fixed awards take; the edge against the player is the same."""
        given = {"blazing_7s": table, "blazing_third_card": third, "hands_max": "1"}
        kept, dry = (
            game_odds(GAMES["bet-the-set-21"].ruleset({**given, "blazing_meter_pays": style}))
            for style in ("percentages", "all")
        )
        assert kept.progressive is not None
        assert dry.progressive is not None
        assert kept.progressive.edge == dry.progressive.edge
        assert kept.progressive.hold < dry.progressive.hold
        assert dry.progressive.growth < 0 < kept.progressive.growth

    @pytest.mark.parametrize(
        ("game", "edge", "assumptions"),
        [
            ("maxtime-21", "0.93659%", ["one natural in sixteen"]),
            ("safari-21", "0.26171%",
             ["whether the up card is of it", "a Max Bet is nothing or a whole wager"]),
        ],
    )  # fmt: skip
    def test_odds_say_what_they_assume_about_suits_and_max_bets(
        self, game: str, edge: str, assumptions: list[str]
    ) -> None:
        found = game_odds(GAMES[game].ruleset({}))
        wager = found.wagers[0]
        assert f"{wager.edge:.5%}" == edge
        assert all(any(words in line for line in wager.assumptions) for words in assumptions)
        assert not found.unpriced

    def test_a_chart_from_strategy_can_be_priced_by_odds(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        _, printed, _ = self.run(monkeypatch, capsys, "strategy", "blackjack", *NO_SPLITS, "--json")
        file = tmp_path / "chart.json"
        file.write_text(printed, encoding="utf-8")
        code, out, _ = self.run(
            monkeypatch, capsys, "odds", "blackjack", *NO_SPLITS, "--chart", str(file), "--json"
        )
        assert code == 0
        edge = json.loads(out)["wagers"][0]["edge"]
        assert edge == pytest.approx(json.loads(printed)["edge"], abs=1e-12)

    def test_strategy_prints_a_chart_and_writes_a_picture(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        picture = tmp_path / "chart.svg"
        code, out, _ = self.run(monkeypatch, capsys, "strategy", "blackjack", "--svg", str(picture))
        assert code == 0
        assert "Hard totals" in out
        assert "the chart costs 0.00276%" in out
        assert picture.read_text(encoding="utf-8").startswith("<svg")

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("odds", "blackjack", "--set", "decks=9"), "decks = 9"),
            (("odds", "blackjack", "--shoe", "1 2"), "ten whole numbers"),
            (("odds", "blackjack", "--shoe", "1 1 1 1 1 1 1 1 1 1"), "may run out"),
            (
                ("strategy", "double-hand-poker"),
                "has no chart; cardroom odds and cardroom set-hand have its figures",
            ),
            (("odds", "blackjack", "--shoe", f"{10**19} 0 0 0 0 0 0 0 0 9"), "at most 1,000,000"),
            (("compare", "blackjack", "--with", "decks"), "--with 'decks': write options"),
            (("compare", "blackjack", "--with", ""), "say what to compare"),
            (("odds", "blackjack", "--chart", "nowhere.json"), "nowhere.json"),
            (("odds", "blackjack", "--meter", "5"), "no progressive bet"),
            (("odds", "bet-the-set-21", "--set", "blazing_7s=1", "--meter", "x"), "--meter"),
        ],
    )
    def test_what_cannot_be_done_is_one_line_without_a_traceback(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
        words: tuple[str, ...], says: str,
    ) -> None:  # fmt: skip
        code, _, err = self.run(monkeypatch, capsys, *words)
        assert code != 0
        assert says in err
        assert "Traceback" not in err

    def test_a_shoe_of_one_rank_is_priced(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ("odds", "blackjack", "--shoe", "0 0 0 0 0 0 0 0 0 96", "--json")
        code, out, err = self.run(monkeypatch, capsys, *words)
        # The first user has the solver compiled, and sees a notice.
        assert code == 0
        said = [line for line in err.splitlines() if not line.startswith("compiling")]
        assert said in ([], ["exact house edge: Wager +0.00000%; simulated figures follow"])
        main = json.loads(out)["wagers"][0]
        assert (main["edge"], main["deviation"]) == (0, 0)

    def test_compare_puts_rule_changes_side_by_side(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ("compare", "blackjack", *NO_SPLITS, "--with", "dealer_hits_soft_17=false")
        code, out, _ = self.run(monkeypatch, capsys, *words, "--with", "decks=8 insurance=none")
        assert code == 0
        assert "+0.97141%" in out
        assert "-0.20948%" in out
        assert "not offered" in out
        code, _, err = self.run(monkeypatch, capsys, "compare", "blackjack")
        assert code != 0
        assert "--with" in err
