"""Rules as data: a game described by variables, moves, chance and observations, and compiled to an
observation graph. `schemas/rules_file.md` describes the format.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import takewhile

from ....schemas.parts.documents import Data, Findings, locate_yaml, read_yaml
from ....schemas.parts.exact import read_exact, write_exact
from ....schemas.parts.problems import InputError, Problem, SizeError
from ....schemas.parts.source import RULES_FILE, Source, rules_with
from ....schemas.parts.watch import Watch
from ....schemas.state_graph import ObservationGraph, TurnView, check
from .builtin import add_functions
from .compiling import Compiler
from .document import FORMAT, Document, Part, read_document
from .enumeration import Enumeration, refuse_cycles
from .networks import Files, Network, read_network
from .phases import CompiledRules, generate
from .positions import Positions, positions
from .remarks import remarks
from .variables import Names

__all__ = (
    "FORMAT",
    "MAX_FILE",
    "MAX_STATES",
    "Positions",
    "as_number",
    "compile_rules",
    "constants_in",
    "first_comment",
    "parse_rules",
    "positions_in",
)

MAX_STATES = 1_000_000
"""The limit on states unless the caller sets a lower one: about 1 GB, and some 10 s."""
LONGEST = 500_000
"""Maximum number of characters of the rules."""
MAX_FILE = 10_000_000
"""Maximum number of bytes of the file of a network or a grid."""


def _no_files(name: str) -> str:
    raise InputError([Problem("only rules in a file can use other files")])


def parse_rules(
    text: str,
    sha256: str,
    file: str = "",
    files: Files = _no_files,
    overrides: Mapping[str, str] = {},
    max_states: int = MAX_STATES,
    watch: Watch = lambda done, total: None,
    remark: Callable[[str], None] = lambda said: None,
) -> ObservationGraph:
    """Return the observation graph of a rules file. Raise InputError with the line and column of
    every problem.

    `files` returns the text of a network or a grid beside the file; `overrides` has other values of
    constants; `remark` is called with what is valid, but probably means something else.
    """
    if len(text) > LONGEST:
        raise InputError([Problem(f"rules of more than {LONGEST:,} characters", (), 1, 1)])
    try:
        rules = compile_rules(text, files, overrides)
        reached = Enumeration(rules, max_states)
        columns = reached.run(watch)
        order = reached.order
        refuse_cycles(columns, lambda at: rules.words(order[at]) if order[at] else "")
    except SizeError as error:
        raise SizeError(locate_yaml(text, error.problems)) from None
    except InputError as error:
        raise _located(text, error) from None
    doubtful = remarks(rules.document)
    for problem in locate_yaml(text, doubtful) if doubtful else ():
        remark(f"line {problem.line}: {problem.message}")
    graph = ObservationGraph(
        title=rules.document.title,
        source=Source(file, sha256, rules_with(RULES_FILE, sorted(overrides.items())), level=0),
        players=rules.document.players,
        names=tuple(f"s{number}" for number in range(len(columns))),
        states=TurnView(columns),
        start=0,
    )
    # Of the problems of a graph, a compiled one can only have numbers that are too large, and
    # actions that a player cannot know.
    for problem in check(graph)[:1]:
        place = "ends" if problem.place[-1:] == ("payoff",) else "moves"
        raise _located(text, InputError([Problem(problem.message, (place,))]))
    return graph


def _located(text: str, error: InputError) -> InputError:
    """Return the error with the lines and columns of its problems."""
    if all(problem.line for problem in error.problems):  # Such as one of YAML itself.
        return error
    return InputError(locate_yaml(text, error.problems))


def _data(text: str) -> Data:
    try:
        return read_yaml(text)
    except InputError as error:
        raise InputError([_with_advice(problem) for problem in error.problems]) from None


def _with_advice(problem: Problem) -> Problem:
    """Return a problem of YAML; expressions are its usual cause."""
    if "an anchor or a tag" in problem.message or "scanning a tag" in problem.message:
        return problem._replace(message=f"{problem.message}; for `!` write not")
    if "parsing a flow" not in problem.message:
        return problem
    advice = "put quotes around an expression with brackets, braces or commas"
    return problem._replace(message=f"{problem.message}; {advice}")


def compile_rules(text: str, files: Files, overrides: Mapping[str, str]) -> CompiledRules:
    """Return the compiled rules; problems have places instead of lines."""
    findings, compiler = Findings(), Compiler()
    document, _, names = _declarations(findings, compiler, text, files, overrides)
    names.define(document.define)
    return generate(findings, compiler, document, names.scope, names.variables)


def constants_in(text: str) -> tuple[str, ...] | None:
    """Return the names in `let` whose value can be replaced; None if the file cannot be read."""
    try:
        data = read_yaml(text)
    except InputError:
        return None
    let = data.get("let") if isinstance(data, dict) else None
    if not isinstance(let, dict):
        return ()
    return tuple(name for name, value in let.items() if not isinstance(value, (list, dict)))


def first_comment(text: str) -> tuple[str, ...]:
    r"""Return the comment at the top of a rules file, without the marks: a new paragraph begins
    after a line that ends with a full stop, and after an empty comment.

    >>> first_comment("# Each gets a card. The higher\n# one wins.\n# Bets are 1.\nformat: x\n")
    ('Each gets a card. The higher one wins.', 'Bets are 1.')
    """
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    comment = "\n".join(line.strip("# \t") for line in lines)
    paragraphs = (" ".join(part.split()) for part in re.split(r"(?<=\.)\n|\n\n", comment))
    return tuple(filter(None, paragraphs))


def as_number(text: str) -> str:
    """Return arithmetic as its result; a number, or an expression with names, as it is.

    >>> as_number("2 - 5"), as_number("0.50"), as_number("fine / 2")
    ('-3', '0.50', 'fine / 2')
    """
    if read_exact(text) is not None:
        return text
    part, compiler = Part(text, ()), Compiler()
    try:
        result = compiler.evaluate(part, compiler.compile(part, {}))
    except InputError:
        return text
    is_number = isinstance(result, int | Fraction) and not isinstance(result, bool)
    return write_exact(Fraction(result)) if is_number else text


def positions_in(text: str, files: Files, overrides: Mapping[str, str]) -> Positions | None:
    """Return the network or the grid of a rules file, with the names at its nodes; None if it has
    neither. The arguments are those of `parse_rules`. Raise InputError.
    """
    try:
        _, network, names = _declarations(Findings(), Compiler(), text, files, overrides)
    except InputError as error:
        raise _located(text, error) from None
    return positions(network, names) if network else None


def _declarations(
    findings: Findings, compiler: Compiler, text: str, files: Files, overrides: Mapping[str, str]
) -> tuple[Document, Network | None, Names]:
    """Return a file with its network and its names. Raise InputError."""
    document = read_document(findings, _data(text))
    findings.stop()
    network = read_network(findings, document.network, document.grid, files)
    findings.stop()
    add_functions(compiler, network)
    names = Names(findings, compiler, document, network.nodes if network else (), overrides)
    findings.stop()
    return document, network, names
