"""What programs print about the machine, torch and Python, and the facts that follow.

A pattern is searched in the whole text, unless the words before a find only suppose it ("if …").
Each row has an example that a test reads.
"""

import re

from mps_doctor.pasted.claims import BLOCK, LISTED, PROSE, Extract

DARWIN, LINUX = ("host.system", "Darwin"), ("host.system", "Linux")
TORCH = ("torch.installed", True)
PLATFORM = (
    ("python.platform", "$0"),
    ("python.architecture", "$1"),
    ("python.processor", "$2"),
    DARWIN,
)
DOCKER = (LINUX, ("hypervisor", "docker"))
SAYS = r"(?:is |was |returns? |returned |gives |prints |says |shows |Out\[\d+\]: ?)?"
CRASHED = r"Process:[ \t]{0,20}[Pp]ython[^\n]{0,80}\n(?:[^\n]{0,200}\n){0,10}?Code Type:[ \t]{0,20}"
NEXT = r"(?:(?!\"procName)[\s\S]){0,2000}?"
RAW_CRASH = rf"\"procName\" ?: ?\"[Pp]ython[^\"\n]{{0,40}}\"{NEXT}\"cpuType\" ?: ?\""
"""Apple's crash reports of a Python, translated and raw.

Source: https://developer.apple.com/documentation/xcode/interpreting-the-json-format-of-a-crash-report
"""
TAKEN = r"(?:Downloading|Using cached|Collecting|Processing) ?[^\n]{0,200}-cp3"
"""How pip begins the line of a file that it takes, and not of one that it refuses."""

