"""Grading hand-ins of maps whose trees are too large to list, as far as it goes without a tree."""

from dataclasses import replace
from functools import cached_property

from .....schemas.game import Game
from .....schemas.grades import Verdict
from .....schemas.parts.exact import large
from .....schemas.state_graph import StateGraph
from .....stages.expand import expand
from .....stages.parse import REDUCED_LEVEL, textbook_graph
from .....stages.parse.gambit.lint import lint
from .....stages.parse.gambit.reading import Reading
from .....stages.parse.maps import read_map
from .....stages.solve import Request
from ....files.reading import about
from ....files.text import Text
from ....machine.deadline import current
from ....machine.memory import HISTORY, affordable
from ....settings import Settings
from ..grade import OTHER_VALUE, SolvedGame, values_differ
from ..grade.inconsistent_sets import Inconsistency, inconsistent_sets
from ..grade.solved_games import exchange_players
from ..grade.spot_checks import SpotChecks, agent_of, spot_checks
from ..records import Grade, Grades, NamedMistake
from .grader import Forms, Grader, GradingRequest, as_tree, solved_game
from .information_sets import inconsistent

NOT_COMPARED = "what players know was not compared"


class LargeGrader(Grader):
    """The grader of a large map, solved at level 2: compares values and randomly drawn
    histories.
    """

    def __init__(
        self, grading_request: GradingRequest, graph: StateGraph, histories: int, exactly: bool
    ) -> None:
        self.settings = Settings(solver=grading_request.solver, exact=False, level=REDUCED_LEVEL)
        assert graph.source is not None
        self.graph, self.histories, self.rules = graph, histories, graph.source.rules
        self.least = "" if exactly else "at least "
        self.map = about(grading_request.map.name, lambda: read_map(grading_request.map.text))
        limit = affordable(grading_request.max_histories, HISTORY)
        game = about(grading_request.map.name, lambda: expand(graph, limit))
        time = current()
        request = Request(time_limit=time.seconds, until=time.end)
        self.solved = solved_game(game, replace(self.settings, request=request))

    @property
    def nodes(self) -> int:
        """The number of histories of the map's textbook tree, or less."""
        return self.histories

    def head_with_coverage(self) -> Grades:
        """Return the heading: there is no tree that could be examined."""
        return self.head()

    def quick_verdict(self, text: Text) -> Verdict | None:
        """Return None: there is no tree to compare the hand-in with."""

    def explanations(self, text: Text) -> dict[str, NamedMistake]:
        """Return no mistakes: there is no tree to compare the hand-in with."""
        return {}

    @cached_property
    def games(self) -> list[tuple[int, Game]]:
        """The map's game at the level at which it was solved, as exported."""
        return [(REDUCED_LEVEL, as_tree(self.solved.game))]

    def head(self) -> Grades:
        """Return the heading with the map, without grades."""
        assert self.graph.source is not None
        game, counts = self.solved.game, self.graph.counts
        sizes = (len(game.infosets(1)), len(game.infosets(2)))
        return Grades(
            title=self.graph.title,
            source=self.graph.source,
            players=self.graph.players,
            value=self.solved.bounds.value,
            nodes=self.histories,
            information_sets=counts.information_sets if counts else sizes,
        )

    def compared(self, plain: Grade, solved: SolvedGame, reading: Reading) -> Grade:
        """Return the grade of a hand-in that has been read and solved: different, if its value
        proves it, else not comparable, with the facts that agree.
        """
        remarks = [*plain.remarks, *_linted(reading)]
        if agent_of(solved.game) == 2:
            solved = exchange_players(solved)
            first, second = self.graph.players
            remarks.append(f"player 1 of the file is {second} of the map, player 2 {first}")
        found = replace(plain, value=solved.bounds.value)
        if proof := self.reduced(solved):
            return replace(found, proof=proof)
        checked = spot_checks(textbook_graph(self.map, self.graph), solved.game)
        remarks += _misfits(checked, reading)
        if values_differ(self.solved, solved):
            return replace(
                found, verdict=Verdict.DIFFERENT, proof=OTHER_VALUE, remarks=tuple(remarks)
            )
        remarks.append(
            f"{checked.agree} of {checked.drawn} plays drawn at random follow the map; "
            f"{NOT_COMPARED}"
        )
        size = f"{self.least}{large(self.histories)} histories"
        proof = f"the value is right, but the map's tree is too large to compare with: {size}"
        return replace(found, proof=proof, remarks=tuple(remarks))

    def _forgetful(self, plain: Grade, reading: Reading) -> Grade:
        """Return a grade unchanged: there is no tree to compare the hand-in with."""
        return plain

    def _inconsistent(self, name: str, reading: Reading) -> Grade:
        """Return a grade with the information sets that do not fit, without reasons from a map."""
        problems = inconsistent_sets(reading.game, reading.declared(), reading.position)
        return inconsistent(name, reading, Inconsistency(problems), self.head())

    def made(self) -> Forms:
        """Return no forms: none are cached."""
        return Forms(None, {})

    def keep(self, forms: Forms) -> None:
        """Ignore the forms."""


def _linted(reading: Reading) -> list[str]:
    """Return a remark on the findings of `efgc lint`."""
    # Floating point is reported by the reading, which has the map.
    found = [one for one in lint(reading.text, False)[0] if one.rule != "floating point"]
    if not found:
        return []
    first, more = found[0].problem, len(found) - 1
    others = f", and {more:,} more: see 'efgc lint'" if more else ""
    return [f"line {first.line}: {first.message}{others}"]


def _misfits(checked: SpotChecks, reading: Reading) -> list[str]:
    """Return remarks on histories that the map does not have."""
    said = []
    if checked.misfits:
        misfit = checked.misfits[0]
        line, _ = reading.position(misfit.node)
        said.append(
            f"line {line}: {len(checked.misfits)} plays drawn at random do not follow the map, the "
            f"first from here on, unless the tree is drawn in an unusual way: expected "
            f"{misfit.expected}; found {misfit.found}"
        )
    if checked.unread:
        said.append(
            f"{checked.unread} plays drawn at random were not checked: their labels fit too many "
            "ways"
        )
    return said
