"""Labels that can be told apart."""

from collections.abc import Sequence


def distinct(labels: Sequence[str]) -> tuple[str, ...]:
    """Return labels that are not empty and all different: those that are not get a number, as
    Gambit gives it.

    >>> distinct(["a", "b", "a", ""])
    ('a_1', 'b', 'a_2', '_1')
    """
    if len(set(labels)) == len(labels) and "" not in labels:
        return tuple(labels)
    used, last, found = set(labels), dict.fromkeys(labels, 0), []
    for label in labels:
        name = label
        while not label or labels.count(label) > 1:
            last[label] += 1
            name = f"{label}_{last[label]}"
            if name not in used:
                break
        used.add(name)
        found.append(name)
    return tuple(found)
