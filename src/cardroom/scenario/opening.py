"""Before the first card: the posted game, the stacks, the bets of a scenario."""

from __future__ import annotations

from typing import Final, NoReturn

from cardroom import games, houses
from cardroom.play.betting import Betting, place
from cardroom.play.round import Facts, Refusal
from cardroom.rules.limits import Limits
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.document import Scenario, Stakes
from cardroom.scenario.meters import options_of
from cardroom.scenario.outcome import Notes
from cardroom.scenario.source import ScenarioError

AMPLE: Final = 10**12
"""Cents before a player whose stack is not told: enough for any bet."""


def posted(scenario: Scenario) -> Ruleset:
    """The game of the scenario; a wrong option is reported on its own line."""

    def fail(line: int, wrong: OptionFaults) -> NoReturn:
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
        stake = rules.options.get("blazing_stake")
        if not scenario.meter or not isinstance(stake, int):
            return rules
        seeded = {**scenario.options, **options_of(scenario.meter, stake)}
        return houses.ruleset(scenario.game, seeded, scenario.house)
    except OptionFaults as wrong:
        fail(scenario.line("options"), wrong)


def check_shoe(scenario: Scenario, rules: Ruleset) -> None:
    """No card may come more often than the deck holds it."""
    if any(entry.kind == "discards-shuffled" for entry in scenario.irregularities):
        return  # a card may come twice then; the engine watches over it
    deck = rules.deck
    card = deck.excess(scenario.shoe)
    if card is None:
        return
    held = deck.jokers if card.text == "Jk" else deck.packs
    number = [place for place, other in enumerate(scenario.shoe) if other is card][held]
    holds = f"{deck.packs} pack{'s' if deck.packs > 1 else ''} and {deck.jokers} jokers"
    raise ScenarioError(
        scenario.file,
        scenario.card_lines[number],
        f"{card} comes once too often for {holds}: card {number + 1} of the shoe",
    )


def layout(scenario: Scenario, rules: Ruleset, notes: Notes) -> Betting:
    """The layout with the bets of all boxes, as they stand at "no more bets"."""
    players = {entry.player for entry in scenario.boxes}
    stacks = dict.fromkeys(players, AMPLE)
    by_box = {str(entry.box): entry.player for entry in scenario.boxes}
    for name, amount in scenario.stacks.items():
        player = by_box.get(name, name)
        if player not in players:
            raise notes.error(scenario.line("stacks"), f"nobody at the table is {name!r}")
        stacks[player] = amount
    betting = Betting(rules, stacks, _facts(scenario, rules))
    for entry in scenario.boxes:
        betting = _bet(betting, entry, notes)
    return betting


def _facts(scenario: Scenario, rules: Ruleset) -> Facts:
    known = scenario.table
    limits: tuple[int, int] | None = known.get("limits")
    return Facts(
        rounds_since_shuffle=known.get("rounds_since_shuffle", 0),
        limits=Limits(limits[0], limits[1], rules.limits.chip) if limits else None,
    )


def _bet(betting: Betting, entry: Stakes, notes: Notes) -> Betting:
    """All bets of the entry, or none if one is refused. The main wager goes first."""
    order = [spot.name for spot in betting.rules.spots]
    ranked = sorted(
        entry.bets.items(), key=lambda bet: order.index(bet[0]) if bet[0] in order else len(order)
    )
    placed = betting
    what = f"box {entry.box} bets"
    for spot, stake in ranked:
        tried = place(placed, games.family(betting.rules), entry.box, spot, entry.player, stake)
        if isinstance(tried, Refusal):
            if entry.refused is None:
                raise notes.error(entry.line, str(tried))
            notes.refused(entry.line, what, entry.refused, tried)
            return betting
        placed = tried
    if entry.refused is not None:
        notes.accepted(entry.line, what, entry.refused)
        return betting
    return placed
