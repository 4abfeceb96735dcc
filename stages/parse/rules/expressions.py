"""Read the text of an expression: Python's syntax, checked against a white list of node types.

`a..b` is the range of whole numbers from a to b, both included; true, false and nothing are values.
"""

import ast
import re
from fractions import Fraction
from keyword import iskeyword

from ....schemas.parts.exact import read_exact
from ....schemas.parts.labels import one_line
from ....schemas.parts.problems import InputError, Problem, shown
from .document import Part

LONGEST = 2_000
"""Maximum number of characters of an expression."""
MOST_NODES = 400
DEEPEST = 30
MOST_DIGITS = 300
LONGEST_TEXT = 200

_WORDS = {
    ast.Attribute: "a dot after a name",
    ast.Lambda: "lambda",
    ast.JoinedStr: "an f-string; leave out the f",
    ast.Starred: "a star",
    ast.NamedExpr: "an assignment",
    ast.Slice: "a slice",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Await: "await",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Invert: "~",
    ast.Is: "'is'; write ==",
    ast.IsNot: "'is not'; write !=",
}
_ALLOWED = (
    *(ast.Name, ast.Constant, ast.Load, ast.Store, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp),
    *(ast.Not, ast.USub, ast.UAdd, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv),
    *(ast.Mod, ast.Pow, ast.BitOr, ast.BitAnd, ast.BitXor, ast.Compare, ast.Eq, ast.NotEq, ast.Lt),
    *(ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.IfExp, ast.Tuple, ast.List, ast.Set),
    *(ast.Subscript, ast.Call, ast.GeneratorExp, ast.SetComp, ast.ListComp, ast.comprehension),
)
_HINTS = (
    (re.compile("&&"), "and"),
    (re.compile(r"\|\|"), "or"),
    (re.compile("!(?!=)"), "not"),
    (re.compile("(?<![=!<>:])=(?!=)"), "=="),
    (re.compile(r"\w:\w"), "a blank after the colon"),
)
"""What people write in other languages, and what it is here."""
_QUOTED = re.compile(r"""("[^"]*"|'[^']*')""")
_NAME = re.compile(r"[^\W\d_]\w*")
_LOOP = re.compile(r"\s*([^\W\d]\w*)\s+in\b")
CONSTANTS = {
    "true": True,
    "false": False,
    "nothing": None,
    "True": True,
    "False": False,
    "None": None,
}
"""The names of values, which nothing else can have."""


def refuse(part: Part, message: str) -> InputError:
    return InputError([Problem(message, part.place)])


def parse_expression(part: Part) -> ast.expr:
    """Return the checked syntax tree of an expression. Raise InputError with its place."""
    return _parsed(part, part.text)


def parse_loops(part: Part) -> list[ast.comprehension]:
    """Return the loops in `x in SET if CONDITION`, or several after the word `for`."""
    if not _LOOP.match(part.text):
        raise refuse(part, f"{shown(part.text)} is not a loop; write, for example, x in next(e)")
    tree = _parsed(part, f"[0 for {part.text}]")
    if not isinstance(tree, ast.ListComp):
        raise refuse(part, f"{shown(part.text)} is not a loop; write, for example, x in next(e)")
    return tree.generators


def _parsed(part: Part, text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise refuse(part, f"an expression of more than {LONGEST:,} characters")
    if not text.strip():
        raise refuse(part, "the expression is missing")
    if "^" in "".join(_QUOTED.split(text)[::2]):
        raise refuse(part, "^ is not allowed in an expression")
    spelled = "".join(
        piece if at % 2 else piece.replace("..", "^ ")
        for at, piece in enumerate(_QUOTED.split(" ".join(text.split("\n")).strip()))
    )
    try:
        tree = ast.parse(spelled, mode="eval").body
    except SyntaxError as error:
        message = (error.msg or "wrong syntax").split(". ")[0]
        hint = next((f"; write {right}" for wrong, right in _HINTS if wrong.search(spelled)), "")
        raise refuse(part, f"{shown(part.text)} is not an expression: {message}{hint}") from None
    except (ValueError, MemoryError, RecursionError):
        raise refuse(part, "the expression is too deep, or no text") from None
    _check_tree(part, tree, spelled)
    return tree


def _check_tree(part: Part, tree: ast.expr, text: str) -> None:
    """Check the type of every node, and evaluate the numbers exactly."""
    level: list[ast.AST] = [tree]
    nodes = depth = 0
    while level:
        depth, nodes = depth + 1, nodes + len(level)
        if depth > DEEPEST:
            raise refuse(part, f"the expression is nested deeper than {DEEPEST} levels")
        if nodes > MOST_NODES:
            raise refuse(part, f"the expression has more than {MOST_NODES} parts")
        for node in level:
            if not isinstance(node, _ALLOWED):
                words, semicolon, advice = _WORDS.get(type(node), "this syntax").partition("; ")
                message = f"{words} is not allowed in an expression{semicolon}{advice}"
                raise refuse(part, message)
            if isinstance(node, ast.Name):
                check_name(part, node.id)
            elif isinstance(node, ast.Constant):
                node.value = _constant(part, node, text)  # type: ignore[assignment]
            elif isinstance(node, ast.Call):
                _check_call(part, node)
            elif isinstance(node, ast.comprehension) and not isinstance(node.target, ast.Name):
                raise refuse(part, "a loop has one name, as in: x in next(e)")
        level = [child for node in level for child in ast.iter_child_nodes(node)]


def _check_call(part: Part, node: ast.Call) -> None:
    if not isinstance(node.func, ast.Name):
        raise refuse(part, "only functions with a name can be called")
    if node.keywords:
        raise refuse(part, "arguments have no names here")


def check_name(part: Part, name: str) -> None:
    """Refuse a name that no variable, constant or function can have."""
    if name.startswith("_"):
        raise refuse(part, f"{shown(name)}: a name cannot begin with _")
    if len(name) > 60:
        raise refuse(part, f"{shown(name)}: a name has at most 60 characters")


def is_identifier(name: str) -> bool:
    """Return whether a text can be written as a name in an expression."""
    return bool(_NAME.fullmatch(name)) and name not in CONSTANTS and not iskeyword(name)


def _constant(part: Part, node: ast.Constant, text: str) -> object:
    value: object = node.value
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        check_text(part, value)
        return value
    spelled = ast.get_source_segment(text, node) or ""
    number = read_exact(spelled.replace("_", "")) if isinstance(value, (int, float)) else None
    if number is None:
        raise refuse(part, f"{shown(spelled)} is not a number")
    return check_number(part, number)


def check_number(part: Part, number: Fraction | int) -> Fraction | int:
    """Return a number, an integer if it is whole. Refuse one with too many digits."""
    if max(abs(number.numerator), number.denominator) >= 10**MOST_DIGITS:
        raise refuse(part, f"a number of more than {MOST_DIGITS} digits")
    return number.numerator if number.denominator == 1 else number


def check_text(part: Part, text: str) -> None:
    """Refuse a text that a label or an observation cannot contain."""
    if not text.isprintable():
        raise refuse(part, f"{shown(one_line(text))} contains control characters")
    if ";" in text:
        raise refuse(part, f"{shown(text)} contains ';', which separates observations")
    if len(text) > LONGEST_TEXT:
        raise refuse(part, f"a text of more than {LONGEST_TEXT} characters")
