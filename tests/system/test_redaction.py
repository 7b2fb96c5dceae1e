"""What names a person or a computer, or is a secret, does not leave; all else stays readable."""

import importlib
import inspect
import pkgutil
import random
import re
import string
from pathlib import Path
from typing import Any

import msgspec
import pytest
from detect_secrets import plugins
from detect_secrets.plugins.base import RegexBasedDetector

try:
    from re import _parser as parser
except ImportError:  # Python 3.10
    import sre_parse as parser

from mps_doctor.system.redaction import redact, redact_document, user_names
from mps_doctor.system.rows.redaction import RULES, Rule

ORDINARY = Path(__file__).with_name("ordinary_output.txt").read_text("utf-8").splitlines()

ALPHABETS = {
    "%": string.ascii_letters + string.digits,
    "@": string.ascii_letters,
    "^": string.ascii_uppercase + string.digits,
    "~": "0123456789abcdef",
}


def fill(text: str) -> str:
    """Put letters and digits in the places of an example; the same for the same text."""
    chance = random.Random(7)

    def letters(found: re.Match[str]) -> str:
        signs, length = ALPHABETS[found[1]], int(found[2])
        begun = "".join(sign for sign in "a1B2" if sign in signs)
        return (begun + "".join(chance.choices(signs, k=length)))[:length]

    return re.sub(r"([%@^~])(\d+)\1", letters, text)


# ---- the rows -------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.what)
def test_a_row_takes_out_its_examples_and_leaves_its_near_misses(rule: Rule) -> None:
    for text, expected in rule.examples:
        said = redact(fill(text))
        assert said == fill(expected)
        assert redact(said) == said
        assert redact(f"before\n{fill(text)}\n").startswith("before\n")
    assert [redact(fill(text)) for text in rule.near_misses] == [*map(fill, rule.near_misses)]


def test_no_row_is_superfluous() -> None:
    def without(left_out: Rule, text: str) -> str:
        for rule in RULES:
            if rule is not left_out:
                text = re.sub(rule.pattern, rule.replacement, text)
        return text

    idle = [
        rule.what
        for rule in RULES
        if all(without(rule, fill(text)) == fill(expected) for text, expected in rule.examples)
    ]
    assert idle == []


def test_ordinary_output_stays_as_it_is() -> None:
    tools = {line.partition(": ")[0] for line in ORDINARY}
    assert len(tools) >= 100
    assert [line for line in ORDINARY if redact(line) != line] == []
    assert redact("\n".join(ORDINARY)) == "\n".join(ORDINARY)


# ---- the yardstick --------------------------------------------------------------------------


def detectors() -> dict[str, RegexBasedDetector]:
    found = {}
    for module in pkgutil.iter_modules(plugins.__path__, plugins.__name__ + "."):
        for name, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(kind, RegexBasedDetector) and not inspect.isabstract(kind):
                found[name] = kind()
    # Takes versions of four numbers for addresses; finds a key's first line, not the key; wants
    # a token that can be decoded.  The rows' own examples have the three.
    for name in ("IPPublicDetector", "PrivateKeyDetector", "JwtTokenDetector"):
        del found[name]
    return found


def sample(pattern: Any, chance: random.Random) -> str:
    """Return a text that a pattern matches, as people would write it: random where it may be."""

    def signs(items: Any) -> str:
        negated = items[0][0] is parser.NEGATE
        classes = re.compile("[" + "".join(map(written, items[negated:])) + "]")
        likely = string.ascii_letters + string.digits
        matching = [sign for sign in likely if bool(classes.match(sign)) is not negated]
        return chance.choice(matching or [sign for sign in " -_=:\"'" if classes.match(sign)])

    def written(item: Any) -> str:
        kind, value = item
        if kind is parser.RANGE:
            return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
        words = {parser.CATEGORY_DIGIT: r"\d", parser.CATEGORY_SPACE: r"\s"}
        return re.escape(chr(value)) if kind is parser.LITERAL else words.get(value, r"\w")

    said = ""
    for kind, value in pattern:
        if kind is parser.LITERAL:
            said += chr(value)
        elif kind is parser.ANY:
            # A dot that nobody quoted, or anything.
            said += "." if len(pattern) > 1 else chance.choice(string.ascii_letters)
        elif kind is parser.IN:
            said += signs(value)
        elif kind is parser.BRANCH:
            said += sample(chance.choice(value[1]), chance)
        elif kind is parser.SUBPATTERN:
            said += sample(value[-1], chance)
        elif kind in (parser.MAX_REPEAT, parser.MIN_REPEAT):
            least, most, repeated = value
            blank = sample(repeated, chance).isspace()
            times = chance.randint(least, min(most, max(least, 1 if blank else 20)))
            said += "".join(sample(repeated, chance) for _ in range(times))
        else:
            assert kind in (parser.AT, parser.ASSERT, parser.ASSERT_NOT), kind
    return said


