"""The money of a round, counted twice: from the round itself, and from its events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardroom import events as ev
from cardroom.events import Event
from cardroom.play.round import Round
from cardroom.rules.banking import Bank


def total(round: Round) -> int:
    """Every cent there is: stacks, open bets, the bank, the drop box."""
    stakes = sum(bet.stake for bet in round.bets)
    return sum(round.stacks.values()) + stakes + round.bank.held + round.drop


def within(bank: Bank) -> None:
    """The bank has not won or lost more than its limit lets it."""
    match bank.banking.limit:
        case "combined":
            assert bank.paid + bank.collected <= bank.posted
        case "each-way":
            assert bank.paid <= bank.posted
            assert bank.collected <= bank.posted
        case "none":
            pass


class Books:
    """Accounts kept from the facts that were recorded; nothing else is looked at."""

    def __init__(self, stacks: dict[str, int]) -> None:
        self.stacks = Counter(stacks)
        self.bets: Counter[int] = Counter()
        self.bank = 0
        self.drop = 0

    def post(self, facts: Iterable[Event]) -> None:
        for fact in facts:
            self._post(fact)

    def _post(self, fact: Event) -> None:
        match fact:
            case ev.BetPlaced():
                # An envy button, and the last player in who had no chip in the pot, stake nothing.
                self._stake(fact.owner, fact.bet, fact.stake)
            case ev.BetRaised():
                assert fact.added, "a fact without money"
                self._stake(fact.owner, fact.bet, fact.added)
                assert self.bets[fact.bet] == fact.stake, fact
            case ev.BetLowered():
                # A rewind takes a bet that staked nothing off the table, too.
                assert fact.returned or not self.bets[fact.bet], "a fact without money"
                self._stake(fact.owner, fact.bet, -fact.returned)
                assert self.bets[fact.bet] == fact.stake, fact
            case ev.BankPosted():
                assert fact.amount, "a fact without money"
                self.stacks[fact.owner] -= fact.amount
                self.bank += fact.amount
            case ev.BankReturned():
                self.stacks[fact.owner] += fact.amount
                self.bank -= fact.amount
            case ev.FeeTaken():
                self.stacks[fact.owner] -= fact.amount
                self.drop += fact.amount
            case ev.PotFeeTaken():
                assert fact.amount, "a fact without money"
                self.bank -= fact.amount
                self.drop += fact.amount
            case ev.PotFeeReturned():
                assert fact.amount, "a fact without money"
                self.bank += fact.amount
                self.drop -= fact.amount
            case ev.BetSettled():
                assert self.bets.pop(fact.bet) == fact.stake == fact.taken + fact.returned, fact
                self._settle(fact.owner, fact.paid, fact.taken, fact.returned)
            case ev.BetReversed():
                assert not self.bets[fact.bet], fact
                self.bets[fact.bet] = fact.stake
                self._settle(fact.owner, -fact.paid, -fact.taken, -fact.returned)
            case _:
                pass

    def _stake(self, owner: str, bet: int, amount: int) -> None:
        self.stacks[owner] -= amount
        self.bets[bet] += amount

    def _settle(self, owner: str, paid: int, taken: int, returned: int) -> None:
        self.stacks[owner] += paid + returned
        self.bank += taken - paid

    def agree_with(self, round: Round) -> None:
        assert dict(self.stacks) == dict(round.stacks)
        assert +self.bets == Counter({bet.id: bet.stake for bet in round.bets})
        assert self.bank == round.bank.held
        assert self.drop == round.drop
