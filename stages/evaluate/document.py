"""The evaluation as a document: the guaranteed payoffs of the strategies, best responses to them,
and their largest losses. Its table has all losses, one information set per row.
"""

from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from ...schemas.evaluation import (
    Enclosed,
    Evaluated,
    Evaluation,
    GraphEvaluation,
    Guaranteed,
    Guarantees,
    Loss,
    Move,
    StrategyOrigin,
)
from ...schemas.game import infoset_text
from ...schemas.parts.exact import large, write_exact
from ...schemas.parts.problems import OptionError
from ...schemas.parts.tables import write_table
from ..documents import Block, Document, Facts, Section, Table, probability
from ..report.document import play_of

LIKE = r"^(?:guarantee|NashConv) +-?\d[^\n]* per game\b"
ROWS = 20
"""The most rows of the table of losses; --format csv has all."""
DIGITS = 12
"""The digits of a bound; --format json has all."""
TINY = 1e-300
"""A number this close to 0 has too few digits as a float."""
SHORT = 30
"""The most characters of a fraction that is shown beside its decimals."""
WHOSE = {
    StrategyOrigin.GIVEN: "the strategy evaluated",
    StrategyOrigin.OPPONENT: "the opponent's strategy",
    StrategyOrigin.EQUILIBRIUM: "an equilibrium",
    StrategyOrigin.BEST_RESPONSE: "the best response",
}
COLUMNS = (
    "player",
    "information_set",
    "loss",
    "reach",
    "best_action",
    "best_value",
    "value",
    "played",
    "after",
)


def document(found: Guarantees) -> Document:
    """Return the content of an evaluation for people."""
    return Document(found.title, list(_facts(found)), _sections(found))


def _facts(evaluation: Guarantees) -> Iterator[tuple[str, str]]:
    if evaluation.nash_conv and evaluation.exploitability:
        yield (
            "NashConv",
            f"{number(evaluation.nash_conv)} per game: what best responses gain together",
        )
        yield "exploitability", f"{number(evaluation.exploitability)} per game, half of that"
    for evaluated in filter(None, evaluation.strategies):
        yield from _guarantee(evaluation, evaluated)
    if evaluation.value:
        yield "value", f"{number(evaluation.value)} to {evaluation.players[0]}, of the game"
    result = f"{number(evaluation.matches[0].value)} to {evaluation.players[0]}"
    yield "result", f"{result}, {_strategies_text(evaluation)}"
    gains = [(player, gain) for player, gain in enumerate(evaluation.gains) if gain]
    for row, (player, gain) in enumerate(gains):
        yield (
            "" if row else "gain",
            f"{number(gain)} to {evaluation.players[player]} by a best response instead",
        )
    if evaluation.adjusted:
        yield (
            "adjusted",
            f"probabilities, by up to {max(evaluation.adjusted, TINY):.2g}, so that they sum to 1",
        )
    if evaluation.completed:
        kind = "information set" if isinstance(evaluation, Evaluation) else "situation"
        sets = kind if evaluation.completed == 1 else f"{kind}s"
        yield (
            "completed",
            f"{evaluation.completed:,} {sets} that the file leaves out, where the player's own "
            "moves never lead",
        )
    if isinstance(evaluation, GraphEvaluation):
        many = f"{large(evaluation.histories)} histories"
        yield "not listed", f"{many}, so losses, best responses and likely play are left out"


def _guarantee(found: Guarantees, evaluated: Guaranteed) -> Iterator[tuple[str, str]]:
    player = evaluated.player
    name, other = found.players[player - 1], found.players[2 - player]
    own = _payoff_to(found, player, evaluated.guarantee)
    yield "guarantee", f"{number(own)} per game to {name}, against all play of {other}"
    short = found.from_value(player)
    if short is not None:
        yield "", f"{number(short.from_zero())} short of the value"


def _payoff_to(found: Guarantees, player: int, payoff: Enclosed) -> Enclosed:
    """Return a player's payoff for a payoff to player 1."""
    constant = Enclosed(found.constant, found.constant)
    return payoff if player == 1 else constant.less(payoff)


def _strategies_text(found: Guarantees) -> str:
    """Return a description of the two players' strategies."""
    if {*found.profile} == {StrategyOrigin.GIVEN}:
        return "played against each other"
    first, second = found.players
    return f"{first} playing {WHOSE[found.profile[0]]}, {second} {WHOSE[found.profile[1]]}"


def number(found: Enclosed) -> str:
    """Return a number: exact if that is short, else as bounds, rounded outward.

    >>> number(Enclosed(Fraction(11, 12), Fraction(11, 12)))
    '0.916666666667 (11/12)'
    >>> number(Enclosed(Fraction(1, 2), Fraction(1, 2))), number(Enclosed(Fraction(1), Fraction(2)))
    ('0.5', '1 to 2')
    """
    exact = found.exact
    if exact is not None and len(text := write_exact(exact)) <= SHORT:
        told = f"{float(exact):.12g}"
        return told if Fraction(told) == exact else f"{told} ({text})"
    low, high = _end(found.low, ROUND_FLOOR), _end(found.high, ROUND_CEILING)
    return low if low == high else f"{low} to {high}"


