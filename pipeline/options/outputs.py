"""The output of a command and its format: -o, --format and --open of all commands.

The ending of a file chooses the format, and `--format` must not contradict it. An existing output
file is replaced, and the last line says so, but never a file that the command reads.
"""

import functools
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import click
from click.core import ParameterSource

from ...schemas.parts.limits import bytes_in_words
from ...schemas.parts.problems import OptionError
from ...stages.isolated.signals import deferred_signals
from ..files.origin import stamped_output
from ..files.reading import (
    refuse_inputs,
    refuse_unwritable,
    same_file,
    special,
    write_file,
    write_stdout,
)
from ..settings import OPTIONS
from ..settings.value_types import BATTLE, FILE, NEW_FILE
from ..terminal.diagnostics import command_for_source, note
from ..terminal.events import Event, say

Formats = Mapping[str, str]
"""File endings by the name of the format; the usual format first."""
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
ENDINGS = (
    *("html", "json", "csv", "svg", "tex", "dot", "graphml", "yaml"),
    *("lp", "mps", "npz", "mtx", "efg", "png", "pdf", "xml", "vipr"),
)
"""Endings that always mean the same kind of content. `.txt` means only the formats of
the command.
"""
WRITERS = {
    "yaml": ("parse", ""),
    "efg": ("parse", " | efgc expand"),
    **dict.fromkeys(("lp", "mps"), ("run", " --through lower")),
    **dict.fromkeys(("csv", "html"), ("run", "")),
    **dict.fromkeys(("svg", "png", "pdf", "tex"), ("draw", "")),
    **dict.fromkeys(("graphml", "dot"), ("export", "")),
    "game.json": ("run", " --through expand"),
    "solution.json": ("run", " --through solve"),
    "certificate.json": ("", ""),
}
"""By the ending of a file, the command that makes one from a source, before and after its words;
empty if it takes several files.
"""
TEXT, PAGE = "txt", "html"
LISTED = 3  # The largest number of written files that are listed by name.


class Output:
    """The output of a command."""

    def __init__(
        self,
        path: str = "-",
        format: str = "",
        ending: str = "",
        *,
        named: bool = False,
        folder: bool = False,
        opened: bool = False,
    ) -> None:
        """`ending` is that of the format; `named` says whether -o was given."""
        self.path, self.format, self.ending = path, format, ending
        self.named, self.folder, self.opened = named, folder, opened
        self.summary = ""
        """The outcome of long work, in words, for the last line of the command."""
        self.files: list[str] = []
        """The files written so far."""
        self.replaced = False
        """Whether one of them was there before."""

    @property
    def on_terminal(self) -> bool:
        """Whether the output goes to a terminal by default, without -o."""
        shown = sys.stdout is not None and sys.stdout.isatty()
        return shown and self.path == "-" and not self.named and not self.opened

    @property
    def needs_all(self) -> bool:
        """Whether the output must be complete before any of it is written, because a terminal shows
        only what fits on the screen, except for text.
        """
        return self.on_terminal and _last(self.ending) != TEXT

    def ends_in(self, ending: str) -> None:
        """Set the ending to that of the content. Raises UsageError if --format or the file has
        another one.
        """
        option = _format_option()
        if option and is_given(option) and _last(self.ending) != _last(ending):
            raise OptionError(
                f"--format {self.format} is not for this output, only {_last(ending)}"
            )
        self.ending = ending
        if self.path != "-" and _ending(self.path) in {*ENDINGS} - {_last(ending)}:
            raise click.UsageError(f"-o must end in .{_last(ending)}: {self.path}")

    def refuse_second(self, option: str, path: str, inputs: Iterable[str]) -> None:
        """Raise an error if a second output file, named by an option, cannot be written."""
        if path == self.path or same_file(path, self.path):
            raise click.UsageError(f"{option} and -o name the same file")
        refuse_inputs(path, inputs)
        refuse_unwritable(path)

    def write(self, parts: Iterable[str] | bytes, inputs: Iterable[str] = ()) -> None:
        """Write text in parts, or an image. Raises OutputError, also if the file is one of the
        `inputs`.
        """
        if self.opened and self.path == "-":
            self.path = _temporary_file(self.ending)
        if not isinstance(parts, bytes):
            parts = stamped_output(iter(parts))
        if self.path != "-":
            self.write_file(self.path, [parts] if isinstance(parts, bytes) else parts, inputs)
            self.open(self.path)
        elif self.needs_all and not isinstance(parts, bytes):
            _write_short(parts, self.ending)
        else:
            write_stdout(parts)

    def write_file(
        self, path: str, parts: Iterable[str] | Iterable[bytes], inputs: Iterable[str] = ()
    ) -> None:
        """Write any file. Raises as `write`."""
        # A temporary file is there, but empty.
        is_old = path not in self.files and os.path.isfile(path) and os.path.getsize(path) > 0
        write_file(path, parts, inputs)
        # Not a pipe, nor the name of an open file of a process, such as /dev/stdout, whose size
        # is that of the file before.
        if os.path.isfile(os.path.realpath(path)):
            self.files.append(path)
            self.replaced |= is_old

    def wrote(self, files: Sequence[str]) -> None:
        """Record files that were written for this output. With --open, open the last one."""
        self.files += files
        if files:
            self.open(files[-1])

    def open(self, path: str) -> None:
        """Open a page in the browser if --open was given."""
        if not self.opened:
            return
        import webbrowser  # Imported here for start-up time.

        if not webbrowser.open(Path(path).resolve().as_uri()):
            note(f"cannot open a browser; the page is {path}")

    def tell(self) -> None:
        """Print the outcome and the names of the written files, in one line on stderr."""
        if wrote := _files_in_words(self.files):
            wrote = f"{'replaced' if self.replaced else 'wrote'} {wrote}"
            line = f"{self.summary}; {wrote}" if self.summary else wrote
            say(Event.WROTE, line, files=list(dict.fromkeys(self.files)))


