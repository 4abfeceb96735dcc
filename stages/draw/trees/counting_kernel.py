"""Counting what is behind nodes in 64 bits, compiled."""

# Numba infers the types of these functions.
# mypy: disable-error-code="no-untyped-def"

from schemas.parts.compiled import compiled

_MOST = 2**63 - 1


@compiled
def count_behind(begin, children, found):
    """Add to each node what is behind it; return whether all these numbers have 64 bits."""
    for node in range(found.size - 1, -1, -1):
        for way in range(begin[node], begin[node + 1]):
            if found[node] > _MOST - found[children[way]]:
                return False
            found[node] += found[children[way]]
    return True
