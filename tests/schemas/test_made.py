"""How a file was made stands at its end. Files of efgc 0.2.0 have it behind their header, and are
read alike.
"""

import json
import re

import pytest
import yaml

from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.provenance import Provenance, Stamped
from samples import SAMPLES

MADE = Provenance("efgc 0.2.0", "efgc parse", {"fork.txt": "0" * 64}, digest="1e" * 32)
IN_JSON = json.dumps(MADE.fields())
IN_YAML = f"""made:
  by: efgc 0.2.0
  command: efgc parse
  from: {{fork.txt: "{"0" * 64}"}}
  digest: "{"1e" * 32}"
"""
STAMPS = [name for name, text in SAMPLES.items() if re.search('^ "made": |^made:\n', text, re.M)]


def in_front(text):
    """Return an artifact with `made` behind its header, as in efgc 0.2.0."""
    if not text.startswith("{"):
        end = text.rindex("\nmade:\n") + 1
        return re.sub("^version: .*\n", rf"\g<0>{text[end:]}", text[:end], flags=re.MULTILINE)
    end = text.rindex(',\n "made": ')
    header, rest = (text[:end] + "}\n").split("\n", 1)
    return f"{header}\n{text[end + 2 : -2]},\n{rest}"


@pytest.mark.parametrize(
    "text, stamped",
    [
        ('{"a": 1}\n', f'{{"a": 1,\n "made": {IN_JSON}}}\n'),
        ('{"a": [\n  1\n ]}\n', f'{{"a": [\n  1\n ],\n "made": {IN_JSON}}}\n'),
        ("# {}\na: 1\n", f"# {{}}\na: 1\n{IN_YAML}"),
        ("a: {b: 1}\n", f"a: {{b: 1}}\n{IN_YAML}"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_made_is_added_at_the_end_however_the_text_is_cut(text, stamped, size):
    parts = (text[at : at + size] for at in range(0, len(text), size))
    assert "".join(Stamped(parts, MADE)) == stamped


def test_samples_end_with_how_they_were_made():
    kinds = {yaml.load(SAMPLES[name], yaml.BaseLoader)["format"] for name in STAMPS}
    assert len(STAMPS) > 25 and len(kinds) > 15
    for name in STAMPS:
        assert [*yaml.load(SAMPLES[name], yaml.BaseLoader)][-1] == "made", name


@pytest.mark.parametrize("name", STAMPS)
def test_an_artifact_with_made_in_front_is_read_alike(name, tmp_path, capfd):
    outcomes = []
    for text in (SAMPLES[name], in_front(SAMPLES[name])):
        (tmp_path / name).write_text(text)
        code = guarded(lambda: efgc(["check", str(tmp_path / name)], standalone_mode=False))
        outcomes.append((code, *capfd.readouterr()))
    assert text != SAMPLES[name] and outcomes[0] == outcomes[1]
    assert outcomes[0][0] == 0 and "changed" not in outcomes[0][1]


@pytest.mark.parametrize("place", [lambda text: text, in_front])
def test_a_mistake_in_made_is_reported_with_its_line(place):
    text = place(SAMPLES["fork.states.yaml"]).replace("\n  command: ", "\n  order: ")
    with pytest.raises(InputError) as error:
        state_graph.read(text)
    line = text[: text.index("  order: ")].count("\n") + 1
    assert (line, 3) in {(one.line, one.column - len("order: ")) for one in error.value.problems}
