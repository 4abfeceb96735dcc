"""Evaluations for Python."""

from typing import Any

from ...schemas.evaluation import Enclosed, Evaluated, Guaranteed, Guarantees, StrategyOrigin
from ...stages.evaluate import EVALUATION_FORMATS
from ..machine.streams import silent
from ..ways.numbers import Number, enclosed, exactly
from .keywords import checked, errors_of_commands, refuse_unknown
from .reported import Reported


class EvaluatedStrategy:
    """One player's strategy, evaluated."""

    def __init__(self, record: Guaranteed) -> None:
        self._record = record

    @property
    def player(self) -> int:
        """1 or 2."""
        return self._record.player

    @property
    def guarantee(self) -> Number:
        """Player 1's payoff if the other player plays a best response."""
        return Number(self._record.guarantee.low, self._record.guarantee.high)

    @property
    def answered(self) -> Number | Any:
        """Player 1's payoff if the other player plays `answer`; None if the game is not listed."""
        return enclosed(self._record.answered) if isinstance(self._record, Evaluated) else None

    @property
    def answer(self) -> dict[int, tuple[Number, ...]] | Any:
        """A best response of the other player: probabilities by information set; None if the game
        is not listed.
        """
        if not isinstance(self._record, Evaluated):
            return None
        return {infoset: tuple(map(exactly, shares)) for infoset, shares in self._record.answer}

    def __repr__(self) -> str:
        return f"<strategy of player {self.player}; guarantee {self.guarantee}>"


class Evaluation(Reported):
    """The evaluation of strategies: guarantees, best responses to them, and losses. Each number is
    a Number: a float between two rationals, `low` and `high`, with `exact` if both are equal.
    """

    _instead = "send evaluation.to_dict()"

    def __init__(self, record: Guarantees) -> None:
        self._record = record

    @property
    def title(self) -> str:
        return self._record.title

    @property
    def players(self) -> tuple[str, str]:
        return self._record.players

    @property
    def nash_conv(self) -> Number | Any:
        """The sum of both best-response gains; None if a player has no strategy."""
        return enclosed(self._record.nash_conv)

    @property
    def exploitability(self) -> Number | Any:
        """Half of NashConv."""
        return enclosed(self._record.exploitability)

    @property
    def value(self) -> Number | Any:
        """The game value to player 1; None if the game was not solved."""
        return enclosed(self._record.value)

    @property
    def payoff(self) -> Number:
        """The expected payoff to player 1 of the two strategies against each other. In place of one
        that is not given, the equilibrium's plays, or a best response if the game was not solved.
        """
        return Number(*self._record.matches[0].value)

    @property
    def gains(self) -> tuple[Number | Any, Number | Any]:
        """The gain of each player from a best response instead; None if that is not known."""
        return enclosed(self._record.gains[0]), enclosed(self._record.gains[1])

    @property
    def strategies(self) -> tuple[EvaluatedStrategy | Any, EvaluatedStrategy | Any]:
        """The strategies of players 1 and 2, each with its `guarantee` and the best
        `answer` to it.
        """
        first, second = (each and EvaluatedStrategy(each) for each in self._record.strategies)
        return first, second

    @property
    def guarantees(self) -> tuple[Number | Any, Number | Any]:
        """The least payoff to player 1 from its own strategy, and the largest against player 2's;
        None without a strategy. Rounded to the safe side unless exact.
        """
        first, second = self._guarantee(1), self._guarantee(2)
        return first and exactly(first.low), second and exactly(second.high)

    def _guarantee(self, player: int) -> Enclosed | None:
        """Return what a player's strategy guarantees. That of an opponent differs from the payoff
        by what a best response to it gains.
        """
        evaluated = self._record.strategies[player - 1]
        if evaluated is not None:
            return evaluated.guarantee
        gain, payoff = self._record.gains[2 - player], self._record.matches[0].value
        if gain is None or self._record.profile[player - 1] != StrategyOrigin.OPPONENT:
            return None
        return payoff.less(gain) if player == 1 else payoff.plus(gain)

    @checked
    def report(self, format: str = "text") -> str:
        """Return the evaluation in one of the formats of `efgc evaluate --format`."""
        refuse_unknown("format", format, EVALUATION_FORMATS)
        with silent(), errors_of_commands():
            return "".join(EVALUATION_FORMATS[format](self._record))

    def __repr__(self) -> str:
        if self.exploitability is not None:
            return f"<efgc evaluation: {self.title}; exploitability {self.exploitability:.12g}>"
        least, most = self.guarantees
        said = f"at least {least:.12g}" if most is None else f"at most {most:.12g}"
        return f"<efgc evaluation: {self.title}; {said} to {self.players[0]}>"
