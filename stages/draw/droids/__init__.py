"""Pictures of a droid battle: the board at a moment, and both droids' strategies from there."""

from .moment import (
    Droid,
    Moment,
    Option,
    first_moment,
    moment,
    without_play,
    write_text,
)
from .scene import board_scene, scene

__all__ = (
    "Droid",
    "Moment",
    "Option",
    "first_moment",
    "board_scene",
    "moment",
    "without_play",
    "scene",
    "write_text",
)
