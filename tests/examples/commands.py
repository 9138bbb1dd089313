"""Several commands of cardroom in one process: `python -m tests.examples.commands < COMMANDS`.

Standard input holds a list of commands as JSON, each a list of words. Standard output gets the
exit code, the output and the errors of each.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys

from cardroom.cli import main


def done(words: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as end:
            code = int(end.code or 0)
    return code, out.getvalue(), err.getvalue()


if __name__ == "__main__":
    print(json.dumps([done(words) for words in json.load(sys.stdin)]))
