"""What a command says on stderr."""

import re


def but_files(said):
    """Return what a command said, without the line with the outcome and the files it wrote."""
    return re.sub(r"^(.*; )?wrote .*\n", "", said, flags=re.MULTILINE)
