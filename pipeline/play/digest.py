"""The checksum of two strategies."""

import hashlib

from schemas.strategies import Strategy


def digest_of(strategies: tuple[Strategy, Strategy]) -> str:
    """Return the SHA-256 of all probabilities, in hexadecimal.

    >>> digest_of(((), ()))[:8]
    'e3b0c442'
    """
    found = hashlib.sha256()
    for strategy in strategies:
        for infoset, _, probabilities in strategy:
            found.update(f"{infoset} {probabilities!r}\n".encode())
    return found.hexdigest()
