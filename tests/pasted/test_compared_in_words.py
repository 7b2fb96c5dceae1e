"""Comparisons of two devices that tell of wrong results, programs for CUDA, and near misses."""

import pytest

from mps_doctor import diagnose

TOLD = {
    "mps-op-wrong-result": [
        "Training on the M1 GPU doesn't converge whereas on the CPU it does",
        "My network collapses on mps but trains on cuda",
        "The agent learns on the CPU but not on mps",
        "The loss is much higher on mps than on cpu",
        "Detections disappear with mps, the cpu keeps them",
        "With mps it predicts the same class for every picture",
        "The sentences make no sense with device mps",
        "The pictures are colourful noise on my M1 Pro",
        "Visible seams in the result, device mps",
        "The score is 0.91 on CUDA and 0.12 on my M2 with mps",
        "With mps I get an accuracy of 0.10 while the cpu gives 0.97",
        "A wrong transcription with the Apple Silicon GPU",
        "The word is repeated without end with mps",
        "Its answers are random words on the Apple Silicon GPU",
        "The landmarks collapse to one point on mps",
        "The masks of mps miss half of the cells",
        "The colours are inverted with the mps device",
        "The score is 0 after training on an M2 GPU",
        "The similarity of cpu and mps vectors is only 0.62",
        "The maximum absolute difference of cpu and mps is 3.7",
        "A strong green tint with mps, on CPU the colours are natural",
        "The outputs on mps vary from run to run, the cpu is stable",
        "mps ignores the padding of the left side",
        "The faces are deformed with mps, fine with cuda",
        "The cleaned audio is just a beep on mps",
        "The loss is always 0.0 with --device mps",
        "With torch 2.6 the output of mps is fine, with 2.7 it is garbage",
    ],
    "bfloat16-unsupported": ["bf16 is not supported on my M1", "a bfloat16 error on mps"],
    "distributed-unsupported-on-mps": ["DDP on my Mac: no NCCL"],
    "torch-compile-unsupported-on-mps": ["compile=True does not work on mps"],
    "tensors-on-different-devices": [
        "The weights are on mps, the input on cpu, an error in conv1d",
        "One of the buffers stays on the cpu when I move it to mps",
    ],
    "mps-out-of-memory": [
        "My Mac is unusable, memory pressure is red, with mps",
        "It eats up all memory of my Mac (mps)",
        "16 GB, swap is at 30 GB with mps",
    ],
    "mps-memory-growth": [
        "mps takes 30 GB of memory and never gives it back",
        "90 GB of memory for one process (mps), it increases every step",
    ],
    "mps-op-crash": [
        "Trace trap when it runs on mps",
        "The process exits silently on mps",
        "A fatal error in MPSGraph, python aborts",
    ],
    "float64-unsupported": ["A TypeError about float64 when I move my table to mps"],
    "op-not-implemented": [
        "mps doesn't have an implementation of the layer",
        "my model has a ConvTranspose3d which mps lacks",
        "A histogram fails on mps since not implemented",
        "linalg.svd falls back to the CPU on mps",
        "It needs PYTORCH_ENABLE_MPS_FALLBACK=1 on my M1",
        "The bicubic upsampling isn't supported on mps",
        "Deformable attention isn't available on mps",
        "torchvision::made_up isn't supported on mps",
    ],
    "app-requires-cuda": [
        "The code assumes an NVIDIA card, I have an M1",
        "It tries to use cuda even though I am on a mac",
        "Only NVIDIA cards are supported, my computer is a MacBook",
        "It crashes on `import triton`, macOS",
        "It starts only when CUDA is present. I have a Mac",
        "The code calls torch.cuda.synchronize() unconditionally, which fails on a Mac",
        "setup.py wants CUDA_HOME on my Mac",
        "Torch is not able to use GPU. macOS, M1",
        "Only CUDA devices are supported, my machine is a MacBook Air",
        "All is moved with .cuda(), which breaks on my M1",
        "It ends on macOS because torch.cuda.is_available() is False and the script exits",
    ],
    "intel-mac-no-wheel": ["There is no torch 2.4 for Intel Macs"],
}

