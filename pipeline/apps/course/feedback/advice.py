"""What to try next: for each common mistake, kind of difference and verdict the topic of the rules
that it concerns, and a hint on how to look for it in a program.

The texts have the names of the players in braces.
"""

from typing import NamedTuple

from .....schemas.grades import DIFFERENCES, Verdict
from .....schemas.parts.problems import Code
from ..grade.mistakes.suspect import Mistake
from ..records import LINEAR_PROGRAMS, Grade
from .rule_texts import Topic


class Advice(NamedTuple):
    """What a student can try."""

    topic: Topic | None
    """None if the rules say nothing about it."""
    hint: str


_PAYOFFS = "Print the squares of the path with the payoff where your program ends play there."
_ONE_KEY = (
    "Print the key by which your program numbers the information sets of the {owner}: it must "
    "consist of all that they know, and of nothing else."
)
_AGENT_KEY = _ONE_KEY.replace("{owner}", "{agent}").replace("they know", "it knows")
_OTHERS_KEY = _ONE_KEY.replace("{owner}", "{others}")

MISTAKES: dict[str, Advice] = {
    Mistake.WRONG_SIGN: Advice(
        Topic.GOLD,
        "The first number of a terminal node is the payoff of player 1, the {agent}: positive for "
        "an exit. Look for the place where your program negates or exchanges the two.",
    ),
    Mistake.GOLD_AFTER_CAPTURE: Advice(
        Topic.NOTHING,
        f"{_PAYOFFS} After a capture it is 0: look whether the gold is added before or after the "
        "test for a capture.",
    ),
    Mistake.CAPTURE_AS_EXIT: Advice(
        Topic.NOTHING,
        "Look at the branch of a lost fight: it must end play with payoff 0 at once, and not go on "
        "to the code for an exit.",
    ),
    Mistake.TAKEN_GOLD_COUNTED: Advice(
        Topic.GOLD,
        "Print the gold carried after each action. Where it is taken away, it must become 0 in "
        "that branch, and only in that branch: is the counter shared by several branches?",
    ),
    Mistake.GOLD_NOT_COUNTED: Advice(
        Topic.GOLD,
        "Print the gold carried after each move. It must grow by 1 at each square G, and the "
        "payoff of an exit must contain it.",
    ),
    Mistake.GOLD_IN_DEAD_END: Advice(
        Topic.NOTHING, f"{_PAYOFFS} In a dead end it is 0, with and without gold."
    ),
    Mistake.DEAD_END_AS_EXIT: Advice(
        Topic.NOTHING,
        "Play ends in two ways without a capture: on an exit, and without a legal move. Look "
        "whether your program tests which of the two it is before it pays.",
    ),
    Mistake.EXIT_PAYS: Advice(
        Topic.GOLD, f"{_PAYOFFS} Look at the constant that is added for the exit."
    ),
    Mistake.GOLD_WORTH: Advice(
        Topic.GOLD, f"{_PAYOFFS} Look whether gold is counted twice, or with a wrong factor."
    ),
    Mistake.END_PAYS: Advice(
        Topic.NOTHING, f"{_PAYOFFS} Only an exit pays anything; all other ends of play pay 0."
    ),
    Mistake.ONE_END: Advice(
        Topic.GOLD,
        f"{_PAYOFFS} Only this end of play is wrong: look for what is special about it, such as a "
        "counter that another branch has changed.",
    ),
    Mistake.CAPTURE_IS_ESCAPE: Advice(
        Topic.FIGHT,
        "The probability on the map is that of the capture. Look at the order of the two outcomes "
        "in your chance node.",
    ),
    Mistake.CAPTURE_PROBABILITY: Advice(
        Topic.FIGHT,
        "Print the probability that your program reads from the map, and each one that it writes. "
        "Look for a constant, or for rounding.",
    ),
    Mistake.ONE_FIGHT: Advice(
        Topic.FIGHT,
        "The other fights are right. Look for what differs in this one: the number of the fight, "
        "the place, or the order of the outcomes.",
    ),
    Mistake.CERTAIN_FIGHT: Advice(
        Topic.FIGHT,
        "After each fight there must be a chance node with two outcomes. Print the type of each "
        "node that your program adds after a fight.",
    ),
    Mistake.SEE_THE_PATH: Advice(
        Topic.OTHERS_KNOW,
        f"{_OTHERS_KEY} Squares that the {{agent}} walked over do not belong to it.",
    ),
    Mistake.KNOWS_THE_PLACE: Advice(
        Topic.AGENT_KNOWS,
        f"{_AGENT_KEY} The hiding places do not belong to it, only what the {{agent}} met on its "
        "way.",
    ),
    Mistake.KNOWS_WHAT_THEY_DO: Advice(
        Topic.AGENT_KNOWS,
        f"{_AGENT_KEY} The actions of the {{others}} belong to it only where the {{agent}} sees "
        "them.",
    ),
    Mistake.SEE_FIGHTS_END: Advice(
        Topic.OTHERS_KNOW, f"{_OTHERS_KEY} How a fight ends belongs to it only if they see it."
    ),
    Mistake.AGENT_KNOWS_EVERYTHING: Advice(
        Topic.AGENT_KNOWS,
        "Each decision of the {agent} has an information set of its own. Nodes between which it "
        f"cannot distinguish need the same number. {_AGENT_KEY}",
    ),
    Mistake.OTHERS_KNOW_EVERYTHING: Advice(
        Topic.OTHERS_KNOW,
        "Each decision of the {others} has an information set of its own. Nodes between which they "
        f"cannot distinguish need the same number. {_OTHERS_KEY}",
    ),
    Mistake.PLACE_UNSEEN: Advice(
        Topic.OTHERS_KNOW,
        "Print the key by which your program numbers the information sets of the {others}; it must "
        "contain the square of the {event}.",
    ),
    Mistake.ANSWER_UNSEEN: Advice(
        Topic.AGENT_KNOWS,
        f"{_AGENT_KEY} It must contain what the {{others}} did in each encounter.",
    ),
    Mistake.NOTHING_SEEN: Advice(
        Topic.AGENT_KNOWS,
        f"{_AGENT_KEY} It must contain, for each dangerous place on the way, what happened there.",
    ),
    Mistake.PLACE_AND_PAST_UNSEEN: Advice(
        Topic.RECALL,
        f"{_OTHERS_KEY} The hiding places alone are not enough: add the square of the "
        "{event}, and all that they saw and did before.",
    ),
    Mistake.PAST_FORGOTTEN: Advice(
        Topic.RECALL,
        f"{_OTHERS_KEY} Add all earlier events that they saw, in their order, with the squares.",
    ),
    Mistake.ORDER_FORGOTTEN: Advice(
        Topic.OTHERS_KNOW,
        "Print the key by which you number the information sets of the {others}. The encounters "
        "must be a list in it, in the order in which they happened, not a set.",
    ),
    Mistake.ANSWERS_FORGOTTEN: Advice(
        Topic.RECALL, f"{_OTHERS_KEY} Add each of their earlier actions."
    ),
    Mistake.HIDING_FORGOTTEN: Advice(
        Topic.RECALL, f"{_OTHERS_KEY} Add the places where they hid: they chose them."
    ),
    Mistake.ONLY_PLACE_SEEN: Advice(
        Topic.RECALL,
        f"{_OTHERS_KEY} The square of the event alone is not enough: add where they hid, and all "
        "that they saw and did before.",
    ),
    Mistake.NOTHING_KNOWN: Advice(
        Topic.RECALL,
        f"{_OTHERS_KEY} At present it is the same everywhere: look whether it is empty, or a "
        "constant.",
    ),
    Mistake.PATH_FORGOTTEN: Advice(
        Topic.RECALL,
        f"{_AGENT_KEY} Add the squares of its path in their order, not only the last one or their "
        "set.",
    ),
    Mistake.ONLY_SQUARE_KNOWN: Advice(
        Topic.RECALL,
        f"{_AGENT_KEY} The square alone is not enough: add the path in its order, and what "
        "happened at each dangerous place.",
    ),
    Mistake.EARLIER_FORGOTTEN: Advice(
        Topic.RECALL,
        f"{_AGENT_KEY} Add what happened at each dangerous place on the way, not only at the last.",
    ),
    Mistake.MUST_MOVE: Advice(
        Topic.ALARM,
        "Print the actions of the {others} at each alarm: one of them is that nobody moves.",
    ),
    Mistake.ONE_MOVES: Advice(
        Topic.ALARM,
        "Print the actions of the {others} at each alarm: any one of them can move, not only the "
        "first or the last.",
    ),
    Mistake.CANNOT_MOVE: Advice(
        Topic.ALARM,
        "Print the actions of the {others} at each alarm: besides staying, each of them can go to "
        "each empty dangerous place that is allowed.",
    ),
    **dict.fromkeys(
        (Mistake.ALWAYS_FIGHT, Mistake.ALWAYS_TAKE_GOLD),
        Advice(
            Topic.ENCOUNTER,
            "Print the actions of the {others} at each encounter: there are two, to take the gold "
            "and to fight, also if there is no gold to take.",
        ),
    ),
    Mistake.ENTERED_TWICE: Advice(
        Topic.MOVES,
        "Print the squares of the path at each of your nodes. All of them are closed, the start "
        "too. Look for a set of visited squares that is changed in one branch and used in another.",
    ),
    Mistake.MOVE_NOT_LEGAL: Advice(
        Topic.MOVES,
        "Print the square that each move leads to: it must be on the map, not a wall, and not on "
        "the path. Negative indices are no error in Python, they count from the end.",
    ),
    Mistake.MOVES_TOO_MANY: Advice(
        Topic.MOVES,
        "Print your actions at this node with the square that each leads to, and compare them with "
        "the four directions.",
    ),
    Mistake.MOVES_COUNTED: Advice(
        Topic.MOVES,
        "Print your actions at this node with the square that each leads to: are all of them on "
        "the map, free, and not on the path?",
    ),
    Mistake.MOVE_MISSING: Advice(
        Topic.MOVES,
        "Print the squares around the {agent} at this node, and for each why your program takes it "
        "or not. Look for squares that another branch has marked as visited.",
    ),
    Mistake.MOVE_NEVER: Advice(
        Topic.MOVES, "Look at the list of directions of your program: it needs all four."
    ),
    Mistake.CHOICE_MISSING: Advice(
        Topic.HIDING,
        "Print the actions that your program gives the {others} here, and count them by hand on "
        "the picture.",
    ),
    Mistake.CHOICE_TOO_MUCH: Advice(
        Topic.HIDING,
        "Print the actions that your program gives the {others} here. For each additional one, "
        "find the rule that forbids it.",
    ),
    Mistake.KNOWLEDGE: Advice(
        Topic.GAME,
        "Print the key by which your program numbers information sets at the two lines named "
        "above, and compare it with what the player knows by the rules.",
    ),
    Mistake.ALARM_AFTER_FIGHT: Advice(
        Topic.ALARM,
        "Look at the test before your alarm: it must ask whether this is the first dangerous place "
        "on the path, not whether it is the first empty one.",
    ),
    Mistake.ALARM_EVERYWHERE: Advice(
        Topic.ALARM,
        "Print the dangerous places visited so far where your program raises the alarm: there must "
        "be none before this one.",
    ),
    Mistake.ONTO_ALARM: Advice(
        Topic.ALARM,
        "Print the empty places among which your program lets a bandit choose: the square of the "
        "agent is not one of them.",
    ),
    Mistake.GOLD_LOST: Advice(
        Topic.FIGHT,
        "Print the gold carried before and after a fight that is won: it stays the same.",
    ),
    Mistake.OTHER_RULES: Advice(
        Topic.ENCOUNTER,
        "Your tree follows the assignment of another year. Read the document of this year again, "
        "above all what happens at dangerous places and what an exit pays.",
    ),
    Mistake.ENCOUNTERS_BY_OTHER_RULES: Advice(
        Topic.ENCOUNTER,
        "Dangerous places follow the assignment of another year. Read again what happens when the "
        "{agent} steps on one.",
    ),
    Mistake.NUMBER_HIDDEN: Advice(
        Topic.HIDING,
        "Print the number of {others} that your program reads from the map, and the places of each "
        "of their first choices: all of them hide.",
    ),
}
"""By the key of the mistake."""

