"""The kinds of files, recognised by their content, and the commands that read them: one table.

A new kind of file is a line in KINDS. One that `run` accepts is a row of
`pipeline.files.sources.SOURCES`, whose rows are among the first of KINDS. A command reads its files
by `pipeline.files.reading.read_for`, which uses this table.
"""

import os
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from ...schemas import critical, linear_program, solution
from ...schemas.bounds import DOUBLE_ORACLE, REGRET
from ...schemas.levels import MANIFEST
from ...schemas.parts.documents import read_json
from ...schemas.parts.problems import InputError, Problem, shown
from ...stages.parse import gambit
from ...stages.parse.matrix.rows import parse_matrix
from ...stages.parse.program_output import program_output
from ...stages.parse.recognising import is_payoff_table
from ...stages.strategies import FORMATS as STRATEGIES
from ...stages.strategies import OWN
from ..terminal.diagnostics import command_in_pipe
from ..terminal.retired import LITEEFG, VIPR
from .sources import SOURCES
from .text import (
    SEQUENCE_FORM,
    Text,
    begins,
    contains_line,
    has_format,
    is_json,
    is_page,
    is_solution_file,
    is_text_report,
    is_tikz,
)

SWEEP = r"(?:(?:let )?[^\W\d]\w*,)*source,p,bandits,rules,level,without,asked,"
COMPARISON = re.escape(",".join(solution.COMPARISON))
CRITICAL = re.escape(",".join(critical.COLUMNS))
_JSON_FORMAT = re.compile(r'"format"\s*:\s*"efgc/([a-z-]+)"')
_LISTS = re.compile(r"\s*\[\s*[][]")  # Also of a matrix with too many errors to be recognised.
NAMED = 3  # The number of readers that a message names.


class FileKind(NamedTuple):
    """One kind of file."""

    words: str
    """Its description in messages."""
    readers: tuple[str, ...]
    """The commands that read it, with the argument or option if it is not the first argument.
    Messages name the first ones.
    """
    recognise: Callable[[str], bool] | None = None
    """Takes the text. None for JSON files with a `format` key."""
    instead: str = ""
    """Advice that replaces the list of commands."""


def recognised(text: str) -> str | None:
    r"""Return the kind of file of a text, a key of KINDS; None if it is not certain.

    >>> (recognised("format: efgc/state-graph\n"), recognised("0,-1\n1,0\n"),
    ...     recognised("Dear all,\n"))
    ('state-graph', 'matrix', None)
    """
    if is_json(text) and (match := _JSON_FORMAT.search(text)):
        return match[1] if match[1] in KINDS else None
    if is_page(text):  # A page can contain lines of other files unchanged.
        return "text-report" if is_text_report(text) else None
    return next(
        (
            name
            for name, kind in KINDS.items()
            if kind.recognise is not None and kind.recognise(text)
        ),
        None,
    )


def kind(text: str) -> str:
    r"""Return the kind of file of a text, or the likeliest kind if it is not recognised, so that
    its reader reports the missing parts.

    >>> kind("format: efgc/state-graph\n"), kind("game: goofspiel\n"), kind("1 0.5\nSE-D\n")
    ('state-graph', 'source', 'map')
    """
    likeliest = "game" if is_json(text) else "matrix" if _LISTS.match(text) else "map"
    return recognised(text) or likeliest


def stem(source: Text) -> str:
    r"""Return the name, without suffix, of the files made from a source.

    >>> stem(Text("format: efgc/state-graph\n", "a/cave.states.yaml", "cave.states.yaml", ""))
    'cave'
    """
    known = SOURCES.get(kind(source.text))
    return Path(source.file or "game").stem.removesuffix(known.suffix if known else "")


def refuse_others(text: str, reader: str, path: str = "") -> None:
    """Raise InputError if a text is certainly of a kind that this reader does not read. A reader
    that no FileKind lists in its `readers` accepts every kind, but no reader accepts the error
    output of a program.
    """
    failed = program_output(text)
    if failed and recognised(text) is None:
        raise InputError([failed])
    known = any(reader in kind.readers for kind in KINDS.values())
    found = recognised(text) if known else None
    if found is not None and reader not in KINDS[found].readers:
        if path.lower().endswith(DOCUMENT):  # It may quote a report.
            ENDINGS[DOCUMENT](text)
        raise misplaced(KINDS[found], reader)


def refuse_by_ending(text: str, path: str, reader: str) -> None:
    """Raise the InputError of the reader that the ending of a file's name calls for, if a command
    reads sources and the text is not certainly one.
    """
    read = next((read for end, read in ENDINGS.items() if path.lower().endswith(end)), None)
    is_of_sources = any(reader in KINDS[source].readers for source in ("matrix", "linear-program"))
    if read and is_of_sources and text.strip() and not _is_certain(text):
        read(text)


