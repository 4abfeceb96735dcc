"""The matrix of a linear program as a picture: where it has coefficients, of which sign, and which
blocks of rows and columns these make.
"""

from stages.draw.programs.matrix import Band, Bins, Matrix, binned, matrix
from stages.draw.programs.svg import inside, write_svg
from stages.draw.programs.text import write_text

__all__ = (
    "Band",
    "Bins",
    "Matrix",
    "binned",
    "inside",
    "matrix",
    "write_svg",
    "write_text",
)
