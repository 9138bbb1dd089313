"""The tables say what the rules say, at every point that play can reach."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from cardroom import model
from cardroom.cards import CARDS, JOKER
from cardroom.games.twentyone.engine.effects import key_after
from cardroom.games.twentyone.game import GAMES, PostedGame, posted_game
from cardroom.hands.points import DEALT, add, pin
from cardroom.model import Tables
from cardroom.model.keys import OPENING
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import THEN, VERBS
from tests.differential.pay_matrix import SOME, unlike

OPTIONS: tuple[Mapping[str, object], ...] = (
    {},
    {"dealer_hits_soft_17": False, "surrender": "late", "double_sizes": "any"},
    {"hole_card": "none", "natural_takes": "original", "surrender": "late"},
    {"hole_card": "none", "surrender": "early", "charlie": 5, "natural_pays": "6:5"},
    {"hands_max": None, "split_aces": "hit", "split_aces_again": True, "double_totals": "9-11"},
    {"hands_max": 1, "double": False, "charlie": 7},
    {"hands_max": 2, "double_after_split": False, "double_sizes": "2-3"},
)


@pytest.fixture(params=OPTIONS, ids=[",".join(given) or "defaults" for given in OPTIONS])
def posted(request: pytest.FixtureRequest) -> tuple[PostedGame, Tables]:
    rules = GAMES["blackjack"].ruleset(request.param)
    return posted_game(rules), model.compile(rules)


def test_tables_carry_the_digest_of_their_ruleset_and_are_made_once() -> None:
    rules = GAMES["blackjack"].ruleset({"decks": 2})
    assert model.compile(rules).digest == rules.digest
    assert model.compile(rules) is model.compile(GAMES["blackjack"].ruleset({"decks": 2}))


def test_legal_bits_are_the_verdicts_of_play(posted: tuple[PostedGame, Tables]) -> None:
    at, tables = posted
    keys = tables.keys
    asked = 0
    for number, stance in zip(*np.nonzero(keys.reached), strict=True):
        key = keys.keys[number]
        if key.size < OPENING:
            continue
        hands = range(1, 2) if key.origin == DEALT else range(2, tables.levels + 1)
        for count in hands:
            mode = keys.stances[stance].mode(count)
            decided = at.resolution.instant(key, mode, 0) is not None
            for up in range(1, 14):
                bits = int(tables.legal[count - 1, number, stance, tables.ups.cls[up]])
                said = {v for v, clause in at.legality.verdicts(key, mode, up) if clause is None}
                found = {verb for bit, verb in enumerate(VERBS) if bits >> bit & 1}
                assert found == (set() if decided else said)
                asked += not decided
    assert asked > 1000


def test_without_a_limit_the_last_level_stands_for_any_number_of_hands() -> None:
    rules = GAMES["blackjack"].ruleset({"hands_max": None})
    tables, verdicts = model.compile(rules), posted_game(rules).legality.verdicts
    stance = tables.keys.stances[0]
    for key in tables.keys.keys:
        if key.origin != DEALT and key.size >= OPENING:
            assert verdicts(key, stance.mode(2), 6) == verdicts(key, stance.mode(50), 6)


def test_matrices_pay_what_play_pays(posted: tuple[PostedGame, Tables]) -> None:
    assert not list(unlike(*posted, SOME))


@pytest.mark.prove
def test_matrices_pay_what_play_pays_for_every_pair_of_hands(
    posted: tuple[PostedGame, Tables],
) -> None:
    assert not list(unlike(*posted))


def test_cards_of_a_class_lead_to_the_same_key(posted: tuple[PostedGame, Tables]) -> None:
    at, tables = posted
    rule, keys = at.policies.points, tables.keys
    for number, row in enumerate(keys.child):
        if row[0] >= 0:
            for card in CARDS:
                if card is not JOKER:
                    child = keys.keys[row[tables.cards.cls[card.index]]]
                    assert child == add(rule, keys.keys[number], card)


def test_nodes_follow_keys_and_bags(posted: tuple[PostedGame, Tables]) -> None:
    _, tables = posted
    nodes, keys = tables.nodes, tables.keys
    parent, rank = np.nonzero(nodes.child >= 0)
    child = nodes.child[parent, rank]
    assert (child > parent).all()
    one = np.eye(RANKS, dtype=np.int64)[rank]
    assert (nodes.counts[nodes.bag[child]] == nodes.counts[nodes.bag[parent]] + one).all()
    assert (nodes.key[child] == nodes.key_child[parent, rank]).all()
    cut = nodes.key_child[(nodes.child < 0) & (nodes.key_child >= 0)]
    decided = tables.pays.final[cut]
    assert (tables.pays.instant[decided[decided >= 0]] == 1).all()
    for verb, name in enumerate(VERBS):
        brings = THEN[name] == "card"
        for number in np.unique(nodes.key):
            if brings and (keys.legal[:, number] >> verb & 1).any():
                after = keys.pinned[number]
                assert keys.keys[after] in (keys.keys[number], pin(keys.keys[number]))
                assert (keys.child[after] >= 0).all()


def test_a_max_bet_pins_aces_and_a_double_only_ace_and_ten() -> None:
    tables = model.compile(GAMES["blackjack"].ruleset({}))
    keys, child = tables.keys, tables.keys.child
    ace, ten = tables.cards.cls[0], tables.cards.cls[9]
    ace_ten = keys.keys[child[child[keys.dealt, ace], ten]]
    aces = keys.keys[child[child[keys.dealt, ace], ace]]
    assert key_after("double", ace_ten) == pin(ace_ten)
    assert key_after("double", aces) == aces
    assert key_after("max-bet", aces) == pin(aces)


@pytest.mark.parametrize("soft_17", [True, False])
def test_the_trie_gives_the_bank_its_chances(soft_17: bool) -> None:
    """Against a recursion over single cards, as fractions, from an odd shoe."""
    rules = GAMES["blackjack"].ruleset({"dealer_hits_soft_17": soft_17})
    tables, at = model.compile(rules), posted_game(rules)
    shoe = (2, 1, 0, 1, 2, 1, 1, 1, 1, 4, 0)
    bank, trie, classes = tables.bank, tables.trie, len(tables.pays.natural_class)
    first = {int(rank): cls for cls, rank in enumerate(tables.cards.class_rank)}

    @cache
    def chances(key: int, left: tuple[int, ...]) -> tuple[Fraction, ...]:
        found = [Fraction(0)] * (classes + 1)
        if not bank.draws[key]:
            found[int(tables.pays.bank_class[key])] = Fraction(1)
        elif not sum(left):
            found[classes] = Fraction(1)
        else:
            for rank, count in enumerate(left):
                if count:
                    less = left[:rank] + (count - 1,) + left[rank + 1 :]
                    inner = chances(int(bank.child[key, first[rank]]), less)
                    for place, part in enumerate(inner):
                        found[place] += Fraction(count, sum(left)) * part
        return tuple(found)

    expected = [Fraction(0)] * (RANKS * classes)
    for up, count in enumerate(shoe):
        if count:
            left = shoe[:up] + (count - 1,) + shoe[up + 1 :]
            inner = chances(int(bank.child[bank.start, first[up]]), left)
            for place in range(classes):
                expected[up * classes + place] = Fraction(count, sum(shoe)) * inner[place]
    found = [Fraction(0)] * (RANKS * classes)
    weight = [Fraction(1)] * (int(trie.depth.max()) + 2)
    for node, depth in enumerate(trie.depth.tolist()):
        left_of_rank = max(0, shoe[trie.rank[node]] - int(trie.used[node]))
        weight[depth + 1] = weight[depth] * Fraction(left_of_rank, max(1, sum(shoe) - depth))
        for entry in range(trie.entry[node], trie.entry[node + 1]):
            found[trie.slot[entry]] += weight[depth + 1] * int(trie.orders[entry])
    assert found == expected
    assert at.game.id == "blackjack"
