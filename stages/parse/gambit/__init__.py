"""Gambit's `.efg` files as a source: from the text to the game, exactly.

Only games of two players with a constant sum of payoffs and perfect recall (`recall`) are accepted;
anything else is refused with its line. `tree` reads the text: `scan` finds its nodes, with the
kernels, and `examination` the problems, with `grammar` for its spelling and `descriptions` for
information sets and outcomes. `numbers` defines the meaning of a number. `lint` finds constructs
that other readers refuse.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ....schemas.game import Decision, Game
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.source import GAMBIT, Source
from ..program_output import program_output
from .grammar import set_number, tree_start
from .numbers import Replacements
from .recall import recall_problems
from .tree import read_tree

__all__ = (
    "Reading",
    "is_gambit",
    "parse_gambit",
    "read_gambit",
    "refuse_others",
    "refuse_imperfect_recall",
)


@dataclass(frozen=True)
class Reading:
    """The game of a file, and the positions of its nodes in the file."""

    game: Game
    comment: str
    """The text after the players' names, or empty text."""
    text: str
    offsets: Sequence[int]
    """The offset of each node of the game in the text: an array of 64-bit numbers."""
    replacements: Replacements = Replacements()
    """The numbers that were replaced by their presumed values."""
    mended: tuple[Problem, ...] = ()
    """The faults that were mended."""

    def position(self, node: int) -> tuple[int, int]:
        """Return line and column of a node of the game, both from 1.

        >>> reading = read_gambit(
        ...     'EFG 2 R "" { "a" "b" }\\np "" 1 1 "" { "l" "r" } 0 t "" 0\\nt "" 0\\n')
        >>> [reading.position(node) for node in range(3)]
        [(2, 1), (2, 27), (3, 1)]
        """
        return self.place(int(self.offsets[node]))

    def declared(self) -> list[int]:
        """Return for each information set of the game its number in the file."""
        found: dict[int, int] = {}
        for record, offset in zip(self.game.nodes, self.offsets, strict=True):
            if isinstance(record, Decision) and record.infoset not in found:
                found[record.infoset] = set_number(self.text, offset)
        return [found[infoset] for infoset in range(len(found))]

    def remarks(self) -> list[str]:
        """Return remarks on the faults that were mended, and on the numbers that were replaced by
        their presumed values, if any.
        """
        more = f", and {len(self.mended) - 1:,} more such faults" if len(self.mended) > 1 else ""
        said = [f"line {first.line}: {first.message}{more}" for first in self.mended[:1]]
        if self.replacements.many:
            line, _ = self.place(self.replacements.first[0].offset)
            said.append(self.replacements.remark(line))
        return said

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset of the text, both from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    @cached_property
    def _lines(self) -> "array[int]":
        return array("q", (0, *(end.end() for end in re.finditer("\n", self.text))))


def is_gambit(text: str) -> bool:
    """Return whether a text seems to be a Gambit extensive form, perhaps after other output.

    >>> is_gambit('EFG 2 R "Kuhn poker" { "1" "2" }'), is_gambit("1 0.5")
    (True, False)
    """
    return re.match(r"\s*EFG\s", text) is not None or tree_start(text) > 0


def refuse_others(text: str) -> None:
    """Raise InputError for a text that is not meant to be a Gambit extensive form: an empty text,
    a program's error output, or something else.
    """
    if is_gambit(text):
        return
    said = program_output(text) or "is not a Gambit file: it does not begin with EFG"
    empty = not text.strip("\ufeff \t\r\n")
    raise InputError([Problem("the file is empty" if empty else said, (), 1, 1)])


def read_gambit(
    text: str,
    sha256: str = "",
    file: str = "",
    mend: bool = False,
    known: Sequence[Fraction] = (),
    split: bool = False,
) -> Reading:
    """Return the game of a file with the position of every node, with or without perfect recall.

    Nodes are numbered from 0 in the order of the file; nodes that can only follow
    a chance move of probability 0 are left out. Outcomes on the way are added
    to those at the end. `file` and `sha256` name the text in the artifact. With `mend`,
    faults that can be mended in only one way are accepted (`tree.read_tree`). Floating-point
    numbers are replaced by the values that they presumably mean; `known` are probabilities that the
    caller expects. With `split`, nodes that share the number of an information set, but not its
    actions or its label, are in different information sets (`Reading.declared`); otherwise such a
    file is refused. Raise InputError with line and column of every problem.
    """
    tree = read_tree(text, mend, known, split)
    source = Source(file=file, sha256=sha256, rules=GAMBIT, level=0)
    game = Game(
        title=tree.title,
        source=source,
        players=tree.players,
        states=0,
        information_sets=tree.information_sets,
        nodes=tree.nodes,
        constant=tree.constant,
    )
    return Reading(
        game=game,
        comment=tree.comment,
        text=text,
        offsets=tree.offsets,
        replacements=tree.replacements,
    )


def parse_gambit(text: str, sha256: str, file: str = "") -> Game:
    """Return the game of a file.

    >>> parse_gambit('EFG 2 R "" { "a" "b" } t "" 1 "" { 1 2 }', "0" * 64).constant
    Fraction(3, 1)

    Raise InputError with line and column of every problem, including imperfect recall.
    """
    return refuse_imperfect_recall(read_gambit(text, sha256, file)).game


def refuse_imperfect_recall(reading: Reading) -> Reading:
    """Return a reading unchanged. Raise InputError if a player lacks perfect recall."""
    problems = recall_problems(reading.game, reading.position)
    if problems:
        raise InputError(problems)
    return reading
