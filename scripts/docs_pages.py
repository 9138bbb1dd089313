"""The pages of the documentation site that are made from the data: rules, scenarios, reference.

Each is Markdown by the path it has on the site. Nothing of this is stored in the repository, so
nothing of it can be out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import cardroom
from cardroom import games
from cardroom.cli.commands import SECTIONS
from cardroom.games import registry
from cardroom.games.rule_page import rule_page
from cardroom.rules.clauses import Clauses
from cardroom.scenario.proofs import proving
from scripts import notebooks

ROOT: Final = Path(__file__).resolve().parents[1]
SCENARIOS: Final = ROOT / "scenarios"
NOTEBOOKS: Final = ROOT / "examples" / "notebooks"
AT_THE_ROOT: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-policy.md",
}
"""Pages of the repository that are also pages of the site."""
LINK: Final = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
RULES_ABOUT: Final = (
    "The rules of every game as the program plays them, with its default options. Each clause has a"
    " citation, and scenarios that prove it. `cardroom rules GAME` shows the same for the options"
    " and the house that you name."
)
SCENARIOS_ABOUT: Final = (
    "rounds that were worked out on paper: cards, bets, decisions, and what each player must be"
    " paid. The program plays each of them, and every clause has some that fail without it. You can"
    " write your own in the same [format](../scenarios.md)."
)

Pages = dict[str, str]


def generated() -> Pages:
    """Every page but the notebooks, which take a while to run."""
    pages: Pages = {"rules/index.md": _rules_index(), "scenarios/index.md": _scenarios_index()}
    for game in registry.games():
        pages[f"rules/{game}.md"] = rules_of(game)
        pages[f"scenarios/{game}.md"] = scenarios_of(game)
    pages["reference/library.md"] = library()
    pages["reference/commands.md"] = commands()
    for file, page in AT_THE_ROOT.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        pages[page] = at_the_root(text)
    return pages


def with_notebooks() -> Pages:
    """The notebooks, run now, with what their cells show."""
    return {
        f"examples/{file.stem}.md": _notebook(file) for file in sorted(NOTEBOOKS.glob("*.ipynb"))
    }


def at_the_root(text: str) -> str:
    """A page of the repository's root with links as the site needs them."""

    def moved(match: re.Match[str]) -> str:
        if "://" in match[2]:
            return match[0]
        target = AT_THE_ROOT.get(match[2], match[2].removeprefix("docs/"))
        target = f"{target}README.md" if target.endswith("/") else target
        if target == "LICENSE":
            return f"{match[1]}index.md{match[3]}"
        return f"{match[1]}{target}{match[3]}"

    return LINK.sub(moved, text)


def in_docs(text: str) -> str:
    """A page of `docs/` with links to pages of the repository's root as the site needs them."""

    def moved(match: re.Match[str]) -> str:
        target = AT_THE_ROOT.get(match[2].removeprefix("../"), match[2])
        return f"{match[1]}{target}{match[3]}"

    return LINK.sub(moved, text)


# --- rules ---------------------------------------------------------------------------------------


def _rules_index() -> str:
    rows = [
        f"| [{game.title}]({id}.md) | `{id}` | {len(list(game.catalogue))} |"
        f" {len(list(game.clauses))} | [{len(_files(id))}](../scenarios/{id}.md) |"
        for id, game in registry.games().items()
    ]
    head = f"# Rules\n\n{RULES_ABOUT}\n\n| game | name | options | clauses | scenarios |"
    return "\n".join([head, "|---|---|---|---|---|", *rows, ""])


def rules_of(game: str) -> str:
    """The rule page of a game with its defaults."""
    rules = games.ruleset(game)
    page = rule_page(rules)
    proofs = {
        id: [each.file.stem if each.game == game else each.name for each in found]
        for id, found in proving(rules, [SCENARIOS]).items()
    }
    return "\n".join([*_played(page), *_options(page), *_clauses(page, proofs), *_silent(page), ""])