def _end(number: Fraction, rounding: str) -> str:
    """Return a number to DIGITS, rounded to one side.

    >>> _end(Fraction(1, 3), ROUND_CEILING), _end(Fraction(-1, 3), ROUND_CEILING)
    ('0.333333333334', '-0.333333333333')
    """
    above, below = Decimal(number.numerator), Decimal(number.denominator)
    return str(Context(prec=DIGITS, rounding=rounding).divide(above, below)).lower()


def _sections(found: Guarantees) -> Iterator[Section]:
    if len(found.matches) > 1:
        first, second = found.players
        head = (f"{first} plays", f"{second} plays", f"to {first}")
        rows = [(WHOSE[one], WHOSE[other], number(value)) for (one, other), value in found.matches]
        yield Section("", [Table([head, *rows])])
    if not isinstance(found, Evaluation):
        return
    for each in filter(None, found.strategies):
        yield _punished(found, each)
    yield (
        Section("where most is lost per game", _loss_blocks(found))
        if found.losses
        else Section("", ["nothing is lost at any information set"])
    )


def _punished(found: Evaluation, evaluated: Evaluated) -> Section:
    """Return the most probable play of a best response."""
    players, play = found.players, evaluated.play
    name, other = players[evaluated.player - 1], players[2 - evaluated.player]
    return play_of(
        found.game,
        f"a best response of {other} to the strategy of {name}: the most likely play "
        f"(probability {probability(play.probability)})",
        [_move(found, move) for move in play.moves],
        play.payoff,
    )


def _move(found: Evaluation, move: Move) -> tuple[str, str, str, str]:
    who = found.players[move.player - 1] if move.player else "chance"
    return who, probability(move.probability), move.action, ", ".join(move.sees)


def _loss_blocks(found: Evaluation) -> Iterator[Block]:
    yield Facts(
        [
            ("loses", "reached times (best pays - now)"),
            ("of all", "as a fraction of all losses"),
            ("reached", "how often play comes there"),
            ("best", "the action with the best payoff, and how often it is played"),
            (
                "best pays",
                f"to {found.game.players[0]} from there on, with the best actions later",
            ),
            ("now", "what the strategy there pays instead"),
            ("set", "the number of the information set, and what its player did and saw before"),
        ]
    )
    yield from (Section("", [words]) for words in _of_equilibrium(found))
    total = sum(loss.loss for loss in found.losses)
    head = (
        *("loses", "of all", "who", "reached", "best", "played", "best pays", "now", "set"),
        "after",
    )
    rows = [_row(found, loss, total) for loss in found.losses[:ROWS]]
    more = len(found.losses) - ROWS
    rest = [f"and {more:,} more information sets; --format csv has all"] if more > 0 else []
    yield Section("", [Table([head, *rows]), *rest])


def _of_equilibrium(found: Evaluation) -> Iterator[str]:
    """Yield an explanation of the equilibrium's losses, if there are any."""
    owner = found.game.columns.infosets.player
    for player, who in enumerate(found.profile, 1):
        loses = (int(owner[loss.infoset]) == player for loss in found.losses)
        if who is StrategyOrigin.EQUILIBRIUM and any(loses):
            name, other = found.game.players[player - 1], found.game.players[2 - player]
            yield (
                f"What {name} loses is where the strategy of {other} could be punished: an "
                "equilibrium does not answer it as well as it could. Both together are what the "
                "strategy is short of the value."
            )


def _row(found: Evaluation, loss: Loss, total: float) -> tuple[str, ...]:
    game = found.game
    infoset = game.information_sets[loss.infoset]
    return (
        _float(loss.loss),
        f"{loss.loss / total:.3f}",
        game.players[infoset.player - 1],
        probability(loss.reach),
        infoset.actions[loss.best],
        probability(loss.played),
        _float(loss.best_value),
        _float(loss.value),
        str(loss.infoset),
        infoset_text(game, loss.infoset),
    )


def _float(number: float) -> str:
    return "~0" if 0 < abs(number) < TINY else f"{number:.6g}"


def write_csv(found: Guarantees) -> Iterator[str]:
    """Return the lines of the table of losses: the largest first. Raises OptionError if the game is
    not listed.
    """
    if not isinstance(found, Evaluation):
        raise OptionError("csv is a table of losses; there are none of a game that is not listed")
    game = found.game
    infosets = (game.information_sets[loss.infoset] for loss in found.losses)
    return write_table(
        COLUMNS,
        (
            (
                *(str(infoset.player), str(loss.infoset), repr(loss.loss), repr(loss.reach)),
                *(infoset.actions[loss.best], repr(loss.best_value), repr(loss.value)),
                *(repr(loss.played), infoset_text(game, loss.infoset)),
            )
            for infoset, loss in zip(infosets, found.losses, strict=True)
        ),
    )
