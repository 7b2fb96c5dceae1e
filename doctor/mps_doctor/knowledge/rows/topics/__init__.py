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

TOPICS = (
    *first_steps.ROWS,
    *trouble.ROWS,
    *installing.ROWS,
    *operators.ROWS,
    *speed.ROWS,
    *memory.ROWS,
    *numbers.ROWS,
    *several.ROWS,
    *libraries.ROWS,
)
