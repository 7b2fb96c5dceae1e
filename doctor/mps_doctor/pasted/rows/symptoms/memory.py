"""Memory that grows or is short."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "memory-grows",
        cause="mps-memory-growth",
        says=(
            (
                "{memory}|interpreter|python|activity monitor|footprint|usage|empty_cache*"
                "|*allocated_memory|cache|process|allocat*|unified memory|wired memory|graphs"
                "|graph cache|caches|caching|device memory|gpu memory|driver memory"
            ),
            (
                "not .. go down|lot of memory|grow*|increas*|fills up|over time|fills"
                "|never released|not released|never freed|not freed|not be freed|leak|leaks"
                "|leaking|never gives|not give|never given|each epoch|every epoch|every step"
                "|each step|every iteration|every call|each request|each call|every generation"
                "|every chapter|after a night|after a while|slower and slower|over night"
                "|after an hour|and counting|goes up|by epoch|unbounded|eats all|leaves"
                "|left behind|keeps growing|keeps climbing|climb*|accumulat*|creeps|rises"
                "|never releases|more and more|增加|增长|上升|泄漏|泄露|一直涨|越来越大|不释放"
                "|continuously"
                "|keeps rising|never shrinks|the longer|step to step|massive|40 gb|keeps more"
                "|allocates per|linearly|from .. gb to|consumption|piles up|pile up|piling"
                "|balloon*|swell*|snowball*|inflat*|keeps expanding|never handed back"
                "|not handed back|handed back|never returned|not returned|not .. returned"
                "|never drops|not drop|not shrink|not .. come down|never comes down|stays high"
                "|remains high|hoard*|retains|retained|hangs on to|holds on to|held on to"
                "|not reclaim*|never reclaim*|not .. reclaimed|never collected|never purged"
                "|not purged|never cleared|never flushed|not .. freed|not .. released|never frees"
                "|not free|not release|with every|with each|for each unseen|every new|each new"
                "|each image|every image|each picture|every picture|each prompt|every prompt"
                "|every batch|each batch|every file|each file|each forward|every forward"
                "|every inference|each run|every run|each generation|until .. swap*"
                "|until .. killed|until it|until the mac|gb per|mb per|mb each|gb each"
                "|higher each|more each|more after each|doubles|triples|for good|steadily"
                "|gradually|relentlessly|indefinitely|without end|without bound|without limit"
                "|ever more|ever larger|ever growing|builds up|build up|building up|eats up"
                "|swallows|gobbles|devours|hogs|runaway|crept|crawls up|goes from|went from|rose"
                "|rising|up to .. gb after|wächst|steigt|voll|sube|crece|aumenta|no se libera"
                "|augmente|grimpe|libérée|cresce|растёт|растет|утечка|増え|解放され|리크|증가"
                "|越来越|飙升|没有释放"
                "|不会释放|爆满|累积|gives nothing back|nothing back|never reduced|not reduced"
                "|not .. decrease|never decreases|something behind|eats more|more unified"
                "|no release|frees nothing|releases nothing|is of no use|no use"
            ),
        ),
        near=("{gpu}",),
        unless=(
            "tf|given 16|was caused|hit rate|printed|electron|in the first step"
            "|leaks the future|the future|leaks information|data leak*|label leak*"
        ),
        loose=True,
        titled=True,
        examples=(
            "The memory of the process grows with every step on mps.",
            "RAM is never released after a generation on my M1, torch.",
            "mps: 3 GB after the start, and each request leaves 200 MB behind.",
        ),
        near_misses=(
            "RSS stays at 4 GB on mps, epoch after epoch.",
            "In the test: enable memory growth for tf, mps.",
        ),
    ),
    Symptom(
        "memory-of-each-epoch",
        cause="mps-memory-growth",
        says=("epoch 1|step 100|epoch 2|activity monitor", "gb", "{mac}|gb ,"),
        unless="epoch 10|stays",
        loose=True,
        examples=(
            "Epoch 1 uses 6 GB, epoch 2 9 GB, epoch 3 12 GB on mps.",
            "step 100: 2 GB, step 200: 4 GB, mps.",
            "Activity Monitor shows python at 4 GB, 9 GB, 17 GB with mps.",
        ),
        near_misses=("The epoch takes 3 s, the RAM is 16 GB, mps.", "Epoch 1 takes 2 s on mps."),
    ),
    Symptom(
        "memory-leak-named",
        cause="mps-memory-growth",
        says=(
            (
                "leak|leaks|leaking|leaked|leakage|massive memory|huge memory|excessive memory"
                "|memory pressure .. red|eats .. gb|takes 40 gb|eats all ram|100 gb|200 gb"
                "|memory hog|memory balloon*|memory explosion|memory runaway|runaway memory"
                "|unbounded memory|growing memory|memory growth|memory keeps|memory never"
                "|memory not freed|memory not released|memory piles|memory creep*|speicherleck"
                "|fuga de memoria|fuite de mémoire|fuite mémoire|vazamento de memória"
                "|memory usage grows|memory usage keeps|ram grows|ram keeps|ram usage grows"
                "|swap grows|swap keeps"
            ),
        ),
        near=("{mac}",),
        unless=(
            "electron|semaphore*|leak test|no leak*|context leak*|enable memory growth"
            "|allow memory growth|leaks the future|the future|leaks information|data leak*"
            "|label leak*"
        ),
        loose=True,
        examples=(
            "Huge memory use of torch on my Mac.",
            "There is a leak on mps.",
            "Excessive memory use on my M2, torch.",
        ),
        near_misses=("There is no memory leak on mps.", "How much memory does mps need?"),
    ),
    Symptom(
        "memory-runs-out",
        cause="mps-out-of-memory",
        says=(
            "{mac}|batch|server|training|model|process",
            (
                "too big for|too large for|out of memory|out of application memory|oom|oom'd"
                "|not enough memory|not fit|does not fit|runs out of memory|swap is"
                "|took all the memory|jetsam|内存爆|insufficient memory|too much memory"
                "|up all memory|all the memory|memory exhausted|メモリ不足|killed by macos|内存溢出"
                "|exceeds .. memory|memory allocation fail*|allocation failure*"
                "|failed to allocate|fails to allocate|can not allocate|could not allocate"
                "|unable to allocate|not .. allocate|out of ram|out of vram|out of unified memory"
                "|exhaust*|runs out of ram|ran out of memory|run out of memory"
                "|running out of memory|memory limit|memory ceiling|memory cap|memory error"
                "|memory pressure|not .. enough ram|too little memory|too little ram"
                "|not enough ram|not enough vram|no memory left|no ram left|needs more memory"
                "|more memory than|more ram than|exceeds the memory|exceeding memory"
                "|does not fit in|not fit in|not fit into|will not fit|swap death|thrash*"
                "|swapping|swaps itself|zu wenig speicher|speicher reicht|sin memoria"
                "|memoria insuficiente|falta de memoria|se queda sin|mémoire insuffisante"
                "|manque de mémoire|sem memória|не хватает памяти|нехватка|显存不足|内存不足"
                "|爆显存|爆内存"
                "|메모리 부족|is not enough|too much for|not suffice|more than my|more than the"
                "|not .. fit into"
            ),
        ),
        near=(
            (
                "mps|torch*|model|models|batch*|train*|inference|generat*|video|images|epoch*"
                "|lora*|fine tun*|diffus*|comfy*|cpu|loading|1024*|768*|gpu|16 gb|16gb|8 gb|8gb"
                "|32 gb|24 gb|gb|message|sdxl|picture*|image*|resolution"
            ),
        ),
        unless=(
            "keys|state_dict|cuda|runner*|tests|handling|without running out|larger batch"
            "|sensitive to|tls"
        ),
        loose=True,
        titled=True,
        examples=(
            "My MacBook runs out of memory once the model is on mps.",
            "A batch of 64 does not fit into 16 GB, M1, torch training.",
            "mps: OOM with batch 32.",
        ),
        near_misses=(
            "It was out of disk space, not memory: M2, training.",
            "CUDA out of memory on the server; the Mac with mps is fine.",
        ),
    ),
    Symptom(
        "slow-on-little-memory",
        cause="gpu-memory-small",
        says=(
            "mac|macs|macbook*|imac|m1|m2|m3|m4|mini|air|vram|ram|memory",
            "8gb|8 gb|8g|8 gigabytes|8gib|8 gib",
        ),
        near=(
            (
                "slow|slower|slowdown|very slow|so slow|takes forever|minutes|hours|low speed"
                "|generation speed|20 min|25 min|30 min|takes long|half an hour|an hour|minute"
            ),
        ),
        unless="16gb|16 gb|32gb|32 gb|64gb|64 gb|nvidia|rtx*|oom|out of memory",
        loose=True,
        vague=True,
        examples=(
            "One picture takes 20 minutes. It is a MacBook Air with 8 GB, torch with mps.",
            "Very slow on mps. Mac mini M2 with 8GB.",
            "M1 with 8 GB of RAM: one picture of diffusers takes hours.",
        ),
        near_misses=(
            "My Mac has 8 GB of memory, torch with mps is fast enough.",
            "mps is slower than the CPU on my M2 with 64 GB, the file has 8 GB.",
        ),
    ),
)
