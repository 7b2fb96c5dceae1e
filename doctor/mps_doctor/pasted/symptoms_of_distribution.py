"""Symptoms of work shared between processes, which MPS cannot do: DDP, NCCL, gloo.

"No NCCL on a Mac", "all_reduce refuses mps", "torchrun with mps hangs".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import sentence, speaking, told
from mps_doctor.pasted.symptom_words import ON_MAC

_BACKENDS = (
    r"(?:\ball_?reduce\b|\bgloo\b|\bprocess[- ]groups?(?: backend)?\b|\bdistributeddataparallel\b"
    r"|\bc10d\b|\bnccl\b)"
)
_COLLECTIVES = (
    r"\b(?:nccl|gloo|ddp\w*|fsdp\w*|enable_fsdp|all_?reduce|collectives?(?: backend)?"
    r"|init_process_group|init_distributed|process[- ]groups?|distributeddataparallel|deepspeed"
    r"|horovod|hvd\.\w+|torchrun|world_size|multi[- ]process training)\b"
)
_NOT_SHARED = (
    r"(?:\b(?:no|not|cannot|refuse[sd]|rejected|blocked|unsupported|error(?! handling)"
    r"|invalid tensor|raises"
    r"|runtimeerror|(?<!`)none|crash|meaningful|wants|hard-?codes)\b|n't\b)"
)
_SHARED_WELL = (
    r"\b(?:ubuntu|linux|windows|h100|a100)\b[^\n.]{0,40}\b(?:error|fails?|timeout)\b"
    r"|(?:\bnot|n't) (?:needed|necessary|required|used)\b"
    r"|\b(?:unhandled system|connection|timeout|cuda) error\b|\bcuda out\b"
)

DISTRIBUTION = (
    told(
        "ddp-on-mac",
        r"strategy ?= ?['\"]?(?:ddp|fsdp|deepspeed)|\bbackend ?= ?['\"]nccl['\"]"
        r"|init_process_group\(\s?['\"]nccl",
        needles="ddp nccl torchrun",
    ),
    told(
        "ddp-on-gpu",
        r"\bno nccl\b|\bnccl (?:\w+ )?(?:\bnot|n't|\bun|\bmissing)[^\n.]{0,24}",
        needles="nccl",
        along=ON_MAC,
    ),
    told(
        "ddp-on-gpu",
        sentence(
            r"\b(?:c10d|torch\.distributed|dist\.\w+|init_process_group|all_?(?:reduce|gather)"
            r"|torchrun|nproc_per_node)\b",
            r"(?:\b|_)mps(?:\b|_)|\bapple silicon\b",
            r"\b(?:broken|breaks?|fail\w*|errors?|wrong|unchanged|hangs?|stuck|deadlocks?|ignored"
            r"|nothing)\b|n't\b",
        ),
        needles="c10d distributed process reduce gather broadcast torchrun nproc",
    ),
    told(
        "ddp-on-gpu",
        rf"{_BACKENDS}[^\n.;]{{0,60}}(?:\b(?:mps|apple gpu)\b[^\n.;]{{0,24}}\b(?:refused"
        r"|rejected|not|error)\b|\bapple gpu is refused\b)"
        rf"|\bno {_BACKENDS}[^\n.;]{{0,24}}\b(?:claims|knows|takes|supports|accepts|handles)"
        r" (?:the )?mps\b"
        rf"|\blet {_BACKENDS} (?:accept|take|handle) mps\b",
    ),
    told(
        "ddp-on-gpu",
        sentence(_COLLECTIVES, _NOT_SHARED, without=_SHARED_WELL),
        along=speaking(
            ON_MAC,
            without=(
                r"\b(?:slurm\w*|\d ?[x×] ?[avh]100|[34]090|rtx|works on (?:the |my )?mac\w*"
                r"|not (?:installed|need\w*))\b"
            ),
        ),
    ),
)
