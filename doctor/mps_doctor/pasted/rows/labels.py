"""The labels of reports, and what each one's value says.

Labels are those of collect_env, `transformers env`, `accelerate env`, Lightning, vLLM, conda,
sw_vers and of people, in lower case and without decoration; `|` parts them.  A label that is not
here is ignored.

To add a label, add it to the row whose values are written alike.  A new row takes facts out of the
value by patterns, or hands it to one of the readers that `pasted/labels.py` names.
"""

import re
from typing import NamedTuple

from mps_doctor.pasted.claims import BLOCK, FIELD, LISTED, Extract
from mps_doctor.pasted.rows.guests import OF_A_GUEST

SUBDIR = r"\b(osx-64|osx-arm64|linux-64|linux-aarch64|win-64)\b"
PROCESS = r"(?<![\w-])(arm64|aarch64|x86_64|i386)(?![\w-])"
SYSTEM = ("system", "guest marks", "machine of a list")
DARWIN = ("host.system", "Darwin")
YES, NO = r"(?i)\W{0,3}(?:true|yes)\b", r"(?i)\W{0,3}(?:false|no)\b"
ARCHITECTURE = r".*?(?<![\w-])(arm64|aarch64|x86_64|i386)(?![\w-])"
OF_CONDA = r"(?:.*?__osx=)?(\d{2}(?:\.\d+)*)"
RELEASE = r"\W{0,2}(\d{2}\.\d{1,2}\.\d{1,2})\b"


class Label(NamedTuple):
    """Labels whose values say the same."""

    labels: str
    readers: tuple[str, ...] = ()
    """Readers of `pasted/labels.py`, by name."""
    extracts: tuple[Extract, ...] = ()
    """Patterns that match the beginning of the value."""


def _answer(fact: str, weight: int) -> tuple[Extract, ...]:
    return Extract(YES, ((fact, True),), weight), Extract(NO, ((fact, False),), weight)