def output(
    what: str,
    formats: Formats | Callable[[Mapping[str, Any]], Formats],
    *,
    default: str | None = "-",
    folder: str = "",
    replaces: Sequence[str] = (),
) -> Decorator:
    """Add -o, which gives the command an Output; and --open if the command can write a page.

    The formats may depend on the other options. If the command has --format, the format goes into
    that option. `folder` describes the other files that go into a folder, if the command accepts a
    folder. `default` is the file without -o; empty if nothing is written then, and None if -o is
    required. Parameters among `replaces` name inputs that -o may replace.
    """
    usual = formats({}) if callable(formats) else formats
    to_folder = f" To a folder: {folder}. A name that ends in / or has no ending is a folder."

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "-o",
            "--output",
            metavar="FILE|DIR" if folder else "FILE",
            type=NEW_FILE,
            default=default or None,
            required=default is None,
            show_default=bool(default),
            help=f"Where to write {what}.{to_folder * bool(folder)}",
        )
        @functools.wraps(command)
        def writing(*arguments: Any, output: str | None, **parameters: Any) -> Any:
            opened = parameters.pop("open", False)
            known = formats(parameters) if callable(formats) else formats
            refuse_inputs(output or "-", _inputs(parameters, replaces))
            made = _output(output or "-", opened, known, bool(folder), parameters)
            refuse_unwritable(made.path, made.folder)
            try:
                return command(*arguments, output=made, **parameters)
            finally:
                made.tell()

        return _open(writing) if PAGE in map(_last, usual.values()) else writing

    return add


_open = click.option(
    "--open",
    is_flag=True,
    help="Open the page in the browser; without -o it is a temporary file, which is not deleted.",
)


def choice(words: str, formats: Formats, name: str = "format") -> Decorator:
    """Add --format, the choice between the formats of -o."""
    usual, *_ = formats
    return click.option(
        "--format",
        name,
        type=click.Choice(tuple(formats)),
        default=None,
        help=f"{words}  [default: by the ending of -o, else {usual}]",
    )


class _Named(Protocol):
    @property
    def suffix(self) -> str: ...


def endings(formats: Mapping[str, _Named]) -> dict[str, str]:
    """Return the file endings of a table of formats."""
    return {name: form.suffix for name, form in formats.items()}


def _output(
    path: str, opened: bool, formats: Formats, folders: bool, parameters: dict[str, Any]
) -> Output:
    """Return the output. Sets the format in `parameters`, if there is such an option."""
    option = _format_option()
    folder = folders and is_folder(path)
    file = "" if path == "-" or folder else path
    format = parameters[option] if option else ""
    if opened and not format and not file:
        format = next((name for name, ending in formats.items() if _last(ending) == PAGE), "")
    if format and format not in formats:  # It is a format of another stage than the last one.
        raise OptionError(f"--format {format} is not for this output, only {', '.join(formats)}")
    format = format_of(file, format, formats, choice=option is not None, folders=folders)
    made = Output(
        path,
        format,
        formats.get(format, ""),
        named=is_given("output"),
        folder=folder,
        opened=opened,
    )
    if option:
        parameters[option] = format
    if opened and _last(made.ending) != PAGE:
        raise OptionError(f"--open is for pages: --format {PAGE}, or -o NAME.{PAGE}")
    if made.on_terminal and format in ("png", "pdf"):
        raise OptionError(f"a terminal cannot show {format.upper()}: write a file with -o")
    if made.on_terminal and _last(made.ending) == PAGE:
        raise OptionError(
            f"a page is not shown on a terminal: write it with -o NAME.{PAGE}, or open it in the "
            "browser with --open"
        )
    return made


