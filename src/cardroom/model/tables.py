"""A posted game as integers: what the odds, the charts, and the simulator read.

`compile(ruleset)` calls the functions that play calls (`points.add` and `pin`, `legality.verdicts`,
`resolution.instant` and `compare`, `bank_draws`) at every point that can be reached, and keeps the
answers. No rule is stated here.

**How a hand is played from the tables** (the simulator's loop):

    key = child[child[dealt, class of first], class of second]; stance = 0; hands = 1
    while True:
        row = final[key, stance]
        if row >= 0 and instant[row]:            # paid now: original[row, 0], added[row, 0]
            break                                # (a dealt hand waits for its turn)
        bits = legal[min(hands, levels) - 1, key, stance, up]
        verb = the chart's choice among bits     # one bit: not asked
        stand      -> the hand waits with stood[key, stance], paid now if that row is instant
        surrender  -> it waits with given_up[key, stance], paid now if that row is instant
        split      -> two hands from_pair[class of a card]; hands + 1; stance 0
        otherwise  -> key = child[pinned[key] if the verb pins, class of the card]
                      stance = stance_after[verb, stance]

The bank: `bank.child` from `bank.start` while `bank.draws`; column `bank_class`. Money is
`original[row, column]` on the hand's wager and `added[row, column]` on `added_wagers[stance]` more,
in units of 1 / `unit`. Where `splits_add`, the wager of every hand after the first is added money.

**What a new game has to add.** For jokers, instant wins, card limits, forced draws (stand barred),
half points, naturals after a split, or pushes above 21: nothing, because all bars and outcomes are
tabulated alike. For a new verb: a row in `verbs`. Max Bets: the verb's stances (bets made, waived)
and `pinned` are already followed here. Suits: for the simulator, each suit is a class. For exact
odds (`for_odds`), a hand is all of one suit or not, and the up card is of that suit or not; a suit
that has rows of its own makes nodes of its own, from the first card on (`Nodes.certain`). Where
only naturals look at suits, `by_rank` is enough. Up cards that a rule distinguishes beyond their
rank (Safari's surrender) are classes in `Ups`.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
import numpy as np

from cardroom.games.twentyone.bonus_hands import suited_rows
from cardroom.games.twentyone.engine.game_type import policies as policies_of
from cardroom.games.twentyone.engine.steps import OfferSurrender, Peek
from cardroom.games.twentyone.game import posted_game
from cardroom.hands.points import points
from cardroom.model.bank import Automaton, Trie, automaton_of, trie_of
from cardroom.model.keys import Keys, bets_on_one, keys_of, natural_doubles
from cardroom.model.nodes import Nodes, nodes_of, waiting
from cardroom.model.pays import Pays, pays_of
from cardroom.model.ranks import UPS, Cards, Ints, Suits, cards_of
from cardroom.model.verbs import STAND
from cardroom.rules.ruleset import Ruleset

ACE_UP: Final = 1
"""Insurance is offered against an ace; the card is fixed in play, not in a policy."""


class Ups(NamedTuple):
    """Up cards that no rule distinguishes form one class; a class lies within one rank."""

    cls: Ints
    """[14] the class of an up card, numbered as in the rules; -1 if the deck lacks it."""
    names: Ints
    """[class] one up card of the class, numbered as in the rules."""
    rank: Ints
    """[class] its rank."""
    own: Ints
    """[class] 1 where the up card is of the hand's own suit; those classes come last."""
    base: Ints
    """[class] the class of that up card if suits are ignored."""


class Tables(NamedTuple):
    digest: str
    cards: Cards
    keys: Keys
    pays: Pays
    bank: Automaton
    trie: Trie
    nodes: Nodes
    ups: Ups
    legal: Ints
    """[hands - 1, key, stance, up class] `keys.legal` by class of the up card."""
    levels: int
    """How many numbers of hands are distinguished; the last also stands for more."""
    hands_max: int
    """The most hands a box may have; 0 for no limit."""
    peeks: int
    """1 where the bank peeks for a natural before anybody plays, and one ends the round."""
    early_surrender: int
    """1 where a hand other than a natural may be surrendered before the bank peeks."""
    splits_add: int
    """1 where a split's second wager counts as added money."""
    naturals_paid: int
    """1 where a dealt natural is paid at once, whatever the bank has."""
    insured: int
    """The class of the up card against which insurance is offered; -1 for none."""
    insurance_pays: tuple[int, int]
    """The odds of insurance: winnings, and the stake they are paid on."""
    insurance_share: tuple[int, int]
    """What is staked on insurance, as a share of the wager: half of it, in chips."""
    insurance_ten_pushes: int
    """1 where insurance pushes on a plain 10 as the second card; face cards win."""
    even_money: int
    """1 where a natural against that card may take even money before the bank peeks."""
    even_pays: tuple[int, int]
    """What even money pays: winnings, and the wager they are paid on."""
    natural_suited: tuple[int, int]
    """The odds of a dealt natural in one particular suit; (0, 1) for none."""
    natural_doubles: int
    """1 where a dealt natural may be doubled instead of paid, before the bank peeks."""
    bets_on_one: int
    """1 where a Max Bet may be made on the first card."""
    stake: int
    """The wager in cents that payments are rounded for; 0 where nothing is rounded."""

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tables) and self.digest == other.digest


@lru_cache(maxsize=32)
def compile(rules: Ruleset) -> Tables:  # noqa: A001
    """The tables of a posted game, cached by its digest."""
    return _compiled(rules, "all")


