"""Says what a text is about, and whether it counts as a report: one function, `judge_scope`.

Symptoms and facts of the host count only where a text concerns torch or mps, and is no note on a
change, no wish, and no story that ended well.  Of a text with a known error text, or with a pasted
environment, only one thing is asked: whether it is another runtime's.
"""

from typing import Literal, NamedTuple, TypeAlias

from mps_doctor.knowledge.causes import cause_of
from mps_doctor.pasted.rows import scope as patterns
from mps_doctor.pasted.rows.runtimes import RUNTIMES
from mps_doctor.pasted.sentences import words_of
from mps_doctor.pasted.symptom import Symptom, Topic
from mps_doctor.pasted.symptoms import holds

Form: TypeAlias = Literal["report", "change", "wish", "settled"]
"""A report of trouble, a note on a change, a wish, or a story that ended well."""

SEEN = 20_000
"""Characters of a text that are looked at: what it is about stands near its beginning."""

NO_LIMIT = "app-requires-cuda"
"""A limit that is met where something is installed, too."""

BEGINNING = 300
"""Characters of a text that say what it is about, where its words do not."""


class Scope(NamedTuple):
    """What a text is about, and how far it counts."""

    about: str = ""
    """The other runtime that it is about; empty for torch."""
    form: Form = "report"
    topics: frozenset[Topic] = frozenset()
    """What it speaks of: nothing of torch or a Mac where it is empty."""
    has_own_error: bool = False
    computes: bool = True
    """Whether it tells of computing, and not of installing only."""
    of_speed: bool = False
    """Whether its title asks how long something takes, and not what comes out."""

    @property
    def counts(self) -> bool:
        """Whether what it says in words is a report about torch on a Mac."""
        return not self.about and self.form == "report" and bool(self.topics)

    def hears(self, row: Symptom) -> bool:
        """Return whether a symptom counts in such a text."""
        spoken_of = len(self.topics) == 2 if row.about == "both" else row.about in self.topics
        computed = cause_of(row.cause).kind == "limit" and row.cause != NO_LIMIT
        return (
            spoken_of
            and (self.computes or not computed)
            and not (self.of_speed and row.cause == "mps-op-wrong-result")
            and not (row.loose and self.has_own_error)
        )


def judge_scope(
    text: str,
    *,
    errors: bool = False,
    printed: bool = False,
    environment: bool = False,
    elsewhere: str = "",
) -> Scope:
    """Return what a clean text is about.

    `errors` is whether it holds known error texts of torch's, `printed` whether a machine printed
    one, `environment` whether somebody has pasted the facts of an environment with torch,
    `elsewhere` the system that it is from, where that is known.
    """
    text = text[:SEEN]
    lowered = text.lower()
    mps = patterns.MPS.search(lowered) is not None
    code = environment or patterns.TORCH_CODE.search(text) is not None
    # Of an error of mps, or an environment with it, nothing is asked of the words.
    words = "" if mps and (errors or environment) else words_of(text)
    nvidia = patterns.NVIDIA_CARD.search(lowered) is not None
    gpu_of_a_mac = patterns.GPU_OF_A_MAC.search(lowered) is not None
    torch = mps or (gpu_of_a_mac and not nvidia) or holds(patterns.TORCH, words)
    gpu = mps or gpu_of_a_mac or holds(patterns.GPU, words)
    mac = gpu or holds(patterns.MAC, words)
    of_nvidia = patterns.OF_NVIDIA_MPS.search(text) and "CUDA Multi-Process Service"
    about = of_nvidia or ("" if code else _runtime_of(text, words, errors=errors))
    others = (name for name, known in patterns.OTHER_SYSTEMS if known.search(lowered))
    elsewhere = elsewhere or next(others, "")
    if elsewhere not in ("", "Darwin") and not mac:
        about = about or f"{'PyTorch on ' if torch or errors else ''}{elsewhere}"
    topics: set[Topic] = {"torch"} if torch else set()
    computes = torch or (holds(patterns.COMPUTES, words) and not nvidia)
    installs = holds(patterns.INSTALLS, words) and not nvidia
    if mac and (computes or installs):
        topics.add("mac")
    form = _form_of(text, words, sure=environment or printed)
    return Scope(
        about,
        form,
        frozenset(topics),
        has_own_error=patterns.OWN_ERROR.search(text) is not None,
        computes=computes,
        of_speed=patterns.OF_SPEED.search(text) is not None,
    )


def _form_of(text: str, words: str, *, sure: bool) -> Form:
    """Return what a text is; where it is sure to tell of trouble, only a change is none."""
    lines = f"\n{text}"
    headings = {each.lower() for each in patterns.HEADING_OF_A_CHANGE.findall(lines)}
    likely = any(each.search(lines) for each in patterns.LIKE_A_CHANGE)
    if len(headings - {"why"}) + likely > 1 or any(each.search(lines) for each in patterns.CHANGES):
        return "change"
    if sure:
        return "report"
    if headings - {"summary"} or likely:
        return "change"
    if patterns.WISH.search(lines):
        return "wish"
    ends_well = holds(patterns.SETTLED, words) and not holds(patterns.OTHER_TORCH, words)
    return "settled" if ends_well else "report"


def _runtime_of(text: str, words: str, *, errors: bool) -> str:
    """Return the runtime that a text is about where that is not torch; empty for torch."""
    # Others have a device of that name as well: the beginning says whose it is.
    of_both = holds("mps", words) and holds(patterns.TORCH, words)
    named = patterns.NO_RUNTIME.sub("", words_of(text[:BEGINNING]) if of_both else words)
    torch = errors or holds(patterns.OF_TORCH, words) or bool(patterns.ON_MPS.search(text))
    for row in RUNTIMES:
        at_work = any(term in text for term in row.own_terms.split("|") if term)
        if at_work or (not torch and holds(row.names, named)):
            return row.name
    return ""
