"""A round that was played, as the text of a scenario that `settle` accepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cardroom import games
from cardroom.cards import UNSEEN, Card, show_cards
from cardroom.data_file import quoted
from cardroom.events import Acted, CardsMoved, Event
from cardroom.money import dollars
from cardroom.places import ALL
from cardroom.play.betting import Betting
from cardroom.play.collection import fees
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Intervene, Lapse, RoundInput
from cardroom.play.interpreter import Move
from cardroom.play.irregularities import draws_from_shoe, put_back
from cardroom.play.round import Ask, Await, Chance, Refusal, Round
from cardroom.play.time_fee import time_paid
from cardroom.rules.options import Amount
from cardroom.scenario.entries import TIME_OUT
from cardroom.scenario.facts import notation_of, write_table
from cardroom.scenario.results import hand_number, results


def write(round: Round, title: str = "", cites: Iterable[str] = ()) -> str:
    """The text of a round that is over: posted options, cards, bets, answers, and what came out.

    A card that was turned later is written in the place where it was dealt.
    """
    assert round.over, "only a round that is over can be written down"
    origin = round.origin
    assert origin is not None
    story = _Story(origin, round.inputs)
    head = [f"title = {quoted(title)}"] if title else []
    head.append(f"game = {quoted(round.rules.game)}")
    if round.rules.house:
        # The options below are complete, whatever the house posts today.
        head.insert(0, f"# as posted by {round.rules.house}, edition {round.rules.edition}")
    named = [quoted(cite) for cite in cites]
    if named:
        head.append(f"cites = [{', '.join(named)}]")
    options = _options(round)
    if options:
        head.append(f"options = {_inline(options)}")
    head.append(f"shoe = {quoted(show_cards(story.shoe))}")
    if round.facts.button:
        head.append(f"button = {round.facts.button}")
    facts = write_table(round.facts, round.rules)
    if facts:
        head.append(f"table = {_inline(facts)}")
    if story.dice:
        head.append(f"dice = {list(story.dice)}")
    if story.pile:
        head.append(f"pile = {story.pile}")
    if story.meter:
        # What was read had this round's contributions in it already.
        fed = {"contribution": "0%", "reserve_contribution": "0%"}
        head.append(f"meter = {_inline({**story.meter, **fed})}")
    head.append(f"stacks = {_inline(_stacks(origin))}")
    return "\n".join([*head, *_boxes(origin), *story.lines, *_expect(round, story.events)]) + "\n"


class _Story:
    """The inputs of a round, replayed, with the entries they make."""

    def __init__(self, origin: Round, inputs: Iterable[RoundInput]) -> None:
        self.shoe: list[Card] = []
        self.entries: list[tuple[str, dict[str, str]]] = []
        self.events: list[Event] = []
        self.meter: dict[str, str] = {}
        """What was read first."""
        self._shows: dict[str, str] = {}
        self._again: dict[str, str] = {}
        """What was read since the last rewind, which is this entry."""
        self._rewound = 0
        self.dice: tuple[int, ...] = ()
        self.pile = 0
        self._pile_topic = notation_of(origin.rules.game).pile_topic
        self._totals = games.felt_of(origin.rules).totals
        self._unseen: dict[tuple[str, int], int] = {}
        """Where in the shoe the cards lie that nobody knew when they came to a place."""
        self._dealt: dict[tuple[str, int], int] = {}
        """The same, as they were dealt first: after a rewind they are dealt there again."""
        self._names: list[int] = []
        """The inputs that named a face-down card, which the file names when it is dealt."""
        self._unnamed: tuple[int, ...] = ()
        """Where in the shoe the cards lie that were drawn in error and that nobody has seen, in the
        order in which they are dealt."""
        for move in games.moves(origin, inputs):
            self._tell(move.before, move.entry, move.events)
            self._follow(move)
            self.events.extend(move.events)

    def _tell(self, now: Round, entry: RoundInput, events: tuple[Event, ...]) -> None:
        match entry:
            case Draw():
                self._card(now, entry)
            case Answer():
                self._answer(now, entry, events)
            case Lapse():
                self._lapse(now, entry, events)
            case Intervene():
                self._irregularity(now, entry)
            case Dice():
                self.dice = entry.dice
            case Figure(name=name) if name in now.rules.meter_figures:
                kind = "amount" if name == now.rules.meter_figures[0] else "reserve"
                self._read(kind, dollars(entry.value))
            case _:
                pass

    def _card(self, now: Round, entry: Draw) -> None:
        head = now.head
        assert isinstance(head, Chance)
        at = head.place, len(now.at(head.place))
        if head.turned is not None:
            self.shoe[self._unseen[head.place, head.turned]] = entry.card
            if head.seen != ALL:
                self._names.append(len(now.inputs))
        elif self._unnamed and now.returned and now.returned[0] is UNSEEN:
            # It was drawn in error, and nobody saw it before it was dealt.
            number, *rest = self._unnamed
            self._unnamed = tuple(rest)
            if entry.card is UNSEEN:
                self._unseen[at] = self._dealt[at] = number
            self.shoe[number] = entry.card
        elif not now.returned:
            if entry.card is UNSEEN:
                self._unseen[at] = self._dealt[at] = len(self.shoe)
            self.shoe.append(entry.card)
        elif now.returned[0] is UNSEEN and at in self._dealt:
            self._unseen[at] = self._dealt[at]

    def _follow(self, move: Move[object]) -> None:
        """Unknown cards go with their pile; a card left over may take the place of another."""
        for event in move.events:
            if isinstance(event, CardsMoved):
                for n in range(len(event.cards)):
                    if (event.place, n) in self._unseen:
                        self._unseen[event.to, n] = self._unseen[event.place, n]
        if not isinstance(move.entry, Draw):
            return
        for place, pile in move.before.cards.items():
            for n, dealt in enumerate(pile):
                now = move.after.at(place)
                if dealt.card is not UNSEEN and n < len(now) and now[n] is not dealt.card:
                    self._replace(move.after, (place, n), dealt.card)

    def _replace(self, after: Round, at: tuple[str, int], card: Card) -> None:
        """The first card of the place where a known card lies last was exchanged for it."""
        for place, pile in after.cards.items():
            if pile[-1].card is card:
                first, *rest = (self._unseen.pop((place, n), None) for n in range(len(pile)))
                moved = {at: first, **{(place, n): number for n, number in enumerate(rest)}}
                known = {key: number for key, number in moved.items() if number is not None}
                self._unseen.update(known)

    def _answer(self, now: Round, entry: Answer, events: tuple[Event, ...]) -> None:
        acted = next(event for event in events if isinstance(event, Acted))
        ask = _ask(now, entry)
        if ask.topic == self._pile_topic:
            self.pile = acted.amount or 0
            return
        lines = {"box": str(acted.box), "verb": quoted(acted.verb)}
        option = ask.option(entry.verb)
        if option is not None and option.cards:
            # As it was set: a foul setting of the bank's may have become the house way.
            lines["front"] = quoted(show_cards(entry.cards))
        if len(games.family(now.rules).hands(now, acted.box)) > 1:
            lines["hand"] = str(hand_number(now, acted.box, acted.hand))
        if acted.amount is not None:
            lines["to" if acted.verb in self._totals else "amount"] = quoted(dollars(acted.amount))
        self._entry("do", lines)

    def _lapse(self, now: Round, entry: Lapse, events: tuple[Event, ...]) -> None:
        if _ask(now, entry).topic == self._pile_topic:
            acted = next(event for event in events if isinstance(event, Acted))
            self.pile = acted.amount or 0
        else:
            self._entry("do", {"box": str(entry.box), "verb": quoted(TIME_OUT)})

    def _irregularity(self, now: Round, entry: Intervene) -> None:
        lines = {"kind": quoted(entry.kind), "at_input": str(self._written(len(now.inputs)))}
        if entry.box:
            lines["box"] = str(entry.box)
        if entry.hand:
            lines["hand"] = str(entry.hand)
        if entry.card is not None and entry.card is not UNSEEN:
            lines["card"] = quoted(entry.card.text)
        if entry.cards:
            lines["front"] = quoted(show_cards(entry.cards))
        if entry.boxes:
            lines["boxes"] = str(list(entry.boxes))
        if entry.kind == "rewind":
            lines["to_input"] = str(self._written(entry.to))
            self._rewound, self._again = len(self.entries), {}
        if entry.note:
            lines["note"] = quoted(entry.note)
        if entry.side_bets != "stand":
            lines["side_bets"] = quoted(entry.side_bets)
        if draws_from_shoe(games.family(now.rules), entry.kind, now):
            card = entry.card or UNSEEN
            if card is UNSEEN:
                self._unnamed = put_back(self._unnamed, len(self.shoe), now.rules)
            self.shoe.append(card)
        self._entry("intervene", lines)

    def _written(self, inputs: int) -> int:
        """How many inputs the file needs to reach the same point."""
        return inputs - sum(name < inputs for name in self._names)

    def _read(self, name: str, shows: str) -> None:
        """After a rewind the meter is read again, and other tables may have moved it meanwhile."""
        if name not in self.meter:
            self.meter[name] = shows
        elif self._shows[name] != shows:
            self._again[name] = shows
            self.entries[self._rewound][1]["meter"] = _inline(self._again)
        self._shows[name] = shows

    def _entry(self, name: str, lines: dict[str, str]) -> None:
        self.entries.append((name, lines))

    @property
    def lines(self) -> list[str]:
        return [
            line
            for name, entry in self.entries
            for line in ("", f"[[{name}]]", *(f"{key} = {value}" for key, value in entry.items()))
        ]


def _ask(now: Round, entry: Answer | Lapse) -> Ask:
    """What an accepted answer, or a time-out, was about."""
    assert isinstance(now.head, Await)
    ask = now.head.ask(entry.box)
    assert ask is not None
    return ask


def _options(round: Round) -> Mapping[str, Any]:
    """What differs from the defaults, as users write it; cents are dollars again."""
    specs = {spec.name: spec for spec in games.game(round.rules.game).catalogue}
    shown: dict[str, Any] = {}
    for name, value in round.rules.changed.items():
        spec = specs[name]
        plain = isinstance(value, (bool, int)) and not isinstance(spec.kind, Amount)
        shown[name] = value if plain else spec.show(value)
    return shown


def _stacks(origin: Round) -> Mapping[str, Any]:
    """Before bets, fees and the bank's amount, which the round has already taken off them."""
    stacks = dict(origin.stacks)
    for bet in origin.bets:
        stacks[bet.owner] += bet.stake
    bank = origin.bank if origin.bank.posted else None
    if bank is not None:
        stacks[bank.owner] += bank.posted
    collected = fees(Betting(origin.rules, stacks, origin.facts, origin.bets, bank))
    assert not isinstance(collected, Refusal), f"it was accepted once: {collected}"
    for fee in collected:
        stacks[fee.owner] += fee.amount
    for player, paid in time_paid(origin).items():
        stacks[player] += paid
    owners = {bet.owner for bet in origin.bets} | ({bank.owner} if bank else set())
    owners |= set(origin.players.values())
    return {player: dollars(stacks[player]) for player in sorted(owners)}


