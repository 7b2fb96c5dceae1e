"""Questions that people keep asking, one file a subject."""

from mps_doctor.knowledge.rows.topics import (
    first_steps,
    installing,
    libraries,
    memory,
    numbers,
    operators,
    several,
    speed,
    trouble,
)
from mps_doctor.knowledge.rows.topics.topic import Topic as Topic

SUBJECTS = {
    "first steps": first_steps.ROWS,
    "trouble": trouble.ROWS,
    "installing": installing.ROWS,
    "operators and code": operators.ROWS,
    "speed": speed.ROWS,
    "memory": memory.ROWS,
    "numbers": numbers.ROWS,
    "several at once": several.ROWS,
    "libraries": libraries.ROWS,
}

TOPICS = tuple(row for rows in SUBJECTS.values() for row in rows)
