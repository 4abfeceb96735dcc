"""Sources that are changed before they are parsed: `--p` and `--bandits` change the numbers of a
map, and `--relax` drops the integrality of a linear program.

The text is rewritten first, so that the source of a run is a text like any other: its checksum is
in all artifacts, and they can be made again from that text.
"""

import hashlib

from pipeline.files.kinds import kind
from pipeline.files.reading import about, read_source
from pipeline.files.text import Text
from pipeline.settings import Settings
from schemas.parts.problems import InputError, Problem
from stages.parse.maps import DANGER, read_map, varied


def read_varied(use: str, path: str, settings: Settings) -> Text:
    """Return the text of a source, as `read_source`, with the requested numbers."""
    return with_numbers(read_source(use, path), settings)


def with_numbers(source: Text, settings: Settings) -> Text:
    """Return a source with the requested numbers, or the same source if there are none. A linear
    program is relaxed on request.

    Sources of other kinds stay unchanged: the chain refuses the options. Raises InputError if the
    map is broken, or has no room for the bandits.
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
    """Return a linear program without the integrality of its columns."""
    from stages.programs import texts  # Imported here for start-up time: it loads NumPy and GLPK.

    return _with_text(program, about(program.name, lambda: texts.relaxed(program.text)))


def _with_text(source: Text, text: str) -> Text:
    if text == source.text:
        return source
    made = source._replace(text=text)
    return made._replace(sha256=hashlib.sha256(made.content).hexdigest())
