"""Reads operating systems: macOS and its names, platform strings, uname, Linux, Windows."""

from __future__ import annotations

import re

from mps_doctor.knowledge.macos import is_compatibility_version, macos_by_name
from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.clauses import narrowed
from mps_doctor.patterns import late

NAMED_MACOS = macos_by_name()

_NAMES = "|".join(NAMED_MACOS)
_VERSION = r"([12]\d(?:\.\d{1,2}){0,2})(?![\d.]*\d)"
_MACOS = late(
    rf"(?:mac ?os ?x?|os ?x|darwin \(macos\)|osx)(?:[ -](?:{_NAMES}))?"
    rf"(?:[ :=-]{{0,3}}|[ ,]{{1,2}}version:? ?|[ -]beta ?)v?{_VERSION}",
    re.IGNORECASE,
)
_NAMED = late(rf"\b({_NAMES})\b(?: beta)?(?:[ ,(v-]{{1,3}}{_VERSION})?", re.IGNORECASE)
_WORD = late(r"\b(?:mac ?os|os ?x|osx|darwin)\b", re.IGNORECASE)
_BARE = late(rf"v?{_VERSION}")
_BUILD = late(r"\b(?:build[ :]{0,2})?(\d{2}[A-Z]\d{1,5}[a-z]?)\b")
_SEED = late(r"\b\d{2}[A-Z]5\d{3}[a-z]\b")
"""The build of a beta. Source: https://developer.apple.com/news/releases/"""
_BETA = late(r"\bbeta\b|developer preview|release candidate", re.IGNORECASE)
_BARE_BETA = late(
    r"\s*v?(?:1[1-6]|2[6-9])(?:\.\d{1,2}){0,2} \(?(?:public |developer )?beta[ \d.)]{0,8}$",
    re.IGNORECASE,
)
"""A version under the label of a system, as only a macOS has it."""
_PLATFORM = late(r"\b(?:[Mm]acOS|Darwin)-([\d.]+)-(arm64|x86_64)(?:-(arm|i386))?(?:-64bit|\b)")
_LINUX_PLATFORM = late(r"\bLinux-([\w.+]+(?:-[\w.+]+){0,6}?)-(x86_64|aarch64|arm64)\b")
_LINUX = late(
    r"\b(ubuntu|debian|fedora|centos|rhel|red hat|arch ?linux|manjaro|alpine|opensuse|linux mint|"
    r"pop!_os|rocky|alma ?linux|gentoo|oracle linux|raspberry pi os|raspbian|amazon linux|nixos"
    r"|wsl2?|linux|kali|jetson|jetpack)\b"
    r"(?:(?: gnu/linux| linux)?[ -]*v?(\d+(?:\.\d+)*))?",
    re.IGNORECASE,
)
_WINDOWS = late(r"\b(?:microsoft )?windows\b(?: (?:server )?(\d+(?:\.\d)?))?", re.IGNORECASE)
_ARCHITECTURE = late(r"(?<![\w-])\(?(arm64|aarch64|x86_64|x64|amd64)\)?(?![\w-])", re.IGNORECASE)
_UNAME = late(
    r"\bDarwin(?: \S{1,80})?? (\d{2}\.\d{1,2}\.\d{1,2}) Darwin Kernel Version"
    r"(?:.{0,160}?RELEASE_(ARM64|X86_64)\S{0,20}(?: (?P<machine>arm64|x86_64))?)?"
)
_LINUX_UNAME = late(
    r"\bLinux \S{1,80} (\d+\.\d+\.\d+\S{0,60}) .{0,120}?\b(x86_64"
    r"|aarch64)\b"
)
_KERNEL = late(
    r"Darwin Kernel Version (\d{2}\.\d+\.\d+)"
    r"(?:.{0,120}RELEASE_(ARM64|X86_64)(?:_\w{1,12} (?P<machine>arm64|x86_64)\b)?)?"
)
_OF_THE_KERNEL = late(r"\bDarwin \d{2}\.\d+\.\d+[ (]{1,2}$")
"""What stands before an architecture that uname told: not that of Python."""
_OFFERED_ONLY = late(
    r"(?i)\b(?:only|just) (?:(?:has|have|find|found|see|for|with|the|an?|got|offers?|lists?) ){0,3}"
    r"[\w.`'\"*-]{0,40}$"
)
"""What stands before the tag of a file that there is, and not of the Python in use."""
_MAC_TAG = late(r"\bmacosx[-_](\d{2})[-._](\d{1,2})[-_](arm64|x86_64)\b")


