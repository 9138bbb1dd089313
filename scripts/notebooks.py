"""Run a notebook in this process, cell by cell, and collect what each cell shows.

The notebooks in `examples/` are stored without outputs. The tests run them, and the documentation
shows them with the outputs of the day it was built. No notebook program is needed for either.
"""

from __future__ import annotations

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Literal, NamedTuple


class CellShown(NamedTuple):
    """A cell, and what it shows when it is run."""

    kind: Literal["markdown", "code"]
    source: str
    printed: str = ""
    shown: str = ""
    """HTML or SVG of the last expression, or its text."""
    form: Literal["", "html", "text"] = ""


def run(path: Path) -> list[CellShown]:
    """Every cell in order, in one namespace, as a notebook runs them."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    found = []
    for number, cell in enumerate(notebook["cells"], start=1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            found.append(CellShown("markdown", source))
        else:
            found.append(_run_cell(source, f"{path.name}, cell {number}", names))
    return found


def _run_cell(source: str, name: str, names: dict[str, Any]) -> CellShown:
    tree = ast.parse(source, name)
    last: Any = None
    printed = io.StringIO()
    with redirect_stdout(printed):
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            end = tree.body.pop()
            assert isinstance(end, ast.Expr)
            exec(compile(tree, name, "exec"), names)
            last = eval(compile(ast.Expression(end.value), name, "eval"), names)
        else:
            exec(compile(tree, name, "exec"), names)
    shown, form = _shown(last)
    return CellShown("code", source, printed.getvalue(), shown, form)


def _shown(value: Any) -> tuple[str, Literal["", "html", "text"]]:
    """What a notebook displays for a value: its richest form."""
    if value is None:
        return "", ""
    for method in ("_repr_html_", "_repr_svg_"):
        make = getattr(value, method, None)
        if make is not None:
            return str(make()), "html"
    return repr(value), "text"


def title(path: Path) -> str:
    """The heading that a notebook begins with."""
    first: str = json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"][0]
    return first.strip("# \n")


def text(path: Path) -> str:
    """The cells that are text."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join("".join(each["source"]) for each in cells if each["cell_type"] == "markdown")


def outputs(path: Path) -> list[str]:
    """The cells of a stored notebook that have outputs, which should be stripped."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell["id"] for cell in cells if cell.get("outputs") or cell.get("execution_count")]
