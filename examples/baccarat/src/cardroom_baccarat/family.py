"""Baccarat as the interpreter sees it: nobody decides anything after the wagers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from cardroom.cards import UNSEEN, Card
from cardroom.events import BankEnded
from cardroom.games.procedure import settled
from cardroom.places import ALL, BANK, BOARD
from cardroom.play import clauses as table_clauses
from cardroom.play.family import RemedyOf, RemedyWords
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.inputs import Answer, Dice, Figure, Intervene
from cardroom.play.irregularities import next_card, remove_card
from cardroom.play.round import Ask, Bet, DraftOf, Facts, Head, Refusal, RoundOf
from cardroom.play.settle import LOSE, PUSH, WIN, Claim, Result, claim, clockwise, pays, plain
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Deal, Settle, Step
from cardroom_baccarat import game as g

Draft = DraftOf[None]
Round = RoundOf[None]

NATURAL: Final = 8
PLAYER_STANDS: Final = 6
BANKER_DRAWS_ON: Final[Mapping[int, Collection[int]]] = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}
"""By the Banker's total, the third cards of the Player hand to which it draws (Rule 5)."""


def value(card: Card) -> int:
    """Rule 1: tens and face cards count nothing."""
    return card.rank if card.rank < 10 else 0


def total(cards: Sequence[Card]) -> int:
    return sum(map(value, cards)) % 10


def player_draws(player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Rules 3 and 4."""
    if max(total(player), total(banker)) >= NATURAL:
        return False
    return total(player) < PLAYER_STANDS


def banker_draws(player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Rules 3 and 5; the Player hand has drawn or stands."""
    if max(total(player[:2]), total(banker)) >= NATURAL:
        return False
    if len(player) == 2:
        return total(banker) < PLAYER_STANDS
    return value(player[2]) in BANKER_DRAWS_ON[total(banker)]


def result(posted: g.Baccarat, spot: str, player: int, banker: int) -> Result:
    """What a wager is owed by both totals (Rules 6 to 9)."""
    if spot == "tie":
        tied = player == banker
        return plain(pays(posted.tie), g.TIE) if tied else plain(LOSE, g.NO_TIE)
    if player == banker:
        return plain(PUSH, g.TIE_PUSHES)
    if (player > banker) != (spot == "player"):
        return plain(LOSE, g.LOSES)
    if spot == "player":
        return plain(WIN, g.PLAYER_WINS)
    six = banker == 6
    return plain(pays(posted.banker_six if six else posted.banker), g.BANKER_WINS)


def _third_in_error(draft: Draft, entry: Intervene) -> Refusal | None:
    """Rule 12; until the Banker hand has drawn, and after the settlement if it stands. The Banker
    draws one card at most, so another one in error is removed."""
    player, banker = draft.at(BOARD), draft.at(BANK)
    if not len(player) == len(banker) == 2 or player_draws(player, banker):
        why = "only while both hands have two cards, and the Player hand stands"
        return Refusal(g.THIRD_IN_ERROR, why)
    if banker_draws(player, banker) and not draft.returned:
        return next_card(draft, entry, g.THIRD_IN_ERROR, ALL)
    return remove_card(draft, entry, g.THIRD_IN_ERROR)


REMEDIES: Final[Mapping[str, RemedyOf[None]]] = {
    "third-card-in-error": RemedyOf(
        _third_in_error,
        card="shoe",
        until="clearing",
        takes=("card",),
        refused="as-untrue",
        words=RemedyWords("a third card was drawn for a Player hand that stands"),
    ),
}


class BaccaratFamily:
    """Two hands, three wagers, and no decision after "no more bets"."""

    def clauses(self, rules: Ruleset) -> Clauses:
        return g.CLAUSES

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        return None

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> None:
        return None

    def begin(self, draft: Draft) -> None:
        draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        draft.pop()
        player, banker = draft.at(BOARD), draft.at(BANK)
        match step:
            case g.DealFour():
                draft.push(*[Deal(BOARD, ALL), Deal(BANK, ALL)] * 2)
            case g.PlayerThird() if player_draws(player, banker):
                draft.push(Deal(BOARD, ALL))
            case g.BankerThird() if banker_draws(player, banker):
                draft.push(Deal(BANK, ALL))
            case _:
                pass
        return None

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        return None

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        return None

    def rolled(self, draft: Draft, dice: Dice) -> None:
        raise AssertionError("baccarat has no dice")

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        return Refusal(table_clauses.WAITS, "baccarat needs no figures")

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        raise AssertionError("baccarat asks nobody")

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return None

    def forbids(self, round: Round, answer: Answer) -> Refusal | None:
        return None

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        raise AssertionError("baccarat asks nobody")

    def proceed(self, draft: Draft, step: Step) -> None:
        raise AssertionError("baccarat has no step for the dealer")

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        posted = draft.rules.policies
        assert isinstance(posted, g.Baccarat)
        player, banker = total(draft.at(BOARD)), total(draft.at(BANK))
        draft.record(BankEnded(f"Banker {banker}"))
        cause = f"Player {player}, Banker {banker}"
        boxes = clockwise(draft.players, draft.facts.bank_box + 1)
        return [
            claim(bet, result(posted, spot, player, banker), posted.rounding, cause)
            for box in boxes
            for spot in step.spots
            for bet in draft.bets_on(box, spot)
        ]

    def interventions(self) -> Mapping[str, RemedyOf[None]]:
        return REMEDIES

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        names = {BOARD: "Player", BANK: "Banker"}
        return {
            place: f"{names[place]} {total(pile)}"
            for place, pile in cards.items()
            if place in names and UNSEEN not in pile
        }

    def hands(self, round: Round, box: int) -> Sequence[int]:
        return ()

    def felt_state(self, round: Round) -> FeltState:
        return FeltState()

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return ()


def words(rules: Ruleset, step: Step) -> str:
    """Each step as a dealer would say it."""
    match step:
        case g.DealFour():
            return "Two cards face up to each hand, one at a time: Player, Banker, Player, Banker."
        case g.PlayerThird():
            return "With no natural 8 or 9 on the table, Player draws on 0 to 5."
        case g.BankerThird():
            return "Banker then draws or stands by its total and by the card that Player drew."
        case Settle():
            return settled(rules, step)
        case _:
            raise AssertionError(f"no rule page has a step {step}")
