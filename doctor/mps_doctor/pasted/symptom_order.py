"""The closed list of symptoms, in the order in which they are told: the first one leads.

`symptoms_of_*.py` hold them by what they are symptoms of; where one module has several lists, those
that are told more loosely stand further below.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import Symptom
from mps_doctor.pasted.symptoms_in_tongues import TONGUES
from mps_doctor.pasted.symptoms_of_architectures import ARCHITECTURES
from mps_doctor.pasted.symptoms_of_availability import AVAILABILITY
from mps_doctor.pasted.symptoms_of_builds import BUILDS
from mps_doctor.pasted.symptoms_of_checkpoints import CHECKPOINTS
from mps_doctor.pasted.symptoms_of_companions import COMPANIONS
from mps_doctor.pasted.symptoms_of_comparisons import COMPARISONS
from mps_doctor.pasted.symptoms_of_compiling import COMPILING
from mps_doctor.pasted.symptoms_of_contrast import CONTRASTS, ODDITIES
from mps_doctor.pasted.symptoms_of_crashes import ABORTS, CRASHES, ENDS
from mps_doctor.pasted.symptoms_of_cuda import CUDA
from mps_doctor.pasted.symptoms_of_distribution import DISTRIBUTION
from mps_doctor.pasted.symptoms_of_dtypes import DTYPES, PRECISION
from mps_doctor.pasted.symptoms_of_elsewhere import ELSEWHERE
from mps_doctor.pasted.symptoms_of_guests import GUESTS
from mps_doctor.pasted.symptoms_of_imports import IMPORTS
from mps_doctor.pasted.symptoms_of_limits import LIMITS
from mps_doctor.pasted.symptoms_of_memory import MEMORY, TOO_LARGE
from mps_doctor.pasted.symptoms_of_mistakes import MISTAKES, NOT_AS_IT_SHOULD
from mps_doctor.pasted.symptoms_of_openmp import OPENMP
from mps_doctor.pasted.symptoms_of_operands import MIXTURES, OPERANDS
from mps_doctor.pasted.symptoms_of_operators import FAILING, KERNELS
from mps_doctor.pasted.symptoms_of_outputs import OUTPUTS, SPOILAGE
from mps_doctor.pasted.symptoms_of_packages import PACKAGES
from mps_doctor.pasted.symptoms_of_pythons import PYTHONS
from mps_doctor.pasted.symptoms_of_releases import RELEASES
from mps_doctor.pasted.symptoms_of_results import RESULTS
from mps_doctor.pasted.symptoms_of_settings import FRAMEWORKS, VARIABLES
from mps_doctor.pasted.symptoms_of_updates import SYSTEMS, UPDATES
from mps_doctor.pasted.symptoms_unexplained import UNCHECKED, UNEXPLAINED

SYMPTOMS: tuple[Symptom, ...] = (
    # What tells the reason of a crash, or leads even beside an operator's own error text.
    *(*VARIABLES, *MIXTURES, *DTYPES),
    # What is computed, and what happens to a program.
    *(*RESULTS, *CRASHES, *UPDATES, *MEMORY),
    # How things were installed and set up; before what tells of operators in general.
    *(*OPENMP, *COMPANIONS, *AVAILABILITY, *BUILDS, *ARCHITECTURES, *IMPORTS, *GUESTS, *PYTHONS),
    *(*FRAMEWORKS, *RELEASES, *PACKAGES, *ELSEWHERE),
    # What the GPU of a Mac cannot do: they count after what is told of results and events.
    *(*CHECKPOINTS, *TONGUES, *LIMITS, *DISTRIBUTION, *KERNELS, *COMPILING, *PRECISION, *OPERANDS),
    *(*TOO_LARGE, *CUDA),
    # Results that nobody calls wrong.
    *(*UNCHECKED, *ABORTS, *MISTAKES, *COMPARISONS, *OUTPUTS, *SPOILAGE, *FAILING),
    # What counts only where the text tells of nothing else, or says nothing by itself.
    *(*CONTRASTS, *ODDITIES, *NOT_AS_IT_SHOULD, *ENDS, *SYSTEMS, *UNEXPLAINED),
)