def _played(page: Mapping[str, Any]) -> Iterator[str]:
    yield f"# {page['title']}\n\n{_text(page['source'])}\n"
    yield "## Procedure\n"
    yield from (f"{n}. {_text(line)}" for n, line in enumerate(page["procedure"], start=1))
    for part in (*page["round"], *page["house_words"]):
        yield f"\n## {_text(part['title'])}\n"
        yield from (f"- {_text(line)}" for line in part["says"])
    yield "\n## Bets\n"
    yield from (f"- {_text(what)}: {_text(words)}" for what, words in page["limits"])
    for spot in page["spots"]:
        rows = "; ".join(f"{name} {odds}" for name, odds in spot.get("pays", {}).items())
        paid = rows or spot.get("odds", "")
        yield f"- `{spot['spot']}`: {_text(spot['title'] + (', pays ' + paid if paid else ''))}"
    for sign in (*page["duties"], *page["posted_collection"]):
        yield f"\n### {_text(sign['title'])}\n"
        yield from _table(sign["head"], sign["rows"])
    for guide in page["guides"]:
        yield f"\n### {_text(guide['title'])}\n"
        yield from (f"- {_text(number)}: {_text(words)}" for number, words in guide["rows"])
    yield f"\n## Bank\n\n{_text(page['bank'])}\n"


def _options(page: Mapping[str, Any]) -> Iterator[str]:
    yield "## Options\n"
    rows = []
    for option in page["options"]:
        allowed = ", ".join(option["choices"]) if "choices" in option else option["may_be"]
        rows.append((f"`{option['option']}`", option["default"], f"{option['about']} ({allowed})"))
    yield from _table(("option", "default", "meaning and choices"), rows)


def _clauses(page: Mapping[str, Any], proofs: Mapping[str, list[str]]) -> Iterator[str]:
    yield "\n## Clauses\n"
    yield "| clause | citation | rule | proved by |\n|---|---|---|---|"
    for clause in page["clauses"]:
        id = clause["clause"]
        named = [_scenario_link(page["game"], name) for name in proofs.get(id, [])]
        shown = ", ".join(named[:4]) + (f" and {len(named) - 4} more" if len(named) > 4 else "")
        where = f'<span id="{anchor(id)}"></span>`{id}`'
        yield f"| {where} | {_cell(clause['cite'])} | {_cell(clause['says'])} | {shown} |"


def _silent(page: Mapping[str, Any]) -> Iterator[str]:
    if page["silent"]:
        yield "\n## Where the rule book is silent\n"
        yield from (f"- {_text(line)}" for line in page["silent"])


def _scenario_link(game: str, name: str) -> str:
    played, _, stem = name.rpartition("/")
    return f"[{_words(stem)}](../scenarios/{played or game}.md#{stem})"


# --- scenarios -----------------------------------------------------------------------------------


def _files(game: str) -> list[Path]:
    return sorted((SCENARIOS / game).glob("*.toml"))


def _scenarios_index() -> str:
    rows = [
        f"| [{game.title}]({id}.md) | {len(_files(id))} |" for id, game in registry.games().items()
    ]
    total = sum(len(_files(id)) for id in registry.games())
    head = f"# Scenarios\n\n{total:,} {SCENARIOS_ABOUT}\n\n| game | rounds |"
    return "\n".join([head, "|---|---|", *rows, ""])


def scenarios_of(game: str) -> str:
    clauses = games.game(game).clauses
    title = games.game(game).title
    parts = [f"# {title}: scenarios\n\n[The rules](../rules/{game}.md) of {title}.\n"]
    parts += [_scenario(file, clauses, game) for file in _files(game)]
    return "\n".join(parts)


