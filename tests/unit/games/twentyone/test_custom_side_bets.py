"""Side bets of a house's own: posted, played, priced, and refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from cardroom import games
from cardroom.analysis.side_bets.progressive import progressive
from cardroom.analysis.twentyone.side_bets import side_bets
from cardroom.cards import Deck, parse_cards
from cardroom.games.twentyone.engine.steps import Award
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer, Draw, Figure, Proceed, RoundInput
from cardroom.play.round import Await, Bet, Chance, DealerStep, Reading, Refusal, Round
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Read, Settle
from cardroom.table.posting import read_document

ROWS = [
    {"name": "perfect", "when": "pair and same suit", "pays": "25 to 1"},
    {"name": "colored", "when": "pair and same color", "pays": "12 to 1"},
    {"name": "mixed", "when": "pair", "pays": "6 to 1"},
]
PAIRS = {
    "name": "perfect-pairs",
    "title": "Perfect Pairs",
    "cards": ["first", "second"],
    "row": ROWS,
}
BUSTER = {
    "name": "buster",
    "title": "Buster",
    "cards": ["dealer"],
    "row": [
        {"name": "five", "when": "busts and cards >= 5", "pays": "20 to 1"},
        {"name": "any", "when": "busts", "pays": "2 to 1"},
    ],
}
LONG_HAND = {
    "name": "long-hand",
    "title": "Long Hand",
    "cards": ["player"],
    "row": [{"name": "four", "when": "cards >= 4 and not busts", "pays": "5 to 1"}],
}


def posted(*bets: object, game: str = "blackjack", **options: object) -> Ruleset:
    return games.ruleset(game, {"side_bets": list(bets), **options})


def played(
    rules: Ruleset, shoe: str, bets: dict[str, int], verbs: str = "", boxes: int = 1
) -> Round:
    family = games.family(rules)
    betting: Betting | Refusal = Betting(rules, {"ann": 100_000})
    for box, spot in product(range(1, boxes + 1), ("main", *bets)):
        assert isinstance(betting, Betting), betting
        betting = place(betting, family, box, spot, "ann", bets.get(spot, 1000))
    assert isinstance(betting, Betting), betting
    closed = close(betting, family)
    assert not isinstance(closed, Refusal), closed
    round, cards, answers = closed[0], list(parse_cards(shoe)), verbs.split()
    while not round.over:
        match round.head:
            case Chance():
                entry: RoundInput = Draw(cards.pop(0))
            case DealerStep():
                entry = Proceed()
            case Reading():
                name = round.head.name
                entry = Figure(name, 50_000 if name == "aces-up" else 0)
            case Await(asks=(ask, *_)):
                entry = Answer(ask.box, answers.pop(0) if answers else "stand")
            case _:
                raise AssertionError(round.head)
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), applied
        round = applied[0]
    return round


def net(round: Round, spot: str) -> int:
    return sum(one.net for one in round.settled if one.bet.spot == spot)


def test_several_bets_are_settled_by_their_own_rows() -> None:
    rules = posted(PAIRS, BUSTER, burn=0)
    round = played(rules, "7h 6c 7d Tc 9c", {"perfect-pairs": 500, "buster": 500}, "stand")
    assert net(round, "perfect-pairs") == 500 * 12
    assert net(round, "buster") == 500 * 2
    (pairs,) = [one for one in round.settled if one.bet.spot == "perfect-pairs"]
    assert pairs.clause.id == "perfect-pairs.colored"
    assert pairs.clause.id in games.family(rules).clauses(rules)


def test_the_dealer_plays_out_for_a_bet_on_the_hand() -> None:
    """The player busts, and the bet on the dealer's hand is still open."""
    rules = posted(BUSTER, burn=0)
    round = played(rules, "Th 6c Td Tc 5c 9c", {"buster": 500}, "hit stand")
    assert net(round, "main") == -1000
    assert net(round, "buster") == 500 * 2


def test_a_bet_on_the_players_final_hand_counts_its_cards() -> None:
    rules = posted(LONG_HAND, burn=0)
    round = played(rules, "2h 6c 3d Tc 4c 5c Tc", {"long-hand": 500}, "hit hit stand")
    assert net(round, "long-hand") == 500 * 5
    split = played(
        rules, "8h 6c 8d Tc 2c 3c 5s Tc 9c", {"long-hand": 500}, "split hit hit stand stand"
    )
    assert net(split, "long-hand") == 500 * 5
    second = played(
        rules, "8h 6c 8d Tc 5s 2c 3c 5d 9c", {"long-hand": 500}, "split stand hit hit stand"
    )
    assert net(second, "long-hand") == 500 * 5


def test_a_posted_bet_is_part_of_the_document_and_of_the_digest() -> None:
    rules = posted(PAIRS)
    again = read_document(rules.stored)
    assert again.digest == rules.digest != games.ruleset("blackjack").digest
    assert again.side_bets == rules.side_bets
    dearer = {**PAIRS, "row": [{**ROWS[0], "pays": "30 to 1"}, *ROWS[1:]]}
    assert posted(dearer).digest != rules.digest


