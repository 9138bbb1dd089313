"""The language of side bets: what conditions mean, and what is refused where."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from cardroom.cards import CARDS, JOKER, parse_cards
from cardroom.data_file import FileError, Source
from cardroom.games.side_bets.bets import declared_bets
from cardroom.games.side_bets.conditions import CompiledCondition, Places, kinds_of_cards
from cardroom.games.side_bets.facts import Subject
from cardroom.games.side_bets.files import FOLDER, SideBetFile, read, shipped_bet
from cardroom.games.side_bets.parser import ConditionError, parse
from cardroom.games.side_bets.words import describe
from cardroom.hands.points import PointRule, add, start
from cardroom.rules.side_bet import FinalHand

POINTS = PointRule(joker="ten")
DOCS = Path(__file__).resolve().parents[4] / "docs"
PAGE = (DOCS / "side-bets.md").read_text(encoding="utf-8")


def asks(condition: str, cards: str, *, up: str = "2c") -> bool:
    """A condition about the first cards of a box, up to three, and the dealer's up card."""
    seen = [*parse_cards(cards), None, None][:3]
    parts: Subject = ("first", "second") if seen[2] is None else ("first", "second", "third")
    places = Places({"first": 0, "second": 1, "third": 2, "up": 3}, POINTS)
    return CompiledCondition(parse(condition, parts), places)(*seen, *parse_cards(up))


@pytest.mark.parametrize(
    ("condition", "true", "false"),
    [
        ("pair", "7c 7d", "7c 8c"),
        ("pair and same suit", "7c 7c", "7c 7d"),
        ("same color", "7d 2h", "7d 2c"),
        ("is red king", "Kd Kh", "Kd Kc"),
        ("has king of hearts", "Kh 2c", "Kd 2c"),
        ("is 2-6", "2c 6d", "2c 7d"),
        ("is ace-queen", "Ac Qd", "Ac Kd"),
        ("is 10-ace", "Tc Ad", "9c Ad"),
        ("is jack/7 of clubs", "Jd 7c", "Jd 7d"),
        ("is ten-value", "Tc Kd", "9c Kd"),
        ("is joker", "Jk Jk", "Jk 2c"),
        ("run", "Ac 2d", "Ac 3d"),
        ("run", "Kc Ad", "Kc Kd"),
        ("run", "3c 2d 4h", "2c 2d 3h"),
        ("suited run to ace", "Ac Kc Qc", "Ac 2c 3c"),
        ("three of a kind", "5c 5d 5h", "5c 5d 6h"),
        ("three of a suit", "5c 6c 9c", "5c 6c 9d"),
        ("total = 20", "Kc Qd", "Kc 9d"),
        ("total = 19..20", "Ac 8d", "Ac 7d"),
        ("low total <= 13", "Ac Kd", "4c Kd"),
        ("natural", "Ac Kd", "Ac 9d"),
        ("soft", "Ac 5d", "6c 5d"),
        ("count of 7 = 2", "7c 7d 8h", "7c 7d 7h"),
        ("cards = 3", "7c 7d 8h", "7c 7d"),
        ("first two gap = 1", "5c 7d", "5c 8d"),
        ("up between first and second", "Ac Ad", "Ac Ad"),
        ("not pair or has ace", "Ac Ad", "2c 2d"),
        ("not (pair or has ace)", "2c 3d", "Ac 3d"),
    ],
)
def test_a_condition_holds_for_one_hand_and_not_for_another(
    condition: str, true: str, false: str
) -> None:
    if "between" in condition:
        assert asks(condition, "5c 9d", up="7h")
        assert asks(condition, "Ac 9d", up="Kh")
        assert not asks(condition, "5c 9d", up="9h")
        return
    assert asks(condition, true)
    assert not asks(condition, false)


def test_every_fact_about_a_card_that_was_not_dealt_is_false() -> None:
    assert not asks("third is 7", "7c 7d")
    assert not asks("first + third same suit", "7c 7c")
    assert asks("not third is 7", "7c 7d")


def test_a_joker_is_like_no_other_card() -> None:
    assert not asks("same suit", "Jk Jk")
    assert not asks("pair", "Jk Jk")
    assert not asks("run", "Jk Ac")


def test_a_final_hand_is_asked_as_it_was_played() -> None:
    cards = parse_cards("7c 7d 9h")
    key = start(POINTS)
    for card in cards:
        key = add(POINTS, key, card)
    test = CompiledCondition(
        parse("busts and cards = 3 and pair", ("dealer",)), Places({"dealer": 0}, POINTS)
    )
    assert test(FinalHand(cards, key))
    assert not test(FinalHand(cards[:2]))


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ("suted run", "'suted' is not a fact; did you mean 'suited run'?"),
        ("ace", "'ace': write is ace, or has ace"),
        ("is qeen", "'qeen' names no cards; did you mean 'queen'?"),
        ("is red clubs", "no card is red clubs"),
        ("pair same suit", "'same' is not expected here; join facts by and, or"),
        ("(pair", "')' is missing at the end"),
        ("pair and", "a fact is missing at the end"),
        ("total", "total needs a number: total = 20"),
        ("total = 20..17", "20..17 is empty"),
        ("total = 1000000000000000000000", "is not a whole number from 0 to 100"),
        ("first same suit", "first is one card, and one card has no such hand"),
        ("up busts", "only a final hand busts"),
        ("first + first same suit", "names a card twice"),
        ("dealer + up same suit", "the dealer's hand contains the up card"),
        ("first two total = 21 between up", "'between' is not expected here"),
        ("not " * 20 + "pair", "a condition is nested at most 10 deep"),
        ("(" * 200 + "pair", "a condition is nested at most 10 deep"),
        ("pair or " * 200 + "pair", "a condition has at most 500 characters"),
        ("makes 'x'", "makes is about the player's hand"),
        ("__import__('os')", "'_' is not a fact"),
    ],
)
def test_a_wrong_condition_is_refused_with_what_would_be_right(condition: str, says: str) -> None:
    with pytest.raises(ConditionError) as wrong:
        parse(condition, ("first", "second"))
    assert says in str(wrong.value)
    assert "\n" not in str(wrong.value)


