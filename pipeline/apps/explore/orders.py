"""The orders of the page: a source and its settings by the names of the command line, the possible
settings by kind of source, and the source at the start.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePath

import click

from ....schemas.parts.counts import TEXTBOOK
from ....schemas.parts.problems import EfgcError
from ....schemas.refinement import Concept
from ....stages.lower import REDUCTIONS as FORM_REDUCTIONS
from ....stages.parse import REDUCTIONS, RULES
from ....stages.parse.maps import LAYOUTS
from ....stages.report.document import LEVELS, REFINED
from ....stages.solve import is_file
from ...files.examples import EXAMPLES, files
from ...files.reading import read_source, read_text
from ...files.sources import SOURCES
from ...python.keywords import keywords
from ...settings import OPTIONS
from ...settings.declarations import By
from ...settings.ways import WAYS
from ..server.site import Data, Refused, number

COLUMNS = 2
LATEST = 2**53 - 1
"""The largest integer that JavaScript distinguishes from its neighbours."""
LONGEST = 1_000_000
"""The largest size of a source in bytes."""
NAME, TEXT = 100, 1_000
"""The largest number of characters of its name, and of any other text."""


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= TEXT


def _is_list(value: object) -> bool:
    return isinstance(value, list) and len(value) <= TEXT and all(map(_is_text, value))


def _form(keyword: str, option: click.Option) -> str:
    """Return the form of the value of an option in requests of the page, a key of FORMS."""
    if option.is_flag:
        return "switch"
    if option.multiple:
        return "list"
    # Levels are numbers, although the command line has the word `auto`, too.
    return "number" if keyword == "level" or isinstance(option.type, click.IntRange) else "text"


FORMS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "switch": ("true or false", lambda value: isinstance(value, bool)),
    "list": ("a list of short texts", _is_list),
    "number": ("a number", lambda value: type(value) is int),  # True is an int, too.
    "text": ("a short text", _is_text),
}
"""The description of a valid value and its test, by the form of a setting."""
SETTINGS = {keyword: _form(keyword, option) for keyword, option in keywords("explore").items()}
"""The settings that a page may choose: none that names a file or a folder, or starts processes."""


@dataclass(frozen=True)
class Order:
    """An order to compile one source."""

    column: int
    number: int
    """Increases: the last order of a column wins."""
    source: str
    name: str = ""
    """The name of the file, without folders; empty without a file. No file of this name is read."""
    settings: Data = field(default_factory=dict)
    """By the names of SETTINGS."""
    again: bool = False
    """Whether this is a second attempt because the first process has ended."""
    apart: bool = False
    """Whether each solver has a process of its own, as in a command."""


def order_of(body: Data) -> Order:
    """Return the order in a request of the page. Raises Refused."""
    source, name, settings = (body.get(key) for key in ("source", "name", "settings"))
    if not isinstance(source, str):
        raise Refused(400, "the order lacks source, a text")
    if len(source.encode(errors="surrogatepass")) > LONGEST:
        raise Refused(413, f"the source is larger than {LONGEST:,} bytes")
    return Order(*place(body), source, _name(name), _settings(settings))


def place(body: Data) -> tuple[int, int]:
    """Return the column and the number of an order. Raises Refused."""
    return number(body, "column", COLUMNS), number(body, "number", LATEST)


def _name(name: object) -> str:
    if name is None:
        return ""
    if not isinstance(name, str):
        raise Refused(400, "the name of the source must be a text")
    kept = "".join(one for one in PurePath(name.replace("\\", "/")).name if one.isprintable())
    return kept[-NAME:].lstrip(".-")


def _settings(settings: object) -> Data:
    if settings is None:
        return {}
    if not isinstance(settings, dict):
        raise Refused(400, "the settings must be an object")
    for name, value in settings.items():
        if name not in SETTINGS:
            raise Refused(
                400, (f"{name[:NAME]!a} is not a setting; known are {', '.join(SETTINGS)}")
            )
        words, fits = FORMS[SETTINGS[name]]
        if value is not None and not fits(value):
            raise Refused(400, f"the setting {name} must be {words}")
        if name == "solver" and is_file(str(value)):
            raise Refused(400, "the setting solver must be a name, and not a file")
    return {name: value for name, value in settings.items() if value is not None}


AUTO_WORDS = f"level 0 for a tree of up to {TEXTBOOK:,} histories, level 2 for a larger one"
FIRST = "island-1"


@cache
def settings_for(kind: str) -> list[str]:
    """Return the settings that have a meaning for a kind of source, a key of SOURCES.

    >>> settings_for("linear-program")
    ['max_states', 'max_histories', 'solver']
    """
    if kind not in SOURCES:
        return []
    fitting = {
        By.KIND: (kind,),
        By.WAY: [name for name, row in WAYS.items() if kind in row.sources],
    }
    uses = [
        (option.name if use.setting is None else use.setting, use)
        for option in OPTIONS.values()
        for use in option.uses
        if use.by in fitting
    ]
    refused = {name for name, use in uses if not any(one in use.fits for one in fitting[use.by])}
    names = dict.fromkeys((*SETTINGS, *(use.setting for _, use in uses if use.setting)))
    return [name for name in names if name not in refused]


@cache
def page_settings() -> Data:
    """Return the possible settings, with descriptions."""
    defaults = {layout.rules for layout in LAYOUTS.values()}
    return {
        "rules": [
            {
                "name": name,
                "layout": rules.family,
                "default": name in defaults,
                "words": rules.words,
            }
            for name, rules in RULES.items()
        ],
        "levels": [
            {"number": None, "words": AUTO_WORDS},
            *({"number": number, "words": words} for number, words in enumerate(LEVELS)),
        ],
        "reductions": [
            *(
                {"name": name, "of": "graph", "level": one.level, "words": one.words}
                for name, one in REDUCTIONS.items()
            ),
            *(
                {"name": name, "of": "form", "level": None, "words": one.words}
                for name, one in FORM_REDUCTIONS.items()
            ),
        ],
        "forms": SETTINGS,
        "refine": [{"name": str(name), "words": REFINED[name]} for name in Concept],
        "kinds": {
            name: {"words": source.words, "takes": settings_for(name)}
            for name, source in SOURCES.items()
        },
        "examples": list(_examples()),
    }


def first_source(path: str | None) -> tuple[str, str]:
    """Return the name and text of the first source of a page: an example if no path is given.
    Raises InputError if it cannot be read, or if this installation has no examples.
    """
    found = read_source("explore", str(files(FIRST)[0]) if path is None else path)
    return found.file if found.text != found.name else "", found.text


def _examples() -> Iterator[Data]:
    for name, example in EXAMPLES.items():
        try:
            path = files(name)[0]
            text = read_text(str(path)).text
        except EfgcError:  # This installation lacks them.
            continue
        yield {
            "name": name,
            "file": path.name,
            "words": example.words,
            "value": example.value,
            "text": text,
        }
