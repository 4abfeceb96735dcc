"""Writes pipeline/README.md: every command's help text, the long one, as the program prints it."""

import click
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.help_texts import CommandWithHelpAll

HEAD = """# The command line

All commands with all their options, as `efgc COMMAND --help-all` prints them, or `--help` where
that is all.
"""


def reference():
    """Return the text of the document."""
    return "\n".join([HEAD, *sections().values()])


def sections():
    """Return the section of each command, by its words behind `efgc`."""
    found = {}
    for words, command in _commands([], efgc):
        option = "--help-all" if isinstance(command, CommandWithHelpAll) else "--help"
        printed = (
            CliRunner().invoke(efgc, [*words, option], prog_name="efgc", terminal_width=80).output
        )
        heading = " ".join(["efgc", *words])
        found[" ".join(words)] = f"## {heading}\n\n```text\n{printed}```\n"
    return found


def _commands(words, command):
    yield words, command
    if isinstance(command, click.Group):
        for child in command.list_commands(click.Context(command)):
            yield from _commands(
                [*words, child], command.get_command(click.Context(command), child)
            )


if __name__ == "__main__":
    print(reference(), end="")
