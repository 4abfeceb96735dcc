"""Grades: comparisons of submitted games with the game of a map.

`grade --format json` writes them; no stage reads them.
"""

from enum import StrEnum
from typing import Annotated, NamedTuple

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Mark, OneOf
from .parts.source import Source
from .parts.squares import Square


class Verdict(StrEnum):
    """The relation of a submission to the reference."""

    IDENTICAL = "identical"
    EQUIVALENT = "equivalent"
    RIGHT = "right"
    PARTLY_RIGHT = "partly right"
    WRONG = "wrong"
    DIFFERENT = "different"
    NOT_COMPARABLE = "not comparable"
    NO_PERFECT_RECALL = "no perfect recall"
    INCONSISTENT_SETS = "inconsistent information sets"
    NOT_CONSTANT_SUM = "not constant-sum"
    UNREADABLE = "unreadable"
    FAILED = "failed"
    USES_EFGC = "uses efgc"
    NOT_SOLVED = "not solved"
    NOT_GRADED = "not graded"
    SKIPPED = "skipped"


VERDICTS = {  # In the order of their usefulness to a teacher.
    Verdict.IDENTICAL: "the textbook tree of the map, up to names and order",
    Verdict.EQUIVALENT: "the same game drawn otherwise",
    Verdict.RIGHT: "the right result",
    Verdict.PARTLY_RIGHT: "some of the points",
    Verdict.WRONG: "none of the points",
    Verdict.DIFFERENT: "another game",
    Verdict.NOT_COMPARABLE: "the values are equal, but the games are not proved to be the same",
    Verdict.NO_PERFECT_RECALL: "a player forgets something",
    Verdict.INCONSISTENT_SETS: "nodes of one information set have different actions",
    Verdict.NOT_CONSTANT_SUM: "the payoffs do not always add up to the same",
    Verdict.UNREADABLE: "it could not be read",
    Verdict.FAILED: "the program ended with an error, or exceeded its time or memory",
    Verdict.USES_EFGC: "the program calls or imports efgc, and was refused",
    Verdict.NOT_SOLVED: "no equilibrium of it could be proved",
    Verdict.NOT_GRADED: "grading it took too much time or memory, or failed",
    Verdict.SKIPPED: "not a hand-in",
}
PASSED = (Verdict.IDENTICAL, Verdict.EQUIVALENT, Verdict.RIGHT)
WHOLE = "all"
"""The part that is the sum of a hand-in's parts."""
UNDECIDED = (Verdict.NOT_COMPARABLE, Verdict.NOT_SOLVED, Verdict.NOT_GRADED)
"""Verdicts on submissions that may be right."""


DIFFERENCES = (
    *("payoff", "probability", "moves", "choices", "turn"),
    *("knows too much", "knows too little"),
)
_COUNTS = tuple[Annotated[int, Interval(0)], Annotated[int, Interval(0)]]


class FirstDifference(NamedTuple):
    """The first difference, in terms of the map."""

    kind: Annotated[
        str,
        "`payoff`, `probability`, `moves` of the agent, `choices` of player 2, `turn`, `knows too "
        "much`, `knows too little`",
        OneOf(DIFFERENCES),
    ]
    squares: Annotated[
        tuple[Square, ...],
        "the agent's squares before the difference, the start first; empty if the labels of the "
        "file contradict the events on the map",
    ]
    events: Annotated[tuple[str, ...], "the actions of player 2 and chance before it"]
    expected: Annotated[
        str,
        "what the reference has there; only how it differs if the labels do not tell which node "
        "that is",
    ]
    found: Annotated[str, "what the hand-in has there"]
    line: Annotated[int, "line of the hand-in's node, from 1", Interval(1)]
    column: Annotated[int, "its column, from 1", Interval(1)]
    other_line: Annotated[
        int | None,
        "line of another node of the hand-in, for differences about whether the player can "
        "distinguish the two nodes; else null",
        Interval(1),
    ]
    way: Annotated[
        tuple[str, ...],
        "the labels of the file on the path to that line, the root's first; missing in files of "
        "earlier versions",
        Mark.LATER,
    ] = ()


class ProgramTrial(NamedTuple):
    """The maps on which a program was run."""

    maps: Annotated[int, "number of maps on which the program was run", Interval(0)]
    wrong: Annotated[int, "number of maps on which it is wrong", Interval(0)]
    map: Annotated[
        str,
        "the smallest map that was found on which it is wrong, to which the rest of the row "
        "refers; empty if it is right on all",
    ]
    repeat: Annotated[str, "the command that grades it on that map; empty if it is right on all"]


class GradeMistake(NamedTuple):
    """A mistake in a submission."""

    mistake: Annotated[str, "the mistake in words"]
    proved: Annotated[
        bool,
        "whether the map's game with this mistake equals the hand-in, that of a program on each "
        "map on which it was run; otherwise the mistake is a guess from the first difference",
    ]