def _is_certain(text: str) -> bool:
    """Return whether a text is of a known kind; any `format:` makes a text look like a graph."""
    found = recognised(text)
    return found is not None and (found != "state-graph" or has_format("efgc/state-graph")(text))


def _read_json(text: str) -> None:
    if not isinstance(found := read_json(text), dict) and not _LISTS.match(text):
        raise InputError([Problem(f"{shown(found)} is not a mapping")])


def _refusing(said: str) -> Callable[[str], None]:
    def refuse(text: str) -> None:
        raise InputError([Problem(said, (), 1, 1)])

    return refuse


_XML = "is XML, which efgc does not read; open it in the program that made it and save it as .efg"
DOCUMENT = ".md"
ENDINGS: dict[str, Callable[[str], object]] = {
    ".rules.yaml": _refusing("a rules file begins with `format: efgc/rules`"),
    ".solver.yaml": _refusing("a solver file begins with `format: efgc/solver`"),
    ".lp": linear_program.recognise,
    ".mps": linear_program.recognise,
    ".csv": lambda text: parse_matrix(text, ""),
    ".json": _read_json,
    ".efg": gambit.refuse_others,
    ".py": _refusing(
        "is a program; run it and save the game it makes as .efg; `efgc grade --program` runs "
        "programs on maps"
    ),
    **dict.fromkeys((".gbt", ".gte", ".xml"), _refusing(_XML)),
    DOCUMENT: _refusing("is a document in Markdown, not a source"),
}


def refuse_all_but(known: Collection[str], found: str) -> None:
    """Raise InputError if the kind of a file is not among the known ones."""
    if found not in known:
        raise misplaced(KINDS[found])


def refuse_other_kind(found: str, wanted: str, name: str) -> None:
    """Raise InputError for a file that cannot be compared with one that has a name and a kind."""
    said = f"is {KINDS[found].words}, and {name} is {KINDS[wanted].words}"
    raise InputError([Problem(f"{said}; compare two files of the same kind")])


def misplaced(kind: FileKind, reader: str = "") -> InputError:
    """Return the error for a file passed to a command that cannot read it."""
    return InputError([Problem(f"this is {advice(kind, reader)}")])


def _unread(words: str, recognise: Callable[[str], bool] | None = None) -> FileKind:
    return FileKind(words, ("check",), recognise, "no command reads it")


def advice(kind: FileKind, reader: str = "") -> str:
    """Return a description of a kind of file, with the commands that read it, and with what turns
    it into what `reader` reads.

    >>> advice(KINDS["linear-program"])
    'a linear program; `efgc run`, `efgc solve` and `efgc compare-solvers` read it'
    """
    if kind.instead:
        return f"{kind.words}; {kind.instead}"
    if kind is KINDS["report"] and reader == "evaluate GAME STRATEGY":
        written = "`efgc run --format strategy` writes strategies, in Python report('strategy')"
        return f"{kind.words}; {written}"
    is_compiled = reader == "lock" or kind in (KINDS["map"], KINDS["state-graph"])
    if reader in MAKERS and is_compiled and "play" in kind.readers:
        directly = "`efgc run` solves it, or " if reader == "solve" else ""
        unlisted = f"; {UNLISTED}" if reader == "lock" else ""
        return f"{kind.words}; {directly}type `{command_in_pipe(MAKERS[reader])}`{unlisted}"
    if reader == "report MAP BOUNDS" and kind is KINDS["solution"]:
        files = "NAME.game.json NAME.solution.json"
        return f"{kind.words}; `efgc report {files}` reads it, with its game instead of the map"
    if reader == "certify" and "run" in kind.readers:
        game = "states.yaml" if kind is KINDS["source"] else "game.json"
        files = f"DIR/*.{game} DIR/*.solution.json"
        return f"{kind.words}; type `efgc run FILE -o DIR`, then `efgc certify {files}`"
    *most, last = (f"`efgc {reader}`" for reader in kind.readers[:NAMED])
    return (
        f"{kind.words}; {', '.join(most)} and {last} read it"
        if most
        else f"{kind.words}; {last} reads it"
    )


MAKERS = {
    "expand": "efgc parse {}",
    "lower": "efgc run {} --through expand",
    "lock": "efgc run {} --through expand",  # All that are played have a game.
    "solve": "efgc run {} --through lower",
}
"""The command that makes what a reader reads, from a source in its place."""
UNLISTED = "`efgc evaluate FILE STRATEGY` has the best response in a game that is too large to list"
"""What to do where a game cannot be locked."""