LABELS = (
    Label(
        "python|python version|python_version|py version|python3|python --version"
        "|python3 --version|python -v|python -vv|your python version|python ver|sys.version"
        "|python.version|platform.python_version()|python interpreter|python used",
        ("python",),
    ),
    Label("pytorch version|pytorch version (gpu?)", ("torch of collect_env",)),
    Label(
        "torch|pytorch|torch version|pytorch-version|torch.__version__|torch_version"
        "|pytorch_version|version of pytorch|version of torch|installed torch|torch installed"
        "|pytorch build|print(torch.__version__)|torch ver|pytorch ver",
        ("torch",),
    ),
    Label(
        "cuda used to build pytorch|torch.version.cuda",
        (),
        (
            Extract(
                r"(?i)\W{0,2}(?:n/?a|none|no|-)\W*$", (("torch_import.cuda_build", "none"),), BLOCK
            ),
            Extract(r"(\d[\w.]{0,19})", (("torch_import.cuda_build", "$1"),), BLOCK),
        ),
    ),
    Label(
        "is cuda available|torch.cuda.is_available()|cuda available",
        (),
        _answer("torch_import.cuda_available", BLOCK),
    ),
    Label(
        "os|operating system|os version|system|system version|os/platform"
        "|os platform and distribution|system info|os name|my os|distribution"
        "|operating system version|system software|os type|os name and version|os information"
        "|os platform|desktop os",
        SYSTEM,
    ),
    Label(
        "guest|guest os|vm|container|container os|guest system",
        ("system of a guest", "guest marks"),
        OF_A_GUEST,
    ),
    Label(
        "platform|platform.platform()|python platform|sys.platform|os.platform|platform info"
        "|platform version|container platform",
        SYSTEM,
        (Extract(".*?" + SUBDIR, (("conda.subdir", "$1"), ("conda.active", True)), BLOCK),),
    ),
    Label(
        "macos|mac os|macos version|mac os version|osx|os x|mac os x|mac version|osx version"
        "|macos ver|macosx|version of macos",
        ("macos", "machine of a list"),
        (
            # As `brew config` writes it: `15.5-arm64`.
            Extract(r"[\d.]+-(arm64|x86_64)$", (("uname", "$1"),), LISTED),
        ),
    ),
    Label("productversion", ("product version",)),
    Label(
        "buildversion",
        (),
        (Extract(r"(\d{2}[A-Z]\w{1,6})$", (("host.macos_build", "$1"),), BLOCK),),
    ),
    Label(
        "platform.mac_ver()|platform.mac_ver()[0]|mac_ver|mac_ver()",
        (),
        (
            Extract(
                r".{0,4}?(\d{2}(?:\.\d+){0,2})", (("host.macos_version_reported", "$1"),), BLOCK
            ),
            Extract(r".{0,4}?\d{2}", (DARWIN,), LISTED),
            Extract(r".{0,60}\), '(x86_64|arm64)'\)", (("python.architecture", "$1"),)),
        ),
    ),
    Label(
        "machine|hardware|computer|device|mac|laptop|hardware type|macbook|model|my machine"
        "|my mac|workstation|mac model|chip|soc|apple chip|model name|mac type|system hardware"
        "|hardware overview|machine type|pc|desktop|chip type|silicon",
        ("machine", "guest marks", "system of a list"),
        (Extract(rf"['\" ]*{PROCESS}['\" ]*$", (("uname", "$1"),)),),
    ),
    Label(
        "cpu|machdep.cpu.brand_string|cpu model|cpu brand|cpu type|cpu name|brand string|mps type"
        "|cpu model name|processor name|cpu info",
        ("cpu", "guest marks"),
    ),
    Label(
        "gpu|graphics|gpu model|graphics card|video card|gpu type|gpus|gpu name|egpu"
        "|gpu models and configuration|gpu info",
        ("gpu", "guest marks"),
    ),
    Label(
        "chipset model|metal device|mtldevice",
        ("gpu", "guest marks"),
        (
            # Those of other makers are in Intel Macs only.
            Extract("NVIDIA|Intel|AMD", (("host.hardware_architecture", "x86_64"),)),
            Extract("NVIDIA|Intel|AMD", (DARWIN,), LISTED),
        ),
    ),
    Label(
        "processor|platform.processor()|processor type",
        ("cpu of a person",),
        (Extract(r"(?i)['\" ]*(arm64|arm|i386|x86_64)\b", (("python.processor", "$1"),)),),
    ),
    Label(
        "platform.machine()|python architecture|process architecture|python arch"
        "|os.uname().machine|interpreter architecture",
        (),
        (Extract(ARCHITECTURE, (("python.architecture", "$1"),), BLOCK),),
    ),
    Label(
        "uname -m|arch|architecture|uname|cpu architecture|processor architecture",
        (),
        (
            Extract(ARCHITECTURE, (("uname", "$1"),)),
            # No Intel Mac says so, whatever runs on it.
            Extract(
                r".{0,40}?(?<![\w-])arm64\b", (("host.hardware_architecture", "arm64"),), LISTED
            ),
        ),
    ),
    Label(
        # An arm64 shell is that of the hardware.
        "shell arch|shell architecture|terminal arch",
        (),
        (Extract("(?i)arm64", (("host.hardware_architecture", "arm64"),), LISTED),),
    ),
    Label(
        "release|kernel|kernel release|kernel version|os release",
        (),
        (Extract(RELEASE, (("kernel", "$1"),)),),
    ),
    Label(
        "darwin|darwin version|darwin kernel|uname -r",
        (),
        (Extract(RELEASE, (("host.kernel_release", "$1"), DARWIN)),),
    ),
    Label(
        "linux|linux kernel|linux version",
        (),
        (Extract(r"\W{0,2}[2-7]\.\d{1,2}\.\d{1,3}-\w", (("host.system", "Linux"),)),),
    ),
    Label(
        "conda platform|subdir|conda subdir|platform conda|conda|conda_subdir|conda env"
        "|conda environment",
        ("conda", "machine of a list"),
    ),
    Label(
        # What conda tells of the system: `__osx=14.5`.
        "virtual packages|__osx|__archspec",
        (),
        (
            Extract(OF_CONDA, (("host.macos_version", "$1"), DARWIN)),
            Extract(OF_CONDA, (("conda.active", True),), LISTED),
            Extract(
                r".*?(?:__archspec=)?1=(?:m[1-9]|arm64)", (("host.hardware_architecture", "arm64"),)
            ),
            Extract(
                r".*?(?:__archspec=)?1=(?:m[1-9]|arm64)", (("conda.subdir", "osx-arm64"),), LISTED
            ),
        ),
    ),
    Label(
        "channel|channels|conda channel|channel urls|current channels",
        (),
        (
            Extract(
                r".{0,120}?/(osx-64|osx-arm64)\b",
                (("conda.subdir", "$1"), ("conda.active", True)),
                LISTED,
            ),
        ),
    ),
    Label(
        "host|host os|host machine|host system|host computer|hypervisor host",
        ("machine of a list", "system of a list", "guest marks"),
        (Extract("(?i)(.*mac.*)", (("mac", "$1"),)),),
    ),
    Label(
        "environment|env|runner|runs-on|ci|ci runner|setup",
        ("system of a list", "machine of a list", "guest marks", "conda of a list"),
    ),
    Label(
        "hw.optional.arm64|sysctl hw.optional.arm64",
        (),
        (
            Extract(
                "1",
                (("host.hardware_architecture", "arm64"), ("mac", "hw.optional.arm64: 1")),
                BLOCK,
            ),
            Extract("1", (DARWIN,), LISTED),
        ),
    ),
    Label(
        "sysctl.proc_translated|sysctl sysctl.proc_translated|proc_translated",
        (),
        (
            Extract("1", (("python.translated", True),)),
            Extract("0", (("python.translated", False),)),
        ),
    ),
    Label(
        "pytorch accelerator|accelerator type",
        (),
        (Extract("(?i)mps", (("torch_import.mps_available", True),), BLOCK),),
    ),
    Label(
        "hw.model|model identifier|sysctl hw.model",
        ("machine",),
        (
            Extract(r"(\w{2,20}\d{1,2},\d)$", (("host.model", "$1"),), BLOCK),
            Extract(r"\w{2,20}\d{1,2},\d$", (DARWIN,), LISTED),
            Extract("VirtualMac", (("host.virtual_machine", True),), BLOCK),
        ),
    ),
    Label(
        "kern.hv_vmm_present",
        (),
        (
            Extract("1", (("host.virtual_machine", True),), BLOCK),
            Extract("0", (("host.virtual_machine", False),), BLOCK),
        ),
    ),
    Label(
        "torch.backends.mps.is_available()|torch.mps.is_available()|mps available"
        "|is mps available|mps is available|mps_available|pytorch mps available"
        "|torch mps available|mps support|mps backend available",
        (),
        _answer("torch_import.mps_available", FIELD),
    ),
    Label(
        "torch.backends.mps.is_built()|mps built|is mps built|mps_built|built with mps"
        "|mps backend built",
        (),
        _answer("torch_import.mps_built", FIELD),
    ),
    Label(
        # As `brew config` says it: Homebrew and its Pythons are then those for Intel.
        "rosetta 2",
        (),
        (
            Extract("(?i)true", (("host.hardware_architecture", "arm64"),)),
            Extract("(?i)true", (("python.architecture", "x86_64"), DARWIN), LISTED),
        ),
    ),
    Label(
        # As coding agents say how they are confined.
        "sandbox",
        (),
        (
            Extract(
                "(?i)((?:workspace-write|read-only|seatbelt).*)",
                (("host.sandbox", ("$1",)),),
            ),
        ),
    ),
)
"""Every label that is known."""

