"""Whether a difference says something: what is expected and what is found differ in more than
labels that nobody understands.
"""

from schemas.game import Chance, Game
from stages.grade.differences import Difference
from stages.grade.handin_labels import direction, is_stay, outcome_said, places, words_of_answer
from stages.grade.nodes import actions, turn, width


def explains(reference: Game, handin: Game, difference: Difference) -> bool:
    """Return whether the nodes of a difference are seen to differ."""
    mine, yours = difference.reference, difference.node
    whose = turn(reference, mine)
    if difference.other is not None:
        # Where player 2 of the hand-in is only hiding, it knows nothing by the rules, too.
        return whose != 2 or 0 not in difference.open
    if whose != turn(handin, yours) or width(reference, mine) != width(handin, yours):
        return True
    record, there = reference.nodes[mine], handin.nodes[yours]
    if isinstance(record, Chance) and isinstance(there, Chance):
        drawn = [
            [(outcome_said(label), share) for label, share in zip(*both, strict=True)]
            for both in ((one.actions, one.probabilities) for one in (record, there))
        ]
        return not all(said for said, _ in drawn[1]) or sorted(drawn[0]) != sorted(drawn[1])
    if whose not in (1, 2):
        return record != there
    names = dict(reference.places)
    known, found = (
        [_said(label, whose, names) for label in actions(game, node)]
        for game, node in ((reference, mine), (handin, yours))
    )
    return all(found) and set(known) != set(found)


def _said(label: str, whose: int, names: dict[str, tuple[int, int]]) -> object:
    """Return what a label plainly says, or nothing."""
    if whose == 1:
        return direction(label)
    return places(label, names) or words_of_answer(label) or is_stay(label)