KINDS: dict[str, Advice] = {
    "payoff": Advice(Topic.GOLD, _PAYOFFS),
    "probability": Advice(
        Topic.FIGHT, "Print the outcomes of this chance node with their probabilities."
    ),
    "moves": MISTAKES[Mistake.MOVES_TOO_MANY],
    "choices": MISTAKES[Mistake.CHOICE_MISSING],
    "turn": Advice(
        Topic.ENCOUNTER,
        "Print what your program does after each step: who is next, and why. Compare it with the "
        "way above, step by step.",
    ),
    "knows too much": Advice(
        Topic.GAME,
        "The two nodes need the same information set. Print the key by which your program numbers "
        "information sets at both lines: what is in it that the player does not know?",
    ),
    "knows too little": Advice(
        Topic.GAME,
        "The two nodes need different information sets. Print the key by which your program "
        "numbers information sets at both lines: what does the player know that is not in it?",
    ),
}
"""By kind of difference, for mistakes without a name."""
GOES_ON = Advice(
    Topic.MOVES,
    "Your program goes on where play has ended. Look at all places where a path ends: at an exit, "
    "where no move is left, and after a fight that is lost.",
)
"""On a turn where the rules have the end of play."""
assert set(KINDS) == set(DIFFERENCES)


class Judgement(NamedTuple):
    """A verdict, for the student."""

    sentence: str
    advice: Advice


