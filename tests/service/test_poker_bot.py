"""Bots at poker tables: by what they see, quickly, and so that a caller loses to them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from types import SimpleNamespace

import pytest

from cardroom import games
from cardroom.cards import Card
from cardroom.places import BOARD, hand_place
from cardroom.places import box as eyes
from cardroom.play import views
from cardroom.play.inputs import Answer
from cardroom.play.round import Await, Round
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.live import room
from cardroom.service.live.bots import Hints
from cardroom.service.poker import bot as poker_bot
from cardroom.table import Table
from cardroom.table import commands as c
from tests.proofs import later
from tests.random_play import must
from tests.service.running_service import SOLVER_SECONDS, running, with_settings

NO_LIMIT = {"betting": "no-limit", "blinds": "1/2", "collection": "none"}
LIMIT = {"betting": "limit", "bets": "2/4", "collection": "none"}
CHIPS = 200_00
Policy = Callable[[View, AskView, Table, random.Random], Answer]


def raises(view: View, ask: AskView, table: Table, chance: random.Random) -> Answer:
    held = poker_bot.held_cards(view, ask, table.rules)
    share = None if held is None else poker_bot.share(held, table.rules, chance.getrandbits(30))
    return poker_bot.decide(view, ask, table.rules, Hints(None, share, chance.getrandbits(30)))


def only_calls(view: View, ask: AskView, table: Table, _: random.Random) -> Answer:
    return poker_bot.decide(view, ask, table.rules, Hints())


def seen(round: Round, box: int) -> tuple[View, AskView]:
    view = views.view(round, frozenset({eyes(box)}), games.family(round.rules))
    return view, next(ask for ask in view.asks if ask.box == box)


def opened(game: str, options: Mapping[str, str], seats: int) -> Table:
    table = must(None, c.OpenTable("t", game, {**options}))
    for seat in range(1, seats + 1):
        table = must(table, c.SitDown(f"p{seat}", seat), c.BuyIn(f"p{seat}", CHIPS))
    return table


def played(
    table: Table, policies: Mapping[int, Policy], hands: int, seed: int = 7
) -> tuple[Counter[str], ...]:
    """Plays this number of hands: each player's win, and how often each verb was taken."""
    chance = random.Random(seed)
    won: Counter[str] = Counter(dict.fromkeys(table.seats.values(), -CHIPS))
    verbs: Counter[str] = Counter()
    for _ in range(hands):
        order = list(table.rules.deck)
        chance.shuffle(order)
        table = must(table, c.LoadShoe(tuple(order)), c.CloseBets())
        while table.round is not None and isinstance(table.round.head, Await):
            box = table.round.head.asks[0].box
            answer = policies[box](*seen(table.round, box), table, chance)
            verbs[answer.verb] += 1
            table = must(table, c.Play(answer))
        table = must(table, c.EndRound())
        for player in table.seats.values():
            if table.stacks.get(player, 0) < CHIPS // 4:
                table = must(table, c.BuyIn(player, CHIPS))
                won[player] -= CHIPS
    for player, chips in table.stacks.items():
        won[player] += chips
    return won, verbs


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("texas-holdem", NO_LIMIT),
        later("omaha", NO_LIMIT),
        later("omaha-hi-lo", NO_LIMIT),
        later("texas-holdem", LIMIT),
        ("omaha", LIMIT),
        later("omaha-hi-lo", LIMIT),
    ],
)
def test_a_player_who_raises_by_their_share_wins_from_one_who_only_calls(
    game: str, options: Mapping[str, str]
) -> None:
    """The same cards twice, with seats exchanged, so that little is left to luck."""
    gained, verbs = 0, Counter[str]()
    for side in (0, 1):
        policies = {seat: raises if seat % 2 == side else only_calls for seat in range(1, 5)}
        won, taken = played(opened(game, options, 4), policies, 30, seed=701)
        assert sum(won.values()) == 0
        gained += sum(won[f"p{seat}"] for seat in policies if seat % 2 == side)
        verbs += taken
    assert gained > 0
    assert verbs.keys() >= {"bet", "raise", "call", "check", "fold"}


def test_bots_among_themselves_bet_raise_call_and_fold() -> None:
    table = opened("texas-holdem", NO_LIMIT, 6)
    won, verbs = played(table, dict.fromkeys(range(1, 7), raises), 60)
    assert sum(won.values()) == 0
    asked = verbs.total()
    for verb, least, most in (
        ("fold", 0.2, 0.6),
        ("check", 0.1, 0.5),
        ("call", 0.05, 0.4),
        ("bet", 0.02, 0.3),
        ("raise", 0.02, 0.3),
    ):
        assert least < verbs[verb] / asked < most, verbs


def test_the_same_seed_plays_the_same_hands() -> None:
    evenings = [
        played(opened("texas-holdem", LIMIT, 3), dict.fromkeys((1, 2, 3), raises), 12)
        for _ in range(2)
    ]
    assert evenings[0] == evenings[1]