OF_DEVICES_AND_ROUNDS = {
    "mps-op-wrong-result": [
        ("ValueError: loss is nan as soon as I pass --device mps:0, the CPU run on my M3 is fine."),
        ("On mps my depth map is inverted. On cpu it is as in the paper. torch 2.5.1, M2."),
        (
            "torch.cumsum on a bool tensor on mps returns negative counts. Same call on "
            "cpu gives 10."
        ),
        (
            'F.grid_sample(..., padding_mode="border") on mps: assert '
            "torch.allclose(out_mps.cpu(), out_cpu) fails, max difference 3.2"
        ),
        ("Perplexity 3000 on mps, 22 on cpu"),
        (
            "FloatingPointError: Loss became infinite or NaN at iteration=12! loss_dict = "
            "{...}. I train with mps on an M2 Pro; cpu is fine."
        ),
        ("RuntimeError: Loss is NaN, aborting. Device: mps. With CPU: no problem."),
        ("Recall of 0.93 with the CPU and 0.05 when the same index is built with mps embeddings."),
        ("The anomaly map is upside down when device is mps"),
        ("bounding boxes have negative coordinates on mps"),
        ("the depth estimator outputs a flat plane on M3 with mps"),
        ("index_put_ with accumulate=True loses updates on mps"),
        ("Apple M2 Max, torch 2.7: x[mask] = 0 on mps zeroes other rows too"),
        (
            "Ran the official demo on my Mac Studio M1 Ultra. device cpu: person 0.91, "
            "dog 0.88. device mps: nothing detected."
        ),
        ("Loss goes to 0.02 on cuda and to 0.69 (random) on mps with the same seed and data"),
        (
            "The upscaled picture has a grid of tiles with different brightness on M1 Max "
            "(mps). With --cpu it is clean."
        ),
    ],
    "mps-wrong-results-os-version": [
        (
            "Upgraded from Sonoma to Tahoe yesterday, nothing else changed, and now my "
            "segmentation on the Apple GPU finds zero objects."
        ),
        (
            "MPS inference gives nan on macOS 26.1. A second Mac with macOS 15.6 and the "
            "same environment gives right numbers."
        ),
        (
            "the very same venv returns correct embeddings on macOS 14.3 and wrong ones "
            "on 14.4 (device mps)"
        ),
        ("macOS 26 beta 3: conv_transpose on mps differs from cpu. On 15.5 it is equal."),
        ("mps returns zeros for conv1d under Tahoe. Under Sequoia the values were right."),
        (
            "my colleague on Sonoma 14.3 gets a cat, I get noise on Sonoma 14.4.1, same "
            "code, same torch 2.2.1, both M2"
        ),
        (
            "Since macOS 26 my diffusion pictures on mps look washed out and blotchy. It "
            "was good before."
        ),
    ],
    "mps-op-crash": [
        (
            "Python quit unexpectedly when embedding documents on the M1's GPU; with "
            'device="cpu" the job ends normally'
        ),
        (
            'Fatal Python error: Bus error\nFile "transformers/generation/utils.py", '
            "line 2789 in _sample\ndevice mps, M2 Max, torch 2.4.0"
        ),
        ("the python process just disappears when I call .backward() with mps, echo $? prints 134"),
        (
            "libc++abi: terminating due to uncaught exception of type c10::Error: command "
            "encoder is already encoding"
        ),
        ("uvicorn worker exits with signal 6 when two requests embed on mps at once"),
        (
            "malloc: *** error for object 0x600: pointer being freed was not allocated. "
            "Only with device mps"
        ),
    ],
    "mps-crash-os-version": [
        (
            "Python dies with a bus error on every backward since macOS 26.0, on mps. On "
            "15.6 it was stable."
        ),
        (
            "Installing the 15.2 beta made every torch program on the GPU crash with "
            "EXC_BAD_ACCESS in MetalPerformanceShadersGraph"
        ),
        ("Everything I run on mps dies since I installed the macOS 26 beta"),
        ("Whole Mac reboots when training on the GPU since Sequoia"),
    ],
    "mps-memory-growth": [
        (
            "every call of model.generate on mps leaves 200 MB behind, gc.collect() and "
            "torch.mps.empty_cache() change nothing"
        ),
        (
            "driver_allocated_memory goes from 2 GB to 30 GB in 500 steps while "
            "current_allocated_memory is constant"
        ),
        (
            "with variable length inputs the mps graph cache is never freed: 1.6 GB at "
            "the start, 7.8 GB after 200 batches"
        ),
        ("Epoch 1 uses 6 GB, epoch 2 9 GB, epoch 3 12 GB on mps. On cuda it is 6 GB all the time."),
        (
            "memory pressure on my mac goes yellow, then red, the longer I train with "
            "mps. A restart of the script resets it."
        ),
        ("LSTM in a loop on mps eats all RAM though under no_grad"),
        ("Activity Monitor: python 4 GB, 9 GB, 17 GB, 31 GB while the mps loop runs"),
        ("After 40 images the mps process holds 28 GB, a fresh process needs 6 GB"),
        (
            "torch.mps.current_allocated_memory() increases in every iteration although I "
            "delete the tensors"
        ),
        ("RAM is not released after inference on M1, I have to restart the server every hour"),
        ("training gets slower and slower because mps memory creeps into swap over the epochs"),
        ("del model; gc.collect(); torch.mps.empty_cache() do not give the memory back"),
        ("inference server on mps: 3 GB after start, 11 GB after an hour, 24 GB in the evening"),
        ("Each epoch takes longer on mps as the memory used climbs"),
        ("tracemalloc shows nothing but the process on mps keeps getting bigger"),
        ("用 mps 训练，内存越来越大，最后被系统杀掉"),
    ],
    "torch-compile-unsupported-on-mps": [
        (
            "The compile node needs inductor, which does not exist for the Mac's GPU. "
            "aot_eager runs."
        ),
        (
            "I had to pass --compile=False on my MacBook, with torch.compile the mps run "
            "breaks (torch 2.2)"
        ),
        ("RuntimeError: Device type mps is not supported yet with the Inductor compiler"),
        ("compiling my model for mps with inductor fails, eager mode is fine. torch 2.5.1"),
    ],
    "inductor-metal-codegen-bug": [
        ("torch 2.9 on an M4: with torch.compile the loss is nan on mps, without it converges"),
        ("the shader that inductor emits for BatchNorm on mps has a syntax error"),
    ],
    "checkpoint-location-unsupported": [
        ("the .pkl was written on the Mac's gpu and cannot be read on our Ubuntu server"),
        ("I cannot open my friend's GPU model on my Mac, it wants CUDA. map_location fixed it"),
    ],
    "metal-compiler-service-unreachable": [
        (
            'After some hours my mps worker logs "Compiler failed to build request" and '
            "the Metal compiler service cannot be reached any more; a reboot helps"
        ),
        (
            "mps in a launchd daemon: Connection init failed at lookup with error 3 - No "
            "such process, MTLCompilerService"
        ),
    ],
    "mps-out-of-memory": [
        ("Not enough unified memory: the 13B model wants 26 GB on mps, I have 24"),
        ("I have a Mac mini M4 16 GB, batch size 32 needs too much memory for mps, 8 works"),
        ("the training got killed by macOS because it took all the memory (mps, ViT-L)"),
    ],
    "distributed-unsupported-on-mps": [
        (
            "Is there a way to use both Mac minis' GPUs in one DDP job? mps with ddp "
            "raises a MisconfigurationException"
        ),
    ],
}
"""What macOS, two devices, rounds and compilers have to do with what goes wrong."""

