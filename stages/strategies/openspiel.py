"""OpenSpiel's tabular policies.

OpenSpiel's policy is a mapping from information state strings to probabilities. In JSON, as
`json.dump` writes the result of `to_dict()` of a `TabularPolicy` in Python, or of `policy_table()`
in C++: the probabilities of an information state are pairs of an action and a probability,
`[[0, 0.5], [1, 0.5]]`. A mapping by action and a list of all actions are read, too. An action is
given by OpenSpiel's number or by its label here: `openspiel_actions`. A pickle is a program, and is
never opened.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from ...schemas.game import Game
from ...schemas.parts.documents import Data, Findings, locate_json, read_json
from ...schemas.parts.problems import InputError, OptionError, Place
from ...schemas.strategies import ExactStrategy
from ...schemas.strategy import spelled
from .entries import Text
from .names import Names
from .openspiel_actions import Row, matched, states

_BEGIN = re.compile(
    r'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*'
    r'(?:\[\s*(?:\[\s*"?[\w ]*"?\s*,\s*"?[-+.\d]|"?[-+.\d]|(?:NaN|null)\b)'
    r'|\{\s*"(?:[^"\\]|\\.)*"\s*:\s*"?[-+.\d])'
)


def recognise(text: str) -> bool:
    """Return whether a text is a mapping from texts to numbers of actions.

    >>> (recognise('{"0pb": [[0, 1.0], [1, 0.0]]}'), recognise('{"0pb": {"Pass": 1}}'),
    ...     recognise('{"format": "efgc/game"}'))
    (True, True, False)
    """
    return _BEGIN.match(text) is not None


def read(text: str, names: Names) -> Text:
    """Return the contents of a text."""
    found = Findings()
    policy = found.mapping(read_json(text), ())
    rows = [_row(found, key, value) for key, value in policy.items()]
    if found.problems:
        raise InputError(locate_json(text, found.problems))
    return Text(entries=matched(rows, names), both=True)


def _row(found: Findings, key: str, value: Data) -> Row:
    place: Place = (key,)
    if isinstance(value, dict):
        spots = tuple((*place, name) for name in value)
        numbers = [spelled(found, (*place, name), number) for name, number in value.items()]
        return Row(key, tuple(map(_action, value)), tuple(numbers), place, spots)
    every = found.sequence(value, place)
    if not every:
        found.add(place, "there are no probabilities")
    spots = tuple((*place, at) for at in range(len(every)))
    if not any(isinstance(pair, list) for pair in every):
        numbers = [spelled(found, (*place, at), number) for at, number in enumerate(every)]
        return Row(key, tuple(range(len(every))), tuple(numbers), place, spots, is_list=True)
    names: list[str | int] = []
    numbers = []
    for at, pair in enumerate(every):
        if isinstance(pair, list) and len(pair) == 2 and _is_action(pair[0]):
            names.append(_action(pair[0]))
            numbers.append(spelled(found, (*place, at, 1), pair[1]))
        else:
            found.add((*place, at), "expected a pair of an action and a probability")
    return Row(key, tuple(names), tuple(numbers), place, spots)


def _is_action(data: Data) -> TypeGuard[str | int]:
    return isinstance(data, int | str) and not isinstance(data, bool)


def _action(name: str | int) -> str | int:
    """Return a label, or OpenSpiel's number of an action, which may be text: the keys of a mapping
    in JSON are.
    """
    words = str(name).strip()
    return int(words) if words.isascii() and words.isdigit() and len(words) < 10 else name


def write(game: Game, strategies: Sequence[ExactStrategy | None]) -> Iterator[str]:
    """Yield the lines of the mapping, with a line per information state. Raises OptionError if the
    game, by its name, is not from OpenSpiel.
    """
    known = states(game)
    if not known:
        raise OptionError("a policy of OpenSpiel needs one of its own games, openspiel:NAME")
    separator = "{\n"
    for strategy in strategies:
        for infoset, shares in strategy or ():
            state = known[infoset]
            pairs = [[at, float(share)] for at, share in zip(state.actions, shares, strict=True)]
            yield f"{separator}{json.dumps(state.string)}: {json.dumps(pairs)}"
            separator = ",\n"
    yield "\n}\n" if separator[0] == "," else "{}\n"
