"""Strategies as tables: a line per action, with what the script needs to sort and to choose."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from schemas.parts.exact import brief
from stages.page.assembly import Shown
from stages.page.numbers import probability, rounded, value


class Choice(NamedTuple):
    """What a player does where it decides."""

    infoset: int | None
    """Its number in the game; None where there are no information sets."""
    after: str
    """How it comes to be there, in words."""
    sees: str
    reach: float
    """How often play comes there, if both players follow their strategies."""
    own_reach: float
    """How far the player's own moves lead there."""
    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    exact: tuple[Fraction, ...] | None
    """The same in rationals, where they are proved."""
    values: tuple[float, ...] | None
    """Payoff to player 1, one per action, whoever moves; None where nobody knows."""
    advised: bool = False
    """Whether what is played is meant to be the best where play does not come, too."""
    losses: tuple[float, ...] | None = None
    """How much less that is to the player than with its best action here."""

    @property
    def forced(self) -> bool:
        return len(self.actions) == 1

    @property
    def comes(self) -> str:
        """How play comes here, in the style sheet."""
        return "" if self.reach > 0 else "unreached" if self.own_reach > 0 else "unled"

    @property
    def lines(self) -> str:
        """How its lines look, in the style sheet."""
        return "" if self.advised else self.comes

    @property
    def mixed(self) -> bool:
        return self.own_reach > 0 and sum(map(bool, self.probabilities)) > 1


class Table(NamedTuple):
    """The strategy of one player."""

    player: int
    """1 or 2."""
    name: str
    choices: Sequence[Choice]
    total: int
    """Choices that there are, shown or not; those that are forced are no choices."""
    forced: int
    """Those that there are."""
    columns: tuple["Column", ...]

    @property
    def left_out(self) -> int:
        """Of all, forced or not."""
        return self.total + self.forced - len(self.choices)


class Column(NamedTuple):
    """One column of a table."""

    key: str
    title: str
    number: bool = False


_REACH = {"unreached": "○ other play", "unled": "× not by own moves"}
"""What stands instead of how often play comes to a choice."""
LONGEST = 24
"""Characters of a fraction that is shown."""
LONGEST_NAME = 16
"""Characters of a player's name at the head of a column."""


class Line(NamedTuple):
    """One action, as text."""

    choice: Choice
    action: str
    probability: str
    width: int
    """Of its bar, of 100."""
    exact: str
    value: str
    loss: str
    reach: str
    own_reach: str
    again: bool
    """Whether the line above is of the same choice."""

    @property
    def classes(self) -> str:
        """In the style sheet."""
        told = ("again" * self.again, "never" * (self.width == 0), self.choice.lines)
        return " ".join(filter(None, told))


def worth(players: Sequence[str]) -> Column:
    """Return the column of what actions are worth: to player 1 in every table, as everywhere.

    >>> worth(("agent", "bandits")).title
    'Worth to agent'
    """
    name = players[0]
    return Column("worth", f"Worth to {name if len(name) <= LONGEST_NAME else 'player 1'}", True)


def exactly(choices: Iterable[Choice]) -> tuple[Column, ...]:
    """Return the column of probabilities as fractions, if there are any to show."""
    numbers = (number for choice in choices for number in choice.exact or ())
    return (Column("exact", "Exactly"),) if any(map(_fraction, numbers)) else ()


def shown(tables: Sequence[Table], **fields: Any) -> Shown:
    """Return a section with these tables."""
    told = [(table, list(_lines(table.choices))) for table in tables]
    return Shown({"tables": told, **fields}, {"tables": [_data(table) for table in tables]})


def _lines(choices: Sequence[Choice]) -> Sequence[Line]:
    found = []
    for choice in choices:
        for at, (action, share) in enumerate(
            zip(choice.actions, choice.probabilities, strict=True)
        ):
            found.append(
                Line(
                    choice=choice,
                    action=action,
                    probability=_plays(choice, share),
                    width=_width(share),
                    exact=_fraction(choice.exact[at]) if choice.exact else "",
                    value=value(choice.values[at] if choice.values else None),
                    loss=value(choice.losses[at] if choice.losses else None),
                    reach=_REACH.get(choice.comes) or probability(_rounded(choice.reach)),
                    own_reach=probability(_rounded(choice.own_reach)),
                    again=at > 0,
                )
            )
    return found


def _plays(choice: Choice, share: float) -> str:
    """Return how often an action is played: in brackets where that is no advice."""
    told = probability(share)
    if choice.advised:
        return told
    return {"unreached": f"({told})", "unled": "any"}.get(choice.comes, told)


def _width(share: float) -> int:
    """Return a part of 100; what is neither 0 nor 1 is never drawn so."""
    return round(100 * share) if share in (0, 1) else min(max(round(100 * share), 1), 99)


def _fraction(number: Fraction) -> str:
    """Return a fraction; nothing where the decimal number says it all, or where it is long."""
    text = brief(number)
    told = number.denominator > 1 and len(text) <= LONGEST and not text.startswith("about")
    return text if told else ""


def _data(table: Table) -> dict[str, Any]:
    """Return the numbers of a table for the script: per choice, its lines in the table's order."""
    return {
        "choices": [
            {
                "lines": len(one.actions),
                "reach": _rounded(one.reach),
                "own": _rounded(one.own_reach),
                "plays": [_rounded(share) for share in one.probabilities],
                "worth": [_rounded(number) for number in one.values] if one.values else None,
                **({"lost": list(map(_rounded, one.losses))} if one.losses else {}),
                **({"mixed": True} if one.mixed else {}),
            }
            for one in table.choices
        ]
    }


def _rounded(number: float) -> float:
    """Return a number with as many digits as sorting needs."""
    return rounded(number, 12)
