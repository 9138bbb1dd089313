"""The coach: from what a player sees to what each option is worth, and how a decision is judged."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from cardroom import games
from cardroom.analysis.three_card.odds import ONE_DECK, ante_values, plays
from cardroom.cards import Card, parse_cards
from cardroom.games.three_card.policies import ThreeCard
from cardroom.play import views
from cardroom.play.inputs import Answer
from cardroom.service.coach.advice import Advice, Worth, mills_of, price, ranked
from cardroom.service.coach.questions import FamilyQuestion, question
from cardroom.service.coach.solver import coach
from cardroom.service.pai_gow.coach import SevenCards
from cardroom.service.pai_gow.coach import taken as setting_taken
from cardroom.service.poker.coach import HeldCards
from cardroom.service.twentyone.coach import CoachedTurn
from cardroom.service.twentyone.coach import taken as turn_taken
from cardroom.table import Table
from cardroom.table import commands as c
from tests.random_play import must

QUICK = {"wager_min": "5", "wager_max": "300"}


def dealt(game: str, cards: str, **options: object) -> Table:
    """Ann plays box 4 for $10; the shoe has these cards first."""
    given: dict[str, object] = {**QUICK, **options}
    table = must(None, c.OpenTable("t", game, given))  # type: ignore[arg-type]
    first = list(parse_cards(cards))
    rest = list(table.rules.deck)
    for card in first:
        rest.remove(card)
    return must(
        table,
        c.LoadShoe((*first, *rest)),
        c.SitDown("ann", 4),
        c.BuyIn("ann", 1_000_00),
        c.PlaceBet("ann", 4, table.rules.spots[0].name, 10_00),
        c.CloseBets(),
    )


def asked(table: Table, box: int = 4) -> FamilyQuestion:
    assert table.round is not None
    seen = views.view(table.round, frozenset({f"box:{box}"}), games.family(table.rules))
    found = question(seen, seen.asks[0], table.rules)
    assert not isinstance(found, str), found
    return found


def turn(table: Table) -> CoachedTurn:
    found = asked(table).decision
    assert isinstance(found, CoachedTurn)
    return found


def told(found: FamilyQuestion) -> Advice:
    """What the coach's process answers."""
    return msgspec.json.decode(coach(msgspec.json.encode(found), lambda _: None), type=Advice)


def of_turn(found: CoachedTurn, game: str) -> Advice:
    return told(FamilyQuestion.of(games.ruleset(game, QUICK), found))


def worths(advice: Advice) -> dict[str, float]:
    return {option.verb: option.units for option in advice.options}


def test_a_hand_is_weighed_option_by_option_in_wagers_and_in_money() -> None:
    advice = told(asked(dealt("blackjack", "2c Ts Td 6h 9c")))
    assert [option.verb for option in advice.options] == ["hit", "stand", "double"]
    assert [option.best for option in advice.options] == [True, False, False]
    # Published for six decks, T-6 against a ten: hit -0.535, stand -0.541.
    assert worths(advice)["hit"] == pytest.approx(-0.535, abs=5e-4)
    assert worths(advice)["stand"] == pytest.approx(-0.541, abs=5e-4)
    assert advice.options[0].mills == round(advice.options[0].units * 10_000)
    assert advice.wager == 10_00
    assert advice.hand == "16 against a ten"
    assert advice.why.startswith("Hitting is worth $0.06 more than standing: with a ten up")
    assert "a full shoe less your cards and the dealer's up card" in advice.assumes[0]
    assert "the dealer has peeked and has no natural" in advice.assumes


def test_with_both_dealer_cards_up_a_hand_is_weighed_against_both() -> None:
    """Double Exposure: 16 against a hard 17 that stands, so only the hand's own cards count."""
    shown = {"dealer_cards_up": "2", "equal_totals": "lose", "decks": "8"}
    advice = told(asked(dealt("blackjack", "2c Ts Td 6h 7c", **shown)))
    left = {rank: 32 - (rank in (6, 7)) for rank in range(1, 10)} | {10: 128 - 2}

    def drawn(total: int, left: dict[int, int]) -> float:
        """One more card; a total above 17 wins, and no other one stands."""
        worth = 0.0
        for rank, count in left.items():
            made = total + rank
            rest = {**left, rank: count - 1}
            result = -1.0 if made > 21 else 1.0 if made > 17 else drawn(made, rest)
            worth += count * result
        return worth / sum(left.values())

    assert worths(advice)["stand"] == -1
    assert worths(advice)["hit"] == pytest.approx(drawn(16, left), abs=1e-9)
    assert advice.hand == "16 against a ten and a 7"
    assert "the dealer busts in 0% of rounds" in advice.why
    assert "a full shoe less your cards and the dealer's two cards" in advice.assumes[0]


