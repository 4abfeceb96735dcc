"""Reads the claim of bounds on a map, for their checker: whatever no search writes is refused in a
sentence.
"""

import json
from typing import Any

LARGEST = 1e300  # Above all payoffs.
MOST = 100_000  # Sets of places, and entries of the strategies.
RULES = {  # What an exit pays, whether there is an alarm, whether player 2 may take the gold.
    "island-2013": (10, False, False),
    "island-2018": (10, True, False),
    "island-2020": (10, True, False),
    "cave-2023": (2, False, True),
}
CLAIM = {"format", "version", "map_sha256", "map_rules", "lower_bound", "upper_bound", "strategies"}


class Rejected(Exception):
    """The bounds are not valid; the message has the reason."""


def read_claim(bounds: bytes) -> dict[str, Any]:
    """Return what is claimed, of which the entries of strategies are not yet checked."""
    try:
        claim: dict[str, Any] = json.loads(bounds.decode("utf-8-sig"), object_pairs_hook=_mapping)
    except (RecursionError, ValueError):
        raise Rejected("the bounds are not JSON, or too deeply nested") from None
    sound = type(claim) is dict and claim.keys() >= CLAIM
    expect(sound, f"the bounds need the keys {', '.join(sorted(CLAIM))}")
    expect([claim["format"], claim["version"]] == ["efgc/bounds", 1], "not bounds of version 1")
    sound = type(claim["map_rules"]) is str and claim["map_rules"] in RULES
    expect(sound, f"map_rules is none of {', '.join(RULES)}")
    for key in "lower_bound", "upper_bound":
        sound = type(claim[key]) in (int, float) and abs(claim[key]) < LARGEST
        expect(sound, f"{key} is not a number, or too large")
    both = claim["strategies"]
    sound = type(both) is list and [type(one) for one in both] == [list, list]
    expect(sound, "the strategies are not two lists")
    expect(max(map(len, both)) <= MOST, "the strategies are too long")
    return claim


def entries_of(strategies: Any, player: int) -> dict[tuple[str, ...], dict[str, float]]:
    """Return the probabilities of the actions by what came before; they need not sum to 1."""
    found: dict[tuple[str, ...], dict[str, float]] = {}
    for order, entry in enumerate(strategies[player - 1]):
        where = f"strategy {player}, entry {order}:"
        sound = type(entry) is dict and entry.keys() >= {"actions", "probabilities"}
        parts = [entry.get(key, []) for key in ("after", "actions", "probabilities") if sound]
        sound = sound and all(type(part) is list for part in parts)
        expect(sound, f"{where} it needs the lists actions and probabilities")
        after, actions, row = parts
        texts = all(type(text) is str for text in (*after, *actions))
        expect(texts, f"{where} after and actions are texts")
        sound = all(type(share) in (int, float) and 0 <= share <= 1 for share in row) and any(row)
        expect(sound, f"{where} probabilities are from 0 to 1, and not all 0")
        sound = len(row) == len(actions) == len({*actions})
        expect(sound, f"{where} each action needs one probability, and no action is repeated")
        expect(tuple(after) not in found, f"{where} an earlier entry has the same after")
        found[tuple(after)] = dict(zip(actions, row, strict=True))
    return found


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    expect(len(found) == len(pairs), "a key is repeated")
    return found


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)
