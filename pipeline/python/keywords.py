"""From keyword arguments to the parameters of a command. They are parsed by the command's own
options, so that names, values, defaults and messages are the same.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from inspect import cleandoc, signature
from textwrap import fill, indent
from typing import Any, TypeVar, cast

import click

from ...schemas.parts.near import did_you_mean, known_are
from ...schemas.parts.problems import EfgcError, InputError, TimeUp
from ...schemas.report import Bounds
from ..machine.deadline import limited
from ..machine.streams import silent
from ..options.calls import VARIED, parser
from ..terminal.diagnostics import advised, problem_lines
from ..ways.numbers import spelled


class UsageError(EfgcError):
    """A value that an option does not accept, or options that cannot be combined."""

    exit_code = 2


class ArgumentError(UsageError, TypeError):
    """An argument of a wrong type, or an option that there is not."""


class TimeOver(EfgcError):
    """The time limit, `time_limit`, is over.

    `bounds` has `lower` and `upper`, as `Result.bounds` has, if a search knew bounds on the value:
    those of its strategies, or before the first strategies the least and the largest payoff. It is
    None if nothing was known.
    """

    exit_code = 4
    bounds: Bounds | Any = None


def keywords(call: str) -> dict[str, click.Option]:
    """Return the options of a call, a key of CALLS, by their names in Python: `--max-states` is
    `max_states`, and `--from` is `from_`, because `from` is a Python keyword.
    """
    found = {}
    for option in parser(call).params:
        if isinstance(option, click.Option):
            name = max(option.opts, key=len).lstrip("-").replace("-", "_")
            found[name if name != "from" else "from_"] = option
    return found


def explained(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of `efgc.py` after its options were added to its docstring, with the help
    texts of the command.
    """
    context = click.Context(parser(call.__name__))
    lines = [
        cleandoc(call.__doc__ or ""),
        "\n`help(efgc)` lists the kinds of sources. Options, with their names on the command line:",
    ]
    for name, option in keywords(call.__name__).items():
        spelling, words = option.get_help_record(context) or ("", "")
        lines += [f"\n{name}: {spelling}", indent(fill(words, 76, break_on_hyphens=False), "    ")]
    call.__doc__ = "\n".join(lines)
    return checked(call)


Call = TypeVar("Call", bound=Callable[..., Any])


def checked(call: Call) -> Call:
    """Return a function that raises ArgumentError for keywords that it does not have, with the
    nearest known ones.
    """
    known = [name for name in signature(call).parameters if name != "self"]

    @wraps(call)
    def checking(*given: Any, **named: Any) -> Any:
        for name in named.keys() - {*known}:
            said = f"{call.__name__}() got an unexpected keyword argument {name!r}"
            raise ArgumentError(f"{said}; {_advice(call.__name__, name, known)}")
        return call(*given, **named)

    return cast(Call, checking)


def _advice(call: str, name: str, known: list[str]) -> str:
    if call == "draw" and name in ("format", "scheme"):
        return f"give it to the drawing: .save(path, {name}=...)"
    spelling = f"--{name.replace('_', '-')}"
    same = [one for one, option in keywords(call).items() if spelling in option.opts]
    return did_you_mean((*same, name)[0], known).removeprefix("; ") or known_are(name, known)


def refuse_unknown(what: str, value: str, known: Iterable[str]) -> None:
    """Raise UsageError for a value of an argument that is not known."""
    if value not in known:
        raise UsageError(f"{value!r} is not a {what}; {known_are(str(value), known)}")


def command_words(call: str, given: Mapping[str, Any]) -> list[str]:
    """Return the options as words of the command line, for the keywords that are not None. Raises
    ArgumentError for a value of a wrong type.
    """
    options = keywords(call)
    return [word for name, value in given.items() for word in _words(name, value, options[name])]


@contextmanager
def call_parameters(call: str, given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parameters of a call, a key of CALLS, as the body of the command gets them. The
    work in the `with` block prints nothing and is subject to the time limit. A keyword that is None
    has the default of the command.

    Errors are raised as EfgcError.
    """
    with ExitStack() as ended:
        ended.enter_context(silent())
        ended.enter_context(errors_of_commands())
        context = parser(call).make_context(call, command_words(call, given))
        ended.enter_context(context)
        parameters = dict(context.params)
        ended.enter_context(limited(parameters.pop("time_limit", None) or 0.0))
        yield parameters


@contextmanager
def errors_of_commands() -> Iterator[None]:
    """Raise the errors that end a command as EfgcError, with the lines that the command would
    print.
    """
    try:
        yield
    except InputError as error:
        error.message = "\n".join(problem_lines(error))
        raise
    except click.ClickException as error:
        raise UsageError(advised(error.format_message())) from None
    except TimeUp as over:
        ended = TimeOver(str(over))
        ended.bounds = over.bounds and Bounds(*over.bounds)
        raise ended from None


def _words(name: str, value: Any, option: click.Option) -> Iterator[str]:
    """Yield the words of the command line for an option; none for None."""
    word = max(option.opts, key=len)
    if value is None:
        return
    if option.is_flag:
        if not isinstance(value, bool):
            raise ArgumentError(f"{name} must be True or False, not {value!r}")
        if value or option.secondary_opts:
            yield word if value else option.secondary_opts[0]
    elif option.multiple:
        for one in _texts_of(name, value):
            yield f"{word}={one}"
    elif isinstance(value, Iterable) and not isinstance(value, str):
        several = f"; for several, write efgc.sweep(..., vary={{{name!r}: {value!r}}})"
        advice = several if option.name in VARIED else ""
        raise ArgumentError(f"{name} has one value, not {value!r}{advice}")
    else:
        yield f"{word}={os.fspath(value) if isinstance(value, os.PathLike) else spelled(value)}"


def _texts_of(name: str, value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [f"{name}={spelled(one)}" for name, one in value.items()]
    if not isinstance(value, Iterable):
        raise ArgumentError(f"{name} must be a text or several texts, not {value!r}")
    return map(spelled, value)