def test_the_hands_of_a_split_and_their_wager_are_read_from_the_view() -> None:
    table = dealt("blackjack", "2c 8s 6d 8h Tc 8d 3s")
    table = must(table, c.Play(Answer(4, "split")))
    again = turn(table)
    assert (again.hands, again.first, again.wager, again.doubled) == (2, True, 10_00, False)
    assert told(asked(table)).options[0].verb == "split"
    table = must(table, c.Play(Answer(4, "stand")))
    later = turn(table)
    assert (later.hands, later.first, later.cards[0]) == (2, False, "8h")


def test_a_doubled_hand_that_may_be_given_up_is_weighed_for_both_wagers() -> None:
    table = must(dealt("maxtime-21", "2c 5s 9h 6d 8c 2h"), c.Play(Answer(4, "double")))
    assert turn(table).doubled
    assert worths(told(asked(table)))["surrender"] == -1.0


def test_a_natural_in_the_suit_that_pays_more_is_worth_more() -> None:
    diamonds = worths(told(asked(dealt("maxtime-21", "2c Ad 9h Kd 8c 2h"))))
    spades = worths(told(asked(dealt("maxtime-21", "2c As 9h Ks 8c 2h"))))
    assert (diamonds["stand"], spades["stand"]) == (2.0, 1.0)
    assert diamonds["double"] == spades["double"]


def test_max_bets_are_read_with_what_they_waive_and_pin() -> None:
    table = must(dealt("safari-21", "2c As 6d 4h 2d 8d"), c.Play(Answer(4, "max-bet", amount=5_00)))
    found = turn(table)
    assert (found.max_bets, found.bet_max, found.label) == ((5_00,), 5_00, "7")
    more = worths(told(asked(table)))
    assert set(more) == {"hit", "max-bet"}
    # A second one of the same size adds half a wager to each outcome; a seven wants no stand.
    smaller = msgspec.structs.replace(found, bet_max=1_00)
    assert worths(of_turn(smaller, "safari-21"))["max-bet"] < more["max-bet"]


def test_a_first_card_and_an_offer_are_weighed_too() -> None:
    first = told(asked(dealt("safari-21", "2c 5s 6d 4h 2d", max_bet_before_second_card=True)))
    assert [option.verb for option in first.options] == ["max-bet", "decline"]
    offer = told(asked(dealt("blackjack", "2c Ts Ad 6h 9c")))
    assert worths(offer)["decline"] == 0
    # 95 ten-values among 309 cards, for half a wager: (2 x 95 - 214) / 309 / 2.
    assert worths(offer)["insure"] == pytest.approx(float(Fraction(2 * 95 - 214, 618)), abs=1e-12)
    even = told(asked(dealt("blackjack", "2c As Ad Kh 9c", even_money=True)))
    assert worths(even)["even-money"] == 1.0
    assert worths(even)["decline"] == pytest.approx(1.5 * (1 - 95 / 309), abs=1e-12)


def test_early_surrender_is_weighed_with_the_natural_that_may_come() -> None:
    advice = told(asked(dealt("blackjack", "2c Ts Td 6h 9c", surrender="early")))
    assert [option.verb for option in advice.options] == ["surrender", "decline"]
    assert worths(advice)["surrender"] == -0.5
    assert worths(advice)["decline"] < -0.5


