"""Questions that people keep asking, one file a subject."""

from mps_doctor.knowledge.rows.topics import (
    installing,
    libraries,
    memory,
    numbers,
    operators,
    several,
    speed,
)
from mps_doctor.knowledge.rows.topics.topic import Topic as Topic

TOPICS = (
    *installing.ROWS,
    *operators.ROWS,
    *speed.ROWS,
    *memory.ROWS,
    *numbers.ROWS,
    *several.ROWS,
    *libraries.ROWS,
)
