"""Grade a hand-in: read it, solve it, compare it with the reference of the map.

The grader of a map is chosen by the size of the map's textbook tree. If the tree is too large,
hand-ins are graded as far as possible without it. Imperfect recall is forgiven at nodes where the
player has only one action. A hand-in that is the map's game by other rules gets a remark.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from pipeline.chain.programs import lower_game, report_game, solve_game
from pipeline.course.contracts import counted
from pipeline.course.grading.information_sets import (
    decided,
    first_difference,
    forgiven,
    inconsistent,
    sizes,
    split_reading,
)
from pipeline.files.reading import about
from pipeline.files.text import Text
from pipeline.machine.deadline import current
from pipeline.machine.memory import HISTORY, STATE, affordable
from pipeline.settings import Settings
from schemas.game import Game
from schemas.grades import PASSED, Grade, Grades, Mistake, Verdict
from schemas.parts.exact import large
from schemas.parts.problems import Code, EfgcError, InputError, Problem
from schemas.state_graph import StateGraph
from stages.expand import MAX_HISTORIES, expand, expansion
from stages.expand.gambit import write_gambit
from stages.forms.trees import TreeForm
from stages.grade import (
    OTHER_VALUE,
    Chart,
    Finding,
    Reference,
    SolvedGame,
    Suspect,
    find_forgetting,
    grade,
    values_differ,
)
from stages.grade.identical_trees import isomorphism
from stages.grade.inconsistent_sets import Inconsistency, find_inconsistency, inconsistent_sets
from stages.grade.solved_games import KEPT, exchange_players
from stages.grade.spot_checks import SpotChecks, agent_of, spot_checks
from stages.parse import (
    DEFAULT_RULES,
    LEVELS,
    MAX_STATES,
    REDUCED_LEVEL,
    RULES,
    parse,
    textbook_graph,
)
from stages.parse.gambit import Reading, read_gambit, refuse_others
from stages.parse.gambit.lint import lint
from stages.parse.gambit.recall import recall_problems
from stages.parse.maps import Map, read_map
from stages.parse.misread import PLAYED_BY, misreadings
from stages.solve import Request

REDUCED = (
    "it is the map's game at level {level}, as efgc reduces it, and hand-ins are compared with the "
    "textbook tree: write that with 'efgc parse MAP -O 0 | efgc expand --format gambit'"
)
"""The reason given for a hand-in that is the map's game at another level."""


class GradingRequest(NamedTuple):
    """The map and the settings by which hand-ins are graded."""

    map: Text
    rules: str = ""
    """Empty for the rules of the map's layout."""
    max_histories: int = MAX_HISTORIES
    solver: str = ""


class Forms(NamedTuple):
    """Cached forms, made for one hand-in and reused for later ones."""

    reference: TreeForm | None
    misread: dict[int, TreeForm | None]
    """By the number of the mistake; None if the game is too large."""

    def since(self, before: "Forms") -> "Forms":
        """Return the forms that are new since `before`."""
        return Forms(
            None if before.reference else self.reference,
            {number: form for number, form in self.misread.items() if number not in before.misread},
        )


