"""What can be set in the explorer, for which kinds of sources, and what there is to begin with."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

from pipeline.chain.option_uses import (
    AS_PROGRAM,
    BY_SOLUTION,
    BY_SOURCE,
    BY_STATES,
    PROGRAM,
    Option,
)
from pipeline.files.examples import EXAMPLES, files
from pipeline.files.reading import read_source, read_text
from pipeline.files.sources import SOURCES
from pipeline.settings import Settings
from pipeline.web.site import Data
from schemas.parts.counts import TEXTBOOK
from schemas.parts.problems import EfgcError
from schemas.refinement import Concept
from stages.lower import REDUCTIONS as FORM_REDUCTIONS
from stages.parse import DEFAULT_RULES, REDUCTIONS, RULES
from stages.report.text import LEVELS, REFINED

FORM = "without_form"
"""Among what a source takes: the reductions of the sequence form, which `without` names, too."""
# How each setting looks where it is given.
GIVEN = {
    "rules": Settings(rules="given"),
    "p": Settings(p=Fraction(1, 2)),
    "bandits": Settings(bandits=1),
    "level": Settings(level=0),
    "without": Settings(without=tuple(REDUCTIONS)),
    FORM: Settings(without=tuple(FORM_REDUCTIONS)),
    "unroll": Settings(unroll=True),
    "exact": Settings(exact=False),
    "refine": Settings(refine=Concept.SEQUENTIAL),
    "off_path": Settings(off_path=True),
    "at": Settings(at="given"),
    "max_states": Settings(),
    "max_histories": Settings(),
    "solver": Settings(),
}
# By the kind of source; a state graph says itself whether something is secret.
WAYS = {
    "map": (AS_PROGRAM,),
    "source": (BY_STATES,),
    "linear-program": (PROGRAM,),
    "state-graph": (AS_PROGRAM, BY_STATES),
}
RULES_WORDS = {
    "island-2013": "island, as first told in 2013",
    "island-2018": "island, the document of 2018",
    "island-2020": "island, the document of 2020",
    "cave-2023": "cave, the document of 2023",
}
REDUCTION_WORDS = {
    "reachable": "squares that the agent can no longer reach do not matter",
    "relevant": "squares on no simple path to an exit do not matter",
    "chains": "a chain of forced moves is one action",
    "richest": "of the ways to the same situation, the agent takes the one with most gold",
    "wider": "a way that leaves fewer squares open and brings no more gold is not needed",
    "single": "an information set with one action is its parent sequence",
    "endgames": "where one player is left to choose, it takes what is best",
}
AUTO_WORDS = f"level 0 for a tree of up to {TEXTBOOK:,} histories, level 2 for a larger one"
FIRST = "island-1"


@cache
def taken(kind: str) -> list[str]:
    """Return the settings that mean something for a kind of source, a key of SOURCES.

    >>> taken("linear-program")
    ['max_states', 'max_histories', 'solver']
    """
    if kind not in SOURCES:
        return []
    ways = WAYS.get(kind, (AS_PROGRAM,))
    return [
        name
        for name, asked in GIVEN.items()
        if not _refused(BY_SOURCE, asked, (kind,)) and not _refused(BY_SOLUTION, asked, ways)
    ]


def _refused(table: Iterable[Option], asked: Settings, what: tuple[str, ...]) -> bool:
    return any(
        option.given(asked) and not any(one in option.fits for one in what) for option in table
    )


@cache
def known() -> Data:
    """Return what can be set, with words for each."""
    layouts = {rules: layout for layout, rules in DEFAULT_RULES.items()}
    return {
        "rules": [
            {
                "name": name,
                "layout": name.partition("-")[0],
                "default": name in layouts,
                "words": RULES_WORDS[name],
            }
            for name in RULES
        ],
        "levels": [
            {"number": None, "words": AUTO_WORDS},
            *({"number": number, "words": words} for number, words in enumerate(LEVELS)),
        ],
        "reductions": [
            *(
                {"name": name, "of": "graph", "level": one.level, "words": REDUCTION_WORDS[name]}
                for name, one in REDUCTIONS.items()
            ),
            *(
                {"name": name, "of": "form", "level": None, "words": REDUCTION_WORDS[name]}
                for name in FORM_REDUCTIONS
            ),
        ],
        "refine": [{"name": str(name), "words": REFINED[name]} for name in Concept],
        "kinds": {
            name: {"words": source.words, "takes": taken(name)} for name, source in SOURCES.items()
        },
        "examples": list(_examples()),
    }


def beginning(path: str | None) -> tuple[str, str]:
    """Return name and text of the source with which a page begins, an example where none is named.
    Raises InputError where it cannot be read, or where this copy has no examples.
    """
    found = read_source("explore", str(files(FIRST)[0]) if path is None else path)
    return found.file if found.text != found.name else "", found.text


def _examples() -> Iterator[Data]:
    for name, example in EXAMPLES.items():
        try:
            path = files(name)[0]
            text = read_text(str(path)).text
        except EfgcError:  # They did not come with this copy.
            continue
        yield {
            "name": name,
            "file": path.name,
            "words": example.words,
            "value": example.value,
            "text": text,
        }
