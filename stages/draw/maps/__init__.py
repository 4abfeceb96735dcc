"""Maps: the board, and play on it.

`flow` collects the content of a picture in a record, `plain` does so for a map without play; each
output format is a module.
"""

from stages.draw.maps.flow import MapPicture, flow, plain
from stages.draw.maps.scene import board_scene, scene
from stages.draw.maps.text import write_text

__all__ = ("MapPicture", "board_scene", "flow", "plain", "scene", "write_text")
