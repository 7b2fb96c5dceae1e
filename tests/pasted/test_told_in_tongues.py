"""Limits and set-ups told in other languages than English, and texts near them."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = {
    "app-requires-cuda": (
        "mac 上运行报错，提示没有 CUDA，请问 mac 能用吗",
        "M1 芯片不支持 cuda，代码里写死了 .cuda()，怎么改成 mps？",
        "请问 macOS 怎么跑？一直提示 Torch not compiled with CUDA enabled",
        "苹果电脑没有英伟达显卡，无法运行训练脚本",
        "必须要 cuda 吗？我是 macbook pro m2",
        "MacでCUDAがないため動きません。MPSに対応してほしい",
        "M2のMacBookですが、CUDAが必要と言われて起動できません",
        "En mi Mac M1 no funciona porque pide CUDA",
        "Auf meinem MacBook M2 startet es nicht, weil CUDA verlangt wird",
        "No meu Mac M1 dá erro de CUDA, tem como usar MPS?",
        "Sur mon Mac M1 ça plante parce qu'il veut CUDA",
        "맥북 M1에서 CUDA가 없다고 실행이 안 됩니다",
        "На маке M1 не запускается, требует CUDA",
        "为什么 macbook 上一定要 cuda，报错退出",
        "mac 环境下没有 nvidia 显卡，程序直接报错",
    ),
    "checkpoint-location-unsupported": (
        "模型是在 cuda 上训练保存的，在 mac 上 torch.load 加载失败",
        "GPUで保存したチェックポイントがMacで読み込めない",
    ),
    "op-not-implemented": (
        "mps 不支持这个算子，设置 PYTORCH_ENABLE_MPS_FALLBACK=1 才能运行",
        "M1 上报错 aten::xxx 算子没有在 MPS 上实现",
        "El operador no está implementado para MPS en mi M1",
        "Der Operator ist für MPS nicht implementiert",
    ),
    "tensors-on-different-devices": (
        "报错张量不在同一个设备上，一个在 cpu 一个在 mps",
        "モデルはmps、入力はcpuにあってエラーになる",
    ),
    "mps-op-wrong-result": (
        "用 mps 生成的音频全是噪音，cpu 正常",
        "m1 使用 gpu 推理结果不对，cpu 推理结果是对的",
        "mps 训练 loss 是 nan，换成 cpu 就好了",
        "MPSだと画像が真っ黒、CPUだと正常",
        "Con MPS las imágenes salen negras, con CPU bien",
        "Mit MPS kommt nur Rauschen, mit der CPU ist alles richtig",
        "Com MPS o resultado sai errado, com CPU sai certo",
        "Avec MPS le résultat est faux, avec le CPU il est bon",
        "mac mps 识别结果全是错的，用 cpu 就正确",
    ),
    "mps-out-of-memory": (
        "m1 16g 显存不足，MPS backend out of memory",
        "MacBook M2 8GBで実行するとメモリ不足で落ちる mps",
    ),
    "mps-memory-growth": (
        "mps 推理内存一直涨，最后被系统杀掉",
        "每次生成之后内存都不释放，mac m1 mps",
    ),
    "python-x86_64-on-apple-silicon": (
        "m1 上装的是 x86 的 python，所以 mps 不可用",
        "终端是用 rosetta 打开的，torch.backends.mps.is_available() 返回 False",
    ),
    "linux-guest-on-mac": (
        "在 mac 的 docker 里 mps 不可用",
        "MacのDockerコンテナからGPUが使えない、mps.is_available()がFalse",
        "En docker en mi Mac M1 torch no ve mps",
        "mac 用 docker 容器中 gpu 无法使用",
    ),
    "numpy2-abi-mismatch": ("numpy 升级到 2.0 以后 torch 2.2 报错，降到 1.26 就好了 mac",),
    "torch-companion-version-mismatch": ("torch 和 torchvision 版本不匹配，mac 上 import 报错",),
    "intel-mac-no-wheel": ("intel mac 装不了 torch 2.4，只能装到 2.2.2",),
    "python-version-no-wheel": ("python 3.13 mac 上 pip install torch 找不到版本",),
    "torch-not-installed": ("mac 运行提示 No module named torch",),
    "mps-op-crash": (
        "mac m2 用 mps 一跑 python 就崩溃退出",
        "mpsで学習すると途中でフリーズする",
    ),
}
NOTHING = (
    "mac 上怎么使用 mps 加速？",
    "支持 mac m1 吗？",
    "M1 Mac mps 速度很慢，正常吗",
    "希望支持 MPS",
    "MPS対応の予定はありますか？",
    "¿Habrá soporte para Apple Silicon?",
    "Gibt es Pläne für MPS-Unterstützung?",
    "cuda 和 mps 都支持",
    "已经支持 mps，不再需要 cuda",
    "mac 上可以正常运行，使用的是 mps",
    "M1 上用 mps 推理速度是 cpu 的三倍，结果一致",
    "Windows 上 cuda 报错，mac 没有问题",
    "不需要 cuda，mac 直接就能跑",
    "请问 cuda 和 mps 哪个快？",
    "RTX 3090 显存不足",
    "mac m2 内存 16g 够用吗？",
    "mps 支持所有算子了吗？",
    "新版已经支持该算子，mps 可用",
    "docker 里可以用 cpu 跑，mac 上直接用 mps",
    "numpy 1.26 和 torch 2.2 在 mac 上没问题",
    "MacでもCUDAなしで動きました、ありがとうございます",
    "CUDAは不要です。MacではMPSを使います",
    "結果はcpuとmpsで同じでした",
    "En Mac funciona sin CUDA gracias a MPS",
    "¿Es más rápido CUDA o MPS?",
    "Auf dem Mac läuft es ohne CUDA mit MPS sehr gut",
    "No Mac roda bem sem CUDA",
    "Sur Mac ça marche sans CUDA",
    "맥에서는 CUDA 없이 MPS로 잘 됩니다",
    "На маке работает без CUDA, через MPS",
    "识别结果和官网一样，mac mps 没有异常",
    "怎么提高识别精度？mac mps",
    "如何在 mac 上安装 nvidia docker？",
)


@pytest.mark.parametrize(
    ("text", "cause"), [(text, cause) for cause, texts in TOLD.items() for text in texts]
)
def test_the_cause_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_follows_of_a_text_near_it(text: str) -> None:
    assert diagnose(text).verdict.cause is None
