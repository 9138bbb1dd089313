"""Posted games on paper: what stands on a sheet is what the rules and the odds say."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import groupby
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom import games, houses
from cardroom.analysis.documents import (
    BetPair,
    ChartStrategy,
    GameOdds,
    Payment,
    StrategyChart,
    WagerOdds,
    game_fields,
)
from cardroom.analysis.hands_documents import BankFinals, GameHands, HandValue
from cardroom.analysis.odds import game_odds
from cardroom.analysis.strategy import best_strategy
from cardroom.cli import main
from cardroom.games import registry
from cardroom.games.rule_page import rule_page
from cardroom.signage import layout, math, math_hands, press, rules, sign, strategy
from cardroom.signage.distribution import drawing
from cardroom.signage.figures import Figures, appendix, command, digest, figures
from cardroom.signage.figures import table as as_csv
from cardroom.signage.sheet import Posting, Sheet, posting
from tests import pdf_text
from tests.pdf_text import squeezed
from tests.proofs import some_now

PAPERS: tuple[press.Paper, ...] = ("letter", "a4")
POSTED = [(house, each.game) for house in houses.names() for each in houses.house(house).game]

PRINTED = some_now(POSTED, (0, 2, 4, 7, 8, 9, 11))
"""Each family, each house, and every kind of side bet; the others are much like one of these."""

SHEETS = {"rules": rules.sheet, "sign": sign.sheet, "layout": layout.sheet}


def read(sheet: Sheet) -> str:
    """What stands on the printed pages, without blanks."""
    return "".join(pdf_text.pages(press.pdf(sheet)))


@cache
def printed(kind: str, house: str, game: str) -> bytes:
    """A sheet of a posted game; several tests read it, and it is printed for all of them."""
    return press.pdf(SHEETS[kind](posting(game, name=house)))


def missing(words: Iterable[str], text: str) -> list[str]:
    return [each for each in words if squeezed(each) not in text]


@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize(("house", "game"), some_now(POSTED, (4,)))
def test_the_same_game_gives_the_same_bytes(kind: str, house: str, game: str) -> None:
    assert press.pdf(SHEETS[kind](posting(game, name=house))) == printed(kind, house, game)


@pytest.mark.parametrize(("house", "game"), PRINTED)
def test_the_rule_sheet_has_every_step_clause_reading_and_option(house: str, game: str) -> None:
    posted = posting(game, name=house)
    page, text = rule_page(posted.rules), "".join(pdf_text.pages(printed("rules", house, game)))
    assert not missing([*page["procedure"], page["bank"], page["title"]], text)
    assert not missing([each.replace("`", "") for each in page["silent"]], text)
    for clause in page["clauses"]:
        assert not missing([clause["clause"], clause["cite"], clause["says"]], text)
    assert not missing([option["about"] for option in page["options"]], text)
    assert not missing([houses.house(house).title, posted.rules.digest], text)
    assert not missing(houses.house(house).posted(game).cites.values(), text)
    assert rules.sheet(posted).head["source"] == houses.house(house).posted(game).source


@pytest.mark.parametrize(("house", "game"), PRINTED)
def test_the_sign_has_limits_and_every_row_that_is_posted(house: str, game: str) -> None:
    posted = posting(game, name=house)
    text = "".join(pdf_text.pages(printed("sign", house, game))).lower()
    for table in games.felt_of(posted.rules).signs(posted.rules):
        rows = ["".join(row) for row in table.rows]
        assert not missing([each.lower() for each in [table.title, *rows]], text)
    limits = posted.rules.limits
    if posted.rules.family != "poker":
        assert limits.most is not None
        assert f"${limits.least // 100}to${limits.most // 100}" in text


@pytest.mark.parametrize(("house", "game"), PRINTED)
def test_every_game_is_printed_with_all_its_pages(house: str, game: str) -> None:
    for kind in SHEETS:
        sheet = printed(kind, house, game)
        assert sheet.startswith(b"%PDF-1.7")
        assert press.pages(sheet) == len(pdf_text.pages(sheet)) >= 1


def test_every_game_is_posted_by_a_house() -> None:
    assert {game for _, game in POSTED} == {*registry.games()}


@pytest.mark.parametrize(("house", "game"), PRINTED)
def test_the_layout_has_every_box_with_its_spots_and_the_lettering(house: str, game: str) -> None:
    posted = posting(game, name=house)
    (page,) = pdf_text.pages(printed("layout", house, game))
    drawing = games.felt_of(posted.rules).drawing(posted.rules)
    for arc in drawing.arcs:
        assert squeezed(arc.words) in page
    for shape in drawing.box:
        assert page.count(squeezed("".join(shape.words))) >= posted.rules.boxes
    for panel in drawing.panels:
        for row in panel.rows:
            assert squeezed("".join(row)).lower() in page.lower()


def test_bets_of_one_kind_are_measured_together() -> None:
    rules = posting("safari-21", {"monte_carlo": "table-a"}).rules
    lines = layout.measures(rules, games.felt_of(rules).drawing(rules))
    assert ("Monte Carlo", "13 × cell", "40 × 40 mm", "242 mm above") in lines
    assert [line[0] for line in lines] == [
        "Safari 21",
        "Max Bet",
        "Monte Carlo",
        "Chip tray",
        "Place for cards",
    ]


def test_a_felt_is_drawn_in_full_size_and_the_same_bytes_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("one.svg", "two.svg", "one.pdf", "two.pdf"):
        assert main(["felt", "dealer-bust-21", "--out", str(tmp_path / name)]) == 0
    assert "1,937 × 1,083 mm" in capfd.readouterr().out
    for form in ("svg", "pdf"):
        one, two = ((tmp_path / f"{name}.{form}").read_bytes() for name in ("one", "two"))
        assert one == two
    drawn = (tmp_path / "one.svg").read_text(encoding="utf-8")
    width = re.search(r'width="([\d.]+)pt"', drawn)
    assert width is not None
    assert float(width[1]) / 72 * 25.4 == pytest.approx(1937)
    assert "<text" not in drawn, "letters are outlines, so that no font is missing at the printer"
    assert main(["felt", "dealer-bust-21", "--out", str(tmp_path / "felt.png")]) == 2
    assert "a felt is a .pdf or an .svg file" in capfd.readouterr().err


def test_another_option_another_house_and_another_paper_are_other_bytes() -> None:
    sheets = [
        press.pdf(sign.sheet(posting("blackjack"))),
        press.pdf(sign.sheet(posting("blackjack", {"natural_pays": "6:5"}))),
        press.pdf(sign.sheet(posting("blackjack", name="washington"))),
        press.pdf(sign.sheet(posting("blackjack")), "a4"),
    ]
    assert len(set(sheets)) == len(sheets)


def test_a_document_says_nothing_of_the_day_or_the_machine() -> None:
    printed = press.pdf(rules.sheet(posting("omaha")))
    assert b"CreationDate" not in printed
    assert b"ModDate" not in printed
    assert str(Path(__file__).parents[3]).encode() not in printed


def test_an_option_that_a_house_changed_names_the_usual_value_and_who_says_so() -> None:
    options = rules.sheet(posting("safari-21", name="washington")).body["options"]
    (most,) = [each for each in options if each["name"] == "Wager max"]
    assert (most["value"], most["usual"], most["cite"]) == ("$300", "none", "WAC 230-15-140(1)")
    (decks,) = [each for each in options if each["name"] == "Decks"]
    assert (decks["value"], decks["usual"]) == ("6", "")


def test_a_value_is_printed_in_words_and_the_name_of_a_table_as_it_is() -> None:
    options = rules.sheet(posting("bet-the-set-21", {"blazing_7s": 1})).body["options"]
    values = {each["name"]: each["value"] for each in options}
    assert values["Pay table"] == "BTS-03"
    assert values["Blazing third card"] == "dealer up"
    assert values["Dealer hits soft 17"] == "yes"


def test_the_sign_of_safari_names_the_restriction_of_four_games() -> None:
    text = read(sign.sheet(posting("safari-21", name="washington")))
    assert squeezed("at most 4, at most 3 of them above $5") in text


def test_a_poker_sign_has_stakes_and_the_collection_by_players() -> None:
    text = read(sign.sheet(posting("texas-holdem", name="napa_valley")))
    assert not missing(["Limit $2/$4, blinds $1/$2", "7 players or more $4", "5 or 6 $3"], text)


BLACKJACK = posting("blackjack", {"decks": 2}, "washington")


def test_the_card_says_in_every_cell_what_the_chart_says() -> None:
    document = best_strategy(BLACKJACK.rules)
    assert isinstance(document, ChartStrategy)
    card = strategy.sheet(BLACKJACK, document)
    front, back = pdf_text.pages(press.pdf(card))
    head = "Blackjack best strategy 2 decks Columns: the dealer\u2019s up card."
    assert front.startswith(squeezed(head))
    assert squeezed(f"House edge {document.edge:.3%} with this card") in back
    for block in ("hard", "soft", "pair"):
        side = card.body["back" if block == "pair" else "front"]
        title = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}[block]
        (rows,) = [each["rows"] for each in side if each["title"] == title]
        printed = [tuple(code for code, _ in row["cells"]) for row in rows]
        # Adjacent rows that are played alike are one row.
        assert printed == [codes for codes, _ in groupby(document.chart.blocks[block].values())]
    assert {each["code"] for each in card.body["legend"]} == set(document.legend)


def test_rows_that_are_played_alike_name_their_first_and_last_hand() -> None:
    hard = strategy.sheet(BLACKJACK, best_strategy(BLACKJACK.rules)).body["front"][0]["rows"]
    assert [row["name"] for row in hard][-3:] == ["12", "13–16", "17–20"]


def test_the_card_of_three_card_poker_has_the_lowest_hands_that_play() -> None:
    posted = posting("three-card-poker")
    card = strategy.sheet(posted, best_strategy(posted.rules))
    assert ("Q", "Q-9-2") in card.body["lowest"]
    assert "QQ-9-2" in read(card)


def alone(odds: GameOdds) -> Figures:
    """A report about the wagers only: the hands take a solver's time."""
    return Figures(odds, *["not asked for"] * 4)


