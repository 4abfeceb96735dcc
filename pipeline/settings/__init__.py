"""The settings of the stages and the options that fill them, each declared once.

A field of Settings has its option beside it: the option of the command line, the commands that have
it, its heading if only `--help-all` shows it, the sources for which it has a meaning, the values
that a sweep can give it, and the stages whose artifacts record it. Commands, Python's keywords,
refusals, sweeps and the explorer all follow from this table; `python
tests/documents/python_signatures.py` writes the signatures in `efgc.py`. An option with `vary` also
needs a column in `schemas/sweep.py`.
"""

import os
from dataclasses import dataclass
from fractions import Fraction

import click

from ...schemas.bounds import DOUBLE_ORACLE, REGRET
from ...schemas.levels import Numbers
from ...schemas.parts.counts import TEXTBOOK
from ...schemas.parts.limits import MAX_STEPS
from ...schemas.refinement import Concept
from ...stages.documents import WIDTH, Layout
from ...stages.expand import MAX_HISTORIES
from ...stages.lower import FORMATS as LP_FORMATS
from ...stages.lower import REDUCTIONS as FORM_REDUCTIONS
from ...stages.parse import LEVELS, MAX_STATES, REDUCTIONS, RULES
from ...stages.solve import DEFAULT, KERNEL, Request
from ...stages.solve.order import INTERIOR, LARGE
from .declarations import (
    AUTO,
    LEVELLED,
    METHOD_HELP,
    METHOD_USES,
    PROVE,
    By,
    Heading,
    Use,
    Vary,
    declared,
    exclusion_text,
    leave_out,
    level_of,
    option,
    options_of,
    report_formats,
)
from .requests import ENGINE, JOBS, REQUEST
from .value_types import (
    FILE,
    FOLDER,
    Amount,
    Pair,
    Probability,
    Reductions,
    SolverChoice,
)
from .ways import AS_PROGRAM, BOUNDED, BY_STATES, WAYS, WITH_TABLE, WITH_TRAIL, AllBut

LINEAR_PROGRAM = "linear-program"
"""The method of solving that --method has by default: by linear programs, or state by state."""

_CHAIN = "run draw evaluate sweep explore passes"
_INSPECTED = "stats export diff"
_MAPS = (Use(By.KIND, ("map",), "maps"),)
_GAMES = "games that are solved as a linear program"
_STATES = "games that are solved state by state, in which nothing is secret"
_AS_PROGRAM = (Use(By.WAY, (AS_PROGRAM,), _GAMES),)
_BY_STATES = (Use(By.WAY, (BY_STATES,), _STATES),)
_GRAPH_REDUCTIONS = leave_out(REDUCTIONS, "the state graph")
_MOST_LISTED = (
    "Refuse a tree with more histories. Rules and state graphs of version 2 with more, or with "
    "more than a million, are not listed, but evaluated on the graph."
)

_DEFAULT_SOLVER = (
    f"[default: for a linear program {DEFAULT}, highs from {LARGE:,} nonzeros on, highs-ipm from "
    f"{INTERIOR:,} on; for a state graph {KERNEL}]"
)


