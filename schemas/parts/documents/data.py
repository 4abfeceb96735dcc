"""Plain data, as it came out of a file, and how much of it is read."""

from typing import Any

from schemas.parts.problems import InputError, Problem

MAX_CHARACTERS = 2**30
MAX_DEPTH = 50
Data = Any  # str, int, bool, None, list or dict, as it came out of a file


class Number(str):
    """The text of a JSON number that is not an integer."""


def refuse_size(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise InputError([Problem(f"larger than {MAX_CHARACTERS:,} characters")])
