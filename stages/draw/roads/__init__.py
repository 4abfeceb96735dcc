"""Pictures of the network or the grid of a rules file, and of what lies where at the beginning."""

from .records import Roads, roads_of
from .scene import scene
from .text import write_text

__all__ = ("Roads", "roads_of", "scene", "write_text")
