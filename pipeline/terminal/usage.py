"""Wrong words on the command line: click's messages, with the nearest known word."""

import re
from collections.abc import Iterable

from schemas.parts.near import near

_CHOICE = re.compile(r"""(?:'([^']*)'|"([^"]*)") is not one of (.*)""", re.DOTALL)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the sentence that ends a message of click; empty if no known word is near.

    >>> suggestion("rnu", ["run", "parse"]), suggestion("x", ["run", "parse"])
    (" Did you mean 'run'?", '')
    """
    found = near(name, known)
    return f" Did you mean {found[0]!r}?" if found else ""


def advised(message: str) -> str:
    """Return a message of click about a choice with the nearest choice added; others unchanged.

    >>> advised("'gplk' is not one of 'glpk', 'highs'.")
    "'gplk' is not one of 'glpk', 'highs'. Did you mean 'glpk'?"
    """
    match = _CHOICE.search(message)
    if not match:
        return message
    return message + suggestion(match[1] or match[2] or "", re.findall(r"'([^']*)'", match[3]))
