"""Before the first card: the posted game, the stacks, the bets of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, NoReturn

import msgspec

from cardroom import games, houses
from cardroom.cards import UNSEEN, Card, Deck
from cardroom.money import exact
from cardroom.play.betting import Betting, back, bars_stake, place
from cardroom.play.clauses import BANK_TURN, BOX, STACK
from cardroom.play.collection import fees
from cardroom.play.irregularities import SHUFFLES
from cardroom.play.round import Facts, Refusal
from cardroom.rules.banking import Bank
from cardroom.rules.limits import Limits
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario import banks
from cardroom.scenario.document import Backline, BankEntry, BoxStakes, Scenario
from cardroom.scenario.meters import options_of
from cardroom.scenario.outcome import Notes, PostingRefused, RoundRefused
from cardroom.scenario.source import ScenarioError

AMPLE: Final = 10**12
"""The stack in cents of a player whose file gives none: enough for any bet."""


def posted(scenario: Scenario) -> Ruleset:
    """The posted game of the scenario; an invalid option is reported on its own line."""

    def fail(line: int, wrong: OptionFaults) -> NoReturn:
        if scenario.refused is not None:
            raise PostingRefused(wrong.faults) from None
        raise ScenarioError(scenario.file, line, str(wrong)) from None

    try:
        game = games.game(scenario.game)
    except OptionFaults as wrong:
        fail(scenario.line("game"), wrong)
    for name, value in scenario.options.items():
        try:
            game.catalogue.read({name: value})
        except OptionFaults as wrong:
            fail(scenario.option_lines.get(name, scenario.line("options")), wrong)
    try:
        if scenario.house:
            houses.house(scenario.house).posted(scenario.game)
    except houses.HouseError as wrong:
        raise ScenarioError(scenario.file, scenario.line("house"), str(wrong)) from None
    try:
        rules = houses.ruleset(scenario.game, scenario.options, scenario.house)
        seed = options_of(scenario.meter, rules)
        if not seed:
            return rules
        return houses.ruleset(scenario.game, {**scenario.options, **seed}, scenario.house)
    except OptionFaults as wrong:
        fail(scenario.line("options"), wrong)


def check_shoe(scenario: Scenario, rules: Ruleset) -> None:
    """Report a card that comes more often than the deck holds it, unless that must be refused."""
    if scenario.refused is not None or any(
        entry.kind == SHUFFLES for entry in scenario.irregularities
    ):
        return  # a card may come twice then; the engine checks it
    deck = rules.deck
    card = deck.excess(scenario.shoe)
    if card is None:
        return
    number = [place for place, other in enumerate(scenario.shoe) if other is card][deck.holds(card)]
    raise ScenarioError(
        scenario.file,
        scenario.card_lines[number],
        f"card {number + 1} of the shoe, {card}, is one too many for {_in_words(deck)}",
    )


def _in_words(deck: Deck) -> str:
    decks = "1 deck" if deck.packs == 1 else f"{deck.packs} decks"
    cards = f" of {deck.pack} cards" if deck.without else ""
    jokers = "1 joker" if deck.jokers == 1 else f"{deck.jokers} jokers"
    return f"{decks}{cards} with {jokers}" if deck.jokers else f"{decks}{cards}"


def all_cards(scenario: Scenario, rules: Ruleset) -> tuple[Card, ...]:
    """The order of the cards; a file with piles may leave out the cards that are left over."""
    if "piles" not in scenario.lines or "left_over" in scenario.lines:
        return scenario.shoe
    if UNSEEN in scenario.shoe:
        return scenario.shoe + (UNSEEN,) * (len(rules.deck) - len(scenario.shoe))
    left = Counter(rules.deck)
    left.subtract(scenario.shoe)
    return scenario.shoe + tuple(left.elements())


def betting_of(scenario: Scenario, rules: Ruleset, notes: Notes) -> Betting:
    """The layout with the bets of all boxes, as they stand at "no more bets"."""
    seated = _dealt_in(scenario, rules)
    players = _Players(scenario, notes, seated)
    stacks = dict.fromkeys(players.names, AMPLE)
    for name, amount in scenario.stacks.items():
        stacks[players.named(name, "stacks")] = amount
    bare = Betting(rules, stacks, _facts(scenario, rules, players), seats=seated)
    betting = _banked(bare, scenario, notes)
    for entry in scenario.boxes:
        betting = _bet(betting, entry, notes)
    for backline in scenario.backline:
        betting = _back(betting, backline, notes)
    return betting


def _dealt_in(scenario: Scenario, rules: Ruleset) -> Mapping[int, str]:
    """Where nobody bets before the deal: each `[[box]]`, and each seat with a stack."""
    if not rules.deals_to_seats:
        return {}
    named = {entry.box: entry.player for entry in scenario.boxes}
    by_seat = {int(seat): f"box {seat}" for seat in scenario.stacks if seat.isdecimal()}
    seats = dict(sorted({**by_seat, **named}.items()))
    _check_seats(scenario, rules, seats)
    return seats


def _check_seats(scenario: Scenario, rules: Ruleset, seats: Collection[int]) -> None:
    """Report a seat that the table does not have, or a blind where nobody sits."""
    boxes = {entry.box: entry.line for entry in scenario.boxes}
    places = [("", seat, boxes.get(seat, scenario.line("stacks"))) for seat in seats]
    if "button" in scenario.lines:
        places.append(("button: ", scenario.button, scenario.line("button")))
    for what, seat, line in places:
        if not 1 <= seat <= rules.boxes:
            why = f"{what}there is no seat {seat}; seats are 1 to {rules.boxes}"
            raise ScenarioError(scenario.file, line, why)
    seated = games.seated(rules)
    assert seated is not None, "the game deals to seats"
    for name, value in scenario.table.get("figures", {}).items():
        barred = seated.bars_figure(name, value, seats)
        if barred is not None:
            raise ScenarioError(scenario.file, scenario.line("table"), barred.why)


class _Players:
    """The players at the table, by name or by the number of their box."""

    def __init__(self, scenario: Scenario, notes: Notes, seated: Mapping[int, str]) -> None:
        self.scenario, self.notes = scenario, notes
        self.by_box = {str(entry.box): entry.player for entry in scenario.boxes}
        self.by_box |= {str(bank.box): bank.player for bank in scenario.banks}
        self.by_box |= {str(seat): player for seat, player in seated.items()}
        behind = [entry.owner for entry in scenario.backline]
        self.names = list(dict.fromkeys([*self.by_box.values(), *behind, *self._all()]))

    def _all(self) -> list[str]:
        """Several players may try one box: a player who is refused there is at the table, too."""
        bettors = [entry.player for entry in self.scenario.boxes]
        return bettors + [entry.player for entry in self.scenario.banks]

    def named(self, name: str, section: str) -> str:
        player = self.by_box.get(name, name)
        if player not in self.names:
            raise self.notes.error(self.scenario.line(section), f"nobody at the table is {name!r}")
        return player


def _banked(betting: Betting, scenario: Scenario, notes: Notes) -> Betting:
    game = betting.rules.game
    if betting.rules.banking.limit == "none":
        return betting
    if not scenario.banks:
        if "accepts_bank" in scenario.table:
            raise RoundRefused  # nobody banks, and the file says which boxes would accept
        raise notes.error(scenario.line("game"), f"{game} is banked by a player: write [bank]")
    for entry in scenario.banks:
        betting = _bank(betting, entry, notes, banks.turn(scenario, entry.box, entry.player))
    if betting.bank is None:
        # Every attempt to bank was refused, as it must be: there is nothing to play.
        raise RoundRefused
    return betting


def _bank(betting: Betting, entry: BankEntry, notes: Notes, not_now: str) -> Betting:
    rules = betting.rules
    refusal = Refusal(BANK_TURN, not_now) if not_now else None
    refusal = refusal or bars_stake(Limits(chip=rules.limits.chip), entry.amount)
    if refusal is None and entry.amount > betting.stacks[entry.player]:
        free = exact(betting.stacks[entry.player])
        refusal = Refusal(STACK, f"{entry.player} has {free} on the table")
    if refusal is None and not 1 <= entry.box <= rules.boxes:
        refusal = Refusal(BOX, f"there is no box {entry.box}; boxes are 1 to {rules.boxes}")
    what = f"box {entry.box} banks"
    if refusal is not None:
        if entry.refused is None:
            raise notes.error(entry.line, str(refusal))
        notes.refused(entry.line, what, entry.refused, refusal)
        return betting
    if entry.refused is not None:
        notes.accepted(entry.line, what, entry.refused)
        return betting
    facts = msgspec.structs.replace(betting.facts, bank_box=entry.box)
    bank = Bank(rules.banking, entry.player, entry.amount)
    return msgspec.structs.replace(betting, bank=bank, facts=facts)


def _facts(scenario: Scenario, rules: Ruleset, players: _Players) -> Facts:
    known = scenario.table
    for name in known.get("bank_rounds", {}):
        if not name.isdecimal():
            players.named(name, "table")
    limits: tuple[int, int] | None = known.get("limits")
    return Facts(
        rounds_since_shuffle=known.get("rounds_since_shuffle", 0),
        limits=Limits(limits[0], limits[1], rules.limits.chip) if limits else None,
        free_collection=_buttons(known.get("free_collection", {}), players, rules),
        button=scenario.button,
        figures=known.get("figures", {}),
    )


def _buttons(
    told: Mapping[str, tuple[str, ...]], players: _Players, rules: Ruleset
) -> Mapping[str, tuple[str, ...]]:
    """By player: a player with several boxes may hold a button for each.

    A button that the game does not have would pay for nothing, unnoticed.
    """
    schedule = rules.fees
    given = () if schedule.free_button == "none" else [row.name for row in schedule.player]
    found: dict[str, tuple[str, ...]] = {}
    for name, brackets in told.items():
        for bracket in brackets:
            if bracket not in given:
                known = f"brackets are {', '.join(given)}" if given else "this game gives out none"
                why = f"there is no free collection button {bracket!r}; {known}"
                raise players.notes.error(players.scenario.line("table"), why)
        player = players.named(name, "table")
        found[player] = found.get(player, ()) + brackets
    return found


def _bet(betting: Betting, entry: BoxStakes, notes: Notes) -> Betting:
    """All bets of the entry, or none if one is refused. The main wager goes first."""
    order = [spot.name for spot in betting.rules.spots]
    ranked = sorted(
        entry.bets.items(), key=lambda bet: order.index(bet[0]) if bet[0] in order else len(order)
    )
    placed = betting
    what = f"box {entry.box} bets"
    tried: Betting | Refusal = betting
    for spot, stake in ranked:
        tried = place(placed, games.family(betting.rules), entry.box, spot, entry.player, stake)
        if isinstance(tried, Refusal):
            break
        placed = tried
    return _stands(betting, tried, entry, what, notes)


def _back(betting: Betting, entry: Backline, notes: Notes) -> Betting:
    family = games.family(betting.rules)
    tried = back(betting, family, entry.box, entry.owner, entry.stake, entry.follow)
    return _stands(betting, tried, entry, f"{entry.owner} bets behind box {entry.box}", notes)


def _stands(
    before: Betting,
    tried: Betting | Refusal,
    entry: BoxStakes | Backline,
    what: str,
    notes: Notes,
) -> Betting:
    """The layout with the entry's bets, or without them if they are refused, as they must be."""
    if isinstance(tried, Betting):
        owed = fees(tried)
        tried = owed if isinstance(owed, Refusal) else tried
    if isinstance(tried, Refusal):
        if entry.refused is None:
            raise notes.error(entry.line, str(tried))
        notes.refused(entry.line, what, entry.refused, tried)
        return before
    if entry.refused is not None:
        notes.accepted(entry.line, what, entry.refused)
        return before
    return tried
