"""Enumerate the reachable states of a compiled rules file into a state graph."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ....schemas.parts.exact import LARGEST, write_exact
from ....schemas.parts.labels import cut
from ....schemas.parts.limits import more_than
from ....schemas.parts.problems import InputError, Place, Problem, SizeError, agreeing, shown
from ....schemas.parts.watch import Watch
from ....schemas.state_graph.observed_columns import (
    NOTHING,
    Actor,
    GraphBuilder,
    ObservationColumns,
)
from ....schemas.state_graph.order import find_cycle, topological_order
from .functions import FAILURES, MORE_PER_STATE, MOST_IN_ALL, both, failure
from .phases import CompiledRules, Edge, State
from .program import BOTH, Failure

MOST_MOVES = 10_000
"""Maximum number of moves of a state."""
CHANCE = 4
"""The mover of a state of chance."""
MOST_IN_GRAPH = 10_000_000
"""Maximum number of moves of all states."""
STEP = 256
"""States between two reports of progress."""
LONGEST_LABEL = 2_000
SHOWN = 12
"""States of a cycle that a message shows."""


class Enumeration:
    """The states found so far."""

    def __init__(self, rules: CompiledRules, max_states: int) -> None:
        self.rules, self.max_states = rules, max_states
        self.builder = GraphBuilder()
        self.index: dict[State, int] = {}
        self.moves = 0
        self.ends: dict[Any, int] = {}
        """The numbers of the terminal states by their payoffs."""
        self.order: list[Any] = []
        """States, or the ready edges of the second of two moves at once, by their numbers."""
        self.views: list[tuple[str | None, str | None]] = []
        self.looks: list[tuple[int, Any]] = []
        self.texts: dict[str | None, int] = {None: NOTHING}
        self.numbers: dict[Any, int] = {}
        self.joined: dict[tuple[str | None, str | None], int] = {}

    def run(self, watch: Watch) -> ObservationColumns:
        """Return the columns of all reachable states."""
        initial = self.rules.initial
        state, _, _, _ = self.attempt("start_0", *initial)
        self.added(state, "start_0", initial)
        at = 0
        while at < len(self.order):
            if at % STEP == 0:
                watch(at, len(self.order))
            self.refuse_long_work()
            self.expand(at)
            self.order[at] = None if isinstance(self.order[at], list) else self.order[at]
            at += 1
        return self.builder.columns()

    def refuse_long_work(self) -> None:
        if self.rules.budget.spent > MOST_IN_ALL + MORE_PER_STATE * len(self.order):
            states = f"{len(self.order):,} states"
            message = f"more than {MOST_IN_ALL:,} iterations of loops in the first {states}"
            raise SizeError([Problem(message, ("moves",))])
        if self.moves > MOST_IN_GRAPH:
            message = f"the game has more than {MOST_IN_GRAPH:,} moves in all states"
            raise SizeError([Problem(message, ("moves",))])

    def attempt(self, function: str, *arguments: Any) -> Any:
        """Return what a function of the rules returns. Raise InputError if it fails."""
        self.rules.budget.reset()
        try:
            return self.rules.functions[function](*arguments)
        except (*FAILURES, Failure) as error:
            raise self.problem(function, arguments, failure(error)) from None

    def problem(self, function: str, arguments: Sequence[Any], message: str) -> InputError:
        """Return the error of a function that failed, with the place of the expression."""
        place: Place = ("moves",)
        self.rules.budget.reset()
        halves = ("half_0", "half_1") if function == "merge" else ()
        try:
            for half in halves:
                self.rules.careful[half](arguments[0])
            self.rules.careful[function](*arguments)
        except Failure as error:
            place, message = error.place, error.message
        except FAILURES as error:
            message = failure(error)
        state = arguments[0] if isinstance(arguments[0], tuple) else (0, *arguments)
        return self.refuse(place, message, state)

    def refuse(self, place: Place, message: str, state: State) -> InputError:
        words = cut(self.rules.words(state), 300)
        return InputError([Problem(f"{message}, in the state {words}", place)])

    def added(self, state: State, function: str, arguments: Sequence[Any]) -> int:
        """Return the number of a state, which is new. The function and its arguments led to it."""
        number = len(self.order)
        if len(self.index) >= self.max_states:
            message = f"the game {more_than(self.max_states, 'states', '--max-states')}"
            raise SizeError([Problem(message, ("moves",))])
        if not self.rules.functions["valid"](state):
            raise self.problem(function, arguments, "a variable has a value outside its type")
        look = (CHANCE, None, None, None) if state[0] else self.attempt("look", state)
        if look[0] == 0:
            number = self.ends.setdefault(look[1], number)
        self.index[state] = number
        if number < len(self.order):
            return number
        self.order.append(state)
        self.looks.append(look[:2])
        self.views.append(look[2:])
        return number

    def expand(self, at: int) -> None:
        """Add the state of a number to the graph."""
        state = self.order[at]
        if isinstance(state, list):
            self.builder.add(Actor.PLAYER_2, state)
            return
        who, payoff = self.looks[at]
        if who == 0:
            self.builder.end(self.number(payoff, state, ("ends",)))
        elif who == BOTH:
            self.at_once(state)
        elif who <= 2:
            self.alone(state, who)
        else:
            self.by_chance(state)

    def alone(self, state: State, who: int) -> None:
        function = f"moves_{who - 1}"
        edges: list[Edge] = self.attempt(function, state)
        player = self.rules.document.players[who - 1]
        self.check_labels(state, player, [edge[0] for edge in edges])
        self.builder.add(who, self.moves_of(edges, state, function))

    def moves_of(
        self, edges: Sequence[Edge], state: State, function: str, total: Any = None
    ) -> list[int]:
        """Return the moves of edges, which a function of the rules made for a state; `total` is the
        sum of their weights if chance moves.
        """
        moves: list[int] = []
        for label, target, weight, reward, first, second in edges:
            number = self.index.get(target)
            if number is None:
                number = self.added(target, function, (state,))
            views = self.views[number]
            moves += (
                self.text(label),
                number,
                NOTHING if total is None else self.number(Fraction(weight) / total, state),
                self.number(reward, state),
                self.seen(first, views[0]),
                self.seen(second, views[1]),
            )
        return moves

    def at_once(self, state: State) -> None:
        """Add a state in which both players move: first player 1, and then player 2 without having
        seen that.
        """
        if self.rules.conflict:
            raise self.refuse(("moves",), self.rules.conflict, state)
        firsts, seconds = (self.attempt(f"half_{player}", state) for player in (0, 1))
        for player, edges in zip(self.rules.document.players, (firsts, seconds), strict=True):
            self.check_labels(state, player, [edge[0] for edge in edges])
        self.moves += len(firsts) * len(seconds)
        moves: list[int] = []
        for label, values, reward, *seen in firsts:
            self.refuse_long_work()
            inner: list[int] = []
            moves += (self.text(label), 0, NOTHING, self.number(reward, state), NOTHING, NOTHING)
            for answer, others, paid, *shown_ in seconds:
                arguments = (state, values, others)
                target, more, *last = self.attempt("merge", *arguments)
                number = self.index.get(target)
                if number is None:
                    number = self.added(target, "merge", arguments)
                first, second = (
                    self.seen(both(both(one, two), three), view)
                    for one, two, three, view in zip(
                        seen, shown_, last, self.views[number], strict=True
                    )
                )
                total = self.number(paid + more, state)
                inner += (self.text(answer), number, NOTHING, total, first, second)
            moves[-5] = len(self.order)
            if len(self.order) >= self.max_states:
                message = f"the game {more_than(self.max_states, 'states', '--max-states')}"
                raise SizeError([Problem(message, ("moves",))])
            self.order.append(inner)
            self.looks.append((0, None))
            self.views.append((None, None))
        self.builder.add(Actor.PLAYER_1, moves)

    def by_chance(self, state: State) -> None:
        step = self.rules.chance[state[0]]
        function = f"chance_{state[0]}"
        edges: list[Edge] = [edge for edge in self.attempt(function, state) if edge[2]]
        place = (*step.place, "draw" if step.draws else "chance")
        self.check_labels(state, "chance", [edge[0] for edge in edges], place)
        total = sum(edge[2] for edge in edges)
        if any(edge[2] < 0 for edge in edges):
            raise self.refuse(place, "a probability is below 0", state)
        if not step.draws and total != 1:
            message = f"the probabilities have the sum {write_exact(Fraction(total))}, not 1"
            raise self.refuse(place, message, state)
        self.builder.add(Actor.CHANCE, self.moves_of(edges, state, function, total))

    def check_labels(
        self, state: State, player: str, labels: Sequence[str], place: Place = ()
    ) -> None:
        self.moves += len(labels)
        have = agreeing(player, "has", "have")
        if not labels:
            group = player if any(one.place[1] == player for one in self.steps()) else "each"
            message = "chance has no outcome" if place else f"{have} no move"
            raise self.refuse(place or ("moves", group), message, state)
        if len(labels) > MOST_MOVES:
            message = f"{have} more than {MOST_MOVES:,} moves"
            raise self.refuse(place or ("moves",), message, state)
        if not all(map(str.strip, labels)):
            raise self.refuse(place or ("moves",), f"a move of {player} has an empty label", state)
        if len(set(labels)) < len(labels):
            twice = next(one for one in labels if labels.count(one) > 1)
            message = f"two moves of {player} have the label {shown(twice)}"
            raise self.refuse(place or ("moves",), message, state)

    def steps(self) -> list[Any]:
        return [one for steps in self.rules.document.moves for one in steps]

    def seen(self, first: str | None, second: str | None) -> int:
        """Return the number of what a player sees of a move, and of the state after it."""
        if first is None and second is None:
            return NOTHING
        number = self.joined.get((first, second))
        if number is None:
            number = self.joined[first, second] = self.text(both(first, second))
        return number

    def text(self, text: str | None) -> int:
        number = self.texts.get(text)
        if number is None:
            assert text is not None
            if len(text) > LONGEST_LABEL:
                message = f"a label or observation of more than {LONGEST_LABEL:,} characters"
                raise InputError([Problem(message, ("moves",))])
            number = self.texts[text] = self.builder.text(text)
        return number

    def number(self, value: Any, state: State, place: Place = ("moves",)) -> int:
        number = self.numbers.get(value)
        if number is None:
            exact = Fraction(value)
            if abs(exact) > LARGEST or exact.denominator > LARGEST:
                raise self.refuse(place, "a payoff or probability has more than 300 digits", state)
            number = self.numbers[value] = self.builder.number(exact)
        return number


def refuse_cycles(columns: ObservationColumns, words: Callable[[int], str]) -> None:
    """Raise InputError with a cycle of the graph, if it has one."""
    graph = columns.begin, columns.target, 0
    if len(topological_order(*graph)):
        return
    said = [words(state) for state in find_cycle(*graph)]
    listed = " -> ".join(cut(one, 100) for one in dict.fromkeys(filter(None, said[:SHOWN])))
    message = f"play can go on forever: {listed} and so on; count the moves, and end after some"
    raise InputError([Problem(message, ("moves",))])
