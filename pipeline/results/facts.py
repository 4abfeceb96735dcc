"""The facts about a solved source, under the same names for every kind of source."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from pipeline.chain.records import Record, Reported, ReportedGraph, ReportedProgram
from pipeline.declarations import AS_PROGRAM, BY_STATES, PROGRAM
from pipeline.results.numbers import Number, exactly
from pipeline.results.strategies import Behaviour, Strategy, strategies_of
from schemas.induction_report import InductionReport, Play
from schemas.report import Bounds, Proof
from stages.report.optimum_report import OptimumReport
from stages.report.optimum_report import title as program_title


class Facts(NamedTuple):
    """The first lines of a report."""

    way: str
    """A key of WAYS."""
    title: str
    players: tuple[str, ...]
    """Empty for a linear program."""
    value: float
    """The game value, to player 1; the optimum of a linear program."""
    exact: Number | None
    bounds: Bounds | None
    """None if nothing is proved."""
    solver: str
    strategies: tuple[Strategy, ...]
    """Empty for a linear program."""

    @property
    def number(self) -> float:
        """The value as a Number, with its proved bounds."""
        if self.exact is not None:
            return Number(Fraction(self.exact), near=self.value)
        bounds = self.bounds
        if bounds and math.isfinite(bounds.lower + bounds.upper + self.value):
            return Number(Fraction(bounds.lower), Fraction(bounds.upper), near=self.value)
        return self.value

    @property
    def exploitability(self) -> float | None:
        """Half the sum of both best-response gains; None without players or bounds."""
        return self.bounds.exploitability if self.bounds and self.players else None


def facts_of(made: Record) -> Facts:
    """Return the facts of the last stage's record."""
    match made:
        case Reported(_, report, _):
            return Facts(
                way=AS_PROGRAM,
                title=report.game.title,
                players=report.game.players,
                value=report.value,
                exact=exactly(report.exact.value) if isinstance(report.exact, Proof) else None,
                bounds=report.bounds,
                solver=report.origins.solver,
                strategies=strategies_of(report),
            )
        case ReportedGraph(_, states):
            return _of_states(states)
        case ReportedProgram(_, optimum):
            return _of_program(optimum)
        case _:
            raise TypeError(f"{type(made).__name__} is no report")


def _of_states(report: InductionReport) -> Facts:
    graph, proved = report.graph, report.proved
    plays = [*report.first_moves, *([report.position] if report.position else [])]
    return Facts(
        way=BY_STATES,
        title=graph.title,
        players=graph.players,
        value=report.value,
        exact=None if report.exact is None else exactly(report.exact),
        bounds=Bounds(proved.lower, proved.upper) if proved else None,
        solver=report.induction.solver,
        strategies=tuple(_of_plays(graph.players[at], at, plays) for at in (0, 1)),
    )


def _of_plays(name: str, at: int, plays: Sequence[Play]) -> Strategy:
    def label(place: int) -> str:
        return plays[place].label or plays[place].state

    def behaviour(place: int) -> Behaviour:
        play = plays[place]
        return Behaviour(
            player=at + 1,
            information_set=None,
            label=label(place),
            actions=tuple(play.moves[at]),
            probabilities=tuple(play.strategies[at]),
            exact=tuple(map(exactly, play.exact.strategies[at])) if play.exact else None,
            reach=None,
            own_reach=None,
        )

    return Strategy(name, len(plays), behaviour, label)


def _of_program(report: OptimumReport) -> Facts:
    objective = report.solution.objective
    lower, upper = _rounded(report.lower, -math.inf), _rounded(report.upper, math.inf)
    return Facts(
        way=PROGRAM,
        title=program_title(report),
        players=(),
        value=math.nan if objective is None else objective,
        exact=None,
        bounds=None if math.isinf(lower) and math.isinf(upper) else Bounds(lower, upper),
        solver=report.solution.solver,
        strategies=(),
    )


def _rounded(decimals: str, towards: float) -> float:
    """Return a bound as a float, rounded so that it is still a bound; a dash means no bound."""
    if decimals == "-":
        return towards
    near = float(decimals)
    beyond = (
        Fraction(near) > Fraction(decimals) if towards < 0 else Fraction(near) < Fraction(decimals)
    )
    return math.nextafter(near, towards) if beyond else near