def _scenario(file: Path, clauses: Clauses, game: str) -> str:
    text = file.read_text(encoding="utf-8")
    found = re.match(r"(?:#.*\n)*", text)
    comment = found[0] if found else ""
    about = " ".join(line.lstrip("# ") for line in comment.splitlines())
    cited = re.search(r"^cites = \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    names = re.findall(r'"([^"]*)"', cited[1]) if cited else []
    ids = dict.fromkeys(clause.id for name in names for clause in clauses.named(name))
    links = ", ".join(f"[`{id}`](../rules/{game}.md#{anchor(id)})" for id in ids if id in clauses)
    return "\n".join(
        [
            f"## {_words(file.stem)} {{ #{file.stem} }}\n",
            f"{_text(about)}\n" if about else "",
            f"Clauses: {links}\n" if links else "",
            f'??? quote "{file.name}"',
            "",
            "    ```toml",
            *(f"    {line}".rstrip() for line in text.removeprefix(comment).splitlines()),
            "    ```",
            "",
        ]
    )


# --- reference -----------------------------------------------------------------------------------


def library() -> str:
    """The stable names, documented from their docstrings."""
    about = "`import cardroom as cr` gives these names; [about the library](../api.md)."
    names = [name for name in cardroom.__all__ if name != "__version__"]
    listed = [f"::: cardroom.{_place(name)}.{name}\n" for name in names]
    return "\n".join([f"# Library reference\n\n{about}\n", *listed])


def _place(name: str) -> str:
    """The module that a name of the library comes from."""
    return "api.rounds" if name == "play" else cardroom._PLACES[name]


def commands() -> str:
    """Every command with its line of help."""
    head = ("command", "what it does")
    about = "`cardroom COMMAND --help` lists the options of a command, and shows examples."
    parts = [f"# Commands\n\n{about}\n"]
    for section in SECTIONS:
        rows = [(f"`cardroom {each.name}`", each.help) for each in section.commands]
        parts += [f"\n## {section.title}\n", *_table(head, rows)]
        for group in section.groups:
            rows = [(f"`cardroom {group.name} {each.name}`", each.help) for each in group.commands]
            parts += [f"\n### {group.name}\n\n{group.help}\n", *_table(head, rows)]
    return "\n".join([*parts, ""])


# --- notebooks -----------------------------------------------------------------------------------


def _notebook(file: Path) -> str:
    parts = []
    for cell in notebooks.run(file):
        if cell.kind == "markdown":
            parts.append(notebook_links(cell.source) + "\n")
            continue
        parts.append(f"```python\n{cell.source}\n```\n")
        if cell.printed.strip():
            parts.append(f"```text\n{cell.printed.rstrip()}\n```\n")
        if cell.form == "html":
            lines = "\n".join(line for line in cell.shown.splitlines() if line.strip())
            parts.append(f'<div class="shown">\n{lines}\n</div>\n')
        elif cell.form == "text":
            parts.append(f"```text\n{cell.shown}\n```\n")
    note = (
        f"This page is the notebook `examples/notebooks/{file.name}`, run when the site was built."
    )
    return "\n".join([*parts, note, ""])


def notebook_links(text: str) -> str:
    """Links of a notebook as the site needs them."""
    return text.replace("(../../docs/", "(../")


# --- Markdown ------------------------------------------------------------------------------------


def anchor(id: str) -> str:
    """A clause's place on its page."""
    return "clause-" + re.sub(r"[^\w-]", "-", id)


def _words(stem: str) -> str:
    words = stem.replace("-", " ")
    return words[:1].upper() + words[1:]


def _text(words: str) -> str:
    """Text that holds no Markdown by accident; what stands in backticks stays."""
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_\[\]<>])", r"\\\1", part) for part in parts
    )


def _cell(words: str) -> str:
    return _text(words).replace("|", "\\|").replace("\n", " ")


def _table(head: Any, rows: Any) -> Iterator[str]:
    yield "| " + " | ".join(map(str, head)) + " |"
    yield "|" + "---|" * len(list(head))
    for row in rows:
        yield "| " + " | ".join(_cell(str(each)) for each in row) + " |"
