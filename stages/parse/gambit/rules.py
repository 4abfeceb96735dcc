"""The rules of a portable Gambit file, and the behaviour of readers when a file breaks one.

Each rule was measured: `tests/support/efg_probes.json` has the results of the readers for small
files that break it.
"""

from typing import NamedTuple

from schemas.parts.problems import Code

OLD, NEW, SPIEL = "Gambit 16.0.2", "Gambit 16.7", "OpenSpiel"
READERS = (OLD, NEW, SPIEL)
# Moves of a history; at a few times as many, recursive readers crash.
MAX_DEPTH = 5_000


class Rule(NamedTuple):
    """A construct that a portable file avoids."""

    what: str
    readers: tuple[str, ...]
    does: str
    """The behaviour of the readers."""
    mend: str


RULES = {
    "mark": Rule("a byte order mark", READERS, "refuse it", "save the file as UTF-8 without it"),
    "space": Rule(
        "white space other than blanks and line ends", (SPIEL,), "refuses it", "write blanks"
    ),
    "braces": Rule(
        "a brace without white space around it",
        (SPIEL,),
        "refuses it",
        "put blanks before and behind every brace",
    ),
    "decimal": Rule(
        "the letter D for the kind of numbers",
        (SPIEL,),
        "refuses it",
        "write R; decimals are read all the same",
    ),
    "unicode": Rule("a letter that is not ASCII", (OLD,), "refuses it", "write it in ASCII"),
    "label": Rule(
        (
            "a label with other letters than printable ASCII, two blanks together, or a blank at "
            "its begin or end"
        ),
        (NEW,),
        "refuses it",
        "write printable ASCII, one blank between words",
    ),
    "quote": Rule("a quote inside of a label", (SPIEL,), "refuses it", "write a single quote, '"),
    "node label": Rule(
        "a label that another node has, too",
        (NEW,),
        "refuses it",
        "leave the labels of nodes empty",
    ),
    "infoset label": Rule(
        "a label that another information set of the same player has, too",
        (NEW,),
        "refuses it",
        "write another label or none",
    ),
    "same actions": Rule(
        "actions with the same label, or several without",
        (SPIEL,),
        "drops all branches but one",
        "give the actions of an information set different labels",
    ),
    "name left out": Rule(
        "the label of an information set or outcome that is left out",
        (OLD, NEW),
        "refuse it",
        'write an empty one, ""',
    ),
    "name here alone": Rule(
        "the label of an information set that is left out at one of its nodes and not at another",
        (SPIEL,),
        "takes it for another information set",
        "repeat it at each of its nodes",
    ),
    "left out": Rule(
        "a description of an information set that is left out",
        (SPIEL,),
        "refuses it",
        "repeat it at each of its nodes",
    ),
    "numbering": Rule(
        "information sets of a player that are not numbered 1, 2, 3 and so on",
        (SPIEL,),
        "refuses it",
        "number them without gaps",
    ),
    "number alone": Rule(
        "an outcome by its number alone", (SPIEL,), "refuses it", "repeat its label and payoffs"
    ),
    "null": Rule(
        "the outcome 0 at the end of play",
        (SPIEL,),
        "refuses it",
        'write an outcome with payoffs: 1 "" { 0 0 }',
    ),
    "on the way": Rule(
        "an outcome before the end of play",
        (SPIEL,),
        "refuses it",
        "add its payoffs to those at the ends",
    ),
    "otherwise spelled": Rule(
        "a number that is spelled otherwise than where it stood first",
        (NEW,),
        "refuses it",
        "repeat it letter by letter",
    ),
    "exponent": Rule(
        "an exponent with a plus, or behind a number that begins with a point",
        (OLD, NEW),
        "refuse it",
        "write the number without an exponent",
    ),
    "rounded": Rule(
        "probabilities of floating point that do not sum to 1, taken for the fractions that do",
        (NEW,),
        "refuses it",
        "write fractions, such as 1/3",
    ),
    "floating point": Rule(
        "a number of floating point, taken for the one that was rounded to it",
        READERS,
        "take it for what it says, another number",
        "write the number that is meant, such as 3/5",
    ),
    "large fraction": Rule(
        "a fraction with a number above 2,147,483,647",
        (SPIEL,),
        "refuses it",
        "write a decimal, where one is exact",
    ),
    "deep": Rule(
        f"a history of more than {MAX_DEPTH:,} moves",
        READERS,
        "can crash on it",
        "shorten the game",
    ),
}
OTHERS = {  # The readers' behaviour for errors that we refuse.
    Code.NUMBER_BEYOND_GAMBIT: (
        f"{OLD} can take several of them for one, {NEW} those of chance, and refuses the others; "
        f"{SPIEL} refuses it"
    ),
    Code.SUM_OF_PROBABILITIES: (
        f"{OLD} reads it as it stands, {NEW} refuses it, {SPIEL} unless it is close to 1"
    ),
    Code.NEGATIVE_PROBABILITY: f"{OLD} reads it as it stands, {NEW} and {SPIEL} refuse it",
    Code.DESCRIBED_OTHERWISE: (
        f"{OLD} takes the first description, {NEW} refuses it, {SPIEL} if label or number differ"
    ),
    Code.OTHER_PAYOFFS: f"{NEW} refuses it, {OLD} and {SPIEL} do not",
    Code.OTHER_LABEL: f"{NEW} refuses it, {OLD} and {SPIEL} do not look",
    Code.BEFORE_THE_TREE: "all other readers refuse it, too",
    Code.BEHIND_THE_TREE: f"{OLD} and {NEW} do not look, {SPIEL} refuses it",
    Code.NOT_CONSTANT_SUM: (
        "all other readers read it; their solvers for constant-sum games do not"
    ),
    Code.NO_PERFECT_RECALL: "all other readers read it; their solvers may be wrong",
}
