"""How systems are named, and the paths that belong to one."""

from mps_doctor.knowledge.macos import macos_by_name

VERSION = r"([12]\d(?:\.\d{1,2}){0,2})(?![\d.]*\d)"
WORD = r"(?i)\b(?:mac ?os|os ?x|osx|darwin)\b"
BUILD = r"\b(?:build[ :]{0,2})?(\d{2}[A-Z]\d{1,5}[a-z]?)\b"
BETA = r"(?i)\bbeta\b|developer preview|release candidate|\b\d{2}[A-Z]5\d{3}[a-z]\b"
"""Words for a beta, or its build. Source: https://developer.apple.com/news/releases/"""

BARE_BETA = r"(?i)\s*v?(?:1[1-6]|2[6-9])(?:\.\d{1,2}){0,2} \(?(?:public |developer )?beta"
LINUX = (
    r"(?i)\b(ubuntu|debian|fedora|centos|rhel|red hat|arch ?linux|manjaro|alpine|opensuse"
    r"|linux mint"
    r"|pop!_os|rocky|alma ?linux|gentoo|oracle linux|raspberry pi os|raspbian|amazon linux|nixos"
    r"|wsl2?|linux|kali|jetson|jetpack|google colab)\b"
    r"(?:(?: gnu/linux| linux)?[ -]*v?(\d+(?:\.\d+)*))?"
)
WINDOWS = r"(?i)\b(?:microsoft )?windows(?:\b|(?=\d))(?: ?(?:server )?(\d+(?:\.\d)?))?"
ARCHITECTURE = r"(?i)(?<![\w-])\(?(arm64|aarch64|x86_64|x64|amd64)\)?(?![\w-])"
NOT_A_RANGE = r"(?!\+| ?(?:or|and) (?:newer|later|above|higher|greater|beyond|up\b))"
REQUIREMENT = (
    r"(?i)(?:supported|support|available|starting|requires?|needs?|added|only|newer|older|than"
    r"|since"
    r"|as of|prior to|below|above|least|update[sd]? (?:to)?|upgrade[sd]? (?:to)?|from|until|>=|<=)"
    r"(?: \w{1,8}){0,2} ?$"
)
"""Words before a version that speak of another system than the one in use."""

PROSE_ELSEWHERE = (
    r"(?i)\b(?:(?<=on )(?:windows(?= *(?:[,;(\n]|with\b|$))"
    r"|linux(?= *(?:[,;(\n]|with\b|$)))"
    r"|windows ?(?:7|8(?:\.1)?|10|11|server \d{4}|laptop|pc|machine|desktop|computer|box)"
    r"|(?:ubuntu|debian|fedora|centos|manjaro|linux mint|arch ?linux|opensuse|pop!_os|wsl2?"
    r"|rocky linux|alma ?linux|gentoo|raspberry pi os|raspbian|amazon linux|nixos|kali linux"
    r"|red hat|rhel|jetson|jetpack|asahi linux|google colab)(?: \d[\d.]{0,6})?)\b"
)
OF_A_SERVICE = (
    r"(?i)\b(?:ci|workflows?|pipelines?|runners?|(?:our|the|unit) tests?|docs?"
    r"|guide)\b[^\n.;]{0,16} $"
)
ANY_MAC = r"(?ai)\bmac(?!h|ro)|\bapple|(?<!µ)\bm[1-5]\b|\bdarwin|\bosx"
PATHS = {
    "Darwin": (r"(?:/Users/|/opt/homebrew/|/Library/Frameworks/|/Cellar/|\.dylib\b|-darwin\.so)"),
    "Linux": (
        r"(?:/home/\w|/usr/lib/python3|/dist-packages|/root/|x86_64-linux-gnu|/kaggle/"
        r"|File \"/(?:mnt|workspace|content)/|try apt install|/usr/share/doc/python3|temp\.linux-"
        r"|torch/lib/lib\w{1,20}\.so\b|\bld_impl_linux-|\bnvidia-\w{2,20}-cu1\d +\d"
        r"|\w@\S{1,40}:~\S{0,80}\$ |\bDownloading \S{1,160}-manylinux|\blib(?:gcc|stdcxx)-ng\b"
        r"|\blib\w{2,20}\.so\.\d|\[GCC (?!4\.2\.1 )\d|\d\+rocm\d)"
    ),
    "Windows": (
        r"(?::\\(?:Users|Program|Python|Windows)|\[WinError|File \"[A-Za-z]:[\\/]"
        r"|(?:^|[\s│`'\"(])[A-Z]:\\\w|`win_amd64`|\w\.(?:dll|bat)\b"
        r"|\[MSC v\.\d|\bWindows-x86_64\b)"
    ),
}
OWN_HOME = r"File \"/home/\w"
"""A traceback of a program that runs on Linux, whatever else the text speaks of."""

NAMED_MACOS = macos_by_name()

_NAMES = "|".join(NAMED_MACOS)
MACOS = (
    r"(?i)(?!macosx-)(?<!mac)(?:mac ?os ?x?|os ?x|darwin \(macos\)|osx|mac(?= 1[1-5]\.\d))"
    rf"(?:[ -](?:{_NAMES}))?"
    rf"(?:[ :=-]{{0,3}}|[ ,]{{1,2}}version:? ?|[ -]beta ?)v?{VERSION}"
)
NAMED = rf"(?i)\b({_NAMES})\b(?: beta)?(?:[ ,(v-]{{1,3}}{VERSION})?"
PROSE_MACOS = (
    r"(?i)(?<![./-])\b(?!macosx-)(?:mac ?os ?x?|os ?x|sw_vers|mac(?= 1[1-5]\.\d))"
    rf"(?: (?:{_NAMES}))?"
    rf"(?:[ v-]{{1,2}}|[:=] ?){VERSION}"
    rf"{NOT_A_RANGE}|\b({_NAMES})\b{NOT_A_RANGE}(?: \(?v?{VERSION})?"
)
UPDATED_TO = (
    r"(?i)\b(?:since|after|with)(?: (?:the|my|an|i|we|having))? (?:\w+ )?(?:updat|upgrad)\w+"
    r"(?: (?:my|the|this) (?:mac\w*|os|system|machine))?(?: from [\w.]{2,12}(?: [\d.]{2,6})?)? to "
    rf"(?:mac ?os ?(?:x )?)?(?:({_NAMES})(?: {VERSION})?|{VERSION})"
)
"""What the system was brought to: the one in use, whatever others are named."""