OF_OTHERS = [
    ("This started after updating to Sequoia: exported PNGs are black in Preview. M3 Pro."),
    (
        "Dual boot, RTX 4060. Windows 11 fine, on Linux torch.cuda.OutOfMemoryError: "
        "CUDA out of memory."
    ),
    ("The video player shows a green screen on my M1 Mac after the update to 15.2, audio is ok."),
    ("After updating macOS to 14.8.5 the screen of my game is black, sound still plays."),
    ("Memory leak in the Electron app on Apple silicon: 800 MB after two days."),
    ("CMake error: Could NOT find OpenMP_C. macOS 14, building OpenCV with brew clang."),
    ("whisper.cpp with Metal gives empty output on an Intel Mac, -ng helps"),
    ("In Blender 4.1 Cycles with Metal renders black on my M1, CPU renders fine"),
    ("TensorFlow-metal gives a wrong loss on M1, on CPU right. tensorflow-macos 2.12"),
    (
        'MLX on macOS 26.3.1 aborts with "A command encoder is already encoding to '
        'this command buffer", mlx 0.31'
    ),
    ("Upgraded from Sonoma to Sequoia last week, mps still works, no change in speed."),
    ("int64 cumsum is supported natively since macOS 13.3, so no fallback is needed there."),
    ("bfloat16 on mps works since macOS 14.0. I have 15.1 and all is well."),
    ("Since the 15.2 update my trackpad feels different."),
    ("The crash is fixed since macOS 14.2, thanks."),
    ("Correct on macOS 14.3 and correct on 14.4, device mps."),
    ("It returns 10 on mps. On cpu it returns 10 as well."),
    ("Loss 0.43 on mps, 0.43 on cpu."),
    ("accuracy 91.2 on mps, 91.3 on cuda"),
    ("mps gives 12 it/s, the same on cuda gives 40 it/s"),
    ("torch.mps.driver_allocated_memory() is 2.1 GB, recommended_max_memory() is 21 GB."),
    ("We cache one graph per shape, that is by design (mps)."),
    ("model = torch.compile(model) works on mps with torch 2.9, 1.3 times faster"),
    ("with torch.compile 30 it/s on mps, without it 22 it/s"),
    ("How do I enable inductor for mps? I use torch 2.10."),
    ("A checkpoint written on the Mac's gpu was read on our Ubuntu server without trouble."),
    ("The export notebook was made on a Mac and loads a csv file."),
    ("assert torch.allclose(a, b) holds on mps"),
    (
        "ValueError: cannot convert float NaN to integer, in the plotting code of my "
        "notebook on the Mac"
    ),
    ("ValueError: Input contains NaN, sklearn on my M2"),
    ("How large is the difference between mps and cpu usually? I read about 1e-5."),
    ("macOS 15.3: python 3.12, torch 2.6. On 14.7 I had python 3.11. Both fine."),
    ("My M1 has 8 GB. Is that enough for whisper medium?"),
    ("What does PYTORCH_MPS_HIGH_WATERMARK_RATIO do?"),
    ("The nightly of May fixed the leak, memory is flat now on mps."),
    ("Does anyone have FSDP running on an M2 Ultra? Only curious."),
    ('The loader reads with map_location="cpu" and moves the model to mps, fine.'),
    ("RuntimeError: cuDNN error: CUDNN_STATUS_NOT_INITIALIZED, Ubuntu 20.04, GTX 1080"),
    ("The game crashes with a Metal assertion since macOS 26.1 on my M4."),
    ("Lightroom exports are pink since Sequoia 15.1, M1 Max"),
    ("OBS shows a black screen capture since I updated to Tahoe"),
    ("The app's memory usage grows to 3 GB on macOS, Swift"),
    ("llama.cpp generates gibberish with Metal on my M2, CPU build is right"),
    ("ollama on my M3 repeats one token forever, gguf q2"),
    ("MLX: quantized matmul segfaults after macOS 26.3.1"),
    ("coremltools converts my model, the Core ML prediction differs from the Swift one"),
    ("ONNX Runtime with CoreML provider is wrong for int64 inputs"),
    ("mps:\ntensor([1.2, 0.4], device='mps:0')\ncpu:\ntensor([1.2, 0.4])"),
    ("Does whisper on mps support word timestamps? On cpu it does."),
    ("I get 38 it/s on mps and 4 it/s on cpu, is that what you see?"),
    ("Please document that device can be mps, cpu or cuda."),
    ("Tested on M1 (mps), RTX 3090 (cuda) and cpu: all three give the same transcript."),
    ("This PR removes the float64 cast so that mps users do not need the CPU."),
    ("Thanks! Upgrading torch to 2.4.1 fixed the noise on my M1."),
    ("Closing, it was my own bug: I had normalised twice. mps and cpu agree now."),
    ("The picture was black because my prompt tripped the safety checker. M1 Max."),
    ("It was out of disk space, not memory. M2."),
    ("batch size 64 uses 11 GB on my M3 Max, fine."),
    ("How can I see how much memory mps uses?"),
    ("Is there a memory profiler for mps?"),
    ("The process is killed when I press ctrl-c during the mps run, as expected"),
    ("ctrl+c leaves a zombie python on macOS"),
    ("My training on mps is deterministic if I set the seed, good."),
    ("nan in the csv file crashed my preprocessing on the MacBook"),
    ("Metal compiler warnings: unused variable 'tmp3' (mps), no error"),
    (
        "UserWarning: resource_tracker: There appear to be 1 leaked semaphore objects "
        "to clean up at shutdown"
    ),
    (
        "torch.compile on my Linux box with a 4090 fails: InductorError "
        "CppCompileError g++ not found"
    ),
    ("The map_location argument accepts a string, a device or a function."),
    ('Which map_location should the docs use for Macs? I suggest "cpu".'),
    ("We ship omp.h in the wheel's include folder now."),
    ("xcrun metal -c kernel.metal works, just asking where the air file goes"),
    ("game engine: MTLCompilerService eats 100 % CPU on my M1"),
    ("In my iOS app the XPC connection is interrupted, NSXPCConnection"),
    ("Sequoia 15.2, M2, torch 2.5.1, mps: all 128 tests pass"),
    ("since I moved from Intel to M3 my mps training takes 4 minutes instead of 40"),
    ("MPS (Multi-Process Service) of NVIDIA: nvidia-cuda-mps-control crashes on our A100 node"),
    ("The CUDA MPS server is out of memory, Slurm job on V100"),
]
"""Programs that do not compute with torch, and good news."""


