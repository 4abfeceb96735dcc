"""Grade a hand-in: read it, solve it, compare it with the reference of the map.

Imperfect recall is forgiven at nodes where the
player has only one action. A hand-in that is the map's game by other rules gets a remark.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import NamedTuple

from .....schemas.game import Game
from .....schemas.grades import PASSED, Verdict
from .....schemas.parts.problems import Code, EfgcError, InputError, Problem
from .....schemas.state_graph import StateGraph
from .....stages.expand import MAX_HISTORIES, expand, expansion
from .....stages.expand.gambit import write_gambit
from .....stages.parse import LEVELS, MAX_STATES, REDUCED_LEVEL, RULES, parse
from .....stages.parse.gambit import refuse_others
from .....stages.parse.gambit.reading import Reading
from .....stages.parse.gambit.recall import recall_problems
from .....stages.parse.gambit.tree import read_gambit
from .....stages.parse.maps import Map, read_map
from .....stages.solve import Request
from ....chain.programs import lower_game, report_game, solve_game
from ....files.reading import about
from ....files.text import Text
from ....machine.deadline import current
from ....machine.memory import HISTORY, STATE, affordable
from ....settings import Settings
from ..contracts import refused_if_large
from ..grade import (
    SAME_TREE,
    Chart,
    Finding,
    Reference,
    SolvedGame,
    Suspect,
    coverage,
    grade,
    values_differ,
)
from ..grade.forgetting import find_forgetting
from ..grade.identical_trees import isomorphism
from ..grade.inconsistent_sets import find_inconsistency
from ..grade.mistakes import apparent_payoffs, forgotten
from ..grade.mistakes.numbers import typical_numbers
from ..grade.solved_games import exchange_game_players
from ..grade.tree_pair import same_drawing, same_labels
from ..misread import PLAYED_BY, misreadings
from ..programs.maps import separating, text_of
from ..records import Grade, Grades, NamedMistake
from .information_sets import (
    decided,
    first_difference,
    forgiven,
    inconsistent,
    sizes,
    split_reading,
)

REDUCED = (
    "moves that do not change the value are left out or merged: efgc writes this tree at level "
    "{level}, but hand-ins are compared with the textbook tree, which 'efgc parse MAP -O 0 | efgc "
    "expand --format gambit' writes"
)
"""The reason given for the tree that efgc writes at another level. Whoever draws such a tree in
other words is shown the first difference.
"""


class GradingRequest(NamedTuple):
    """The map and the settings by which hand-ins are graded."""

    map: Text
    rules: str = ""
    """Empty for the rules of the map's layout."""
    max_histories: int = MAX_HISTORIES
    solver: str = ""