_ON_BOTH = late(
    r"\b(?:1[1-5]|26)(?:\.\d{1,2}){1,2},? (?:and|&|as well as) (?:on )?(?:mac ?os )?(?:[a-z]{4,8} "
    r")?"
    r"(?:1[1-5]|26)(?:\.\d{1,2}){0,2} (?:public |developer )?beta",
    re.IGNORECASE,
)
"""A release and a beta in one breath: what happens on both is not the fault of the beta."""


def read_system(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about the operating system."""
    if _BARE_BETA.match(value):
        value = f"macOS {value.strip()}"
    if not read_platform(value, claims, weight + 1) and not _is_elsewhere(value, claims, weight):
        read_macos(value, claims, weight)


def read_macos(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read a macOS version with its name, build and architecture."""
    found = _MACOS.search(value)
    named = _NAMED.search(value)
    if not found and not named and not _WORD.search(value):
        return
    claims.add("host.system", "Darwin", weight)
    if found:
        _add_version(found[1], claims, weight)
    elif named:
        _add_version(named[2] or NAMED_MACOS[named[1].lower()], claims, weight)
    if build := _BUILD.search(value):
        claims.add("host.macos_build", build[1], weight)
    if (_BETA.search(value) or _SEED.search(value)) and not _ON_BOTH.search(value):
        claims.add("reported", "macos-beta", weight)
    if (arch := _ARCHITECTURE.search(value)) and not _OF_THE_KERNEL.search(value, 0, arch.start()):
        _add_architecture(arch[1].lower(), claims, weight)


def read_version(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read a bare version whose label said macOS."""
    found = _BARE.match(value.lstrip("'\"("))
    if found is None:
        read_macos(f"macOS {value}", claims, weight)
        return
    claims.add("host.system", "Darwin", weight)
    _add_version(found[1], claims, weight)
    if build := _BUILD.search(value):
        claims.add("host.macos_build", build[1], weight)


def read_platform(value: str, claims: Claims, weight: int) -> bool:
    """Read what `platform.platform()` and uname print, and the platforms of wheel tags."""
    if found := _PLATFORM.search(value):
        version, machine, processor = found.groups()
        claims.add("host.system", "Darwin", weight)
        claims.add("python.platform", found[0], weight)
        claims.add("python.architecture", machine, weight)
        if processor:
            claims.add("python.processor", processor, weight)
        if not found[0].startswith("Darwin"):
            _add_version(version, claims, weight)
        else:
            claims.add("host.kernel_release", version, weight)
        return True
    if found := _LINUX_PLATFORM.search(value):
        claims.add("host.system", "Linux", weight)
        claims.add("host.kernel_release", found[1], weight)
        claims.add("python.architecture", found[2], weight)
        claims.add("python.platform", found[0], weight)
        return True
    if "GNU/Linux" in value and (found := _LINUX_UNAME.search(value)):
        claims.add("host.system", "Linux", weight)
        claims.add("host.kernel_release", found[1], weight)
        claims.add("python.architecture", found[2], PROSE)
        return True
    return "Darwin" in value and _read_darwin(value, claims, weight)


def _read_darwin(value: str, claims: Claims, weight: int) -> bool:
    found = _UNAME.search(value) or _KERNEL.search(value)
    if found is None:
        return False
    claims.add("host.system", "Darwin", weight)
    claims.add("host.kernel_release", found[1], weight)
    if found[2]:  # the kernel's own build: the hardware, whatever the shell is translated to
        claims.add("host.hardware_architecture", found[2].lower(), weight)
    if machine := found["machine"]:
        claims.add("uname.machine", machine, LISTED)
    return True


def read_wheel_tag(value: str, claims: Claims) -> None:
    """Read the platform that an installer looks for: `macosx_15_0_arm64` is that of Python."""
    found = _MAC_TAG.search(value)
    if found is None or _OFFERED_ONLY.search(value, 0, found.start()):
        return
    claims.add("host.system", "Darwin", LISTED)
    claims.add("python.architecture", found[3], LISTED)
    if int(found[1]) >= 12:  # older numbers are those of the file, not of this Mac
        claims.add("host.macos_version", f"{found[1]}.{found[2]}", PROSE)


def _is_elsewhere(value: str, claims: Claims, weight: int) -> bool:
    """Read Linux and Windows; a value that names macOS as well is about macOS."""
    mac = _WORD.search(value) or _NAMED.search(value)
    if found := _LINUX.search(value):
        if mac and mac.start() < found.start():
            return False
        name = found[1].lower()
        claims.add("host.system", "Linux", weight)
        if name != "linux":
            title = found[1] if found[1][0].isupper() else found[1].title()
            claims.add("host.distribution", f"{title} {found[2] or ''}".strip(), weight)
        if uname := _LINUX_UNAME.search(value):
            claims.add("host.kernel_release", uname[1], weight)
            claims.add("python.architecture", uname[2], PROSE)
        return True
    if (found := _WINDOWS.search(value)) and not mac:
        claims.add("host.system", "Windows", weight)
        if found[1]:
            claims.add("host.distribution", f"Windows {found[1]}", weight)
        return True
    return False


def _add_version(version: str, claims: Claims, weight: int) -> None:
    if is_compatibility_version(version):
        # No program was given 20 to 25 yet: they are numbers of kernels.
        fact = "host.macos_version_reported" if version[:1] == "1" else "kernel"
        claims.add(fact, version, weight)
        return
    claims.add("host.macos_version", version, weight)


def _add_architecture(architecture: str, claims: Claims, weight: int) -> None:
    """The architecture beside the system's name is that of the process that asked."""
    name = {"aarch64": "arm64", "amd64": "x86_64", "x64": "x86_64"}.get(architecture, architecture)
    claims.add("python.architecture", name, weight)


_NOT_A_RANGE = r"(?!\+| ?(?:or|and) (?:newer|later|above|higher|greater|beyond|up\b))"
_PROSE_MACOS = late(
    rf"(?<![./])\b(?:mac ?os ?x?|os ?x|sw_vers)(?: (?:{_NAMES}))?(?:[ v-]{{1,2}}|[:=] ?){_VERSION}"
    rf"{_NOT_A_RANGE}|\b({_NAMES})\b{_NOT_A_RANGE}(?: \(?v?{_VERSION})?",
    re.IGNORECASE,
)


_PROSE_BUILD = late(
    rf"(?i:\b(?:mac ?os(?: x)?|{_NAMES})) v?{_VERSION},? \(?(?:[Bb]uild )?"
    r"(\d\d[A-Z]\d{2,5}[a-z]?)\b"
)
"""A version with its build, as "About This Mac" shows it."""


_PROSE_BETA = late(
    r"\b(?:on|put|installed|run(?:ning)?|us(?:e|ing)|have|with|to|in) (?:the |a )?(?:\w+ )?"
    r"(?:developer |dev |public )?beta(?: \d)? (?:of|for) "
    rf"(?:mac ?os\b|(?:{_NAMES})\b)"
    r"|(?<![\w.])(?:1[2-9]|2[67])\.\d (?:developer |dev |public )?beta\b"
    r"|\b(?:1[2-9]|2[67])(?:\.\d)? beta \d\b"
    rf"|\b(?:mac ?os(?: \d\d(?:\.\d)?)?|{_NAMES})(?: \d[\d.]{{1,5}})? (?:developer |dev |public )?"
    r"beta(?: \d)?\b(?! (?:users|testers|support|is (?:out|announced)))",
    re.IGNORECASE,
)
"""A beta of the system that a writer has."""


_ABOUT_TORCH = late(
    r"\b(?:(?:mps|(?:py)?torch)\b|mpsgraph|anec\.|agxg)"
    r"|\b(?:gpus?|m[1-5])\b[\s\S]{0,400}?\b(?:generat\w+|inference|diffusion|training"
    r"|models?)\b|\b(?:generat\w+|inference|diffusion|training"
    r"|models?)\b[\s\S]{0,400}?\b(?:gpus?|m[1-5])\b",
    re.IGNORECASE,
)
_WELL = late(
    r"\b(?:works?|runs?|trains?|is|working|running)\b[^\n.;]{0,60}\b(?:fine|well|great|perfect\w*"
    r"|ok(?:ay)?|flawless\w*|smooth\w*|without (?:any )?(?:problem|issue|trouble|error)s?)\b",
    re.IGNORECASE,
)
_ILL = late(
    r"(?:\b(?:not|cannot|no longer|errors?|fail\w*|crash\w*|br[eo]\w*k\w*|wrong|nan|black|noise"
    r"|only)\b(?<!any errors)(?<!without errors)|n't\b)",
    re.IGNORECASE,
)


_OF_MACS = late(r"\b(?:mac ?os|os ?x|osx|darwin|mps)\b", re.IGNORECASE)


_PROSE_OWN = late(
    r"\b(?:(?:i (?:am|was)|i'm|we are|we're|mine is|still|i have"
    r"|(?:m[1-5]|mac|machine|laptop)(?: (?:pro|max|ultra|air|mini|studio))?"
    r" (?:had|has|is on|was on|runs|ran|on|with))"
    r"(?: still| currently)?(?: on| at| running| using)? |(?:found|detected|current|this machine"
    r"|this mac|host)(?: is)?[: ]{1,2})"
    r"(?:version )?v?((?:1[1-5]|26)\.\d{1,2}(?:\.\d)?)(?![\d.]*\d)"
    rf"{_NOT_A_RANGE}"
    r"|\bis ((?:1[1-5]|26)\.\d{1,2}(?:\.\d)?) (?:enough|sufficient|new enough|too old)\b",
    re.IGNORECASE,
)
"""What a writer, or a program, says of the version there is, once macOS or mps was named."""


_PROSE_UPDATED = late(
    r"\b(?:since|after|with)(?: (?:the|my|an|i|we|having))? (?:\w+ )?(?:updat|upgrad)\w+"
    r"(?: (?:my|the|this) (?:mac\w*|os|system|machine))?(?: from [\w.]{2,12}(?: [\d.]{2,6})?)? to "
    rf"(?:mac ?os ?(?:x )?)?(?:({_NAMES})(?: {_VERSION})?|{_VERSION})",
    re.IGNORECASE,
)
"""What the system was brought to: the one in use, whatever others are named."""


REQUIREMENT = late(
    r"(?:supported|support|available|starting|requires?|needs?|added|only|newer|older|than"
    r"|since|as of|prior to|below|above|least|update[sd]? (?:to)?|upgrade[sd]? (?:to)?|from"
    r"|until|>=|<=)"
    r"(?: \w{1,8}){0,2} ?$",
    re.IGNORECASE,
)
"""Words before a version that speak of another system than the one in use."""


def read_macos_in_prose(text: str, claims: Claims, whole: str) -> None:
    """Read a macOS version from sentences, where they name one only, and whether it is a beta.

    `whole` is the text with its error texts, which tell whether it is about torch.
    """
    beta = _PROSE_BETA.search(text) or _SEED.search(text)
    well = any(
        _WELL.search(part) and not _ILL.search(part) for part in (text, _line_of(beta, text))
    )
    if beta and _ABOUT_TORCH.search(whole) and not well and not _ON_BOTH.search(text):
        claims.add("reported", "macos-beta", PROSE)
    if updated := _PROSE_UPDATED.search(text):
        name, version, bare = updated.groups()
        _add_version(version or bare or NAMED_MACOS[name.lower()], claims, PROSE)
        claims.add("host.system", "Darwin", 0)
        return
    for part in narrowed(text):
        versions = {
            found[1] or found[3] or NAMED_MACOS[found[2].lower()]
            for found in _PROSE_MACOS.finditer(part)
            if not REQUIREMENT.search(part, max(0, found.start() - 40), found.start())
        }
        versions.discard("10.16")  # told to an old program, beside the version that there is
        versions = _most_exact(versions)
        if len(versions) < 2:
            break
    if not versions and _OF_MACS.search(text) and (own := _PROSE_OWN.search(text)):
        versions = {own[1] or own[2]}
    if len(versions) == 1 and not is_compatibility_version(version := versions.pop()):
        claims.add("host.macos_version", version, PROSE)
        claims.add("host.system", "Darwin", 0)
        if build := _PROSE_BUILD.search(text):
            claims.add("host.macos_build", build[2], PROSE)


def _line_of(found: re.Match[str] | None, text: str) -> str:
    """Return the line in which something was found, and nothing where it was not."""
    if found is None:
        return ""
    end = text.find("\n", found.end())
    return text[text.rfind("\n", 0, found.start()) + 1 : end if end >= 0 else len(text)]


def _most_exact(versions: set[str]) -> set[str]:
    """Return the versions without those that another one says more exactly: 12 beside 12.0.1."""
    return {one for one in versions if not any(other.startswith(f"{one}.") for other in versions)}


_ASAHI = (
    r"\b(?:on|under|running|using) asahi linux\b|\basahi linux(?: \([^)\n]{1,24}\))? (?:on|with)\b"
)
_PROSE_ELSEWHERE = late(
    r"\b(?:windows (?:7|8(?:\.1)?|10|11|server \d{4}|laptop|pc|machine|desktop|computer"
    r"|box)|(?:ubuntu|debian|fedora|centos|manjaro"
    r"|linux mint|arch ?linux|opensuse|pop!_os|wsl2?|rocky linux|rocky(?= \d)|alma ?linux|gentoo"
    r"|oracle linux|raspberry pi os|raspbian|amazon linux|nixos|kali linux|red hat|rhel"
    r"|jetson|jetpack)"
    r"(?: \d[\d.]{0,6})?)\b"
    rf"|{_ASAHI}",
    re.IGNORECASE,
)


_LINUX_ALONE = late(
    r"(?:^|[(,.;:]) ?linux(?= ?(?:[,.;)]|$)| (?:box|server|machine|node|x86))",
    re.IGNORECASE | re.MULTILINE,
)
"""Linux as what a writer has, where no word speaks of a Mac."""
_ANY_MAC = late(r"\bmac|\bapple|\bmps\b|\bm[1-5]\b|\bdarwin|\bosx", re.IGNORECASE)


_ON_ASAHI = late(_ASAHI, re.IGNORECASE)


def is_on_asahi(text: str) -> bool:
    """Return whether a sentence puts a Mac under Asahi Linux: then its chip tells of no macOS."""
    alone = _PROSE_MACOS.search(text) is None and _MATRIX.search(text) is None
    return alone and _ON_ASAHI.search(text) is not None


_MATRIX = late(
    r"\bmacos-(?:latest|\d\d)\b"
    r"|\b(?:mac ?os|macs?|os ?x)(?: ?[,/&]| and| or)(?: and| or)? ?(?:asahi )?(?:linux|ubuntu"
    r"|windows|debian)\b"
    r"|\b(?:linux|ubuntu|windows|debian)(?: [\d.]{1,6})?(?: ?[,/&]| and| or)(?: and| or)? ?"
    r"(?:mac ?os|macs?|os ?x)\b",
    re.IGNORECASE,
)
"""One of several systems that a workflow runs on, or that a sentence lists."""


_HEADED = late(
    r"^[ \t]*(?:[#|<*-][^\n]{0,40}?)?\b(?:linux|ubuntu|debian|raspbian|windows|wsl2?)\b[^\n]{0,12}"
    r"(?:\||\*\*|\"[^\n]{0,40}>|:?[ \t]*$)"
    r"|\b(?:this (?:document|guide|page|tutorial)|instructions)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""A heading, a row or a tab for a system: a guide has one for each."""
_ON_A_MAC = late(
    r"\b(?:on (?:my |the |a )?mac(?: ?os)?|running mac ?os|macbook\w*"
    r"|mac (?:studio|mini|pro)|m[1-5] (?:pro|max|ultra))\b",
    re.IGNORECASE,
)
"""A Mac beside the other computer."""


_OF_A_SERVICE = late(
    r"\b(?:ci|workflows?|pipelines?|runners?|(?:our|the|unit) tests?)\b[^\n.;]{0,16} $",
    re.IGNORECASE,
)
"""Words before a system on which a service runs, not the writer."""


def read_elsewhere_in_prose(text: str, claims: Claims, whole: str) -> None:
    """Read Windows or a Linux that a sentence names, where nothing speaks of a Mac.

    `whole` is the text with its error texts: the system may stand behind one, on the same line.
    """
    named = [
        each
        for each in _PROSE_ELSEWHERE.finditer(text)
        if not _OF_A_SERVICE.search(text, max(0, each.start() - 32), each.start())
        and text[text.rfind("\n", 0, each.start()) + 1 : each.start()].lstrip()[:1] != "|"
    ]
    families = {"windows" if each[0].lower().startswith("win") else "linux" for each in named}
    several = len(families) > 1 and "wsl" not in text.lower()
    found = named[0] if named and not several else None
    alone = "inux" in text and "cuda" in whole.lower() and not _ANY_MAC.search(whole)
    if not named and alone:
        found = _LINUX_ALONE.search(text)
    guide = (_HEADED.search(text) and _WORD.search(whole)) or _ON_A_MAC.search(whole)
    if found and not (guide or _PROSE_MACOS.search(whole) or _MATRIX.search(text)):
        _is_elsewhere(found[0], claims, PROSE)
