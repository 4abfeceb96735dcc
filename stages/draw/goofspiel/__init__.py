"""Bids of Goofspiel as pictures: a grid of colours by prize, and a single position.

Rhoads and Bartholdi (2012) found that bids of one parity, that of the highest bid worth making,
take most of the probability: odd and even bids have colours of their own.
"""

from stages.draw.goofspiel.records import Grid, Stand, grids, stand
from stages.draw.goofspiel.scene import grid_scene, scene
from stages.draw.goofspiel.text import write_text

__all__ = ("Grid", "Stand", "grid_scene", "grids", "scene", "stand", "write_text")
