"""Outputs that are spoilt, runs that crash and what a GPU refuses, as people tell it in few words.

In the languages of those who tell it; a line of facts says that it is a Mac with torch.
"""

import pytest

from mps_doctor import diagnose

ON = {
    "mps-op-wrong-result": "machine: MacBook Pro M2\ntorch: 2.4.1\n",
    "mps-op-crash": "machine: Mac Studio M1 Max\nDevice: mps\npytorch version: 2.7.0\n",
}
TOLD = {
    "mps-op-wrong-result": [
        "All the generated videos appear as random moving pixels.",
        "every image I generate is just coloured static",
        "The output looks like TV static",
        "results are rainbow noise on my Mac",
        "I only get a pixelated mess",
        "the video is a mosaic of blocks",
        "generated images are completely pink",
        "Generations come out as brown haze",
        "the picture is nothing but green squares",
        "images look deep fried and oversaturated",
        "the generated image is full of artifacts and unrecognizable",
        "All I get is confetti",
        "The upscaled image is black",
        "output.mp4 is completely black",
        "the decoded frames are all grey",
        "the final image is pure noise, no error in the terminal",
        "Every generation ends in a blank white image",
        "image is a solid cyan rectangle",
        "faces come out distorted, like melted wax",
        "the preview looks fine but the final image is black",
        "the generated video is just colorful noise",
        "results in a noisy, unusable image",
        "I get snow instead of a picture",
        "depth map is all zeros",
        "the mask is empty for every image",
        "the predicted masks are garbage",
        "training completes but no masks are found, even on the training data",
        "after training, the model detects nothing",
        "no objects are detected when I run it on my Mac GPU",
        "生成的视频是花屏的，什么都看不清",
        "生成的图片全是噪点",
        "出图全黑",
        "生成的图像是黑色的",
        "画面花屏",
        "生成的图是一片灰",
        "生成的视频全是雪花",
        "输出的视频是绿屏",
        "生成的音频全是电流音",
        "合成的声音全是杂音",
        "合成出来的语音只有噪音",
        "推理结果是乱码",
        "模型输出全是乱码",
        "回答都是感叹号",
        "生成された画像が真っ黒になる",
        "生成画像がノイズだらけ",
        "ノイズしか出力されない",
        "음성이 노이즈로만 나옵니다",
        "이미지가 검은색으로 나옵니다",
        "la imagen generada sale negra",
        "la imagen sale con ruido",
        "les images générées sont noires",
        "das erzeugte Bild ist schwarz",
        "es kommt nur Rauschen heraus",
        "as imagens saem pretas",
        "изображение получается чёрным",
        "The audio is just static",
        "generated speech is unintelligible gibberish",
        "the voice sounds like a robot underwater",
        "output audio is silent",
        "the generated wav contains only a hiss",
        "the model outputs only exclamation marks",
        "it answers with !!!!!!!!!!!",
        "chat returns endless garbage characters",
        "it keeps repeating the same token",
        "transcription is just 'you you you'",
        "whisper transcribes everything as empty text",
        "the text is random characters in many languages",
    ],
    "mps-op-crash": [
        "Comfyui crash with Macos Sequoia 15.4",
        "Decode node always crashes",
        "it crashes at the first sampling step",
        "crash in KSampler, no error message",
        "Python quit unexpectedly as soon as I press generate",
        "the server dies silently in the middle of generation",
        "VAE decode: crash",
        "Kernel died when calling model.to",
        "python crashes in Ksampler after loading the model",
        "The whole app closes when I start training",
        "Terminal just says 'abort'",
        "crashing on every generation",
        "keeps crashing after a few steps",
        "random crashes during inference",
        "app crashed while upscaling",
        "frequent crashes under load, not the same every time",
        "ComfyUI崩溃，没有报错",
        "运行到采样就闪退",
        "一点生成就崩溃",
        "Pythonが落ちる",
        "파이썬이 강제 종료됩니다",
        "Python se cierra inesperadamente",
    ],
    "bfloat16-unsupported": [
        "warnings about the incompatibility of BFloat16 with MPS, the model fails to load",
        "BFloat16 unsupported on MPS",
        "bf16 is incompatible with the mps device",
        "MPS (BFloat16 Unsupported)",
        "the model is in bfloat16 which my Mac's GPU cannot handle",
        "bfloat16 models do not load on mps",
        "Macs with M1 do not support bf16 on mps",
    ],
    "mps-tensor-size-limit": [
        "MPS: it tried to allocate a single 15.5GB buffer, more than Metal allows",
        "attention wants one contiguous buffer of 20 GB, Metal's limit is smaller",
        "the buffer is larger than the maximum buffer length of the device on mps",
        "allocation of 18 GB exceeds the max buffer size of Metal",
        "Invalid buffer size: 14.55 GB",
        "mps: 14.55GB is too large of a single allocation buffer",
        "MPS 会提示数组尺寸超过 2**32",
        "mps: 配列が 2^31 を超えています",
    ],
    "app-requires-cuda": [
        "device is hardcoded to cuda, so it does not run on CPU and MPS",
        "hard-coded .cuda() calls everywhere, doesn't run on a Mac",
        "the code has device = 'cuda' hardcoded",
        "torch.device('cuda') is hard coded in train.py, how to run on Mac?",
        "CUDA is hardcoded in the inference script",
    ],
}
NOT_TOLD = [
    "works great, images are perfect",
    "fixed: no more black images after the update of torch",
    "feature request: add a noise reduction filter to the video editor",
    "the preview window is black in dark mode",
    "The terminal window is blank until the model is downloaded",
    "I get a blank page in the browser",
    "the web page stays white after start",
    "add white noise to the training data",
    "Add support for grey images",
    "the model was trained on noisy images",
    "image is black and white film scan, colorize it",
    "ffmpeg says the video has no audio stream",
    "the microphone records only static noise in the browser",
    "How do I remove the background noise from the audio?",
    "no sound is played because portaudio is missing",
    "generation takes 20 minutes per video",
    "the input image is a black square mask",
    "mask must be black and white",
    "the empty mask raises ValueError: mask is empty",
    "ValueError: no objects to concatenate",
    "repetition_penalty avoids repeating the same token",
    "the log file is empty",
    "the list of models is empty in the menu",
    "crash report button does nothing",
    "fixes a crash on Windows",
    "KeyError: 'model'; the server crashed at startup",
    "the browser crashes when I open the page",
    "docker crashed",
    "it crashed with ModuleNotFoundError: No module named 'requests'",
    "Prompt: 'a noisy street with black cars, static, deep fried'",
    "negative prompt: blurry, distorted, black image, mosaic",
    "MPS BFloat16 now works since macOS 14",
    "bf16 speeds up training by 30%",
    "allocate buffers of 2 GB for the cache",
    "--device cpu/cuda/mps",
    "如何去除音频中的噪音",
    "页面是空白的",
    "支持黑白图片吗",
    "生成速度很慢",
    "生成的图片很好看",
    "乱码的文件名",
    "终端中文乱码",
    "下载失败，网络问题",
]


@pytest.mark.parametrize(
    ("cause", "text"), [(cause, text) for cause, texts in TOLD.items() for text in texts]
)
def test_what_is_told_is_found(cause: str, text: str) -> None:
    on = ON.get(cause, ON["mps-op-wrong-result"])
    assert diagnose(on + text).verdict.cause == cause


@pytest.mark.parametrize("text", NOT_TOLD)
def test_a_near_miss_tells_nothing(text: str) -> None:
    assert diagnose(ON["mps-op-wrong-result"] + text).verdict.cause is None


def test_what_is_made_without_torch_is_no_matter_of_mps() -> None:
    text = "Mac Studio M2 Max\nmlx-video: every video comes out as green static\n"
    assert diagnose(text).verdict.cause is None


def test_a_crash_with_an_exception_is_told_by_the_exception() -> None:
    text = "Device: mps\nThe server crashes at startup\nKeyError: 'model'\n"
    assert diagnose(text).verdict.cause is None
