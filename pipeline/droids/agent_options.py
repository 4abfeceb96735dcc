"""Options of an agent in its name, such as `minimax:depth=2,view=optimistic`."""

from schemas.parts.near import known_are
from schemas.parts.problems import OptionError, shown

Options = dict[str, str]


def read_options(text: str, settings: str) -> Options:
    """Return what `settings` says, the part of `text` behind its name. Raises OptionError."""
    parts = [part.partition("=") for part in settings.split(",")] if settings else []
    if not all(key and equal for key, equal, _ in parts):
        raise OptionError(f"{shown(text)}: options are written like depth=2,view=optimistic")
    options = {key: value for key, _, value in parts}
    if len(options) < len(parts):
        raise OptionError(f"{shown(text)}: an option is there twice")
    return options


def refuse_others(text: str, options: Options, known: tuple[str, ...]) -> None:
    """Raise OptionError for options that an agent does not know."""
    for key in options:
        if key not in known:
            others = known_are(key, known) if known else "there are none"
            raise OptionError(f"{shown(text)}: no option {shown(key)}; {others}")
