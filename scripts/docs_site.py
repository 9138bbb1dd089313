"""What MkDocs asks when it builds the site: generated pages, the navigation, and links.

`mkdocs.yml` names this file as a hook.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
for folder in (ROOT, ROOT / "src"):
    sys.path.insert(0, str(folder))

from cardroom.games import registry  # noqa: E402 - after the path
from scripts import docs_pages, notebooks  # noqa: E402 - after the path

SHIM = re.compile(r'<script src="https?://[^"]*/iframe-worker/shim"></script>')


def on_config(config: Any) -> Any:
    """The sections of the navigation that follow from the data."""
    for section, pages in sections().items():
        for entry in config.nav:
            if section in entry:
                entry[section] += pages
    return config


def sections() -> dict[str, list[dict[str, str]]]:
    """Pages to add to a section, by its title."""
    titles = {id: game.title for id, game in registry.games().items()}
    decisions = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    return {
        "Rules": [{title: f"rules/{id}.md"} for id, title in titles.items()],
        "Scenarios": [{title: f"scenarios/{id}.md"} for id, title in titles.items()],
        "Examples": [
            {notebooks.title(file): f"examples/{file.stem}.md"}
            for file in sorted(docs_pages.NOTEBOOKS.glob("*.ipynb"))
        ],
        "Decisions": [{_heading(file): f"decisions/{file.name}"} for file in decisions],
    }


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File  # noqa: PLC0415 - the tests have no MkDocs

    pages = {**docs_pages.generated(), **docs_pages.with_notebooks()}
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    if page.is_homepage:
        page.meta["hide"] = ["navigation"]
    return docs_pages.in_docs(markdown)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The theme asks another host for what makes its search work on pages opened as files."""
    up = "../" * page.file.dest_uri.count("/")
    return SHIM.sub(f'<script src="{up}offline-search.js"></script>', output)


def _heading(file: Path) -> str:
    return file.read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