ANSWERS = (
    # dyld needs what the process runs as.
    Extract(
        r"(?:mach-o file, but is an )?incompatible architecture,? \(have '[^'\n]{3,20}',\s{1,8}"
        r"need '(arm64|x86_64)",
        (("python.architecture", "$1"),),
        BLOCK,
        holds="incompatible architecture",
        example="(mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64'))",
    ),
    Extract(
        r"mac_ver\(\)(?:\[0\])?[\s:=,;>'\"`()-]{0,8}"
        + SAYS
        + r"[\s'\"`(]{0,3}(\d{2}(?:\.\d{1,2}){1,2})\b",
        (("host.macos_version_reported", "$1"),),
        holds="mac_ver()",
        example="platform.mac_ver()[0] returns '10.16'",
    ),
    Extract(
        r"sw_vers -{1,2}[pP]roduct[vV]ersion\)?[\s`'\"]{0,2}(?:->|=>|:|=|gives|says|prints"
        r"|returns)[\s`'\"]{0,2}(\d\d\.\d{1,2}(?:\.\d{1,2})?)\b",
        (("host.macos_version", "$1"), DARWIN),
        holds="sw_vers -",
        example="$(sw_vers -productVersion) -> 14.5",
    ),
    Extract(
        r"platform\.machine\(\)[\s'\"`):;>=|-]{0,10}" + SAYS + r"[\s'\"`=:>]{0,6}(arm64|x86_64)\b",
        (("python.architecture", "$1"),),
        holds="platform.machine()",
        example=">>> platform.machine()\n'x86_64'",
    ),
    Extract(
        r"platform\.processor\(\)[\s'\"`):;>=|-]{0,10}" + SAYS + r"[\s'\"`=:>]{0,6}(i386|arm)\b",
        (("python.processor", "$1"),),
        holds="platform.processor()",
        example="platform.processor() == 'i386'",
    ),
    Extract(
        # What `file` and `lipo -info` print of a Python that is not universal.
        r"python[\w.]{0,6}\n?:? ?Mach-O 64-bit executable (arm64|x86_64)\b",
        (("python.architecture", "$1"),),
        holds="Mach-O 64-bit executable",
        example="/usr/local/bin/python3.9: Mach-O 64-bit executable x86_64",
    ),
    Extract(
        r"python[\w.]{0,6} is architecture: (arm64|x86_64)\b",
        (("python.architecture", "$1"),),
        holds=" is architecture:",
        example="Non-fat file: /usr/local/bin/python3.9 is architecture: x86_64",
    ),
    Extract(
        # What `torch.__config__.show()` says of its MKL, which runs on x86_64 only.
        r"Math Kernel Library[^\n]{0,80} for Intel\(R\) 64 architecture",
        (("python.architecture", "x86_64"),),
        LISTED,
        holds="Math Kernel Library",
        example="- Intel(R) oneAPI Math Kernel Library 2022.1 for Intel(R) 64 architecture",
    ),
    Extract(
        # Homebrew for Intel: a Python of it is one for Intel, on an M-chip as well.
        # Source: https://docs.brew.sh/Installation
        r"/usr/local/(?:Cellar|opt)/[^\s'\":]{0,120}python",
        (("python.architecture", "x86_64"),),
        PROSE,
        holds="/usr/local/",
        example='  File "/usr/local/Cellar/python@3.9/3.9.1/lib/x.py", line 1',
    ),
    Extract(
        # The channels that conda looked through: of the platform of its environment.
        r"[Cc]urrent channels:?\s{1,4}(?:- \S{1,120}\s{1,4}){0,8}?- \S{1,120}"
        r"/(osx-64|osx-arm64)\b",
        (("conda.subdir", "$1"),),
        LISTED,
        holds="urrent channels",
        example="Current channels:\n  - conda.example/pytorch/osx-64\n",
    ),
    Extract(
        r"torch\.__version__\)?(?: is| gives| says)?\W{1,12}(\d+\.\d+\.\d+[\w.+]{0,30})",
        (("torch.version", "$1"), TORCH),
        holds="torch.__version__",
        example=">>> torch.__version__\n'2.1.0'",
    ),
    Extract(
        r"/torch/\S{0,80}(?:\.dylib|\.so): Mach-O 64-bit (?:dynamically linked shared library"
        r"|bundle) (arm64|x86_64)\b",
        (("torch.architectures", ("$1",)), TORCH),
        holds="Mach-O 64-bit",
        example="/e/torch/libc10.dylib: Mach-O 64-bit dynamically linked shared library x86_64",
    ),
    Extract(
        r"lipo -archs \S{0,200}/torch/\S{0,80}(?:\.dylib|\.so)\s{1,3}(arm64|x86_64)\s",
        (("torch.architectures", ("$1",)), TORCH),
        holds="lipo -archs",
        example="$ lipo -archs lib/torch/lib/libtorch_cpu.dylib\narm64\n",
    ),
    Extract(
        r"Python-(\d\.\d+\S{0,8}) torch-(\d+\.\d+\S{0,20})",
        (("python.version", "$1"), ("torch.version", "$2"), TORCH),
        holds=" torch-",
        example="Ultralytics YOLOv8.0.20 Python-3.9.16 torch-2.0.0 CPU",
    ),
    Extract(
        CRASHED + "ARM-64",
        (("python.architecture", "arm64"), DARWIN),
        holds="Code Type:",
        example="Process:   Python [4711]\nCode Type:  ARM-64 (Native)",
    ),
    Extract(
        CRASHED + "X86-64",
        (("python.architecture", "x86_64"), DARWIN),
        holds="Code Type:",
        example="Process:   python3.9 [4711]\nCode Type:  X86-64 (Native)",
    ),
    Extract(
        CRASHED + r"X86-64 \(Translated\)",
        (("host.hardware_architecture", "arm64"),),
        holds="Code Type:",
        example="Process:   python3.9 [4711]\nCode Type:  X86-64 (Translated)",
    ),
    Extract(
        RAW_CRASH + 'ARM-64"',
        (("python.architecture", "arm64"), DARWIN),
        holds="cpuType",
        example='{"procName" : "python3.11", "cpuType" : "ARM-64"}',
    ),
    Extract(
        RAW_CRASH + 'X86-64"',
        (("python.architecture", "x86_64"), DARWIN),
        holds="cpuType",
        example='{"procName" : "python3.11", "cpuType" : "X86-64"}',
    ),
    Extract(
        RAW_CRASH + r"X86-64\"[\s\S]{0,2000}?\"translated\" ?: ?true",
        (("host.hardware_architecture", "arm64"),),
        holds="cpuType",
        example='{"procName" : "python3.11", "cpuType" : "X86-64", "translated" : true}',
    ),
    Extract(
        r"device='mps:\d'",
        (("torch_import.mps_available", True),),
        LISTED,
        holds="device='mps",
        example="tensor([1.], device='mps:0')",
    ),
    # `platform.platform()`; a system that Python is told may be a compatibility version.
    Extract(
        r"acOS-(?!10\.16|16\.)(\d\d[\d.]*)-(?:arm64|x86_64)",
        (("host.macos_version", "$1"),),
        holds="acOS-",
        example="Python platform: macOS-14.5-arm64-arm-64bit",
    ),
    Extract(
        r"acOS-(10\.16|16\.\d)[\d.]*-(?:arm64|x86_64)",
        (("host.macos_version_reported", "$1"),),
        holds="acOS-",
        example="Platform: macOS-10.16-x86_64-i386-64bit",
    ),
    Extract(
        r"[Mm]acOS-[\d.]+-(arm64|x86_64)(?:-(arm|i386))?(?:-64bit|\b)",
        PLATFORM,
        holds="acOS-",
        example="macOS-14.5-arm64-arm-64bit",
    ),
    Extract(
        r"Darwin-[\d.]+-(arm64|x86_64)(?:-(arm|i386))?(?:-64bit|\b)",
        PLATFORM,
        holds="Darwin-",
        example="Darwin-23.5.0-arm64-arm-64bit",
    ),
    Extract(
        r"Darwin-(\d\d\.\d+\.\d+)-(?:arm64|x86_64)",
        (("host.kernel_release", "$1"),),
        holds="Darwin-",
        example="Darwin-21.6.0-x86_64-i386-64bit",
    ),
    Extract(
        r"Linux-([\w.+]+(?:-[\w.+]+){0,6}?)-(x86_64|aarch64|arm64)\b",
        (
            ("host.kernel_release", "$1"),
            ("python.architecture", "$2"),
            ("python.platform", "$0"),
            LINUX,
        ),
        holds="Linux-",
        example="Linux-5.15.0-91-generic-x86_64-with-glibc2.35",
    ),
    # uname: the kernel's own build tells of the hardware, whatever the shell is translated to.
    Extract(
        r"Darwin Kernel Version (\d{2}\.\d+\.\d+)",
        (("host.kernel_release", "$1"), DARWIN),
        holds="Darwin Kernel Version",
        example="Darwin mac 23.5.0 Darwin Kernel Version 23.5.0: Wed May  1 20:12:58 PDT 2024",
    ),
    Extract(
        r"Darwin Kernel Version .{0,160}?RELEASE_ARM64",
        (("host.hardware_architecture", "arm64"),),
        holds="Darwin Kernel Version",
        example="Darwin Kernel Version 23.5.0: root:xnu-10063/RELEASE_ARM64_T6000 arm64",
    ),
    Extract(
        r"Darwin Kernel Version .{0,160}?RELEASE_X86_64",
        (("host.hardware_architecture", "x86_64"),),
        holds="Darwin Kernel Version",
        example="Darwin Kernel Version 21.6.0: root:xnu-8020/RELEASE_X86_64 x86_64",
    ),
    Extract(
        r"Darwin Kernel Version .{0,160}?RELEASE_\w{3,20} (arm64|x86_64)\b",
        (("uname", "$1"),),
        LISTED,
        holds="Darwin Kernel Version",
        example="Darwin Kernel Version 23.5.0: root:xnu-10063/RELEASE_ARM64_T6000 x86_64",
    ),
    Extract(
        r"Linux \S{1,80} (\d+\.\d+\.\d+\S{0,60}) .{0,120}?\b(x86_64|aarch64)\b.{0,20}GNU/Linux",
        (("host.kernel_release", "$1"), ("python.architecture", "$2"), LINUX),
        LISTED,
        holds="GNU/Linux",
        example="Linux box 5.15.0-91-generic #101-Ubuntu SMP x86_64 GNU/Linux",
    ),
    Extract(
        # How uv names the platform that it looks for: that of the Python in use. Source:
        # https://github.com/astral-sh/uv/blob/main/crates/uv-resolver/src/pubgrub/report.rs
        r"`macosx_(1[2-9]|2\d)_(\d{1,2})_(arm64|x86_64)`",
        (("host.macos_version", "$1.$2"), ("python.architecture", "$3"), DARWIN),
        PROSE,
        holds="`macosx_",
        example="hint: You're on macOS (`macosx_15_0_arm64`), but there are no wheels",
    ),
    Extract(
        TAKEN + r"(\d{1,2})t?-(?!abi3)\w+-macosx_\d\d_\d{1,2}_(arm64|x86_64)\.whl",
        (("python.version", "3.$1"), ("python.architecture", "$2"), DARWIN),
        PROSE,
        holds="-cp3",
        example="Downloading torch-2.2.2-cp311-none-macosx_11_0_arm64.whl (59.7 MB)",
    ),
    # pip names the version that it finds behind the place, and behind what asked for it.
    Extract(
        r"Requirement already satisfied: torch(?:[<>=!~][^ \n]{1,60})? in [^ \n]{1,200}"
        r"(?: \(from [^)\n]{1,160}(?:\([^)\n]{1,80}\)[^)\n]{0,80})?\))?"
        r" \((\d{1,2}\.[\w.+]{1,30})\)",
        (("torch.version", "$1"), TORCH),
        LISTED,
        holds="already satisfied: torch",
        example="Requirement already satisfied: torch in ./made/up (from -r a (line 1)) (2.2.2)",
    ),
    # ComfyUI writes what platform.mac_ver() says.
    Extract(
        r"\bMac Version \((1[1-9]|2[6-9]), (\d{1,2})",
        (("host.macos_version", "$1.$2"), DARWIN),
        holds="Mac Version (",
        example="Mac Version (14, 6, 1)",
    ),
    Extract(
        r"\bMac Version \(10, 16",
        (("host.macos_version_reported", "10.16"), DARWIN),
        holds="Mac Version (",
        example="Mac Version (10, 16)",
    ),
    # A translated shell says i386, another one arm.
    Extract(
        r"uname -p[ \t]*\n[ \t]*i386(?=\n|\Z)",
        (("uname", "x86_64"),),
        holds="uname -p",
        example="$ uname -p\ni386",
    ),
    Extract(
        r"lipo -archs [^\n]{0,100}python[\w.]{0,6}[)`\"']{0,3}[ \t]*\n[ \t]*(x86_64|arm64)[ \t]*"
        r"(?=\n|\Z)",
        (("python.architecture", "$1"),),
        BLOCK,
        holds="lipo -archs",
        example="% lipo -archs .venv/bin/python3.11\narm64",
    ),
    # What Docker and Compose print of the containers that they build and start. Source:
    # https://docs.docker.com/reference/cli/docker/compose/up/
    Extract(
        r"Container \S{1,80} {1,3}(?:Created|Start(?:ing|ed)|Running|Recreated)\b",
        DOCKER,
        holds="Container ",
        example=" ✔ Container app-1  Started",
    ),
    Extract(r"\nAttaching to \S", DOCKER, holds="\nAttaching to ", example="\nAttaching to app-1"),
    Extract(r"\d/\d{1,2}\] RUN ", DOCKER, holds="] RUN ", example="=> [3/7] RUN pip install torch"),
    Extract(
        r"[$%❯➜] ?(?:sudo )?(?:(?:docker|podman|nerdctl) (?:run|exec|build|compose)|colima|limactl"
        r"|orb)\b",
        DOCKER,
        example="$ docker run -it python:3.12 python train.py",
    ),
    Extract(
        # The folder that only hosted runners have. Source:
        # https://docs.github.com/en/actions/reference/runners/github-hosted-runners
        r"/Users/runner/hostedtoolcache/",
        (("host.ci", "github-actions"), ("host.virtual_machine", True), DARWIN),
        LISTED,
        holds="/Users/runner/hostedtoolcache/",
        example='  File "/Users/runner/hostedtoolcache/Python/3.12/arm64/lib/x.py"',
    ),
    Extract(
        r"is_macos_or_newer\(\s?(?:major=)?(\d+),\s?(?:minor=)?(\d+)\s?\)\)?[\s:=,>|-]{0,8}"
        r"[Tt]rue\b",
        (("macos_at_least", "$1.$2"),),
        BLOCK,
        holds="is_macos_or_newer(",
        example="torch.backends.mps.is_macos_or_newer(14, 0): True",
    ),
    Extract(
        r"is_macos_or_newer\(\s?(?:major=)?(\d+),\s?(?:minor=)?(\d+)\s?\)\)?[\s:=,>|-]{0,8}"
        r"[Ff]alse\b",
        (("macos_below", "$1.$2"),),
        BLOCK,
        holds="is_macos_or_newer(",
        example="is_macos_or_newer(15, 0) -> False",
    ),
)
"""Every such answer."""

