"""Networks: state graphs and games as graphs of NetworkX, for other programs and for statistics.

`as_network` makes a network, NETWORK_FORMATS writes one, and `measure` computes its statistics.
`docs/networks.md` describes the attributes of a network.
"""

from stages.networks.conversion import MOST, as_network
from stages.networks.formats import NETWORK_FORMATS
from stages.networks.json_format import write_json
from stages.networks.measures import measure
from stages.networks.text import LIKE, write_text
from stages.report.formats import Format, plain

__all__ = ("MOST", "NETWORK_FORMATS", "STATS_FORMATS", "as_network", "measure")

STATS_FORMATS = {
    "text": Format("stats.txt", write_text, LIKE),
    "json": Format("stats.json", plain(write_json)),
}