@pytest.mark.parametrize(("name", "detector"), detectors().items())
def test_what_detect_secrets_finds_is_gone(name: str, detector: RegexBasedDetector) -> None:
    chance = random.Random(name)
    kept, tried = [], 0
    for pattern in detector.denylist:
        if ".{0,20}?" in pattern.pattern:
            continue  # anything may stand between a name and its value there
        for _ in range(40):
            text = sample(parser.parse(pattern.pattern, pattern.flags), chance)
            said = re.sub("<user>|<secret>", "", redact(text))
            for secret in filter(None, detector.analyze_string(text)):
                if name == "ArtifactoryDetector" and not re.search(r"\d", secret):
                    continue  # nearly always a word
                tried += 1
                kept += [(text, said)] if secret in said else []
    assert tried >= 20
    assert kept == []


# ---- values ---------------------------------------------------------------------------------


@pytest.fixture
def jane(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("HOME", "/Users/janedoe"), ("USER", "janedoe"), ("LOGNAME", "ann")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("SUDO_USER", raising=False)


OWN_TEXTS = {
    "/Users/janedoe/venv/bin/python": "~/venv/bin/python",
    "/Users/janedoe": "~",
    "file:///Users/janedoe/src": "file://~/src",
    "'/Users/janedoe/a b'": "'~/a b'",
    "/Users/janedoe2/x": "/Users/<user>/x",
    "/home/somebody/x": "/home/<user>/x",
    "/Users/Shared/x": "/Users/Shared/x",
    "/tmp/pytest-of-janedoe/x": "/tmp/pytest-of-<user>/x",
    "Janedoe's": "<user>'s",
    "janedoesnt": "janedoesnt",
    "drwx 3 ann staff": "drwx 3 <user> staff",
    "an ann in prose": "an ann in prose",
    "\udcff and ü": "\\udcff and ü",
}


@pytest.mark.usefixtures("jane")
@pytest.mark.parametrize(("text", "expected"), OWN_TEXTS.items())
def test_the_owner_of_this_machine(text: str, expected: str) -> None:
    assert redact_document(text) == expected


@pytest.mark.usefixtures("jane")
@pytest.mark.parametrize(
    ("user", "text", "expected"),
    [
        ("brenda", "seen by brenda", "seen by <user>"),
        ("diana", "seen by diana, in /tmp/diana/x", "seen by diana, in /tmp/<user>/x"),
        ("bob", "in /tmp/bob/x", "in /tmp/<user>/x"),
        ("jo", "in /tmp/jo/x", "in /tmp/jo/x"),
    ],
)
def test_a_short_name_is_taken_out_only_where_it_names_somebody(
    monkeypatch: pytest.MonkeyPatch, user: str, text: str, expected: str
) -> None:
    monkeypatch.setenv("SUDO_USER", user)
    assert redact_document(text) == expected


def test_a_home_that_is_a_link_and_ends_in_a_slash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "mine").symlink_to("disk")
    monkeypatch.setenv("HOME", f"{tmp_path}/mine/")
    assert redact_document(f"{tmp_path}/mine/x {tmp_path}/disk/x") == "~/x ~/x"


class Variable(msgspec.Struct, frozen=True):
    name: str
    value: str
    where: tuple[Path | str, ...] = ()


KEY = (
    "-----BEGIN RSA PRIVATE KEY-----",
    "MIIEowIBAAKCAQEA",
    "-----END RSA PRIVATE KEY-----",
    "end",
)

VALUES: list[tuple[Any, Any]] = [
    ({"HF_TOKEN": "letters", "n": 3}, {"HF_TOKEN": "<secret>", "n": 3}),
    ({"a": [{"/Users/janedoe/x": None}, True]}, {"a": [{"~/x": None}, True]}),
    (Variable("DB_PASSWORD", "letters"), Variable("DB_PASSWORD", "<secret>")),
    (Variable("LANG", "C", ("/Users/janedoe",)), Variable("LANG", "C", ("~",))),
    (KEY, ("<secret>", "end")),
]


@pytest.mark.usefixtures("jane")
@pytest.mark.parametrize(("value", "expected"), VALUES)
def test_every_text_in_a_value(value: object, expected: object) -> None:
    assert redact_document(value) == expected
    assert redact_document(expected) == expected


def test_users_that_a_path_gives_away_are_taken_out_elsewhere() -> None:
    text = "/Users/brunhilde/x, /home/runner/y; brunhilde and runner"
    assert user_names(text) == {"brunhilde"}
    assert redact(text, user_names(text)) == "~/x, ~/y; … and runner"


# ---- bounds ---------------------------------------------------------------------------------
