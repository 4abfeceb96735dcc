"""Writing for Graphviz."""


def quoted(text: str) -> str:
    """Return a string of Graphviz that shows a text as it is.

    >>> print(quoted('a "b" \\\\N'))
    "a \\"b\\" \\\\\\\\N"
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
