"""The matrix of a linear program as a picture: its coefficients with their signs, and the blocks
that its rows and columns form.
"""

from efgc.stages.draw.programs.matrix import Band, Bins, Matrix, count_in_bins, matrix, write_text
from efgc.stages.draw.programs.scene import scene

__all__ = (
    "Band",
    "Bins",
    "Matrix",
    "count_in_bins",
    "matrix",
    "scene",
    "write_text",
)
