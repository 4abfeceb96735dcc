"""What is wrong with the realization plans of a report of 2018: by themselves, and in the game."""

from collections.abc import Iterator, Mapping

from pipeline.course.points.matching import CLOSE
from pipeline.course.points.printed_reports import LETTERS, PLAYERS, Printed, Trouble
from pipeline.course.points.truth import TOLERANCE, Truth
from stages.forms.sequence_form import SequenceForm, Sequences


def weights_apart(true: Truth, printed: Printed) -> Iterator[Trouble]:
    for player, plan in enumerate(printed.plans):
        letter, own = LETTERS[player], printed.sequences[player]
        for number, weight in plan.items():
            line = printed.lines["plans", player, number]
            if not -CLOSE <= weight <= 1 + CLOSE:
                yield Trouble(
                    "plans", line, f"{letter}{number}: {weight:.10g} is not within 0 to 1"
                )
            if own and number not in own:
                yield Trouble("plans", line, f"{letter}{number} is no sequence of the list")
        if plan and max(plan.values()) < 1 - TOLERANCE:
            said = f"{PLAYERS[player]}: no sequence has weight 1, as the empty one has"
            yield Trouble("plans", 0, said)
    plans, value = printed.plans, printed.value
    if plans[0] and plans[1] and printed.utilities and value is not None:
        found = sum(
            plans[0].get(row, 0.0) * plans[1].get(column, 0.0) * number
            for (row, column), number in printed.utilities.items()
        )
        # Else the value alone is wrong, which is told there.
        if abs(found - value) > TOLERANCE and abs(found - true.value) > TOLERANCE:
            said = f"these plans are worth {found:.10g} by the report's own table"
            yield Trouble("plans", 0, f"{said}, and the report says {value:.10g}")


def plan_apart(
    true: Truth, printed: Printed, player: int, places: dict[int, int], named: bool
) -> Iterator[Trouble]:
    """Yield what is wrong with a plan in the game itself."""
    if not printed.plans[player]:
        return
    name, weights = PLAYERS[player], {0: 1.0}
    for number, weight in printed.plans[player].items():
        if number in places:
            weights[places[number] - 1] = weight
    if named:
        yield from _flows(true, printed, player, places, weights)
    found = guarantee(true.form, player, weights)
    lost = (true.value - found) * (1 - 2 * player)
    if lost > TOLERANCE:
        said = f"{name}'s plan holds the value at {found:.10g} only, not at {true.value:.10g}"
        yield Trouble("plans", 0, f"{said}: it is not in equilibrium")
    elif lost < -TOLERANCE:
        said = f"{name}'s plan would hold the value at {found:.10g}, better than"
        yield Trouble("plans", 0, f"{said} {true.value:.10g}: it is no realization plan")


def _flows(
    true: Truth, printed: Printed, player: int, places: dict[int, int], weights: dict[int, float]
) -> Iterator[Trouble]:
    """Yield where weights do not add up to that of the sequence before them."""
    numbers = {at - 1: f"{LETTERS[player]}{number}" for number, at in places.items()}
    for at, text in true.texts[player].items():
        numbers.setdefault(at - 1, f"[{text}]")
    lines = {
        at - 1: printed.lines.get(("plans", player, number), 0) for number, at in places.items()
    }
    side = true.form.players[player]
    for parents, actions in zip(side.parents, side.actions, strict=True):
        before = sum(weights.get(parent, 0.0) for parent in parents)
        after = sum(weights.get(action, 0.0) for action in actions)
        if abs(before - after) > TOLERANCE:
            those = " + ".join(numbers[action] for action in actions)
            parent = " + ".join(numbers[parent] for parent in parents)
            many = "add up to" if len(actions) > 1 else "is"
            said = f"{those} {many} {after:.10g}, and {parent} before that {before:.10g}"
            line = max((lines.get(action, 0) for action in actions), default=0)
            yield Trouble("plans", line, said)


def guarantee(form: SequenceForm, player: int, weights: Mapping[int, float]) -> float:
    """Return player 1's payoff when the opponent of a player, 0 or 1, answers weights of sequences
    as well as can be. Of a game without shared nodes.
    """
    other: Sequences = form.players[1 - player]
    worth: dict[int, float] = {}
    for pair, payoff in form.payoffs.items():
        if weight := weights.get(pair[player], 0.0):
            answer = pair[1 - player]
            worth[answer] = worth.get(answer, 0.0) + weight * float(payoff)
    best = min if player == 0 else max
    # What comes later has a higher number.
    for parents, actions in reversed([*zip(other.parents, other.actions, strict=True)]):
        (parent,) = parents
        worth[parent] = worth.get(parent, 0.0) + best(worth.get(action, 0.0) for action in actions)
    return worth.get(0, 0.0)