def format_of(
    path: str, format: str, formats: Formats, *, choice: bool = True, folders: bool = False
) -> str:
    """Return the format of a file: `format` if it is not empty, or else the format of its ending;
    without a name the first format.

    `choice` says whether the command has --format, and `folders` whether it takes folders. Raises
    UsageError if the name and the format contradict each other, or if neither determines the
    format.

    >>> known = {"text": "report.txt", "json": "report.json", "strategy": "strategy.json"}
    >>> format_of("a.json", "", known), format_of("a.strategy.json", "", known)
    ('json', 'strategy')
    >>> format_of("strategy.json", "", known), format_of("report.json", "", known)
    ('strategy', 'json')
    """
    ending = _ending(path)
    fitting = [name for name, known in formats.items() if ending == _last(known)]
    if format:
        if format not in fitting and (fitting or ending in ENDINGS):
            right = _last(formats[format])
            raise click.UsageError(f"--format {format} is written as .{right}, but -o is {path}")
        return format
    if not path or special(path):
        return next(iter(formats))
    several = choice and len(formats) > 1
    if not fitting and (several or folders or ending in ENDINGS):
        *most, last = dict.fromkeys(f".{_last(known)}" for known in formats.values())
        either = f"{', '.join(most)} or {last}" if most else last
        others = ", or in / for a folder" if folders else ", or use --format" * several
        others *= ending not in ENDINGS
        raise click.UsageError(f"-o must end in {either}{others} (given: {path}{_writer(path)})")
    file = f".{Path(path).name.lower()}"
    whole = [name for name in fitting if file.endswith(f".{formats[name]}")]
    if not whole and (other := _artifact(path)):  # Such as a report in place of a game.
        raise click.UsageError(f"-o must not end in .{other} here (given: {path}{_writer(path)})")
    return [*whole, *fitting, *formats][0]


def _writer(path: str) -> str:
    """Return the end of a message, with the command that writes a file from the source of the
    running one; empty if there is none.
    """
    command, then = WRITERS.get(_artifact(path) or _ending(path), ("", ""))
    names = [name for name, option in OPTIONS.items() if command in option.commands]
    begin = command_for_source(command, names) if command else ""
    return f"; `{begin}{then} -o {shlex.quote(path)}` writes it" if begin else ""


def _artifact(path: str) -> str:
    """Return the ending of two parts that a name shares with an artifact of a stage, or nothing."""
    ending = ".".join(Path(path).name.lower().split(".")[-2:])
    return ending if ending in WRITERS else ""


def is_folder(path: str) -> bool:
    """Return whether a name is that of a folder: it exists as one, ends in a slash, or has no
    ending.

    >>> is_folder("runs"), is_folder("runs.2"), is_folder("a.html/"), is_folder("a.html")
    (True, False, True, False)
    """
    if path == "-" or special(path):
        return False
    slash = path.endswith(("/", os.sep))
    return os.path.isdir(path) or slash or not _ending(path)


def _ending(path: str) -> str:
    return Path(path).suffix.lower().removeprefix(".")


def _last(ending: str) -> str:
    """Return the last part of the ending of a format: `html` of `report.html`."""
    return ending.rpartition(".")[2]


def _inputs(parameters: Mapping[str, Any], replaces: Sequence[str]) -> list[str]:
    """Return the input files among the arguments and options of the command."""
    found: list[str] = []
    for parameter in click.get_current_context().command.params:
        given = parameters.get(str(parameter.name))
        if parameter.type in (BATTLE, FILE) and parameter.name not in replaces and given:
            found += [given] if isinstance(given, str) else given
    return found


def _format_option() -> str | None:
    params = click.get_current_context().command.params
    return next((param.name for param in params if "--format" in param.opts), None)


def is_given(name: str) -> bool:
    """Return whether the user has given an option of the running command."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (None, ParameterSource.DEFAULT)


def _temporary_file(ending: str) -> str:
    with deferred_signals():
        descriptor, path = tempfile.mkstemp(f".{ending}", "efgc-")
        os.close(descriptor)
    return path


def _write_short(parts: Iterable[str], ending: str) -> None:
    """Write the text if it fits on the screen of the terminal. Otherwise print how to get it."""
    columns, rows = shutil.get_terminal_size()
    text = "".join(parts)
    lines = sum(1 + len(line) // columns for line in text.splitlines())
    if lines < rows:
        return write_stdout([text])
    note(
        f"{lines:,} lines do not fit on the screen: write them with -o NAME.{ending}, or show "
        "them with | less"
    )


def _files_in_words(files: Iterable[str]) -> str:
    """Return the names and the size of the written files, in words."""
    sizes = {path: os.path.getsize(path) for path in dict.fromkeys(files) if os.path.isfile(path)}
    if not sizes:
        return ""
    if len(sizes) > LISTED:
        folder = os.path.commonpath([os.path.dirname(path) for path in sizes]) or "."
        return f"{len(sizes)} files to {folder}, {bytes_in_words(sum(sizes.values()))}"
    return "; ".join(f"{path}, {bytes_in_words(size)}" for path, size in sizes.items())
