"""The rules that generate the states of public graphs. A new rule is a file here and a line in
RULES.
"""

from collections.abc import Callable

from ..parts.documents import Data, Findings
from ..parts.near import known_are
from ..parts.problems import Place, shown
from . import droid_battle, goofspiel
from .rule import Rule

RULES: dict[str, Callable[[Findings, Data, Place], Rule]] = {
    goofspiel.NAME: goofspiel.read_rule,
    droid_battle.NAME: droid_battle.read_battle,
}
"""Functions that read a rule in the data of an artifact, and add all its problems. A new rule also
needs a page beside it, its fields in the page and the JSON Schema of state graphs, and a source in
GAMES of `stages/parse/games.py`; games too large to list need KERNELS in `stages/solve/induction`.
"""


def read_rule(findings: Findings, data: Data, place: Place) -> Rule | None:
    """Read the rule in the data of an artifact; None if its kind cannot be determined."""
    fields = findings.mapping(data, place)
    if not isinstance(data, dict):
        return None
    name = fields.get("name")
    if not isinstance(name, str) or name not in RULES:
        findings.add(
            (*place, "name") if "name" in fields else place,
            f"{shown(name)} is not a known rule; {known_are(str(name), RULES)}"
            if "name" in fields
            else "the key 'name' is missing",
        )
        return None
    return RULES[name](findings, data, place)
