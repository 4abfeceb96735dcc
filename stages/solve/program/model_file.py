"""The file of a linear program, for a library that reads files alone."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from stages.isolated.process import named_file
from stages.solve.program.mps_sense import spelled


def model_file(text: str, format: str) -> AbstractContextManager[str]:
    """Give the path of a file with the text of a linear program, as all but GLPK read it, for a
    `with` block.
    """
    return file_of(spelled(text, format), format)


@contextmanager
def file_of(text: str, format: str) -> Iterator[str]:
    """Give the path of a file with a text as it is, for a `with` block."""
    with named_file(f".{format}") as file:
        file.write(text)
        file.flush()
        yield file.name
