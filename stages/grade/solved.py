"""What is compared: games with their verified equilibria."""

from dataclasses import dataclass
from functools import cached_property

from schemas.game import Game
from schemas.report import Bounds, Strategy
from stages.expand.expansion import Expansion
from stages.forms.trees import TreeForm
from stages.grade.drawn import in_records
from stages.grade.forms import form_of, reduced


@dataclass(frozen=True)
class SolvedGame:
    """A game with its verified equilibrium."""

    game: Game
    bounds: Bounds
    strategies: tuple[Strategy, Strategy]

    @cached_property
    def drawn(self) -> Game:
        """The game in records, for who walks over it."""
        return in_records(self.game)

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
