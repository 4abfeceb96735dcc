"""A map with its rules as a game that is not compiled to a state graph: its value is bounded."""

from dataclasses import dataclass
from fractions import Fraction

from efgc.schemas.parts.source import Source


@dataclass(frozen=True)
class MapGame:
    """The game of a map."""

    title: str
    players: tuple[str, str]
    rows: tuple[str, ...]
    """Rows of equal length, of the letters of a map."""
    bandits: int
    capture: Fraction
    source: Source
    """The map, with the name of the rules."""

    @property
    def digest(self) -> str:
        """The checksum of the map."""
        return self.source.sha256

    @property
    def rules(self) -> str:
        return self.source.rules
