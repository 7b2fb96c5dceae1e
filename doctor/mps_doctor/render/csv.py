"""csv: the records of a document, in which no spreadsheet finds a formula."""

import csv
import io

from mps_doctor.render.safe_text import defused, visible
from mps_doctor.render.screen import Screen
from mps_doctor.views.document import Document, Records

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula.

Source: https://owasp.org/www-community/attacks/CSV_Injection
"""


def render(document: Document, _screen: Screen) -> str:
    """Return the records of the document, a line each, below their heads."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    for block in document.blocks:
        if isinstance(block, Records):
            details = [label for label, _ in block.records[0].details] if block.records else []
            writer.writerow(map(_cell, (*block.head, *details)))
            for record in block.records:
                writer.writerow(map(_cell, (*record.cells, *(text for _, text in record.details))))
    return output.getvalue()


def _cell(text: str) -> str:
    shown = defused(visible(text))
    return f"'{shown}" if shown.lstrip().startswith(FORMULA) else shown
