"""Pictures of a droid battle: the board at a moment, and both droids' strategies from there."""

from stages.draw.droids.moment import Droid, Moment, Option, beginning, moment, plain, write_text
from stages.draw.droids.scene import board_scene, scene

__all__ = (
    "Droid",
    "Moment",
    "Option",
    "beginning",
    "board_scene",
    "moment",
    "plain",
    "scene",
    "write_text",
)
