"""The work of a walk over a map, counted independently of machine and time."""

from ...schemas.parts.watch import Watch

STEP = 25  # The cost of a step, in the unit of Meter: half a microsecond.


class Meter:
    """The work of a walk so far, and its limit."""

    def __init__(
        self,
        watch: Watch = lambda done, total: None,
        most: float = float("inf"),
    ) -> None:
        self.watch = watch
        self.most = most
        """The most work that is allowed."""
        self.asked = 0
        """The number of requests for the moves at a position."""
        self.spent = 0
