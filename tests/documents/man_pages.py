"""Writes pipeline/man: a page per command for `man`, from the help texts, by click-man."""

import copy
import re
from inspect import cleandoc
from pathlib import Path

import click
from click_man import core

from efgc.pipeline.cli import efgc
from efgc.schemas.parts.release import VERSION

FOLDER = Path(__file__).parents[2] / "pipeline" / "man"
UNDATED = " "  # The same input gives the same bytes.
FIXED, END = ".nf", ".fi"  # Around lines that stay as they are.


def pages():
    """Return the text of every page by the name of its file."""
    whole = core.get_short_help_str
    # No summary is cut.
    core.get_short_help_str = lambda command, limit=0: command.get_short_help_str(100)
    try:
        return {
            f"{context.command_path.replace(' ', '-')}.1": _page(context)
            for context in _contexts(efgc, "efgc")
        }
    finally:
        core.get_short_help_str = whole


def _contexts(command, name, parent=None):
    context = click.Context(command, info_name=name, parent=parent)
    yield context
    if isinstance(command, click.Group):
        for child in command.list_commands(context):
            yield from _contexts(command.get_command(context, child), child, context)


def _page(context):
    command = copy.copy(context.command)
    command.help = _text(command.help)
    if isinstance(command, click.Group):  # Its commands are loaded when they are asked for.
        names = command.list_commands(context)
        command.commands = {name: command.get_command(context, name) for name in names}
    about, example = cleandoc(command.epilog).rsplit("Example:\n", 1)
    notes = [".SH NOTES", _text(about)] if about.strip("\b\n") else []
    written = core.generate_man_page(
        click.Context(command, info_name=context.info_name, parent=context.parent), VERSION, UNDATED
    )
    written = re.sub(r"\[\S{60,}\]$", _breakable, written.rstrip("\n"), flags=re.MULTILINE)
    return "\n".join([written, *notes, ".SH EXAMPLE", FIXED, _safe(cleandoc(example)), END, ""])


def _breakable(choices):
    """Return choices that may go on in the next line: a page is 65 characters wide."""
    return choices[0].replace("|", r"|\:")


def _text(text):
    """Return paragraphs; one behind a backspace, as click has it, keeps its lines."""
    parts = cleandoc(text).rstrip("\b\n").split("\n\n")
    fixed = (
        f"{FIXED}\n{_safe(part[2:])}\n{END}" if part.startswith("\b\n") else _safe(part)
        for part in parts
    )
    return "\n\n".join(fixed).replace("\n\n", "\n.PP\n")


def _safe(lines):
    """Return lines in which nothing is a command of the page."""
    return re.sub(r"^([.'])", r"\\&\1", lines.replace("\\", r"\e"), flags=re.MULTILINE)


def main():
    """Write the pages, and take away those of commands that are gone."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.1"):
        path.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