def _boxes(origin: Round) -> list[str]:
    """Bets that are made in turn, such as blinds, are not written: the rules make them again."""
    open_spots = {spot.name for spot in origin.rules.spots if spot.opens == "before-deal"}
    lines: list[str] = []
    if origin.bank.posted:
        lines += ["", "[bank]", f"box = {origin.facts.bank_box}"]
        lines += [f"player = {quoted(origin.bank.owner)}"]
        lines += [f"amount = {quoted(dollars(origin.bank.posted))}"]
    for box, player in origin.players.items():
        own = [bet for bet in origin.bets if bet.box == box and not bet.backline]
        bets = {bet.spot: dollars(bet.stake) for bet in own if bet.spot in open_spots}
        lines += ["", "[[box]]", f"box = {box}", f"player = {quoted(player)}"]
        if bets:
            lines.append(f"bets = {_inline(bets)}")
    for bet in origin.bets:
        if bet.backline:
            lines += ["", "[[backline]]", f"box = {bet.box}", f"owner = {quoted(bet.owner)}"]
            lines += [f"stake = {quoted(dollars(bet.stake))}"]
            lines += [f"follow = {_value(list(bet.follows))}"]
    return lines


def _expect(round: Round, events: list[Event]) -> list[str]:
    found = results(round, events)
    net = {who: dollars(amount) for who, amount in found["net"].items()}
    bets = {
        who: {name: dollars(amount) for name, amount in spots.items()}
        for who, spots in found["bets"].items()
    }
    lines = ["", "[expect]", f"net = {_inline(net)}", f"bets = {_inline(bets)}"]
    lines.append(f"bank = {quoted(dollars(found['bank']))}")
    if found["dealer"] and UNSEEN.text not in found["dealer"]:
        lines.append(f"dealer = {quoted(found['dealer'])}")
    return lines


def _inline(values: Mapping[str, Any]) -> str:
    return (
        "{ " + ", ".join(f"{_key(key)} = {_value(value)}" for key, value in values.items()) + " }"
    )


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return _inline(value)
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quoted(str(value))
