"""Before "no more bets": bets are placed, changed, and withdrawn; then the round begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from cardroom.events import BankPosted, BetPlaced, BetsClosed, Event
from cardroom.money import exact
from cardroom.play import clauses
from cardroom.play.family import FamilyOf, S
from cardroom.play.interpreter import begin
from cardroom.play.round import Bet, DraftOf, Facts, Fee, Over, Refusal, RoundOf
from cardroom.rules.banking import Bank, not_followed
from cardroom.rules.clauses import Clause
from cardroom.rules.limits import LimitFault, Limits
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

LIMITS: Final[Mapping[LimitFault, Clause]] = {
    "chip": clauses.CHIP,
    "least": clauses.LEAST,
    "most": clauses.MOST,
}


class Betting(msgspec.Struct, frozen=True, gc=False):
    """The layout while bets are open."""

    rules: Ruleset
    stacks: Mapping[str, int]
    facts: Facts = Facts()
    bets: tuple[Bet, ...] = ()
    bank: Bank | None = None
    next_bet: int = 1
    seats: Mapping[int, str] = {}
    """The players dealt in without placing a bet: the seats of a poker game."""

    @property
    def limits(self) -> Limits:
        return self.facts.limits or self.rules.limits

    def limits_of(self, spot: Spot) -> Limits:
        return self.rules.limits_at(spot, self.limits)

    def owner(self, box: int) -> str | None:
        """The player who has a box."""
        return next((bet.owner for bet in self.bets if bet.box == box and not bet.backline), None)


def staked(bets: Iterable[Bet], owner: str) -> int:
    """What a player has bet."""
    return sum(bet.stake for bet in bets if bet.owner == owner)


def place(
    betting: Betting, family: FamilyOf[S], box: int, spot: str, owner: str, stake: int
) -> Betting | Refusal:
    """The layout with one more bet, or the refusal."""
    bet = Bet(betting.next_bet, spot, box, owner, stake)
    refusal = bars_bet(betting, family, bet)
    if refusal is not None:
        return refusal
    return msgspec.structs.replace(
        betting, bets=(*betting.bets, bet), next_bet=betting.next_bet + 1
    )


def back(
    betting: Betting,
    family: FamilyOf[S],
    box: int,
    owner: str,
    stake: int,
    follows: tuple[str, ...],
) -> Betting | Refusal:
    """A bet behind another player's box; `follows` names the verbs it follows."""
    main = betting.rules.spots[0].name
    bet = Bet(betting.next_bet, main, box, owner, stake, backline=True, follows=follows)
    seat = betting.owner(box)
    may_follow = betting.rules.backline
    if may_follow is None:
        return Refusal(clauses.BACKLINE, "this house offers no backline bets")
    if seat is None:
        return Refusal(clauses.BACKLINE, f"no player has a wager of their own on box {box}")
    if seat == owner:
        return Refusal(clauses.BACKLINE, f"{owner} has box {box}, and cannot bet behind it")
    wrong = not_followed(follows, may_follow)
    # Version 0.1 took any verb; one that nothing follows changed no round.
    if wrong is not None and betting.rules.as_read:
        return Refusal(clauses.BACKLINE, f"a backline bet {wrong}")
    refusal = bars_bet(betting, family, bet)
    if refusal is not None:
        return refusal
    return msgspec.structs.replace(
        betting, bets=(*betting.bets, bet), next_bet=betting.next_bet + 1
    )


def withdraw(betting: Betting, box: int, spot: str | None = None) -> Betting | Refusal:
    """Withdraw one bet of a box, or all of them; side bets go with the main wager."""
    every = spot in (None, betting.rules.spots[0].name)
    gone = [bet for bet in betting.bets if bet.box == box and (every or bet.spot == spot)]
    if not gone:
        return Refusal(clauses.SPOT, f"box {box} has no such bet")
    return msgspec.structs.replace(
        betting, bets=tuple(bet for bet in betting.bets if bet not in gone)
    )


def bars_bet(betting: Betting, family: FamilyOf[S], bet: Bet) -> Refusal | None:
    rules = betting.rules
    spot = rules.spot(bet.spot)
    if spot is None or spot.opens != "before-deal":
        names = ", ".join(spot.name for spot in rules.spots if spot.opens == "before-deal")
        return Refusal(clauses.SPOT, f"{bet.spot!r} is not one of {names}")
    if not 1 <= bet.box <= rules.boxes:
        return Refusal(clauses.BOX, f"there is no box {bet.box}; boxes are 1 to {rules.boxes}")
    bank = betting.bank
    if bank is not None and (bet.owner == bank.owner or bet.box == betting.facts.bank_box):
        return Refusal(clauses.BANK, f"{bank.owner} has the bank at box {betting.facts.bank_box}")
    owner = betting.owner(bet.box)
    if owner not in (None, bet.owner) and not bet.backline:
        return Refusal(clauses.BOX, f"box {bet.box} belongs to {owner}")
    if any(_same_place(other, bet) for other in betting.bets):
        return Refusal(clauses.ONCE, f"box {bet.box} already has a bet on {spot.title}")
    if spot.needs_main and not any(
        other.box == bet.box and other.spot == rules.spots[0].name for other in betting.bets
    ):
        side = rules.side_bet(bet.spot)
        needs = None if side is None else side.main_clause
        return Refusal(
            needs or clauses.NEEDS_MAIN, f"box {bet.box} has no bet on {rules.spots[0].title}"
        )
    refusal = _bars_boxes(betting, bet) or bars_stake(betting.limits_of(spot), bet.stake)
    refusal = refusal or _bars_legally(rules, bet.stake) or _bars_fixed_stake(rules, bet)
    free = betting.stacks.get(bet.owner, 0) - staked(betting.bets, bet.owner)
    if refusal is None and free < bet.stake:
        refusal = Refusal(clauses.STACK, f"{bet.owner} has {exact(free)} left to bet")
    refusal = refusal or family.bars_bet(rules, betting.facts, betting.bets, bet)
    if refusal is None:
        return None
    return msgspec.structs.replace(refusal, clause=rules.worded(refusal.clause))


