"""Report on a graph solved by backward induction. A new format is a line in INDUCTION_FORMATS."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from schemas.induction import Induction, Known, StageSolution
from schemas.induction_report import ExactStage, InductionReport, Play, Proved, Sizes
from schemas.parts.problems import InputError, Problem, VerificationError, shown
from schemas.parts.states import Choice, Draw, Joint, State, Terminal, targets
from schemas.rules.droid_battle import DroidBattle, actions, is_over, opening, write_standing
from schemas.rules.goofspiel import Goofspiel, deal, write_position
from schemas.rules.listing import listed, state_name
from schemas.state_graph import StateGraph, topological
from stages.report.formats import Format, plain
from stages.report.induction.guarantee import TOLERANCE, guarantees, largest, with_gap
from stages.report.induction.json_format import write_json
from stages.report.induction.notebook import write_notebook
from stages.report.induction.parity import write_parity
from stages.report.induction.sizes import deal_sizes, graph_sizes
from stages.report.induction.text import write_text

INDUCTION_FORMATS = {
    "text": Format("report.txt", write_text),
    "json": Format("report.json", plain(write_json)),
    "notebook": Format("notebook.txt", plain(write_notebook)),
    "svg": Format("svg", plain(write_parity)),
}
EXACT_GAMES = (
    400  # Stage games that are solved in rationals without being asked: a tenth of a second.
)
EXACT_STATES = 50_000
# Of a value, without being asked and with; of 6 cards it is 60,000.
EXACT_BITS = (100_000, 3_000_000)

AnswerPosition = Callable[[str], Play]


def report_induction(
    graph: StateGraph,
    induction: Induction,
    at: str = "",
    exact: bool = False,
    answer: AnswerPosition | None = None,
    known: Known | None = None,
) -> InductionReport:
    """Return what a solution of backward induction proves about its checked graph.

    Of a listed graph everything is computed anew from the strategies: what each guarantees in every
    state against any play. Small ones, and any up to EXACT_STATES with `exact`, are also solved in
    rationals. Of a generated graph the bounds are those of `known`; without it nothing is verified,
    and there are none. `at` names a state, or a position of the rule; a generated graph needs
    `answer`, which knows the levels, for it.

    Raises InputError if the solution is of another graph or the position is not there, and
    VerificationError if the strategies do not prove the values.
    """
    if induction.graph_sha256 != graph.digest:
        raise InputError([Problem("is the solution of another state graph", ("graph_sha256",))])
    stages = {stage.state: stage for stage in induction.stages}
    if graph.states and induction.levels:
        raise InputError(
            [
                Problem(
                    "levels are of a game with too many states to list; this graph lists them",
                    ("levels",),
                )
            ]
        )
    if not graph.states and (exact or not induction.levels):
        # The first round at most stands in the solution.
        few = exact and (induction.levels or not induction.stages)
        return _report_listed(
            listed(graph, EXACT_STATES), induction, None if few else stages, at, exact
        )
    if not graph.states:
        return _report_levels(
            graph, induction, answer(at) if at and answer else None, bool(at), known
        )
    return _report_listed(graph, induction, stages, at, exact)


def _report_levels(
    graph: StateGraph, induction: Induction, position: Play | None, asked: bool, known: Known | None
) -> InductionReport:
    from stages.report.induction.levels import (
        believed,
        refuse_contradictions,
        verified,
    )  # NumPy, which only these need.

    if not isinstance(graph.rule, Goofspiel | DroidBattle):
        raise InputError(
            [
                Problem(
                    "levels are of Goofspiel and of droid battle; this game has none", ("levels",)
                )
            ]
        )
    if asked and position is None:
        raise InputError(
            [
                Problem(
                    "a position of a game with too many states to list is read from its level "
                    "files; "
                    "name their folder with --levels"
                )
            ]
        )
    first = (
        _first_deals(graph.rule)
        if isinstance(graph.rule, Goofspiel)
        else _first_standing(graph.rule)
    )
    last = len(graph.rule.prizes) if isinstance(graph.rule, Goofspiel) else graph.rule.rounds
    if [level.left for level in induction.levels] != list(range(last + 1)):
        what = "number of cards" if isinstance(graph.rule, Goofspiel) else "number of rounds"
        raise InputError(
            [Problem(f"the proof needs a level for every {what} from 0 to {last}", ("levels",))]
        )
    _refuse_stages(induction, {name: (len(moves[0]), len(moves[1])) for _, name, moves in first})
    plays = believed(induction, first)
    if known is None:
        refuse_contradictions(graph.rule, induction)
        proved = None
    else:
        induction, plays = verified(graph.rule, induction, plays, known)
        value, margin = Fraction(induction.value), Fraction(induction.levels[-1].bound)
        proved = Proved(
            known.ground, _down(value - margin), _up(value + margin), induction.levels[-1].bound
        )
    states = sum(level.states for level in induction.levels)
    sizes = (
        deal_sizes(graph.rule, states)
        if isinstance(graph.rule, Goofspiel)
        else Sizes(states, None, None, None)
    )
    return InductionReport(graph, induction, proved, None, sizes, plays, position)


# What chance did, the state's name, the moves.
First = list[tuple[str, str, tuple[tuple[str, ...], tuple[str, ...]]]]


def _first_deals(rule: Goofspiel) -> First:
    start = deal(rule)
    hands = (tuple(map(str, start.hands[0])), tuple(map(str, start.hands[1])))
    return [
        (str(prize), write_position(start._replace(up=prize), rule.objective), hands)
        for prize in rule.prizes
    ]


def _first_standing(rule: DroidBattle) -> First:
    start = opening(rule)
    own, other = (
        actions(rule, square, left) for square, left in zip(start.squares, start.shots, strict=True)
    )
    return [] if is_over(start) else [("", write_standing(start, rule.objective), (own, other))]


def _report_listed(
    graph: StateGraph,
    induction: Induction,
    known: Mapping[str, StageSolution] | None,
    at: str,
    exact: bool,
) -> InductionReport:
    from stages.report.induction.exact import prove

    order = topological(graph) or []
    joint = [number for number in order if isinstance(graph.states[number], Joint)]
    stages: Mapping[str, StageSolution] = known or {}
    if known is not None:
        _refuse_stages(
            induction, {graph.names[number]: _shape(graph.states[number]) for number in joint}
        )
        limits = guarantees(graph, order, stages)
        values = _values(graph, order, stages)
        lower, upper = limits[graph.start]
        bound = _up(
            max(
                max(high - values[number], values[number] - low)
                for number, (low, high) in limits.items()
            )
        )
        _verify(graph, order, bound)
        stages = {
            stage.state: stage
            for stage in (with_gap(graph, number, values, stages) for number in joint)
        }
    proved = (
        prove(graph, order, stages, EXACT_BITS[exact])
        if exact or len(joint) <= EXACT_GAMES
        else None
    )
    if proved is not None:
        values = {number: value for number, (value, _) in proved.items()}
        lower = upper = values[graph.start]
        bound = 0.0
    elif exact:
        raise InputError(
            [
                Problem(
                    f"the exact values are fractions of more than {EXACT_BITS[exact]:,} bits; "
                    "leave --exact out"
                )
            ]
        )
    _verify(graph, order, abs(float(values[graph.start] - Fraction(induction.value))))
    # Equal bounds are a proof.
    value = values[graph.start] if proved else lower if lower == upper else None
    at_states = [_find(graph, order, at)] if at else []
    plays = {
        number: _listed_play(graph, number, values, stages, proved[number][1] if proved else None)
        for number in (*_first(graph), *at_states)
    }
    return InductionReport(
        graph,
        replace(induction, games=len(joint), levels=(), stages=tuple(stages.values())),
        Proved("best responses" if value is None else "exact", _down(lower), _up(upper), bound),
        value,
        graph_sizes(graph, order),
        tuple(
            plays[number]._replace(label=label, worth=None)
            for label, number in zip(_labels(graph), _first(graph), strict=False)
        ),
        plays[at_states[0]] if at else None,
    )


def _refuse_stages(induction: Induction, shapes: Mapping[str, tuple[int, int]]) -> None:
    """Raise InputError unless the solution has a strategy for both players of every stage game, and
    of no other.
    """
    problems = [
        Problem(f"the stage game of {shown(name)} is missing", ("stages",))
        for name in shapes.keys() - {stage.state for stage in induction.stages}
    ]
    for at, stage in enumerate(induction.stages):
        if stage.state not in shapes:
            problems.append(
                Problem(
                    f"{shown(stage.state)} is no stage game of this graph", ("stages", at, "state")
                )
            )
        elif tuple(map(len, stage.strategies)) != shapes[stage.state]:
            first, second = shapes[stage.state]
            problems.append(
                Problem(f"the players have {first} and {second} moves here", ("stages", at))
            )
    if problems:
        raise InputError(sorted(problems, key=lambda problem: (problem.place, problem.message)))


def _shape(state: State) -> tuple[int, int]:
    assert isinstance(state, Joint)
    return len(state.moves[0]), len(state.moves[1])


def _verify(graph: StateGraph, order: list[int], bound: float) -> None:
    if bound > TOLERANCE * float(largest(graph, order)):
        raise VerificationError(
            f"the strategies leave the value of a state open by {bound:.3g}; "
            "the solution is no equilibrium of this graph"
        )


def _values(
    graph: StateGraph, order: list[int], stages: Mapping[str, StageSolution]
) -> dict[int, Fraction]:
    """Return the value that the solution gives to every state."""
    values: dict[int, Fraction] = {}
    for number in reversed(order):
        state = graph.states[number]
        match state:
            case Terminal(payoff):
                values[number] = payoff
            case Draw(moves):
                values[number] = sum((p * values[to] for _, p, to in moves), Fraction(0))
            case Choice(player, moves):
                values[number] = (max if player == 1 else min)(values[to] for _, to in moves)
            case Joint():
                values[number] = Fraction(stages[graph.names[number]].value)
    return values


def _first(graph: StateGraph) -> tuple[int, ...]:
    """Return the joint states of the first round: the start, or what chance leads to from there."""
    start = graph.states[graph.start]
    following = (
        (graph.start,)
        if isinstance(start, Joint)
        else targets(start)
        if isinstance(start, Draw)
        else ()
    )
    return tuple(number for number in following if isinstance(graph.states[number], Joint))


def _labels(graph: StateGraph) -> tuple[str, ...]:
    start = graph.states[graph.start]
    if not isinstance(start, Draw):
        return ("",)
    return tuple(label for label, _, to in start.moves if isinstance(graph.states[to], Joint))


def _find(graph: StateGraph, order: list[int], at: str) -> int:
    """Return the number of the joint state that a person names. Raises InputError."""
    name = at
    if at not in graph.names and graph.rule is not None:
        name = state_name(graph.rule, graph.source.level if graph.source else 2, at)
    if name not in graph.names:
        raise InputError(
            [
                Problem(
                    f"{shown(at)} is no state of the graph"
                    + (f", nor is {shown(name)}" if name != at else "")
                )
            ]
        )
    number = graph.names.index(name)
    if number not in order:
        raise InputError([Problem(f"play never comes to {shown(name)}")])
    if not isinstance(graph.states[number], Joint):
        raise InputError(
            [
                Problem(
                    f"at {shown(name)} the players do not move at once; "
                    f"name a position with a prize up, or a joint state"
                )
            ]
        )
    return number


def _listed_play(
    graph: StateGraph,
    number: int,
    values: Mapping[int, Fraction],
    stages: Mapping[str, StageSolution],
    exact: ExactStage | None,
) -> Play:
    """Return how to play a joint state, with what each move is worth."""
    from stages.report.induction.others import (
        other_moves,
    )  # NumPy, which only those need who report on a graph.

    state, name = graph.states[number], graph.names[number]
    assert isinstance(state, Joint)
    x, y = (
        exact.strategies
        if exact
        else tuple(tuple(map(Fraction, strategy)) for strategy in stages[name].strategies)
    )
    matrix = [
        [paid + values[to] for paid, to in zip(*rows, strict=True)]
        for rows in zip(state.reward, state.to, strict=False)
    ]
    rows = tuple(
        float(sum(weight * entry for weight, entry in zip(y, row, strict=True))) for row in matrix
    )
    columns = tuple(
        float(sum(weight * entry for weight, entry in zip(x, column, strict=True)))
        for column in zip(*matrix, strict=False)
    )
    gap = 0.0 if exact else stages[name].gap
    strategies = (tuple(map(float, x)), tuple(map(float, y)))
    return Play(
        name,
        "",
        state.moves,
        float(values[number]),
        gap,
        strategies,
        (rows, columns),
        exact,
        other_moves(matrix, strategies, state.moves),
    )


def _down(number: Fraction) -> float:
    """Return the largest float that is not above a rational."""
    near = float(number)
    return near if Fraction(near) <= number else math.nextafter(near, -math.inf)


def _up(number: Fraction) -> float:
    return -_down(-number) + 0.0  # No negative zero.
