"""Only a family's own folders ask which family or game they handle."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from cardroom.analysis.documents import EDGE_NAMES
from cardroom.rules.clauses import IRREGULARITY
from tests.tidy.branches import branches

ROOT = Path(__file__).resolve().parents[2]

EXEMPT: Final = {
    "analysis/families.py": "the registry of the families' odds",
    "analysis/kernels/pai_gow_tables.py": "a kernel of one family; the id names its cache",
    "analysis/rng/numbers.py": "the poker test is a test of random numbers (Knuth)",
    "analysis/rng/report.py": "the poker test is a test of random numbers (Knuth)",
    "cli/equity.py": "equities are computed for the games with a board",
    "cli/play.py": "the game that is dealt where none is named",
    "games/registry.py": "the registry of families",
    "service/families.py": "the registry of what the service asks families",
    "histories/hand.py": "the formats are for hands of poker",
    "histories/open_hand.py": "the format has its own name for each poker game",
    "histories/phh.py": "the format has its own name for each poker game",
    "histories/read_open_hand.py": "the formats are for hands of poker",
    "histories/replayed.py": "the formats are for hands of poker",
    "web/static/js/lab/lab.js": "the game that the laboratory shows where none is named",
}
"""Files that serve one family by nature, and why."""


def files(found: list[str]) -> set[str]:
    return {fault.split(":", maxsplit=1)[0].removeprefix("src/cardroom/") for fault in found}


def test_only_the_listed_files_ask_which_family_they_handle() -> None:
    found = list(branches(ROOT))
    new = [fault for fault in found if not files([fault]) <= EXEMPT.keys()]
    assert not new, "ask the family instead, see docs/architecture.md:\n" + "\n".join(new)
    clean = sorted(EXEMPT.keys() - files(found))
    assert not clean, f"these no longer ask; take them out of the list: {', '.join(clean)}"


@pytest.mark.parametrize(
    "text",
    [
        "if rules.family == other: ...",
        "wanted = rules.family in CARDED",
        "match rules.family:\n    case _: ...",
        "if rules.game == SAFARI: ...",
        "if rules.game != posted.SAFARI: ...",
        "TITLES = {'safari-21': 'Safari'}",
        "if name in ('pai-gow', other): ...",
        "isinstance(rules.policies, Poker)",
        "isinstance(rules.policies, ThreeCard | policies.PaiGow)",
        "match rules.policies:\n    case TwentyOne(): ...",
        "if ask.topic == 'pile': ...",
        "if ask.topic not in ('play', 'insurance'): ...",
        "RAISED = 'raise'\nif RAISED == acted.verb: ...",
        "NOUNS: Final = {'double': 'doubles'}\nif entry.verb in NOUNS: ...",
        "match answer.verb:\n    case 'fold' | 'muck': ...",
        "match event:\n    case Acted(verb='choose'): ...",
        "more = ask.option('raise') or ask.option('bet')",
        "insured = rules.spot('insurance') is not None",
        "if entry.kind == 'bank-foul': ...",
        "ON_REQUEST = frozenset({'burn-card-shown'})",
        "HAPPENED = {'misread-hand': 'a hand was misread'}",
        "kind = f'missed-{ask.topic}'",
        "if verb == 'double': ...",
        "DECLINED: Final = 'decline'\nno = ask.option(DECLINED)",
        "topic = '' if ask.topic == 'play' else ask.topic",
        "FOLDED = 'take folded wagers'\nfirst = head.does == FOLDED",
        "match head:\n    case DealerStep(does='peek'): ...",
        "FOUL, DECLINED = 'foul', 'decline'\nloses = FOUL in each.clause.id",
        "match event:\n    case HandEnded(how='folded'): ...",
        "FOLLOWED: Final = ('double', 'split')\nknown = all(verb in FOLLOWED for verb in said)",
        "if not rules.options.get('backline'): ...",
        "most = betting.rules.options['boxes_per_player']",
        "NAME = 'house_way'\nposted = options.get(NAME, '')",
        "offered = 'backline' in rules.changed",
        "if ended.how == 'over': ...",
        "GONE = ('folded', 'mucked')\nracked = event.how in GONE",
        "match event:\n    case HandEnded(how='reset'): ...",
        "match ended.how:\n    case 'set' | 'foul': ...",
        "ENDS: Final = {'stood': 'has', 'over': 'busts with'}",
        "def tell(how):\n    return {'stood': 'has', 'paid': 'is settled'}.get(how, '')",
        "busted = ended[0].label.endswith(OVER)",
        "name = label.removesuffix(', over')",
        "if hand.label == 'natural': ...",
        "if ', over' in event.label: ...",
        "if not isinstance(report, WagerReport): ...",
        "known = isinstance(found, totals.Totals | PaiGowFigures)",
        "match simulation:\n    case WagerSimulation(): ...",
        "simulator = getattr(simulation, 'simulator', None)",
        "from typing import Protocol, runtime_checkable",
        "from cardroom.analysis.result_cache import cached, compiled",
    ],
)
def test_asking_is_found(text: str, tmp_path: Path) -> None:
    assert _asks(tmp_path, "table/rounds.py", text)


@pytest.mark.parametrize(
    "text",
    [
        "if (layout.family === other) {}",
        "if (layout.family != other) {}",
        "f('safari-21')",
        "if (ask.topic === 'set') {}",
        'rows.filter((it) => it.verb !== "choose")',
        'select.value === "dead-hand"',
        'if (event.how === "mucked") {}',
        "const gone = GONE.includes(event.how);",
        "const words = ENDS[event.how];",
        "switch (event.how) {}",
        'const a = event.label.startsWith("natural") ? "a " : "";',
        'if (hand.label === "natural") {}',
        'if ((hand?.label ?? "").includes("soft")) {}',
        "const [total] = hand.label.match(/[0-9]+/) ?? [];",
        "const soft = /soft/i.test(hand.label);",
        'const set = hands.some(([name]) => name.endsWith(".back"));',
        'mark(this.node, "data-folded", seat?.said === "folded");',
        "if (event.spot === POT) put(stakes, event.box, event.stake);",
        'const side = bets.filter((it) => it.spot !== "main");',
        'const whose = layout.bank.title === "Bank" ? "bank" : "house";',
    ],
)
def test_asking_is_found_in_the_page(text: str, tmp_path: Path) -> None:
    assert _asks(tmp_path, "web/static/js/shared/chart.js", text)


@pytest.mark.parametrize("selector", ['[data-game="safari-21"]', "[data-game=omaha]", ".pai-gow"])
def test_a_style_for_one_game_is_found(selector: str, tmp_path: Path) -> None:
    text = f"{selector} {{ --felt-near: #77592b; }}"
    assert _asks(tmp_path, "web/static/css/base.css", text)


def test_the_page_knows_rules_about_irregularities_as_the_rules_do() -> None:
    words = (ROOT / "src/cardroom/web/static/js/shared/words.js").read_text(encoding="utf-8")
    assert f'const IRREGULARITY = "{IRREGULARITY}";' in words


def test_the_page_names_edges_as_the_analysis_does() -> None:
    words = (ROOT / "src/cardroom/web/static/js/shared/words.js").read_text(encoding="utf-8")
    names = ", ".join(f'{whose}: "{name}"' for whose, name in EDGE_NAMES.items())
    assert f"const EDGES = {{ {names} }};" in words


def _asks(root: Path, name: str, text: str) -> list[str]:
    module = root / "src" / "cardroom" / name
    module.parent.mkdir(parents=True)
    module.write_text(text, encoding="utf-8")
    return list(branches(root))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("table/posting.py", "changed = rules.game != table.rules.game"),
        ("table/posting.py", "title = 'the game of poker'"),
        ("service/live/lobby.py", "known = wanted.game in games.GAMES"),
        ("table/rounds.py", "no = ask.option(DECLINE.verb) or entry.verb == 'fold'"),
        ("table/rounds.py", "asked = ask.topic == PLAY.topic and rules.spot('main')"),
        ("table/rounds.py", "same = ask.topic == topic or option.verb in offered"),
        ("table/rounds.py", "torn = entry.kind == 'damaged-card' or entry.kind == 'void-hand'"),
        ("table/rounds.py", "turns = head.does == 'turn' or DealerStep(does='settle')"),
        ("table/rounds.py", "known = clause.id in ids and each.clause.id != clauses.VOID.id"),
        (
            "web/static/js/felt/box.js",
            "const own = bets.filter((it) => it.spot === main || it.spot !== spot.name);",
        ),
        ("games/pai_gow/steps.py", "foul = entry.kind == 'bank-foul'"),
        ("table/rounds.py", "no = verb == 'fold' or verb in may_follow"),
        ("table/rounds.py", "own = rules.options.get('collection') or options[spec.name]"),
        ("table/rounds.py", "legal = rules.options.get('legal_limit')"),
        ("table/rounds.py", "bets = event.get('backline') or 'backline' in request.fields"),
        ("games/poker/game.py", "blinds = rules.options['blinds']"),
        ("table/rounds.py", "gone = event.how == FOLDED.how or event.how in felt.gone"),
        ("table/rounds.py", "posted = event.how == 'post'\nACTS = ('deal', 'over', 'peek')"),
        ("table/rounds.py", "same = one.label == other.label and one.label != ''"),
        ("table/rounds.py", "assert isinstance(simulation, WagerSimulation)"),
        ("table/rounds.py", "from cardroom.analysis.result_cache import cached_for, compiled"),
        ("replay/pai_gow.py", "if ask.topic == 'pile': ..."),
        ("replay/pai_gow.py", "if isinstance(counted, PaiGowFigures): ..."),
        ("analysis/pai_gow/family.py", "from cardroom.analysis.result_cache import cached"),
        ("games/pai_gow/felt.py", "fouled = event.how in ('set', 'foul')"),
        ("games/poker/state.py", "assert isinstance(rules.policies, Poker)"),
        ("analysis/pai_gow/odds.py", "if rules.game == 'fortune-pai-gow': ..."),
        (
            "web/static/js/lobby/lobby.js",
            "rows.filter((row) => row.game === game.id); f(game.family);",
        ),
        (
            "web/static/js/shared/words.js",
            "ends.find((it) => it.how === how)?.says ?? [it.label, how]",
        ),
        ("web/static/js/table/blinds.js", 'it.how === "post" ? words[hand.label] : hand.label'),
        ("web/static/css/pots.css", ".poker-face, [data-game] { color: var(--felt-ink); }"),
    ],
)
def test_other_code_is_not(name: str, text: str, tmp_path: Path) -> None:
    assert not _asks(tmp_path, name, text)