HEAD = 'name = "a"\ntitle = "A"\ncards = ["first", "second"]\n'
ROW = '[[row]]\nname = "pair"\nwhen = "pair"\npays = "10 to 1"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD, "f.toml:1: row is missing"),
        (HEAD + "row = []", "f.toml:1: the bet has no rows; write [[row]] for each"),
        (HEAD + ROW + ROW, "f.toml:9: there are two rows 'pair'"),
        (HEAD + ROW.replace('"pair"\npays', '"pear"\npays'), "f.toml:6: when = 'pear': 'pear' is"),
        (HEAD + ROW.replace("10 to 1", "10 to one"), "f.toml:7: '10 to one' are not odds; write"),
        (HEAD + ROW.replace("10 to 1", "10%"), "f.toml:7: '10%' is a share of a meter; the bet"),
        (HEAD + ROW.replace("10 to 1", "9999999 to 1"), "f.toml:7: '9999999 to 1' pays more than"),
        (
            HEAD + ROW.replace("10 to 1", "0 to 1"),
            "f.toml:7: '0 to 1' pays nothing; write",
        ),
        (HEAD + ROW.replace('pays = "10 to 1"\n', ""), "f.toml:4: row 'pair' does not say what"),
        (HEAD + 'kolor = "red"\n' + ROW, "f.toml:4: kolor is not known here; "),
        (HEAD.replace("second", "sceond") + ROW, "f.toml:3: "),
        (HEAD + ROW.replace('name = "pair"', 'name = "Pair!"'), "f.toml:5: 'Pair!' is not a valid"),
        (HEAD + ROW + '[pays.x]\npiar = "1 to 1"', "f.toml:9: there is no row 'piar'; did you"),
        (HEAD + 'pay_table = "y"\n' + ROW, "f.toml:4: there is no [pays.y]"),
        (HEAD + 'loses_clause = "z"\n' + ROW, "f.toml:4: there is no clause 'z'"),
        (HEAD + 'beside_clause = "z"\n' + ROW, "f.toml:4: there is no clause 'z'"),
        (HEAD + ROW + "[meter]\ncontribution = 20\nseed = 100", "f.toml:8: a bet on a meter has"),
        (HEAD + 'stake = "1"\n' + ROW + "[meter]\ncontribution = 200\nseed = 100", "f.toml:10: "),
        (HEAD + 'stake = "none"\n' + ROW, "f.toml:4: stake: 'none' is not an amount"),
        ("name = ", "f.toml:1: this is not TOML"),
        (HEAD + "x = " + "[" * 5000 + "]" * 5000, "f.toml:4: "),
    ],
)
def test_a_wrong_file_is_refused_at_its_line(text: str, says: str) -> None:
    with pytest.raises(FileError) as wrong:
        read(Source(text, "f.toml"))
    assert str(wrong.value).startswith(says)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("lives", ["has ace", "player pair", "player same suit", "count of 7 = 1"])
def test_what_a_hand_must_meet_is_what_it_counts(lives: str) -> None:
    """The bet outlives the cards of the hand: only the count of a finished hand is kept."""
    text = (HEAD + ROW).replace("[[row]]", f'lives = "{lives}"\n[[row]]', 1)
    with pytest.raises(FileError, match="lives asks what the hand counts: total, low total, cards"):
        read(Source(text, "my.toml"))


def test_a_bet_that_lives_by_the_number_of_cards_counts_them() -> None:
    text = (HEAD + ROW).replace("[[row]]", 'lives = "cards <= 3"\n[[row]]', 1)
    (bet,) = declared_bets(read(Source(text, "my.toml")))
    assert bet.survives is not None
    hand = start(POINTS)
    for number, card in enumerate(parse_cards("2c 3d 4h 5s"), start=1):
        hand = add(POINTS, hand, card)
        assert bet.survives.when(hand) == (number <= 3)


def test_a_million_rows_are_refused() -> None:
    rows = "".join(ROW.replace("pair", f"r{n}", 1) for n in range(60))
    with pytest.raises(FileError, match="a bet has at most 40 rows, not 60"):
        read(Source(HEAD + rows, "f.toml"))
    with pytest.raises(FileError, match="larger than"):
        read(Source(HEAD + ROW * 40_000, "f.toml"))


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_the_bets_of_the_rule_books_are_files(file: object) -> None:
    declared = shipped_bet(getattr(file, "stem", ""))
    for version in declared.file.version or [""]:
        for row in declared.file.row:
            said = describe(declared.condition(row.name, version), declared.cards(version))
            assert said, row.name


def test_cards_that_no_condition_tells_apart_are_one_kind() -> None:
    sevens = [parse("is 7 and same suit", ("first", "up"))]
    kinds = kinds_of_cards(sevens, "first")
    assert len(set(kinds)) == 9  # four sevens, other cards by suit, the joker
    assert kinds[CARDS.index(JOKER)] not in kinds[:52]
    assert len(set(kinds_of_cards(sevens, "hole"))) == 1


def test_the_schema_in_the_documentation_is_the_one_of_the_files() -> None:
    written = json.loads((DOCS / "side-bets.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(msgspec.json.schema(SideBetFile)))


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_on_the_page_are_files(text: str) -> None:
    assert read(Source(text, "docs/side-bets.md")).file.row
