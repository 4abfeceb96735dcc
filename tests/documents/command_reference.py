"""Writes pipeline/README.md: every command's help text, as the program prints it."""

import click
from click.testing import CliRunner

from efgc.pipeline.cli import efgc

HEAD = """# The command line

All commands with their options, as `efgc COMMAND --help` prints them.
"""


def reference():
    """Return the text of the document."""
    parts = [HEAD]
    for words in _commands([], efgc):
        printed = (
            CliRunner().invoke(efgc, [*words, "--help"], prog_name="efgc", terminal_width=80).output
        )
        parts.append(f"## {' '.join(['efgc', *words])}\n\n```text\n{printed}```\n")
    return "\n".join(parts)


def _commands(words, command):
    yield words
    if isinstance(command, click.Group):
        for child in command.list_commands(click.Context(command)):
            yield from _commands(
                [*words, child], command.get_command(click.Context(command), child)
            )


if __name__ == "__main__":
    print(reference(), end="")
