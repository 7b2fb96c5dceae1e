"""Texts of programs that do not compute with torch: what they tell is no matter of mps.

A picture that is black in an editor, an app that crashes since an update of macOS, a model that
another engine runs on Metal: people tell of these in the very words in which they tell of torch.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mps_doctor.pasted.claims import PROSE, Claims
from mps_doctor.pasted.symptom_kinds import FLAGS
from mps_doctor.patterns import is_in_a_line, late

_WITH_TORCH = late(
    r"torch|(?<![\w-])mps(?![\w.-]*\.(?:cpp|h)\b)|comfy|diffusers|transformers|invoke ?ai"
    r"|automatic1111|webui|safetensors|ultralytics|yolo|lightning|fastai|hugging ?face"
    r"|stable[ -]diffusion|sdxl|inductor|detectron|accelerate|executorch|cellpose|gpt-?sovits",
    FLAGS,
)
_ENGINES = late(
    r"\b(?:mlx(?:[_.]\w+)?|llama\.cpp|whisper\.cpp|ggml\w*|gguf|ollama|koboldcpp"
    r"|tensorflow(?:-\w+)?|keras|jax(?:-metal)?|core ?ml|tinygrad|blender|cycles|opencl|vulkan"
    r"|moltenvk|wgpu|unity|unreal"
    r"|godot|games?|gaming|lightroom|photoshop|obs|final cut|davinci|trackpad)\b",
    FLAGS,
)
_OWN_ENGINE = late(
    r"\bn_gpu_layers\b|\bggml_metal_|\bllama-(?:cli|server|bench)\b|-m (?:mlx|llama_cpp)"
    r"|\bmlx(?:::|\.)core\b|\blibmlx\b|\bmlx_\w+|\bimport (?:mlx|jax|tensorflow)\b|\bjax\.numpy\b",
    FLAGS,
)
"""What llama.cpp, MLX, JAX and TensorFlow call things of their own: who says "mps" beside them
means the GPU, and there is a torch beside them, at most.

Source: https://github.com/abetlen/llama-cpp-python and https://github.com/ml-explore/mlx
"""
_CALLS_TORCH = late(r"\btorch\.\w|\btorch[=:]|/torch/|\bto\(['\"]mps", FLAGS)
_APPS = late(
    r"\b(?:(?<!terminating )apps?|player|editor|browser|safari|chrome|firefox|finder|menu bar"
    r"|dock|desktop|wallpaper|screensaver|quick look|thumbnails?|gimp"
    r"|darkroom|raw file|electron|swift(?:ui)?|xcode|simulator|icloud|printer|keyboard|mouse"
    r"|monitor|(?:external |the )?display|vpn|wi-?fi|bluetooth|java|node(?:\.js)?|rust"
    r"|opencv|c\+\+ (?:projects?|programs?)|qt|screen|png|jpe?g|heic|pdf|mtlbuffer)s?\b",
    FLAGS,
)
_COMPUTES = late(
    r"\b(?:gpus?|metal|models?|train\w*|inference|tensors?|neural|networks?|python\d?|pip|conda"
    r"|jupyter|notebook|embeddings?|segmentations?|detections?|predict\w*|diffusion|generat\w+"
    r"|nans?|prompts?|seeds?|samplers?|checkpoints?|loras?|whisper|tts|transcri\w+|llms?|tokens?"
    r"|batch|epochs?|numpy|venv)\b",
    FLAGS,
)

_OF_NVIDIA = late(
    r"\b(?:multi-?process service|nvidia-cuda-mps\w*|cuda[ _]mps|nvidia|geforce|[rg]tx ?\d{3,4})\b",
    FLAGS,
)
_OF_APPLE = (
    r"(?:\bmac|\bapple|\bmetal\b|\bm[1-5]\b|osx|darwin"
    r"|(?<!cuda )(?<![\w-])mps(?!-)(?! (?:server|daemon|\()))"
)

_AT_WORK_THERE = late(
    _OF_APPLE
    + r"(?![^\n.,;]{0,24}[, ] ?(?:\w+ )?(?:runs?(?: it| fine| well)?|works?(?: fine| well)?"
    r"|(?:is|are) (?:right|fine|good|correct))(?:\.?\s*$|\.\s))",
    FLAGS,
)
"""What tells that the text is about a Mac: where all that it says of one is praise, it is not."""

_MPS = late(r"m(?<!\wm)ps\b", re.ASCII | re.IGNORECASE)

_ON_THE_CPU = late(r"\b(?:on|with|using|the|,) cpu device\b|\bdevice ?[=:] ?['\"]?cpu\b", FLAGS)
_OF_A_GPU = late(r"m(?<!\wm)ps\b|\bmetal\b|\bgpu\b(?!\?)", FLAGS)

_SETTLED = late(
    r"\b(?:was|is|were|all) my (?:own )?(?:fault|mistake|bug|error)\b"
    r"|\bmy own (?:bug|fault|mistake)\b"
    r"|\buser error\b|\bfalse alarm\b|\bcaused by (?:our|my) (?:own )?\w+"
    r"|\b(?:was|is|were) (?:a bug|an error|a mistake) in (?:my|our) (?:own )?\w+"
    r"|\b(?:numbers|results|outputs|losses) (?:\w+ ){0,4}?agree again\b|\bissue (?:is )?resolved\b"
    r"|\b(?:release notes|changelog):|^feature request: (?:raise|add|show|print|warn|document)\b"
    r"|\b(?:py)?torch is not involved\b|\bno (?:py)?torch (?:is )?(?:involved|at all)\b",
    FLAGS | re.MULTILINE,
)


_BEGINS_A_CHANGE = late(
    r"\W{0,4}(?:(?:fix|build|tests?|perf)\([^)\n]{1,40}\)!?"
    r"|(?:feat(?:ure)?|chore|docs?|refactor|ci|style|revert)(?:\([^)\n]{1,40}\))?!?): "
    r"[^\n]{1,160}\n\s*\S|[^\n]{4,120} \(#\d+\)[ \t]*\n\s*\S"
    r"|(?:[^\n]{0,120}\n{1,3})?\W{0,6}this (?:pr|pull request|commit|patch|change(?: ?set)?)"
    r" (?:(?:also|now|only) )?(?:add|fix|implement|enabl|introduc|updat|chang|remov|replac|mak|mov"
    r"|allow|bump|skip|refactor|improv|support|extend|switch|drop|port|clean|document)\w*\b",
    FLAGS,
)
"""How the text of a change begins, as `git log` and release notes hold it: a title alone is none.

