"""Texts of state graphs with some small changes, most of which break them."""

from hypothesis import strategies as st

WORDS = (
    *("s0", "s1", "s01", "s999999999999", "S1", "s", "s-1", "\u0661", "1/3", "1e999", "-0", "0.5"),
    *(
        " ",
        "  ",
        ": ",
        ":",
        ",",
        "}",
        "{",
        "[",
        "]",
        '"',
        "'",
        "#",
        "&a ",
        "*a",
        "!!str ",
        "|",
        "\n",
    ),
    *("\r", "\t", "\0", "\ufeff", "states:\n", "\nstates:\n", "...\n", "---\n", "payoff", "actor"),
    *("made:\n", "\nmade:\n", "made: ", "\nmade: {}\n"),
    *("chance", "secret", "agent", "to", "p", "moves", "sees: [s1], ", "at: [0, 0], ", "null", "~"),
)


@st.composite
def changed(draw, text, words):
    """Draw a text in which words are added, characters removed, and lines repeated."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        behind = at + draw(st.integers(0, 3))
        text = text[:at] + draw(st.sampled_from(words) | st.just("")) + text[behind:]
        lines = text.splitlines(keepends=True)
        if lines and draw(st.integers(0, 3)) == 0:
            one, other = (draw(st.integers(0, len(lines) - 1)) for _ in "12")
            lines[one] = lines[other]
            text = "".join(lines)
    return text
