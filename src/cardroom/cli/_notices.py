"""Notices of long computations on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from cardroom.cli.common import bars
from cardroom.cli.output import quiet

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from cardroom.progress import ProgressNotice, Tell


@contextmanager
def notices(among: Progress | None = None) -> Iterator[Tell]:
    """A line on stderr for each notice, or a bar where the amount of work is known.

    New bars are shown `among` others if some are already on the screen.
    """
    with ExitStack() as screen:
        shown = [] if among is None else [among]
        tasks: dict[str, TaskID] = {}
        done: dict[str, int] = {}

        def tell(notice: ProgressNotice) -> None:
            if not notice.of:
                if not quiet():
                    print(notice.text, file=sys.stderr)
                return
            if not shown:
                shown.append(screen.enter_context(bars()))
            if notice.text not in tasks:
                tasks[notice.text] = shown[0].add_task(notice.text, total=notice.of)
            elif notice.done < done[notice.text]:
                # Other work of the same name: a full bar would say that no time is left.
                shown[0].reset(tasks[notice.text])
            shown[0].update(tasks[notice.text], completed=notice.done, total=notice.of)
            done[notice.text] = notice.done

        yield tell