def share(text: str) -> float:
    return float(text.rstrip("%").replace("−", "-")) / 100


def check_sums(posted: Posting, document: GameOdds) -> None:
    """The lines of every wager add up to all rounds and to its edge, as they are printed."""
    for wager in document.wagers:
        *lines, last = math.lines(posted.rules, wager, math.meter_of(document))
        assert sum(share(line[3]) for line in lines) == pytest.approx(1, abs=1e-7)
        assert sum(share(line[5]) for line in lines) == pytest.approx(wager.edge, abs=1e-6)
        assert last[0] == "All"
        assert share(last[5]) == pytest.approx(wager.edge, abs=1e-7)


def test_the_lines_of_a_report_add_up_to_the_edge() -> None:
    options = {"pay_table": "BTS-03", "blazing_7s": 1}
    posted = posting("bet-the-set-21", options)
    document = game_odds(posted.rules)
    check_sums(posted, document)
    sheet = math.sheet(posted, alone(document))
    assert press.pdf(sheet) == press.pdf(math.sheet(posted, alone(document)))
    # A pair of one suit: of 311 cards five are its like; 15 to 1.
    pair = next(each for each in sheet.body["wagers"] if each["title"] == "Bet the Set")
    assert pair["exact"] == "33/311"
    named = {line[0]: line[1:3] for line in pair["lines"]}
    assert named["Pair of one suit"] == ["+15", "5/311"]
    assert named["Pair"] == ["+10", str(Fraction(18, 311))]
    text = read(sheet)
    for wager in sheet.body["wagers"]:
        assert not missing(["".join(line) for line in wager["lines"]], text)


