"""The proof: what is proved by what, and the commands with which a stranger checks it."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from schemas.game import Game, infoset_text
from schemas.induction import Ground
from schemas.induction_report import InductionReport
from schemas.parts.exact import write_exact
from schemas.report import ExactStrategy, Proof, Report
from schemas.trail import Trail
from stages.page.assembly import Section, Shown
from stages.page.stages.panes import kind_of
from stages.report.optimum_report import OptimumReport
from stages.report.text import ROUNDING

CHOICES, LOOKED_AT = 100, 20_000
"""Of each player's exact strategy: information sets that are shown, and that are looked at."""
Facts = list[tuple[str, str]]


class Command(NamedTuple):
    """What somebody types to check what is said."""

    words: str
    command: str


class ExactChoice(NamedTuple):
    """What an exact strategy does at one information set."""

    infoset: int
    knows: str
    actions: tuple[tuple[str, str], ...]
    """Those that it takes, each with its probability."""


class Play(NamedTuple):
    """The exact strategy of one player."""

    player: str
    choices: tuple[ExactChoice, ...]
    more: bool
    """Whether some are left out."""


def of_game(report: Report) -> Shown:
    """Return the proof of a game that was solved as a linear program."""
    bounds, origins, exact = report.bounds, report.origins, report.exact
    numbers = [
        ("value", f"{report.value!r} to {report.game.players[0]}"),
        ("at least", repr(bounds.lower)),
        ("at most", repr(bounds.upper)),
        ("exploitability", f"{bounds.exploitability!r}"),
    ]
    if report.repaired > ROUNDING:
        numbers.append(("repaired", f"realization weights, by up to {report.repaired:.2g}"))
    return _shown(
        numbers=numbers,
        fraction=write_exact(exact.value) if isinstance(exact, Proof) else "",
        solved=[
            *_solver(origins.solver, origins.version, origins.status, origins.seconds),
            ("in a race with", origins.raced),
            ("refused before", origins.refused),
        ],
        proved=[*_game_words(report)],
        plays=_plays(report.game, exact) if isinstance(exact, Proof) else (),
        commands=_game_commands(report.trail),
    )


def _game_words(report: Report) -> Iterator[str]:
    first, second = report.game.players
    yield (
        "A best response was computed against each of the two strategies, on the game, by code "
        f"that never saw the linear program. With its strategy {first} gets at least the lower bound, "
        f"whatever {second} does; with the other one {second} concedes at most the upper bound. "
        "All rounding goes outwards, so the value is between them, whatever the solver did."
    )
    if isinstance(report.exact, Proof):
        yield (
            "Two strategies in rationals guarantee exactly the same number, each to its player; so "
            "this fraction is the value. Of the solver's answer at most a guess at these "
            "strategies was used."
        )
    else:
        yield f"The exact value is not proved: {report.exact}."


def _game_commands(trail: Trail) -> list[Command]:
    game, solution = _file(trail, "game", "GAME"), _file(trail, "solution", "SOLUTION")
    stem = game.removesuffix(".json").removesuffix(".game")
    certificate = f"{stem}.certificate.json"
    return [
        Command(
            "write the strategies down in rationals, as a certificate",
            f"efgc certify {game} {solution} -o {certificate}",
        ),
        Command(
            "prove the certificate on the game, by a short program that needs no solver and shares "
            "nothing with the rest",
            f"efgc check {certificate} {game}",
        ),
    ]


def _plays(game: Game, exact: Proof) -> tuple[Play, ...]:
    return tuple(
        _play(game, name, strategy)
        for name, strategy in zip(game.players, exact.strategies, strict=True)
    )


def _play(game: Game, player: str, strategy: ExactStrategy) -> Play:
    found = [*islice(_choices(game, strategy), CHOICES + 1)]
    more = len(found) > CHOICES or len(strategy) > LOOKED_AT
    return Play(player, tuple(found[:CHOICES]), more)


def _choices(game: Game, strategy: ExactStrategy) -> Iterator[ExactChoice]:
    for infoset, probabilities in islice(strategy, LOOKED_AT):
        actions = game.information_sets[infoset].actions
        if len(actions) > 1:
            taken = tuple(
                (action, write_exact(probability))
                for action, probability in zip(actions, probabilities, strict=True)
                if probability
            )
            yield ExactChoice(infoset, infoset_text(game, infoset) or "the start", taken)


