"""Speed, and whether the GPU is used."""

from mps_doctor.knowledge.rows.topics.topic import (
    MPS_VARIABLES,
    Topic,
    python,
    torch_file,
    torch_issue,
)

ROWS = (
    Topic(
        id="gpu-really-used",
        question="Is the GPU really used?",
        words=(
            "gpu really used",
            "gpu used",
            "use the gpu",
            "model on gpu",
            "gpu usage",
            "activity monitor",
            "nvidia-smi",
            "still on the cpu",
            "powermetrics",
            *("utilization",),
        ),
        answer=(
            "Work runs where its tensors are: if `next(model.parameters()).device` and one input "
            'say mps, the GPU does it; if they say cpu, move both with `.to("mps")`. '
            "Memory allocated on mps above 0 means that tensors are there. "
            "For the load of the whole Mac, open Activity Monitor and choose Window > GPU History."
        ),
        show=python(
            'import torch; x = torch.ones(9, device="mps"); '
            "print(x.device, torch.mps.current_allocated_memory())"
        ),
        see=("smoke-test", "fallback", "slower-than-cpu"),
        sources=(torch_file("torch/mps/__init__.py"), MPS_VARIABLES),
    ),
    Topic(
        id="slower-than-cpu",
        question="Why is mps slower than the CPU?",
        words=(
            "slower than cpu",
            "slower than the cpu",
            "mps slow",
            "slow on mps",
            "gpu slow",
            "cpu faster",
            "no speedup",
            "training slow",
            "slow training",
        ),
        answer=(
            "Small work often is: launching each operator costs more than its arithmetic. "
            "`.item()`, `.cpu()` and printing wait for the whole queue; operators that fall back "
            "copy there and back. Use larger batches, read losses once an epoch, and compare "
            "after a few warm-up steps. If the CPU still wins, it's the right device for that "
            "model."
        ),
        show=("mps-doctor", "bench"),
        see=("fallback", "how-to-time", "first-steps-slow"),
        sources=(torch_issue(122973), torch_issue(124056)),
    ),
    Topic(
        id="heat-and-power",
        question="Does a hot Mac, or one on battery, slow down?",
        words=(
            *(
                "overheat",
                "overheating",
                "throttle",
                "throttling",
                "thermal",
                "gets hot",
                "too hot",
            ),
            *("fan noise", "no fan", "fanless"),
            *("battery", "low power mode", "slows down after"),
        ),
        answer=(
            "It can: macOS lowers the speed of a chip that gets too hot, and low power mode lowers "
            "it at once. `pmset -g therm` prints thermal warnings, `pmset -g` whether "
            "`lowpowermode` is 1. To see what it costs, run the bench cold and again after ten "
            "minutes of work."
        ),
        show=("pmset", "-g", "therm"),
        see=("how-to-time", "slower-than-cpu"),
        sources=(
            "pmset/pmset.m of https://github.com/apple-oss-distributions/PowerManagement",
            "https://developer.apple.com/documentation/foundation/processinfo/thermalstate",
        ),
    ),
    Topic(
        id="how-to-time",
        question="How do I time work on the GPU?",
        words=("time gpu", "timing", "measure", "synchronize", "benchmark", "torch.mps.event"),
        answer=(
            "A call can return before the GPU has finished: call `torch.mps.synchronize()` before "
            "you start and before you stop the clock. Leave out the first runs, and take the "
            "median of many. `torch.mps.Event(enable_timing=True)` measures on the GPU itself "
            "(PyTorch 2.1 and newer)."
        ),
        show=python(
            'import time, torch; x = torch.rand(2048, 2048, device="mps"); x @ x; '
            "torch.mps.synchronize(); t = time.perf_counter(); x @ x; "
            "torch.mps.synchronize(); print(time.perf_counter() - t)"
        ),
        see=("slower-than-cpu", "profiler"),
        sources=(torch_file("torch/mps/event.py", "2.1.2"), torch_issue(124056)),
    ),
    Topic(
        id="first-steps-slow",
        question="Why are the first steps so slow?",
        words=("first step", "first batch", "first run", "first inference", "warm up", "new shape"),
        answer=(
            "The first time that an operator meets a shape or a dtype, PyTorch builds a graph or "
            "compiles a shader, and keeps it. Inputs whose shape always changes pay for it at "
            "every step: pad them to a few sizes. Run one batch before you measure."
        ),
        show=python(
            'import time, torch; x = torch.rand(999, 999, device="mps"); '
            "[print(time.perf_counter(), torch.nn.functional.gelu(x).sum().item()) "
            "for _ in range(4)]"
        ),
        see=("slower-than-cpu", "memory-grows"),
        sources=(torch_issue(181485), torch_issue(124056)),
    ),
    Topic(
        id="import-slow",
        question="Why does `import torch` take so long?",
        words=("import slow", "slow import", "import torch", "import long", "startup"),
        answer=(
            "It loads large libraries: one file of the 2.15.0 wheel has 422 MB. The first import "
            "after an installation reads them from disk, later ones find them in memory: judge "
            "the second. If it's always slow, the last column of the output names what took long, "
            "in microseconds."
        ),
        show=("python", "-X", "importtime", "-c", "import torch"),
        see=("torch-import-time", "torch-import-hangs"),
        sources=("file list of torch-2.15.0-cp311-cp311-macosx_14_0_arm64.whl",),
    ),
    Topic(
        id="profiler",
        question="How do I profile MPS?",
        words=("profiler", "profile", "profiling", "signpost", "instruments", "operator slow"),
        answer=(
            "Set PYTORCH_MPS_LOG_PROFILE_INFO=8: at its end the program prints the times of "
            "operators, copies and fallbacks. For a timeline in Xcode's Instruments, wrap the "
            'steps in `with torch.mps.profiler.profile("interval"):` (PyTorch 2.1 and newer). '
            "`torch.profiler` records the CPU's side only, up to 2.15."
        ),
        show=python(
            'import torch; x = torch.rand(512, 512, device="mps"); print((x @ x).sum().item())',
            PYTORCH_MPS_LOG_PROFILE_INFO="8",
        ),
        see=("metal-capture", "how-to-time", "PYTORCH_MPS_LOG_PROFILE_INFO"),
        sources=(
            torch_file("torch/mps/profiler.py"),
            torch_file("aten/src/ATen/mps/MPSProfiler.h"),
        ),
    ),
    Topic(
        id="metal-capture",
        question="How do I capture what PyTorch sends to Metal?",
        words=("metal capture", "gputrace", "gpu trace", "metal debugger", "frame capture"),
        answer=(
            'Inside `with torch.mps.profiler.metal_capture("run.gputrace"):` every Metal call goes '
            "to a file that Xcode opens (PyTorch 2.7 and newer). Start the program with "
            "MTL_CAPTURE_ENABLED=1, or Metal refuses. Xcode's command-line tools can't open the "
            "file: it takes the whole of Xcode."
        ),
        show=python(
            "import torch; print(torch.mps.profiler.is_metal_capture_enabled())",
            MTL_CAPTURE_ENABLED="1",
        ),
        see=("profiler", "MTL_CAPTURE_ENABLED"),
        sources=(
            torch_file("torch/mps/profiler.py", "2.7.1"),
            "https://developer.apple.com/documentation/xcode/"
            "capturing-a-metal-workload-programmatically",
        ),
    ),
    Topic(
        id="pin-memory",
        question="What does the warning about pin_memory mean?",
        words=("pin_memory", "pinned memory", "pin memory"),
        answer=(
            "Nothing is wrong. A DataLoader with `pin_memory=True` finds that MPS has no pinned "
            "memory, warns, and goes on without it. Pinning speeds up copies to a GPU with memory "
            "of its own; a Mac has one memory. Set `pin_memory=False` (in transformers "
            "`dataloader_pin_memory=False`) and the warning is gone."
        ),
        show=python(
            "import torch.utils.data as d; print(next(iter(d.DataLoader([1, 2], pin_memory=True))))"
        ),
        see=("unified-memory", "num-workers"),
        sources=(
            torch_file("torch/utils/data/dataloader.py", "2.13.0"),
            torch_issue(86060),
        ),
    ),
    Topic(
        id="num-workers",
        question="Why is a DataLoader with num_workers slow, or does it fail, on a Mac?",
        words=(
            "num_workers",
            "dataloader",
            "workers",
            "multiprocessing",
            "spawn",
            *(
                "freeze_support",
                "semaphore",
            ),
        ),
        answer=(
            "On macOS Python starts workers anew (spawn) instead of forking: each imports torch "
            'and your script. Put the training below `if __name__ == "__main__":`, keep '
            "`persistent_workers=True`, and try `num_workers=0` first: for small data it's the "
            "fastest. Move tensors to mps in the main process, not in the workers."
        ),
        show=python("import multiprocessing; print(multiprocessing.get_start_method())"),
        see=("pin-memory", "slower-than-cpu"),
        sources=(
            "https://docs.python.org/3/library/multiprocessing.html#contexts-and-start-methods",
            "https://docs.pytorch.org/docs/stable/data.html",
        ),
    ),
    Topic(
        id="neural-engine",
        question="Does PyTorch use the Neural Engine?",
        words=("neural engine", "ane", "npu", "core ml", "coreml", "coremltools"),
        answer=(
            "No: `mps` is the GPU. The Neural Engine is reached by Core ML only: convert a "
            "trained model with coremltools, which may then run it on the CPU, the GPU or the "
            "Neural Engine. It serves inference, not training in PyTorch."
        ),
        show=("python", "-m", "pip", "show", "coremltools"),
        see=("gpu-really-used",),
        sources=(
            "https://apple.github.io/coremltools/docs-guides/source/load-and-convert-model.html",
            "https://developer.apple.com/documentation/coreml/mlcomputeunits",
        ),
    ),
)
