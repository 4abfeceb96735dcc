"""The checker that is proved correct, as one process for many certificates, and changes of
certificates and games that it and `stages.checkers.game_checker` must judge alike.
"""

import copy
import hashlib
import json
import random
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from efgc.stages.checkers import game_checker as checker
from efgc.stages.checkers import induction_checker

PROOFS = Path(__file__).parents[2] / "proofs"


def program():
    """Return the path of the verified checker; None where it is not built."""
    return shutil.which("efgc-verified") or shutil.which(str(PROOFS / "efgc-verified"))


@contextmanager
def verified_checker():
    """Provide a function from the bytes of a certificate and its base to what is proved, or None if
    the verified checker rejects it.
    """
    with subprocess.Popen(
        [program(), "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:

        def judge(certificate, game):
            process.stdin.write(b"%d %d\n" % (len(certificate), len(game)) + certificate + game)
            process.stdin.flush()
            verdict, _, words = process.stdout.readline().decode().strip().partition(" ")
            assert verdict in ("proved", "rejected"), (verdict, words)
            return words if verdict == "proved" else None

        yield judge


def plain_verdict(certificate, base):
    """Return what the checkers in Python prove, or None if they reject the certificate."""
    public = b'"efgc/induction-certificate"' in certificate
    module = induction_checker if public else checker
    check = module.check_induction_certificate if public else module.check_certificate
    try:
        return check(certificate, base)
    except module.Rejected:
        return None


def mutated(certificate, base, seed):
    """Return a certificate and a game or state graph of which one was changed a little; if it is
    not the certificate, that has the checksum most of the time.
    """
    luck = random.Random(seed)
    claimed = luck.random() < 0.6
    text = certificate if claimed else base
    if luck.random() < 0.25:
        text = _changed_bytes(text, luck)
    elif text.startswith(b"{"):
        data = json.loads(text)
        for _ in range(luck.choice((1, 1, 1, 2, 3))):
            luck.choice(_CHANGES)(data, luck)
        text = json.dumps(data).encode()
    else:
        text = _changed_words(text, luck)
    if claimed:
        return text, base
    if luck.random() < 0.95:
        digests = (hashlib.sha256(each).hexdigest().encode() for each in (base, text))
        certificate = certificate.replace(*digests)
    return certificate, text


def _changed_words(text, luck):
    """Change a text of YAML: exchange, double or drop lines, or put a word in another's place."""
    lines = text.splitlines(keepends=True)
    one, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(5):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            del lines[one]
        case _:
            text = lines[one]
            words = [*re.finditer(rb'"[^"]*"|[\w/-]+', lines[one])]
            others = [*re.findall(rb'"[^"]*"|[\w/-]+', lines[other])]
            new = luck.choice(
                (*others, b"1/2", b"-0", b"01", b"yes", b'"\\U0001f600"', b"{}", b"[]")
            )
            word = luck.choice(words)
            lines[one] = text[: word.start()] + new + text[word.end() :]
    return b"".join(lines)


def _changed_bytes(text, luck):
    at, far = luck.randrange(len(text)), luck.randrange(1, 4)
    odd = luck.choice(
        (b"0", b"1", b"-", b"/", b".", b"e", b'"', b"\\", b",", b" ", b"\xc3", b"NaN")
    )
    return luck.choice(
        (
            text[:at] + text[at + far :],
            text[:at] + odd + text[at:],
            text[:at] + odd + text[at + 1 :],
            text[:at] + text[at : at + far] + text[at:],
            b"\xef\xbb\xbf" + text,
        )
    )


def _place(data, luck, fits):
    """Return a list or mapping with the key of an entry that fits; of nothing if none does."""
    found = []
    waiting = [data]
    while waiting:
        part = waiting.pop()
        for key, entry in part.items() if isinstance(part, dict) else enumerate(part):
            if key not in ("made", "source"):
                if fits(key, entry):
                    found.append((part, key))
                if isinstance(entry, (dict, list)):
                    waiting.append(entry)
    return luck.choice(found or [([0, 0], 0)])


def _any(key, entry):
    return True


def _is_number(key, entry):
    return isinstance(entry, str) and entry[:1].isdigit() and not entry.strip("0123456789/.")


def _change_number(data, luck):
    part, key = _place(data, luck, _is_number)
    nearby = ["0", "1", "1/2", "1/3", "2/3", "2/4", "-1", "0/1", "-0", "1e-1", "+1", "1/0", "00/01"]
    nearby += [1, 0, None, True, 0.5, "3/2", "1_0", " 1", "1e401", ".5", "5.", "1e400"]
    part[key] = luck.choice(nearby)


def _weaken(data, luck):
    """Drop the value and move the bounds, so that many changes stay true."""
    if "lower_bound" in data:
        data["value"] = None
        data["lower_bound"] = luck.choice(("-1000", data["lower_bound"], "-1/7"))
        data["upper_bound"] = luck.choice(("1000", data.get("upper_bound"), "1/7"))


def _mix(data, luck):
    """Exchange two probabilities, so that the sum stays 1."""
    part, key = _place(data, luck, lambda key, _: key == "probabilities")
    if isinstance(part[key], list):
        luck.shuffle(part[key])


def _change_whole(data, luck):
    part, key = _place(data, luck, lambda _, entry: type(entry) is int)
    old = part[key]
    part[key] = luck.choice((old + 1, old - 1, 0, 1, 2, old + 10**20, str(old), float(old), -old))


def _drop(data, luck):
    part, key = _place(data, luck, _any)
    del part[key]


def _double(data, luck):
    part, key = _place(data, luck, _any)
    if isinstance(part, list):
        part.insert(key, copy.deepcopy(part[key]))
    else:
        part["extra"] = part[key]


def _exchange(data, luck):
    part, key = _place(data, luck, lambda key, _: isinstance(key, int))
    other = luck.randrange(len(part))
    part[key], part[other] = part[other], part[key]


def _copy(data, luck):
    """Put one entry in the place of another."""
    (part, key), (other, name) = _place(data, luck, _any), _place(data, luck, _any)
    part[key] = copy.deepcopy(other[name])


_CHANGES = (
    _change_number,
    _change_number,
    _weaken,
    _weaken,
    _mix,
    _change_whole,
    _drop,
    _double,
    _exchange,
    _exchange,
    _copy,
)