def _bars_boxes(betting: Betting, bet: Bet) -> Refusal | None:
    """A house may limit the number of boxes that a player bets on."""
    most = betting.rules.boxes_each
    boxes = {other.box for other in (*betting.bets, bet) if other.owner == bet.owner}
    if most is None or len(boxes) <= most:
        return None
    already = ", ".join(str(box) for box in sorted(boxes - {bet.box}))
    return Refusal(clauses.BOXES, f"{bet.owner} already bets on box {already}; the limit is {most}")


def _bars_legally(rules: Ruleset, stake: int) -> Refusal | None:
    legal = rules.legal_limit
    if legal is None or stake <= legal:
        return None
    why = f"{exact(stake)} is above the legal limit of {exact(legal)}"
    return Refusal(clauses.LEGAL, why)


def _bars_fixed_stake(rules: Ruleset, bet: Bet) -> Refusal | None:
    side = rules.side_bet(bet.spot)
    if side is None or side.stake in (None, bet.stake):
        return None
    assert side.stake_clause is not None
    why = f"the stake is {exact(side.stake)}, not {exact(bet.stake)}"
    return Refusal(side.stake_clause, why)


def _same_place(one: Bet, other: Bet) -> bool:
    """Whether the spot is taken: one bet per box, and one backline bet per owner behind it."""
    same = one.box == other.box and one.spot == other.spot and one.backline == other.backline
    return same and (not one.backline or one.owner == other.owner)


def bars_stake(limits: Limits, stake: int) -> Refusal | None:
    fault = limits.fault(stake)
    return None if fault is None else Refusal(LIMITS[fault], limits.says(fault, stake))


def close(
    betting: Betting, family: FamilyOf[S], fees: Sequence[Fee] = ()
) -> tuple[RoundOf[S], tuple[Event, ...]] | Refusal:
    """No more bets: stakes leave the stacks, fees go to the drop box, the round begins."""
    if not betting.bets and not betting.seats:
        return Refusal(clauses.NONE, "nobody has bet")
    if betting.seats and sum(betting.stacks.get(p, 0) > 0 for p in betting.seats.values()) < 2:
        return Refusal(clauses.NONE, "a hand needs two players with chips")
    bank = betting.bank or Bank(betting.rules.banking)
    short = lacking(betting, fees)
    if short is not None:
        owner, leaves = short
        return Refusal(clauses.STACK, f"{owner} does not have {exact(leaves)} on the table")
    players = {**betting.seats, **{bet.box: bet.owner for bet in betting.bets if not bet.backline}}
    round = RoundOf(
        rules=betting.rules,
        facts=betting.facts,
        players=players,
        stacks=betting.stacks,
        bets=betting.bets,
        settled=(),
        bank=bank,
        cards={},
        state=family.opening(betting.rules, betting.facts, players),
        agenda=(),
        head=Over(),
        next_bet=betting.next_bet,
    )
    draft = DraftOf(round)
    if bank.posted:
        draft.stacks[bank.owner] -= bank.posted
        draft.record(BankPosted(bank.owner, betting.facts.bank_box, bank.posted))
    for bet in betting.bets:
        draft.stacks[bet.owner] -= bet.stake
        draft.record(BetPlaced(bet.id, bet.spot, bet.box, bet.owner, bet.stake, bet.hand))
    for fee in fees:
        draft.collect(fee)
    draft.record(BetsClosed())
    started = begin(draft, family)
    return started, tuple(draft.events)


def lacking(betting: Betting, fees: Sequence[Fee]) -> tuple[str, int] | None:
    """A player whose stack is too small for stakes, fees, and the bank's amount, and what they
    add up to."""
    if betting.bank is None and not fees:
        return None
    posted = {} if betting.bank is None else {betting.bank.owner: betting.bank.posted}
    for owner in dict.fromkeys([*posted, *(fee.owner for fee in fees)]):
        leaves = staked(betting.bets, owner)
        leaves += sum(fee.amount for fee in fees if fee.owner == owner)
        leaves += posted.get(owner, 0)
        if leaves > betting.stacks.get(owner, 0):
            return owner, leaves
    return None