_UNREADABLE = (
    "Look at the first line named above in your file; later problems often follow from the first. "
    "Does your file hold anything else, such as debugging output or an error message, and was it "
    "written to its end?"
)
ON_PROGRAMS = {
    Verdict.UNREADABLE: Judgement(
        "Your file could not be read as a linear program.", Advice(None, _UNREADABLE)
    ),
    Verdict.NOT_COMPARABLE: Judgement(
        "The optimum of your linear program is right, but nothing else of it was compared.",
        Advice(Topic.FILE, "The assignment asks for the game tree: hand in the Gambit file, too."),
    ),
}
"""On linear programs, by verdict."""
PRINTED = Judgement(
    "Your file has an error message or the usage text of a program where the game should be.",
    Advice(
        Topic.FILE,
        "Run your program on the map below, in the way that the assignment says, until it prints "
        "no such message. A message that names a line shows where to look first.",
    ),
)
PROGRAM_NOT_GRADED = Judgement(
    "Your program was not graded, so this page does not say whether it is right.",
    Advice(
        None,
        "How long does your program take on a small map? If it takes seconds, look for work that "
        "it repeats, or for a path that does not stop at visited squares. If it does not, ask your "
        "teacher.",
    ),
)
PROGRAM_FOR_FILE = Judgement(
    "You handed in a program; a file is graded here.",
    Advice(None, "Run your program on the map below, and hand in the file that it writes."),
)

