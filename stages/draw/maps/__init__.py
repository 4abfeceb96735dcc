"""Maps: the board, and play on it.

`flow` collects the content of a picture in a record, `without_play` does so for a map that is not
solved; `scene` draws it, and `write_text` writes it for the terminal.
"""

from .flow import MapPicture, flow, without_play, write_text
from .scene import board_scene, scene

__all__ = ("MapPicture", "board_scene", "flow", "without_play", "scene", "write_text")