def test_the_report_of_three_card_poker_is_all_fractions() -> None:
    posted = posting("three-card-poker")
    document = game_odds(posted.rules)
    check_sums(posted, document)
    sheet = math.sheet(posted, alone(document))
    ante = sheet.body["wagers"][0]
    assert ante["exact"] == "229314/12724075"
    assert press.pages(press.pdf(sheet)) >= 1
    assert sheet.body["command"] == "cardroom post three-card-poker --sheet math --data"


def test_how_the_player_plays_is_said_with_the_wager_and_a_limit_of_splits_as_a_percentage() -> (
    None
):
    posted = posting("three-card-poker")
    document = msgspec.structs.replace(game_odds(posted.rules), truncation=2.0067263678165248e-06)
    body = math.sheet(posted, alone(document)).body
    # In pai gow both sides set by the house way: no line for all games can say "perfect play".
    assert not [line for line in body["assumptions"] if "play" in line]
    assert body["assumptions"][-1].endswith("change the edge by 0.00020% at most")
    assert "the better of play and fold for every hand" in body["wagers"][0]["notes"]


def test_a_covariance_that_rounds_to_zero_has_no_sign() -> None:
    posted = posting("three-card-poker")
    found = game_odds(posted.rules)
    pair = BetPair(("a", "b"), ("A", "B"), -1.3e-06, -2e-07, "exact")
    body = math.sheet(posted, alone(msgspec.structs.replace(found, pairs=(pair,)))).body
    assert body["pairs"]["rows"] == [["A", "B", "0.00000", "0.0000", "exact"]]


