"""Variables and settings that do not do what was meant."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "fallback-set-after-import",
        cause="fallback-env-set-too-late",
        says=(
            "fallback|pytorch_enable_mps_fallback|environ*",
            "import*|torch came|loaded torch|torch is loaded|loading torch|load time",
            "after|before|above|prior|ahead|later|first|below|too early|too late|already|once at",
        ),
        unless="as it should|is imported later",
        examples=(
            "PYTORCH_ENABLE_MPS_FALLBACK was set after import torch, so mps still failed.",
            (
                "On my M1 the fallback variable only counts if it stands above the first import "
                "of torch."
            ),
            "Move os.environ['PYTORCH_ENABLE_MPS_FALLBACK'] ahead of the torch imports.",
        ),
        near_misses=(
            "PYTORCH_ENABLE_MPS_FALLBACK=1 stands above import torch, as it should.",
            "I set PYTORCH_ENABLE_MPS_FALLBACK=1 and the op runs on the CPU.",
        ),
    ),
    Symptom(
        "fallback-without-effect",
        cause="fallback-env-set-too-late",
        says=(
            "fallback|pytorch_enable_mps_fallback*",
            "in my|in the|set|call|setting|export*|os.environ*|os.putenv|tried|using|with|even",
            (
                "notimplemented*|no effect|does nothing|nothing happens|no change|same error"
                "|still .. error|still .. fail*|still .. same|not work*|not help*|ignored"
                "|later cell|second cell|not .. respected|without effect|makes no difference"
                "|changes nothing|changed nothing|not change|not matter|not .. any effect"
                "|to no avail|in vain|useless|not taken into account|not picked up|not read"
                "|not seen|still stops|still crashes|still raises|still complains"
            ),
        ),
        examples=(
            "Setting PYTORCH_ENABLE_MPS_FALLBACK in my notebook has no effect on mps.",
            "os.environ['PYTORCH_ENABLE_MPS_FALLBACK'] = '1' is set and nothing happens (M2).",
            "I set the mps fallback in a later cell and get the same error.",
        ),
        near_misses=(
            "The fallback font is set and has no glyphs on my Mac.",
            "With PYTORCH_ENABLE_MPS_FALLBACK=1 set mps works.",
        ),
    ),
    Symptom(
        "watermark-refused",
        cause="mps-watermark-env-invalid",
        says=(
            "watermark*|pytorch_mps_high_watermark_ratio*|pytorch_mps_low_watermark_ratio*",
            (
                "complain*|refuse*|crash*|invalid|error*|fails|above the high|not accept*"
                "|rejected|reject*|above 1|above 2|not allowed|out of range|too high|too large"
                "|must be"
            ),
        ),
        unless="picture*|out of memory",
        examples=(
            "With PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.7 torch refuses to start.",
            "torch complains about an invalid low watermark ratio on my M2.",
            "The low watermark is above the high one, says torch on mps, and crashes.",
        ),
        near_misses=(
            "What does the watermark ratio of torch do?",
            "The watermark in my pictures is invalid, torch on mps.",
        ),
    ),
    Symptom(
        "cpu-by-a-setting",
        cause="mps-disabled-by-settings",
        says=(
            (
                "no_cuda|no_cuda = true|cpu flag|cpu option|cpu switch|cpu mode|use_cpu*|use cpu*"
                "|always_use_cpu|always cpu|accelerate_use_cpu*|torch_device*"
                "|pl_trainer_accelerator*|invokeai_device*|cpu = true|main.py cpu"
                "|accelerator : cpu|device : cpu|cpu argument|cpu parameter|cpu in my|force cpu"
                "|force_cpu*|device = cpu|leftover cpu|cpu_only*|*device_cpu"
            ),
            (
                "makes mps|make mps|never used|on purpose|passes|reason|why|idle*|not used"
                "|not mps|was not|removing|drop*|delet*|expected|stays on cpu|takes the cpu"
                "|uses the cpu|is cpu|keeps|unused|trained on cpu|never on mps|ignores|buried"
                "|leaving it out|leave it out|left out|took out|culprit|turned out|noticed|forced"
                "|forces|pinned|set to cpu|leftover|left over|copied|hidden|inherited|overrid*"
                "|overrode|override|disables|disabled|turns off|turned off|switches off"
                "|switched off|responsible|because of|due to|to blame|blame|guilty|kept"
            ),
        ),
        unless="if you have no|try to use cpu|want to use cpu|want the cpu|meant to use cpu",
        titled=True,
        examples=(
            "use_cpu: true in the config was the reason that mps was not used.",
            "TrainingArguments(no_cuda=True) is why the GPU of my M1 idles.",
            "The launcher had --use-cpu all, removing it made the webui use mps.",
        ),
        near_misses=(
            "Set use_cpu: true if you have no GPU, Macs included.",
            "How do I use all cores of the CPU? M1, torch.",
            "I want to use CPU, why does the warning speak of mps? M1.",
        ),
    ),
    Symptom(
        "cpu-in-a-configuration",
        cause="mps-disabled-by-settings",
        says=("use_cpu : true|use_cpu = true|no_cuda : true|no_cuda = true",),
        unless="if|unless|reason|removing|default*",
        about="both",
        vague=True,
        examples=(
            "torch on my M1: use_cpu: True",
            "mps is there. The default configuration follows. no_cuda: true",
            "mps is not busy, and use_cpu=True is what accelerate wrote",
        ),
        near_misses=("mps: use_cpu: False", "Set use_cpu: true if you have no GPU."),
    ),
    Symptom(
        "mps-asked-elsewhere",
        cause="not-macos-host",
        says=(
            "windows|windows 10|windows 11|ubuntu*|debian|fedora|kaggle|colab|wsl*",
            "mps",
            "{fails}|not linked|mac only|only on mac*|only for mac*|not .. available",
        ),
        near=("torch*|pytorch*|device*",),
        unless="apple*|macbook*|imac*|m1|m2|m3|m4|my mac|on mac|works|fine|cuda|rtx*|good|right",
        about="both",
        examples=(
            "On Windows 11 the device mps gives an error, torch.",
            "torch.device('mps') fails on Kaggle.",
            "Ubuntu 22.04: torch is not linked with mps, is it for Macs?",
        ),
        near_misses=(
            "On Ubuntu it works, with mps on my MacBook it fails, torch.",
            "On Windows I use cuda, and mps on my Mac; both work.",
        ),
    ),
    Symptom(
        "framework-overlooks-mps",
        cause="framework-device-detection-bug",
        says=(
            (
                "trainer*|accelerate*|accelerator*|lightning|ignite|fastai|flair*|wrapper"
                "|trainingarguments|get_device()|default_device()|auto detection|device_map*"
                "|infer_auto_device_map|skorch|spacy|thinc|sentence transformers|partialstate*"
                "|mpsaccelerator*|gpu enabled|gpu count|num_gpus|number of gpus"
            ),
            "mps|gpu|m1|m2|m3|m4|is_available*",
            (
                "{takes_cpu}|finds no|not .. available|never consider*|only looks for cuda"
                "|wrong device|bug in detecting|bug in recogni*|not .. detected|not being detected"
                "|device handling|device selection|is 0|shows 0|= 0|: 0|as 0|0 gpus|false|ignores"
            ),
        ),
        unless=(
            "what i want|amp|autocast|mixed precision|16 bit|precision = 16|precision 16|fp16"
            "|how do i|after a patch|prints device|how should|accelerator = cpu|cpu = true"
            "|and mps of|use_cpu|any ideas|version gpu"
        ),
        titled=True,
        examples=(
            "The Trainer takes the CPU although torch sees mps.",
            (
                "Lightning says that MPS is not available, torch.backends.mps.is_available() is "
                "True on my M1."
            ),
            "accelerate chooses cpu on my Mac though mps is there.",
            "The GPU count that it logs is 0, but torch sees mps.",
            "num_gpus is 0 on my M2, mps works in torch.",
            "My M3: GPU Enabled: False. That is stable-baselines3 with torch.",
        ),
        near_misses=(
            "accelerate uses the CPU of my M1, but that is what I want, torch.",
            "The trainer logs device: mps on my M2.",
            "The GPU count is 1 on my M2, mps.",
        ),
    ),
    Symptom(
        "torch-mps-function-missing",
        cause="torch-mps-namespace-missing",
        says=(
            "torch.mps|torch.mps.*",
            (
                "not know|unknown|not have|attributeerror|not there|not .. exist*|missing"
                "|lacks|no torch.mps|has no|have no"
                "|came later|came in|not part of|no such|nonexistent|not .. available|undefined"
            ),
        ),
        unless="docs",
        about="torch",
        examples=(
            "torch 1.13 has no torch.mps, so torch.mps.empty_cache() fails.",
            "torch.mps.device_count() does not exist in torch 2.0.",
            "On my M1 torch.mps.event raises an AttributeError.",
        ),
        near_misses=(
            "torch.mps.event is missing in the docs.",
            "torch.mps.empty_cache() raises a RuntimeError after the training.",
        ),
    ),
    Symptom(
        "function-missing-near-torch-mps",
        cause="torch-mps-namespace-missing",
        says=(
            "function|method|attribute|*()",
            "not exist*|not there|no such|nonexistent|undefined|not defined",
        ),
        near=("torch.mps.*",),
        unless="docs|file|folder|kernel|metal",
        about="torch",
        examples=(
            "I call torch.mps.get_device_name(0). Such a method does not exist, it seems.",
            "My seed code has torch.mps.seed_all. There is no such function on my M2?",
            "My program calls torch.mps.memory_stats. Is that attribute nonexistent on a Mac?",
        ),
        near_misses=(
            "I use torch.mps.compile_shader. My kernel function is not defined in the Metal code.",
            "I call torch.mps.synchronize(). The file does not exist.",
        ),
    ),
)
