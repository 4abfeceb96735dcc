"""Writes the keyword arguments of efgc.py: those of each call, from the options of its command."""

import re
from pathlib import Path

import click

import efgc
from efgc.pipeline.python.keywords import keywords
from efgc.pipeline.settings.value_types import FOLDER, Probability

MODULE = Path(efgc.__file__)
# Of the command line, the output is a folder or a file; here it is a folder.
OUTPUT = "    output: str | PathLike[str] | None = None,\n"
SEVERAL = {  # By the form of one value on the command line.
    "NAME=VALUES": '"Mapping[str, object] | None"',
    "NAME=VALUE": '"Mapping[str, object] | Iterable[str] | None"',
}


def written(text):
    """Return the text of efgc.py with the keywords of all calls."""
    return re.sub(
        r"(?<=\ndef )([a-z]+)\((.*?    \*(?:strategy: .GivenStrategy.)?,\n).*?(\) -> )",
        lambda found: f"{found[1]}({found[2]}{_lines(found[1], found[2])}{found[3]}",
        text,
        flags=re.DOTALL,
    )


def _lines(call, positional):
    lines = [f"    {name}: {_type(option)} = None,\n" for name, option in keywords(call).items()]
    lines = [line for line in lines if line not in positional]
    return "".join([*lines[:2], OUTPUT, *lines[2:]] if call == "sweep" else lines)


def _type(option):
    """Return the annotation of an option, in quotation marks if it needs a late import."""
    if option.multiple:
        return SEVERAL.get(option.metavar, '"str | Iterable[str] | None"')
    match option.type:
        case _ if option.is_flag:
            return "bool | None"
        case Probability():
            return '"Probability | None"'
        case click.IntRange():
            return "int | None"
        case click.FloatRange():
            return "float | None"
        case click.Choice(choices=choices) if any(one.isdigit() for one in choices):
            return "int | str | None"
        case _ if option.type is FOLDER:
            return "str | PathLike[str] | None"
        case _:
            return "str | None"


if __name__ == "__main__":
    MODULE.write_text(written(MODULE.read_text()))
