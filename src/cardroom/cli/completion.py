"""`cardroom completion SHELL`: a script for the shell."""

from __future__ import annotations

import os
from typing import Annotated, Final, Literal

import typer

from cardroom.cli.completing import COMPLETE

BASH: Final = r"""_cardroom_completion() {
    local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}"
    COMPREPLY=( $( env _TYPER_COMPLETE_ARGS="$line" _TYPER_COMPLETE_FISH_ACTION=get-args \
                   _CARDROOM_COMPLETE=complete_fish "$1" | cut -f 1 ) )
    # Bash counts what follows an equals sign as a word of its own.
    local word="${line##* }"
    case "$word" in *=*) COMPREPLY=( "${COMPREPLY[@]#"${word%"${word##*=}"}"}" ) ;; esac
    case "${COMPREPLY[0]}" in *=|*/) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _cardroom_completion cardroom
"""

Shell = Literal["bash", "zsh", "fish", "powershell"]


def completion(
    shell: Annotated[Shell, typer.Argument(help="The shell that you use.")],
) -> None:
    """Print a script that lets your shell complete commands, games, options, and houses.

    bash: add `eval "$(cardroom completion bash)"` to ~/.bashrc. zsh: the same with zsh, in
    ~/.zshrc, after compinit. fish: `cardroom completion fish >
    ~/.config/fish/completions/cardroom.fish`.
    """
    if shell == "bash":
        print(BASH)
        return
    from cardroom.cli.app import build  # noqa: PLC0415 - not for bash

    os.environ[COMPLETE] = f"source_{shell}"
    try:
        build([])(prog_name="cardroom")
    except SystemExit:
        return  # the script is printed
    finally:
        del os.environ[COMPLETE]
