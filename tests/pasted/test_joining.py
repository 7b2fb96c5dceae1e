"""What a machine out of a text says of itself: where it comes from, and what is not known."""

from mps_doctor.facts import Messages, Unknown
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor.pasted.parsing import parse_text

ERROR = "Placeholder storage has not been allocated on MPS device"


def messages(text: str) -> Messages:
    return parse_text(text).messages


def test_the_origin_is_a_pasted_text_with_its_name() -> None:
    origin = parse_text("macOS 14.5", name="issue.md").origin
    assert (origin.kind, origin.name) == ("pasted", "issue.md")
    name = parse_text("see /Users/alexis/x.py", name="/Users/alexis/issue.md").origin.name
    assert name == "~/issue.md"


def test_a_text_that_tells_no_symptom_is_known_to_tell_none() -> None:
    assert messages("macOS 14.5").reported == ()
    assert messages(ERROR).reported == ()
    assert isinstance(messages("good morning").reported, Unknown)


def test_two_opposite_answers_are_unknown_and_say_why() -> None:
    answers = "mps.is_available(): True\nmps.is_available(): False\n"
    available = parse_text(answers).torch_import.mps_available
    assert available == Unknown("the text says both yes and no", "torch_import.mps_available")


def test_of_a_log_with_hundreds_of_errors_the_first_sixty_are_kept() -> None:
    errors = [row.verbatim for row in all_error_texts().values() if row.verbatim]
    kept = messages("\n".join(errors)).matches
    assert not isinstance(kept, Unknown)
    assert len(kept) == 60
    assert kept[-1].line < len(errors)


def test_all_versions_that_pip_was_offered_are_kept() -> None:
    offered = ", ".join(f"2.{minor}.{patch}" for minor in range(15) for patch in range(9))
    error = "Could not find a version that satisfies the requirement torch==9 (from versions: "
    (first, *_) = messages(f"ERROR: {error}{offered})").matches
    assert first.text.endswith("2.14.8)")


def test_a_quoted_error_names_nobody() -> None:
    text = (
        "/Users/alexis/x.py\n"
        "dlopen(/Users/alexis/env/torch/_C.so, 2): Library not loaded: @rpath/libtorch_cpu.dylib\n"
    )
    matches = messages(text).matches
    assert matches
    assert "alexis" not in repr(matches)


def test_of_a_long_error_the_beginning_is_kept() -> None:
    symbol = f"Symbol not found: (_{'x' * 300}) Referenced from: /x/{'y' * 200}/libtorch.dylib"
    (match,) = messages(f"{symbol} Expected in: /x/libc10.dylib").matches
    assert match.text == symbol[:400]
