"""Declarations of options on the fields of the records that they fill: everything that commands,
Python, refusals, sweeps and the explorer need to know about an option.
"""

import functools
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum, StrEnum, auto
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import click

from ...schemas.parts.exact import write_exact
from ...stages.parse import REDUCED_LEVEL
from .ways import WAYS, AllBut

T = TypeVar("T")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


LEVELLED = ("map", "source", "rules", "osposg")
"""The kinds of sources whose state graphs have levels."""


PROVE = (
    "Prove the exact value in rationals however long it takes, or do not prove it. By default it "
    "is proved if that is fast"
)
METHOD_HELP = (
    "How the value of a game is found. regret: bounds that improve step by step, by regret "
    "minimisation and best responses, also if the game is too large to list. double-oracle: "
    "bounds by linear programs over a few plans of both players, for state graphs of version 2 "
    "and maps, also with too many states to list. --time-limit ends the search; the bounds "
    "reached are reported, with exit code 4."
)
AUTO = "auto"
"""The level chosen by the size of the game; in Settings it is None."""


def level_of(word: str, without: Collection[str] = ()) -> int | None:
    """Return the level for a value of -O. With some reductions left out, `auto` is the level of the
    others.
    """
    if word == AUTO:
        return REDUCED_LEVEL if without else None
    return int(word)


def leave_out(names: Collection[str], of: str) -> dict[str, Any]:
    """Return the attributes of an option that leaves out reductions."""
    return {
        "type": click.Choice(tuple(names)),
        "help": f"Leave out a reduction of {of}; may be given several times. It implies "
        f"-O {REDUCED_LEVEL} unless -O is given.",
    }


def after(levels: Mapping[str, int], of: str) -> Decorator:
    """Return the option --after of reductions with their lowest levels. It leaves out all of them
    behind one, by adding them to those of --without; the command gets it, too, as `after`.
    """

    def adding(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "--after",
            type=click.Choice(tuple(levels)),
            help=f"Write {of} as it is after this reduction: leave out those behind it, in the "
            "order of `efgc passes`.",
        )
        @functools.wraps(command)
        def run(
            *, after: str | None, without: tuple[str, ...] | None, level: str | None, **others: Any
        ) -> Any:
            left_out = tuple(without or ())
            if after:
                level = str(REDUCED_LEVEL) if level in (None, AUTO) else level
                if int(level) < levels[after] or after in left_out:
                    other = f"--without {after}" if after in left_out else f"-O {level}"
                    raise click.UsageError(f"--after {after} cannot be combined with {other}")
                left_out += tuple([*levels][[*levels].index(after) + 1 :])
            return command(after=after, without=left_out, level=level, **others)

        return run

    return adding


def report_formats() -> str:
    """Return the help text on the formats of the report, grouped by the ways of solving that have
    them.
    """
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(name for way in WAYS.values() for name in way.formats):
        having = [way.words for way in WAYS.values() if name in way.formats]
        words = "all" if len(having) == len(WAYS) else " and ".join(having)
        groups.setdefault(words, []).append(name)
    listed = "; ".join(f"{', '.join(names)} for {words}" for words, names in groups.items())
    return f"The format of the report: {listed}.  [default: by the ending of -o, else text]"


class HeadedOption(click.Option):
    """An option that `--help` leaves out if it has a heading: `--help-all` lists it under that."""

    def __init__(self, *words: Any, heading: str = "", **attributes: Any) -> None:
        super().__init__(*words, **attributes)
        self.heading = heading


class Heading(StrEnum):
    """The headings of `--help-all`. That of an option may differ between commands."""

    SIZE = "Size of the game"
    LARGE = "Large games"
    MACHINES = "Processes and machines"
    SOLVERS = "Solvers and linear programs"
    PLAY = "Positions and play"
    FILES = "Stages and files"


class By(Enum):
    """The property on which the use of an option depends."""

    KIND = auto()
    """The kind of source, a key of `pipeline.files.sources.SOURCES`."""
    UNLOWERED = auto()
    """The kind of a source that does not become a linear program."""
    WAY = auto()
    """The way of solving, a key of WAYS."""
    FORMAT = auto()
    """The format of the report."""
    PICTURE = auto()
    """The name of the picture."""
    DRAWING = auto()
    """`plain` for a picture without a solution, else `solved`."""


class Use(NamedTuple):
    """Where an option has a meaning. It is refused everywhere else."""

    by: By
    fits: Container[str]
    words: str
    """Describes `fits` in messages."""
    given: Callable[[Any], str] | None = None
    """Takes the value and returns the option as given, or an empty text if this rule is about other
    values. None: the rule is about all values.
    """
    setting: str | None = None
    """The setting of the explorer that depends on it; None: that of the option's name."""


class Vary(NamedTuple):
    """How `--vary` of a sweep spells the values of an option."""

    type: click.ParamType[Any] | None = None
    """The type of one value; None: that of the option."""
    steps: bool = False
    """Whether values can be written as BEGIN:END:STEP."""
    whole: bool = False
    """Whether they can be written as FIRST..LAST."""


