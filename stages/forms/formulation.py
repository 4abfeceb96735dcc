"""The sequence forms and linear programs of one game, each computed once, on first access.

`lower`, `report` and exact arithmetic need the same ones. A caller of several of them creates the
`Forms` of the game and passes it to each.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ...schemas.game import Game
from ...schemas.linear_program import Origin, program_name
from ...schemas.solution import Size
from .program import Program
from .reductions import REDUCTIONS, reduced
from .sequence_form import SequenceForm, sequence_form


@dataclass(frozen=True)
class Formulation:
    """A sequence form of a game, with both players' linear programs."""

    game: Game
    without: tuple[str, ...]
    """The REDUCTIONS that were left out, in the order of REDUCTIONS."""
    form: SequenceForm

    @cached_property
    def programs(self) -> tuple[Program, Program]:
        """Player 1's and player 2's."""
        return Program(self.form, 1), Program(self.form, 2)

    def name(self, player: int) -> str:
        """Return the name of a player's program, which identifies the game and the reductions that
        were left out.
        """
        return program_name(Origin(player, self.game.digest[:16], self.without))


@dataclass(frozen=True)
class Forms:
    """The formulations of a checked game."""

    game: Game
    _made: dict[tuple[str, ...], Formulation] = field(default_factory=dict)

    @cached_property
    def whole(self) -> SequenceForm:
        """The sequence form before any reduction."""
        return sequence_form(self.game)

    def without(self, names: Collection[str] = ()) -> Formulation:
        """Return the formulation after all REDUCTIONS except those in `names`."""
        left_out = tuple(name for name in REDUCTIONS if name in names)
        if left_out not in self._made:
            form = reduced(self.whole, left_out)
            self._made[left_out] = Formulation(self.game, left_out, form)
        return self._made[left_out]

    def sizes(self, player: int, without: Collection[str]) -> Iterator[tuple[str, Size]]:
        """Yield the size of a player's program before any of the REDUCTIONS, whose name is empty
        here, and after each one except those in `without`.
        """
        left_out = {*REDUCTIONS}
        yield "", self.without(left_out).programs[player - 1].size
        for name in REDUCTIONS:
            if name not in without:
                left_out.remove(name)
                yield name, self.without(left_out).programs[player - 1].size
