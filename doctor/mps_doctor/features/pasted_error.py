"""The error text in a pasted text that is too little for a verdict, and still has a page."""

from mps_doctor.pasted.cleaning import clean, decode
from mps_doctor.pasted.error_texts import explain_text, is_printed, read_messages
from mps_doctor.system.redaction import user_names

LONGEST = 2_000
"""Characters of a text that is an error text, and little else."""


def known_error_text(text: str | bytes) -> str:
    """Return the part of a short text that `explain` has a page about; empty for none.

    Some error texts count for a verdict only beside a word of torch: other programs print them.
    """
    if len(text) > LONGEST:
        return ""
    plain = clean(decode(text) if isinstance(text, bytes) else text)
    printed = filter(is_printed, read_messages(plain, user_names(plain)))
    return next((match.text for match in printed if explain_text(match.text)), "")