def test_perfect_pairs_is_priced_as_a_fraction() -> None:
    """Six decks: 5, 6 and 12 of 311 cards make a perfect, a colored, and a mixed pair."""
    (found,) = side_bets(posted(PAIRS))
    assert found.edge == 1 - Fraction(5 * 26 + 6 * 13 + 12 * 7, 311)


def test_a_bet_on_the_dealers_hand_is_priced_as_dealer_bust_is() -> None:
    rules = posted(
        {**BUSTER, "row": [{"name": "any", "when": "busts and cards >= 2", "pays": "2 to 1"}]},
        game="dealer-bust-21",
        pay_table=3,
    )
    ours, theirs = side_bets(rules)
    assert ours.edge == theirs.edge


@pytest.mark.parametrize(
    ("bet", "says"),
    [
        ({**PAIRS, "row": [ROWS[2], ROWS[0]]}, "row 'perfect': earlier rows take all of its cards"),
        (
            {**PAIRS, "row": [{"name": "x", "when": "is red and is black", "pays": "1 to 1"}]},
            "row 'x': no cards make it",
        ),
        ({**PAIRS, "name": "main"}, "main: Blackjack has a spot of that name already"),
        ({**PAIRS, "settled": "showdown"}, "Blackjack cannot settle it at 'showdown'"),
        ({**LONG_HAND, "row": [{"name": "x", "when": "makes 'y'", "pays": "1 to 1"}]}, "names no"),
        ({"name": "x"}, "a valid side bet; x: "),
        (
            {**PAIRS, "order": "losers-first"},
            "Blackjack cannot settle it in the order 'losers-first'; write clockwise or right-to-l",
        ),
        ({**BUSTER, "name": "max-bet"}, "max-bet: Blackjack has its own use for that name; choose"),
        (
            {**PAIRS, "pays": {"a": {}}, "pay_table": "a"},
            "the pay table 'a' has no rows; write one like perfect = \"5 to 1\"",
        ),
        ("perfect-pairs.toml", "none, or side bets from files"),
    ],
)
def test_a_bet_that_cannot_be_posted_is_refused_in_one_line(bet: object, says: str) -> None:
    given = bet if isinstance(bet, str) else [bet]
    with pytest.raises(OptionFaults) as wrong:
        games.ruleset("blackjack", {"side_bets": given})
    (fault,) = wrong.value.faults
    assert says in fault
    assert "\n" not in fault


def test_a_house_names_its_side_bets_by_file(tmp_path: Path) -> None:
    from cardroom import houses

    (tmp_path / "pairs.toml").write_text(
        'name = "pairs"\ntitle = "Pairs"\ncards = ["first", "second"]\n'
        '[[row]]\nname = "pair"\nwhen = "pair"\npays = "11 to 1"\n'
    )
    (tmp_path / "room.toml").write_text(
        'title = "Room"\n[[game]]\ngame = "blackjack"\nside_bets = ["pairs.toml"]\n'
    )
    rules = houses.ruleset("blackjack", name=str(tmp_path / "room.toml"))
    assert [bet.title for bet in rules.side_bets] == ["Pairs"]
    assert len(rules.deck) == len(Deck(6))
    (tmp_path / "pairs.toml").write_text('name = "pairs"\n')
    with pytest.raises(houses.HouseError, match=r"pairs.toml:1: .* is missing"):
        houses.house(str(tmp_path / "room.toml"))


HOLE = {
    "name": "hole-ace",
    "title": "Hole Ace",
    "cards": ["hole"],
    "row": [{"name": "ace", "when": "is ace", "pays": "11 to 1"}],
}
THIRD = {**HOLE, "name": "third-ace", "cards": ["third"]}


@pytest.mark.parametrize(
    ("bet", "game", "settled", "right"),
    [
        (HOLE, "blackjack", "second-card", "main"),
        # The hole card lies face down.
        (HOLE, "blackjack", "deal", "main"),
        (HOLE, "safari-21", "after-play", "main"),
        (BUSTER, "blackjack", "deal", "main"),
        (LONG_HAND, "blackjack", "turn", "after-play or main"),
        (THIRD, "maxtime-21", "before-play", "after-play or main"),
    ],
)
def test_a_bet_is_not_settled_before_its_cards_are_known(
    bet: dict[str, object], game: str, settled: str, right: str
) -> None:
    with pytest.raises(OptionFaults) as wrong:
        posted({**bet, "settled": settled}, game=game)
    (fault,) = wrong.value.faults
    assert f"at {settled!r}: " in fault
    assert fault.endswith(f", which is not known by then; write {right}, or leave settled out")
    assert posted(bet, game=game).side_bets


