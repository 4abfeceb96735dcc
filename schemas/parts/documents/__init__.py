"""Read YAML and JSON as plain data: no tags, no aliases, no repeated keys, limited depth and size.

Every scalar of a YAML document is text, and so is every number of a JSON
document that is not an integer: numbers remain exact until they are converted.
"""

from .data import MAX_CHARACTERS, Data, Number
from .findings import Findings
from .json_data import read_json
from .json_places import locate_json
from .yaml_data import locate_yaml, read_yaml

__all__ = (
    "MAX_CHARACTERS",
    "Data",
    "Findings",
    "Number",
    "locate_json",
    "locate_yaml",
    "read_json",
    "read_yaml",
)
