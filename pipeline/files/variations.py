"""Sources that are changed before they are read: `--p` and `--bandits` give a map other numbers,
and `--relax` drops whole numbers from a linear program.

The text is rewritten before anything else sees it, so that the source of a run is a text like any
other: its checksum is in all artifacts, and who has that text can make them again.
"""

import hashlib

from pipeline.files.kinds import kind
from pipeline.files.reading import about, read_source
from pipeline.files.text import Text
from pipeline.settings import Settings
from schemas.parts.problems import InputError, Problem
from stages.parse.map_numbers import varied
from stages.parse.maps import DANGER, read_map


def read_varied(use: str, path: str, settings: Settings) -> Text:
    """Return the text of a source, as `read_source`, with the numbers that were asked for."""
    return with_numbers(read_source(use, path), settings)


def with_numbers(source: Text, settings: Settings) -> Text:
    """Return a source with the numbers that were asked for, the same one where none were, and a
    linear program relaxed where that was.

    What is of another kind stays as it is: the chain refuses the options. Raises InputError where
    the map is broken, or has no room for the bandits.
    """
    if settings.relax and kind(source.text) == "linear-program":
        return relaxed(source)
    asked = settings.p, settings.bandits
    if asked == (None, None) or kind(source.text) != "map":
        return source
    text = about(source.name, lambda: varied(source.text, *asked))
    places = len(read_map(source.text).squares(DANGER))
    if settings.bandits is not None and settings.bandits > places:
        said = f"--bandits {settings.bandits} are more than the map has dangerous places {DANGER}"
        raise InputError([Problem(f"{said}: {places}")], source.name)
    return _with_text(source, text)


def relaxed(program: Text) -> Text:
    """Return a linear program whose columns need not be whole numbers."""
    from stages.programs import writing  # For start-up time: NumPy and GLPK.

    return _with_text(program, about(program.name, lambda: writing.relaxed(program.text)))


def _with_text(source: Text, text: str) -> Text:
    if text == source.text:
        return source
    made = source._replace(text=text)
    return made._replace(sha256=hashlib.sha256(made.content).hexdigest())