A title with the number of its pull request behind it is what GitHub gives a squashed change, and
"fix(scope): " is the form of https://www.conventionalcommits.org/
"""
_OF_A_CHANGE = late(
    r"\bpull request resolved: |^\W{0,6}test plans?\b\W{0,4}$|(?:^|[.!] )test plan: "
    r"|^\W{0,6}what does this (?:pr|pull request) do\b"
    r"|^\W{0,6}this (?:pr|pull request) (?:add|fix|implement|enabl|allow|refactor|improv|extend"
    r"|replac|mak|document)\w*\b"
    r"|^#{1,4} (?:what's (?:changed|new)|bug ?fixes|highlights|release notes|changelog)\b"
    r"|^\W{0,4}full changelog\b",
    FLAGS,
)
"""A line that only such a text has."""


CUDA_TOLD_BY = (
    *("torch.cuda.outofmemory", "cuda out of memory", "cuda error: ", "cudnn_status_"),
    *("cublas_status_", "gpu 0 has a total capac"),
)


def read_cuda(text: str, claims: Claims) -> None:
    """Read that CUDA is at work: one of `CUDA_TOLD_BY` is in a text that does not name mps."""
    if not _MPS.search(text):
        claims.add("reported", "cuda-at-work", PROSE)


def is_of_another_program(text: str) -> bool:
    """Return whether a text in lower case is about a program that has nothing to do with torch."""
    if is_in_a_line(_OF_NVIDIA, text) and not _AT_WORK_THERE.search(text):
        return True
    if is_in_a_line(_OWN_ENGINE, text) and not _CALLS_TORCH.search(text):
        return True
    if _WITH_TORCH.search(text):
        return False
    return is_in_a_line(_ENGINES, text) or (
        is_in_a_line(_APPS, text) and not is_in_a_line(_COMPUTES, text)
    )


@lru_cache(maxsize=1)
def is_of_a_change(text: str) -> bool:
    """Return whether a text in lower case tells what somebody changed: what was, and is mended."""
    return _BEGINS_A_CHANGE.match(text) is not None or is_in_a_line(_OF_A_CHANGE, text)


@lru_cache(maxsize=1)
def is_no_matter_of_mps(text: str) -> bool:
    """Return whether another program computes, or the CPU, or the author was to blame."""
    return (
        is_of_another_program(text)
        or is_in_a_line(_SETTLED, text)
        or (is_in_a_line(_ON_THE_CPU, text) and not is_in_a_line(_OF_A_GPU, text))
    )
