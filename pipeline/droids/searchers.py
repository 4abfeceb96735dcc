"""Minimax as it is named on the command line."""

import math
import re
from functools import lru_cache

from pipeline.droids.agent_options import Options, refuse_others
from pipeline.droids.agents.evaluations import EVALUATIONS
from pipeline.droids.agents.minimax import MAX_DEPTH, VIEWS, Minimax, MinimaxAgent, minimax_policy
from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.forecast import searching
from schemas.parts.near import known_are
from schemas.parts.problems import OptionError, shown


def searching_entrant(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    """Return who searches as its options say. Raises OptionError."""
    refuse_others(text, options, Minimax._fields)
    timed = "seconds" in options
    settings = Minimax(depth=MAX_DEPTH) if timed else Minimax()
    depth = options.get("depth", str(settings.depth))
    settings = Minimax(
        depth=int(depth) if re.fullmatch("[0-9]{1,3}", depth) else 0,
        view=options.get("view", settings.view),
        evaluation=options.get("evaluation", settings.evaluation),
        margin=_number(options.get("margin", str(settings.margin))),
        seconds=_number(options["seconds"]) if timed else None,
    )
    seconds = settings.seconds
    for wrong, message in (
        (not 0 <= settings.margin <= 2, "the margin is a number from 0 to 2"),
        (
            seconds is not None and not 0 < seconds <= 3600,
            "the seconds for a move are a number above 0, up to 3600",
        ),
        (not 1 <= settings.depth <= MAX_DEPTH, f"the depth is a number from 1 to {MAX_DEPTH}"),
        (settings.view not in VIEWS, f"no such view; {known_are(settings.view, VIEWS)}"),
        (
            settings.evaluation not in EVALUATIONS,
            f"no such evaluation; {known_are(settings.evaluation, EVALUATIONS)}",
        ),
    ):
        if wrong:
            raise OptionError(f"{shown(text)}: {message}")
    policy = lru_cache(maxsize=2)(lambda player: minimax_policy(arena.rule, player, settings))
    return Entrant(
        text,
        # How far a clock lets somebody look is no distribution.
        (lambda player: None) if timed else policy,
        lambda player, seed: MinimaxAgent(arena.rule, player, settings, seed),
        lambda droids: searching(arena.rule, settings, droids),
    )


def _number(text: str) -> float:
    return (
        float(text) if re.fullmatch(r"[0-9]{0,9}\.?[0-9]{1,20}(e-?[0-9]{1,3})?", text) else math.nan
    )
