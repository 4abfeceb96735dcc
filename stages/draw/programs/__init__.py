"""The matrix of a linear program as a picture: its coefficients with their signs, and the blocks
that its rows and columns form.
"""

from .matrix import Band, Bins, Matrix, count_in_bins, matrix, write_text
from .scene import scene

__all__ = (
    "Band",
    "Bins",
    "Matrix",
    "count_in_bins",
    "matrix",
    "scene",
    "write_text",
)