def dealt(table: Table, order: list[Card]) -> Round:
    """A hand as far as the flop, where everybody calls and checks; the bot's turn comes next."""
    table = must(table, c.LoadShoe(tuple(order)), c.CloseBets())
    while table.round is not None:
        assert isinstance(table.round.head, Await)
        ask = table.round.head.asks[0]
        if table.round.at(BOARD) and ask.box == 2:
            return table.round
        verb = "call" if ask.option("call") else "check"
        table = must(table, c.Play(Answer(ask.box, verb)))
    raise AssertionError("the hand was over")


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "omaha-hi-lo"])
def test_a_bot_knows_nothing_of_cards_it_has_not_seen(game: str) -> None:
    """All hidden cards are changed for others, and the bot does the same to the cent."""
    table, chance = opened(game, NO_LIMIT, 3), random.Random(3)
    for seed in range(25):
        order = list(table.rules.deck)
        chance.shuffle(order)
        one = dealt(table, order)
        known = {*one.at(hand_place(2)), *one.at(BOARD)}
        hidden = [at for at, card in enumerate(order) if card not in known]
        cards = [order[at] for at in hidden]
        other_order = list(order)
        for at, card in zip(hidden, [*cards[1:], cards[0]], strict=True):
            other_order[at] = card
        other = dealt(table, other_order)
        assert one.at(hand_place(1)) != other.at(hand_place(1))
        answers = []
        for round in (one, other):
            view, ask = seen(round, 2)
            held = poker_bot.held_cards(view, ask, table.rules)
            assert held is not None
            share = poker_bot.share(held, table.rules, seed)
            said = poker_bot.decide(view, ask, table.rules, Hints(None, share, seed))
            answers.append((view, held, share, said))
        assert answers[0] == answers[1]


def facing(options: Mapping[str, str], *verbs: str) -> tuple[View, AskView, Ruleset]:
    """Before the flop, three players; the first two have answered."""
    table = opened("texas-holdem", options, 3)
    table = must(table, c.LoadShoe(tuple(table.rules.deck)), c.CloseBets())
    for verb in verbs:
        assert table.round is not None
        assert isinstance(table.round.head, Await)
        ask = table.round.head.asks[0]
        option = ask.option(verb)
        assert option is not None
        table = must(table, c.Play(Answer(ask.box, verb, amount=option.least)))
    assert table.round is not None
    assert isinstance(table.round.head, Await)
    return *seen(table.round, table.round.head.asks[0].box), table.rules


STEADY = 5
"""A seed whose chance neither waits nor bluffs at first."""


@pytest.mark.parametrize(
    ("verbs", "share", "answer"),
    [
        # A third of the pot is an average hand of three. A big blind of $2 is called from 35% on.
        ((), 0.33, Answer(1, "fold")),
        ((), 0.37, Answer(1, "call")),
        # $3 lie there: with $2 to call it goes to $2 and 57% of $5.
        ((), 0.43, Answer(1, "raise", amount=4_85)),
        # A raise wants more: 41% to call it, 57% to raise again.
        (("raise",), 0.37, Answer(2, "fold")),
        (("raise",), 0.43, Answer(2, "call")),
        (("raise", "raise"), 0.43, Answer(3, "fold")),
        # The big blind has nothing to call.
        (("call", "call"), 0.2, Answer(3, "check")),
    ],
)
def test_the_edge_it_wants_rises_with_the_bets(
    verbs: tuple[str, ...], share: float, answer: Answer
) -> None:
    view, ask, rules = facing(NO_LIMIT, *verbs)
    assert poker_bot.decide(view, ask, rules, Hints(None, share, STEADY)) == answer


def test_in_fixed_limit_it_raises_what_is_posted() -> None:
    view, ask, rules = facing(LIMIT, "raise")
    raised = Answer(2, "raise", amount=6_00)
    assert poker_bot.decide(view, ask, rules, Hints(None, 0.9, STEADY)) == raised


def test_without_odds_it_calls_or_folds_and_never_raises() -> None:
    view, ask, rules = facing(NO_LIMIT)
    assert poker_bot.decide(view, ask, rules, Hints(None, None, STEADY)).verb in ("call", "fold")


def test_bots_of_the_service_raise_with_the_odds_of_a_process_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Chance is the operating system's; here it is a seed that does not wait.
    monkeypatch.setattr(room, "secrets", SimpleNamespace(randbits=lambda _: STEADY))
    options = {"betting": "no-limit", "blinds": "1/2"}
    with running(with_settings(solver=True, games=())) as house:
        guest = house.guest()
        first = guest.open("texas-holdem", bots=1, options=options)
        first.sit(5)
        first.do("close-bets")
        first.finish()
        solver = house.room._solver
        assert solver is not None
        deadline = time.monotonic() + SOLVER_SECONDS
        while not any(woken.done() for woken in solver._bots_woken.values()):
            assert time.monotonic() < deadline, "the odds are never ready"
            time.sleep(0.05)
        table = guest.open("texas-holdem", bots=1, options=options, shoe="As Ah Ad Ac")
        table.sit(5)
        table.do("close-bets")
        # Nobody else raises here, and two aces do not just call.
        while max(bet["stake"] for bet in table.view["bets"]) <= 2_00:
            assert time.monotonic() < deadline, "the bot does not raise"
            for ask in table.view["asks"]:
                verb = "call" if any(it["verb"] == "call" for it in ask["options"]) else "check"
                table.play("answer", box=5, verb=verb)
            assert table.view["phase"] == "round"
