"""Side bets: what is posted at their spot."""

from __future__ import annotations

from cardroom import games
from cardroom.cards import Card, Deck, parse_cards
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, chances, deals, row_by_kind
from cardroom.rules.spots import Spot


def spot(rules: Ruleset, name: str) -> Spot:
    found = rules.spot(name)
    assert found is not None
    return found


def blazing() -> SideBet:
    """A bet to which a card is a seven or none, of one of four suits."""
    bet = games.ruleset("bet-the-set-21", {"blazing_7s": 1}).progressive
    assert bet is not None
    return bet


def test_a_bet_posts_a_pay_table_or_odds_or_the_rows_of_a_meter() -> None:
    bust = spot(games.ruleset("dealer-bust-21"), "dealer-bust")
    assert (bust.pays is None, bust.odds, bust.rows) == (False, "", ())
    maxtyme = spot(games.ruleset("maxtime-21"), "maxtyme")
    assert (maxtyme.pays, maxtyme.odds, maxtyme.rows) == (None, "300 to 1", ())
    blazing = spot(games.ruleset("bet-the-set-21", {"blazing_7s": "1"}), "blazing-7s")
    assert (blazing.pays, blazing.odds, len(blazing.rows) > 1) == (None, "", True)


def test_after_a_split_the_best_row_of_any_hand_is_paid_or_the_worst_of_all() -> None:
    bet = games.ruleset("bet-the-set-21").side_bets[0]
    best, *_, worst = bet.rows
    every = bet._replace(hands="all")
    assert bet.of_hands((worst, best, None)) == best
    assert every.of_hands((best, worst, best)) == worst
    assert every.of_hands((best, None, worst)) is None
    assert bet.of_hands(()) is None


def test_a_meter_bet_posts_its_rows_as_the_book_prints_them() -> None:
    """Pay table 1 of the progressive bet; a row of the house's own may pay in other words."""
    posted = spot(games.ruleset("bet-the-set-21", {"blazing_7s": 1}), "blazing-7s").rows
    assert [pays for _, pays in posted] == ["100%", "10%", "200 for 1", "25 for 1", "2 for 1"]
    own = {"777-suited": "100%", "77": "30 to 1"}
    posted = spot(games.ruleset("bet-the-set-21", {"blazing_7s": own}), "blazing-7s").rows
    assert posted == (("777-suited", "100%"), ("77", "30 to 1"))


def test_a_bet_waits_for_the_dealer_cards_that_it_looks_at() -> None:
    bet = games.ruleset("bet-the-set-21").side_bets[0]
    bust = games.ruleset("dealer-bust-21").side_bets[0]
    assert bet.spot.needs == frozenset()
    assert bust.spot.needs == {"bank-final"}
    assert bet._replace(looks_at=("own-first", "bank-second")).spot.needs == {"bank-second"}
    assert bet._replace(looks_at=("own-hand", "bank-hand")).spot.needs == {"bank-final"}


def test_cards_that_are_alike_to_a_bet_are_counted_together() -> None:
    every = list(deals(blazing(), Deck(1)))
    assert len(every) <= 8**3
    assert sum(deal.ways for deal in every) == 52 * 51 * 50
    apart = deals(blazing(), Deck(1), lambda card: card.rank == 13)
    assert sum(deal.ways for deal in apart if deal.cards[0].rank == 13) == 4 * 51 * 50


def test_a_bet_that_tells_all_cards_apart_has_the_same_chances() -> None:
    bet = games.ruleset("bet-the-set-21").side_bets[0]
    assert chances(bet._replace(kinds=()), Deck(2)) == chances(bet, Deck(2))


def test_a_row_is_sought_once_for_all_cards_that_are_alike() -> None:
    asked: list[tuple[Card, ...]] = []

    def when(*cards: Card) -> bool:
        asked.append(cards)
        return False

    bet = blazing()
    row = row_by_kind(bet._replace(rows=(bet.rows[-1]._replace(when=when),)))
    assert row(*parse_cards("Kh 2c 3d")) is None
    assert row(*parse_cards("Qh 4c 5d")) is None
    assert asked == [parse_cards("Kh 2c 3d")]
