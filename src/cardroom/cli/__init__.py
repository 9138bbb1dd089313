"""The command line. `main` is the only entry point, and no traceback leaves it."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

WRONG, FAULT, INTERRUPTED = 2, 70, 130
"""Exit codes: the user asked for something impossible; the program failed; somebody pressed ^C."""

STANDARD_OUTPUT = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; an error is one line on stderr and exit code 2."""
    if arguments is not None:
        return _run(list(arguments))
    # Kernels have threads of their own. Those of the linear algebra of numpy cost every start some
    # 30 ms, and the last digits of a figure depend on how many there are.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows "?" for a dash
    code = _run(sys.argv[1:])
    # The process ends, and gives back all of its memory: to look for cycles in it takes 30 ms.
    gc.freeze()
    return code


def _run(given: list[str]) -> int:
    # Typer reads arguments with pydantic; looking for plugins of it costs every start some 20 ms.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    import typer  # noqa: PLC0415 - after the line above

    from cardroom.cli.app import build, expected_errors  # noqa: PLC0415 - after the line above

    if sys.stdout is None:
        # `>&-`: the output is closed.
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    try:
        code = build(given)(args=given, prog_name="cardroom", standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as ended:
        return int(ended.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except typer.TyperException as wrong:
        context = getattr(wrong, "ctx", None)
        command = context.command_path if context else "cardroom"
        # Pydantic puts its own name for the mistake in front of what is wrong.
        message = wrong.format_message().replace("Value error, ", "")
        # Without a message the help itself was shown.
        return _say(f"{message} Try: {command} --help", WRONG) if message else WRONG
    except BrokenPipeError:
        return _enough()
    except SystemExit as ended:
        # Typer exits with 1 here, which would mean that a check has failed.
        if isinstance(ended.__context__, BrokenPipeError):
            return _enough()
        raise
    except Exception as wrong:
        if isinstance(wrong, expected_errors()):
            return _say(_one_line(wrong), WRONG)
        if isinstance(wrong, ModuleNotFoundError) and (advice := _advice(wrong)):
            return _say(advice, WRONG)
        if os.environ.get("CARDROOM_DEBUG"):
            raise
        return _say(
            f"internal error: {type(wrong).__name__}: {_one_line(wrong)}"
            " (set CARDROOM_DEBUG=1 for the traceback)",
            FAULT,
        )
    return code if isinstance(code, int) else 0


def _enough() -> int:
    """The reader of our output has closed it (`| head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), STANDARD_OUTPUT)
    return 0


def _advice(missing: ModuleNotFoundError) -> str | None:
    from cardroom.cli.extras import advice  # noqa: PLC0415 - only for an error

    return advice(missing)


def _one_line(wrong: BaseException) -> str:
    if isinstance(wrong, OSError):
        return f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong)
    return " ".join(str(wrong).split())


def _say(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code
