"""The file of a linear program, for a library that reads files alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from stages.isolated.asked import named_file


@contextmanager
def model_file(text: str, format: str) -> Iterator[str]:
    """Give the path of a file with the text of a linear program, for a `with` block."""
    with named_file(f".{format}") as file:
        file.write(text)
        file.flush()
        yield file.name