@lru_cache(maxsize=32)
def for_odds(rules: Ruleset) -> Tables:
    """The tables of a posted game in the form that the exact odds need."""
    policies = policies_of(rules)
    if policies.points.tracks_suits and suited_rows(policies.bonus):
        return _compiled(rules, "own")
    return compile(by_rank(rules))


def _compiled(rules: Ruleset, suits: Suits) -> Tables:
    at = posted_game(rules)
    policies = at.policies
    cards = cards_of(policies.points, rules.deck, suits)
    keys = keys_of(at, cards, suits)
    bank = automaton_of(at, cards)
    pays = pays_of(at, keys, bank)
    at.legality.forget()
    at.resolution.forget()
    points.cache_clear()  # it remembers hands that were watched
    ups = _ups(keys, cards)
    split, insurance, suited = policies.split, policies.insurance, policies.natural_suited
    return Tables(
        digest=rules.digest if suits == "all" else f"{rules.digest}/own",
        cards=cards,
        keys=keys,
        pays=pays,
        bank=bank,
        trie=trie_of(bank, cards, pays.bank_class, len(pays.natural_class)),
        nodes=nodes_of(keys, cards, waiting(keys, pays)),
        ups=ups,
        legal=np.ascontiguousarray(keys.legal[..., ups.names], np.int64),
        levels=len(keys.legal),
        hands_max=1 if split is None else split.hands_max or 0,
        peeks=int(any(isinstance(step, Peek) for step in rules.procedure)),
        early_surrender=int(any(isinstance(step, OfferSurrender) for step in rules.procedure)),
        splits_add=int(policies.hole.natural_takes == "original"),
        naturals_paid=int(policies.naturals == "at-once"),
        insured=-1 if insurance is None else int(ups.cls[ACE_UP]),
        insurance_pays=(0, 1) if insurance is None else (insurance.odds.pays, insurance.odds.per),
        insurance_share=(1, 2),
        insurance_ten_pushes=int(insurance is not None and insurance.on_ten == "push"),
        even_money=int(insurance is not None and insurance.even_money),
        even_pays=(1, 1),
        natural_suited=(0, 1) if suited is None else (suited[1].pays, suited[1].per),
        natural_doubles=int(natural_doubles(at)),
        bets_on_one=int(bets_on_one(at)),
        stake=0,
    )


def content(tables: Tables) -> str:
    """A digest of all figures: games whose wagers are played and paid alike have the same one,
    whatever else they offer."""
    found = hashlib.sha256()

    def add(value: object) -> None:
        match value:
            case np.ndarray():
                found.update(f"{value.dtype} {value.shape}".encode() + value.tobytes())
            case tuple():
                found.update(f"({len(value)}".encode())
                for each in value:
                    add(each)
            case _:
                found.update(f"{value!r},".encode())

    for name, value in zip(tables._fields, tables, strict=True):
        if name != "digest":
            add(value)
    return found.hexdigest()


def with_ends(tables: Tables) -> Tables:
    """The tables with hands that are paid at once among the nodes, because what the bank does after
    them may matter to another bet."""
    every = np.ones(len(tables.keys.keys), np.int64)
    nodes = nodes_of(tables.keys, tables.cards, every)
    return tables._replace(nodes=nodes, digest=f"{tables.digest}/ends")


def after_bank_card(tables: Tables, rank: int) -> Tables:
    """The tables once the bank shows a card of this rank: its second card is now the up card.

    Where the two are a natural, nobody plays.
    """
    bank = tables.bank._replace(start=_bank_after(tables, tables.bank.start, rank))
    seconds = [_bank_after(tables, bank.start, int(up)) for up in tables.ups.rank]
    legal = tables.legal.copy()
    legal[..., bank.natural[seconds] > 0] &= 1 << STAND
    classes = len(tables.pays.natural_class)
    return tables._replace(
        bank=bank,
        trie=trie_of(bank, tables.cards, tables.pays.bank_class, classes),
        legal=legal,
        peeks=0,
        digest=f"{tables.digest}/after {rank}",
    )


def _bank_after(tables: Tables, key: int, rank: int) -> int:
    return int(tables.bank.child[key, tables.cards.of_rank(rank)[0]])


def by_rank(rules: Ruleset) -> Ruleset:
    """The same game with suits ignored.

    Every hand counts as mixed; `Tables.natural_suited` still says what that leaves out.
    """
    policies = policies_of(rules)
    if not policies.points.tracks_suits:
        return rules
    plain = msgspec.structs.replace(policies.points, tracks_suits=False)
    return msgspec.structs.replace(
        rules,
        policies=msgspec.structs.replace(policies, points=plain),
        # Another document, so another digest: tables are cached by it.
        stored=rules.stored + b"/ranks",
    )


def _ups(keys: Keys, cards: Cards) -> Ups:
    cls = np.full(UPS, -1, np.int64)
    names: list[int] = []
    ranks: list[int] = []
    marks: dict[tuple[int, bytes], int] = {}
    # A joker comes last: if it counts ten, the class is named for the ten.
    for up in (*range(1, UPS), *([0] if cards.in_deck[-1] else [])):
        rank = int(cards.rank[up - 1])
        mark = (rank, keys.legal[..., up].tobytes())
        if mark not in marks:
            marks[mark] = len(names)
            names.append(up)
            ranks.append(rank)
        cls[up] = marks[mark]
    base = list(range(len(names)))
    # Where hands look at their own suit, any up card except a joker may be of that suit.
    twice = [each for each in base if names[each]] if keys.suited.any() else []
    order = np.array([*base, *twice], np.int64)
    own = np.arange(len(order)) >= len(base)
    return Ups(cls, np.array(names)[order], np.array(ranks)[order], own.astype(np.int64), order)
