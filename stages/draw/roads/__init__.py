"""Pictures of the network or the grid of a rules file, and of what lies where at the beginning."""

from efgc.stages.draw.roads.records import Roads, roads_of
from efgc.stages.draw.roads.scene import scene
from efgc.stages.draw.roads.text import write_text

__all__ = ("Roads", "roads_of", "scene", "write_text")
