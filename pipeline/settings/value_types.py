"""The types of values on the command line: bounded numbers, names of files with completion by the
shell, and lists of names.
"""

import glob
import math
import re
from collections.abc import Collection
from fractions import Fraction
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from ...schemas.parts.exact import read_exact
from ...stages.solve import BUILT_IN, described, is_file, own_files
from ..machine.streams import STDIN

# Seconds, 23 days: solvers and systems that count milliseconds in 32 bits hold no more.
LONGEST = 2e6


class FloatRange(click.FloatRange):
    """A number within bounds. Unlike click's, it refuses NaN."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class Seconds(FloatRange):
    """A largest waiting time; longer times are cut to LONGEST."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        return min(super().convert(value, param, ctx), LONGEST)


class Amount(FloatRange):
    """A finite number above 0."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if math.isinf(number):
            self.fail(f"{value!r} is not finite.", param, ctx)
        return number


class Probability(click.ParamType["Fraction"]):
    """An exact number from 0 to 1."""

    name = "fraction"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        number = value if isinstance(value, Fraction) else read_exact(str(value).strip())
        if number is None:
            self.fail(
                f"{value!r} is not a probability; use a number such as 1/3 or 0.5.", param, ctx
            )
        if not 0 <= number <= 1:
            self.fail(f"{value!r} is not between 0 and 1.", param, ctx)
        return number


class Pair(click.ParamType[tuple[str, str]]):
    """NAME=VALUE, as a pair."""

    name = "pair"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        name, equals, text = str(value).partition("=")
        if not name or not equals:
            self.fail(f"{value!r} is not NAME=VALUE.", param, ctx)
        if re.search(r",\s*\w+=[^=]", text):
            self.fail(f"{value!r} has several values; repeat the option for each.", param, ctx)
        return name, text


class SolverChoice(click.Choice[str]):
    """The name of a solver or, with `files`, the path of a solver file. The file is read, so that
    its problems are found before any work is done.
    """

    def __init__(self, *more: str, files: bool = True) -> None:
        super().__init__((*BUILT_IN, *more))
        self.files = files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        solver = str(value)
        is_own = self.files if is_file(solver) else solver not in self.choices
        if is_own and (is_file(solver) or solver in own_files()):
            described(solver)
            return solver
        return super().convert(value, param, ctx)


NONE = "none"
"""The word for leaving out no reduction."""


class Reductions(click.ParamType[tuple[str, ...]]):
    """Names of reductions to leave out, joined by `+`, or `none`."""

    name = "reductions"

    def __init__(self, known: Collection[str]) -> None:
        self._one = click.Choice(tuple(known))

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        names = [] if value == NONE else str(value).split("+")
        return tuple(dict.fromkeys(str(self._one.convert(name, param, ctx)) for name in names))


class _Path(click.ParamType[str]):
    """The name of a file or a folder, completed by the shell. Unlike click.Path it does not open or
    check anything. An option on the command line cannot be empty, as `--levels "$UNSET"` would be:
    that could mean the current folder, or nothing. An empty argument is a file that does not exist.
    """

    def __init__(self, name: str, words: tuple[str, ...] = ()) -> None:
        self.name = name
        self.words = words
        """Words that are accepted instead of a name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = str(value)
        if name or param is None or ctx is None or param.name is None:
            return name
        given = ctx.get_parameter_source(param.name) == ParameterSource.COMMANDLINE
        if given and (isinstance(param, click.Option) or self.name == "dir"):
            kind = {"dir": "folder"}.get(self.name, self.name)
            self.fail(f"'' is not the name of a {kind}.", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the words and files that begin with the text. Without any words, leave completion
        to the shell.
        """
        return completions(self.words, incomplete, self.name)


class _Input(_Path):
    """The name of a file to read; `-` is stdin, which only one input can be."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = super().convert(value, param, ctx)
        if name == "-" and ctx is not None:
            if STDIN in ctx.meta:
                self.fail("only one input can be stdin.", param, ctx)
            ctx.meta[STDIN] = None
        return name


def completions(words: tuple[str, ...], incomplete: str, kind: str) -> list[CompletionItem]:
    """Return the words and files that begin with a text; without any words, the kind of names that
    the shell completes.
    """
    fitting = [word for word in words if word.startswith(incomplete)]
    if not fitting:
        return [CompletionItem(incomplete, type=kind)]
    # A shell accepts either words or files.
    files = sorted(glob.glob(f"{glob.escape(incomplete)}*"))
    return [CompletionItem(word) for word in (*fitting, *files)]


FILE = _Input("file")
NEW_FILE = _Path("file")
"""An output file."""
FOLDER = _Path("dir")
BATTLE = _Input("file", ("droid-battle",))
