"""Writing for Graphviz."""


def quoted(text: str) -> str:
    """Return a string of Graphviz that shows a text as it is.

    >>> print(quoted('a "b"'))
    "a \\"b\\""
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
