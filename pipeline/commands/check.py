"""efgc check."""

import os
from collections.abc import Callable

import click

from pipeline import options
from pipeline.completion import FILE
from pipeline.diagnostics import problem_lines, progress
from pipeline.files import about, read_text, write_stdout
from pipeline.kinds import KINDS, kind, misplaced
from pipeline.settings import Settings
from pipeline.sources import SOURCES, parse_source
from pipeline.text import Text
from schemas import (
    certificate,
    columns,
    critical,
    droid_contest,
    evaluation,
    game,
    grades,
    induction,
    induction_certificate,
    induction_report,
    levels,
    linear_program,
    program_certificate,
    program_report,
    report,
    solution,
    state_graph,
    sweep,
    transcript,
)
from schemas.parts.problems import InputError, Problem, VerificationError
from stages.parse.games import read_source_text

CHECK = "check"
PROVED_ON = {
    "certificate": "game",
    "induction-certificate": "state-graph",
    "program-certificate": "linear-program",
}
DIGESTS: dict[str, Callable[[str], str]] = {
    "certificate": lambda text: certificate.read(text).game_sha256,
    "induction-certificate": lambda text: induction_certificate.read(text).graph_sha256,
    "program-certificate": lambda text: program_certificate.read(text).program_sha256,
}


@click.command(epilog=options.example("efgc check island-1.certificate.json island-1.game.json"))
@click.argument("artifacts", metavar="ARTIFACT...", type=FILE, nargs=-1, required=True)
@options.time_limit
def check(artifacts: tuple[str, ...]) -> None:
    """Check artifacts, sources and certificates.

    Says whether files are what their stage writes. The kind of a file is recognised from its
    content; files that efgc writes for people alone are recognised, too, but have nothing to check.
    For a folder of level files it compares the checksums and solves random states again. Prints one
    line per file, and all problems on stderr; the exit code is 1 if there are any.

    A certificate that is named together with its game, in any order, is proved on that game, by a
    program of its own; the exit code is 5 if it proves nothing. Without the game only the form of
    the certificate is checked. A certificate of backward induction is proved on its state graph,
    and that of a linear program on the program.
    """
    texts: dict[str, tuple[str, Text]] = {}
    wrong = [path for path in artifacts if not _passes(path, texts)]
    claims = [path for path in texts if texts[path][0] in PROVED_ON]
    refuted = [path for path in claims if _is_refuted(path, texts, bool(wrong))]
    if wrong:
        raise click.exceptions.Exit(1)
    if refuted:
        raise click.exceptions.Exit(VerificationError.exit_code)


def _passes(path: str, texts: dict[str, tuple[str, Text]]) -> bool:
    """Check one file; keep its text and kind, if somebody may ask for it again."""
    try:
        if os.path.isdir(path):
            return _passes_levels(path)
        text = read_text(path)
        found = kind(text.text)
        with progress("check"):
            work = about(text.name, lambda: _check_of(found))
            about(text.name, lambda: work and work(text))
    except InputError as error:
        click.echo("\n".join(problem_lines(error)), err=True)
        return False
    if found in (*PROVED_ON, *PROVED_ON.values()):
        texts[path] = found, text
    words = (
        f"{found.replace('-', ' ')}, no problems"
        if work
        else f"{KINDS[found].words}, nothing to check"
    )
    write_stdout([f"{text.name}: {words}\n"])
    return True


def _check_of(found: str) -> Callable[[Text], object] | None:
    """Return what looks into a file of a kind; None for what people alone read. Raises InputError
    for other files.
    """
    if found in CHECKS:
        return lambda text: CHECKS[found](text.text)
    if found in SOURCES:
        return lambda text: parse_source(text, found, Settings(), lambda done, total: None)
    if CHECK not in KINDS[found].readers:
        raise misplaced(KINDS[found])
    return None


def _is_refuted(path: str, texts: dict[str, tuple[str, Text]], others_wrong: bool) -> bool:
    """Say what a certificate proves of its game, if that is here; return whether it is wrong."""
    found, claim = texts[path]
    games = [text for kind_of, text in texts.values() if kind_of == PROVED_ON[found]]
    if not games:
        of = PROVED_ON[found].replace("-", " ")
        beside = "no" if others_wrong else "name the"
        passes = " passes" if others_wrong else ""
        said = f"nothing is proved yet: {beside} {of} beside the certificate{passes}"
        click.echo(f"efgc: {said}", err=True)
        return False
    digest = DIGESTS[found](claim.text)
    game = next((game for game in games if game.sha256 == digest), games[0])
    try:
        with progress("check"):
            proved = _proved(found, claim, game)
    except InputError as error:
        click.echo("\n".join(problem_lines(error)), err=True)
        return True
    write_stdout([f"{claim.name}: proves for {game.name} that {proved}\n"])
    return False


def _proved(found: str, claim: Text, game: Text) -> str:
    """Return what a certificate proves. Raises InputError that names it, if that is nothing."""
    from stages import checker, induction_checker, program_checker

    proving = {
        "certificate": checker.check_certificate,
        "induction-certificate": induction_checker.check_induction_certificate,
        "program-certificate": program_checker.check_program_certificate,
    }
    try:
        return proving[found](claim.content, game.content)
    except (checker.Rejected, induction_checker.Rejected, program_checker.Rejected) as reason:
        raise InputError([Problem(str(reason))], claim.name) from None


def _passes_levels(path: str) -> bool:
    from pipeline.levels.check import check_in_words

    write_stdout([f"{check_in_words(path)}\n"])
    return True


def _check_linear_program(text: str) -> object:
    from stages.solve.program import read_program

    return read_program(text, linear_program.recognise(text))


def _check_agent(text: str) -> object:
    from schemas import droid_agent

    return droid_agent.read(text)


def _check_strategy(text: str) -> None:
    from stages.strategies import check_alone

    check_alone(text)


def _check_map(text: str) -> object:
    from stages.parse.maps import read_map

    return read_map(text)


# A kind of source that is not here is parsed.
CHECKS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("strategy", "strategy-table"), _check_strategy),
    "certificate": certificate.read,
    "induction-certificate": induction_certificate.read,
    "program-certificate": program_certificate.read,
    "state-graph": state_graph.read,
    "game": game.read,
    "columns": columns.read,
    "solution": solution.read,
    "report": report.check_text,
    "induction": induction.read,
    "induction-report": induction_report.check_text,
    "program-report": program_report.check_text,
    "levels": levels.read,
    "droid-agent": _check_agent,
    "droid-contest": droid_contest.check_text,
    "grades": grades.check_text,
    "evaluation": evaluation.check_text,
    "sweep": sweep.check_text,
    "critical": critical.check_text,
    "transcript": transcript.read,
    "source": read_source_text,
    "linear-program": _check_linear_program,
    "map": _check_map,
}
