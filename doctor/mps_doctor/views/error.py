"""The view of a run that could not start."""

from mps_doctor.judgement.report import ErrorReport
from mps_doctor.views.document import Case, Document, Paragraph
from mps_doctor.views.signs import FAILED


def view_error(document: ErrorReport) -> Document:
    """Return the document of a usage or input error."""
    error = document.error
    case = Case(
        name="start",
        group="",
        outcome="errored",
        level="error",
        word=error.kind,
        message=error.message,
        details=(error.hint,) if error.hint else (),
    )
    return Document(
        kind="error",
        name="mps-doctor",
        sign=FAILED,
        headline=error.message,
        blocks=(Paragraph(error.hint),) if error.hint else (),
        cases=(case,),
        line=f"ERROR | {error.message}",
        exit_code=2,
    )
