"""The proof: the grounds of each claim, and the commands for checking it independently."""

import shlex
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import NamedTuple

from ...schemas.game import Game, infoset_text
from ...schemas.induction import Ground
from ...schemas.induction_report import InductionReport
from ...schemas.parts.exact import write_exact
from ...schemas.report import Proof, Report
from ...schemas.strategies import ExactStrategy
from ...schemas.trail import Trail
from ..documents import Document, Facts, html
from ..report.document import document as of_report
from ..report.induction.document import document as of_induction
from ..report.measures import Measured
from ..report.optimum import OptimumReport
from ..report.optimum import document as of_program
from .assembly import Section, Shown
from .stages.panes import kind_of

SHORT = (
    *("value", "exact value", "refined", "optimum", "compiled", "bounds", "to verify"),
    *("exploitability", "edited"),
)
"""Facts above all sections; the proof has the rest."""

CHOICES, CHARACTERS, LOOKED_AT = 60, 8_000, 20_000
"""Per player's exact strategy: information sets and characters shown, and information sets
searched.
"""


class Command(NamedTuple):
    """A command that checks a claim."""

    words: str
    command: str


class ExactChoice(NamedTuple):
    """The exact strategy's play at one information set."""

    infoset: int
    knows: str
    actions: tuple[tuple[str, str], ...]
    """The played actions, each with its probability."""


class Play(NamedTuple):
    """The exact strategy of one player."""

    player: str
    choices: tuple[ExactChoice, ...]
    more: bool
    """Whether some are left out."""


def of_game(report: Measured) -> Shown:
    """Return the proof of a game solved as a linear program."""
    exact = report.exact
    return _shown(
        of_report(report),
        [
            ("value", f"{_digits(report.value)} to {report.game.players[0]}"),
            ("exploitability", _digits(report.bounds.exploitability)),
        ],
        exact=exact.value if isinstance(exact, Proof) else None,
        proved=[*_game_words(report)],
        plays=_plays(report.game, exact) if isinstance(exact, Proof) else (),
        commands=_game_commands(report),
        trail=report.trail,
    )


def _game_words(report: Report) -> Iterator[str]:
    first, second = report.game.players
    yield (
        "A best response was computed against each of the two strategies, on the game, by code "
        f"that never saw the linear program. The strategy of {first} gets at least the lower bound "
        f"against any play of {second}; that of {second} concedes at most the upper bound. "
        "All rounding goes outwards, so the value is between them, whatever the solver did."
    )
    if isinstance(report.exact, Proof):
        yield (
            "Two strategies in rationals guarantee exactly the same number, each to its player. So "
            "this fraction is the value. The solver's answer was at most a first guess at these "
            "strategies."
        )
        if report.refinement:
            yield (
                f"The strategies are a {report.refinement.concept} equilibrium. They are the limit "
                "of strategies that make every mistake now and then, whose probabilities are "
                "polynomials; at every information set they are best for all small enough trembles."
            )
    else:
        yield f"The exact value is not proved: {report.exact}."


def _game_commands(report: Report) -> list[Command]:
    trail = report.trail
    game, solution = _file_of(trail, "game", "GAME"), _file_of(trail, "solution", "SOLUTION")
    refine = ["--refine", report.refinement.concept.value] if report.refinement else []
    stem = game.removesuffix(".json").removesuffix(".game")
    certificate = f"{stem}.certificate.json"
    return [
        Command(
            "write the strategies down in rationals, as a certificate",
            _typed("certify", game, solution, *refine, "-o", certificate),
        ),
        Command(
            "prove the certificate on the game, by a short program that needs no solver and shares "
            "no code with the rest of efgc",
            _typed("check", certificate, game),
        ),
    ]


def _plays(game: Game, exact: Proof) -> tuple[Play, ...]:
    return tuple(
        _play(game, name, strategy)
        for name, strategy in zip(game.players, exact.strategies, strict=True)
    )


def _play(game: Game, player: str, strategy: ExactStrategy) -> Play:
    found: list[ExactChoice] = []
    room, more = CHARACTERS, len(strategy) > LOOKED_AT
    for choice in _choices(game, strategy):
        room -= len(choice.knows) + sum(map(len, chain(*choice.actions)))
        if room < 0 or len(found) == CHOICES:
            more = True
            break
        found.append(choice)
    return Play(player, tuple(found), more)


def _choices(game: Game, strategy: ExactStrategy) -> Iterator[ExactChoice]:
    """Yield the choices among several actions that the strategy's own moves lead to; elsewhere it
    is undefined.
    """
    taken = {0}  # Sequences with a realization weight above 0.
    for infoset, probabilities in islice(strategy, LOOKED_AT):
        if taken.isdisjoint(game.parents[infoset]):
            continue
        actions, first = game.information_sets[infoset].actions, game.first[infoset]
        taken.update(first + at for at, probability in enumerate(probabilities) if probability)
        if len(actions) > 1:
            told = tuple(
                (action, write_exact(probability))
                for action, probability in zip(actions, probabilities, strict=True)
                if probability
            )
            yield ExactChoice(infoset, infoset_text(game, infoset), told)


