"""Versions of macOS that lack mps, or are reported wrongly."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "macos-told-otherwise",
        cause="macos-version-misreported",
        says=(
            (
                "10.16|macosx_10_16*|macosx 10.16*|system_version_compat*|16.0|macos 16.0*"
                "|is_macos13_or_newer()"
            ),
            (
                "macos*|macosx*|*macosx_10_16*|mac|monterey|big sur|ventura|sonoma|sequoia|tahoe"
                "|osx|mac_ver*|platform.*|conda*|sysconfig*|pip"
            ),
        ),
        unless=(
            "none macosx_10_16*|rumour|pip 16.0|clang*|all works|is_available true|>= 16.0|xcode*"
        ),
        examples=(
            "torch thinks that my Mac has macOS 10.16, it is Monterey.",
            "Python's mac_ver says 10.16 where sw_vers says 15.1, torch on macOS.",
            "SYSTEM_VERSION_COMPAT=1 was set, so conda saw another macOS, torch has no mps.",
        ),
        near_misses=(
            "macOS 16.0 is a rumour, mine is 15.1, torch.",
            "torch 2.5 on macOS 15.1.",
            "I build torch on macOS 15.1 with Apple clang 16.0.",
        ),
    ),
    Symptom(
        "old-macos-without-mps",
        cause="macos-too-old-for-torch",
        says=(
            (
                "macos 11*|macos 12.0*|macos 12.1*|macos 12.2*|big sur|monterey 12.0*"
                "|monterey 12.1*|monterey 12.2*|from 11*|catalina|macos 10*|mojave|10.15*|10.14*"
                "|10.13*|10.12*|high sierra|el capitan|sierra"
            ),
            "mps|gpu|torch|metal",
            (
                "{seen_missing}|too old|must i|have to|is there a way|only available|could see"
                "|then mps|mps works|不可用|upgrade*|needs|requires|symbol*|dyld*|or newer|or later"
                "|not load*|not .. resolve*|not .. start*|not .. work*|not support*|no support"
                "|dropped|refuse*"
            ),
        ),
        unless="slow*",
        titled=True,
        examples=(
            "My M1 is still on macOS 12.1 and mps is not available.",
            "macOS 11.7 is too old for the mps of torch.",
            "After the upgrade from Big Sur to Ventura torch could see mps.",
        ),
        near_misses=(
            "PyTorch with mps needs macOS 12.3, I have 14 and all is fine.",
            "I updated from 12.1 to 12.4 and mps is as slow as before.",
        ),
    ),
    Symptom(
        "torch-wants-newer-macos",
        cause="macos-too-old-for-torch",
        says=(
            "torch*|pytorch*|build|mps",
            (
                "requires macos*|needs macos*|need macos*|only available on macos*"
                "|only supported on macos*|requires at least macos*"
            ),
            (
                "my ventura|my monterey|on my|i was on|this build|i am on|i run|mine is|too old"
                "|no mps|and later"
            ),
        ),
        unless="bfloat16|good|i have|fft|mine is 14*|mine is 15*|app",
        titled=True,
        examples=(
            "RuntimeError: MPS is only available on macOS 13.0 and later with this build.",
            "PyTorch 2.9 requires macOS 14 for MPS, I am on 13.7.",
            "torch 2.6 needs macOS 13, mine is older, no mps.",
        ),
        near_misses=(
            "torch 2.6 requires macOS 13 for MPS, mine is 14.5, all good.",
            "The app asks for macOS 14 for a widget; torch with mps works.",
        ),
    ),
    Symptom(
        "patched-macos",
        cause="macos-unsupported-or-beta",
        says=(
            (
                "opencore*|legacy patcher|patched to ventura|patched to sonoma|patched to sequoia"
                "|patched to monterey|oclp"
            ),
            "mps|torch|metal|gpu|macbook|imac",
        ),
        examples=(
            "My old MacBook runs Sonoma with OpenCore, torch finds no mps.",
            "Patched to Sonoma, my old iMac has no working mps.",
            "OCLP on an iMac of 2014: torch and Metal do not get along.",
        ),
        near_misses=("I patched the model for mps.", "The core of torch is open, my Mac runs it."),
    ),
    Symptom(
        "macos-beta",
        cause="macos-unsupported-or-beta",
        says=(
            "macos*|mac os*|sonoma|sequoia|tahoe|ventura|monterey",
            "beta|developer preview|release candidate|public beta",
        ),
        unless="fine|works|well|good|available|announced|out|beta of our",
        vague=True,
        examples=(
            "I put the developer beta of Sequoia on my M1, torch has no mps.",
            "torch on the second beta of macOS 27, M3.",
            "My Mac has the Tahoe public beta, and mps is odd.",
        ),
        near_misses=(
            "The beta of our app is out, torch on my Mac.",
            "torch works well in the macOS beta.",
        ),
    ),
    Symptom(
        "amd-card-of-a-mac",
        cause="intel-mac-amd-gpu-unreliable",
        says=(
            (
                "radeon*|amd gpu*|amd card*|amd graphics|vega 56|vega 64|rx 580|rx 570|w6800x"
                "|w5700x|5500m|5300m|5600m|560x|rx 6*"
            ),
            "{amiss}|{fails}",
        ),
        near=("{mac}", "mps|metal|torch*|pytorch*"),
        unless=(
            "linux|windows|rocm*|hip|boot camp|bootcamp|opencl|install*|not support*|directml|egpu"
        ),
        loose=True,
        examples=(
            "With the Radeon Pro of my MacBook every loss is wrong, device mps.",
            "torch on my iMac's AMD card with mps: the sums are wrong.",
            "mps gives gibberish on a Mac Pro with a W6800X, an AMD GPU, torch 2.1.",
        ),
        near_misses=(
            "My iMac has a Radeon Pro, torch with mps is quick on it.",
            "The Radeon in my Linux machine is slow, mps on the Mac is good.",
        ),
    ),
    Symptom(
        "compiler-service-gone",
        cause="metal-compiler-service-unreachable",
        says=(
            "mtlcompilerservice*|compiler service|shader compiler|metal compiler",
            (
                "not .. reach*|unreachable|invalid*|interrupted|refused|lost|not .. connect*"
                "|no connection|xpc|denied|dies|gone|can not"
            ),
        ),
        near=(
            "{mac}|launchd|daemon*|mtlcompilerservice*",
            "torch*|pytorch|mps|kernel*|worker*|python*",
        ),
        unless="syntax|msl|source",
        examples=(
            "From launchd torch on mps cannot connect to MTLCompilerService.",
            "The XPC connection to Metal's compiler service was interrupted, torch with mps.",
            "The shader compiler is unreachable for our torch daemon on macOS, mps.",
        ),
        near_misses=(
            "The shader compiler of mps takes a second at the first step, torch.",
            "Our compiler service for torch code runs on a Mac.",
        ),
    ),
)