class Grader:
    """The solved reference of a map; grades hand-ins one after the other."""

    def __init__(self, grading_request: GradingRequest) -> None:
        self.text = text = grading_request.map
        self.map: Map = about(text.name, partial(read_map, text.text))
        self.rules = grading_request.rules or DEFAULT_RULES[self.map.layout]
        self.settings = Settings(solver=grading_request.solver, exact=False, level=REDUCED_LEVEL)
        self.limit = affordable(grading_request.max_histories, HISTORY)
        graph = about(
            text.name,
            lambda: parse(
                text.text,
                text.sha256,
                text.file,
                self.rules,
                0,
                affordable(MAX_STATES, STATE),
            ),
        )
        expanded = about(text.name, lambda: expansion(graph, self.limit))
        limit = current()
        request = Request(time_limit=limit.seconds, until=limit.end)
        solved = solved_game(expanded.game, replace(self.settings, request=request))
        self.reference = Reference(solved.game, solved.bounds, solved.strategies, expanded)
        start, gold, exits = (self.map.squares(kind) for kind in "SGD")
        self.chart = Chart(start[0], frozenset(gold), frozenset(exits))
        # Made on demand, and kept with their forms for later hand-ins.
        self.misread = tuple(self._suspects())
        small = len(self.reference.game.nodes) <= KEPT
        self.kept = (*self.misread, *(self.reference.common(self.chart) if small else ()))

    def head(self) -> Grades:
        """Return the heading with the reference, without grades."""
        game = self.reference.game
        assert game.source is not None
        return Grades(
            title=game.title,
            source=game.source,
            players=game.players,
            value=self.reference.bounds.value,
            nodes=len(game.nodes),
            information_sets=sizes(game),
            grades=(),
        )

    def grade(self, name: str, read: Callable[[], Text]) -> Grade:
        """Return the grade of a hand-in; `name` is its name in the row, and `read` returns its text
        or raises InputError.
        """
        ends = (self.map.capture, 1 - self.map.capture)  # The probabilities of a fight.
        text = None
        try:
            text = read()
            about(text.name, partial(refuse_others, text.text))
            told = partial(read_gambit, text.text, text.sha256, text.file, known=ends)
            reading = about(text.name, told)
        except InputError as error:
            split = split_reading(text, error, ends) if text else None
            return self._inconsistent(name, split) if split else unreadable(name, error)
        graded = partial(
            Grade,
            name,
            nodes=len(reading.game.nodes),
            information_sets=sizes(reading.game),
            remarks=tuple(reading.remarks()),
        )
        forgotten = recall_problems(reading.game, reading.position)
        if forgotten:
            whole, reading = reading, decided(reading)
            if recall_problems(reading.game):
                plain = graded(Verdict.NO_PERFECT_RECALL, problems=tuple(forgotten))
                return self._forgetful(plain, whole)
        try:
            solved = solved_game(reading.game, self.settings)
        except EfgcError as error:
            return graded(Verdict.NOT_SOLVED, problems=(Problem(str(error)),))
        plain = graded(Verdict.NOT_COMPARABLE)
        plain = replace(plain, remarks=(*plain.remarks, *forgiven(forgotten)))
        return self.compared(plain, solved, reading)

    def compared(self, plain: Grade, solved: SolvedGame, reading: Reading) -> Grade:
        """Return the grade of a hand-in that has been read and solved."""
        found = grade(self.reference, solved, self.chart, self.misread)
        plain = replace(plain, verdict=found.verdict, proof=found.proof)
        if found.verdict not in PASSED and not values_differ(self.reference, solved):
            proof = self.reduced(solved)
            if proof:
                return replace(plain, value=solved.bounds.value, proof=proof)
        return self._explained(plain, found, solved, reading)

    def reduced(self, solved: SolvedGame) -> str:
        """Return the remark that a hand-in is the map's game at a level above the textbook tree's;
        empty if it is not.
        """
        size = len(solved.game.nodes)
        for level, game in self.games:
            if len(game.nodes) == size and isomorphism(game, solved.drawn) is not None:
                return REDUCED.format(level=level)
        return ""

    @cached_property
    def games(self) -> list[tuple[int, Game]]:
        """The map's game at the levels above the textbook tree's, as exported, each with its
        level.
        """
        text, states = self.text, affordable(MAX_STATES, STATE)
        graphs = {
            level: parse(text.text, text.sha256, text.file, self.rules, level, states)
            for level in LEVELS
            if level
        }
        return [(level, as_tree(expand(graph, self.limit))) for level, graph in graphs.items()]

    def _forgetful(self, plain: Grade, reading: Reading) -> Grade:
        """Return a grade with the information that the hand-in hides from its players, as far as it
        can be determined.
        """
        found = find_forgetting(self.reference, reading.game, self.chart)
        return replace(
            plain,
            difference=first_difference(found, reading),
            mistakes=tuple(Mistake(*mistake) for mistake in found.mistakes),
        )

    def _inconsistent(self, name: str, reading: Reading) -> Grade:
        """Return the grade of a hand-in whose information sets do not fit; they are split in the
        reading.
        """
        found = find_inconsistency(
            self.reference, reading.game, reading.declared(), reading.position, self.chart
        )
        return inconsistent(name, reading, found, self.head())

    def made(self) -> Forms:
        """Return the forms made so far."""
        return Forms(
            self.reference.known_form,
            {number: one.form for number, one in enumerate(self.kept) if one.is_made},
        )

    def keep(self, forms: Forms) -> None:
        """Add sequence forms that another process computed for the same map."""
        if forms.reference is not None:
            self.reference.keep(forms.reference)
        for number, form in forms.misread.items():
            self.kept[number].keep(form)

    def _explained(
        self, plain: Grade, found: Finding, solved: SolvedGame, reading: Reading
    ) -> Grade:
        remarks = [*plain.remarks]
        if found.exchanged:
            remarks.append(
                f"player 1 of the file is {self.reference.game.players[1]} of the map, player 2 "
                f"{self.reference.game.players[0]}"
            )
        if reading.game.constant:
            remarks.append(
                f"the payoffs of both players add up to {reading.game.constant}, not to 0"
            )
        if not found.searched:
            remarks.append("the map's game is so large that few common mistakes were looked for")
        remarks += _rules_remarks(found)
        difference = first_difference(found, reading)
        if difference and found.verdict in PASSED:
            where = f"drawn otherwise, first in line {difference.line}, without changing the game"
            remarks.append(f"{where}: the textbook tree has {difference.expected}")
        value = solved.bounds.value
        return replace(
            plain,
            remarks=tuple(remarks),
            value=float(reading.game.constant) - value if found.exchanged else value,
            in_reference=found.exploitability[0],
            in_handin=found.exploitability[1],
            difference=None if found.verdict in PASSED else difference,
            mistakes=tuple(Mistake(*mistake) for mistake in found.mistakes),
        )

    def _suspects(self) -> Iterator[Suspect]:
        # Far larger games are not worth comparing.
        limit = 4 * len(self.reference.game.nodes) + 1000
        for name, make in misreadings(self.map, self.rules, limit):
            yield Suspect(name, partial(_expanded, make, limit))