def refuse_folder(path: str) -> None:
    """Raise InputError if a path is a folder of level files, which no command reads as a file."""
    if os.path.isfile(os.path.join(path, MANIFEST)):
        raise misplaced(LEVELS)


CHECKPOINT = "checkpoint"
"""The kind of a file from which a search goes on, by its name: it is not text."""
STRATEGY_KINDS = {
    "strategy-table": "csv",
    "openspiel-policy": "openspiel",
    "gambit-profile": "pygambit",
    "gambit-equilibrium": "gambit",
}
"""The kinds of strategy files in foreign formats, with the name of the format."""
STRATEGY_READERS = ("evaluate GAME STRATEGY", "lock GAME STRATEGY", "check")
LEVELS = FileKind(
    "a folder of level files", ("check", "run SOURCE --levels", "report GRAPH SOLUTION --levels")
)
# A new kind also needs a row of CHECKS in `checks.py`.
KINDS = {  # In the order in which they are tried.
    "solver": FileKind(
        words="a solver file",
        readers=("check",),
        recognise=has_format("efgc/solver"),
        instead="`efgc solve --solver` and `efgc run --solver` read it",
    ),
    # Before matrices, which are lists and tables, too.
    "liteefg-strategy": FileKind(
        words="a strategy of LiteEFG",
        readers=(),
        recognise=begins(r'\s*(\[\s*){2,3}"(?:[^"\\]|\\.)*"\s*,\s*\[|[^,\n]{0,20},?"?Infoset"?,'),
        instead=LITEEFG,
    ),
    "liteefg": FileKind(
        words="a game file of LiteEFG",
        readers=(),
        recognise=begins(r"(#.*\n|\s)*+node +\S+ +(chance|player|leaf)\b"),
        instead="the format was retired: `efgc run` reads Gambit's .efg, and OpenSpiel's games as "
        "openspiel:NAME",
    ),
    **{
        name: FileKind(source.words, source.readers, source.recognise)
        for name, source in SOURCES.items()
    },
    "columns": FileKind(
        "a table of columns", ("report GAME SOLUTION", "certify GAME SOLUTION", "check")
    ),
    "solution": FileKind(
        "a solution of a linear program",
        (
            *("report GAME SOLUTION", "certify GAME SOLUTION"),
            *("report PROGRAM SOLUTION", "certify PROGRAM SOLUTION", "diff"),
        ),
    ),
    "induction": FileKind(
        "a solution by backward induction",
        ("report GRAPH SOLUTION", "certify GRAPH SOLUTION", "diff"),
    ),
    "bounds": FileKind(
        "bounds on a value",
        (
            *("report GAME SOLUTION", "report GRAPH SOLUTION", "report MAP BOUNDS"),
            *("evaluate GAME STRATEGY", "lock GAME STRATEGY", "check"),
        ),
    ),
    "sequence-form": FileKind(
        "a sequence form as matrices",
        ("solve --method regret", "report", "check"),
        lambda text: text == SEQUENCE_FORM,
    ),
    "report": FileKind("a report", ("check", "diff")),
    "induction-report": FileKind("a report", ("check", "diff")),
    "program-report": FileKind("a report on a linear program", ("check", "diff")),
    "bounds-report": FileKind("a report on bounds", ("check", "diff")),
    "levels": FileKind(
        words="the list of a folder of level files",
        readers=("check",),
        recognise=None,
        instead="`efgc report --levels` reads the folder",
    ),
    "certificate": FileKind("a certificate", ("check CERTIFICATE GAME",)),
    "induction-certificate": FileKind(
        "a certificate of backward induction", ("check CERTIFICATE GRAPH",)
    ),
    "program-certificate": FileKind(
        "a certificate of a linear program", ("check CERTIFICATE PROGRAM",)
    ),
    "strategy": FileKind("a strategy", (*STRATEGY_READERS, "diff")),
    "evaluation": FileKind("an evaluation", ("check",)),
    "transcript": FileKind("the transcript of a game", ("play SOURCE --continue", "check")),
    "droid-agent": FileKind("a trained droid", ("match", "play --agent1", "train --from")),
    "droid-contest": FileKind("the results of a contest", ("check",)),
    "grades": FileKind("grades", ("check",)),
    "network": _unread("a network"),
    "stats": _unread("statistics"),
    "passes": _unread("the passes of a source"),
    "diff": _unread("differences"),
    **{
        kind: FileKind(
            STRATEGIES[name].name,
            (*STRATEGY_READERS, *(("diff",) if name in OWN else ())),
            STRATEGIES[name].recognise,
        )
        for kind, name in STRATEGY_KINDS.items()
    },
    "sweep": FileKind("the table of a sweep", ("check",), begins(SWEEP)),
    "critical": FileKind("a table of changes of play", ("check",), begins(CRITICAL)),
    "comparison": _unread("a comparison of solvers", begins(COMPARISON)),
    "sweep-journal": FileKind("the journal of a sweep", ("check",), begins(r"[0-9a-f]{16} \[")),
    "picture": _unread("a picture", begins(r"\s*(<[?!][^>]*>\s*)*+<svg\b")),
    "decision-problems": FileKind(
        words="a file of two decision problems",
        readers=(),
        recognise=begins(r'\s*\{(?s:.*)"decision_problem_pl1"\s*:'),
        instead="the format was retired: `efgc run` reads Gambit's files",
    ),
    "payoff-table": FileKind(
        words="a table of payoffs in YAML",
        readers=(),
        recognise=is_payoff_table,
        instead="the format was retired: `efgc run` reads .csv, and .nfg with names of players",
    ),
    "vipr": FileKind(
        words="a certificate in the format VIPR",
        readers=(),
        recognise=begins(r"(%.*\n|\s)*+VER 1\."),
        instead=VIPR,
    ),
    "graphml": _unread("a network", begins(r"\s*(<\?xml[^>]*>\s*)?<graphml\b")),
    "tikz": _unread("a picture in TikZ", is_tikz),
    "dot": _unread("a picture for Graphviz", begins(r"\s*(strict\s+)?(di)?graph\b[^\n]*\{")),
    "text-report": _unread("a report for people", is_text_report),
    "text-contest": _unread(
        "the results of a contest for people",
        begins(r"(Droid battle|Goofspiel)[^\n]*, worth "),
    ),
    "text-table": _unread(
        "a table for people", begins(r"Sweep of |solver +version +status +seconds\b")
    ),
    "text-grades": _unread(
        "grades for people",
        begins(r"[^\n]*, rules \S+: value |student,(points,of,)?verdict,"),
    ),
    "python": FileKind(
        "a Python file",
        ("match FILE.py:CLASS", "play --agent1 FILE.py:CLASS"),
        contains_line(r"[ \t]+def get_best_move\("),
    ),
    "solution-file": FileKind(
        "a solver's solution file", ("solve PROGRAM --from",), is_solution_file
    ),
}
NAMES: dict[str, tuple[str, ...]] = {
    "states.yaml": ("state-graph",),
    "game.json": ("game",),
    **dict.fromkeys(("lp", "mps"), ("linear-program",)),
    "columns.json": ("columns",),
    "solution.json": ("solution", "induction"),
    "bounds.json": ("bounds",),
    "certificate.json": ("certificate", "induction-certificate", "program-certificate"),
    "report.json": ("report", "induction-report", "program-report", "bounds-report"),
    **dict.fromkeys(("report.txt", "report.html", "report.csv"), ("text-report",)),
    **dict.fromkeys(("mas2018.txt", "notebook.txt", "positions.csv"), ("text-report",)),
    "strategy.json": ("strategy",),
    **{STRATEGIES[name].suffix: (kind,) for kind, name in STRATEGY_KINDS.items()},
    "svg": ("picture",),
    **{f"{method}.npz": (CHECKPOINT,) for method in (REGRET, DOUBLE_ORACLE)},
}
"""The endings of the files in the folder of a run, with the kinds of their contents."""


