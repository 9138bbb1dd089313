"""The value of each option of a 21 hand, in its turn and at the offers before it.

Runs in the coach's process, which alone imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.odds import insured
from cardroom.analysis.twentyone.solver.hand_values import (
    AskedHand,
    HandValues,
    VerbValues,
    hand_values,
)
from cardroom.cards import Card, parse_cards
from cardroom.model.verbs import VERBS, Stance
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.advice import Advice, Worth, mills_of, price, ranked, silent, spoken
from cardroom.service.coach.coach import NOTHING_TO_SAY
from cardroom.service.twentyone.coach import CoachedTurn
from cardroom.service.twentyone.seen_hand import MAX_BET

DOING: Final[Mapping[str, str]] = {
    "hit": "hitting",
    "stand": "standing",
    "double": "doubling",
    "split": "splitting",
    "surrender": "surrendering",
    "max-bet": "a Max Bet",
    "decline": "declining",
    "insure": "insurance",
    "even-money": "even money",
}


def advise(question: CoachedTurn, rules: Ruleset) -> Advice:
    topic = _TOPICS.get(question.topic)
    if topic is None:
        return silent(NOTHING_TO_SAY)
    try:
        first = Card(question.bank_first) if question.bank_first else None
        return topic(_Turn(question, rules, hand_values(rules, first)))
    except NotComputed as reason:
        return silent(f"the odds of this hand cannot be computed: {reason}")


class _Turn:
    """A question with the odds that answer it."""

    def __init__(self, question: CoachedTurn, rules: Ruleset, values: HandValues) -> None:
        self.question, self.rules, self.values = question, rules, values
        self.cards, self.up = parse_cards(" ".join(question.cards)), Card(question.up)
        self.bank = rules.banking.title.lower()
        shown = [Card(question.bank_first)] if question.bank_first else []
        self.shown = " and ".join(map(spoken, (*shown, self.up)))
        self.has_looked = question.topic == "play" and bool(values.tables.peeks)

    @property
    def asked(self) -> AskedHand:
        it = self.question
        wager = max(it.wager, 1)
        bets = len(it.max_bets)
        return AskedHand(
            cards=self.cards,
            up=self.up,
            hands=it.hands,
            first=int(it.first),
            stance=self._stance(),
            bets=sum(it.max_bets) / wager,
            bet_max=(it.bet_max or (it.max_bets[-1] if bets else wager)) / wager,
        )

    def _stance(self) -> Stance:
        """A hand with more cards than its Max Bets brought has waived the next one.

        A bet on the first card brought no card: then the verbs on offer decide.
        """
        it, tables = self.question, self.values.tables
        bets = len(it.max_bets)
        if tables.keys.stance_after[VERBS.index(MAX_BET), 0] < 0:
            return Stance(int(it.doubled))
        drawn = len(it.cards) - 2 - bets
        unclear = drawn == 0 and bets > 0 and tables.bets_on_one > 0
        waived = drawn > 0 or (unclear and MAX_BET not in it.verbs)
        return Stance(0, min(4, bets), int(waived))

    def say(self, worths: Mapping[str, float], because: str, *assumes: str) -> Advice:
        wager = self.question.wager
        options = [Worth(verb, value, mills_of(value, wager)) for verb, value in worths.items()]
        notes = ["side bets are not included"] if self.question.side_bets else []
        if self.rules.banking.limit != "none":
            notes.append("the bank covers the whole wager")
        own = self.question.label or " ".join(self.question.cards)
        hand = f"{own} against {self.shown}"
        said = (self.shoe, *assumes, *notes)
        why = f"{self.lead(worths)}: {because}."
        return Advice(
            "ready", why, ranked(options), wager, said, because=f"{_upper(because)}.", hand=hand
        )

    @property
    def shoe(self) -> str:
        own = "your cards" if self.question.hands == 1 else "this hand, the split cards"
        its = "two cards" if self.question.bank_first else "up card"
        return f"a full shoe less {own} and the {self.bank}'s {its}; no other cards are considered"

    def lead(self, worths: Mapping[str, float]) -> str:
        """The best option, and by how much."""
        best, *rest = sorted(worths, key=lambda verb: -worths[verb])
        doing = _upper(DOING[best])
        if not rest:
            return f"{doing} is the only option"
        more = mills_of(worths[best] - worths[rest[0]], self.question.wager)
        return f"{doing} is worth {price(more)} more than {DOING[rest[0]]}"


def _play(turn: _Turn) -> Advice:
    found = turn.values.of(turn.asked, turn.question.verbs)
    assumes = []
    if turn.has_looked and turn.values.natural_chance(turn.asked) > 0:
        assumes.append(f"the {turn.bank} has peeked and has no natural")
    if MAX_BET in turn.question.verbs:
        assumes.append("this Max Bet and any later ones are the maximum")
    return turn.say(found.verbs, _because(turn, found), *assumes)


def _because(turn: _Turn, found: VerbValues) -> str:
    if max(found.verbs, key=lambda verb: found.verbs[verb]) == "surrender":
        return "with best play, this hand loses more than half its wager on average"
    over = f"with {turn.shown} up, the {turn.bank} busts in {found.bank_over:.0%} of rounds"
    if not found.card_over:
        return f"{over}, and no card can bust this hand"
    return f"{over}, and one more card busts this hand in {found.card_over:.0%}"


def _surrender(turn: _Turn) -> Advice:
    values, asked = turn.values, turn.asked
    worths = {"surrender": values.given_up(asked), "decline": values.before_looking(asked)}
    why = "surrendering before the peek loses half the wager, natural or not"
    return turn.say(worths, why, f"the {turn.bank} has not peeked yet")


def _insurance(turn: _Turn) -> Advice:
    chance = turn.values.natural_chance(turn.asked)
    stake = turn.question.bet_max / max(turn.question.wager, 1)
    side = float(insured(turn.values.tables, turn.up, turn.cards))
    own, more = 0.0, "the hand itself is not included: it plays the same with or without insurance"
    if "even-money" in turn.question.verbs:
        own = turn.values.natural_kept(turn.asked)
        more = f"the {turn.bank} has not peeked yet"
    worths = {"decline": own}
    if "insure" in turn.question.verbs:
        worths["insure"] = own + stake * side
    if "even-money" in turn.question.verbs:
        worths["even-money"] = 1.0
    pays, per = turn.values.tables.insurance_pays
    why = f"the ace becomes a natural in {chance:.1%} of deals"
    if not turn.values.tables.insurance_ten_pushes:
        why += f", and at {pays} to {per} insurance breaks even at {per / (pays + per):.1%}"
    return turn.say(worths, why, more)


def _natural(turn: _Turn) -> Advice:
    paid, doubled = turn.values.natural_paid(turn.asked), turn.values.natural_doubled(turn.asked)
    worths = {"stand": paid, "double": doubled}
    chance = turn.values.natural_chance(turn.asked)
    why = "the natural is paid at once; doubled, it is an 11"
    if chance:
        why += f" against a {turn.bank}'s natural in {chance:.1%} of deals"
    return turn.say(worths, why)


def _first_card(turn: _Turn) -> Advice:
    bet, plain = turn.values.first_card(turn.cards[0], turn.up)
    worths = {"max-bet": bet, "decline": plain}
    return turn.say(
        worths, "this is the average over every second card, with best play",
        "a Max Bet is a full wager; the suits of the two cards are ignored",
    )  # fmt: skip


def _upper(words: str) -> str:
    return words[0].upper() + words[1:]


_TOPICS: Final[Mapping[str, Callable[[_Turn], Advice]]] = {
    "play": _play,
    "surrender": _surrender,
    "insurance": _insurance,
    "natural": _natural,
    "max-bet": _first_card,
}
