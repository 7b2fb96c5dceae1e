"""The table of symptoms, in order of precedence: where a text tells several, the highest counts.

A subject is a module; the order of the subjects is the one below.  To add a row, see
`pasted/symptom.py`; `tests/pasted/test_symptoms.py` says which row took an example from yours.
"""

from mps_doctor.pasted.rows.symptoms import (
    crashes,
    cuda,
    environments,
    guests,
    installing,
    limits,
    memory,
    operators,
    results,
    settings,
    systems,
    updates,
)
from mps_doctor.pasted.symptom import Symptom

SYMPTOMS: tuple[Symptom, ...] = (
    *settings.ROWS,
    *environments.ROWS,
    *guests.ROWS,
    *systems.ROWS,
    *installing.ROWS,
    *limits.ROWS,
    *memory.ROWS,
    *updates.ROWS,
    *results.ROWS,
    *cuda.ROWS,
    *operators.ROWS,
    *crashes.ROWS,
)
