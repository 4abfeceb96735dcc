"""What is compared: games with their verified equilibria."""

from dataclasses import dataclass
from functools import cached_property

from schemas.game import Game
from schemas.report import Bounds, Strategy
from stages.expand.expansion import Expansion
from stages.forms.trees import TreeForm
from stages.grade.forms import form_of, reduced
from stages.grade.mistakes import Suspect, common_mistakes
from stages.grade.story import Chart, Stories

KEPT = 5_000
"""Nodes of a reference up to which the forms of all its common mistakes are kept: some thirty, of
a kilobyte for every node at most.
"""


@dataclass(frozen=True)
class SolvedGame:
    """A game with its verified equilibrium."""

    game: Game
    bounds: Bounds
    strategies: tuple[Strategy, Strategy]

    @cached_property
    def drawn(self) -> Game:
        """The game with all its records made, for who walks over it."""
        return self.game.with_records()

    @cached_property
    def form(self) -> TreeForm:
        """Its reduced sequence form; of a reference made once for all hand-ins, of an identical
        hand-in never.
        """
        return reduced(form_of(self.game))

    @property
    def known_form(self) -> TreeForm | None:
        """The form if it has been made."""
        return vars(self).get("form")

    def keep(self, form: TreeForm) -> None:
        """Take the form from who has made it."""
        vars(self).setdefault("form", form)


@dataclass(frozen=True)
class Reference(SolvedGame):
    """The textbook tree of a map."""

    expansion: Expansion
    """The same game, with the events of the map that its nodes come from."""

    def stories(self, chart: Chart) -> Stories:
        """Return the stories of its nodes; they are gathered once for all hand-ins."""
        kept: Stories = vars(self).setdefault(
            "told", Stories(self.expansion._replace(game=self.drawn), chart)
        )
        return kept

    def common(self, chart: Chart) -> tuple[Suspect, ...]:
        """Return the mistakes that any hand-in may have made; of a small reference the same each
        time, so that their forms are made once.
        """
        if len(self.game.nodes) > KEPT:
            return tuple(common_mistakes(self.stories(chart)))
        if "mistaken" not in vars(self):
            vars(self)["mistaken"] = tuple(common_mistakes(self.stories(chart)))
        kept: tuple[Suspect, ...] = vars(self)["mistaken"]
        return kept