@pytest.mark.parametrize("cards", ["Qs 6d 4h", "Qs 6d 3h", "2s 2d 3h", "As Kd 2h"])
@pytest.mark.parametrize("shown", [0, 1])
def test_play_and_fold_agree_with_the_ante_game_as_a_whole(cards: str, shown: int) -> None:
    rules = games.ruleset("three-card-poker", {"bank_shows": shown})
    assert isinstance(rules.policies, ThreeCard)
    from cardroom.analysis.three_card.odds import classes_of

    hand = next(h for h in classes_of(ONE_DECK) if _same(h, parse_cards(cards)))
    place = list(classes_of(ONE_DECK)).index(hand)
    best = plays(rules.policies, ONE_DECK)[place]
    for bank in ("7c", "Kc", "Qc"):
        card = Card(bank)
        if card in hand:
            continue
        found = ante_values(rules.policies, ONE_DECK, hand, card if shown else None)
        assert (found.play > found.fold) == bool(best[card.index])
        assert sum(found.stands.values()) == 1


def _same(one: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
    """Alike but for the names of the suits, of three different ones."""
    suits = len({card.suit for card in one}), len({card.suit for card in other})
    return suits[0] == suits[1] and sorted(c.rank for c in one) == sorted(c.rank for c in other)


def test_a_setting_is_judged_by_the_hands_it_makes_not_by_its_cards() -> None:
    rules = games.ruleset("double-hand-poker")
    cards = tuple(sorted(["Ks", "Kd", "9c", "9h", "4s", "4d", "Qh"]))
    found = SevenCards(("set", "house-way"), cards, 10_00)
    advice = told(FamilyQuestion.of(rules, found))
    assert advice.options[0].best
    assert "53,524,680" in advice.why
    own = next(option for option in advice.options if option.verb == "house-way")
    assert own.label == f"{own.makes}, the house way"
    labels = [option.label for option in advice.options if option.verb == "set"]
    assert "queen and four in front of two pair, kings and nines" in labels
    assert len(set(labels)) == len(labels)
    # Either pair of fours is the same front.
    (fours,) = [option for option in advice.options if set(option.cards) == {"4s", "4d"}]
    taken = setting_taken(found, Answer(4, "set", cards=parse_cards("4d 4s")), advice)
    assert taken == fours


def test_a_foul_setting_gives_the_whole_wager_away() -> None:
    rules = games.ruleset("double-hand-poker")
    cards = tuple(sorted(["Ks", "Kd", "9c", "8h", "4s", "3d", "Qh"]))
    found = SevenCards(("set",), cards, 10_00)
    advice = told(FamilyQuestion.of(rules, found))
    taken = setting_taken(found, Answer(4, "set", cards=parse_cards("Ks Kd")), advice)
    assert taken is not None
    assert (taken.units, taken.mills) == (-1.0, -10_000)


def test_at_poker_the_coach_tells_a_share_and_no_best_bet() -> None:
    rules = games.ruleset("texas-holdem")
    board = ("2c", "7d", "Th")
    advice = told(FamilyQuestion.of(rules, HeldCards(("As", "Ah"), board, 1, 12_00, 4_00)))
    assert advice.options == ()
    assert advice.share is not None
    assert 0.8 < advice.share < 0.9
    assert "A call of $4 into $12 needs 25.0%" in advice.why
    assert "not advice on betting" in " ".join(advice.assumes)
    alone = told(FamilyQuestion.of(rules, HeldCards(("As", "Ah"), board, 0, 12_00, 0)))
    assert alone.status == "none"


def test_a_part_of_insurance_brings_its_part() -> None:
    table = dealt("blackjack", "2c Ts Ad 6h 9c")
    found, advice = turn(table), told(asked(table))
    whole = turn_taken(found, Answer(4, "insure", amount=5_00), advice)
    part = turn_taken(found, Answer(4, "insure", amount=1_00), advice)
    assert whole is not None
    assert part is not None
    assert part.units == pytest.approx(whole.units / 5)


def test_of_options_that_are_worth_the_same_all_are_best() -> None:
    options = ranked([Worth("a", 0.1, 1), Worth("b", 0.2, 2), Worth("c", 0.2 + 1e-12, 2)])
    assert [option.best for option in options] == [True, True, False]


def test_prices_are_told_to_the_cent_and_below_it_in_tenths() -> None:
    assert [price(mills) for mills in (4986, 50, 9, 0)] == ["$4.99", "$0.05", "0.9¢", "0.0¢"]
    assert mills_of(-0.53468, 10_00) == -5347
