"""This repository keeps its house style, and each check can fail."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tidy import style

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("check", style.CHECKS, ids=lambda check: check.__name__)
def test_the_house_style_is_kept(check: style.Check) -> None:
    faults = list(check(ROOT))
    assert not faults, "\n" + "\n".join(faults)


def tree(root: Path, texts: Mapping[str, str]) -> Path:
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


LATER = "TO" + "DO"
HOME = "/ho" + "me/ann/cards"
INDEX = "https://" + "index.example/simple"

BAD = [
    (style.long_modules, "src/cardroom/cards.py", "x = 1\n" * 401),
    (style.long_modules, "src/cardroom/web/table.js", "x()\n" * 401),
    (style.homonyms, "src/cardroom/table/table.py", "class Table: ...\n" * 2),
    (style.homonyms, "src/cardroom/table/table.py", "class Rail: ...\n" * 2),
    (style.homonyms, "src/cardroom/api/game.py", "class Game: ...\n" * 2),
    (
        style.homonyms,
        "src/cardroom/rules/fees.py",
        "class Fee: ...\nFee = Literal['flat']\n",
    ),
    (style.homonyms, "src/cardroom/rules/fees.py", "Fee = int | None\n" * 2),
    (style.prints, "src/cardroom/play/round.py", "print('hit')\n"),
    (style.floats, "src/cardroom/money.py", "half = 0.5\n"),
    (style.floats, "src/cardroom/rules/fees.py", "def fee(share: float) -> int: ...\n"),
    (style.floats, "src/cardroom/service/api.py", "stake_cents = 7.5\n"),
    (style.floats, "src/cardroom/service/api.py", "x = bet.stake * 1.5\n"),
    (style.floats, "src/cardroom/store/sqlite.py", "post(amount=2.0)\n"),
    (style.floats, "src/cardroom/store/sqlite.py", "def post(amount: float) -> None: ...\n"),
    (style.floats, "src/cardroom/cli/play.py", "stake: float = read()\n"),
    (style.floats, "src/cardroom/cli/play.py", "if 0.5 < stake: ...\n"),
    (style.postponed, "Makefile.mk", f"# {LATER}: later\n"),
    (style.postponed, "src/cardroom/cards.py", f"x = 1  # {LATER}\n"),
    (style.index_addresses, "requirements/run.txt", f"--extra-index-url {INDEX}\n"),
    (style.index_addresses, "requirements/run.in", "numpy @ https://example.org/numpy.whl\n"),
    (style.index_addresses, "pyproject.toml", f'[[tool.uv.index]]\nurl = "{INDEX}"\n'),
    (style.index_addresses, "setup.cfg", f"find-links = {INDEX}\n"),
    (style.index_addresses, "uv.lock", "version = 1\n"),
    (style.machine_paths, "README.md", f"cd {HOME}\n"),
    (style.machine_paths, "scripts/x.py", f"ROOT = '{HOME}'\n"),
    (style.undocumented_packages, "src/cardroom/play/__init__.py", "x = 1\n"),
    (style.undocumented_packages, "src/cardroom/play/round.py", "x = 1\n"),
    (style.crossings, "src/cardroom/play/round.py", "from cardroom.analysis import exact\n"),
    (style.crossings, "src/cardroom/play/round.py", "from cardroom import analysis\n"),
    (style.crossings, "src/cardroom/analysis/exact.py", "import cardroom.play.settle\n"),
    (style.misnumbered_decisions, "docs/decisions/0002-a-choice.md", "# 1. A choice\n"),
]


@pytest.mark.parametrize(
    ("check", "name", "text"), BAD, ids=lambda value: getattr(value, "__name__", None)
)
def test_a_fault_is_found(check: style.Check, name: str, text: str, tmp_path: Path) -> None:
    tree(tmp_path, {name: text})
    assert list(check(tmp_path))


GOOD = {
    "src/cardroom/cards.py": "x = 1\n" * 400,
    "src/cardroom/cli/play.py": '"""Play."""\nprint("hit")\n',
    "src/cardroom/analysis/exact.py": "edge = 0.005\nfrom cardroom.games import x\n",
    "src/cardroom/api/odds.py": "class Odds: ...\n",
    "src/cardroom/money.py": "class Odds: ...\nclass _Odds: ...\n",
    "src/cardroom/cli/money.py": "class _Odds: ...\n",
    "src/cardroom/service/api.py": "timeout_seconds = 0.5\nstake_cents = 750\nspotted = 0.1\n",
    "requirements/run.txt": "numpy==2.4.6 \\\n    --hash=sha256:00\n",
    "references/blackjack.toml": 'source = "https://example.org/odds/simple-table"\n',
    "docs/glossary.md": f"{LATER}: a word\n",
    "README.md": "GET /home, ../work/x, https://example.org/root/x, src/home/x\n",
}


@pytest.mark.parametrize("check", style.CHECKS, ids=lambda check: check.__name__)
def test_a_tidy_tree_has_no_fault(check: style.Check, tmp_path: Path) -> None:
    parts = ("", "api/", "cli/", "analysis/", "service/")
    inits = {f"src/cardroom/{part}__init__.py": '"""A part."""\n' for part in parts}
    tree(tmp_path, {**GOOD, **inits})
    assert list(check(tmp_path)) == []


def test_a_shared_name_has_two_classes() -> None:
    defined = Counter(
        node.name
        for path, _ in style.sources(ROOT)
        for node in style.parsed(path).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name in style.SHARED_NAMES if defined[name] != 2] == []


def test_every_check_is_shown_to_fail() -> None:
    assert {check for check, _, _ in BAD} == set(style.CHECKS)