def test_the_picture_depends_on_no_font_of_the_machine() -> None:
    """Set in another font, nothing has another place: nothing was measured."""
    wager = WagerOdds(
        spot="main",
        title="Wager",
        edge=0.0,
        exact=None,
        deviation=None,
        hit_frequency=None,
        push_frequency=None,
        wagered=1.0,
        element_of_risk=0.0,
        payments=(Payment(Fraction(-1), 0.55), Payment(Fraction(3, 2), 0.4)),
        split_frequency=0.05,
        method="exact",
        assumptions=(),
        missing="",
    )
    wide, narrow = "DejaVu Sans Mono", "Libertinus Serif"
    assert drawing(wager, wide).replace(wide, "") == drawing(wager, narrow).replace(narrow, "")


def test_odds_of_another_game_are_not_printed_under_this_ones_name() -> None:
    other = game_odds(posting("three-card-poker").rules)
    with pytest.raises(AssertionError, match="another game"):
        math.sheet(posting("three-card-poker", name="napa_valley"), alone(other))


PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40)


@settings(derandomize=True, max_examples=20, deadline=None)
@given(title=PRINTABLE, row=PRINTABLE)
def test_no_text_is_taken_for_markup(title: str, row: str) -> None:
    plain = sign.sheet(posting("three-card-poker"))
    table = {"title": row, "head": ["Hand", "Pays"], "rows": [(row, "1 to 1")]}
    sheet = Sheet("sign", {**plain.head, "title": title}, {**plain.body, "signs": [table]})
    limits = "from $0.01"
    assert read(sheet) == squeezed(f"{title} {limits} {row} Hand Pays {row} 1 to 1")


@settings(derandomize=True, max_examples=25, deadline=None)
@given(st.text(st.characters(codec=None), max_size=30))
def test_every_text_is_printed_or_refused_by_its_letter(title: str) -> None:
    plain = sign.sheet(posting("omaha"))
    sheet = msgspec.structs.replace(plain, head={**plain.head, "house": title})
    try:
        told = press.pdf(sheet).decode("latin-1")
    except press.Unprintable as refused:
        told = str(refused)
    assert told.startswith(("%PDF", "the fonts for printing do not have the character"))


def test_a_letter_that_no_font_has_is_named() -> None:
    plain = sign.sheet(posting("omaha"))
    with pytest.raises(press.Unprintable, match="卡"):
        press.pdf(msgspec.structs.replace(plain, head={**plain.head, "house": "卡"}))


