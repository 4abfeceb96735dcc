"""Read JSON as plain data: no repeated keys, limited depth and size, exact numbers."""

import json
import re

from ..problems import InputError, Problem, position, repeated, shown
from .data import MAX_DEPTH, Data, Number, refuse_size
from .yaml_data import read_yaml

MAX_PLACED = 2**20
"""Maximum number of characters of a text in which repeated keys are reported with their places. The
YAML reader, which finds these places, reads about as much in a second.
"""


def read_json(text: str) -> Data:
    """Return the data of a JSON document.

    Raise InputError with line and column, also for a repeated key, NaN and
    Infinity.
    """
    refuse_size(text)
    twice: list[str] = []

    def mapping(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice.append(pairs[next(repeated(key for key, _ in pairs))][0])
        return found

    try:
        data = json.loads(
            text, object_pairs_hook=mapping, parse_float=Number, parse_constant=Number
        )
        if "\\ud" in text or "\\uD" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except ValueError as error:
        raise InputError([_no_json(text, error)]) from None
    except RecursionError:
        raise InputError([Problem(f"nested deeper than {MAX_DEPTH} levels", (), 1, 1)]) from None
    if twice:
        raise InputError(_twice(text, twice))
    return data


def _no_json(text: str, error: ValueError) -> Problem:
    """Return the problem by which the text is not JSON."""
    match error:
        case json.JSONDecodeError():
            other = re.match(r"(?:#[^\n]*\n)*format: efgc/([a-z-]{1,20})\n", text)
            reason = f"this is efgc/{other[1]} in YAML" if other else error.msg
            return Problem(f"not valid JSON: {reason}", (), error.lineno, error.colno)
        case UnicodeEncodeError():
            return Problem("not valid text: half of a surrogate pair, such as \\ud800", (), 1, 1)
    long = re.search(r"\d{4301}", text)
    at = position(text, long.start() if long else 0)
    return Problem("a whole number of more than 4,300 digits", (), *at)


def _twice(text: str, keys: list[str]) -> list[Problem]:
    """Return the problems of repeated keys, with their places if they can be determined."""
    problems = [Problem(f"duplicate key {shown(key)}") for key in keys]
    try:
        if len(text) <= MAX_PLACED:
            read_yaml(text)  # Reports the place, if the text is also valid YAML.
    except InputError as error:
        if {each.message for each in problems} <= {each.message for each in error.problems}:
            return list(error.problems)
    found = [match.start() for match in re.finditer(rf"{re.escape(json.dumps(keys[0]))}\s*:", text)]
    if len(keys) > 1 or len(found) != 2:
        return problems
    line, column = position(text, found[1])
    return [problems[0]._replace(line=line, column=column)]
