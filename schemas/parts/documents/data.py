"""The type of plain data from a file, and limits on its size."""

from typing import Any

from ..problems import InputError, Problem

MAX_CHARACTERS = 2**30
MAX_DEPTH = 50
Data = Any  # str, int, bool, None, list or dict, as parsed from a file


class Number(str):
    """The text of a JSON number that is not an integer."""


def refuse_size(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise InputError([Problem(f"larger than {MAX_CHARACTERS:,} characters")])
