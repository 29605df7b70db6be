"""``ragchunk completion``: what a shell needs to complete the command."""

from __future__ import annotations

import argparse
from argparse import Namespace

_ABOUT = """\
Print a script that lets a shell complete subcommands, options and their choices.
"""

_EXAMPLES = """\
examples:
  eval "$(ragchunk completion bash)"        # in ~/.bashrc
  eval "$(ragchunk completion zsh)"         # in ~/.zshrc
  ragchunk completion fish > ~/.config/fish/completions/ragchunk.fish
"""

_BASH = """\
_ragchunk() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} part=${{COMP_WORDS[1]}} words=
  case "$part $before" in
{choices}
    *) if [[ $word == -* ]]; then
         case "$part" in
{options}
         esac
       fi ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="{parts}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _ragchunk ragchunk
"""


def add(parts) -> None:
    """Describe the subcommand."""
    parser = parts.add_parser("completion", help="completion for a shell", description=_ABOUT, epilog=_EXAMPLES)
    parser.add_argument("shell", choices=["bash", "zsh", "fish"])
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print the script."""
    from . import parser

    top = parser()
    parts = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction)).choices
    print(_fish(parts) if options.shell == "fish" else _bash(parts, options.shell), end="")
    return 0


def _bash(parts: dict[str, argparse.ArgumentParser], shell: str) -> str:
    choices, options = [], []
    for name, part in parts.items():
        words = [word for action in part._actions for word in action.option_strings]
        options.append(f'           {name}) words="{" ".join(words)}" ;;')
        for action in part._actions:
            if action.choices and action.option_strings:
                chosen = " ".join(map(str, action.choices))
                choices.append(f'    "{name} {action.option_strings[-1]}") words="{chosen}" ;;')
            elif action.choices:
                choices.append(f'    "{name} {name}") words="{" ".join(map(str, action.choices))}" ;;')
    script = _BASH.format(choices="\n".join(choices), options="\n".join(options), parts=" ".join(parts))
    if shell == "zsh":
        script = "autoload -Uz bashcompinit && bashcompinit\n" + script
    return script


def _fish(parts: dict[str, argparse.ArgumentParser]) -> str:
    lines = []
    for name, part in parts.items():
        lines.append(f"complete -c ragchunk -n __fish_use_subcommand -f -a {name}")
        for action in part._actions:
            for word in action.option_strings:
                if word.startswith("--"):
                    chosen = f" -xa '{' '.join(map(str, action.choices))}'" if action.choices else ""
                    lines.append(f"complete -c ragchunk -n '__fish_seen_subcommand_from {name}' -l {word[2:]}{chosen}")
    return "\n".join(lines) + "\n"
