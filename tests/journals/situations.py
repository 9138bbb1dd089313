"""The nights that are recorded: one of each game, and one of each kind of trouble.

Each is a function of a `Night`. What it must have in it is asserted by the recorder, over all of
them together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast

from tests.journals.night import CHIPS, EYE, PLAYERS, Night
from tests.journals.opened import GAMES, UNSEEN, Await, Card, Value, c, house, inputs, names
from tests.pit import JACKPOT, NOTHING, TENTH, Pit

Answer, Draw, Figure = inputs.Answer, inputs.Draw, inputs.Figure
Intervene, Lapse, Proceed = inputs.Intervene, inputs.Lapse, inputs.Proceed

VARIANTS: Final[Mapping[str, dict[str, Value]]] = {
    "blackjack": {"decks": 1, "surrender": "late", "even_money": True, "shoe": "continuous"},
    "safari-21": {"monte_carlo": "table-b", "pay_table": "layout", "five_card_equal_total": "push"},
    "maxtime-21": {"decks": 2, "shoe": "each-round", "six_card_win": "compulsory"},
    "bet-the-set-21": {"decks": 2, "dealing": "face-down", "blazing_7s": 2, "surrender": "early"},
    "dealer-bust-21": {"decks": 2, "hole_card": "none", "charlie": "5", "pay_table": 2},
    "no-bust-joker": {"decks": 2, "backline": True, "option_1_bank_wins_17": True},
    "no-bust-bonus-ace": {"decks": 2, "backline": True, "hole_card": "peek", "fee_basis": "wager"},
    "double-hand-poker": {"house_way": "trump-plaza", "bank_limit": "each-way"},
    "fortune-pai-gow": {"house_way": "trump-plaza", "bank_limit": "each-way"},
    "three-card-poker": {"bank_shows": 0, "ante_bonus": "5-4-1", "order": "from-action-seat"},
    "texas-holdem": {"betting": "no-limit", "blinds": "1/2", "collection": "option-3"},
    "omaha": {"betting": "no-limit", "blinds": "1/2", "button": "dead"},
    "omaha-hi-lo": {"bets": "4/8", "collection": "none", "winner_shows": "may"},
}
"""Other options than the defaults, so that these are in the journals too."""


def game(night: Night, name: str) -> None:
    """One game, dealt in every way: as a house posts it, by default, and with other options."""
    posting = next(h for h in map(house, names()) if any(p.game == name for p in h.game))
    posted = posting.posted(name)
    given = cast("dict[str, Value]", posted.given())
    openings = {
        "posted": c.OpenTable("posted", name, given, house=posting.name, edition=posted.edition),
        "by-hand": c.OpenTable("by-hand", name, dealing="by-hand"),
        "physical": c.OpenTable("physical", name, dealing="physical"),
        "variant": c.OpenTable("variant", name, VARIANTS[name], title="The other table"),
    }
    for id, opening in openings.items():
        night.do(id, opening)
        night.welcome(id, *PLAYERS)
        rounds = 7 if opening.dealing == "automatic" else 3
        for number in range(rounds):
            night.round(id, trouble=3 if number % 2 else 0)
        night.sign()
    # One table is closed, and one stands in the middle of a round.
    night.until_clear("posted")
    night.go_home("posted")
    night.begin("variant")


def banks(night: Night) -> None:
    """Who banks, who will not, whose bank is short, and what is collected for it."""
    options: dict[str, Value] = {"decks": 2, "backline": True}
    night.do("bank", c.OpenTable("bank", "no-bust-joker", options))
    for seat, player in ((1, "ann"), (3, "bob"), (5, "cid")):
        night.deposit(player, 5 * CHIPS)
        night.do("bank", c.SitDown(player, seat), c.BuyIn(player, CHIPS))
    night.refused("bank", c.PostBank("bob", 100_00))
    night.do("bank", c.DeclineBank("ann"), c.PostBank("bob", 300_00))
    night.do("bank", c.LeaveSeat("bob"), c.SitDown("bob", 3))
    night.do("bank", c.DeclineBank("cid"), c.DeclineBank("bob"))
    assert night.table("bank").rotation.broken
    night.do("bank", c.PostBank("ann", 1_00))
    # A bank of a dollar: one of two wagers has no action at all.
    night.do("bank", c.PlaceBet("bob", 3, "main", 20_00), c.PlaceBet("cid", 5, "main", 20_00))
    night.shoe("bank", "Tc Td Th Ts 9c 8d")
    night.do("bank", c.CloseBets())
    night.finish("bank")
    assert night.table("bank").free_collection
    night.do("bank", c.PostBank("ann", 300_00))
    night.deposit("rail", 100_00)
    night.do("bank", c.BuyIn("rail", 60_00))
    for player, seat in (("bob", 3), ("cid", 5)):
        night.do("bank", c.PlaceBet(player, seat, "main", 20_00))
    night.do("bank", c.BackBet("rail", 3, 10_00), c.BackBet("rail", 5, 10_00, ("double", "split")))
    night.do("bank", c.WithdrawBet("rail", 3), c.BackBet("cid", 3, 5_00, ("double",)))
    night.do("bank", c.CloseBets(), c.Play(Intervene("void-round", note="a fire alarm")))
    night.do("bank", c.EndRound())
    assert night.table("bank").carried
    for _ in range(12):
        night.round("bank", trouble=4)
    night.sign()
    _set_ups(night)


def _set_ups(night: Night) -> None:
    """Two hands each: other cards are asked for, and what goes wrong with seven of them."""
    night.do("pai-gow", c.OpenTable("pai-gow", "double-hand-poker", {}, dealing="by-hand"))
    night.welcome("pai-gow", *PLAYERS)
    remedies = ["misread-hand", "void-hand", "identical-cards", "wrong-spot", "misdeal"]
    for kind in ["exposed-card", "boxed-card", *remedies, "reset-bank"]:
        night.before_round("pai-gow")
        if kind == "exposed-card":
            asked = night.table("pai-gow").rotation.banker
            night.do("pai-gow", c.AskSetup(asked))
            night.shoe("pai-gow")
        if not night.ask("pai-gow", c.CloseBets()):
            continue
        assert night.mend("pai-gow", kind), kind
        night.finish("pai-gow")
    night.until_clear("pai-gow")


def meters(night: Night) -> None:
    """Two tables on one meter: fed, won, won back, shared, restarted, left."""
    pit = Pit(night.store, "meters")
    pit.floor = night.floor
    for id in ("a", "b"):
        pit.open(id, "blaze", {"blazing_reserve": 10, "blazing_contribution": 33})
    pit.open("own", "", {"blazing_stake": "1.01", "blazing_contribution": 33})
    for id in ("a", "b", "own"):
        stake = 1_01 if id == "own" else 1_00
        pit.close(id, NOTHING, stake)
        pit.deal(id)
        pit.finish(id)
    # A tenth of the meter, then all of it; and one that is taken back by a rewind.
    pit.won("a", TENTH)
    pit.finish("a")
    pit.close("b", JACKPOT)
    pit.won("a", JACKPOT)
    pit.deal("b")
    night.sign()
    pit.do("a", c.Play(Intervene("void-round", note="the wrong shoe")))
    pit.do("a", c.EndRound())
    pit.finish("b")
    pit.won("b", JACKPOT)
    inputs_ = len(night.inputs("b"))
    pit.do("b", c.Play(Proceed()))
    pit.do("b", c.Play(Intervene("rewind", to=inputs_)))
    pit.do("b", c.Play(Intervene("rewind", to=inputs_ - 3)), c.DealCard())
    pit.finish("b")
    pit.close("a", JACKPOT)
    pit.do("a", c.Play(Intervene("void-hand", 1)))
    pit.finish("a")
    # Off the meter: by other rules, and for good.
    pit.do("a", c.ChangeRules("bet-the-set-21", {"burn": 0}, rounds=0))
    pit.do("b", c.LeaveSeat("b-ann"), c.CashOut("b-ann"), c.CloseTable())
    # Won and not paid yet when the night ends.
    pit.close("own", TENTH, 1_01)
    pit.deal("own")


def time(night: Night) -> None:
    """Half hours that are paid for, blinds that were missed, hands that did not count."""
    options: dict[str, Value] = {"betting": "no-limit", "blinds": "1/2", "collection": "option-3"}
    night.do("timed", c.OpenTable("timed", "texas-holdem", options))
    night.welcome("timed", *PLAYERS, "dot")
    night.do("timed", c.NoteTime(night.half_hour))
    night.round("timed")
    night.do("timed", c.SitOut("dot"))
    night.sleep()
    night.do("timed", c.NoteTime(night.half_hour))
    assert night.table("timed").hours.due
    night.deposit("eli", CHIPS)
    night.do("timed", c.SitDown("eli", 7), c.BuyIn("eli", 200_00), c.AnswerBlinds("eli", "wait"))
    for _ in range(3):
        night.round("timed")
    night.do("timed", c.SitIn("dot"))
    if any(night.table("timed").owes("dot")):
        night.do("timed", c.AnswerBlinds("dot", "post"))
    night.sleep()
    night.before_round("timed")
    night.do("timed", c.CloseBets(), c.NoteTime(night.half_hour))
    night.do("timed", c.Play(Intervene("misdeal", note="two cards were boxed")), c.EndRound())
    night.do("timed", c.NoteFigure("half-hours", 2))
    night.round("timed")
    night.sleep()
    night.do("timed", c.NoteTime(night.half_hour))
    night.do("timed", c.LeaveSeat("cid"), c.CashOut("cid"))
    night.sign()
    _pots(night)


def _pots(night: Night) -> None:
    """A collection out of the pot, given back; a dead hand; a raise that nobody called."""
    night.do("pots", c.OpenTable("pots", "texas-holdem", dealing="by-hand"))
    night.welcome("pots", *PLAYERS)
    for end in ("void-round", "dead-hand", "rewind"):
        night.before_round("pots")
        night.do("pots", c.CloseBets())
        night.until("pots", lambda table: _flop(night, "pots"))
        if end == "dead-hand":
            assert night.mend("pots", end)
        else:
            night.do("pots", c.Play(Intervene(end, to=2, note="as the floor says")))
        night.finish("pots")


def _flop(night: Night, id: str) -> bool:
    """The board lies there and somebody is asked."""
    round = night.table(id).round
    assert round is not None
    if round.over:
        return True
    called = isinstance(round.head, Await) and len(round.at("board")) >= 3
    if isinstance(round.head, Await) and not called:
        ask = round.head.asks[0]
        verbs = [option.verb for option in ask.options]
        night.do(id, c.Play(Answer(ask.box, "call" if "call" in verbs else "check")))
    return called


def floor(night: Night) -> None:
    """What the house does around the rounds, and every irregularity of a 21 table."""
    posted: dict[str, Value] = {"decks": 1, "burn": 0, "surrender": "late"}
    night.do("main", c.OpenTable("main", "blackjack", posted, title="By the door", help="charts"))
    night.welcome("main", "ann", "bob")
    night.do("main", c.PermitHelp("coach"), c.PostLimits(5_00, 100_00))
    night.do("main", c.PlaceBet("ann", 1, "main", 10_00), c.PlaceBet("ann", 1, "main", 20_00))
    night.do("main", c.PlaceBet("bob", 2, "main", 10_00), c.WithdrawBet("bob", 2))
    night.shoe("main", "8s 6h 8d Kc 3c 2d 5h 9h Tc")
    night.do("main", c.CloseBets(), c.ChangeDealing("by-hand"))
    night.do("main", c.Play(Answer(1, "split")))
    night.ask("main", c.Pause("a call from upstairs"), EYE)
    night.do("main", c.PermitHelp("none") if night.table("main").phase == "over" else c.Resume())
    night.finish("main")
    night.do("main", c.CashOut("ann", 50_00), c.Pause("shift change"), c.LeaveSeat("bob"))
    night.do("main", c.CashOut("bob"), c.Resume(), c.SitDown("bob", 4), c.BuyIn("bob", 200_00))
    _irregularities(night)
    night.do("main", c.ChangeRules("blackjack", {"decks": 2, "burn": 1}, rounds=1, edition="2"))
    night.round("main")
    _runs_out(night)
    _real_cards(night)
    night.do("main", c.ChangeRules("safari-21", {}, rounds=0))
    night.round("main")
    night.reopen()
    night.do("main", c.ChangeRules("texas-holdem", {}, rounds=0))
    night.round("main")
    night.until_clear("main")
    night.withdraw("ann", 100_00)
    night.go_home("main")


def _irregularities(night: Night) -> None:
    """One round for each kind: the floor steps in as soon as it can."""
    posted: dict[str, Value] = {"decks": 1, "burn": 0, "surrender": "late", "hole_card": "none"}
    night.do("mended", c.OpenTable("mended", "blackjack", posted))
    night.welcome("mended", "ann", "bob")
    kinds = ["void-hand", "exposed-card", "absent-player", "missed-insurance", "missed-surrender"]
    more = ["face-up-card", "card-in-error", "misdeal", "damaged-card", "shuffle-missed"]
    for kind in [*kinds, *more, "cut-card-missing", "void-round", "rewind"]:
        mended = False
        while not mended:
            night.shoe("mended", "8s 7s Ah 8d 9d 5c" if "insur" in kind else "8s 7s 6h 8d 9d 5c")
            night.before_round("mended")
            night.do("mended", c.CloseBets())
            mended = night.mend("mended", kind)
            night.finish("mended")


def _runs_out(night: Night) -> None:
    """One deck, no cut card in time: the discards are shuffled in the middle of a round."""
    posted: dict[str, Value] = {"decks": 1, "burn": 1, "cut": 95}
    night.do("short", c.OpenTable("short", "blackjack", posted))
    night.welcome("short", *PLAYERS)
    for seat, player in enumerate(PLAYERS, start=4):
        night.do("short", c.SitDown(player, seat))
    for _ in range(4):
        night.round("short")
    night.until_clear("short")


def _real_cards(night: Night) -> None:
    """A real shoe, whose hole card nobody names before it is turned."""
    night.do("main", c.ChangeDealing("physical"), c.LoadShoe())
    night.do("main", c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    for card in (UNSEEN, Card("Th"), Card("5d"), Card("9h"), UNSEEN):
        night.do("main", c.Play(Draw(card)))
    night.do("main", c.ShowCutCard(), c.Play(Answer(1, "stand")), c.Play(Draw(Card("Kc"))))
    night.finish("main")
    # An ace lies open: the dealer looks at the hole card, and says that it is no ten.
    night.do("main", c.LoadShoe(), c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    for card in (UNSEEN, Card("Th"), Card("Ad"), Card("9h"), UNSEEN):
        night.do("main", c.Play(Draw(card)))
    night.do("main", c.Play(Lapse(1)))
    night.until("main", lambda _: bool(night.reads("main")))
    night.do("main", c.Play(Figure(night.reads("main"), 0)), c.Play(Answer(1, "stand")))
    night.do("main", c.Play(Draw(Card("7c"))))
    night.finish("main")
    night.do("main", c.ChangeDealing("automatic"))


def evening(night: Night) -> None:
    """Whatever people do: four tables, closed and opened again in the middle of everything."""
    posted: dict[str, Value] = {"decks": 1, "cut": 60, "surrender": "late"}
    openings = (
        c.OpenTable("one", "blackjack", posted),
        c.OpenTable("two", "no-bust-joker", {"backline": True}, dealing="by-hand"),
        c.OpenTable("six", "bet-the-set-21", {"blazing_7s": 1}, dealing="physical"),
        c.OpenTable("ten", "omaha-hi-lo", {}),
    )
    for player in PLAYERS:
        night.deposit(player, 10_000_00)
    for opening in openings:
        night.do(opening.table, opening)
    for _ in range(5):
        for opening in openings:
            night.whatever(opening.table, 50)
        night.sign()
        night.reopen()


NIGHTS: Final[Mapping[str, Callable[[Night], None]]] = {
    **{name: partial(game, name=name) for name in GAMES},
    "banks": banks,
    "meters": meters,
    "time": time,
    "floor": floor,
    "evening": evening,
}
