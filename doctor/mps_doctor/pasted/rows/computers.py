"""How computers, their chips and their graphics cards are named."""

import re

CHIP = re.compile(
    r"(?ai)(?:(?<![\w./=µ-])|(?<=macos/)|(?<=macbook)|(?<=macmini)|(?<=\bair)|(?<=\bpro)"
    r"|(?<=\bapple))(?:apple[ -]?)?m([1-9])(?:[ -]?(pro|max|ultra))?(?:[ -]?chip)?(?![\w=/]|[.-]\d)"
    r"(?: \((virtual)\))?"
)
SILICON = re.compile(
    r"(?ai)(?<![/-])apple[ -]?silicon|\bm(?:[ -]series|[ -]?chip)|apple (?:arm|processor)"
    r"|virtualapple|arm(?:64)?[ -](?:based )?mac(?!h)"
    r"|\b(?:macbookpro1[78]|macbookair10|macmini9|imac21|mac1[3-9]),\d"
)
MAC = re.compile(
    r"(?ai)\b(?:mac ?book(?: ?(?:pro|air))?s?|imacs?|mac ?minis?|mac ?studios?|mac ?pros?|mbp|mba"
    r"|macs?|hackintosh)\b"
)
INTEL = re.compile(
    r"(?ai)\bintel\b(?:\(r\))?(?: core(?:\(tm\))?)?(?: ?i[3579](?:-\w{3,8})?)?"
    r"|\b(?:core )?i[3579](?:-\d{4,5}\w{0,3})?\b|\bxeon\b"
    r"|\bx86(?:[-_]64)? (?:cpu|mac\w*|processor)\b|\bx(?:86_)?64 (?:mac|imac)\w*"
)
BEFORE_M1 = re.compile(
    r"(?i)\b(?:macbookpro(?:[1-9]|1[0-6]),\d|macbookair[1-9],\d|macbook\d{1,2},\d|imac(?:1?\d"
    r"|20),\d"
    r"|imacpro1,1|macmini[1-8],\d|macpro[1-7],\d)(?!\d)"
    r"|\b20[01]\d(?: intel)? (?:mac ?book|imac|mac ?mini|mac ?pro)\b"
    r"|\b(?:mac ?book(?: pro| air)?|imac|mac ?mini|mac ?pro|mbp)[ ,(]{1,2}(?:retina, )?"
    r"(?:1[3-7][ -]?inch,? )?(?:(?:early|mid|late|from|of)[ -])?20[01]\d\b(?![.\d])"
)
"""A model of the years in which all Macs had an Intel processor."""

DENIED = r"(?i)\b(?:not?|non|without|isn't|instead of|unlike)[ -]?(?:(?:of|an?|the|on) ){0,2}$"
OF_A_PROGRAM = (
    r"(?i)['\"”]? (?:python|conda|miniconda|anaconda|miniforge|interpreter|installer|binar|wheel"
    r"|build|mkl|openmp|compiler|oneapi)"
)
"""After a word for Intel that is said of a program, not of the computer."""

AMD = re.compile(
    r"(?i)\b(?:amd )?(?:radeon(?: pro)?(?: rx)?|rx|firepro|amd)[ -]?(?:pro )?"
    r"(?:vega ?\d{0,3}|d?\d{3,4} ?(?:xt|m|x)?)\b"
    r"|\bamd (?:rdna ?\d|gpus?|graphics)\b|\bvega ?(?:20|48|56|64|ii)\b|\b(?:5[3-7]|6[4-9])00 "
    r"?xt\b|\bradeon\b"
)
WITH_ROCM = r"(?i)\brocm\b|\bhip\w*error|\bmiopen\b|\bdirectml\b"
"""What AMD's GPUs have on Linux and Windows alone."""

INTEGRATED = re.compile(
    r"(?i)\b(?:intel )?(?:iris(?: plus| pro| xe)?(?: max)?(?: graphics)?|u?hd graphics)"
    r"(?: \d{3,4})?\b"
)
OF_MACS = r"(?i)\bmps\b|\bmac|\brosetta\b|\bosx\b|\bapple|\bmetal\b|\bdarwin\b"
"""What a text about a Mac names: there `M1` is the chip."""
