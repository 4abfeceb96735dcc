"""The rules that the states of a public graph can follow from. A new one is a line in READERS and
CHECKS.
"""

from collections.abc import Callable
from typing import Any

from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Place, Problem, shown
from schemas.rules import droid_battle, goofspiel
from schemas.rules.droid_battle import DroidBattle, check_battle, read_battle
from schemas.rules.goofspiel import Goofspiel

Rule = Goofspiel | DroidBattle

READERS: dict[str, Callable[[Findings, Data, Place], Rule]] = {
    goofspiel.NAME: goofspiel.read_rule,
    droid_battle.NAME: read_battle,
}
CHECKS: dict[str, Callable[[Any], list[Problem]]] = {
    goofspiel.NAME: goofspiel.check_rule,
    droid_battle.NAME: check_battle,
}


def read_rule(found: Findings, data: Data, place: Place) -> Rule | None:
    """Take the rule out of the data of an artifact; None where nobody can tell which one it is."""
    fields = found.mapping(data, place)
    if not isinstance(data, dict):
        return None
    name = fields.get("name")
    if not isinstance(name, str) or name not in READERS:
        found.add(
            (*place, "name") if "name" in fields else place,
            f"{shown(name)} is no rule here; known are {', '.join(READERS)}"
            if "name" in fields
            else "the key 'name' is missing",
        )
        return None
    return READERS[name](found, data, place)


def check_rule(rule: Rule) -> list[Problem]:
    """Return everything that makes the rule no game."""
    return CHECKS[rule.name](rule)