@dataclass(frozen=True)
class Option:
    """One option of the command line and of Python."""

    words: tuple[str, ...]
    """As click takes them: the spellings, and the name of the parameter if it is not the field's.
    The first one is used in messages and in recorded commands.
    """
    help: str
    commands: Collection[str]
    """The commands whose options `pipeline.options.calls.add` adds."""
    click: Mapping[str, Any]
    """Further attributes of the option."""
    variants: Mapping[str, Mapping[str, Any]]
    """The attributes that differ in a command, by its name."""
    uses: tuple[Use, ...]
    vary: Vary | None
    stages: Collection[str]
    """The stages whose artifacts record the option."""
    spell: Callable[[Any], str] | None
    """Takes a value and returns its spelling, if that is not `str`."""
    inner: str
    """The attribute of the field that it fills; empty: the whole field."""
    field: str = ""
    default: Any = None

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.field if self.words[-1].startswith("-") else self.words[-1]

    @property
    def word(self) -> str:
        return self.words[0].partition("/")[0]

    def value(self, record: object) -> Any:
        """Return the value of the option in a record."""
        found = getattr(record, self.field)
        return getattr(found, self.inner) if self.inner else found

    def attributes(self, command: str = "") -> dict[str, Any]:
        """Return the attributes of the click option of a command."""
        usual = {"default": self.default} if self.click.get("show_default") else {"default": None}
        if self.click.get("is_flag"):
            usual = {}
        return {**usual, "help": self.help, **self.click, **self.variants.get(command, {})}

    def decorator(self, command: str = "", **changes: Any) -> Decorator:
        """Return the click option of a command, with changed attributes."""
        attributes = {**self.attributes(command), **changes}
        return click.option(*self.words, cls=HeadedOption, **attributes)

    def spelled(self, value: Any, spelling: str = "") -> list[str]:
        """Return the words on the command line for a value; none for the default. `spelling` is
        that of a single value, if the user wrote it in another way.
        """
        if value == self.default:
            return []
        first, _, second = self.words[0].partition("/")
        if self.click.get("is_flag") or second:
            return [first if value else second]
        several = self.click.get("multiple")
        values, own = (value, "") if several else ([value], spelling)
        return [word for one in values for word in (first, own or self._spelling(one))]

    def _spelling(self, value: Any) -> str:
        if self.spell is not None:
            return self.spell(value)
        return write_exact(value) if isinstance(value, Fraction) else str(value)

    def given(self, use: Use, value: Any) -> str:
        """Return the option as given if a use is about this value; an empty text otherwise."""
        if use.given is not None:
            return use.given(value)
        if value == self.default:
            return ""
        return (
            " ".join(self.spelled(value)) if self.vary else self.word
        )  # Values of --vary are short.


def part(
    *words: str,
    help: str,
    commands: str = "",
    uses: tuple[Use, ...] = (),
    vary: Vary | None = None,
    stages: str = "",
    inner: str = "",
    spell: Callable[[Any], str] | None = None,
    variants: Mapping[str, Mapping[str, Any]] | None = None,
    **click: Any,
) -> Option:
    """Return an option. `commands` and `stages` are names with spaces between them."""
    return Option(
        words=words,
        help=help,
        commands=commands.split(),
        click=click,
        variants=variants or {},
        uses=uses,
        vary=vary,
        stages=stages.split(),
        spell=spell,
        inner=inner,
    )


def declared(default: T, *parts: Option) -> T:
    """Return a field with a default value and the options that fill it."""
    made: T = field(default=default, metadata={"options": parts})
    return made


def option(default: T, /, *words: str, **attributes: Any) -> T:
    """Return a field with a default value that is filled by one option, as `part` returns it."""
    return declared(default, part(*words, **attributes))


def options_of(record: type[Any]) -> dict[str, Option]:
    """Return the options that fill the fields of a dataclass, by the names of their parameters."""
    found = {}
    for one in fields(record):
        for option in one.metadata.get("options", ()):
            default = getattr(one.default, option.inner) if option.inner else one.default
            filled = replace(option, field=one.name, default=default)
            found[filled.name] = filled
    return found


def refused_options(
    options: Mapping[str, Option], record: object, by: By, name: str
) -> Iterator[tuple[str, Use]]:
    """Yield the given options of a record that have no meaning for the name of a kind, way, format
    or picture.
    """
    for option in options.values():
        for use in option.uses:
            if use.by is by and name not in use.fits:
                given = option.given(use, option.value(record))
                if given:
                    yield given, use


METHOD_USES = (Use(By.KIND, AllBut(("linear-program",)), "games"),)


def exclusion_text(known: Collection[str]) -> Callable[[Collection[str]], str]:
    """Return a function that takes the reductions that are left out, and returns those of one kind
    as given on the command line.
    """

    def given(names: Collection[str]) -> str:
        ours = [name for name in names if name in known]
        return f"--without {', '.join(ours)}" if ours else ""

    return given