class Fact(NamedTuple):
    """A further property of a part with points."""

    name: Annotated[str, "its name, such as `player` or `won`"]
    value: Annotated[str, "its value"]


class GradeProblem(NamedTuple):
    """A reason why a submission could not be graded."""

    message: Annotated[str, "the problem in words"]
    line: Annotated[int | None, "its line in the hand-in", Interval(1)]
    column: Annotated[int | None, "its column", Interval(1)]


class OtherHandin(NamedTuple):
    """A hand-in of a student who has a better one, or a file that is not a hand-in."""

    file: Annotated[str, "its path as given"]
    verdict: Annotated[Verdict, "see below"]
    reason: Annotated[str, "the reason for this verdict, in one sentence"]


class GradeEntry(NamedTuple):
    """A grade in the file."""

    file: Annotated[str, "its path as given; in an archive, `export.zip/Jan Novak/tree.efg`"]
    student: Annotated[
        str,
        "the first folder or archive below the folder or archive that was named, or the name of "
        "the file without its ending; missing in files of earlier versions",
        Mark.LATER,
    ]
    verdict: Annotated[Verdict, "see below"]
    reason: Annotated[
        str,
        "the reason for this verdict, in one sentence: the mistake, or else the first difference, "
        "the first problem, or the proof; missing in files of earlier versions",
        Mark.LATER,
    ]
    proof: Annotated[str, "the proof of the verdict; empty if there is none"]
    remarks: Annotated[
        tuple[str, ...],
        "remarks on unusual properties that are not mistakes: exchanged players, payoffs with a "
        "sum other than 0, [floating point](gambit_file.md) that was taken for the intended "
        "fractions, something forgotten without effect, what a program tried to change that is not "
        "its own, other rules under which a *different* "
        "hand-in is the map's game, and the first difference of a tree drawn in another way, if it "
        "is known; with `--strict` they count as mistakes",
    ]
    value: Annotated[float | None, "game value of the hand-in to the agent"]
    in_reference: Annotated[
        float | None,
        "exploitability of its equilibrium in the reference; null unless the decisions correspond "
        "one to one",
        Interval(0),
    ]
    in_handin: Annotated[
        float | None, "exploitability of the reference's equilibrium in the hand-in", Interval(0)
    ]
    nodes: Annotated[int | None, "number of nodes of the hand-in", Interval(1)]
    information_sets: Annotated[
        _COUNTS | None, "number of information sets of the hand-in, by player"
    ]
    difference: Annotated[
        FirstDifference | None,
        "the first difference that changes the game; if none was found, the first difference of "
        "the drawings",
    ]
    mistakes: Annotated[
        tuple[GradeMistake, ...],
        "common mistakes: usually one; several only if each of them alone explains the file",
    ]
    problems: Annotated[tuple[GradeProblem, ...], "the reasons why the hand-in could not be graded"]
    program: Annotated[
        ProgramTrial | None,
        "the maps on which a program was run; missing for a file",
    ] = None
    part: Annotated[
        str,
        "the part that has points by the course document, with `--course`, and `all` for the sum "
        "of the parts; missing without parts",
    ] = ""
    points: Annotated[
        float | None,
        "its points, by `--points` or the course document; missing if there are none, or none yet",
    ] = None
    of: Annotated[float | None, "the points if it is right; missing if there are none"] = None
    facts: Annotated[
        tuple[Fact, ...], "further properties of the part; missing if there are none"
    ] = ()
    others: Annotated[
        tuple[OtherHandin, ...],
        "what else the student handed in; missing if there is nothing",
    ] = ()


class GradesFile(NamedTuple):
    """Comparisons of hand-ins with the game of a map."""

    title: Annotated[str, "the map in words"]
    source: Annotated[Source, "the map and the rules by which the hand-ins are graded"]
    players: Annotated[tuple[str, str], "names of player 1 and player 2 of the reference"]
    value: Annotated[float | None, "game value of the reference; null for programs"]
    nodes: Annotated[int | None, "number of nodes of the reference; null for programs", Interval(1)]
    information_sets: Annotated[
        _COUNTS | None, "number of information sets of the reference, by player; null for programs"
    ]
    grades: Annotated[
        tuple[GradeEntry, ...],
        "one student each, with the best hand-in, in the order of the command line, those of a "
        "folder by student; after an interruption, those that were finished",
        Mark.LINES,
    ]
    hidden: Annotated[
        tuple[str, ...],
        "the known mistakes that cannot show on the map, so that a hand-in may contain them and "
        "pass; `N` stands for a number; missing if there are none",
    ] = ()
    known: Annotated[
        int,
        "number of known mistakes; missing if it was not examined which of them can show on the "
        "map",
        Interval(0),
    ] = 0
    better: Annotated[
        str, "a small map on which all known mistakes show; missing if none is needed"
    ] = ""


ARTIFACT = Artifact("efgc/grades", 1, "Grades", GradesFile)
read = ARTIFACT.read
