"""Programs that crash or hang on mps."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "system-goes-down",
        cause="mps-op-crash",
        says=(
            "mac|macs|macbook*|imac|system|computer|laptop|machine|os|macos*",
            (
                "reboots|rebooted|restarts|restarted|kernel panic*|panics|shuts down|windowserver"
                "|pink screen"
            ),
        ),
        near=(
            "mps|torch*|pytorch|diffus*|comfy*|train*|inference|generat*|model|models|gpu|metal",
            "{mac}",
        ),
        unless="works|update*|restarted the|after a restart|restarts the|game|vm|docker",
        about="both",
        loose=True,
        examples=(
            "My whole Mac reboots while torch trains.",
            "Kernel panic on macOS, each time ComfyUI generates on the M1.",
            "The MacBook shuts down in the middle of training with mps.",
        ),
        near_misses=(
            "My Mac restarts the webui by itself, torch.",
            "I restarted the Mac, and torch with mps works.",
        ),
    ),
    Symptom(
        "program-crashes",
        cause="mps-op-crash",
        says=(
            (
                "mps|metal|gpu|python|kernel|comfyui|decode|training|process|program|app|vae"
                "|terminal|inference|generation|crash*|run|server|torch|m1|m2|mac|运行|一点"
                "|ksampler"
            ),
            "{crash}|crashing|crashes|terminates|quit|quits",
        ),
        near=("mps*|metal|gpu|gpus",),
        unless=(
            "docker|on the cpu|on cpu|port|crash report|editor|page|game|ctrl c|import*"
            "|when no|download|cuda crashes|crash test"
        ),
        loose=True,
        examples=(
            "Python segfaults as soon as I use mps.",
            "The kernel dies when the model is on the GPU of my M1.",
            "mps on my M2: ComfyUI crashes on every generation.",
        ),
        near_misses=(
            "A crash test of the new GPU, an M3 Max with 40 cores, diffusers.",
            "No more crashes with mps.",
            "The browser crashes when I open the page, mps.",
            "Python segfaults on my M1 with any data, torch.",
        ),
    ),
    Symptom(
        "run-hangs",
        cause="mps-op-crash",
        says=(
            "mps*|metal|kmps*|mpsnd*|mpsgraph*|apple gpu",
            (
                "hangs|hang|hung|freezes|freeze|frozen|stuck|deadlock|never returns"
                "|never finishes|フリーズ|卡死|assertion failure|internal assert*|assertion failed"
                "|failed assertion|uncaught exception|stuck in|never comes back|not come back"
                "|sits there|sits forever|spins|spinning|beachball|unresponsive|not responding"
                "|no progress|not .. progress|never progresses|never gets past|blocks forever"
                "|blocked|waits forever|waiting forever|endless loop|infinite loop"
                "|comes to a halt|grinds to a halt|stalls|stalled|stalling|lock up|locks up"
                "|locked up|never ends|never completes|not .. finish|not .. return|never starts"
                "|deadlocks|deadlocked|hanging|freezing|hängt|friert|bleibt hängen|se queda"
                "|colgado|congela|se bloque|figé|bloqué|trava|зависает|виснет|止まる|固まる|멈춤"
                "|멈추|卡住|卡在"
                "|死锁"
            ),
        ),
        unless="download|import torch|jobs|loss*|stuck at|stuck around|gpu available|caching",
        loose=True,
        titled=True,
        examples=(
            "The run hangs on mps and never returns.",
            "INTERNAL ASSERT FAILED in baddbmm on mps.",
            "Metal, while training: failed assertion in MPSNDArray.",
        ),
        near_misses=(
            "The trainer prints GPU available: True (mps), and freezes the encoder as it should.",
            "mps training does not freeze any more.",
            "mps: the queue of jobs is stuck.",
        ),
    ),
)