def of_states(report: InductionReport) -> Shown:
    """Return the proof of a game that was solved state by state."""
    proved, induction = report.proved, report.induction
    numbers = [("value", f"{report.value!r} to {report.graph.players[0]}")]
    if proved:
        numbers += [
            ("at least", repr(proved.lower)),
            ("at most", repr(proved.upper)),
            ("exploitability", repr(max(0.0, (proved.upper - proved.lower) / 2))),
            ("any state is off by", f"at most {proved.bound!r}" if proved.bound else "nothing"),
        ]
    return _shown(
        numbers=numbers,
        fraction="" if report.exact is None else write_exact(report.exact),
        solved=[
            *_solver(induction.solver, induction.version, "", induction.seconds),
            ("method", f"backward induction, {induction.games:,} stage games"),
        ],
        proved=[_ground_words(report)],
        commands=_states_commands(report),
    )


def _ground_words(report: InductionReport) -> str:
    ground = report.proved.ground if report.proved else None
    match ground:
        case Ground.EXACT:
            return (
                "From the end of play backwards, the stage game of every state was solved in "
                "rationals: both strategies guarantee the same number there. So every value is "
                "exact."
            )
        case Ground.RESPONSES:
            return (
                "Best responses to both strategies were computed on the whole graph, state by "
                "state from the end of play. What they leave open is what the bounds say; all "
                "rounding goes outwards."
            )
        case Ground.SOLVED | Ground.READ:
            return (
                "At every state, the two strategies of the stage game leave a gap between what one "
                "guarantees and the other concedes. The largest gaps were added up from the end of "
                "play to its beginning, with all that rounding can add: no value is further off."
            )
        case _:
            return "Nothing is proved here: the value is what the solution says."


def _states_commands(report: InductionReport) -> list[Command]:
    trail = report.trail
    graph, solution = _file(trail, "graph", "GRAPH"), _file(trail, "solution", "SOLUTION")
    levels = " --levels DIR" if report.induction.levels and not report.graph.states else ""
    exact = " --exact" if report.exact is not None and not levels else ""
    checks = [
        Command(
            "prove the solution on the state graph; nothing is believed but what follows from it",
            f"efgc report {graph} {solution}{levels}{exact}",
        )
    ]
    if report.graph.states:
        checks.append(
            Command(
                "solve the graph again by another solver, one linear program per state",
                f"efgc solve {graph} --solver highs -o again.solution.json",
            )
        )
    return checks


def of_optimum(report: OptimumReport) -> Shown:
    """Return the proof of a linear program that is a source itself."""
    solution = report.solution
    said = dict(solution.options)
    proved = (report.lower, report.upper) != ("-", "-")
    words = (
        "The plan and the dual values were put into the program in rationals: what is left open "
        "between them is what the bounds say, rounded outwards."
        if proved
        else "No bounds are proved for a program of this form; plan and dual values agree within "
        "the solver's tolerances."
    )
    program = _file(report.trail, "program", _file(report.trail, "mps", "PROGRAM"))
    return _shown(
        numbers=[
            ("optimum", f"{solution.objective!r}, {solution.sense}d"),
            *([("at least", report.lower), ("at most", report.upper)] if proved else []),
        ],
        fraction="",
        solved=[
            *_solver(solution.solver, solution.version, solution.status, solution.seconds),
            ("in a race with", said.get("raced", "")),
            ("refused before", said.get("refused", "")),
        ],
        proved=[words],
        commands=[
            Command(
                "ask every solver that is installed, with proved bounds on what each says",
                f"efgc compare-solvers {program}",
            )
        ],
    )


GAME_PROOF = Section[Report]("proof", "Proof", of_game)
STATES_PROOF = Section[InductionReport]("proof", "Proof", of_states)
OPTIMUM_PROOF = Section[OptimumReport]("proof", "Proof", of_optimum)


def _shown(
    numbers: Facts,
    fraction: str,
    solved: Facts,
    proved: list[str],
    commands: list[Command],
    plays: tuple[Play, ...] = (),
) -> Shown:
    fields = {
        "numbers": numbers,
        "fraction": fraction,
        "solved": [(name, value) for name, value in solved if value],
        "proved": proved,
        "plays": [play for play in plays if play.choices],
        "commands": commands,
    }
    return Shown(fields)


def _solver(solver: str, version: str, status: str, seconds: float | None) -> Facts:
    return [
        ("solver", f"{solver} {version}".rstrip()),
        ("status", status),
        ("seconds", "" if seconds is None else f"{seconds:.3f}"),
    ]


def _file(trail: Trail, kind: str, otherwise: str) -> str:
    """Return the name of the last file of a kind as one types it."""
    import shlex  # For start-up time.

    found = [artifact.file for artifact in trail.artifacts if kind_of(artifact) == kind]
    return shlex.quote(found[-1]) if found else otherwise
