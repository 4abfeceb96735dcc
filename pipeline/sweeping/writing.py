"""The files of a sweep."""

import os
from collections.abc import Sequence

from pipeline.files import write_file
from pipeline.sweeping.parameters import Varied
from schemas import sweep
from schemas.sweep import Row


def write_folder(
    folder: str, rows: Sequence[Row], parameters: Sequence[Varied], inputs: Sequence[str]
) -> None:
    """Write the table, the picture and the page of a sweep to a folder. Raises OutputError."""
    write_file(os.path.join(folder, "sweep.csv"), sweep.write(rows), inputs)