SUPPOSED = r"(?i)\b(?:if|assert|unless|when|expect\w*|whether|case that|but)\b[\s\S]{0,20}\Z"
"""Before an answer that an error text, code or a sentence only supposes."""

_ARGUMENT = r"(?:[^\n(),]|\(\)){4,80}"
PRINT = (
    rf"\bprint\(({_ARGUMENT}(?:,{_ARGUMENT}){{1,5}})\)[^\n]{{0,200}}"
    r"((?:\n[^\n]{0,120}){1,4})"
)
"""A print of several values, and the lines after it."""

PRINTED_BEFORE = r"print\([^\n]*,[^\n]*\Z"
"""Before the last of several values that are printed together."""

ASKED = (
    r"(?:(uname -m)|sysctl -n ([\w.]{6,40})|sw_vers -{1,2}([pP]roductVersion)|(arch))"
    r"[ \t]*\n[ \t]*(\S[^\n]{0,80})(?=\n|\Z)"
)
"""A command, and on the next line what it printed."""

ASKS = ("uname -m", "sysctl -n", "sw_vers -", " arch", "/arch")
"""What stands in all of them."""

BEFORE_ASKED = re.compile(r"(?:([$%>#❯➜] ?)|^[ \t]{0,8})(?:(?:/usr)?/s?bin/)?\Z", re.MULTILINE)
"""Before a command: a prompt, or nothing but its folder."""