def test_a_second_card_that_lies_face_up_settles_a_bet_after_the_deal() -> None:
    rules = posted({**HOLE, "settled": "deal"}, dealer_cards_up=2, burn=0)
    assert net(played(rules, "Th 9c Td As", {"hole-ace": 500}), "hole-ace") == 500 * 11


@pytest.mark.parametrize("settled", ["second-card", "deal", "turn", "before-play"])
def test_the_up_card_is_known_when_the_first_bets_are_settled(settled: str) -> None:
    rules = posted({**HOLE, "cards": ["up"], "settled": settled}, burn=0, insurance="none")
    assert net(played(rules, "Th Ac Td 9s", {"hole-ace": 500}), "hole-ace") == 500 * 11


def around(rules: Ruleset, spot: str) -> tuple[str, str]:
    """The steps between which a bet is settled, its meter included."""
    own = [
        place
        for place, step in enumerate(rules.procedure)
        if isinstance(step, (Award, Read)) or (isinstance(step, Settle) and spot in step.spots)
    ]
    steps = [type(step).__name__ for step in rules.procedure]
    return steps[own[0] - 1], steps[own[-1] + 1]


def test_a_bet_on_the_deal_is_settled_before_anything_is_offered() -> None:
    rules = posted({**HOLE, "cards": ["up"], "settled": "deal"})
    assert around(rules, "hole-ace") == ("CardToBank", "OfferInsurance")


def test_a_meter_pays_for_the_dealers_hand_before_the_main_wagers_are_settled() -> None:
    rows = [{"name": "hit", "when": "total = 17", "pays": "100%"}]
    rules = posted({**ACES, "cards": ["dealer"], "row": rows})
    assert around(rules, "aces-up") == ("BankDone", "Settle")


def test_no_bet_takes_a_name_that_the_game_would_offer_otherwise() -> None:
    with pytest.raises(OptionFaults, match="insurance: Blackjack has its own use for that name"):
        posted({**BUSTER, "name": "insurance"}, insurance="none")


ACES = {
    "name": "aces-up",
    "title": "Aces Up",
    "stake": "1",
    "meter": {"contribution": 20, "seed": 500},
}


@pytest.mark.parametrize(
    ("cards", "row", "won"),
    [
        # Settled after the second card, with the pair bet; and with the hands, when all is dealt.
        (["first", "second"], "pair and is ace", 50_000 - 100),
        (["dealer"], "total = 17", 50_000 - 100),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_bet_on_a_meter_stands_next_to_one_that_is_not(
    cards: list[str], row: str, won: int, place: int
) -> None:
    meter = {**ACES, "cards": cards, "row": [{"name": "hit", "when": row, "pays": "100%"}]}
    bets: list[object] = [PAIRS, BUSTER]
    bets.insert(place, meter)
    round = played(posted(*bets), "2c As 9s As 8h", {"perfect-pairs": 500, "aces-up": 100})
    assert net(round, "perfect-pairs") == 12_500
    assert net(round, "aces-up") == won


def test_a_bet_on_a_meter_is_not_settled_in_turn() -> None:
    rows = [{"name": "hit", "when": "pair", "pays": "100%"}]
    bet = {**ACES, "cards": ["first", "second"], "settled": "turn", "row": rows}
    with pytest.raises(
        OptionFaults, match="a bet on a meter is settled for all boxes, not in turn"
    ):
        posted(bet)


JACKPOT = {
    **ACES,
    "cards": ["first", "second"],
    "row": [{"name": "pair", "when": "pair", "pays": "100%"}],
}


def test_a_bet_whose_only_row_is_the_meter_is_posted_by_its_row() -> None:
    rules = posted(JACKPOT)
    spot = rules.spot("aces-up")
    assert spot is not None
    assert spot.odds == ""
    assert spot.rows == (("pair", "100%"),)
    felt = games.felt_of(rules)
    assert felt.can_win(rules, None, Bet(1, "aces-up", 1, "ann", 100), None) is not None
    signs = {sign.title: sign.rows for sign in felt.pay_tables(rules)}
    assert signs["Aces Up"] == (("pair", "100% of the meter"),)


def test_a_bet_that_wins_the_whole_meter_every_time_is_refused() -> None:
    rows = [{"name": "any", "when": "first is red or first is black", "pays": "100%"}]
    with pytest.raises(OptionFaults, match="aces-up: every bet on it would win the whole meter"):
        posted({**JACKPOT, "row": rows})
    with pytest.raises(OptionFaults, match="blazing_7s: every bet on it would win the whole meter"):
        games.ruleset(
            "bet-the-set-21",
            {"blazing_7s": {"any": {"when": "first is red or first is black", "pays": "100%"}}},
        )


def test_a_jackpot_in_every_round_has_odds_but_no_growth() -> None:
    """Counted as if a third card always came."""
    rows = [{"name": "any", "when": "third is red or third is black", "pays": "100%"}]
    found = progressive(posted({**ACES, "row": rows}))
    assert found is not None
    assert found.odds(Fraction(500)).grows == ()