_NOTHING_TO_MEND = Advice(Topic.GAME, "There is nothing to mend on this map. Try other maps.")
VERDICTS: dict[Verdict, Judgement] = {
    Verdict.IDENTICAL: Judgement(
        "Your file is right: its tree is identical to the game tree of this map, up to names and "
        "order.",
        _NOTHING_TO_MEND,
    ),
    Verdict.EQUIVALENT: Judgement(
        "Your file is right: it is the game of this map, drawn in another way.", _NOTHING_TO_MEND
    ),
    Verdict.RIGHT: Judgement(
        "The optimum of your linear program is right; nothing else of it was compared.",
        _NOTHING_TO_MEND,
    ),
    Verdict.DIFFERENT: Judgement(
        "Your file is not the game of this map.",
        Advice(
            Topic.GAME,
            "Is your file that of the map below, and not of another one? If it is, draw the "
            "smallest map that you can think of, with one dangerous place, and compare the tree of "
            "your program with one drawn by hand.",
        ),
    ),
    Verdict.NOT_COMPARABLE: Judgement(
        "It could not be decided whether your file is the game of this map.",
        Advice(
            Topic.GAME,
            "Try a smaller map of the same kind: small trees can be compared in full. Label moves "
            "and choices in words (up, down, left, right; the squares of hiding places).",
        ),
    ),
    Verdict.NO_PERFECT_RECALL: Judgement(
        "In your file a player forgets something that it knew or did before.",
        Advice(
            Topic.RECALL,
            "Print the key by which your program numbers information sets. For each player it must "
            "grow along the path: all own actions and all observations so far.",
        ),
    ),
    Verdict.INCONSISTENT_SETS: Judgement(
        "In your file the nodes of an information set do not agree with each other.",
        Advice(
            Topic.GAME,
            "All nodes of an information set have the same player and the same actions in the same "
            "order. Sort the actions before you write them, and look whether two different "
            "situations get the same number.",
        ),
    ),
    Verdict.NOT_CONSTANT_SUM: Judgement(
        "In your file the payoffs of the two players do not always add up to the same number.",
        Advice(
            Topic.GAME,
            "In a zero-sum game the second payoff of each terminal node is the first with the "
            "opposite sign. Compute it from the first instead of on its own.",
        ),
    ),
    Verdict.UNREADABLE: Judgement(
        "Your file could not be read as a game in Gambit's format.", Advice(Topic.FILE, _UNREADABLE)
    ),
    Verdict.FAILED: Judgement(
        "Your program failed, as the problem below says.",
        Advice(
            Topic.FILE,
            "An error message is read from its last line up. Does your program read the map in the "
            "way that the assignment says, and does it end?",
        ),
    ),
    Verdict.USES_EFGC: Judgement(
        "Your program calls or imports efgc, which a hand-in may not use.",
        Advice(
            Topic.FILE,
            "Write the game with your own code. The files of `efgc course template` call efgc for "
            "everything, so they are only to begin with.",
        ),
    ),
    Verdict.NOT_SOLVED: Judgement(
        "Your file was read, but no equilibrium of its game could be proved.",
        Advice(
            Topic.GAME,
            "Look for payoffs or probabilities of unusual size in your file. If there are none, "
            "ask your teacher: this may be no fault of yours.",
        ),
    ),
    Verdict.NOT_GRADED: Judgement(
        "Your file was not graded, so this page says nothing about its game.",
        Advice(
            Topic.FILE,
            "Is the file much larger than you expect? Count its lines: a tree that does not stop "
            "at visited squares grows without end. If it is not, ask your teacher.",
        ),
    ),
    Verdict.SKIPPED: Judgement(
        "You handed in nothing that can be graded.",
        Advice(
            Topic.FILE,
            "Hand in the file that the assignment asks for, under the name that it asks for: "
            "neither a document with the text in it, nor another kind of archive than .zip.",
        ),
    ),
}
"""By verdict; parts of a course document have no pages."""


def judgement(grade: Grade, program: bool) -> Judgement:
    """Return the judgement on a grade of a file or of a `program`, by its verdict and by what was
    handed in.
    """
    if program and grade.verdict is Verdict.NOT_GRADED:
        return PROGRAM_NOT_GRADED
    printed = any(one.code is Code.PROGRAM_OUTPUT for one in grade.problems)
    if grade.verdict is Verdict.UNREADABLE and printed:
        return PRINTED
    if grade.programs:
        return PROGRAM_FOR_FILE
    if grade.file.lower().endswith(LINEAR_PROGRAMS) and grade.verdict in ON_PROGRAMS:
        return ON_PROGRAMS[grade.verdict]
    return VERDICTS[Verdict.SKIPPED if grade.without_handin else grade.verdict]