OF_COUNTS_AND_ORDER = {
    "mps-op-wrong-result": [
        "The reconstruction on mps is clearly worse, the one on cpu is sharp. torch 2.3",
        "The audio made with mps sounds a lot worse, I also tried the CPU",
        "`a.nonzero()` on mps finds 7 rows, `a.cpu().nonzero()` finds 9",
        "argsort on mps leaves some rows unsorted. torch 2.1.0",
        "masked_select on mps picks the wrong elements for bool masks",
        "With device='mps' the boxes are in the wrong place, with device='cpu' they fit",
        "FAILED test_prod_mps - AssertionError: Scalars are not close!\nExpected 24.0 but got 6.0.",
    ],
    "mps-wrong-results-os-version": [
        "Updating to macOS 14.4 turned pictures into noise on mps; a Mac with 14.3 is fine.",
    ],
    "mps-crash-os-version": [
        "After the update to macOS 14.4 the sampler dies on mps; on 14.3 it ran every day.",
    ],
    "mps-memory-growth": [
        "RSS after 100 batches 2.1 GB, 1000 batches 9.8 GB, device mps",
        "driver_allocated_memory only climbs, although tensors on mps are deleted",
        "The server on my M1 Max keeps more memory after each prompt.",
    ],
    "distributed-unsupported-on-mps": [
        "accelerate launch on my Mac: mps does not support multi-GPU",
    ],
    "mps-op-crash": [
        "Python quits unexpectedly with EXC_BAD_ACCESS as soon as conv3d runs on mps. torch 2.2.",
    ],
}
"""Counts, order, updates and rounds, told in few words."""

