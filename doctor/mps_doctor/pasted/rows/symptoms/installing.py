"""What cannot be installed or imported, and builds that are not right for this Mac."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "intel-python-on-m-chip",
        cause="python-x86_64-on-apple-silicon",
        says=(
            "{chip}",
            (
                "x86_64|x86|intel python|intel build|intel version|intel installer|intel edition"
                "|intel env*|intel conda|intel anaconda|intel one|as intel|kind : intel|rosetta*"
                "|translated|osx 64|i386|darwin x86_64|proc_translated*|/ usr / local"
            ),
            (
                "python*|conda*|anaconda|miniconda|torch|mps|installer|terminal|pip|homebrew|brew"
                "|interpreter|venv|platform.*|uname*|activity monitor|env|environment"
            ),
        ),
        unless=(
            "is your|wheel*|not under|natively|is native|both pass|linux|warns when|game|steam"
            "|native arm64|server*|.so|_regex*|docker*|container*|universal*|no longer|intel mac*"
            "|translated code|than translated|slower than .. rosetta|than under rosetta|than x86_64"
        ),
        titled=True,
        examples=(
            "My Python on the M2 is x86_64, so torch has no mps.",
            "Anaconda on my M1 was the Intel build; the arm64 one has mps.",
            "conda's subdir was osx-64 on Apple silicon, and torch had no mps.",
        ),
        near_misses=(
            "I moved from an Intel Mac to an M3, and torch has mps.",
            "pip builds numpy on my M1, and it is slower than under Rosetta.",
            "We build wheels of torch code for arm64 and x86_64, M1 included.",
        ),
    ),
    Symptom(
        "python-of-an-old-intel-mac",
        cause="python-x86_64-on-apple-silicon",
        says=(
            (
                "migrat*|transferred|restored|moved everything|copied everything|moved from|came"
                " from|time machine"
            ),
            "intel*|old mac*|previous mac*|old laptop|x86_64|x86",
        ),
        near=("{chip}", "torch*|pytorch|python*|conda*|pip|mps"),
        unless="has mps|works|fine|reinstalled|everything anew|from scratch",
        examples=(
            "I migrated from an Intel Mac to an M3, torch has no mps.",
            (
                "My M1 was restored from the backup of an old MacBook with Intel; pip offers"
                " torch 2.2.2 at most."
            ),
            "Everything was transferred from my Intel iMac to the M2, python and torch as well.",
        ),
        near_misses=(
            "I have an Intel Mac and an M1, torch works on both.",
            "I moved from an Intel Mac to an M3 and reinstalled everything anew, torch has mps.",
        ),
    ),
    Symptom(
        "no-torch-for-intel-macs",
        cause="intel-mac-no-wheel",
        says=(
            (
                "intel mac*|intel based mac*|mac intel|intel imac*|imac intel|intel macbook*"
                "|x86_64 mac*|x86 mac*|macos x86*|macos intel|intel macos|darwin x86_64"
                "|x86_64 darwin|osx 64|macosx_10*|macos x64|mac .. intel|macs .. intel|imac19*"
                "|2015|2016|2017|2018|2019|intel core|i5|i7|i9|intel .. mac*|macos .. x86_64"
                "|intel chip*|intel cpu*|intel processor*|intel hardware|core i5|core i7|core i9"
                "|imac pro|x86 machine*|pre m1|pre apple silicon|before apple silicon"
            ),
            "torch*|pytorch*",
            "still|any more|anymore|are there|is there|support*|newer|{no_build}",
        ),
        unless=(
            "m2|arm64 and|and arm64|not tested|upload|did not try|does not crash|rpath|has no mps"
            "|amd|radeon|crash*|make install|cmake*|libtorchaudio*"
        ),
        titled=True,
        examples=(
            "There is no torch 2.4 for Intel Macs.",
            (
                "pip stops at torch 2.2.2 on my 2019 MacBook Pro (Intel), a newer one cannot be "
                "found."
            ),
            "x86_64 Macs are stuck on torch 2.2.",
        ),
        near_misses=(
            "The Intel Mac of a colleague works with torch 2.2.2 as well.",
            "After make install of torch code there is no header on my Intel Mac.",
            "We build wheels of our torch code for macOS arm64 and x86_64.",
        ),
    ),
    Symptom(
        "last-torch-for-intel",
        cause="intel-mac-no-wheel",
        says=(
            (
                "pin*|marker|limit*|cap*|remove|drop*|relax|loosen|beyond|above|newer|last|latest"
                "|final|highest|stuck|unofficial|what we can|what i can|what you can|what one can"
            ),
            "torch|pytorch",
            "2.2|2.2.0|2.2.1|2.2.2|2.2.x|x86_64|x64",
            "intel*|x86_64|osx 64|x64|x86",
        ),
        near=("{mac}",),
        unless="linux",
        examples=(
            "Pin torch to 2.2.2 on darwin x86_64.",
            "2.2.2 is the last torch for Macs with an x86_64 chip.",
            "macOS: nothing of torch above 2.2 is there for Intel.",
            "What one can have on an Intel iMac is pytorch 2.2.1.",
        ),
        near_misses=(
            "torch 2.2.2 is installed on my Intel iMac.",
            "x86_64 Linux users are stuck on torch 2.2.2, my Mac is not.",
        ),
    ),
    Symptom(
        "newest-offered-for-intel",
        cause="intel-mac-no-wheel",
        says=("only|up to|newest|highest|latest|last|maximum", "2.2.2|0.17.2"),
        near=("torch|pytorch|torchvision", "intel*|x86_64"),
        unless="linux|is installed",
        examples=(
            "torch 2.6 is wanted, only versions up to 2.2.2 are offered. Intel Mac.",
            "The newest that pip offers is 2.2.2. I have an Intel MacBook, torch.",
            "pytorch for the x86_64 Mac of my aunt: 2.2.2 is the newest.",
        ),
        near_misses=(
            "torch 2.2.2 is installed, the latest; Intel Mac.",
            "The latest torch is 2.9 on my Mac, once it was an Intel one.",
        ),
    ),
    Symptom(
        "nvidia-package-on-a-mac",
        cause="package-no-macos-wheel",
        says=(
            "nvidia cublas*|nvidia cuda runtime*|nvidia cuda nvrtc*|nvidia cuda cupti*"
            "|nvidia cudnn*|nvidia cufft*|nvidia curand*|nvidia cusolver*|nvidia cusparse*"
            "|nvidia nccl*|nvidia nvtx*|nvidia nvjitlink*|nvidia dali*|nvidia tensorrt*",
            "{fails}|not .. find|not found|no matching|not .. install*|not .. available",
        ),
        near=("{mac}",),
        unless="linux|windows",
        examples=(
            "poetry breaks at nvidia-cublas-cu12 on my Mac.",
            "nvidia-cudnn-cu11 cannot be installed on macOS.",
            "There is no matching distribution of nvidia-nccl-cu12 for an M1.",
        ),
        near_misses=(
            "torch brings nvidia-cublas-cu12 on Linux, and not on my Mac.",
            "pip leaves nvidia-nccl out on a Mac.",
        ),
    ),
    Symptom(
        "cuda-build-for-a-mac",
        cause="cuda-wheel-index-on-mac",
        says=(
            (
                "cu116|cu117|cu118|cu11*|cu12*|cu13*|pytorch cuda*|cudatoolkit*|cudnn|nvidia cud*"
                "|cuda version of torch|+ cu*|+cu11*|+cu12*|cuda wheel*|cuda index"
            ),
            (
                "not .. exist*|fail*|no matching|not .. find|not found|finds nothing|breaks|stops"
                "|unable|no macos|can not|not .. resolve|not .. install*|instead"
                "|not .. compatible|not .. available|not work*|has no|drop|which one"
                "|what do i|how do i|how can i|what should|replace*|remove*|because of|error*"
            ),
        ),
        near=("{mac}",),
        unless="nvidia cuda runtime*|nvidia cudnn*",
        examples=(
            "The requirements pin torch==2.1.0+cu118, which pip cannot find on a Mac.",
            "environment.yml wants cudatoolkit, so conda fails on macOS.",
            "The index whl/cu121 has no wheels of torch for Macs, pip finds nothing.",
        ),
        near_misses=(
            "The cu121 index is not needed on a Mac.",
            "On Linux we use cu121, on macOS the default; both are fine, torch.",
        ),
    ),
    Symptom(
        "index-without-mac-files",
        cause="wrong-wheel-index",
        says=(
            (
                "+ cpu|rocm*|+ rocm*|mirror|linux wheel*|whl / cpu|pytorch.org / whl / cpu|index"
                "|lock file|extra index*|find links|wheelhouse|artifactory|nexus|proxy"
            ),
            "{torch}|pip|uv|poetry|pdm|pixi|conda",
            "{mac}",
            (
                "not .. available|unavailable|not .. exist*|not .. find|no + cpu|not .. install*"
                "|not .. found|finds no|fails|only for linux|only on linux|exists only|can not"
                "|not .. have|not .. resolve|no mac files|no macos files|comes up empty"
                "|no candidates|no artifacts|holds only|contains only|only has|only holds"
                "|only linux|only offers|lacks|carries no|carries only|serves only|serves no"
                "|no mac wheel*|no macos wheel*|no arm64|nothing for|no files for|offers nothing"
            ),
        ),
        unless="fast|marker*",
        titled=True,
        examples=(
            "torch==2.1.0+cpu cannot be installed on macOS.",
            "Our mirror does not have torch for the Mac.",
            "uv takes the ROCm index on my Mac and finds no torch.",
        ),
        near_misses=(
            "The mirror is fast, torch was installed on my Mac in a minute.",
            "The ROCm build of torch is for our Linux machine, not for the Mac.",
        ),
    ),
    Symptom(
        "externally-managed",
        cause="pip-externally-managed",
        says=(
            "brew*|homebrew*|mac|macos|pip|python",
            "torch|pytorch|pip",
            (
                "externally managed|pep 668|managed externally|*externally_managed"
                "|external management|managed by homebrew|managed by brew|environment is managed"
            ),
        ),
        unless="databases",
        about="torch",
        titled=True,
        examples=(
            "brew's pip refuses to install torch: externally managed.",
            "Installing torch fails on my Mac, the environment is externally managed.",
            "PEP 668: pip cannot install torch into the Python of Homebrew.",
        ),
        near_misses=(
            "Our databases are externally managed; torch on a Mac.",
            "torch is in a venv on my Mac.",
        ),
    ),
    Symptom(
        "python-without-torch",
        cause="python-version-no-wheel",
        says=(
            (
                "python 3*|pip3.*|3.12|3.13|3.14|3.13t|3.14t|3.6|3.7|pypy|cp312|cp313|cp314"
                "|python3.1*|free threaded"
            ),
            "torch|pytorch",
            (
                "no torch|not .. find|no wheel*|no matching|not .. support*|not .. available"
                "|not .. install*|can not|too new|too old|not .. exist*|no version|only up to"
                "|only supports|wheels are missing|not .. have|upper bound|not .. resolve"
                "|finds no|there are no|has no|unavailable|plan to publish"
                "|plans to publish|never built|is not there|not .. compatible|找不到"
                "|downgrading|downgrade to"
            ),
        ),
        unless="found its|no torch hub|mps works|numpy*|both",
        about="torch",
        examples=(
            "There is no torch wheel for Python 3.14 on macOS yet.",
            "pip cannot find torch with Python 3.13 on my M2.",
            "Homebrew gave me python 3.14, which is too new for torch.",
        ),
        near_misses=(
            "torch works in Python 3.12 and 3.13 on my M4.",
            "I use Python 3.11 and torch 2.4 on my M2.",
        ),
    ),
    Symptom(
        "mixed-torch-files",
        cause="torch-install-damaged",
        says=(
            (
                "two torches|two torch install*|two versions of torch|interrupted|both installed"
                "|conda and pip|mixed|half installed|partial install*|corrupt* install*"
            ),
            "torch|pytorch",
        ),
        near=("fail*|missing|fixed|removing|reinstall*|no attribute|broken|error*|think",),
        unless="both work",
        about="torch",
        examples=(
            "After an interrupted pip install the import of torch fails.",
            "conda and pip both brought a torch, and one had to go: the import fails.",
            "There were two torch installs in one env, removing one helped: it was broken.",
        ),
        near_misses=(
            "conda and pip both work to install torch.",
            "The download was interrupted, torch is fine.",
        ),
    ),
    Symptom(
        "pip-of-another-python",
        cause="pip-of-another-python",
        says=(
            "pip*|jupyter*|kernel|notebook|vs code|vscode|pycharm|interpreter*",
            "torch*|pytorch|' torch '",
            (
                "another interpreter|another python|another kernel|another env*|other env*"
                "|other python|wrong python|wrong interpreter|wrong kernel|python3 has not"
                "|not .. import*|finds nothing|not .. recogni*|not .. detect*|not seen|no module*"
                "|not .. find|not .. found|is not the conda env|system python|differ*"
                "|two different|uses another|while python*|already satisfied|is run by"
                "|into python|goes to another|lands in|other interpreter|different interpreter"
                "|different python|other version of python"
            ),
        ),
        unless="works|all good",
        about="torch",
        examples=(
            "pip3 list shows torch, and python3 says no module named torch.",
            "The Jupyter kernel runs another Python, torch is in my venv: it cannot find it.",
            "VS Code had selected another interpreter, without torch: pip was the other one.",
        ),
        near_misses=(
            "pip list has torch, all good on my Mac.",
            "My notebook uses the system Python and everything with torch works.",
        ),
    ),
    Symptom(
        "notebook-differs-from-terminal",
        cause="pip-of-another-python",
        says=(
            "jupyter*|notebook*|kernel|vs code|vscode|pycharm|spyder",
            "terminal|command line|shell|console",
            (
                "but not in|not in jupyter|not in the notebook|works in the terminal"
                "|works in my terminal|works in terminal|only in .. terminal|fine in .. terminal"
                "|runs in .. terminal"
                "|but in .. notebook"
            ),
        ),
        about="torch",
        examples=(
            "import torch works in the terminal but not in Jupyter.",
            "torch runs in my terminal, PyCharm says that there is no such module.",
            "In the shell torch is found, but in the notebook it is not.",
        ),
        near_misses=(
            "torch works in Jupyter and in the terminal.",
            "I started the notebook from a shell, torch with mps.",
        ),
    ),
    Symptom(
        "other-torch-than-installed",
        cause="pip-of-another-python",
        says=(
            "install*|upgrad*|updat*",
            "but|yet|however",
            (
                "still .. torch version|still .. pytorch version|still .. torch 1*"
                "|still .. torch 2*|still .. pytorch 1*|still .. pytorch 2*|still .. old torch"
                "|still .. old pytorch|still .. older torch|still .. older pytorch"
            ),
        ),
        unless="{fails}|need*|want*|slow*|latest|compatible|{no_build}",
        about="torch",
        examples=(
            "I upgraded torch to 2.4 on my Mac but the program still uses torch 2.1.",
            "PyTorch 2.6 is installed, yet it still prints torch version 1.13.1 on my M1.",
            "I have updated pytorch but the app still sees the old torch on my Mac.",
        ),
        near_misses=(
            "I installed the app but it still needs torch 2.1 on my Mac.",
            "I updated macOS but still use torch 2.1 since it is the latest for me.",
        ),
    ),
    Symptom(
        "torch-forgotten",
        cause="torch-not-installed",
        says=(
            (
                "forgot to install torch|forgot to install pytorch|no module torch"
                "|no module named torch|modulenotfounderror torch|no torch module"
                "|torch .. not installed|torch was not installed|forgot .. pip install torch"
                "|pytorch is not installed|torch was missing|torch is missing|pytorch is missing"
                "|says torch is missing|torch can not be found|torch not found"
                "|could not find torch|can not find torch|without torch|torch module .. not found"
                "|torch module missing|not .. have torch|torch was never installed"
                "|torch never got installed"
            ),
        ),
        unless=(
            "torchvision|vmaf*|forgot to install ffmpeg|wheel*|version*|for python|intel*"
            "|cuda|mps|dylib*|folder|matching distribution|no torch hub|hub|distribution|gpu"
            "|resolve*|oom|memory|tpu"
        ),
        about="torch",
        examples=(
            "I forgot to install torch on my Mac.",
            "torch is not installed in this env.",
            "It said that PyTorch was missing: torch was not installed on my Mac.",
        ),
        near_misses=(
            "I forgot to install ffmpeg, torch is there.",
            "torch is installed in a venv.",
        ),
    ),
    Symptom(
        "command-line-tools-missing",
        cause="xcode-clt-missing",
        says=(
            (
                "command line tools|xcode select*|xcrun*|commandlinetools|developer path"
                "|developer tools|developer directory|active developer*|clang|xcode command*|clt"
            ),
            (
                "no compiler|install*|gone|missing|invalid active|reinstall*|lost|asks for"
                "|wants clang|no clang|not .. find|broken|stale|wiped|removed|upgrad*|updat*"
                "|invalid|not .. there|disappear*|not exist|point*"
            ),
            (
                "fix*|solve*|fails|error*|no compiler|not .. compile|could not|invalid|gone"
                "|not .. build|asks for|wants|needs|stopped|stops|refuse*|fail*|not work*"
            ),
        ),
        unless="then torch builds|first ,|openmp|omp.h|fopenmp|metal toolchain|reinstalled",
        titled=True,
        examples=(
            (
                "Building the wheel for torch fails on my Mac: install the command line tools, "
                "no compiler."
            ),
            "xcode-select --install fixed the build error of the torch extension on macOS.",
            "The Command Line Tools were gone after the upgrade of macOS, pip could not compile.",
        ),
        near_misses=(
            "Run xcode-select --install first, then torch builds on macOS.",
            "Xcode 15 built torch on my Mac.",
        ),
    ),
    Symptom(
        "two-architectures",
        cause="native-arch-mismatch",
        says=(
            "x86_64",
            "arm64",
            (
                ".so|*.so|native lib*|electron|wheel*|dylib*|mixing|mixed|tokenizers"
                "|sentencepiece|native|packages"
            ),
            (
                "import fails|not .. load*|break*|fixed the import|incompatible*"
                "|wrong architecture|fails"
            ),
        ),
        unless="universal*",
        examples=(
            "tokenizers is an x86_64 wheel in an arm64 env with torch: M1, the import fails.",
            "The .so is x86_64 and Python on my M2 is arm64, import fails: torch.",
            "Does mixing arm64 and x86_64 wheels break torch on my Mac?",
        ),
        near_misses=(
            "Our x86_64 and arm64 wheels load on Macs, torch as well.",
            "The environment is x86_64 on the server and arm64 on my Mac, torch.",
            "A native x86_64 build of our packages breaks the disk quota, torch.",
        ),
    ),
    Symptom(
        "release-broken",
        cause="torch-build-regression",
        says=(
            (
                "nightly|nightlies|wheel|wheels|release|2.0.0|2.0.1|2.3.0|2.4.1|2.5.0|2.9.0"
                "|1.12.0|1.13.0|today nightly|yesterday*|rc1|rc2|2.6.0|2.7.0|2.7.1|2.8.0|2.10.0"
                "|2.1.0|2.2.0|new version|new release|latest release|latest version"
                "|newest release|build|builds"
            ),
            "torch|pytorch|dev20*|conda builds",
            (
                "import fails|import torch fails|import .. fails|not .. import*|broken|rpath"
                "|libomp missing|lacks libomp*|symbol not found|library not loaded|break import"
                "|regression|unusable|aborts|not be imported|missing from the wheel"
                "|missing library|missing dylib|ships without|links against|linked against"
                "|bad rpath|install name|regressed|segfaults|dead on arrival|botched|defective"
                "|corrupt*|yanked|broke|breaks"
            ),
        ),
        near=("{mac}",),
        unless=(
            "gui|weights_only|numpy*|slower|mps|memory|slow*|from source|torchcodec"
            "|torchvision|torchaudio"
        ),
        titled=True,
        examples=(
            "The macOS nightly of torch is broken since yesterday.",
            "The release 2.9.0 broke torch on macOS, 2.8.0 works.",
            "The 2.5.0 wheel of torch has a wrong rpath on arm64 Macs.",
        ),
        near_misses=(
            "The nightly of torch is slower than last week's on my M2.",
            "torch 2.6 broke our weights_only loading, M1.",
        ),
    ),
    Symptom(
        "import-hangs",
        cause="torch-import-hangs",
        says=(
            (
                "import torch|imports torch|torch import|importing torch|import pytorch"
                "|import of torch|importing pytorch"
            ),
            (
                "stuck|stalls|freezes|froze|hang|hangs|hung|ages|never returns|not return"
                "|never comes back|not come back|never ends|never completes|forever|never"
                " finishes"
                "|never gets past|blocks|nothing more|卡|minutes|waits"
            ),
        ),
        unless="model|after import*|second time|takes a minute|a minute and|first import",
        about="torch",
        titled=True,
        examples=(
            "Python gets stuck at import torch.",
            "The line with import torch hangs on my M1.",
            "The app freezes when it imports torch.",
        ),
        near_misses=(
            "import torch takes two seconds.",
            "Training hangs after import torch and model creation on mps.",
        ),
    ),
    Symptom(
        "import-slow",
        cause="torch-import-slow",
        says=(
            (
                "import torch|imports torch|torch import|importing torch|import of torch"
                "|import pytorch|importing pytorch|import of pytorch"
            ),
            (
                "slow|slowly|takes long|so long|takes a long|takes .. minute|takes .. minutes"
                "|takes forever|takes ages|too long|long time|minute and a half|half a minute"
                "|ages|eternity|sluggish|delay*|lag|lags|crawl*|needs .. seconds|needs .. s"
                "|takes .. s|20 seconds|30 seconds|40 seconds|50 seconds|60 seconds|a minute"
                "|10 seconds|15 seconds|25 seconds"
            ),
        ),
        near=("{mac}|xprotect*|gatekeeper|notari*|dylib*",),
        unless=(
            "model|after import*|training|slow on mps|slower|two seconds|2 seconds|3 seconds"
            "|1 second|one second"
        ),
        about="torch",
        vague=True,
        examples=(
            "Slow import of torch on macOS.",
            "Importing torch takes so long on my M1.",
            "Why does import torch run so slowly? It is a MacBook.",
        ),
        near_misses=(
            "After import torch the first step on mps is slow.",
            "import torch takes two seconds on my Mac.",
        ),
    ),
    Symptom(
        "import-crashes",
        cause="torch-import-crashed",
        says=(
            (
                "import torch|imports torch|torch import|importing torch|import pytorch"
                "|importing pytorch|import of torch|torch is imported|import .. torch"
            ),
            "{crash}|139|trap",
        ),
        unless=(
            "mps|{openmp}|faiss*|xgboost*|sklearn|none without|each reboot|every reboot"
            "|after a reboot|after reboot|minute|minutes|seconds"
        ),
        about="torch",
        titled=True,
        examples=(
            "Python quits unexpectedly at import torch on my Mac.",
            "import torch -> Trace/BPT trap: 5.",
            "The interpreter crashes as soon as torch is imported.",
        ),
        near_misses=(
            "import torch takes 2 seconds, exit code 0.",
            "Importing torch makes the app slow.",
        ),
    ),
    Symptom(
        "import-fails",
        cause="torch-import-failed",
        says=(
            (
                "import torch|imports torch|torch import|importing torch|import pytorch|import of"
                " torch|importing pytorch"
            ),
            "fail*|error*|dlopen*|not work*|broken|exception|raises|not possible|problem*",
        ),
        near=("{mac}",),
        unless=(
            "{crash}|no module*|circular|torchvision|torchaudio|after import*|mps|{openmp}|numpy*"
            "|named"
        ),
        about="torch",
        vague=True,
        examples=(
            "import torch fails on my Mac.",
            "The import of torch ends with a long dlopen error, M1.",
            "macOS: importing torch raises something about a library.",
        ),
        near_misses=(
            "import torch works on my Mac.",
            "After import torch my script fails on the MacBook, mps.",
        ),
    ),
    Symptom(
        "torch-before-mps",
        cause="torch-too-old-no-mps",
        says=(
            (
                "torch < 1.1*|torch > = 1.*|torch 1.7*|torch 1.8*|torch 1.9*|torch 1.10*"
                "|torch 1.11*|pytorch 1.1*|pytorch 1.9*|torch = = 1.1*|hasattr torch"
            ),
            "mps|torch.backends.mps*|gpu",
            (
                "prevent*|raises|needed|no mps|not .. attribute|no attribute|too old|can not"
                "|before mps|not .. support*|without mps"
            ),
        ),
        unless="torch 1.13|torch 1.12 works|on the linux",
        about="torch",
        examples=(
            "torch 1.10 has no mps at all, it is too old for my M1.",
            "The requirement torch<1.12 prevents the use of the M1 GPU.",
            "We allow torch>=1.8, where torch.backends.mps raises.",
        ),
        near_misses=(
            "The paper used torch 1.9, on my M1 I use mps with torch 2.4.",
            "torch 1.10 on the Linux server, 2.3 with mps on my Mac.",
        ),
    ),
    Symptom(
        "xcode-older-than-mps",
        cause="xcode-too-old-for-source-build",
        says=("xcode*|sdk", "mps|use_mps*|metal"),
        near=("source|build*|built|compil*|cmake", "torch|pytorch|use_mps*"),
        unless="xcode 14*|xcode 15*|xcode 16*|xcode 26*|command line tools|shader*|instruments",
        about="both",
        examples=(
            "I build torch from source with Xcode 12, and mps is left out.",
            "cmake disables USE_MPS, as the SDK of my Xcode 13.0 is too old.",
            "Which Xcode does a build of pytorch with mps need? The SDK is 12.1.",
        ),
        near_misses=(
            "I built torch with Xcode 15, mps is there.",
            "Xcode's Instruments shows what mps does with torch.",
        ),
    ),
    Symptom(
        "torch-built-without-mps",
        cause="torch-not-built-with-mps",
        says=(
            "torch|pytorch|libtorch|wheel|hasmps()|bottle|build",
            "mps|metal|use_mps*",
            (
                "without mps|not built with mps|not .. built with mps|lacks mps"
                "|not .. compiled with mps|use_mps = 0|use_mps = off|not come with mps"
                "|not .. built in|not built in|not in it|not part of|not included|built"
                " without|compiled without|mps .. not enabled|is_built() is false"
                "|is_built() = false"
            ),
        ),
        unless="on purpose|docker*|container*|vm",
        titled=True,
        examples=(
            "The conda-forge pytorch was built without MPS.",
            "libtorch of Homebrew does not come with MPS.",
            "My own torch wheel has USE_MPS=0, mps is missing.",
        ),
        near_misses=(
            "The wheel of my package is built without mps code on purpose, torch.",
            "torch from conda-forge on M3: mps is built.",
        ),
    ),
    Symptom(
        "wheel-of-another-tag",
        cause="wheel-tag-mismatch",
        says=(
            "wheel|wheels|*.whl|whl|platform tag*|pip",
            (
                "not a supported wheel|not supported wheel|platform tag*|wheel tag*|wrong tag*"
                "|macosx_11_0*|macosx_12_0*|macosx_13_0*|macosx_14_0*|tag does not|tags do not"
                "|old pip|pip is too old|pip was too old|ancient pip|upgrading pip|upgrade pip"
            ),
        ),
        near=("torch*|pytorch|torchvision*", "{mac}"),
        unless="universal2|builds|we build|upload*|fine|works",
        about="torch",
        examples=(
            "pip: torch.whl is not a supported wheel, M1.",
            "The torch wheel has a platform tag that my macOS does not accept.",
            "Upgrading pip let me have torch on my Mac.",
        ),
        near_misses=(
            "The torch wheel for my Mac is 60 MB.",
            "We build a wheel with the tag macosx_11_0_arm64 for our torch code.",
        ),
    ),
)