NAMES = (
    r"(?:PYTORCH_(?:ENABLE_MPS_FALLBACK|MPS_\w{3,40}|DEBUG_MPS_ALLOCATOR)|ACCELERATE_(?:USE_CPU"
    r"|TORCH_DEVICE|USE_MPS_DEVICE)|KMP_DUPLICATE_LIB_OK|OMP_NUM_THREADS|DISABLE_MPS"
    r"|SYSTEM_VERSION_COMPAT|MTL_DEBUG_LAYER|MTL_SHADER_VALIDATION|CODEX_SANDBOX)"
)
SET = (
    r"[\s$%>#*`-]*(?:export |set |setenv |env |ENV )?(?:[A-Z_]+=\S+ )*?(" + NAMES + r")"
    r"\s*(?:=|[: ](?=\s*\S*\s*(?:#|$)))\s*['\"]?([\w.,-]{0,20})['\"]?`?"
    r"(?=[\s;&]|$)(?!\s+(?:is|was|has|does)\b)"
)
"""A sentence may begin with the name too: without an equals sign the value ends the line."""

IN_CODE = (
    r"(?:os\.(?:environ\[\s?['\"]?|putenv\(\s?['\"]?|environ\.setdefault\(\s?['\"])"
    r"|%(?:set_)?env\s)"
    r"(" + NAMES + r")(?:['\"]?\s?\]\s?=(?!=)|['\"],|[= ])\s?['\"]?([\w.]{0,20})"
)
IMPORT = (
    r"(?:^|[\n;:\s])(?:import\s+(?:\w+(?: as \w+)?,\s?){0,6}|from\s+)(torch|transformers"
    r"|sentence_transformers|diffusers|accelerate|lightning|pytorch_lightning|fastai|ultralytics"
    r"|timm|whisper|torchvision|torchaudio|peft|trl|flair|easyocr|open_clip|TTS)\b"
)
TOO_LATE = (
    r"(" + NAMES + r")\S{0,8}[^\n]{0,60}?(?:\b(?:set|exported|assigned|defined|applied)\b"
    r"[^\n]{0,24}\b(?:after|later than)\b|too late|after `?import(?:ing)?)"
)
TRIED = (
    r"(?i)\b(?:i|we|even|already|also|tried|having|have|with|after|when)\b[^\n]{0,60}?"
    r"(PYTORCH_ENABLE_MPS_FALLBACK|PYTORCH_MPS_HIGH_WATERMARK_RATIO|KMP_DUPLICATE_LIB_OK)"
)
"""A sentence of somebody who has set it."""

ONLY_ASKED = (
    r"(?i)\b(?:should|could|can|must|would|please|need to|have to|recommend\w*|suggest\w*) "
    r"\w*[^\n]{0,30}$"
)

ANSWER = (
    r"(?i)mps\.is_(available|built)\(\)\)?[\s:=,>'\"`|?)-]{0,12}?" + SAYS + r"[\s:=,>'\"`|]{0,6}"
    r"(true|false)\b"
)
PROSE_ANSWER = (
    r"(?i)\bmps(?:\.|\s+)(?:is[_ ])?(available|built)\b(?:\(\))?\W{0,8}" + SAYS + r"\W{0,3}"
    r"(true|false)\b"
)
BARE_ANSWER = (
    r"(?i)(?<![\w.])is_(available|built)\(\)[\s:=,>'\"`|?)-]{0,12}?" + SAYS + r"[\s:=,>'\"`|]{0,6}"
    r"(true|false)\b"
)
"""Without the module's name, as people write it; beside a word of CUDA it may be CUDA's."""