def unreadable(name: str, error: InputError) -> Grade:
    """Return the grade of a hand-in that cannot be read."""
    uneven = all(problem.code is Code.NOT_CONSTANT_SUM for problem in error.problems)
    return Grade(
        name,
        Verdict.NOT_CONSTANT_SUM if uneven else Verdict.UNREADABLE,
        problems=error.problems,
    )


def solved_game(game: Game, settings: Settings) -> SolvedGame:
    """Return a game with its verified equilibrium."""
    made = report_game(solve_game(lower_game(game, settings), settings), settings).report
    return SolvedGame(game, made.bounds, made.strategies)


def as_tree(game: Game) -> Game:
    """Return a game as a tree, as in its exported Gambit file: shared nodes are repeated for each
    history.
    """
    return read_gambit("".join(write_gambit(game))).game.with_records()


def _expanded(make: Callable[[], StateGraph], limit: int) -> Game:
    return expand(make(), limit)


def without_choice(head: Grades) -> Grades:
    """Return the heading for a map whose rules were not given, with a list of the other rules."""
    taken = RULES[head.source.rules]
    others = tuple(name for name, rules in RULES.items() if rules != taken)
    return replace(head, other_rules=others)


def _rules_remarks(found: Finding) -> Iterator[str]:
    """Yield a remark for each other set of rules by which a hand-in is the map's game, with its
    option.
    """
    for mistake, proved in found.mistakes:
        if proved and mistake in PLAYED_BY:
            rules = PLAYED_BY[mistake]
            yield f"by the rules {rules} it is the map's game: --rules {rules} grades by them"


NOT_COMPARED = "what players know was not compared"


@lru_cache(maxsize=1)
def grader(request: GradingRequest) -> Grader:
    """Return the grader of a map, cached for this process and the processes that it forks."""
    text, limit = request.map, affordable(request.max_histories, HISTORY)
    states = affordable(MAX_STATES, STATE)
    read = partial(parse, text.text, text.sha256, text.file, request.rules, REDUCED_LEVEL, states)
    graph = about(text.name, read)
    number, exactly = counted(graph, limit)
    if number <= limit:
        try:
            return Grader(request)
        except InputError:  # The map is valid, as its graph could be made, but has too many states.
            exactly = False
    return LargeGrader(request, graph, number, exactly)


class LargeGrader(Grader):
    """The grader of a large map, solved at level 2: compares values and randomly drawn
    histories.
    """

    def __init__(
        self, grading_request: GradingRequest, graph: StateGraph, histories: int, exactly: bool
    ) -> None:
        self.settings = Settings(solver=grading_request.solver, exact=False, level=REDUCED_LEVEL)
        self.graph, self.histories = graph, histories
        self.least = "" if exactly else "at least "
        self.map = about(grading_request.map.name, lambda: read_map(grading_request.map.text))
        limit = affordable(grading_request.max_histories, HISTORY)
        game = about(grading_request.map.name, lambda: expand(graph, limit))
        time = current()
        request = Request(time_limit=time.seconds, until=time.end)
        self.solved = solved_game(game, replace(self.settings, request=request))

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
            grades=(),
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
