"""What is remarked on rules: that a hand-in is the map's game by others than those that were taken,
and which others there are.
"""

from collections.abc import Iterator
from dataclasses import replace

from schemas.grades import Grades
from stages.grade import Finding
from stages.parse import RULES
from stages.parse.misread import PLAYED_BY


def without_choice(head: Grades) -> Grades:
    """Return what is said of a map whose rules nobody named, with the others that there are."""
    taken = RULES[head.source.rules]
    others = tuple(name for name, rules in RULES.items() if rules != taken)
    return replace(head, other_rules=others)


def by_other_rules(found: Finding) -> Iterator[str]:
    """Yield a remark for other rules by which a hand-in is the map's game, with their option."""
    for mistake, proved in found.mistakes:
        if proved and mistake in PLAYED_BY:
            rules = PLAYED_BY[mistake]
            yield f"by the rules {rules} it is the map's game: --rules {rules} grades by them"
