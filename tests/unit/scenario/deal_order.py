"""The order in which a game's cards leave the shoe, as docs/scenarios.md prints it."""

from __future__ import annotations

from cardroom import games, scenario
from cardroom.events import Acted, CardDealt
from cardroom.events.words import place_words
from cardroom.games import registry
from cardroom.rules.ruleset import Ruleset

TITLES = {"burn": "burn", "bank": "dealer", "left-over": "left over", "board": "board"}
SHOE = "9c 8d 7h 9s 8c 7d 9h 8s 7c 9d 8h 7s Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks"
REST = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s Ac Ad Ah As Jk"
VARIANTS: tuple[tuple[str, str], ...] = (
    *((game, "") for game in registry.games()),
    ("safari-21", 'monte_carlo = "table-a"'),
)


def order_of(game: str, options: str) -> str:
    """With players at 1 and 2, and the bank at the last seat where a player banks."""
    outcome = scenario.run(scenario.parse(_file(game, options), game))
    whole = outcome.rules.deals_to_seats
    places = []
    for event in outcome.events:
        if isinstance(event, Acted) and not whole:
            break
        if isinstance(event, CardDealt):
            places.append(TITLES.get(event.place) or place_words(event.place))
    return _short(places)


def _file(game: str, options: str) -> str:
    rules = games.ruleset(game)
    lines = [f'game = "{game}"', f"options = {{ {options} }}", f'shoe = "{SHOE} {REST}"']
    if not rules.deck.jokers:
        lines[-1] = lines[-1].replace(" Jk", "")
    if rules.deals_to_seats:
        lines += ["button = 2", 'stacks = { 1 = "100", 2 = "100" }']
    elif any(type(step).__name__ == "Roll" for step in rules.procedure):
        lines += ["dice = [1, 1, 6]", "pile = 1"]
    if not rules.deals_to_seats:
        lines += [
            f'[[box]]\nbox = {box}\nbets = {{ {rules.spots[0].name} = "20" }}' for box in (1, 2)
        ]
    if rules.banking.limit != "none":
        lines.append(f'[bank]\nbox = {rules.boxes}\namount = "1000"')
    return "\n".join(lines + _answers(rules)) + "\n"


def _answers(rules: Ruleset) -> list[str]:
    """Whatever takes no card; in poker everybody stays in."""
    if rules.deals_to_seats:
        given = [(2, "call"), (1, "check"), *[(1, "check"), (2, "check")] * 3]
    else:
        given = [(box, verb) for box in (1, 2) for verb in ("stand", "play")]
    return [f'[[do]]\nbox = {box}\nverb = "{verb}"\nif_asked = true' for box, verb in given]


def _short(places: list[str]) -> str:
    """Repetitions in brackets: "7 x (pile 1, pile 2)", "3 x board"."""
    found = []
    at = 0
    while at < len(places):
        times, size = max(
            ((_repeats(places, at, size), size) for size in range(1, 9)),
            key=lambda each: ((each[0] - 1) * each[1], -each[1]),
        )
        part = ", ".join(places[at : at + size])
        if times > 1:
            part = f"{times} x ({part})" if size > 1 else f"{times} x {part}"
        found.append(part)
        at += times * size
    return ", ".join(found)


def _repeats(places: list[str], at: int, size: int) -> int:
    part, times = places[at : at + size], 1
    while len(part) == size and places[at + times * size : at + (times + 1) * size] == part:
        times += 1
    return times
