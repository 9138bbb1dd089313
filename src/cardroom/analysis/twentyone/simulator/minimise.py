"""Rules and a script as one small automaton.

Every point of play that the script can reach is visited once, up card by up card: the tables say
what is legal and where a card leads, and the script says which verb is taken. Points from which the
same cards lead to the same money become one state, whatever the hand or the up card. A few hundred
states are left, and they fit in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twentyone.bet_tables import TabulatedBet, classes_of, keeping, told_apart
from cardroom.analysis.twentyone.simulator.automaton import (
    End,
    HandAutomaton,
    Ints,
    Offers,
    Place,
    Root,
    SplitState,
    TwoCardHand,
    bank_of,
    codes_of,
    columns_of,
)
from cardroom.analysis.twentyone.simulator.merging import merged
from cardroom.analysis.twentyone.simulator.numbering import numbered
from cardroom.analysis.twentyone.simulator.policy import (
    HandColumns,
    Script,
    card_values,
    pair_values,
)
from cardroom.analysis.twentyone.simulator.terminals import WHOLE, Ends
from cardroom.cards import CARDS
from cardroom.model import Tables
from cardroom.model.course import course_of
from cardroom.model.verbs import HIT, MAX_BET, SPLIT, STAND, SURRENDER, VERBS
from cardroom.rules.ruleset import Ruleset

STATES_MAX: Final = 1 << 16
NO_LIMIT: Final = 255


class IllegalScript(ValueError):
    """A script that chooses what the rules forbid; the message says where."""


class _Level(NamedTuple):
    hands: HandColumns
    verb: Ints
    draws: Ints
    """Places of the hands that take a card."""
    child: NDArray[np.int32]
    """[place among those, code] where the card leads, in the next level."""


def minimised(
    rules: Ruleset, tables: Tables, script: Script, bets: Sequence[TabulatedBet] = ()
) -> HandAutomaton:
    """`bets` are side bets, made in every round in which they are open."""
    return merged(_Builder(rules, tables, script, bets, told_apart(bets), "by-money").automaton())


def by_hand(rules: Ruleset, tables: Tables, script: Script, told: Ints) -> HandAutomaton:
    """Final hands are told apart, and cards of different numbers in `told`, [card]."""
    return _Builder(rules, tables, script, (), told, "by-hand").automaton()


class _Builder:
    def __init__(
        self,
        rules: Ruleset,
        tables: Tables,
        script: Script,
        bets: Sequence[TabulatedBet],
        told: Ints,
        merged: Literal["by-money", "by-hand"],
    ) -> None:
        self.rules, self.tables, self.script, self.bets = rules, tables, script, bets
        self.course = course_of(rules)
        self.codes, samples = codes_of(tables, self.course, told)
        self.samples = samples
        self.cls = tables.cards.cls[samples]
        self.rank = tables.cards.rank[samples]
        self.ups = np.array([tables.ups.cls[CARDS[card].rank] for card in samples], np.int64)
        self.pairs = {value: place for place, value in enumerate(pair_values(tables))}
        self.values = card_values(tables)[self.cls]
        pays, per = tables.insurance_pays
        over, under = tables.insurance_share
        even = Fraction(*tables.even_pays)
        self.unit = lcm(tables.pays.unit, under * per, even.denominator)
        self.even = int(even * self.unit)
        self.stake = self.unit * over // under if tables.insured >= 0 else 0
        self.insurance = self.stake * pays // per
        self.natural_column = int(np.argmax(tables.pays.natural_class))
        self.bank = bank_of(tables, self.course, self.cls)
        self.draws: dict[bytes, int] = {}
        self.rows: list[Ints] = []
        keeps = keeping(bets, tables)
        self.ends = Ends(rules, tables, self.course, self.bank, self.unit, keeps, merged)
        self.splits: dict[SplitState, int] = {}

    # --- hands ----------------------------------------------------------------------------------

    def automaton(self) -> HandAutomaton:
        entries, roots = self._entries()
        plain = self._fold(entries)
        places: list[Place] = [
            ("split", self._split(entry, place)) if entry.splits else place
            for entry, place in zip(entries, plain, strict=True)
        ]
        offers = self._offers()
        # Roots come first among the states that draw.
        base = len(roots)
        draws = base + len(self.rows)
        splits = draws + len(self.ends.numbers)
        if splits + len(self.splits) > STATES_MAX:
            raise IllegalScript(f"this play has more than {STATES_MAX} states")

        def state(place: Place) -> int:
            kind, number = place
            return {"draw": base, "end": draws, "split": splits}[kind] + number

        # Rows were written with a draw as its number and an end as -1 - its number.
        written = np.array(self.rows, np.int64).reshape(len(self.rows), len(self.cls))
        rows = np.zeros((draws, len(self.cls)), np.int64)
        rows[base:] = np.where(written >= 0, written + base, draws - 1 - written)
        start = np.zeros(offers.insured.shape, np.int64)
        for entry, place in zip(entries, places, strict=True):
            if entry.variant == 0:
                start[entry.up, entry.one, entry.two] = state(place)
            else:
                root = (entry.up, entry.variant, entry.one, entry.raised)
                rows[roots[root], entry.two] = state(place)
        start = np.where(offers.ended >= 0, draws + offers.ended, start)
        return self._filled(rows, start, offers, roots, state)

    def _filled(
        self,
        rows: Ints,
        start: Ints,
        offers: Offers,
        roots: dict[Root, int],
        state: Callable[[Place], int],
    ) -> HandAutomaton:
        ends, splits = list(self.ends.numbers), list(self.splits)
        columns, banks = len(self.tables.pays.natural_class), len(self.bank.next)
        returns = self.course.pushes[self.samples] > 0
        return HandAutomaton(
            tables=self.tables,
            course=self.course,
            unit=self.unit,
            codes=self.codes,
            up=self.ups,
            start=start,
            at_natural=offers.at_natural,
            insured=offers.insured,
            next=rows,
            paid=np.array([end.paid for end in ends], np.int64),
            need=np.array([end.need for end in ends], np.int64),
            wagers=np.array([end.wagers for end in ends], np.int64),
            pay=np.array([end.pay or (0,) * columns for end in ends], np.int64),
            added=np.array([end.added for end in ends], np.int64),
            pay_added=np.array([end.pay_added or (0,) * columns for end in ends], np.int64),
            kept=np.array([roots[split.kept] for split in splits], np.int64),
            moved=np.array([roots[split.moved] for split in splits], np.int64),
            other=np.array([state(split.other) for split in splits], np.int64),
            limit=np.array([split.limit for split in splits], np.int64),
            bank=self.bank,
            matters=np.array([end.matters or (1,) * banks for end in ends], np.int64),
            insurance=np.where(returns, 0, self.insurance),
            insurance_stake=self.stake if offers.insured.any() else 0,
            keeps=np.array([end.keeps for end in ends], np.int64),
            side_bets=classes_of(self.rules, self.tables, self.bets, self.samples),
            hands=np.array([end.hand for end in ends], np.int64),
        )

    def _entries(self) -> tuple[list[TwoCardHand], dict[Root, int]]:
        """Every two-card hand: dealt, or grown from one card of a split."""
        keys, nodes, width = self.tables.keys, self.tables.nodes, len(self.cls)
        entries: list[TwoCardHand] = []
        for up in range(len(self.tables.ups.names)):
            for one in range(width):
                key = keys.child[keys.dealt, self.cls[one]]
                node = nodes.child[nodes.dealt, self.rank[one]]
                raised = self._raises(int(key), int(self.rank[one]), up)
                entries.extend(self._grown((up, 0, one, raised), int(key), int(node)))
        self._ask_splits(entries)
        roots: dict[Root, int] = {}
        wanted = sorted({(each.up, each.value, each.raised) for each in entries if each.splits})
        grown: list[TwoCardHand] = []
        for up, value, raised in wanted:
            # The bet stays with the first hand.
            first, later = 1 + 2 * self.pairs[value], 2 + 2 * self.pairs[value]
            for variant, bet in ((first, raised), (later, 0)):
                for one in np.flatnonzero(self.values == value).tolist():
                    root = (up, variant, one, bet)
                    if root in roots:
                        continue
                    roots[root] = len(roots)
                    key, node = keys.from_pair[self.cls[one]], nodes.from_pair[self.rank[one]]
                    grown.extend(self._grown(root, int(key), int(node)))
        self._ask_splits(grown)
        return entries + grown, roots

    def _raises(self, key: int, rank: int, up: int) -> int:
        """1 where a Max Bet is made on a first card."""
        allowed = self.tables.legal[0, key, 0, up] >> MAX_BET & 1
        return int(bool(allowed) and self.script.raises(rank, up))

    def _grown(self, root: Root, key: int, node: int) -> Iterator[TwoCardHand]:
        keys, nodes = self.tables.keys, self.tables.nodes
        up, variant, one, raised = root
        if raised:
            key, node = int(keys.pinned[key]), int(nodes.pinned[node])
        for two in range(len(self.cls)):
            child = int(nodes.child[node, self.rank[two]])
            entry = TwoCardHand(up, variant, one, two, int(keys.child[key, self.cls[two]]), child)
            entry.raised = raised
            entry.stance = int(keys.stance_after[MAX_BET, 0]) if raised else 0
            yield entry

    def _ask_splits(self, entries: list[TwoCardHand]) -> None:
        """Mark the pairs that the script splits where the box may still split."""
        legal, keys = self.tables.legal, self.tables.keys
        pair = keys.pair.tolist()
        pairs = []
        for entry in entries:
            if not pair[entry.key]:
                continue
            level = 0 if entry.variant == 0 else slice(1, None)
            if (legal[level, entry.key, entry.stance, entry.up] >> SPLIT & 1).any():
                pairs.append(entry)
        if not pairs:
            return
        chosen = self.script.splits(columns_of(pairs))
        for entry, splits in zip(pairs, chosen.tolist(), strict=True):
            entry.splits = splits
            entry.value = pair[entry.key]

    def _split(self, entry: TwoCardHand, plain: Place) -> int:
        tables = self.tables
        allowed = tables.legal[:, entry.key, entry.stance, entry.up] >> SPLIT & 1
        most = int(np.flatnonzero(allowed)[-1]) + 1
        if tables.hands_max == 0 and most == tables.levels:
            most = NO_LIMIT
        pair = self.pairs[entry.value]
        first = 2 + 2 * pair if entry.variant and entry.variant % 2 == 0 else 1 + 2 * pair
        split = SplitState(
            most,
            (entry.up, first, entry.one, entry.raised),
            (entry.up, 2 + 2 * pair, entry.two, 0),
            plain,
        )
        return self.splits.setdefault(split, len(self.splits))

    # --- from two cards on ----------------------------------------------------------------------

    def _fold(self, entries: list[TwoCardHand]) -> list[Place]:
        """Follow the script to the ends of all hands, then merge equal points, ends first."""
        marks = self._marks(columns_of(entries))
        unique, where = np.unique(marks, return_inverse=True)
        levels: list[_Level] = []
        while len(unique):
            level, unique = self._level(self._hands(unique))
            levels.append(level)
        places = np.zeros(0, np.int64)
        for level in reversed(levels):
            places = self._places(level, places)
        return [("draw", int(p)) if p >= 0 else ("end", int(-1 - p)) for p in places[where]]

    def _marks(self, hands: HandColumns) -> Ints:
        """Each hand as one integer."""
        keys, nodes = self.tables.keys, self.tables.nodes
        mark = hands.up * (1 + 2 * len(self.pairs)) + hands.variant
        mark = (mark * len(keys.keys) + hands.key) * len(keys.stances) + hands.stance
        return mark * (len(nodes.key) + 1) + hands.node + 1

    def _hands(self, marks: Ints) -> HandColumns:
        keys, nodes = self.tables.keys, self.tables.nodes
        marks, node = np.divmod(marks, len(nodes.key) + 1)
        marks, stance = np.divmod(marks, len(keys.stances))
        marks, key = np.divmod(marks, len(keys.keys))
        up, variant = np.divmod(marks, 1 + 2 * len(self.pairs))
        return HandColumns(variant, node - 1, key, stance, up)

    def _level(self, hands: HandColumns) -> tuple[_Level, Ints]:
        """What the script does with hands of the same size, and where their cards lead; the marks
        of all hands there."""
        keys, nodes, pays = self.tables.keys, self.tables.nodes, self.tables.pays
        decided = pays.instant[pays.final[hands.key, hands.stance]] > 0
        # A natural that is paid before the turns is not asked.
        paid = self.course.paid[self.tables.ups.names[hands.up]] > 0
        decided |= paid & (keys.natural[hands.key] > 0) & (hands.variant == 0)
        verb = np.full(len(hands.key), -1, np.int64)
        asked = np.flatnonzero(~decided)
        verb[asked] = self._asked(HandColumns(*(column[asked] for column in hands)))
        draws = np.flatnonzero((verb >= 0) & (verb != STAND) & (verb != SURRENDER))
        taken = verb[draws]
        key, node = hands.key[draws], hands.node[draws]
        key = np.where(taken == HIT, key, keys.pinned[key])
        node = np.where((taken == HIT) | (node < 0), node, nodes.pinned[node])
        stance = keys.stance_after[taken, hands.stance[draws]]
        # The mark of a hand with one more card is the sum of two: of its key and node, which many
        # hands share, and of all else.
        none = np.zeros_like(key)
        parents, parent = np.unique(key * (len(nodes.key) + 1) + node + 1, return_inverse=True)
        parent_key, at = np.divmod(parents, len(nodes.key) + 1)
        to = np.where(at[:, None] > 0, nodes.child[at[:, None] - 1, self.rank], -1)
        zero = np.zeros((1, 1), np.int64)
        drawn = self._marks(HandColumns(zero, to, keys.child[parent_key][:, self.cls], zero, zero))
        rest = self._marks(
            HandColumns(hands.variant[draws], none - 1, none, stance, hands.up[draws])
        )
        child, marks = numbered(rest, parent, drawn)
        return _Level(hands, verb, draws, child), marks

    def _asked(self, hands: HandColumns) -> Ints:
        legal = self.tables.legal
        level = np.where(hands.variant == 0, 0, len(legal) - 1)
        bits = legal[level, hands.key, hands.stance, hands.up] & ~(1 << SPLIT)
        verb = self.script.verbs(hands)
        # A hand that the solver's shoe cannot deal has no verb: any one is fine.
        any_verb = np.where(bits >> STAND & 1, STAND, HIT)
        verb = np.where(verb < 0, any_verb, verb)
        wrong = np.flatnonzero(bits >> verb & 1 == 0)
        if len(wrong):
            place = wrong[0]
            key = self.tables.keys.keys[hands.key[place]]
            raise IllegalScript(
                f"the chart answers {VERBS[verb[place]]} with {key}, which is not allowed"
            )
        return verb

    def _places(self, level: _Level, children: Ints) -> Ints:
        """[hand] its state: a draw's number, or -1 - an end's."""
        hands = level.hands
        places = np.empty(len(hands.key), np.int64)
        stays = np.ones(len(hands.key), bool)
        stays[level.draws] = False
        later = (hands.variant > 0) & (hands.variant % 2 == 0)
        paid = self.course.paid[self.tables.ups.names[hands.up]]
        columns = np.stack([later, hands.key, hands.stance, paid, level.verb], axis=1)
        for place, hand in zip(np.flatnonzero(stays), columns[stays].tolist(), strict=True):
            places[place] = -1 - self.ends.end(*hand)
        rows = children[level.child]
        for place, row in zip(level.draws.tolist(), rows, strict=True):
            number = self.draws.setdefault(row.tobytes(), len(self.rows))
            if number == len(self.rows):
                self.rows.append(row.copy())
            places[place] = number
        return places

    # --- before the turns -----------------------------------------------------------------------

    def _offers(self) -> Offers:
        ups, width = len(self.tables.ups.names), len(self.cls)
        shape = (ups, width, width)
        offers = Offers(np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.full(shape, -1))
        for up, one, two in np.ndindex(shape):
            self._offer(offers, up, one, two)
        return offers

    def _offer(self, offers: Offers, up: int, one: int, two: int) -> None:
        tables, course, keys = self.tables, self.course, self.tables.keys
        at = (up, one, two)
        first = int(keys.child[keys.dealt, self.cls[one]])
        if self._raises(first, int(self.rank[one]), up):
            first = int(keys.pinned[first])
        key = int(keys.child[first, self.cls[two]])
        natural = bool(keys.natural[key])
        ranks, brought = self.rank[[one, two]], 0
        if course.peeks:
            money = self.ends.money(int(tables.pays.final[key, 0]), 0)
            at_once = natural and course.before_looking
            column = self.ends.plain_column if at_once else self.natural_column
            brought = money[column]
        insured = up == tables.insured
        if insured and natural and tables.even_money and self.script.even_money(ranks, up):
            brought = self.even
            offers.ended[at] = self.ends.number(End(self.even, 0, 1, ()), key)
        elif insured and (not natural or course.insures_paid):
            offers.insured[at] = self.script.insures(ranks, up)
        suspect = course.suspect[int(tables.ups.names[up])]
        if tables.early_surrender and suspect and not natural and self.script.early(ranks, up):
            half = self.ends.money(int(tables.pays.given_up[key, 0]), 0)[0]
            brought = half
            offers.ended[at] = self.ends.number(End(half, 0, 1, ()), key)
        if course.peeks:
            whole = (brought,) * len(tables.pays.natural_class)
            offers.at_natural[at] = self.ends.number(End(0, WHOLE, 1, whole), key)
