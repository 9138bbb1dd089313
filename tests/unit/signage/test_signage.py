"""Posted games on paper: what stands on a sheet is what the rules and the odds say."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom import games, houses
from cardroom.analysis.documents import ChartStrategy, GameOdds, Payment, WagerOdds
from cardroom.analysis.odds import game_odds
from cardroom.analysis.strategy import best_strategy
from cardroom.cli import main
from cardroom.games import registry
from cardroom.games.rule_page import rule_page
from cardroom.signage import layout, math, press, rules, sign, strategy
from cardroom.signage.distribution import drawing
from cardroom.signage.sheet import Posting, Sheet, posting
from tests import pdf_text
from tests.pdf_text import squeezed

POSTED = [(house, each.game) for house in houses.names() for each in houses.house(house).game]


def read(sheet: Sheet) -> str:
    """What stands on the printed pages, without blanks."""
    return "".join(pdf_text.pages(press.pdf(sheet)))


def missing(words: Iterable[str], text: str) -> list[str]:
    return [each for each in words if squeezed(each) not in text]


@pytest.mark.parametrize(("house", "game"), POSTED)
def test_the_rule_sheet_has_every_step_clause_reading_and_option(house: str, game: str) -> None:
    posted = posting(game, name=house)
    page, text = rule_page(posted.rules), read(rules.sheet(posted))
    assert not missing([*page["procedure"], page["bank"], page["title"]], text)
    assert not missing([each.replace("`", "") for each in page["silent"]], text)
    for clause in page["clauses"]:
        assert not missing([clause["clause"], clause["cite"], clause["says"]], text)
    assert not missing([option["about"] for option in page["options"]], text)
    assert not missing([houses.house(house).title, posted.rules.digest], text)
    assert not missing(houses.house(house).posted(game).cites.values(), text)


@pytest.mark.parametrize(("house", "game"), POSTED)
def test_the_sign_has_limits_and_every_row_that_is_posted(house: str, game: str) -> None:
    posted = posting(game, name=house)
    text = read(sign.sheet(posted)).lower()
    for table in games.felt_of(posted.rules).signs(posted.rules):
        rows = ["".join(row) for row in table.rows]
        assert not missing([each.lower() for each in [table.title, *rows]], text)
    limits = posted.rules.limits
    if posted.rules.family != "poker":
        assert limits.most is not None
        assert f"${limits.least // 100}to${limits.most // 100}" in text


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_game_is_printed_and_the_same_game_gives_the_same_bytes(game: str) -> None:
    for make in (rules.sheet, sign.sheet, layout.sheet):
        first, second = (press.pdf(make(posting(game))) for _ in range(2))
        assert first.startswith(b"%PDF-1.7")
        assert press.pages(first) == len(pdf_text.pages(first)) >= 1
        assert first == second


@pytest.mark.parametrize(("house", "game"), POSTED)
def test_the_layout_has_every_box_with_its_spots_and_the_lettering(house: str, game: str) -> None:
    posted = posting(game, name=house)
    (page,) = pdf_text.pages(press.pdf(layout.sheet(posted)))
    line, sub = games.felt_of(posted.rules).lettering(posted.rules)
    assert squeezed(line) in page
    assert squeezed(sub) in page
    for title in layout.places(posted.rules):
        assert page.count(squeezed(title)) >= posted.rules.boxes


def test_bets_of_one_kind_share_a_place_on_the_layout() -> None:
    rules = posting("safari-21", {"monte_carlo": "table-a"}).rules
    assert layout.places(rules) == ["Safari 21", "Monte Carlo"]


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
    sheet = math.sheet(posted, document)
    assert press.pdf(sheet) == press.pdf(math.sheet(posted, document))
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
    sheet = math.sheet(posted, document)
    ante = sheet.body["wagers"][0]
    assert ante["exact"] == "229314/12724075"
    assert press.pages(press.pdf(sheet)) >= 1
    assert sheet.body["command"] == "cardroom odds three-card-poker"


def test_the_picture_hangs_on_no_font_of_the_machine() -> None:
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
        math.sheet(posting("three-card-poker", name="napa_valley"), other)


PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40)


@settings(derandomize=True, max_examples=40, deadline=None)
@given(title=PRINTABLE, row=PRINTABLE)
def test_no_text_is_taken_for_markup(title: str, row: str) -> None:
    plain = sign.sheet(posting("three-card-poker"))
    table = {"title": row, "head": ["Hand", "Pays"], "rows": [(row, "1 to 1")]}
    sheet = Sheet("sign", {**plain.head, "title": title}, {**plain.body, "signs": [table]})
    limits = "from $0.01"
    assert read(sheet) == squeezed(f"{title} {limits} {row} Hand Pays {row} 1 to 1")


@settings(derandomize=True, max_examples=60, deadline=None)
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


def test_a_house_whose_name_cannot_be_printed_is_told_so(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "room.toml"
    file.write_text('title = "卡房"\n[[game]]\ngame = "omaha"\n', encoding="utf-8")
    arguments = ["post", "--house", str(file), "--all", "--out", str(tmp_path / "sheets")]
    assert main(arguments) == 2
    assert "the fonts for printing do not have the character '卡'" in capfd.readouterr().err
