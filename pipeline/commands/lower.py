"""efgc lower."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from ...schemas import game as schema
from ...schemas.game import Game
from ...stages.lower import FORMATS, REDUCTIONS, TEXTS
from ..chain.provenance import write_columns
from ..files.kinds import kind
from ..files.reading import about, read_for, refuse_inputs, relaxed, special
from ..files.sources import remark_program
from ..files.text import Text
from ..options import calls, outputs
from ..options.outputs import Output
from ..settings import Settings
from ..settings.declarations import AUTO, after, level_of
from ..settings.value_types import NEW_FILE
from ..terminal.diagnostics import note, progress

NOT_KEPT = (
    "efgc: the table of columns, which `efgc report` needs, is not saved; --columns "
    "NAME.columns.json saves it"
)


@click.command(epilog=calls.example("efgc lower island-1.game.json -o island-1.lp"))
@calls.source("GAME", "PROGRAM")
@outputs.output(
    "the linear program (.lp or .mps), or the matrices (.npz or .mtx)",
    {name: name for name in FORMATS},
)
@click.option(
    "--names",
    type=click.Choice(("short", "words")),
    default="short",
    show_default=True,
    help="Name columns and rows by a letter and a number (x3), or with words of the game behind it "
    "(x3_left_e1_empty_right).",
)
@click.option(
    "--columns",
    "table",
    metavar="FILE",
    type=NEW_FILE,
    default=None,
    help="Where to write the table of columns.  [default: NAME.columns.json beside NAME.lp]",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Also write NAME.explained.txt, with the reason for each row of a small program.",
)
@after(dict.fromkeys(REDUCTIONS, 1), "the program")
@calls.add("lower")
def lower(
    game: str,
    output: Output,
    lp_format: str,
    player: int | None,
    after: str | None,
    level: str,
    without: tuple[str, ...],
    names: str,
    table: str | None,
    explain: bool,
    relax: bool,
) -> None:
    """Lower a game to a sequence-form linear program.

    An existing linear program (.lp or .mps, of a game or not) is written in the other format:
    --format mps or lp, or the ending of FILE. An .mps minimises the negative of what an .lp
    maximises. A constant in the objective becomes a column that is 1, and in an .lp a row with two
    ends becomes two rows, because solvers do not read either in the same way.

    The program is that of one player. With -o FILE the command also writes NAME.columns.json, the
    table that explains the columns and rows of the program, which `efgc report` reads. In a pipe,
    --columns saves the table. A small program has a legend in its comments, too.

    The matrices of --format npz and mtx are those of both players: `E x = e`, `F y = f`, and the
    payoff to player 1 is `x' A y`. Their columns and rows have the names of player 1's program:
    those of E are x and f, those of F b and v, and A has a row for each x and a column for each b.
    """
    from ...stages.forms.formulation import Forms
    from ...stages.forms.reductions import excluded_reductions
    from ...stages.lower import MATRICES
    from ...stages.lower import lower as stage
    from ...stages.lower.explanation import explain as explained

    text = read_for("lower", game)
    if kind(text.text) == "linear-program":
        for_games = player or without or level != AUTO or explain or table or names != "short"
        return _convert(text, output, relax, bool(for_games))
    _refuse(relax, explain, output)
    known = level_of(level, without)
    asked = Settings(player=player or 0, level=known, without=without, lp_format=output.format)
    chosen = partial(excluded_reductions, level=known, without=without)
    more = ["--names", "words"] * (names == "words")
    if lp_format in MATRICES:
        return _lower_to_matrices(text, output, asked, chosen, table, names)
    beside = _table_file(output, table, text.name)
    read = about(text.name, lambda: schema.read(text.text))
    forms, left = Forms(read), chosen(read)
    with progress("lower"):
        reasons = explained(forms.without(left), player or 0) if explain else None
        made, meanings = stage(read, player or 0, lp_format, left, forms, names == "words")
    output.write([made])
    _keep(write_columns(meanings, read, asked, *more), output, beside)
    if reasons is not None:
        output.write_file(str(Path(output.path).with_suffix(".explained.txt")), reasons, [game])


def _table_file(output: Output, named: str | None, source: str) -> str:
    """Return the path of the table of columns; empty if the output is a pipe and no
    file is named.
    """
    piped = output.path == "-" or special(output.path)
    beside = named or ("" if piped else _table_path(output.path))
    if beside:
        output.refuse_second("--columns", beside, [source])
    return beside


def _keep(table: Iterator[str], output: Output, path: str) -> None:
    """Write the table of columns, or print a note that it is not kept."""
    if path:
        output.write_file(path, table)
    elif not output.on_terminal:
        note(NOT_KEPT)


def _refuse(relax: bool, explain: bool, output: Output) -> None:
    """Raise UsageError for options without a meaning for a game, or for the output file."""
    from ...stages.lower import MATRICES

    if relax:
        raise click.UsageError("--relax is for linear programs")
    if not explain:
        return
    if output.format in MATRICES:
        raise click.UsageError(
            "--explain is for --format lp and mps: it explains the rows of a program"
        )
    if output.path == "-" or special(output.path):
        raise click.UsageError("--explain needs -o FILE: it writes NAME.explained.txt beside it")


def _convert(program: Text, output: Output, relax: bool, for_games: bool) -> None:
    from ...stages.programs.texts import read_exactly, write_program

    if for_games:
        raise click.UsageError(
            "--player, -O, --without, --after, --names, --columns and --explain are for games"
        )
    if output.format not in TEXTS:
        raise click.UsageError(f"a linear program is written as lp or mps, not as {output.format}")
    source = relaxed(program) if relax else program
    remark_program(program)
    read = about(program.name, lambda: read_exactly(source.text))
    with progress("lower"):
        written = about(program.name, lambda: write_program(read, output.format, program.file))
    output.write([written])
    if output.format == "mps" and read.maximise:
        note("the .mps minimises the negative of the objective", program.name)


def _lower_to_matrices(
    game: Text,
    output: Output,
    settings: Settings,
    left_out: Callable[[Game], tuple[str, ...]],
    table: str | None,
    names: str,
) -> None:
    from ...stages.lower import lower_to_matrices

    format, path = output.format, output.path
    if names != "short":
        raise click.UsageError("--names is for --format lp and mps")
    if settings.player:
        raise click.UsageError("--player is for --format lp and mps; matrices are both players'")
    if output.path == "-" or special(output.path):
        raise click.UsageError(f"-o must name a file for --format {format}")
    read = about(game.name, lambda: schema.read(game.text))
    with progress("lower"):
        made, meanings = lower_to_matrices(read, format, left_out(read))
    start = path.removesuffix(f".{format}")
    files = {f"{start}.{part}.{format}" if part else path: text for part, text in made.items()}
    beside = table or _table_path(path)
    for name in (*files, beside):
        refuse_inputs(name, [game.name])
    for name, content in files.items():
        output.write_file(name, [content])
    output.write_file(beside, write_columns(meanings, read, settings))


def _table_path(output: str) -> str:
    return str(Path(output).with_suffix(".columns.json"))