def name_of(path: str) -> str:
    """Return the path of a file without the ending of its kind, as files of one game share it.

    >>> name_of("a/cave.solution.json"), name_of("cave.rules.yaml"), name_of("cave.txt")
    ('a/cave', 'cave', 'cave')
    """
    endings = (f".{ending}" for ending in (*NAMES, "rules.yaml"))
    known = next(filter(path.endswith, endings), Path(path).suffix)
    return path.removesuffix(known)


def kinds_of_name(file: str) -> tuple[str, ...]:
    """Return the kinds of a file by its name in the folder of a run; empty for other names.

    >>> kinds_of_name("cave.solution.json"), kinds_of_name("solution.json")
    (('solution', 'induction'), ())
    """
    return next((kinds for ending, kinds in NAMES.items() if file.endswith(f".{ending}")), ())


def refuse_misnamed(text: Text) -> None:
    """Raise InputError if a file with a name of NAMES has other content."""
    known, found = kinds_of_name(text.file), recognised(text.text)
    if found not in known or found == "text-report" and not is_text_report(text.text, text.file):
        other = KINDS[found].words if found else "another text" if text.text.strip() else "empty"
        content = "one in another format" if found in known else other
        raise InputError([Problem(f"has the name of {KINDS[known[0]].words}, but is {content}")])
