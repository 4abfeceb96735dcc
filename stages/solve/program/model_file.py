"""The file of a linear program, for libraries that read only files."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from stages.isolated.process import named_file
from stages.solve.program.mps_sense import spelled


def model_file(text: str, format: str) -> AbstractContextManager[str]:
    """Provide the path of a file with the text of a linear program, in the form that all solvers
    except GLPK read, for a `with` block.
    """
    return file_of(spelled(text, format), format)


@contextmanager
def file_of(text: str, format: str) -> Iterator[str]:
    """Provide the path of a file with an unchanged text, for a `with` block."""
    with named_file(f".{format}") as file:
        file.write(text)
        file.flush()
        yield file.name
