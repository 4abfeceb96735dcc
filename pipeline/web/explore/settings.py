"""The settings of the explorer, by kind of source, and the source at its start."""

from collections.abc import Iterator
from functools import cache

from pipeline.declarations import AS_PROGRAM, BY_STATES, PROGRAM, By
from pipeline.files.examples import EXAMPLES, files
from pipeline.files.reading import read_source, read_text
from pipeline.files.sources import SOURCES
from pipeline.settings import OPTIONS
from pipeline.web.explore.orders import SETTINGS
from pipeline.web.site import Data
from schemas.parts.counts import TEXTBOOK
from schemas.parts.problems import EfgcError
from schemas.refinement import Concept
from stages.lower import REDUCTIONS as FORM_REDUCTIONS
from stages.parse import DEFAULT_RULES, REDUCTIONS, RULES
from stages.report.text import LEVELS, REFINED

# By the kind of source. A state graph itself determines whether it has a secret.
WAYS = {
    "map": (AS_PROGRAM,),
    "source": (BY_STATES,),
    "linear-program": (PROGRAM,),
    "state-graph": (AS_PROGRAM, BY_STATES),
}
AUTO_WORDS = f"level 0 for a tree of up to {TEXTBOOK:,} histories, level 2 for a larger one"
FIRST = "island-1"


@cache
def taken(kind: str) -> list[str]:
    """Return the settings that have a meaning for a kind of source, a key of SOURCES.

    >>> taken("linear-program")
    ['max_states', 'max_histories', 'solver']
    """
    if kind not in SOURCES:
        return []
    fitting = {By.KIND: (kind,), By.WAY: WAYS.get(kind, (AS_PROGRAM,))}
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
def known() -> Data:
    """Return the possible settings, with descriptions."""
    defaults = {*DEFAULT_RULES.values()}
    return {
        "rules": [
            {
                "name": name,
                "layout": name.partition("-")[0],
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
            name: {"words": source.words, "takes": taken(name)} for name, source in SOURCES.items()
        },
        "examples": list(_examples()),
    }


def beginning(path: str | None) -> tuple[str, str]:
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
