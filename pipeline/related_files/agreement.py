"""Whether files that are named together agree: a solution with its linear program and its game, a
linear program and its columns with the game, a game with its state graph, and both with the source.

A claim is a file that follows from another one, its base. A claim records its base by a checksum or
a name; RELATIONS has the verification. Nothing in the claim is trusted.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Any

from ...schemas.bounds import mismatch
from ...schemas.columns import Columns
from ...schemas.game import Game
from ...schemas.linear_program import LinearProgram, name, origin, recognise
from ...schemas.matrices import Matrices
from ...schemas.parts.problems import (
    EfgcError,
    InputError,
    LimitError,
    Problem,
    SizeError,
    SolverError,
    VerificationError,
)
from ...schemas.parts.source import Source, constants_of, is_edited
from ...schemas.parts.status import Status
from ...schemas.solution import Solution
from ...schemas.state_graph import Graph, StateGraph
from ...stages.forms.formulation import Forms
from ...stages.forms.reductions import REDUCTIONS as REDUCTIONS_OF_FORMS
from ...stages.lower import TEXTS, lower_lazily
from ...stages.parse.reductions import REDUCTIONS
from ..chain.programs import CERTIFY
from ..chain.provenance import stamp_of
from ..chain.public_games import report_graph
from ..files.reading import NUMBERS, with_numbers
from ..files.sources import Parsed, parse_source
from ..files.text import Text, lp_sha256
from ..settings import Settings
from .membership import SOURCES, WORDS
from .records import File, Finding, Relation, Unverified, in_one_folder, other_run
from .solved_games import expanded_to
from .verified import prove

LONG_NUMBER = r"-?\d[\d./]{40,}"
"""A number in a statement that is too long for a person; it stands in the certificate."""


def with_tables(files: Sequence[File]) -> list[File]:
    """Return the files, with the matching tables of columns added to each solution."""
    from ...stages.report.own_names import fits  # For start-up time.

    tables = [file.read for file in files if file.kind == "columns"]
    return [
        file._replace(tables=tuple(table for table in tables if fits(file.read, table)))
        if file.kind == "solution"
        else file
        for file in files
    ]


def is_related(kind: str) -> bool:
    """Return whether files of a kind are a claim or a base."""
    return any(kind == relation.claim or kind in relation.bases for relation in RELATIONS)


def findings(claim: File, files: Sequence[File], verified: bool = False) -> Iterator[Finding]:
    """Yield the results of comparing a claim with its bases among the files, with `verified` by the
    checkers that are proved correct."""
    relations = [relation for relation in RELATIONS if relation.claim == claim.kind]
    bases = {
        relation: [file for file in files if file.kind in relation.bases] for relation in relations
    }
    belonging = {
        relation: [file for file in found if relation.belongs(claim, file)]
        for relation, found in bases.items()
    }
    if not any(belonging.values()):
        others = next(filter(None, bases.values()), None)
        edited = claim.kind in ("game", "state-graph") and is_edited(claim.read.source)
        if others is not None and not edited:
            yield _stranger(claim, others)
        return
    agrees = False
    for relation in relations:
        if belonging[relation] and not (relation.last and agrees):
            verify = verified and relation.verified or relation.verify
            found = _first_that_holds(claim, verify, belonging[relation])
            agrees = agrees or any(finding.holds for finding in found)
            yield from found


def _stranger(claim: File, bases: Sequence[File]) -> Finding:
    """Return the finding for a claim that names none of the bases.

    A game and a state graph do not need a base, so they may be checked together with those of other
    games. A run may leave bounds, a solution by backward induction, or one of a program that is no
    game's without their base.
    """
    if claim.kind == "bounds":
        same = [base for base in bases if WORDS.get(base.kind, base.kind) == claim.read.base]
        bases = same or bases
    of = WORDS.get(bases[0].kind, bases[0].kind.replace("-", " "))
    which = bases[0].name if len(bases) == 1 else f"the {len(bases)} {of}s named"
    older = other_run(claim, bases)
    own = claim.read.base if claim.kind == "bounds" else of
    may_be_alone = claim.kind in ("bounds", "induction") or (
        claim.kind == "solution" and origin(claim.read.problem) is None
    )
    if may_be_alone and in_one_folder([claim, *bases]) and not (older and own == of):
        return Finding(None, f"not verified: its {own} is not in this folder")
    if own != of:
        return Finding(False, mismatch(claim.read, of, claim.name))
    if claim.kind in ("game", "state-graph"):
        named = "another source" if claim.read.source else "no source"
        return Finding(None, f"not verified against {which}: it names {named}")
    if claim.kind == "linear-program" and origin(name(claim.text.text)) is None:
        return Finding(None, f"not compared with {which}: `efgc lower` did not write this program")
    said = f"belongs to another {of} than {which}: {older or 'its checksum or name differs'}"
    return Finding(None if older else False, said)


def _first_that_holds(
    claim: File, verify: Callable[[File, File], str], bases: Sequence[File]
) -> list[Finding]:
    """Return the finding that a claim agrees with one of the bases that it names; if it agrees with
    none, the findings for the first base.
    """
    found: list[list[Finding]] = []
    for base in bases:
        try:
            return [Finding(True, verify(claim, base))]
        except (Unverified, LimitError, SizeError) as reason:
            found.append([Finding(None, f"not verified against {base.name}: {reason}")])
        except InputError as error:
            found.append([Finding(False, f"{problem}") for problem in error.problems])
        except SolverError:  # The verified checker is missing or failed.
            raise
        except EfgcError as error:
            found.append([Finding(False, str(error))])
    return found[0]


def _is_solution_of_program(solution: File, program: File) -> bool:
    read: Solution = solution.read
    return read.lp_sha256 == lp_sha256(program.text) or _has_name(read.problem, program)


def _has_name(problem: str, program: File) -> bool:
    return bool(problem) and problem == name(program.text.text)


def _solves(solution: File, program: File) -> str:
    # For start-up time: NumPy, GLPK and FLINT.
    from ...stages.programs.verdict import Verdict, verdict
    from ...stages.solve.verify.agreement import faults_of

    read: Solution = solution.read
    faults = [*faults_of(program.read, read)]
    if read.lp_sha256 != lp_sha256(program.text):
        faults.insert(0, "lp_sha256 is the checksum of another text")
    try:
        proved = verdict(program.read, read) if not faults else Verdict()
    except VerificationError as error:
        faults.append(str(error))
    if faults:
        said = f"is not the solution of {program.name}"
        raise InputError([Problem(f"{said}: {fault}") for fault in faults])
    if proved.doubt:
        advice = CERTIFY.format(program.text.word("PROGRAM"))
        raise Unverified(f"{proved.doubt}; {advice}")
    solves = "solves" if not proved.is_near(read) else "within the tolerance of solvers, it solves"
    return f"{solves} {program.name}: {proved.in_words(read)}, as proved in rationals"


def _is_of_game(problem: str, game: File) -> bool:
    said, played = origin(problem), game.read
    return said is not None and bool(said.digest == played.digest[:16])


def _solves_game(solution: File, game: File) -> bool:
    named = any(table.game == game.read.digest for table in solution.tables)
    return named or _is_of_game(solution.read.problem, game)


def _proves(solution: File, game: File) -> str:
    # For start-up time.
    from ...stages.report import report
    from ...stages.report.own_names import names, renamed

    read: Solution = solution.read
    if read.status != Status.OPTIMAL:
        raise Unverified(f"it has no optimum: {read.status}")
    forms = Forms(game.read)
    for table in solution.tables:
        if table.game == game.read.digest:
            try:
                read = renamed(solution.read, names(game.read, table, forms))
            except InputError:
                raise Unverified("the table of columns contradicts the game") from None
    bounds = report(game.read, [read], exact=False, forms=forms).bounds
    return (
        f"proves for {game.name} that the value is from {bounds.lower!r} to {bounds.upper!r}, by "
        "best responses"
    )


def _is_lowered(program: File, game: File) -> str:
    # For start-up time: NumPy and GLPK.
    from ...stages.diff import compare_tables, program_tables
    from ...stages.solve.program import read_program

    said, format = origin(name(program.text.text)), recognise(program.text.text)
    assert said is not None
    for reduction in said.without:
        if reduction not in REDUCTIONS_OF_FORMS:
            raise Unverified(f"it was lowered without {reduction}, which is not known here")
    assert format in TEXTS
    forms, changes = Forms(game.read), []
    for words in (False, True):
        _, text, _ = lower_lazily(forms, said.player, format, said.without, words)
        if text == program.text.text:
            break
        made = read_program(text, any_size=True)
        programs = [program.read.contents.exact, made.contents.exact]
        changes.append(compare_tables(*program_tables(programs)))
    if all(changes) and len(changes) == 2:
        topic, subject, *_ = changes[0][0]
        raise VerificationError(
            f"is not what `efgc lower` makes of {game.name}: the {topic} {subject} is different"
        )
    return f"is what `efgc lower` makes of {game.name}"


def _has_names(columns: File, base: File) -> str:
    """Verify that a table has the columns and rows of a linear program or a solution."""
    for word in ("columns", "rows"):
        said, there = getattr(columns.read, word), getattr(base.read, word)
        other = {entry.name for entry in said} ^ {entry.name for entry in there}
        if other:
            raise VerificationError(
                f"does not have the {word} of {base.name}: {min(other)} is in only one of them"
            )
    return f"has the columns and rows of {base.name}; their meaning follows from the game"


def _means(columns: File, game: File) -> str:
    from ...stages.lower.comments import readable_names, renamed_table  # For start-up time.
    from ...stages.report.own_names import names  # As above.

    read: Columns = columns.read
    known = names(game.read, read)
    short = renamed_table(read, {**known.columns, **known.rows})
    if read not in (short, renamed_table(short, readable_names(short))):
        said = "its columns and rows have other names than `efgc lower` gives them"
        if read.problem == known.problem:
            raise VerificationError(f"is not of a linear program of {game.name}: {said}")
        raise Unverified(f"{said}; also name its linear program")
    return f"has the meaning of columns and rows in {game.name}"


def _proves_by_states(induction: File, graph: File) -> str:
    if not isinstance(graph.read, StateGraph):
        raise VerificationError(f"cannot solve {graph.name}: a graph of version 2 has no such file")
    proved = report_graph(graph.read, induction.read, Settings()).proved
    if proved is None:
        files = f"{graph.text.word('GRAPH')} {induction.text.word('SOLUTION')}"
        raise Unverified(
            f"it has too many states to list; `efgc report {files} --levels DIR` verifies it"
        )
    return f"proves for {graph.name} that the value is from {proved.lower!r} to {proved.upper!r}"


def _is_from_graph(game: File, graph: File) -> bool:
    said, origin = game.read.source, _origin(graph.read.source)
    if said is None and origin is None:
        made = stamp_of(game.text.text).made
        return made is not None and made.sources.get("state graph") == graph.read.digest
    return origin is not None and _origin(said) == origin


def _origin(source: Source | None) -> tuple[str, str, int] | None:
    """Return a source without the name of its file."""
    return None if source is None else (source.sha256, source.rules, source.level)


def _is_expanded(game: File, graph: File) -> str:
    if expanded_to(graph.read, game.read) is None:
        raise VerificationError(f"is not what `efgc expand` makes of {graph.name}")
    return f"is what `efgc expand` makes of {graph.name}"


def _is_from_source(made: File, source: File) -> bool:
    said: Source | None = made.read.source
    return said is not None and said.sha256 == source_of(made, source).sha256


def source_of(made: File, source: File) -> Text:
    """Return the text of a source, of a map with the numbers that a state graph records."""
    recorded = dict(_options(made))
    p, bandits = map(recorded.get, NUMBERS)
    with suppress(InputError, ValueError, ZeroDivisionError):
        numbers = Settings(p=Fraction(p) if p else None, bandits=int(bandits) if bandits else None)
        return with_numbers(source.text, numbers)
    return source.text


def _is_parsed(made: File, source: File) -> str:
    """Verify that a state graph or a game is made from its source."""
    read: Graph | Game = made.read
    said = read.source
    assert said is not None
    is_map = source.kind == "map"
    rules, numbers = said.rules if is_map else "", _numbers(source.kind, said.rules)
    numbers_given = [" ".join(pair) for pair in _options(made) if pair[0] in NUMBERS]
    text = source_of(made, source)._replace(file=said.file)  # A file may have been renamed since.
    for without in _left_out(made) if is_map else [()]:
        settings = Settings(rules=rules, level=said.level, without=without, **numbers)
        parsed = parse_source(text, source.kind, settings, lambda done, total: None)
        if _is_the_same(parsed, read):
            words = " ".join([*numbers_given, *(f"--without {name}" for name in without)])
            return f"is made from {source.name}{words and f' ({words})'}"
    raise VerificationError(f"does not follow from {source.name}, which it names as its source")


_PARSED = re.compile(r"^made:\n(?:  .*\n)*?  command: (efgc parse\b.*)\n", re.MULTILINE)


def _left_out(made: File) -> Iterable[tuple[str, ...]]:
    """Return the reductions that may have been left out when a map was parsed: those that its state
    graph records. A game, or a graph without its record, may have been made without any of them.
    """
    if words := _options(made):
        return [tuple(name for option, name in words if option == "--without")]
    counts = range(len(REDUCTIONS) + 1)
    return chain.from_iterable(combinations(REDUCTIONS, count) for count in counts)


def _options(made: File) -> list[tuple[str, str]]:
    """Return the words of the recorded `efgc parse`, if there is one, each with the next."""
    command = _PARSED.search(made.text.text)
    return [*pairwise(command[1].split())] if command else []


def _numbers(kind: str, rules: str) -> dict[str, Any]:
    """Return the settings with the numbers that were set for a source of a kind."""
    constants = constants_of(rules)
    steps = dict(constants).get("steps", "")
    if kind == "osposg" and steps.isascii() and steps.isdigit():
        return {"steps": int(steps[:9])}
    return {"let": constants} if kind == "rules" else {}


def _is_the_same(parsed: Parsed, made: Graph | Game) -> bool:
    assert not isinstance(parsed, LinearProgram)
    if isinstance(made, Game) and not isinstance(parsed, Game):
        return expanded_to(parsed, made) is not None
    return parsed.digest == made.digest


def _certifies(certificate: File, base: File) -> str:
    # For start-up time.
    from ...stages.checkers import game_checker, induction_checker, program_checker

    check, rejected = {
        "game": (game_checker.check_certificate, game_checker.Rejected),
        "state-graph": (induction_checker.check_induction_certificate, induction_checker.Rejected),
        "linear-program": (program_checker.check_program_certificate, program_checker.Rejected),
    }[base.kind]
    return _proved(check, rejected, certificate, base)


def _certifies_verified(certificate: File, base: File) -> str:
    return f"{_proved(prove, VerificationError, certificate, base)} (verified checker)"


def _bounds(bounds: File, base: File) -> str:
    if isinstance(base.read, Game):
        from ...stages.report.bounds.witness import prove_on_game  # For start-up time.

        proved = prove_on_game(base.read, bounds.read)
    elif isinstance(base.read, Matrices):
        from ...stages.report.bounds.matrices import prove_on_matrices  # As above.

        proved = prove_on_matrices(base.read, bounds.read)
    else:
        return _checked_bounds(bounds, base)
    return f"proves for {base.name} that the value is from {proved.lower!r} to {proved.upper!r}"


def _checked_bounds(bounds: File, base: File) -> str:
    from ...stages.checkers import bounds_checker, map_bounds_checker  # For start-up time.

    if bounds.read.map_sha256:
        check, rejected = map_bounds_checker.check_map_bounds, map_bounds_checker.Rejected
        return _proved(check, rejected, bounds, base)
    return _proved(bounds_checker.check_bounds, bounds_checker.Rejected, bounds, base)


def _proved(
    check: Callable[[bytes, bytes], str], rejected: type[Exception], certificate: File, base: File
) -> str:
    """Return the statement about its base that a certificate proves, verified by the separate
    checker.
    """
    try:
        proved = check(certificate.text.content, base.text.content)
    except rejected as reason:
        raise VerificationError(str(reason)) from None
    return f"proves for {base.name} that {re.sub(LONG_NUMBER, _rounded, proved)}"


def _rounded(number: re.Match[str]) -> str:
    above, _, below = number[0].partition("/")
    return f"about {Decimal(above) / Decimal(below or 1):.12g}"


RELATIONS = (
    Relation(
        "certificate",
        ("game",),
        lambda certificate, game: certificate.read.game_sha256 == game.text.sha256,
        _certifies,
        verified=_certifies_verified,
    ),
    Relation(
        "induction-certificate",
        ("state-graph",),
        lambda certificate, graph: certificate.read.graph_sha256 == graph.text.sha256,
        _certifies,
        verified=_certifies_verified,
    ),
    Relation(
        "program-certificate",
        ("linear-program",),
        lambda certificate, program: certificate.read.program_sha256 == program.text.sha256,
        _certifies,
    ),
    Relation(
        "bounds",
        ("game", "state-graph", "map", "sequence-form"),
        lambda bounds, base: (
            bounds.read.sha256 == (base.text.sha256 if base.kind == "map" else base.read.digest)
        ),
        _bounds,
    ),
    Relation("solution", ("linear-program",), _is_solution_of_program, _solves),
    Relation("solution", ("game",), _solves_game, _proves),
    Relation(
        "induction",
        ("state-graph",),
        lambda induction, graph: induction.read.graph_sha256 == graph.read.digest,
        _proves_by_states,
    ),
    Relation(
        "linear-program",
        ("game",),
        lambda program, game: _is_of_game(name(program.text.text), game),
        _is_lowered,
    ),
    Relation(
        "columns",
        ("linear-program",),
        lambda columns, program: _has_name(columns.read.problem, program),
        _has_names,
    ),
    Relation("columns", ("game",), lambda claim, game: claim.read.game == game.read.digest, _means),
    Relation(
        "columns",
        ("solution",),
        lambda columns, solution: (
            columns.read in solution.tables or columns.read.problem == solution.read.problem
        ),
        _has_names,
        last=True,
    ),
    Relation("game", ("state-graph",), _is_from_graph, _is_expanded),
    Relation("game", SOURCES, _is_from_source, _is_parsed, last=True),
    Relation("state-graph", SOURCES, _is_from_source, _is_parsed),
)
"""In the order in which they are verified."""
NEEDS: Mapping[str, str] = {
    "certificate": "its game",
    "induction-certificate": "its state graph",
    "program-certificate": "its linear program",
    "solution": "its linear program or game",
    "induction": "its state graph",
    "columns": "its linear program or game",
    "bounds": "their game, state graph, map or sequence form",
    "bounds-report": "its game or state graph",
    "report": "its game",
    "induction-report": "its state graph",
    "evaluation": "its game",
}
"""By kind, the base without which a file of claims proves nothing."""
