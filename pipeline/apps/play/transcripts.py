"""Writing a match as a transcript, and replaying a transcript."""

from fractions import Fraction

from ....schemas.parts.problems import InputError, Place, Problem, shown
from ....schemas.transcript import Transcript, TranscriptMove
from .solved_match import Playable, SolvedMatch
from .tally import payoff_of, side_of, tally


def transcript_of(match: SolvedMatch) -> Transcript:
    """Return the transcript of a match; that of an unfinished match has hidden moves, too."""
    game = match.ready.game
    return Transcript(
        title=game.title,
        game_sha256=game.digest,
        source=game.source,
        players=game.players,
        people=match.people,
        seed=match.seed,
        strategies_sha256=match.ready.strategies_sha256,
        moves=tuple(
            TranscriptMove(
                move.player, match.rules.infoset(move.position) if move.player else None, move.label
            )
            for move in match.moves
        ),
        payoff=_payoff(match),
        tally=tally(match) if match.over else None,
    )


def replay(ready: Playable, transcript: Transcript) -> SolvedMatch:
    """Return the match of a transcript, after its last move.

    If the strategies are those of the transcript, drawn moves and the tally are compared as well.
    Raise InputError for entries that do not fit the game or are impossible moves.
    """
    if ready.game.digest != transcript.game_sha256:
        raise _error(
            "the transcript is of another game, or another level of it: its SHA-256 is not this "
            "game's",
            ("game_sha256",),
        )
    is_same = ready.strategies_sha256 == transcript.strategies_sha256
    match = SolvedMatch(ready=ready, people=transcript.people, seed=transcript.seed)
    for at, made in enumerate(transcript.moves):
        match = match.after_move(_action(match, made, ("moves", at), is_same))
    if match.people and not (match.over or match.awaits_choice()):
        raise _error("the drawn moves after the last one are missing", ("moves",))
    if _payoff(match) != transcript.payoff:
        raise _error("the payoff is not what this game pays at its end", ("payoff",))
    if is_same and match.over and tally(match) != transcript.tally:
        raise _error("the tally is not that of these moves", ("tally",))
    return match


def _action(match: SolvedMatch, made: TranscriptMove, place: Place, drawn: bool) -> int:
    if match.over:
        raise _error("the game is over before it", place)
    player, infoset, labels = match.mover, match.rules.infoset(match.position), match.possible
    if (made.player, -1 if made.infoset is None else made.infoset) != (player, infoset):
        raise _error("another player moves there", place)
    if made.action not in labels:
        raise _error(f"{shown(made.action)} is not an action there", (*place, "action"))
    action = labels.index(made.action)
    by_itself = len(labels) > 1 and player not in match.people
    if drawn and by_itself and match.draw(player) != action:
        raise _error(f"seed {match.seed} does not draw {shown(made.action)}", (*place, "action"))
    return action


def _payoff(match: SolvedMatch) -> Fraction | None:
    if not match.over:
        return None
    paid = payoff_of(match)
    return paid if side_of(match) == 1 else match.ready.game.constant - paid


def _error(message: str, place: Place = ()) -> InputError:
    return InputError([Problem(message, place)])
