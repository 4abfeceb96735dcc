"""The rule sets of maps: the families island and cave.

Island: a bandit attacks at once. 2013: no alarm. 2018 and 2020: if the first dangerous place that
the agent enters is unoccupied, the bandits learn which one it is, and one bandit may move to
another free place. 2020 differs from 2018 only in the required programs.

Cave (2023): a miner takes the gold or fights, and all miners observe every encounter.

What dangerous places do is stated here alone: the walk, the double oracle and `play` follow it.
"""

from dataclasses import replace

from ...schemas.map_game import Dangers
from .walk import Rules

ISLAND_2013 = Rules(
    family="island",
    words="island, the document of 2013",
    players=("agent", "bandits"),
    escape=10,
    dangers=Dangers(),
)
ISLAND_2018 = replace(ISLAND_2013, words="island, the document of 2018", dangers=Dangers(alarms=1))
ISLAND_2020 = replace(ISLAND_2018, words="island, the document of 2020")
CAVE_2023 = Rules(
    family="cave",
    words="cave, the document of 2023",
    players=("agent", "miners"),
    escape=2,
    dangers=Dangers(robbery=True),
)

RULES: dict[str, Rules] = {
    "island-2013": ISLAND_2013,
    "island-2018": ISLAND_2018,
    "island-2020": ISLAND_2020,
    "cave-2023": CAVE_2023,
}
"""The names are a family and a year. New rules also need a row in `schemas/map.md`, in ESCAPE and
ALARMS of `tests/support/brute_force.py`, in RULES of `stages/checkers/map_claim_checker.py` if they
are bounded, and in three tables of the course app: PASSAGES of `feedback/rule_texts.py`, BUILT_IN
of `programs/maps.py`, and TABLES or _SAME of `grade/coverage.py`. Tests ask for each.

A danger that no rules have yet is a field of `Dangers` in `schemas/map_game.py`, with its
meaning in `Rules.enter`, its words in `pipeline/apps/play/rules.py`, and copies in two witnesses:
`tests/support/brute_force.py` and, if it is in BOUNDED, `stages/checkers/map_claim_checker.py`.
"""
