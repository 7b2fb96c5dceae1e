"""Short titles and sentences that tell of one cause, and near misses of the same words."""

import pytest

from mps_doctor import diagnose

TOLD = {
    "app-requires-cuda": [
        "Macs have no NVIDIA GPU, will this ever run on them?",
        "Error on Mac: no NVIDIA driver found",
        "Can I train it on a MacBook Pro without an NVIDIA GPU?",
        "macOS support? The readme mentions only CUDA.",
        "I don't have a CUDA device, only an M2. How do I run inference?",
        "The install instructions are for CUDA, what about Apple Silicon?",
        "Everything is .cuda() — what should I change for mps?",
        "Replace cuda by mps in the scripts? It complains about CUDA on my M1.",
        "How to disable CUDA on a Mac? It raises an error at start.",
        "M1 Mac: it says CUDA not available and exits",
        '"CUDA is not available" error on MacBook Air',
        "torch.cuda.device_count() is 0 on my Mac and training stops",
        "Support Mac GPU instead of only NVIDIA",
        "Make CUDA optional so Mac users can run this",
        "Hard dependency on CUDA prevents usage on macOS",
        "Is CUDA mandatory? I only have a MacBook.",
        "cuda runtime error on mac m1",
        "need help: mac m2, no cuda, can't start webui",
        "nvcc not found on my Mac",
    ],
    "mps-op-wrong-result": [
        "mps gives me different answers than cpu for the same prompt",
        "Output quality on M1 much worse than on my PC",
        "Inference on Apple Silicon returns garbage",
        "With the GPU of my M1 the depth map is flat",
        "Mask is empty when using mps",
        "Only black frames on my Mac with AnimateDiff",
        "Whisper on mps: hallucinated text",
        "mps: transcription is empty string",
        "Bounding boxes are off by half the image on M1",
        "Upscaled image has weird colors on M2 Max with mps",
        "Generated images look burned on mps",
        "Same seed gives other image on mps every time",
        "model outputs only zeros on M3",
        "All predictions are class 0 on mps",
        "loss = nan after first step on M2 with mps",
        "loss explodes on mps only",
        "Accuracy 10% on mps vs 98% on cpu",
        "Text generated on mps is complete nonsense",
        "Voice sounds like a demon on mps, normal on cpu",
        "audio is just static with mps",
        "The 3D mesh comes out as a blob on mps",
        "eval results on macOS GPU do not match the paper, on cpu they do",
        "embedding similarity is wrong on mps",
        "attention mask ignored on mps",
    ],
    "mps-op-crash": [
        'Kernel crashes as soon as I call model.to("mps")',
        "python crashed with mps in the second epoch",
        "abort trap 6 on M1 when running on GPU",
        "mps: Segmentation fault: 11 during inference",
        "Assertion failed in MPSNDArray on my Mac",
        "The whole app closes on generation, M1 Pro, mps",
    ],
    "float64-unsupported": [
        "mps does not do float64",
        "double tensors on mps: error",
    ],
    "distributed-unsupported-on-mps": [
        "DDP on Mac GPUs does not work",
    ],
    "tensors-on-different-devices": [
        "Expected all tensors on same device, mps:0 and cpu",
    ],
    "mps-memory-growth": [
        "after 100 images on mps 60 GB are used",
    ],
}
NOT_TOLD = [
    "Add mps to device choices",
    "docs: mention mps in the readme",
    "How do I select mps as the device?",
    "Thanks, it works on my M1 now",
    "Benchmark: M2 Max mps vs RTX 3090",
    "mps support merged in v1.3",
    "Slow on M1 even with mps",
    "Does it use the GPU on Mac?",
    "CUDA and MPS are both supported",
    "feature request: select device in the UI on Mac",
    "Typo in the mps section",
    "The pictures on the Mac app icon are blurry",
    "Window is black after resize on macOS",
    "No sound on my MacBook speakers",
    "Text in the terminal is garbled on macOS",
    "The readme mentions only CUDA and MPS as devices.",
    "CUDA is mandatory on Linux, on a Mac mps is used.",
    "No NVIDIA driver found, using mps. Everything fine on my M2.",
    "CUDA not available, falling back to mps on my Mac.",
    "CUDA not available, using MPS",
    "It fails for CUDA 11.7 on Ubuntu, on my Mac it works.",
    "Mac users without CUDA can now use mps.",
    "I have no CUDA device, but mps works well on my M1.",
    "Will this work with mps as well as with CUDA?",
    "Added instructions for Apple Silicon beside those for CUDA.",
    "The docs are for CUDA and mps.",
    "A guide how to disable CUDA in the build: not needed on a Mac.",
    "Quality on my Mac is better than on the web site.",
    "The mask is empty if no object is in the picture, on mps as on cpu.",
    "The output folder is empty, I use an M1.",
    "On my M1 the cache is empty after a restart.",
    "The list is empty when I open the app on my M2.",
    "It sounds like a good idea to support mps.",
    "It sounds like mps is what you need on a Mac.",
    "The loss on mps goes down as expected.",
    "Predicts only class names given in the list, runs on mps.",
    "Icons are blurry on my M1 MacBook after resizing the window.",
    "Images are empty placeholders in the docs for the M1 guide.",
    "The response is empty because the API key is missing (macOS, M2).",
    "The results on the M3 are faster than on the M1.",
    "How do I train on the GPU of my M1?",
    "M1 Max with 64 GB, running on the GPU takes 12 s per image.",
    "I use an M2 with the GPU for training, it is great.",
    "double check on mps: no error",
    "DDP isn't needed on Macs with one GPU.",
    "Expect all tensors on the same device after this change (mps).",
    "Flux runs on my Mac in 60 s per image, a white image is shown while loading.",
    "The webui has black and white themes on my Mac.",
    "controlnet makes images from a blank canvas, M1 Max, all good",
    "The audio comes out as a wav file on my M2.",
    "The picture comes out as a 1024 square on mps.",
    "Hallucinations of whisper are less frequent with large-v3 on mps.",
    "Can I use a CUDA checkpoint on mps?",
    "Trained on CUDA, used on my MacBook with mps without trouble.",
    "Do I need to install CUDA on my Mac?",
    "Is NVIDIA needed? No, Apple Silicon works too.",
    "After 3 hours the training is done, 10 GB of checkpoints, on mps.",
    "The program quits when I press q, runs on mps.",
    "My M2 has 24 GB of memory, after 100 images on mps all is fine.",
]


@pytest.mark.parametrize(
    ("cause", "text"), [(cause, text) for cause, texts in TOLD.items() for text in texts]
)
def test_a_short_text_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOT_TOLD)
def test_a_near_miss_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None
