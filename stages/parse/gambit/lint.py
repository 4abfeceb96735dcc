"""Find constructs of a readable Gambit `.efg` file that other readers refuse or read differently.

The rules are in `rules`; `nodes` finds violations.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from schemas.game import Game, children
from schemas.parts.problems import Code, InputError, Problem, position
from stages.parse.gambit import Reading, read_gambit
from stages.parse.gambit.nodes import Nodes, Places, note_spelling
from stages.parse.gambit.recall import recall_problems
from stages.parse.gambit.rules import MAX_DEPTH, OTHERS, RULES
from stages.parse.gambit.surroundings import before, begin, is_output, without_output


class Finding(NamedTuple):
    """A violated rule."""

    rule: str
    """Its name in RULES; empty for errors that we refuse ourselves."""
    problem: Problem
    """The first violation, in words."""


def lint(text: str, mark: bool = False) -> tuple[list[Finding], Reading | None]:
    """Return the errors and portability problems of a file, in file order, with its game if there
    is one.

    `mark` says whether the file began with a byte order mark, which `text` lacks. Errors, including
    imperfect recall, have no rule; portability problems appear once per rule, at the first place.
    A game is returned if rewriting the file would fix all errors, including output before or after
    the tree.

    >>> [finding.rule for finding in lint('EFG 2 D "" { "a" "b" } t "" 0')[0]]
    ['decimal', 'null']
    """
    at = begin(text)
    ahead = [before(text, at)] if at else []
    try:
        reading, mended = _read(without_output(text, at) if at else text)
    except InputError as error:
        return _wrong([*ahead, *error.problems]), None
    forgotten = recall_problems(reading.game, reading.position)
    wrong = _wrong([*ahead, *mended, *forgotten])
    found = Places(reading.text)
    if mark:
        found.add("mark", 0)
    note_spelling(reading.text, found)
    Nodes(reading.text, found).walk()
    for number in reading.taken.first[:1]:
        found.add("floating point", number.offset)
    deepest, depth = _deepest(reading.game)
    if depth > MAX_DEPTH:
        found.add("deep", int(reading.offsets[deepest]))
    findings = sorted(
        [*wrong, *_not_portable(found)],
        key=lambda finding: (finding.problem.line, finding.problem.column),
    )
    return findings, None if forgotten else reading


def _read(text: str) -> tuple[Reading, Sequence[Problem]]:
    """Return the game of a file, and those of its errors that rewriting fixes: numbers beyond
    Gambit's limits, and output after the tree.
    """
    try:
        return read_gambit(text), ()
    except InputError as error:
        for problem in error.problems:
            if problem.code is Code.BEHIND_THE_TREE:
                end = _offset(text, problem)
                text = text[:end] if is_output(text, end) else text
        try:
            return read_gambit(text, any_number=True), error.problems
        except InputError:  # There are other errors; report all of them.
            raise error from None


def _offset(text: str, problem: Problem) -> int:
    """Return the offset of a problem in a text."""
    assert problem.line is not None and problem.column is not None
    lines = (end.end() for end in re.finditer("\n", text))
    begin = next(islice(lines, problem.line - 2, None)) if problem.line > 1 else 0
    return begin + problem.column - 1


def _wrong(problems: Sequence[Problem]) -> list[Finding]:
    """Return the errors that we refuse, each with the behaviour of other readers."""
    found = []
    for problem in problems:
        others = f"; {OTHERS[problem.code]}" if problem.code else ""
        found.append(Finding("", problem._replace(message=problem.message + others)))
    return found


def _not_portable(found: Places) -> Iterator[Finding]:
    """Yield one finding per violated rule."""
    for name, (offset, places) in found.first.items():
        rule = RULES[name]
        often = f", in {places:,} places" if places > 1 else ""
        readers = " and ".join(filter(None, (", ".join(rule.readers[:-1]), rule.readers[-1])))
        message = f"{rule.what}{often}: {readers} {rule.does}; {rule.mend}"
        yield Finding(name, Problem(message, (), *position(found.text, offset)))


def _deepest(game: Game) -> tuple[int, int]:
    """Return the node with the longest history, and its number of moves."""
    depth = [0] * len(game.nodes)
    for number, node in enumerate(game.nodes):
        for child in children(node):
            depth[child] = depth[number] + 1
    deepest = max(range(len(depth)), key=depth.__getitem__)
    return deepest, depth[deepest]