@dataclass(frozen=True)
class Settings:
    """The settings of the stages. The defaults are those of the commands."""

    p: Fraction | None = option(
        None,
        "--p",
        commands=f"{_CHAIN} {_INSPECTED} parse",
        type=Probability(),
        metavar="FRACTION",
        help="The probability that an attack succeeds, in place of the map's, such as 1/3 or 0.5.",
        uses=_MAPS,
        vary=Vary(steps=True),
    )
    """None: that of the map."""
    bandits: int | None = option(
        None,
        "--bandits",
        "--miners",
        "bandits",
        commands=f"{_CHAIN} {_INSPECTED} parse",
        type=click.IntRange(0),
        metavar="N",
        help="The number of bandits or miners, in place of the map's.",
        uses=_MAPS,
        vary=Vary(whole=True),
    )
    """None: the number of the map."""
    rules: str = option(
        "",
        "--rules",
        commands=f"{_CHAIN} {_INSPECTED} parse",
        type=click.Choice(tuple(RULES)),
        help="The rules of the game.  [default: island-2018 or cave-2023, by the layout of the "
        "map]",
        uses=_MAPS,
        vary=Vary(),
        stages="parse",
    )
    let: tuple[tuple[str, str], ...] = option(
        (),
        "--let",
        commands=f"{_CHAIN} {_INSPECTED} parse",
        type=Pair(),
        multiple=True,
        metavar="NAME=VALUE",
        help="The value of a constant of a rules file, in place of that in its `let`, such as "
        "steps=4; may be given several times.",
        uses=(Use(By.KIND, ("rules",), "rules files"),),
        stages="parse",
        spell="=".join,
    )
    steps: int = option(
        3,
        "--steps",
        commands=f"{_CHAIN} {_INSPECTED} parse",
        heading=Heading.SIZE,
        type=click.IntRange(1, MAX_STEPS),
        metavar="N",
        show_default=True,
        help="The number of steps after which a one-sided stochastic game ends.",
        uses=(Use(By.KIND, ("osposg",), "one-sided stochastic games"),),
        stages="parse",
    )
    level: int | None = option(
        None,
        "-O",
        "--level",
        commands=f"{_CHAIN} {_INSPECTED} parse lower",
        type=click.Choice((AUTO, *map(str, LEVELS))),
        default=AUTO,
        show_default=True,
        help="The level of reduction: 0 is the textbook tree, 1 merges histories with the same "
        "future, 2 also removes irrelevant moves. auto is 0 for a map or rules whose tree has up "
        f"to {TEXTBOOK:,} histories, else 2. The sequence form is reduced at 1 and 2, and in "
        f"any game of more than {TEXTBOOK:,} nodes. The value is the same.",
        variants={
            "lower": {
                "help": "The level of reduction: 0 is the whole linear program, 1 and 2 reduce "
                f"the sequence form. auto is 0 for a game of up to {TEXTBOOK:,} nodes that "
                "`parse` did not reduce, else 2. The value is the same."
            },
            "diff": {
                "help": "The level of reduction of sources, as that of `parse`; auto is 1 for maps "
                "and rules."
            },
        },
        uses=(
            Use(By.KIND, AllBut(("linear-program",)), "games"),
            Use(By.UNLOWERED, LEVELLED, "maps, rules, .osposg files, and sources with a `game`"),
        ),
        vary=Vary(click.IntRange(LEVELS[0], LEVELS[-1]), whole=True),
        stages="parse lower",
    )
    """None: `-O auto`, by the size of the game."""
    lp_format: str = option(
        "lp",
        "--format",
        "lp_format",
        commands="lower",
        type=click.Choice(LP_FORMATS),
        help="For a game, the .lp maximises the player's payoff, the .mps minimises its "
        "negative. Both players' matrices E, F, A and vectors e, f: .npz is one file for NumPy "
        "and SciPy, .mtx five in the Matrix Market format.  [default: by the ending of -o, "
        "else lp]",
        stages="lower",
    )
    player: int = option(
        0,
        "--player",
        commands="lower lock",
        type=click.IntRange(1, 2),
        help="The player whose linear program is written.  [default: the player with more "
        "sequences, whose program is solved faster]",
        variants={"lock": {"help": "The player to lock.  [default: all that STRATEGY has]"}},
        stages="lower lock",
    )
    """The player whose linear program is used; 0 is the player with more sequences."""
    without: tuple[str, ...] = option(
        (),
        "--without",
        commands=f"run draw sweep explore passes {_INSPECTED} parse lower",
        heading=Heading.SIZE,
        multiple=True,
        **leave_out((*REDUCTIONS, *FORM_REDUCTIONS), "the state graph or of the sequence form"),
        variants={
            **dict.fromkeys((*_INSPECTED.split(), "parse"), _GRAPH_REDUCTIONS),
            "lower": leave_out(FORM_REDUCTIONS, "the sequence form"),
        },
        uses=(
            Use(By.KIND, ("map",), "maps", exclusion_text(REDUCTIONS)),
            Use(By.WAY, (AS_PROGRAM,), _GAMES, exclusion_text(FORM_REDUCTIONS), "without_form"),
            Use(
                By.PICTURE,
                ("map", "tree", "matrix"),
                "pictures of a game that is lowered",
                exclusion_text(FORM_REDUCTIONS),
            ),
        ),
        vary=Vary(Reductions((*REDUCTIONS, *FORM_REDUCTIONS))),
        stages="parse lower",
    )
    unroll: bool = option(
        False,
        "--unroll",
        commands=f"run sweep explore passes {_INSPECTED} expand",
        heading=Heading.SIZE,
        is_flag=True,
        help="Write the tree, without shared nodes.",
        uses=(
            Use(By.KIND, (*LEVELLED, "state-graph"), "sources that are expanded to a game"),
            Use(By.WAY, (AS_PROGRAM,), "sources that are expanded to a game"),
        ),
        stages="expand",
    )
    relax: bool = option(
        False,
        "--relax",
        commands="run solve lower",
        heading=Heading.SOLVERS,
        is_flag=True,
        help="Drop the condition that columns of a linear program are whole numbers.",
        uses=(Use(By.KIND, ("linear-program",), "linear programs"),),
    )
    counted: bool = True
    """Whether the report counts the histories of a map's game without reductions."""
    listed: int | None = None
    """The most histories of a state graph of version 2 that -O auto reduces; None: any number."""
    max_states: int = option(
        MAX_STATES,
        "--max-states",
        commands=f"{_CHAIN} parse diff",
        heading=Heading.SIZE,
        type=click.IntRange(1),
        show_default=True,
        help="Refuse a source with more states. A `game` with more states at level 2 is not "
        "refused: its states are generated when they are needed.",
    )
    max_histories: int = option(
        MAX_HISTORIES,
        "--max-histories",
        commands=f"{_CHAIN} expand lock diff",
        heading=Heading.SIZE,
        type=click.IntRange(1),
        show_default=True,
        help="Refuse a tree with more histories, or a shared game with more nodes.",
        variants={"evaluate": {"help": _MOST_LISTED}},
    )
    method: str = option(
        LINEAR_PROGRAM,
        "--method",
        commands="run solve sweep",
        heading=Heading.LARGE,
        type=click.Choice((LINEAR_PROGRAM, REGRET, DOUBLE_ORACLE)),
        show_default=True,
        help=METHOD_HELP,
        uses=METHOD_USES,
        stages="solve",
    )
    gap: float | None = option(
        None,
        "--gap",
        commands="run solve sweep",
        heading=Heading.LARGE,
        type=Amount(),
        metavar="NUMBER",
        help="The difference of the bounds, in payoffs, at which --method regret and double-oracle "
        "end.  [default: a thousandth of the difference between the largest and smallest payoff]",
        uses=(Use(By.WAY, (BOUNDED,), f"--method {REGRET} or {DOUBLE_ORACLE}"),),
        stages="solve",
        spell=repr,
    )
    """None: a thousandth of the range of the payoffs."""
    recall: int = option(
        0,
        "--recall",
        commands="run solve sweep",
        heading=Heading.LARGE,
        type=click.IntRange(0),
        metavar="NUMBER",
        show_default=True,
        help="How many of its last actions and observations a player remembers, in addition to "
        "what it knows, where --method regret does not list the histories. A larger number brings "
        "closer bounds, and needs more time and memory.",
        uses=(Use(By.WAY, (BOUNDED,), f"--method {REGRET}"),),
        stages="solve",
    )
    solver: str = option(
        "",
        "--solver",
        commands=f"{_CHAIN} solve",
        type=SolverChoice(KERNEL),
        variants={
            "explore": {
                # As in the requests of the page, which must not start a program of their choice.
                "type": SolverChoice(KERNEL, files=False),
                "help": f"The solver; {KERNEL} is our own for matrix games.  {_DEFAULT_SOLVER}",
            }
        },
        spell=os.path.basename,  # An artifact contains no path of this machine.
        help=f"The solver; {KERNEL} is our own for matrix games, and FILE.solver.yaml describes "
        f"another program.  {_DEFAULT_SOLVER}",
        uses=(
            Use(
                By.WAY,
                (BY_STATES,),
                _STATES,
                lambda solver: f"--solver {KERNEL}" if solver == KERNEL else "",
                "",
            ),
            Use(By.WAY, AllBut((BOUNDED,)), f"--method {LINEAR_PROGRAM}"),
            Use(By.PICTURE, ("map", "chart", "board", "tree"), "pictures of play"),
            Use(By.DRAWING, ("solved",), "pictures of play, not for --plain"),
        ),
        vary=Vary(),
        stages="solve",
    )
    """Empty: the default of the chain."""
    request: Request = declared(Request(), *REQUEST)
    report_format: str = option(
        "text",
        "--format",
        "report_format",
        commands="run report",
        type=click.Choice(
            tuple(dict.fromkeys(name for way in WAYS.values() for name in way.formats))
        ),
        help=report_formats(),
    )
    levels: str = option(
        "",
        "--levels",
        commands="run solve report",
        heading=Heading.LARGE,
        metavar="DIR",
        type=FOLDER,
        help="A folder for the values of positions, for Goofspiel with many cards. A stopped "
        "run continues from its files. With --keep it keeps the value of every position, "
        "and --at uses them.",
        uses=_BY_STATES,
    )
    """The folder of level files; empty: they are deleted when the work is done."""
    keep: bool = option(
        False,
        "--keep",
        commands="run solve",
        heading=Heading.LARGE,
        is_flag=True,
        help="Keep all levels of --levels, also those that no other level needs any more: for "
        "--at, play and pages. A folder that was begun with --keep always keeps them.",
        uses=_BY_STATES,
    )
    values: Numbers | None = option(
        None,
        "--values",
        commands="run solve",
        heading=Heading.LARGE,
        type=click.Choice([numbers.value for numbers in Numbers]),
        help="The number format of --levels: float64, or packed in 32 bits, which halves disk "
        "space and memory; the proved bounds allow for the rounding.  [default: the format of "
        "the folder, or float64]",
    )
    """None: as in the folder, or as they are."""
    jobs: int = declared(0, JOBS)
    """0: one per processor."""
    engine: str = declared("local", ENGINE)
    exact: bool | None = option(
        None,
        "--exact/--no-exact",
        commands="run sweep explore report",
        help=f"{PROVE}; --no-exact is not for state graphs.",
        uses=(
            Use(
                By.WAY,
                (AS_PROGRAM,),
                _GAMES,
                lambda exact: "--no-exact" if exact is False else "",
            ),
            Use(
                By.WAY,
                (AS_PROGRAM, BY_STATES),
                "games",
                lambda exact: "--exact" if exact else "",
            ),
        ),
        stages="report",
    )
    """Whether the exact value is proved; None: if that is fast."""
    refine: Concept | None = option(
        None,
        "--refine",
        commands="run explore report",
        type=click.Choice([str(concept) for concept in Concept]),
        callback=lambda context, parameter, value: Concept(value) if value else None,
        help="Find an equilibrium that plays well after every mistake, too, proved in "
        "rationals. sequential: optimal given beliefs from small mistakes; quasi-perfect: "
        "optimal against the small mistakes themselves. Not for large games or state graphs.",
        uses=_AS_PROGRAM,
        stages="report",
    )
    """The equilibrium refinement to compute; None: any equilibrium that the solver finds."""
    off_path: bool = option(
        False,
        "--off-path",
        commands="run explore report",
        heading=Heading.PLAY,
        type=click.Choice(("none", "best")),
        default="none",
        show_default=True,
        callback=lambda context, parameter, value: value == "best",
        spell=lambda value: "best" if value else "none",
        help="Play at information sets that equilibrium play does not reach. best: a best "
        "response to the other player's strategy with uniform trembles, if it leaves the "
        "bounds unchanged; for games of any size that are solved as a linear program.",
        uses=_AS_PROGRAM,
        stages="report",
    )
    at: str = option(
        "",
        "--at",
        commands="run draw explore report",
        heading=Heading.PLAY,
        metavar="POSITION",
        help="Report on or draw one position, such as 'hand 1 3 5 / 2 4 6, prizes 1 2 5, up 5' or "
        "'at 2 0 / 2 3, shots 5 / 5, score 0, rounds 50', or a state by its name.",
        uses=(
            *_BY_STATES,
            Use(By.PICTURE, ("chart", "board"), "charts and boards"),
            Use(By.DRAWING, ("solved",), "pictures of play, not for --plain"),
        ),
        stages="report",
    )
    everything: bool = option(
        False,
        "--all",
        "everything",
        commands="run report",
        heading=Heading.PLAY,
        is_flag=True,
        help="Report on all positions of Goofspiel for points, up to 8 cards, for --format "
        "notebook and csv.",
        uses=(
            *_BY_STATES,
            Use(By.FORMAT, WITH_TABLE, f"--format {' and '.join(sorted(WITH_TABLE))}"),
        ),
    )
    rounded: bool = option(
        False,
        "--rounded",
        commands="run report",
        heading=Heading.PLAY,
        is_flag=True,
        help="Round the values of all subgames to 4 digits before they are used, as the Polish "
        "notebook does, for --format notebook.",
        uses=(*_BY_STATES, Use(By.FORMAT, ("notebook",), "--format notebook")),
    )
    beside: tuple[str, ...] = option(
        (),
        "--with",
        "beside",
        commands="report",
        heading=Heading.FILES,
        metavar="FILE",
        type=FILE,
        multiple=True,
        help="A file that belongs to the game, for --format html: its map or other source, its "
        "state graph or its linear program; may be given several times.",
        uses=(Use(By.FORMAT, WITH_TRAIL, "--format html"),),
    )
    positions: int = 16_000
    """The largest number of droid battle positions in a page: so many take four seconds
    and 2.2 MB.
    """
    layout: Layout = option(
        Layout(WIDTH),
        "--brief",
        "brief",
        commands="run report",
        inner="brief",
        is_flag=True,
        help="Print value, exact value, bounds, exploitability and solver, but no strategies; "
        "for --format text.",
        uses=(Use(By.FORMAT, ("text",), "--format text"),),
    )

    @property
    def compiled_level(self) -> int | None:
        """The level; REDUCED_LEVEL if reductions are left out and no level is given."""
        return level_of(AUTO, self.without) if self.level is None else self.level

    @property
    def observed_level(self) -> int | None:
        """The same for state graphs of version 2. At level 0, states differ in what players know;
        strategies that depend on merged states alone prove less.
        """
        return 0 if self.level is None and self.method == REGRET else self.compiled_level


OPTIONS = options_of(Settings)
"""The options by the names of their parameters, in the order of the help texts."""
