"""Packages and files of one environment that do not fit together."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "intel-graphics-only",
        cause="intel-mac-no-metal-gpu",
        says=(
            (
                "intel hd*|hd graphics*|uhd*|iris*|intel iris*|integrated graphics|intel graphics"
                "|hd 4000|hd 5000|hd 6000|hd 617|hd 615|hd 620|hd 630|hd 3000|hd 515|hd 530"
                "|iris plus|iris pro|shared graphics|intel gpu*|intel igpu|igpu"
            ),
            "mps|metal|gpu|torch*|pytorch*|is_available*|torch.backends.mps.is_available()",
            "{seen_missing}",
        ),
        near=("{mac}",),
        unless="radeon*|amd|m1|m2|m3|m4|nvidia",
        titled=True,
        examples=(
            "MacBook Air with Intel HD 6000: mps is not available, torch 2.0.",
            "torch finds no GPU on my Mac mini with UHD 630.",
            "Iris Plus in a MacBook Pro of 2020, torch.backends.mps.is_available() is False.",
        ),
        near_misses=(
            "My Mac has Intel Iris and a Radeon, torch uses mps.",
            "mps is available on my M1, which replaced a Mac with Iris Plus.",
        ),
    ),
    Symptom(
        "nvidia-card-of-a-mac",
        cause="intel-mac-no-metal-gpu",
        says=(
            "my nvidia*|my geforce*|my gtx*|my quadro*|nvidia card in|geforce card in",
            "{seen_missing}|not show*|not listed|not appear*|not offered",
        ),
        near=("imac*|macbook*|mac pro|mac mini|hackintosh*", "mps|metal"),
        unless="m1|m2|m3|m4|windows|linux|ubuntu*|pc|desktop|server|laptop",
        examples=(
            "The GeForce card in my iMac of 2013 is not used, torch with mps neither.",
            "My GTX 680 is not offered as an mps device, Mac Pro 2010, torch.",
            "torch on a MacBook Pro of 2012: my NVIDIA card is missing where mps should stand.",
        ),
        near_misses=(
            "My NVIDIA card is in the PC and not used; mps of my iMac works, torch.",
            "mps works on my MacBook, my GTX 1080 does too.",
        ),
    ),
    Symptom(
        "two-openmp-runtimes",
        cause="openmp-duplicate-runtime",
        says=(
            "{openmp}",
            (
                "clash*|conflict*|twice|both|two|multiple|duplicate*|{crash}|hang*|help*"
                "|work around|so that|solved|solves|stops|stopped|avoids|avoid|fixes|fixed"
                "|appears|already initialized|makes it|copies|own copy"
            ),
        ),
        unless="not needed|faster|slower|not found|missing",
        about="torch",
        examples=(
            "The libomp of torch and that of scikit-learn clash on my Mac.",
            "KMP_DUPLICATE_LIB_OK=TRUE stops the crash of torch on macOS.",
            "M1: OMP_NUM_THREADS=1 is needed so that torch and xgboost do not segfault.",
        ),
        near_misses=(
            "OMP_NUM_THREADS=4 makes torch faster on my M1.",
            "KMP_DUPLICATE_LIB_OK is not needed for torch on my Mac.",
        ),
    ),
    Symptom(
        "openmp-user-beside-torch",
        cause="openmp-duplicate-runtime",
        says=(
            "faiss*|xgboost*|lightgbm*|catboost*|sklearn*|scikit learn|kmeans*|umap*|hdbscan",
            "torch|pytorch|sentence transformers",
            "{crash}|hang|hangs|hung|conflict*|segfaults",
        ),
        about="torch",
        examples=(
            "faiss and torch in one process: the kernel dies on my Mac.",
            "xgboost segfaults on macOS if torch was imported before.",
            "KMeans hangs on my M1 once torch is loaded.",
        ),
        near_misses=(
            "lightgbm and torch are both in the requirements; training on my Mac works.",
            "xgboost is slower than torch on my M1.",
        ),
    ),
    Symptom(
        "crash-near-openmp-user",
        cause="openmp-duplicate-runtime",
        says=("segfault*|segmentation fault|bus error|{crash}",),
        near=("torch|pytorch", "faiss*|xgboost*|lightgbm*|catboost*|scikit learn|sklearn*"),
        about="torch",
        examples=(
            (
                "pytorch segfaults on macOS. With lightgbm in the same test it is the other way "
                "round."
            ),
            "The kernel dies with torch on my Mac. It began when faiss was added.",
            "torch: segmentation fault in CI on macOS. Our other extra is xgboost.",
        ),
        near_misses=(
            "lightgbm is an extra. torch works on my Mac.",
            "catboost is slow. The crash of my editor is another matter.",
        ),
    ),
    Symptom(
        "numpy-2-with-old-torch",
        cause="numpy2-abi-mismatch",
        says=(
            (
                "numpy 2*|numpy > = 2*|numpy < 2*|numpy to 1*|numpy to 2*|numpy must be < 2"
                "|numpy is 2*|numpy 1.26*"
                "|numpy got upgraded|numpy 1|numpy 1.x"
            ),
            "torch*|pytorch*",
            (
                "fixed|fixes|helps|solved|break*|fail*|not .. support*|must be|warning*|stops"
                "|raises|not .. work*|not like"
                "|complain*|made for|compiled with|compiled using|had to|helped|pin*|crash*"
                "|downgrad*|报错|incompatib*"
            ),
        ),
        unless="no warning*|work well",
        about="torch",
        titled=True,
        examples=(
            "numpy 2.0 breaks torch 2.2 on my Intel Mac.",
            "I had to pin numpy<2, as torch 2.1 does not work with it.",
            "NumPy 2.1 is not supported by this torch.",
        ),
        near_misses=(
            "numpy 2.1 and torch 2.6 work well together, no warnings.",
            "numpy 1.26 is used since pandas needs it; torch is fine.",
        ),
    ),
    Symptom(
        "companion-of-another-torch",
        cause="torch-companion-version-mismatch",
        says=(
            "torchvision*|torchaudio*|torchtext*|extension|torchcodec",
            "torch|pytorch|nightly|torch 2*",
            (
                "nms|missing|not .. load*|not .. import*|raises at import|older torch|another"
                " torch|for torch 1*|for torch 2*|mismatch*|not match*|not .. fit|built for"
                "|compiled for|compiled against"
                "|missing symbol*|symbol not found|undefined symbol|to match|align*|only updated"
                "|left .. behind|import .. fail*|import .. error|import .. broken|importerror"
                "|not go together|belongs to|不匹配|不兼容|版本不|not compatible|incompatib*"
                "|crashes at import|couldn't load|could not load"
            ),
        ),
        about="torch",
        titled=True,
        examples=(
            "torchvision was built for another torch version.",
            "torchaudio 2.1 does not match torch 2.2 on my Mac.",
            "After an update of torch alone the import of torchvision fails.",
        ),
        near_misses=(
            "Which torchvision goes with torch 2.7? All is well here.",
            "torchvision 0.19 matches torch 2.4, the transforms are slow on mps.",
        ),
    ),
    Symptom(
        "companion-of-a-source-tree",
        cause="torchhub-source-shadowing",
        says=(
            "torchvision|torchaudio|torchvision.__file__|vision",
            (
                "my clone|git clone|checkout|source tree|main branch|shadow*|hub cache|git /"
                "|torch.hub*"
            ),
        ),
        unless="then pip install|works|downloads|make install|cmake*|libtorchaudio*|c++|cpp",
        about="torch",
        examples=(
            "torchvision is imported from my git clone and not from site-packages.",
            "torchaudio comes out of the source tree, as I run inside the checkout.",
            (
                "torch.hub puts the main branch of torchvision on the path, which shadows the "
                "installed one."
            ),
        ),
        near_misses=(
            "git clone the repository, then pip install torchvision.",
            "I git clone torchaudio and run make install for a C++ project on my Mac.",
            "torchvision is imported from site-packages.",
        ),
    ),
    Symptom(
        "file-hides-torch",
        cause="local-module-shadows-torch",
        says=(
            (
                "my project|my file|my script|named my|our repository|my own|a file|of mine"
                "|folder|directory|named|called|shadow*"
            ),
            (
                "torch.py|random.py|numpy.py|src / torch|queue.py|named torch|called torch"
                "|folder torch|torch folder|torch /"
            ),
        ),
        unless="imports fine|renamed random|with configs|backend",
        about="torch",
        titled=True,
        examples=(
            "I had named my script torch.py, so import torch found that.",
            "A file random.py of mine is what torch then imported.",
            "numpy.py in my project made import torch fail.",
        ),
        near_misses=(
            "My project has a torch folder with configs; torch imports fine.",
            "I renamed random.py, torch on my M1.",
        ),
    ),
    Symptom(
        "openmp-header-not-found",
        cause="openmp-header-missing",
        says=(
            "omp.h|openmp header*|header of openmp|headers of openmp|openmp headers",
            "{fails}|not found|missing|not .. find|no such",
        ),
        near=("torch*|pytorch|inductor*|dynamo*|compile*",),
        about="torch",
        examples=(
            "torch.compile on my Mac stops, omp.h is missing.",
            "inductor's C++ code for torch cannot find omp.h on macOS.",
            "OpenMP headers are not found when torch compiles on my M1.",
        ),
        near_misses=(
            "omp.h is where it belongs, torch.compile works on my Mac.",
            "The header of our page is missing, torch on a Mac.",
        ),
    ),
)
