"""How far work is that takes long: whoever does it tells whoever waits."""

from collections.abc import Callable

Watch = Callable[[int, int], None]
"""Takes how much is done, of how much."""