def test_post_writes_a_sheet(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sign.pdf"
    assert main(["post", "omaha", "--sheet", "sign", "--out", str(file), "--paper", "a4"]) == 0
    assert file.read_bytes() == press.pdf(sign.sheet(posting("omaha")), "a4")
    assert "1 page" in capfd.readouterr().out


def test_post_all_writes_what_there_is_and_says_what_there_is_not(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    arguments = ["post", "omaha", "--house", "napa_valley", "--all", "--out", str(tmp_path / "new")]
    assert main(arguments) == 0
    assert {file.name for file in (tmp_path / "new").iterdir()} == {
        "omaha-layout.pdf",
        "omaha-rules.pdf",
        "omaha-sign.pdf",
    }
    out = capfd.readouterr().out
    assert "omaha, math: Omaha has no bank, so no wager has a price" in out
    assert "3 sheets written" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["blackjack"], "name a game and a sheet"),
        (["--sheet", "sign"], "name a game and a sheet"),
        (["--all"], "needs a game, or a house"),
        (["blackjack", "--all", "--sheet", "sign"], "use --sheet or --all, not both"),
        (["--house", "washington", "--all", "--set", "decks=2"], "change one game"),
        (["double-hand-poker", "--sheet", "strategy"], "has no chart"),
        (["texas-holdem", "--sheet", "strategy"], "cardroom equity has its odds"),
        (["texas-holdem", "--sheet", "math"], "no wager has a price"),
        (["omaha", "--sheet", "sign", "--out", "nowhere/sign.pdf"], "nowhere/sign.pdf"),
        (["omaha", "--sheet", "sign", "--out", "sign.png"], "a sheet is a PDF"),
    ],
)
def test_what_cannot_be_posted_is_one_line(
    arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["post", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    assert says in err


def test_a_house_whose_name_cannot_be_printed_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "room.toml"
    file.write_text('title = "卡房"\n[[game]]\ngame = "omaha"\n', encoding="utf-8")
    arguments = ["post", "--house", str(file), "--all", "--out", str(tmp_path / "sheets")]
    assert main(arguments) == 2
    assert "the fonts for printing do not have the character '卡'" in capfd.readouterr().err


def test_the_command_of_a_report_names_the_house_and_what_was_changed_from_it() -> None:
    assert command(posting("blackjack").rules) == "cardroom post blackjack --sheet math --data"
    posted = posting("blackjack", name="washington").rules
    assert command(posted) == "cardroom post blackjack --house washington --sheet math --data"
    changed = posting("blackjack", {"decks": 2}, "washington").rules
    assert "--house washington --set decks=2 --sheet" in command(changed)


def test_the_appendix_has_every_figure_and_the_report_its_digest(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    posted = posting("three-card-poker", name="napa_valley")
    found = figures(posted.rules)
    sheet = math.sheet(posted, found)
    assert sheet.body["appendix"] == digest(posted.rules, found)
    content = json.loads(appendix(posted.rules, found))
    for wager, written in zip(found.odds.wagers, content["odds"]["wagers"], strict=True):
        assert len(wager.payments) == len(written["payments"])
    lines = list(csv.DictReader(io.StringIO(as_csv(found))))
    paid = [each for each in lines if each["section"] == "payment" and each["row"] == "Bonus"]
    assert sum(float(each["value"]) for each in paid) == pytest.approx(1)
    # The command that the report prints writes the same bytes.
    words = sheet.body["command"].split()[1:]
    assert main([*words, "--out", str(tmp_path / "report.pdf")]) == 0
    assert "report.json" in capfd.readouterr().out
    written = (tmp_path / "report.json").read_bytes()
    assert hashlib.sha256(written).hexdigest() == sheet.body["appendix"]
    assert (tmp_path / "report.csv").read_text(encoding="utf-8") == as_csv(found)
    assert (tmp_path / "report.pdf").read_bytes() == press.pdf(sheet)


def test_hands_of_a_report_have_every_option_the_banks_totals_and_mistakes() -> None:
    hands = math_hands.hands_body(HANDS)
    (stand, hit) = hands["verbs"]
    assert (stand["title"], hit["title"]) == ("Stand", "Hit")
    assert stand["rows"] == [{"hand": "Hard 16", "cells": [("−0.54000", True), ("", False)]}]
    assert hands["bank"]["head"] == ["Up card", "17", "18", "Bust"]
    assert hands["bank"]["rows"] == [["T", "60.0000%", "0.0000%", "40.0000%"]]
    # One hand in a hundred, a hundredth of a wager worse: a tenth of a wager in a thousand rounds.
    assert hands["mistakes"] == [["Hard 16", "T", "stand", "hit", "−0.01000", "0.1000"]]


def test_hands_of_the_bank_stand_in_the_order_of_their_ranks() -> None:
    finals = BankFinals("2", {"high card": 0.75, "pair": 0.17, "flush": 0.05, "straight": 0.03})
    hands = math_hands.hands_body(msgspec.structs.replace(HANDS, bank=(finals,)))
    assert hands["bank"]["head"] == ["Up card", "High card", "Pair", "Flush", "Straight"]


CHART = StrategyChart(("T", "A"), even_money=False, hard={}, soft={}, pair={})
HANDS = GameHands(
    **game_fields(posting("blackjack").rules),
    ups=("T", "A"),
    hands=(
        HandValue(
            "hard", "16", "", "T", 0.01, {"stand": -0.54, "hit": -0.55}, "stand", "stand", -0.54
        ),
    ),
    bank=(BankFinals("T", {"18": 0.0, "bust": 0.4, "17": 0.6}),),
    departures=(),
    by_size=(),
    chart=CHART,
    stake=None,
    paid="",
    method="exact",
    assumptions=(),
)


@pytest.mark.parametrize(("house", "game"), PRINTED)
def test_a_sign_fits_on_one_page_of_either_paper(house: str, game: str) -> None:
    for paper in PAPERS:
        sheet = sign.sheet(posting(game, name=house))
        on_paper = printed("sign", house, game) if paper == "letter" else press.pdf(sheet, paper)
        assert press.pages(on_paper) == 1


def test_the_rule_sheet_answers_everything_that_the_law_wants_posted() -> None:
    body = rules.sheet(posting("bet-the-set-21", name="washington")).body
    cites = [cite for _, _, cite in body["required"]]
    # WAC 230-15-060: (1)(a) to (e), (2)(a) to (c), and (3).
    assert cites == [
        f"WAC 230-15-060{part}"
        for part in ("(1)(a)", "(1)(b)", "(1)(c)", "(1)(d)", "(1)(e)", "(2)(a)", "(2)(b)", "(2)(c)")
    ] + ["WAC 230-15-060(3)"]
    assert all(says for _, says, _ in body["required"])
    assert body["jackpots"][0].startswith("The jackpot starts at $2,000")
    assert "Three sevens of one suit: 100% of the meter." in body["jackpots"]
    assert ("No single wager may exceed $300.", "WAC 230-15-140") in body["statutes"]
    text = read(sign.sheet(posting("bet-the-set-21", name="washington")))
    assert not missing(["The jackpot starts at $2,000", "Employees of this card room"], text)


def test_a_bet_that_is_open_only_after_a_shuffle_is_a_restriction_on_sheet_and_sign() -> None:
    posted = posting("maxtime-21", name="washington")
    said = {what: says for what, says, _ in rules.sheet(posted).body["required"]}
    only = "Only in the first round after a shuffle: MaxTyme."
    assert only in said["rules that restrict a player's right to win"]
    assert not missing([only], read(sign.sheet(posted)))


def test_the_sign_says_that_rules_and_controls_are_shown_at_once() -> None:
    # WAC 230-15-060(2): the rules themselves, or a sign that they are shown immediately.
    text = "".join(pdf_text.pages(printed("sign", "washington", "blackjack")))
    assert not missing(["all rules of play and the internal controls immediately on request"], text)
    text = "".join(pdf_text.pages(printed("sign", "napa_valley", "omaha")))
    assert not missing(["Ask the floor for all rules of play."], text)


def test_what_goes_to_the_meter_may_be_a_fraction_of_a_percent() -> None:
    own = {"blazing_contribution": "24.5", "blazing_reserve": "0.5"}
    body = rules.sheet(posting("bet-the-set-21", own, "washington")).body
    line = "Of each Blazing 7's bet, 24.5% goes to the meter, 0.5% to its reserve."
    assert body["jackpots"][1] == line


def test_a_game_without_a_bank_has_no_player_dealer_position_and_no_sentence_that_one_banks() -> (
    None
):
    body = rules.sheet(posting("texas-holdem", name="napa_valley")).body
    said = {what: says for what, says, _ in body["required"]}
    nobody = ["This game has no player/dealer position."]
    assert said["how the player/dealer position rotates"] == nobody
    assert said["that third-party providers of proposition players may play"] == nobody
    says = "The house never banks: where a game has a bank, a player has it."
    assert (says, "Penal Code 330.11") in body["statutes"]


def test_a_house_that_says_how_it_settles_disputes_is_printed_with_its_own_words() -> None:
    own = {"disputes": "The shift manager decides."}
    posted = posting("blackjack", own, "washington")
    said = {what: says for what, says, _ in rules.sheet(posted).body["required"]}
    assert said["how disputes are settled"] == ["The shift manager decides."]
    assert "A floor person decides" not in read(sign.sheet(posted)).replace("Afloor", "A floor")


def test_a_house_says_whether_its_employees_may_play_or_has_a_line_to_write_it_on() -> None:
    posted = posting("blackjack", name="washington")
    for employees, printed in (("Staff may play off duty.",) * 2, ("", "____")):
        own = msgspec.structs.replace(posted, employees=employees)
        said = {what: says for what, says, _ in rules.sheet(own).body["required"]}
        assert printed in said["whether employees may play"][0]
        assert not missing([printed], read(sign.sheet(own)))


def test_the_conditions_of_an_approval_are_on_the_rule_sheet() -> None:
    posted = posting("dealer-bust-21", name="washington")
    assert posted.conditions
    assert not missing([says for says, _ in posted.conditions], read(rules.sheet(posted)))


def test_californias_sheets_name_rotation_collection_and_proposition_players() -> None:
    body = rules.sheet(posting("no-bust-joker", name="napa_valley")).body
    said = {what: " ".join(says) for what, says, _ in body["required"]}
    assert "clockwise" in said["how the player/dealer position rotates"]
    assert "19984" in said["that third-party providers of proposition players may play"]


@pytest.mark.parametrize(("game", "fee"), [("texas-holdem", True), ("blackjack", False)])
def test_a_game_whose_pots_pay_a_collection_has_a_fee(game: str, fee: bool) -> None:
    house = "napa_valley" if fee else "washington"
    _, says, _ = rules.sheet(posting(game, name=house)).body["required"][0]
    assert ("There is no fee to play." in says) is not fee


def test_a_game_for_pots_has_no_pay_table() -> None:
    required = rules.sheet(posting("omaha", name="napa_valley")).body["required"]
    said = {what: says for what, says, _ in required}
    assert said["which pay table is offered"] == [
        "Players play for the pots; there are no fixed prizes."
    ]


@pytest.mark.parametrize(
    ("house", "game", "paper"),
    [("washington", "blackjack", "letter"), ("napa_valley", "no-bust-joker", "a4")],
)
def test_the_last_page_of_a_rule_sheet_is_not_almost_empty(
    house: str, game: str, paper: press.Paper
) -> None:
    sheet = rules.sheet(posting(game, name=house))
    # In the usual size, a line or two would be left for a page of their own.
    assert press.fitting("rules", press.written(sheet, paper)) != 1.0
    *_, before, last = pdf_text.pages(press.pdf(sheet, paper))
    assert len(last) > len(before) / 4


def test_no_row_of_a_table_is_alone_on_a_page() -> None:
    sheet = rules.sheet(posting("no-bust-joker", name="napa_valley"))
    chosen = press.fitting("rules", press.written(sheet, "a4"))
    rows_alone = [
        json.loads(press.compiler(sheet, "a4", scale).query("<end>", field="value", one=True))
        for scale in (1.0, chosen)
    ]
    assert [each["alone"] > 0 for each in rows_alone] == [True, False]


def test_the_measures_of_a_felt_are_as_large_as_the_page_has_room_for() -> None:
    """A poker table is flatter than others; its page would be a third blank."""
    few, many = (
        layout.sheet(posting(game, name="napa_valley"))
        for game in ("texas-holdem", "fortune-pai-gow")
    )
    for sheet, size in ((few, "12pt"), (many, "10pt")):
        for paper in PAPERS:
            found = press.compiler(sheet, paper).query("<measures>", field="value", one=True)
            assert json.loads(found) == size


def test_tables_of_like_length_are_side_by_side() -> None:
    signs = [{"title": str(number), "rows": [()] * number} for number in (7, 13, 1, 8)]
    assert [each["title"] for each in rules.paired(signs)] == ["7", "8", "13", "1"]
    assert rules.paired(signs[:1]) == signs[:1]