class Grader:
    """The solved reference of a map; grades hand-ins one after the other."""

    def __init__(self, grading_request: GradingRequest) -> None:
        """Make the textbook tree. Raise InputError, and LimitError if the tree is too large."""
        self.text = text = grading_request.map
        self.map: Map = about(text.name, partial(read_map, text.text))
        self.rules = grading_request.rules or self.map.rules
        self.settings = Settings(solver=grading_request.solver, exact=False, level=REDUCED_LEVEL)
        self.limit = affordable(grading_request.max_histories, HISTORY)
        with refused_if_large(text, self.rules, self.limit):
            graph = parse(text.text, text.sha256, text.file, self.rules, 0, self.limit)
            self.expanded = expansion(graph, self.limit)
        start, gold, exits = (self.map.squares(kind) for kind in "SGD")
        self.chart = Chart(start[0], frozenset(gold), frozenset(exits))

    @cached_property
    def reference(self) -> Reference:
        """The game of the map with its equilibrium."""
        limit = current()
        request = Request(time_limit=limit.seconds, until=limit.end)
        solved = solved_game(self.expanded.game, replace(self.settings, request=request))
        return Reference(solved.game, solved.bounds, solved.strategies, self.expanded)

    @cached_property
    def misread(self) -> tuple[Suspect, ...]:
        """The games of the map by wrong rules, made on demand."""
        return tuple(self._suspects())

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
        )

    def head_with_coverage(self) -> Grades:
        """Return the heading with the known mistakes that cannot show on the map, their total
        number, and a better map; without these for a map that is too large to examine.
        """
        if self.nodes > coverage.MOST_NODES:
            return self.head()
        known = coverage.known_mistakes(self.rules)
        hidden = tuple(name for name in known if not self.visible.get(name, True))
        better = text_of(separating(self.rules)) if hidden else ""
        return replace(self.head(), hidden=hidden, known=len(known), better=better)

    def grade(self, name: str, read: Callable[[], Text]) -> Grade:
        """Return the grade of a hand-in; `name` is its name in the row, and `read` returns its text
        or raises InputError.
        """
        text = None
        try:
            text = read()
            reading = self._reading(text)
        except InputError as error:
            split = split_reading(text, error, self.ends) if text else None
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
        plain = graded(Verdict.NOT_COMPARABLE)
        plain = replace(plain, remarks=(*plain.remarks, *forgiven(forgotten)))
        try:
            solved = solved_game(reading.game, self.settings)
        except EfgcError as error:
            return self._unsolved(plain, reading, error)
        return self.compared(plain, solved, reading)

    def _unsolved(self, plain: Grade, reading: Reading, error: EfgcError) -> Grade:
        """Return the grade of a hand-in that could not be solved: identical if its tree is that of
        the map, which needs no solver.
        """
        drawn, handin = self.expanded.game.with_records(), reading.game.with_records()
        for exchanged, game in enumerate((handin, exchange_game_players(handin))):
            if isomorphism(drawn, game) is not None:
                remarks = (*plain.remarks, *self._sides(bool(exchanged), reading))
                return replace(plain, verdict=Verdict.IDENTICAL, proof=SAME_TREE, remarks=remarks)
        return replace(plain, verdict=Verdict.NOT_SOLVED, problems=(Problem(str(error)),))

    @property
    def nodes(self) -> int:
        """The number of nodes of the map's textbook tree."""
        return len(self.expanded.game.nodes)

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The probabilities of a fight."""
        return (self.map.capture, 1 - self.map.capture)

    def _reading(self, text: Text) -> Reading:
        about(text.name, partial(refuse_others, text.text))
        read = partial(read_gambit, text.text, text.sha256, text.file, known=self.ends)
        try:
            return about(text.name, read)
        except InputError as error:
            with suppress(InputError):
                return replace(read(mend=True), mended=tuple(error.problems))
            raise

    @cached_property
    def possible(self) -> tuple[Suspect, ...]:
        """The mistakes that a hand-in may contain by its rules."""
        histories = self.reference.histories(self.chart)
        return (
            *self.reference.common(self.chart),
            # A grade looks for these only where a hand-in suggests them.
            *typical_numbers(histories),
            *forgotten(histories),
            *self.misread,
        )

    @cached_property
    def visible(self) -> dict[str, bool]:
        """For each class of these mistakes, whether one of them shows on the map."""
        shown = coverage.shown_mistakes(self.reference.drawn, self.possible)
        return {name: any(variants) for name, variants in shown.items()}

    def refutes(self, name: str) -> bool:
        """Return whether a program that is right on the map cannot contain a class of mistakes."""
        those = [one for one in self.possible if one.mistake.general == name]
        # With another number it may be right on some maps.
        if not those or any(one.mistake.words != name for one in those):
            return False
        return all(coverage.shown_mistakes(self.reference.drawn, those)[name])

    def explanations(self, text: Text, likely: Collection[str]) -> dict[str, NamedMistake]:
        """Return the visible mistakes each of which alone makes a hand-in of the map's game, by
        class; on a map that is too large to examine all of them, of the `likely` classes.
        """
        names = likely
        if self.nodes <= coverage.MOST_NODES:
            names = {name for name, shows in self.visible.items() if shows}
        suspects = [one for one in self.possible if one.mistake.general in names]
        try:
            handin = self._reading(text).game.with_records()
        except InputError:
            return {}
        for game in (handin, exchange_game_players(handin)):
            paid = apparent_payoffs(self.reference.histories(self.chart), game, foreign=False)
            numbered = (one for one in paid if one.mistake.general in likely)
            if found := coverage.explanations(game, chain(suspects, numbered)):
                return found
        return {}

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
        """Return the reason for the tree that efgc writes of the map at a level above the textbook
        tree's; empty if it is another one.
        """
        for level, game in self.games:
            if same_drawing(game, solved.game) and same_labels(game, solved.game):
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
        return replace(plain, difference=first_difference(found, reading), mistakes=found.mistakes)

    def _inconsistent(self, name: str, reading: Reading) -> Grade:
        """Return the grade of a hand-in whose information sets do not fit; they are split in the
        reading.
        """
        found = find_inconsistency(
            self.reference, reading.game, reading.declared(), reading.position, self.chart
        )
        return inconsistent(name, reading, found, self.head())

    def _explained(
        self, plain: Grade, found: Finding, solved: SolvedGame, reading: Reading
    ) -> Grade:
        remarks = [*plain.remarks, *self._sides(found.exchanged, reading)]
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
            mistakes=found.mistakes,
        )

    def _sides(self, exchanged: bool, reading: Reading) -> Iterator[str]:
        """Yield remarks on exchanged players, and on payoffs that do not add up to 0."""
        if exchanged:
            first, second = self.expanded.game.players
            yield f"player 1 of the file is {second} of the map, player 2 {first}"
        if reading.game.constant:
            yield f"the payoffs of both players add up to {reading.game.constant}, not to 0"

    def _suspects(self) -> Iterator[Suspect]:
        # Far larger games are not worth comparing.
        limit = 4 * len(self.expanded.game.nodes) + 1000
        for mistake, make in misreadings(self.map, self.rules, limit):
            yield Suspect(mistake, partial(_expanded, make, limit))


@lru_cache(maxsize=1)
def grader(request: GradingRequest) -> Grader:
    """Return the grader of a map, cached for this process and the processes that it forks."""
    return Grader(request)


def unreadable(name: str, error: InputError) -> Grade:
    """Return the grade of a hand-in that cannot be read."""
    uneven = all(problem.code is Code.NOT_CONSTANT_SUM for problem in error.problems)
    return Grade(
        name, Verdict.NOT_CONSTANT_SUM if uneven else Verdict.UNREADABLE, problems=error.problems
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
    others = tuple(name for name, rules in RULES.items() if not rules.play_like(taken))
    return replace(head, other_rules=others)


def _rules_remarks(found: Finding) -> Iterator[str]:
    """Yield a remark for each other set of rules by which a hand-in is the map's game, with its
    option.
    """
    for mistake in found.mistakes:
        if mistake.proved and mistake.words in PLAYED_BY:
            rules = PLAYED_BY[mistake.words]
            yield f"by the rules {rules} it is the map's game: --rules {rules} grades by them"
