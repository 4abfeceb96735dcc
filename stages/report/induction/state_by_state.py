"""Report on a graph that lists its states: everything is recomputed from the strategies."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ....schemas.induction import Ground, Induction, StageSolution
from ....schemas.induction_report import (
    ExactStage,
    InductionReport,
    Play,
    Proved,
    Sizes,
)
from ....schemas.parts.exact import float_above, float_below
from ....schemas.parts.problems import InputError, Problem, SizeError, VerificationError, shown
from ....schemas.parts.states import Choice, Draw, Joint, State, Terminal, targets
from ....schemas.rules.listing import state_name
from ....schemas.rules.rule import Words
from ....schemas.state_graph import StateGraph, topological
from ....schemas.state_graph.histories import count_histories
from .guarantee import (
    TOLERANCE,
    guarantees,
    largest,
    refuse_stages,
    with_gap,
)
from .plays import likeliest, listed_play

EXACT_GAMES = 400  # Stage games that are solved in rationals by default: a tenth of a second.
# Bits of a value, by default and on request; with 6 cards it has 60,000.
EXACT_BITS = (100_000, 3_000_000)


class ProvedValues(NamedTuple):
    """The values and bounds that the strategies of a graph prove."""

    values: Mapping[int, Fraction]
    """Of the states."""
    lower: Fraction
    upper: Fraction
    bound: float
    """Largest error of any value."""
    stages: Mapping[str, StageSolution]
    """With recomputed gaps."""
    exact: Mapping[int, ExactStage | None]
    """Solutions in rationals; empty if there are none."""


def report_listed(
    graph: StateGraph,
    induction: Induction,
    stages: Mapping[str, StageSolution] | None,
    position: str,
    exact: bool,
    most: int = 0,
) -> InductionReport:
    """Return the report on a listed graph. Without `stages` the graph is solved in rationals, and
    no bounds are measured. `most` is the number of likely positions in the report.
    """
    order = topological(graph).tolist()
    joint = [number for number in order if isinstance(graph.states[number], Joint)]
    measured = None
    if stages is not None:
        refuse_stages(induction, {graph.names[at]: _shape(graph.states[at]) for at in joint})
        measured = _measured(graph, order, joint, stages)
    proved = _proved(graph, order, len(joint), measured, exact)
    play = partial(_play, graph, proved)
    start, lower, upper = proved.values[graph.start], proved.lower, proved.upper
    _verify(graph, order, abs(float(start - Fraction(induction.value))))
    # Equal bounds are a proof.
    value = start if proved.exact else lower if lower == upper else None
    return InductionReport(
        graph=graph,
        induction=replace(
            induction, games=len(joint), levels=(), stages=tuple(proved.stages.values())
        ),
        proved=Proved(
            ground=Ground.RESPONSES if value is None else Ground.EXACT,
            lower=float_below(lower),
            upper=float_above(upper),
            bound=proved.bound,
        ),
        exact=value,
        sizes=_graph_sizes(graph, order),
        first_moves=tuple(
            play(number)._replace(label=label) for label, number in _first_round(graph).items()
        ),
        position=play(_find(graph, order, position)) if position else None,
        exact_stages={graph.names[at]: stage for at, stage in proved.exact.items() if stage},
        positions=likeliest(graph.start, graph.states.__getitem__, play, most) if most else None,
    )


def _play(graph: StateGraph, proved: ProvedValues, number: int) -> Play:
    return listed_play(graph, number, proved.values, proved.stages, proved.exact.get(number))


def _measured(
    graph: StateGraph, order: list[int], joint: list[int], stages: Mapping[str, StageSolution]
) -> ProvedValues:
    """Return the guarantees of the strategies. Raises VerificationError if they are too weak."""
    limits = guarantees(graph, order, stages)
    values = _values(graph, order, stages)
    bound = float_above(
        max(
            max(high - values[number], values[number] - low)
            for number, (low, high) in limits.items()
        )
    )
    _verify(graph, order, bound)
    lower, upper = limits[graph.start]
    again = (with_gap(graph, number, values, stages) for number in joint)
    return ProvedValues(
        values=values,
        lower=lower,
        upper=upper,
        bound=bound,
        stages={stage.state: stage for stage in again},
        exact={},
    )


def _proved(
    graph: StateGraph, order: list[int], games: int, measured: ProvedValues | None, exact: bool
) -> ProvedValues:
    """Return the exact solution, if the graph is small or `exact` is set; else the measured one.
    Raises SizeError if the fractions of a required exact solution are too long.
    """
    from .exact import prove  # For start-up time: NumPy.

    stages = measured.stages if measured else {}
    if exact or games <= EXACT_GAMES or measured is None:
        proved = prove(graph, order, stages, EXACT_BITS[exact])
        if proved is not None:
            values = {number: value for number, (value, _) in proved.items()}
            return ProvedValues(
                values=values,
                lower=values[graph.start],
                upper=values[graph.start],
                bound=0.0,
                stages=stages,
                exact={number: stage for number, (_, stage) in proved.items()},
            )
    if exact or measured is None:
        words = f"the exact values are fractions of more than {EXACT_BITS[exact]:,} bits"
        raise SizeError([Problem(f"{words}; `efgc report` without --exact proves bounds")])
    return measured


def _shape(state: State) -> tuple[int, int]:
    assert isinstance(state, Joint)
    return len(state.moves[0]), len(state.moves[1])


def _verify(graph: StateGraph, order: list[int], bound: float) -> None:
    if bound > TOLERANCE * float(largest(graph, order)):
        raise VerificationError(
            f"the strategies leave the value of a state open by {bound:.3g}; the solution is not "
            "an equilibrium of this graph"
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


def _first_round(graph: StateGraph) -> dict[str, int]:
    """Return the joint states of the first round by the chance move before them: the start, or the
    states after a chance state there.
    """
    start = graph.states[graph.start]
    following = {"": graph.start}
    if isinstance(start, Draw):
        following = {label: to for label, _, to in start.moves}
    return {
        label: number
        for label, number in following.items()
        if isinstance(graph.states[number], Joint)
    }


def _find(graph: StateGraph, order: list[int], position: str) -> int:
    """Return the number of the joint state with a name given by the user. Raises InputError."""
    name = position
    if position not in graph.names and graph.rule is not None:
        name = state_name(graph.rule, graph.source.level if graph.source else 2, position)
    if name not in graph.names:
        other = f", nor is {shown(name)}" if name != position else ""
        raise InputError([Problem(f"{shown(position)} is not a state of the graph{other}")])
    number = graph.names.index(name)
    if number not in order:
        raise InputError([Problem(f"play never comes to {shown(name)}")])
    if not isinstance(graph.states[number], Joint):
        words = graph.rule.words if graph.rule else Words()
        message = f"at {shown(name)} the players do not move simultaneously"
        raise InputError([Problem(f"{message}; choose {words.playable}, or a joint state")])
    return number


def _graph_sizes(graph: StateGraph, order: list[int]) -> Sizes:
    """Return the sizes of a listed graph's tree. `order` is topological."""
    counts = count_histories(graph)
    ways = {graph.start: 1}
    sequences = [1, 1]
    for number in order:
        state = graph.states[number]
        if isinstance(state, Joint):
            sequences = [
                total + ways[number] * len(moves)
                for total, moves in zip(sequences, state.moves, strict=True)
            ]
        if isinstance(state, Choice):
            sequences[state.player - 1] += ways[number] * len(state.moves)
        for to in targets(state):
            ways[to] = ways.get(to, 0) + ways[number]
    return Sizes(
        states=len(graph.states),
        histories=counts.histories,
        information_sets=counts.information_sets,
        sequences=(sequences[0], sequences[1]),
    )
