"""Maps: the board, and play on it.

`flow` collects the content of a picture in a record, `plain` does so for a map without play; each
output format is a module.
"""

from stages.draw.maps.flow import MapPicture, flow, plain, write_text
from stages.draw.maps.scene import board_scene, scene

__all__ = ("MapPicture", "board_scene", "flow", "plain", "scene", "write_text")
