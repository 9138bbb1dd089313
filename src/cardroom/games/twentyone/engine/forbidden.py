"""Why a hand that is not asked may not do something: the rule that leaves it no choice.

A hand with one legal action is never asked, so a refusal must say which rule ended it: a 21 that
draws no more, a joker that freezes all hands, a natural that was paid.
"""

from __future__ import annotations

from typing import Final

from cardroom.games.twentyone.engine.state import Hand, Round, TwentyOneState
from cardroom.games.twentyone.engine.turns import REFUSES
from cardroom.games.twentyone.game import PostedGame, posted_game
from cardroom.hands.points import over
from cardroom.places import NOBODY, hand_place
from cardroom.play import clauses
from cardroom.play.inputs import Answer, Intervene
from cardroom.play.round import Await, Refusal
from cardroom.rules.clauses import Clause

INSURANCE: Final = ("insure", "even-money")
Reason = tuple[Clause, str]


def forbids(round: Round, answer: Answer) -> Refusal | None:
    hands = round.state.hands.get(answer.box, ())
    if not hands:
        return None
    if answer.verb in INSURANCE:
        found = _bars_insurance(round, answer, hands[0])
    else:
        found = _bars_play(round, answer, hands)
    return None if found is None else Refusal(*found)


def _bars_insurance(round: Round, answer: Answer, hand: Hand) -> Reason | None:
    state, at = round.state, posted_game(round.rules)
    policy, terms, box = at.policies.insurance, at.game.terms, answer.box
    if policy is None:
        return (terms.insure_ace, f"{round.rules.title} as posted has no insurance")
    if state.up not in (-1, 1):
        return (terms.insure_ace, "the bank's first card is not an ace")
    if hand.status == "void":
        return (clauses.VOID_HAND, f"box {box} is void")
    if hand.status == "settled" and hand.key.natural and not policy.paid_naturals:
        return (terms.insure_ace, f"the natural of box {box} has been paid")
    if any(bet.spot == "insurance" and bet.box == box for bet in round.bets):
        return (terms.insure_ace, f"box {box} has taken insurance already")
    if answer.verb == "even-money" and terms.even_money is not None and not hand.key.natural:
        return (terms.even_money, f"box {box} has no natural")
    return None


def _bars_play(round: Round, answer: Answer, hands: tuple[Hand, ...]) -> Reason | None:
    at = posted_game(round.rules)
    if answer.verb not in at.legality.bars:
        return None
    if not answer.hand and any(hand.status == "live" for hand in hands):
        return _waits(round, answer)
    named = hands[answer.hand - 1 : answer.hand] if answer.hand else hands
    reasons = [_reason(round, answer, hand) for hand in named]
    # The hand that came closest to being allowed: its reason stands last in the row of bars.
    row = [bar.clause for bar in at.legality.bars[answer.verb]]
    known = [reason for reason in reasons if reason is not None]
    if not known:
        return _waits(round, answer) if _is_to_come(round.state, answer.box) else None
    return max(known, key=lambda reason: row.index(reason[0]) if reason[0] in row else -1)


def _is_to_come(state: TwentyOneState, box: int) -> bool:
    return any(hand.status == "live" for hand in state.hands[box])


def _waits(round: Round, answer: Answer) -> Reason | None:
    """It is another hand's turn, by the rule that says in which order hands are played."""
    terms = posted_game(round.rules).game.terms
    if round.state.peeked:
        clause = terms.surrender_natural if answer.verb == "surrender" else None
        return (clause or terms.peek, "the dealer has a natural, and nobody plays")
    asked = round.head.asks[0] if isinstance(round.head, Await) else None
    if asked is None or asked.topic != "play":
        return None
    clause = terms.hand_order if asked.box == answer.box else terms.turn_order
    at = f"box {asked.box}" + (f", hand {asked.number}" if asked.box == answer.box else "")
    return None if clause is None else (clause, f"it is the turn of {at}")


def _reason(round: Round, answer: Answer, hand: Hand) -> Reason | None:
    box, verb = answer.box, answer.verb
    match hand.status:
        case "live":
            return _waits(round, answer)
        case "void":
            return (clauses.VOID_HAND, f"box {box} is void")
        case "surrendered":
            return _ended(round, box, hand, "was surrendered")
        case "settled" if over(hand.key):
            return _ended(round, box, hand, "has busted")
        case _:
            pass
    kept = _by_floor(round, answer, hand)
    if kept is not None:
        return (kept, f"box {box} gets no further card")
    barred = _barred(posted_game(round.rules), round, box, hand, verb)
    if barred is not None:
        return (barred, f"box {box} may not {verb.replace('-', ' ')}")
    return _ended(round, box, hand, "is settled") if hand.status == "settled" else None


def _barred(at: PostedGame, round: Round, box: int, hand: Hand, verb: str) -> Clause | None:
    """The rule against the verb on the hand as it lies; against standing again, the rule by which
    it had to stand."""
    if any(dealt.seen == NOBODY for dealt in round.cards.get(hand_place(box, hand.id), ())):
        # Nobody knows the hand, so nothing that depends on its total is said.
        return next((bar.clause for bar in at.legality.bars[verb] if bar.by_size), None)
    bars = dict(at.legality.verdicts(hand.key, hand.mode, round.state.up))
    return bars["hit"] if verb == "stand" else bars[verb]


def _by_floor(round: Round, answer: Answer, hand: Hand) -> Clause | None:
    """An exposed card that the box refused, or its player's absence."""
    if hand.refuses:
        return REFUSES.get(answer.verb)
    kinds = {
        entry.kind
        for entry in round.inputs
        if isinstance(entry, Intervene) and answer.box in (entry.box, *entry.boxes)
    }
    if "absent-player" in kinds:
        return clauses.ABSENT
    return clauses.EXPOSED if "exposed-card" in kinds and answer.verb != "stand" else None


def _ended(round: Round, box: int, hand: Hand, how: str) -> Reason | None:
    """The clause that settled the hand's wager, or will."""
    settled = [
        each.clause
        for each in round.settled
        if each.bet.box == box and each.bet.hand == hand.id and each.bet.spot == "main"
    ]
    clause = settled[0] if settled else posted_game(round.rules).game.terms.surrender_first
    return (clause, f"the hand of box {box} {how}")
