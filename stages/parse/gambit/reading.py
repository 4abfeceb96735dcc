"""The game of a Gambit `.efg` file, with the places of its nodes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....schemas.game import Decision, Game
from ....schemas.parts.problems import InputError, Problem, positions
from .grammar import NODE
from .numbers import Replacements
from .recall import recall_problems


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

    @cached_property
    def place(self) -> Callable[[int], tuple[int, int]]:
        """The function from an offset of the text to line and column, both from 1."""
        return positions(self.text)

    def position(self, node: int) -> tuple[int, int]:
        """Return line and column of a node of the game, both from 1.

        >>> from efgc.stages.parse.gambit.tree import read_gambit
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
                node = NODE.match(self.text, offset)
                assert node is not None
                found[record.infoset] = int(node[2])
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


def refuse_imperfect_recall(reading: Reading) -> Reading:
    """Return a reading unchanged. Raise InputError if a player lacks perfect recall."""
    problems = recall_problems(reading.game, reading.position)
    if problems:
        raise InputError(problems)
    return reading
