"""Wrong results that people tell in words, and sentences that are near them and tell of none."""

import pytest

from mps_doctor import diagnose

WRONG = "mps-op-wrong-result"


def cause_of(text: str) -> str | None:
    return diagnose(text).verdict.cause


@pytest.mark.parametrize(
    "text",
    [
        "device: mps\nevery second picture is completely black",
        "MacBook Air M2, torch 2.4.0\nThe preview was fine, but the final image was black.",
        "diffusers 0.30 on macOS\n[Bug]: black output at random",
        "Mac mini, fp16 VAE\nI only get grey squares",
        "On mps the frames turn green",
        "M3 Max, mps\nthe generated video is just noise",
        "--device mps produces gibberish",
        "Apple GPU, mps\n> Tell me a story\n!!!!!!!!!!!!!!!!!!!!!!!!!!",
        "generation on mps gives nonsense, the same prompt on the CPU reads well",
        "mps 上输出乱码",
        "tensor([[nan, nan, nan,  ..., nan, nan],\n        [nan, nan, nan]], device='mps:0')",
        "With mps all gradients become NaN.",
        "device mps: the loss goes to -inf",
        "I use mps. After two steps I see nan values",
        "mps: weird results given by my classifier",
        "odd outputs of my tagger on mps",
        "The 'MPS' backend causes poor results.",
        "MPS (Apple silicon) produces silently incorrect embeddings",
        "mps: my loss is stuck around 6, with the cpu it falls as it should",
        "The model does not learn on mps. On CUDA it does.",
        "on mps 训练不收敛",
        "my operator on mps: no error and no warning, just a wrong number",
        "argmax always returns zeros on mps",
        "Correctness issues in the reductions of mps",
        "device mps: the similarity of equal texts is 0.31 instead of 1.0",
        "train device=mps: cls_loss nan",
        "with mps there are no detections",
        "With float16 on mps all embeddings are identical",
        "index_add_ on mps writes to the wrong elements",
        "把设备改成mps之后输出乱码",
        "Numerical differences between the CPU and mps",
        "mps: skin in weird colors",
        "device mps returns an empty string, device cpu the whole sentence",
        "On the cpu it is fine, with mps the vocals file is silent",
        "CPUs and GPUs give different results on my M1",
        "MPS backend\nThe picture is darker, results don't match those of the CPU",
        "voices trained with mps have a much worse quality",
        "cpu finds five birds, mps finds none",
        "mps detects no faces, cpu does",
        "Mit mps sind alle Ergebnisse falsch",
        "mps: schwarze Bilder",
        "Avec mps, les résultats sont incorrects",
        "I risultati con mps sono sbagliati",
        "Training with the GPUs of a Mac results in significantly lower quality",
        "With mps I only get '!' as output",
        "multinomial is bugged on mps",
        "Size error in beam search on mps\nWith the cpu it runs as it should",
    ],
)
def test_tells_of_wrong_results(text: str) -> None:
    assert cause_of(text) == WRONG


@pytest.mark.parametrize(
    "text",
    [
        "MPS: we got not only black images but colours",
        "mps sums only the odd numbers of a row",
        "mps works, and no black images any more",
        "This release fixes black images on mps.",
        "on mps: pad with black images to the right size",
        "mps, black and white photographs as input",
        "device mps, folder of static images",
        "mps: tensor printed without nan values",
        "x = nan_to_num(x) # device mps",
        "mps. The garbage collector runs often.",
        "mps is great!!! thanks!!!",
        "I could not find the wrong value in my table. Device: mps",
        "The loss does not decrease, device: cuda",
        "mps: the queue of jobs is stuck",
        "M1, mps. After the start my browser shows a blank screen",
        "mps: the output folder is empty",
        "mps and cpu give the same results",
        "mps: do not repeat the same word in the prompt",
        "Loaded an empty list of models, device: mps",
        "mps works since I took torch 2.3.1 instead of 2.4.0",
        "Since upgrading to Sonoma mps is 50% slower than before",
        "mps: choose a lower quality for the thumbnails",
        "torch finds no mps, the cpu is used",
        'mps: I only get the answer "ok"',
        "My job fails. I use mps, others use the cpu",
        "mps: die Ergebnisse stehen in der Tabelle",
        "A viewer on my Mac\nI always get a black image here.",
        "OS: Ubuntu 22.04\nthe images are only noise, torch 2.4.0+cu121",
    ],
)
def test_tells_of_no_wrong_results(text: str) -> None:
    assert cause_of(text) != WRONG


def test_results_in_words_say_more_than_a_warning() -> None:
    warning = (
        "UserWarning: The operator 'aten::index_copy.out' is not currently supported on the MPS "
        "backend and will fall back to run on the CPU. This may have performance implications.\n"
    )
    assert cause_of(warning) == "op-not-implemented"
    assert cause_of(f"{warning}The output is gibberish.\n") == WRONG


def test_an_error_says_more_than_results_in_words() -> None:
    error = "RuntimeError: Placeholder storage has not been allocated on MPS device!\n"
    assert cause_of(f"Before, the output was gibberish.\n{error}") == "tensors-on-different-devices"


def test_slower_after_an_update_is_no_wrong_result() -> None:
    assert (
        cause_of("mps, M1. Since updating to macOS 14 it is half as fast, slower than 13") is None
    )


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("mps: float64 tensors crash my notebook", "float64-unsupported"),
        ("float64 on the CPU is fine, mps too", None),
        ("On my M2, mps crashes after a minute", "mps-op-crash"),
        ("mps: RAM goes up with every call", "mps-memory-growth"),
        ("mps: memory is never given back after a step", "mps-memory-growth"),
        ("Crash on Apple MPS with large inputs", "mps-op-crash"),
        ("max between an mps tensor and a CPU scalar crashes", "mps-op-crash"),
        ("loading to the mps device from a thread segfaults", "mps-op-crash"),
        ("mps is fine, cuda crashes", None),
        ("device mps\ngeneration never finishes, with the cpu it does", "mps-op-crash"),
        ("使用mps推理卡住不动，cpu正常", "mps-op-crash"),
        ("device mps\nthe installer hangs", None),
        ("mps had a bug, no crashes since 2.4", None),
        (
            "mps: macOS 15.1 fails to make pictures, with macOS 15.0 the code works fine",
            "mps-wrong-results-os-version",
        ),
        ("mps on macOS 15.1 works fine", None),
        ("换成mps后内存一直在增长", "mps-memory-growth"),
        ("mps: the picture is kept in memory and then saved", None),
    ],
)
def test_other_troubles_in_words(text: str, cause: str | None) -> None:
    assert cause_of(text) == cause