DECORATION = " \t-*•·–>|#`\"'✓✔✅[]"
LABEL_NOISE = (
    r"[`*\"]|\((?:reported|if applicable|e\.g\.[^)]*|please[^)]*|optional|\w+\?)\)"
    r"|^\W*(?:\d[.)] +)?(?:(?:the|my|your|current|installed) )?| (?:is|in use|used)$| / [^/]*$"
    r"|版本$"
)
SIGN = re.compile("[:=|]| - (?=[\\dA-Zm])")
SYSTEM_NAMES = re.compile(
    r"(?i)[ \t\-*•]*(?:ubuntu|debian|fedora|centos|windows (?:1|server)|mac ?os|os x|arch ?linux"
    r"|wsl|linux mint|red hat|rocky linux|alpine)"
)
"""How a line begins that says nothing but the name of a system."""

OF_A_LIST = (
    r"(?im)^[ \t]*(?:[-*•|] ?)(?:\*\*)?(?:(?:x\d\w*|amd\w*|arm\w*|cpu|mps|\w+ gpu) *\| *)?"
    r"(mac ?os|linux|windows|ios|android)\b(?!\**:)"
)
"""A line of a list, or a row of a table, that begins with the name of a system."""

OF_A_PYTHON = re.compile(
    r"\s*(?:Using C?|C)?Python +[\d.]+t?(?![\d.])"
    r"(?! (?:is|was|are|has|had|needs?|support|will|does|cannot)\b)"
)
"""How Python and uv begin, `Python 3.11.4 (main, …)`, `Using CPython 3.13.1`, and no sentence."""

LACKS = ("not available from current channels", "ResolvePackageNotFound")
"""How conda begins the list of packages that no channel has; blank lines do not end it.

Source: https://github.com/conda/conda/blob/main/conda/exceptions.py
"""
