"""The command that wrote an artifact, and the files that it was made from.

For artifacts that no stage writes: certificates, evaluations, grades and the like.
"""

import os
import re
import shlex
from collections.abc import Iterator
from itertools import chain
from typing import Any

import click
from click.core import ParameterSource

from ...schemas.parts.provenance import Provenance, Stamped
from ...schemas.parts.release import PROGRAM

ARTIFACT = re.compile(r'\{"format": "efgc/(?!(?:stats|passes)")')
"""The beginning of a JSON artifact; statistics do not count."""
_READ = "efgc.read"
_FILES = ("file", "dir")
"""Types of options that name files. Files that were read are recorded by their
checksums instead.
"""
_WITHOUT_EFFECT = ("output", "open", "jobs", "engine", "verbose", "time_limit")
"""Options that do not change the content of the output."""


def note_read(file: str, sha256: str) -> None:
    """Record that the running command has read a file."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(_READ, {})[file or "stdin"] = sha256


def stamped_output(parts: Iterator[str]) -> Iterator[str]:
    """Return the parts of a command's output. A JSON artifact without an origin gets one: this
    command and the files that it read.
    """
    context = click.get_current_context(silent=True)
    if context is None or isinstance(parts, Stamped):
        return parts
    first = next(parts, "")
    parts = chain([first], parts)
    if not ARTIFACT.match(first):
        return parts
    command = shlex.join(["efgc", *context.command_path.split()[1:], *_options_of(context)])
    return Stamped(
        parts, Provenance(by=PROGRAM, command=command, sources=context.meta.get(_READ, {}))
    )


def _options_of(context: click.Context) -> Iterator[str]:
    """Yield the options given to a command, without names of files."""
    for option in context.command.params:
        name, value = str(option.name), context.params.get(str(option.name))
        given = context.get_parameter_source(name) is not ParameterSource.DEFAULT
        named = option.type.name in _FILES or name in _WITHOUT_EFFECT
        if isinstance(option, click.Option) and given and not named:
            yield from _words(option, value)


def _words(option: click.Option, value: Any) -> Iterator[str]:
    word = max(option.opts, key=len)
    if option.is_flag:
        yield word if value or not option.secondary_opts else max(option.secondary_opts, key=len)
        return
    for one in value if option.multiple else [value]:
        if option.type.name == "agent":  # FILE.py:CLASS without the folder of the file.
            yield from (word, os.path.basename(one))
        elif option.nargs != 1:
            yield from (word, *map(str, one))
        else:  # NAME=VALUE is kept as a pair.
            yield from (word, "=".join(one) if isinstance(one, tuple) else str(one))