def of_states(report: InductionReport) -> Shown:
    """Return the proof of a game solved state by state."""
    digits = [("value", f"{_digits(report.value)} to {report.graph.players[0]}")]
    if proved := report.proved:
        digits.append(("exploitability", _digits(max(0.0, (proved.upper - proved.lower) / 2))))
    return _shown(
        of_induction(report),
        digits,
        exact=report.exact,
        proved=[_ground_words(report), *_packed_words(report)],
        commands=_states_commands(report),
        trail=report.trail,
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


def _packed_words(report: InductionReport) -> list[str]:
    if report.proved is None or not report.proved.packed:
        return []
    return [
        "The values are kept in 32 bits. The bounds include what that rounds away, level by level."
    ]


def _states_commands(report: InductionReport) -> list[Command]:
    trail = report.trail
    graph, solution = _file_of(trail, "graph", "GRAPH"), _file_of(trail, "solution", "SOLUTION")
    is_read = report.proved is not None and report.proved.ground == Ground.READ
    levels = ["--levels", "DIR"] if is_read else []
    exact = ["--exact"] if report.exact is not None and not levels else []
    checks = [
        Command(
            "prove the solution on the state graph; nothing is believed but what follows from it",
            _typed("report", graph, solution, *levels, *exact),
        )
    ]
    if report.graph.states:
        checks.append(
            Command(
                "solve the graph again by another solver, one linear program per state",
                _typed("solve", graph, "--solver", "highs", "-o", "again.solution.json"),
            )
        )
    return checks


def of_optimum(report: OptimumReport) -> Shown:
    """Return the proof of a linear program that is itself the source."""
    words = (
        "The optimum is known exactly: a plan and dual values in rationals give the same number."
        if report.exact is not None
        else "The plan and the dual values were put into the program in rationals: what is left "
        "open between them is what the bounds say, rounded outwards."
        if (report.lower, report.upper) != ("-", "-")
        else "No bounds are proved for a program of this form; plan and dual values agree within "
        "the solver's tolerances."
    )
    return _shown(
        of_program(report),
        [("optimum", repr(report.objective))],
        exact=None,
        proved=[words],
        commands=_optimum_commands(report),
        trail=report.trail,
    )


def _optimum_commands(report: OptimumReport) -> list[Command]:
    program = _file_of(report.trail, "program", _file_of(report.trail, "mps", "PROGRAM"))
    solved_as = _file_of(report.trail, "solution", "SOLUTION")
    certificate = f"{program.rpartition('.')[0] or program}.certificate.json"
    return [
        Command(
            "write the exact optimum down with its proof in rationals, as a certificate",
            _typed("certify", program, solved_as, "-o", certificate),
        ),
        Command(
            "prove the certificate on the program, by a short program that needs no solver and "
            "shares nothing with the rest",
            _typed("check", certificate, program),
        ),
        Command(
            "ask every solver that is installed, with proved bounds on what each says",
            _typed("compare-solvers", program),
        ),
    ]


def _digits(number: float) -> str:
    return repr(number).removesuffix(".0")


def _shown(
    document: Document,
    digits: list[tuple[str, str]],
    exact: Fraction | None,
    proved: list[str],
    commands: list[Command],
    trail: Trail,
    plays: tuple[Play, ...] = (),
) -> Shown:
    """Return the content of the section; `digits` is the value with all its digits, `exact` the
    exact value, and `plays` the exact strategies.
    """
    exactly = [("exactly", write_exact(exact))] if exact is not None else []
    rest = _facts(document, short=False)
    fields = {
        "facts": html(Facts([*digits, *exactly, *rest])),
        "proved": proved,
        "plays": [play for play in plays if play.choices or play.more],
        "commands": commands,
        "files_by_stages": any(artifact.command for artifact in trail.artifacts),
    }
    return Shown(fields)


def summary(document: Document) -> Document:
    """Return the title of a document with the facts that are above all sections of its page."""
    return Document(document.title, _facts(document, short=True))


def _facts(document: Document, short: bool) -> list[tuple[str, str]]:
    """Return the facts that are in SHORT, or the others, with their continuation lines, which have
    no name.
    """
    found, kept = [], False
    for name, value in document.facts:
        kept = (name in SHORT) == short if name else kept
        if kept:
            found.append((name, value))
    return found


def _file_of(trail: Trail, kind: str, otherwise: str) -> str:
    """Return the name of the last file of a kind."""
    found = [artifact.file for artifact in trail.artifacts if kind_of(artifact) == kind]
    return found[-1] if found else otherwise


def _typed(*words: str) -> str:
    """Return a command as typed in a shell."""
    return shlex.join(["efgc", *words])


GAME_PROOF = Section[Measured]("proof", "Proof", of_game)
STATES_PROOF = Section[InductionReport]("proof", "Proof", of_states)
OPTIMUM_PROOF = Section[OptimumReport]("proof", "Proof", of_optimum)
