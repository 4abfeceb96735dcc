"""Writes pipeline/README.md: every command's help text, as the program prints it."""

import click

from pipeline.cli import efgc

HEAD = """# The command line

Written by `tests/pipeline/command_reference.py` from the help texts; a test compares the two.
"""


def reference():
    """Return the text of the document."""
    parts = [HEAD]
    for name, command in _commands("efgc", efgc):
        with click.Context(command, info_name=name, max_content_width=100, terminal_width=100) as context:
            parts.append(f"## {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


def _commands(name, command):
    yield name, command
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for child in command.list_commands(context):
                yield from _commands(f"{name} {child}", command.commands[child])


if __name__ == "__main__":
    print(reference(), end="")
