"""The printed felt, compared with what each rule book says about its layout."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot
from pathlib import Path

import msgspec
import pytest

from cardroom import games, houses
from cardroom.cli.common import side_bets_of
from cardroom.games.felt_drawing import CARD, BoxAt, Drawing, Shape, Theme, corners
from cardroom.rules.ruleset import Ruleset
from cardroom.service.settings import PAGE

POSTED = [(house, each.game) for house in houses.names() for each in houses.house(house).game]
CORNERS = 4
SIDE_BETS = Path(__file__).parents[3] / "examples" / "side_bets"
OWN_BETS = ("perfect-pairs", "lucky-ladies", "over-13", "under-13", "royal-match", "hot-3")


def posted(house: str, game: str) -> tuple[Ruleset, Drawing]:
    rules = houses.house(house).ruleset(game)
    return rules, games.felt_of(rules).drawing(rules)


def shape_of(drawing: Drawing, spot: str) -> Shape:
    (found,) = [shape for shape in drawing.box if shape.spot == spot]
    return found


def outline(shape: Shape, box: BoxAt) -> list[tuple[float, float]]:
    a, b, c, d = corners(shape, box)
    return [a, b, d, c]


def apart(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> float:
    """How far two convex figures are from each other along the best dividing line."""
    best = -float("inf")
    for figure in (one, other):
        for (ax, ay), (bx, by) in zip(figure, [*figure[1:], figure[0]], strict=True):
            length = hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / length, (ax - bx) / length
            ones = [x * nx + y * ny for x, y in one]
            others = [x * nx + y * ny for x, y in other]
            best = max(best, min(others) - max(ones), min(ones) - max(others))
    return best


def gap(one: tuple[Shape, BoxAt], other: tuple[Shape, BoxAt]) -> float:
    """Round things may come closer than their corners."""
    between = apart(outline(*one), outline(*other))
    round_ = all(shape.kind in ("circle", "button") for shape, _ in (one, other))
    if between >= 0 or not round_:
        return between
    (ax, ay), (bx, by) = (
        [sum(each) / CORNERS for each in zip(*outline(*it), strict=True)] for it in (one, other)
    )
    return hypot(ax - bx, ay - by) - (one[0].width + other[0].width) / 2


@pytest.mark.parametrize(("house", "game"), POSTED)
def test_nothing_on_a_felt_touches_anything_else_or_the_armrest(house: str, game: str) -> None:
    _, drawing = posted(house, game)
    nothing_touches(drawing)


def test_a_felt_has_room_for_any_number_of_the_house_s_own_bets() -> None:
    bets = [str(file) for file in sorted(SIDE_BETS.glob("*.toml")) if file.stem in OWN_BETS]
    assert len(bets) == len(OWN_BETS)
    rules = houses.ruleset("dealer-bust-21", side_bets_of(bets))
    drawing = games.felt_of(rules).drawing(rules)
    assert sum(bool(shape.spot) for shape in drawing.box) == 2 + len(bets)
    nothing_touches(drawing)


def nothing_touches(drawing: Drawing) -> None:
    half, depth = drawing.width / 2 - drawing.rail, drawing.depth - drawing.rail
    placed = [(shape, box) for box in drawing.boxes for shape in drawing.box]
    for shape, box in placed:
        for x, y in corners(shape, box):
            assert hypot(x / half, y / depth) < 1, (shape, box)
    for one, other in combinations(placed, 2):
        cells = one[0].kind == other[0].kind == "cell" and one[1] == other[1]
        assert gap(one, other) >= (-1e-6 if cells else -12 if one[1] == other[1] else 0), (
            one,
            other,
        )
    radii = [arc.center + arc.radius + arc.size / 2 for arc in drawing.arcs if arc.role != "band"]
    assert radii == sorted(radii, reverse=True)
    reach = (
        min(y for shape, box in placed if box.turn == 0 for _, y in corners(shape, box))
        if any(box.turn == 0 for box in drawing.boxes)
        else drawing.depth
    )
    assert max(radii) < reach


@pytest.mark.parametrize(("house", "game"), POSTED)
def test_every_bet_has_one_place_with_its_name_and_what_it_pays(house: str, game: str) -> None:
    rules, drawing = posted(house, game)
    for spot in rules.spots:
        if spot.opens != "before-deal":
            continue
        shape = shape_of(drawing, spot.name)
        assert " ".join(shape.words).startswith(spot.title)
        paid = " ".join(word for panel in drawing.panels for row in panel.rows for word in row)
        rows = [pays for _, pays in spot.rows] or (
            [str(row.odds) for row in spot.pays.rows] if spot.pays else []
        )
        plain = paid.replace(",", "")  # large numbers have commas on the felt
        for pays in rows:
            assert pays.replace(",", "") in plain, (spot.name, pays)
        if spot.odds:
            assert spot.odds in (*shape.words, *paid.split("  ")) or spot.odds in paid
    assert any(rules.title in arc.words for arc in drawing.arcs), "the felt names the game"


def test_dealer_bust_is_at_the_upper_right_and_the_up_card_has_a_box_of_its_size() -> None:
    _, drawing = posted("washington", "dealer-bust-21")
    main, bust = drawing.box[0], shape_of(drawing, "dealer-bust")
    assert bust.x > main.x
    assert bust.y < main.y
    assert hypot(bust.x - main.x, bust.y - main.y) > (bust.width + main.width) / 2
    (up,) = [shape for shape in drawing.table if shape.words]
    assert up.words == ("Up card",)
    assert (up.width, up.height) == CARD
    plain = posted("washington", "blackjack")[1]
    assert plain.box[0] == main
    assert [shape for shape in plain.table if shape.words] == []


def test_the_pair_bet_is_a_square_and_the_progressive_is_apart_from_it() -> None:
    _, drawing = posted("washington", "bet-the-set-21")
    pair, sevens = shape_of(drawing, "bet-the-set"), shape_of(drawing, "blazing-7s")
    assert pair.kind == "square"
    assert pair.width == pair.height
    assert sevens.kind == "circle"
    assert sevens.x > 0 > pair.x


def test_maxtyme_has_an_area_of_its_own() -> None:
    _, drawing = posted("washington", "maxtime-21")
    assert shape_of(drawing, "maxtyme").words == ("MaxTyme", "300 to 1")


@pytest.mark.parametrize(("table", "first"), [("table-a", 0), ("table-b", 1)])
def test_monte_carlo_is_above_the_wager_as_the_appendix_lays_it_out(table: str, first: int) -> None:
    rules = houses.ruleset("safari-21", {"monte_carlo": table})
    drawing = games.felt_of(rules).drawing(rules)
    cells = [shape for shape in drawing.box if shape.kind == "cell"]
    assert max(cell.y + cell.height / 2 for cell in cells) < drawing.box[0].top - CARD[1]
    lines: dict[float, list[str]] = {}
    for cell in sorted(cells, key=lambda each: (each.y, each.x)):
        lines.setdefault(round(cell.y), []).append(cell.words[-1])
    assert list(lines.values())[:first] == [["45 to 1"]] * first
    assert list(lines.values())[first:] == [
        ["40 to 1"] * 4,
        ["20 to 1"] * 2,
        ["10 to 1"],
        ["3 to 1"] * 4,
        ["1 to 1"] * 2,
    ]
    names = [cell.spot.rpartition("/")[2] for cell in sorted(cells, key=lambda it: (it.y, it.x))]
    kings = names[first : first + 4]
    assert kings == ["king-hearts", "king-diamonds", "king-spades", "king-clubs"]


@pytest.mark.parametrize(
    "rows",
    [
        {"king-diamonds": "30 to 1"},
        {"joker": "45 to 1", "king-diamonds": "30 to 1"},
        {"king-clubs": "30 to 1", "king-black": "15 to 1"},
    ],
)
def test_every_outcome_of_monte_carlo_that_a_house_leaves_has_a_cell(rows: dict[str, str]) -> None:
    rules = games.ruleset("safari-21", {"monte_carlo": rows})
    cells = [shape for shape in games.felt_of(rules).drawing(rules).box if shape.kind == "cell"]
    assert [cell.spot.rpartition("/")[2] for cell in cells] == list(reversed(rows))
    assert len({cell.y for cell in cells}) == len(rows)


def test_safari_posts_its_restriction_on_the_felt_with_max_bets_and_the_insurance_line() -> None:
    rules, drawing = posted("washington", "safari-21")
    (notice,) = [arc.words for arc in drawing.arcs if arc.role == "notice"]
    assert notice == "No more than 4 games on one hand, no more than 3 of them above $5"
    three = [shape for shape in drawing.box if shape.spot == "max-bet"]
    assert [shape.words[-1] for shape in three] == ["card 3", "card 4", "card 5"]
    four = houses.ruleset("safari-21", {"max_bet_before_second_card": True})
    felt = games.felt_of(four).drawing(four)
    assert sum(shape.spot == "max-bet" for shape in felt.box) == len(three) + 1
    (band,) = drawing.bands
    assert band.spot == "insurance"
    assert any("Insurance pays 2 to 1" in arc.words for arc in drawing.arcs if arc.role == "band")
    assert "insurance" in {spot.name for spot in rules.spots}


def test_a_game_without_insurance_has_no_insurance_line() -> None:
    _, drawing = posted("napa_valley", "no-bust-joker")
    assert drawing.bands == ()
    assert len(drawing.boxes) == 8


def test_three_card_poker_has_eight_areas_with_ante_play_and_a_circle_for_the_bonus() -> None:
    _, drawing = posted("napa_valley", "three-card-poker")
    assert len(drawing.boxes) == 8
    assert {shape.spot: (shape.words, shape.kind) for shape in drawing.box} == {
        "ante": (("Ante",), "square"),
        "play": (("Play",), "square"),
        "bonus": (("Bonus",), "circle"),
    }


@pytest.mark.parametrize("game", ["double-hand-poker", "fortune-pai-gow"])
def test_pai_gow_has_seven_places_with_the_two_card_hand_in_front(game: str) -> None:
    _, drawing = posted("napa_valley", game)
    assert len(drawing.boxes) == 7
    front, back = (
        next(shape for shape in drawing.box if shape.words[:1] == (words,))
        for words in ("Front hand", "Back hand")
    )
    assert front.y < back.y < drawing.box[0].y
    assert front.width < back.width


def test_fortune_has_a_marked_bonus_area_with_the_envy_button_next_to_it() -> None:
    _, drawing = posted("napa_valley", "fortune-pai-gow")
    fortune = shape_of(drawing, "fortune")
    (envy,) = [shape for shape in drawing.box if shape.kind == "button"]
    assert hypot(envy.x - fortune.x, envy.y - fortune.y) < fortune.width
    notices = [arc.words for arc in drawing.arcs if arc.role == "notice"]
    assert notices == ["Envy button with a Fortune bet of $5 or more"]


def test_the_page_has_the_colors_of_a_felt_without_its_own_until_it_knows_the_game() -> None:
    style = (PAGE / "css" / "base.css").read_text(encoding="utf-8")
    default = dict(re.findall(r"--felt-(\w+): (#\w+);\n", style))
    assert default == msgspec.structs.asdict(Theme())
