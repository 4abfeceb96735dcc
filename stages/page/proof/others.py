"""The proof of what is no game solved as a linear program: state graphs and bare programs."""

from schemas.induction import Ground
from schemas.induction_report import InductionReport
from schemas.parts.exact import write_exact
from stages.page.assembly import Shown
from stages.page.proof.common import Command, file_of, shown, solver, typed
from stages.report.optimum_report import OptimumReport


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
        if proved.packed:
            numbers.append(("values", "packed in 32 bits"))
    return shown(
        numbers=numbers,
        fraction="" if report.exact is None else write_exact(report.exact),
        solved=[
            *solver(induction.solver, induction.version, "", induction.seconds),
            ("method", f"backward induction, {induction.games:,} stage games"),
        ],
        proved=[_ground_words(report), *_packed_words(report)],
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


def _packed_words(report: InductionReport) -> list[str]:
    if report.proved is None or not report.proved.packed:
        return []
    return [
        "The values are kept in 32 bits. The bounds include what that rounds away, level by level."
    ]


def _states_commands(report: InductionReport) -> list[Command]:
    trail = report.trail
    graph, solution = file_of(trail, "graph", "GRAPH"), file_of(trail, "solution", "SOLUTION")
    is_read = report.proved is not None and report.proved.ground == Ground.READ
    levels = ["--levels", "DIR"] if is_read else []
    exact = ["--exact"] if report.exact is not None and not levels else []
    checks = [
        Command(
            "prove the solution on the state graph; nothing is believed but what follows from it",
            typed("report", graph, solution, *levels, *exact),
        )
    ]
    if report.graph.states:
        checks.append(
            Command(
                "solve the graph again by another solver, one linear program per state",
                typed("solve", graph, "--solver", "highs", "-o", "again.solution.json"),
            )
        )
    return checks


def of_optimum(report: OptimumReport) -> Shown:
    """Return the proof of a linear program that is a source itself."""
    solution = report.solution
    said = dict(solution.options)
    ends = [("at least", report.lower), ("at most", report.upper)]
    proved = [(words, end) for words, end in ends if end != "-"]
    words = (
        "The plan and the dual values were put into the program in rationals: what is left open "
        "between them is what the bounds say, rounded outwards."
        if proved
        else "No bounds are proved for a program of this form; plan and dual values agree within "
        "the solver's tolerances."
    )
    return shown(
        numbers=[
            ("optimum", f"{solution.objective!r}, {solution.sense}d"),
            *proved,
        ],
        fraction="",
        solved=[
            *solver(solution.solver, solution.version, solution.status, solution.seconds),
            ("in a race with", said.get("raced", "")),
            ("refused before", said.get("refused", "")),
        ],
        proved=[words],
        commands=_optimum_commands(report),
    )


def _optimum_commands(report: OptimumReport) -> list[Command]:
    program = file_of(report.trail, "program", file_of(report.trail, "mps", "PROGRAM"))
    solved_as = file_of(report.trail, "solution", "SOLUTION")
    certificate = f"{program.rpartition('.')[0] or program}.certificate.json"
    return [
        Command(
            "write the exact optimum down with its proof in rationals, as a certificate",
            typed("certify", program, solved_as, "-o", certificate),
        ),
        Command(
            "prove the certificate on the program, by a short program that needs no solver and "
            "shares nothing with the rest",
            typed("check", certificate, program),
        ),
        Command(
            "ask every solver that is installed, with proved bounds on what each says",
            typed("compare-solvers", program),
        ),
    ]
