"""Networks: state graphs and games as graphs of NetworkX, for other programs and for statistics.

`as_network` makes a network, NETWORK_FORMATS writes one, and `measure` computes its statistics.
`docs/networks.md` describes the attributes of a network.
"""

from ..documents import Format, in_text, plain
from .conversion import MOST, NETWORK_FORMATS, as_network, size
from .measures import count, measure
from .statistics import LIKE, document, write_json

__all__ = ("MOST", "NETWORK_FORMATS", "STATS_FORMATS", "as_network", "count", "measure", "size")

STATS_FORMATS = {
    "text": Format("stats.txt", in_text(document), LIKE),
    "json": Format("stats.json", plain(write_json)),
}