NEAR_COUNTS = [
    "Results on mps are no worse than on cpu",
    "The speed on mps is even worse than on cpu for small outputs",
    "b.nonzero() on mps finds 5 rows, b.cpu().nonzero() finds 5",
    "mps returns 3 images in 4 s, cpu returns 3 images in 40 s",
    "The mps build counts 14 tests, the cpu build counts 2210 tests",
    "Upgrading to macOS 14.4 made mps training twice as fast",
    "RSS after 100 batches 2.1 GB, 1000 batches 2.1 GB, device mps",
    "driver_allocated_memory goes up to 3 GB in the first step and stays there (mps)",
    "The list is unsorted in the viewer of our mps profiler",
    "Sonoma runs it, Sequoia too. mps device, torch 2.5",
    "Memory is 4 GB at epoch 1 and 4 GB at epoch 10 on mps",
]

SETTLED = [
    "jax-metal aborts with a failed assertion on my M2; torch is not involved",
    "The black images on mps were my fault, I had scaled them twice.",
    "With torch 2.9 the numbers on mps and cpu agree again. It was noise with 2.6.",
    "My own bug: I forgot model.eval(), so mps and cpu gave different results.",
    "The memory growth on mps was caused by our logger which kept the tensors.",
    "Feature request: raise a clear error on mps instead of crashing.",
    "RTX 4080, Windows 11: NaN in float16. On my friend's Mac everything runs.",
    "Release notes: fixed wrong results of cumsum on MPS, fixed a memory leak on MPS",
]
"""What its author calls done, his own fault, or a wish."""

NOT_TOLD = [
    "The loss is the same on mps and cpu, the time is lower on mps than on cpu",
    "GPU usage is lower on mps than on cuda",
    "Would mps give a higher accuracy than cpu?",
    "0.91 s on cpu and 0.12 s on mps",
    "An accuracy of 0.91 on cpu and 0.91 on mps",
    "All detections are found on mps and cpu, no labels are missing",
    "On mps and on cpu the results are the same for all inputs",
    "It does make sense to use mps",
    "The black dots around the window of the program, on macOS",
    "If you have no NVIDIA card it automatically uses mps",
    "Do not use cuda on a Mac",
    "Only the `aten::made_up` operation falls back to the CPU, all others use MPS",
    "The similarity of cpu and mps vectors is 0.999",
    "It runs on mps, on CPU it works too",
    "My images are made with mps, with cpu it is slow but fine",
    "The maximum absolute difference of cpu and mps is 3.7e-06",
    "The score is 0.98 after training on an M2 GPU",
    "Tested on an M3 with macOS 14.6 and torch 2.4.0, Intel iMac not tested.",
]


@pytest.mark.parametrize(
    ("cause", "text"),
    [
        (c, text)
        for all_told in (TOLD, OF_DEVICES_AND_ROUNDS, OF_COUNTS_AND_ORDER)
        for c, told in all_told.items()
        for text in told
    ],
)
def test_what_is_compared_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOT_TOLD + OF_OTHERS + NEAR_COUNTS + SETTLED)
def test_what_is_near_it_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None
