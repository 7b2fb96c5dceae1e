"""What is no prose, where sentences end, and whom their clauses are about."""

import re

FENCE = re.compile(r"`{3,}[^`]*\Z|~{3,}")
"""A line that holds both ends of a quotation begins no block of code."""

REMARK = (
    r"(?i)(?:#|//)\s[^#\n]*\b(?:incorrect\w*|wrong\w*|not (?:work\w*|proper|correct|equal|the same)"
    r"|always (?:0|zero|nan)|garbage|expected|crash\w*|seg ?fault\w*|fail\w*|false)\b"
)
"""A comment in a block of code that says how the line has turned out."""

NO_PROSE = re.compile(
    r"""\s*(?:
        >>>|\$\ |%\ |\#!|>\ |In\ ?\[\d|Out\ ?\[\d               # prompts and quotes
      | \.\.\.(?!(?:[a-z]{2,20}\ ){2}[a-zA-Z])                  # and no sentence that goes on
      | (?:[A-Z_]{4,}=\S+\ )+(?:python|[\w./-]+\ --?\w|[A-Z_]{4,}=)   # commands
      | /\S+\ -\w                                               # one with its path
      | NOTE:\ Redirects                                        # torchrun
      | \{file\ =                                               # a lock file
      | [\w.-]+==\d[\w.+]*\s*$                                  # a list of packages
      | \S{1,200}\.(?:whl|conda|tar\.(?:gz|bz2))\W*$              # a file of one
      | Looking\ in\ (?:indexes|links):|Collecting\ [\w.\[\]-]+\s*(?:$|[(=<>~!@]|\d)   # pip
      | Ignoring\ \S+:\ markers|Using\ cached\ \S|Downloading\ \S+\s*(?:$|[(])
      | Requirement\ already\ |Successfully\ (?:installed|built|uninstalled)\ |Preparing\ metadata
      | \S{0,80}\.sh:\ line\ \d                                  # a shell
      | .{0,200}\w:\ error:\ (?:unrecognized\ arg|argument\ -|the\ following\ arg)   # argparse
      | Auto(?:grad|cast)\w+:\ |\w+:\ (?:fallthrough\ )?registered\ at\   # a dispatcher
      | \|  | [^|\n]{0,80}\d{1,3}%\|                              # tables, bars of progress
      | Traceback\ |File\ "|[\^~]+\s*$|at\ \S+\(|frame\ \#\d|\d+\s+\S+\s+0x  # stacks
      | import\ [\w.]+(?:\ as\ \w+)?(?:,\ ?[\w.]+(?:\ as\ \w+)?)*\s*$   # code
      | from\ \S+\ import\  | (?:def|class|for|if|with|while)\ .*:\s*$
      | [\w.\[\]]+\s=\s[\w.]+[\[(] | raise\ \w+\(
      | -\ \[[ xX]\]\ (?:I|The|This)\b                           # boxes of a form
      | [^\s:]{1,60}:\ (?:[^\n]{1,100}:\ )?(?:command\ not|No\ such\ file)  # a shell
      | (?:Is\ CUDA|CUDA|cuDNN|Nvidia|GPU\ models|HIP|MIOpen|ROCM|OS|Libc|GCC|Clang|CMake|Python
          \ (?:version|platform)|PyTorch\ version|Is\ XNNPACK)[\w ]*:\ *\S  # collect_env
    )""",
    re.VERBOSE,
)

ITEM = re.compile(r"\s*(?:[-*+•]|\d+[.)]|#{1,6})\s+")
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
LINK = r"!?\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)|<[^>\n]{1,200}>|https?://\S+"
END = re.compile(r"(?<=[.!?;])[\"')]*\s+|(?<=[。！？])")
BARE_CONTRACTION = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)nt\b"
)
"""How people type who leave the apostrophe out; "cant" and "wont" are among `CONTRACTED`."""

CONTRACTED = {
    "’": "'",
    " cant ": " can not ",
    " wont ": " will not ",
    "won't": "will not",
    "can't": "can not",
    "n't": " not",
}
POSSESSIVE = re.compile(r"'(?:s|m|re|ve|ll|d)\b")
FOREIGN = "([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)"
WORD = re.compile(r"!{3,}|\.{0,3}\w+(?:\.+\w+)*(?:\(\))?|[,;:=<>+/]")
CLAUSE = (
    r"(?i)\n|[.;!?](?=\s)|, | - | \(|\)"
    r"|\b(?:but|while|whereas|however|although|though|and|yet)\b"
)
WELL = (
    r"(?i)\b(?:work(?:s|ed|ing)?|runs?|ran|fine|ok(?:ay)?|correct(?:ly)?|succe\w+|pass(?:es|ed)?"
    r"|no (?:problems?|issues?|errors?|trouble|such))\b"
)
ILL = (
    r"(?i)\b(?:not|never|cannot|fail\w*|only|stop\w*|crash\w*|wrong|noise|errors?|unable|try"
    r"|tried|want\w*|how|slow\w*|does it)\b|n't\b|\?"
)
OF_ANYBODY = (
    r"(?i)\b(?:if (?:you|it|the user)|users?|owners?|people|anyone|everyone|you (?:need|can|have"
    r"|may|should|must)|should|unlike|instead of|compared (?:to|with)|(?:as|like) (?:on|with)"
    r"|migrat\w+|restored from|(?:old|previous|former) (?:mac\w*|imac|intel|laptop)|support\w*"
    r"|affected|remains|dropped|deprecat\w+|(?:intel|arm|x86(?:_64)?)(?:[ -]based)? macs|both)\b"
)
