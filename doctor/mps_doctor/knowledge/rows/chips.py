"""Memory bandwidth and peak of the GPU of Apple's chips, as they were published by 2026-11-22.

A row without `gpu_cores` is for every number of cores that no other row of the chip names.
What has no source is left out.
Half precision of the M1 family is as fast as single: https://github.com/philipturner/metal-benchmarks
Apple's pages for M3 Max, M5 Max, M6, M5 Ultra and MacBook Neo were read where others quote them
(odysseus-dev/odysseus#2573, published notes of March to October 2026); the bandwidth of the M6 is
that of 24 and 32 GB, as Apple names none for 16 GB.
"""

import msgspec


class ChipLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The published limits of a chip; what nobody published is 0."""

    chip: str
    """As `sysctl machdep.cpu.brand_string` names it: "Apple M2 Pro"."""
    gpu_cores: int = 0
    bandwidth_gb_s: float
    bandwidth_source: str
    fp32_tflop_s: float = 0.0
    fp16_tflop_s: float = 0.0
    peak_source: str = ""


CHIPS = (
    ChipLimits(
        chip="Apple M1",
        gpu_cores=8,
        bandwidth_gb_s=68.2,
        bandwidth_source="https://github.com/ggml-org/llama.cpp/pull/1642",
        fp32_tflop_s=2.6,
        fp16_tflop_s=2.6,
        peak_source="https://www.macrumors.com/2020/11/10/apple-announces-m1-chip-for-the-mac/",
    ),
    ChipLimits(
        chip="Apple M1",
        bandwidth_gb_s=68.2,
        bandwidth_source="https://github.com/ggml-org/llama.cpp/pull/1642",
    ),
    ChipLimits(
        chip="Apple M1 Pro",
        gpu_cores=16,
        bandwidth_gb_s=200,
        bandwidth_source="https://en.trend.az/world/3500298.html",
        fp32_tflop_s=5.2,
        fp16_tflop_s=5.2,
        peak_source="https://stuff.co.za/?p=135995",
    ),
    ChipLimits(
        chip="Apple M1 Pro",
        bandwidth_gb_s=200,
        bandwidth_source="https://en.trend.az/world/3500298.html",
    ),
    ChipLimits(
        chip="Apple M1 Max",
        gpu_cores=32,
        bandwidth_gb_s=400,
        bandwidth_source="https://en.trend.az/world/3500298.html",
        fp32_tflop_s=10.4,
        fp16_tflop_s=10.4,
        peak_source=(
            "https://github.com/huggingface/huggingface.js/blob/main/packages/tasks/src/hardware.ts"
        ),
    ),
    ChipLimits(
        chip="Apple M1 Max",
        bandwidth_gb_s=400,
        bandwidth_source="https://en.trend.az/world/3500298.html",
    ),
    ChipLimits(
        chip="Apple M1 Ultra",
        bandwidth_gb_s=819.2,
        bandwidth_source="https://inforeader.com/i/?search=%23Mac%2BStudio",
    ),
    ChipLimits(
        chip="Apple M2",
        gpu_cores=10,
        bandwidth_gb_s=100,
        bandwidth_source=(
            "https://www.macrumors.com/2022/06/06/apple-announces-m2-chip-with-support-for-up-to-24gb-memory/"
        ),
        fp32_tflop_s=3.6,
        peak_source=(
            "https://github.com/huggingface/huggingface.js/blob/main/packages/tasks/src/hardware.ts"
        ),
    ),
    ChipLimits(
        chip="Apple M2",
        bandwidth_gb_s=100,
        bandwidth_source=(
            "https://www.macrumors.com/2022/06/06/apple-announces-m2-chip-with-support-for-up-to-24gb-memory/"
        ),
    ),
    ChipLimits(
        chip="Apple M2 Pro",
        bandwidth_gb_s=200,
        bandwidth_source=(
            "https://goodcom.pages.dev/posts/apple-launches-next-generation-m2-pro-and-m2-max-chips"
        ),
    ),
    ChipLimits(
        chip="Apple M2 Max",
        bandwidth_gb_s=400,
        bandwidth_source=(
            "https://www.clubic.com/pro/entreprises/apple/actualite-454656-apple-presente-ses-nouveaux-processeurs-m2-pro-and-m2-max-sont-ils-vraiment-les-plus-puissants-et-economes.html"
        ),
    ),
    ChipLimits(
        chip="Apple M2 Ultra",
        bandwidth_gb_s=819.2,
        bandwidth_source="https://inforeader.com/i/?search=%23Mac%2BStudio",
    ),
    ChipLimits(
        chip="Apple M3",
        bandwidth_gb_s=100,
        bandwidth_source="https://support.apple.com/en-us/117735",
    ),
    ChipLimits(
        chip="Apple M3 Pro",
        bandwidth_gb_s=150,
        bandwidth_source="https://gigazine.net/gsc_news/en/20231101-apple-m3-pro-memory-bandwidth",
    ),
    ChipLimits(
        chip="Apple M3 Max",
        gpu_cores=30,
        bandwidth_gb_s=300,
        bandwidth_source="https://support.apple.com/en-us/117736",
    ),
    ChipLimits(
        chip="Apple M3 Max",
        gpu_cores=40,
        bandwidth_gb_s=400,
        bandwidth_source=(
            "https://macmegasite.com/2024/10/30/m4-max-chip-has-16-core-cpu-40-core-gpu-and-35-increase-in-memory-bandwidth"
        ),
    ),
    ChipLimits(
        chip="Apple M3 Ultra",
        bandwidth_gb_s=819,
        bandwidth_source="https://english.worldmagazine.it/431260",
    ),
    ChipLimits(
        chip="Apple M4", bandwidth_gb_s=120, bandwidth_source="https://mactrast.com/?p=168123"
    ),
    ChipLimits(
        chip="Apple M4 Pro",
        bandwidth_gb_s=273,
        bandwidth_source=(
            "https://techmoran.com/2024/10/31/apple-unveils-its-most-powerful-chips-the-m4-pro-and-m4-max/"
        ),
    ),
    ChipLimits(
        chip="Apple M4 Max",
        gpu_cores=32,
        bandwidth_gb_s=410,
        bandwidth_source="https://english.worldmagazine.it/431260",
    ),
    ChipLimits(
        chip="Apple M4 Max",
        gpu_cores=40,
        bandwidth_gb_s=546,
        bandwidth_source="https://www.macrumors.com/2024/10/30/apple-announces-m4-max-chip/",
    ),
    ChipLimits(
        chip="Apple M5",
        bandwidth_gb_s=153,
        bandwidth_source="https://github.com/Andyyyy64/whichllm/pull/92",
    ),
    ChipLimits(
        chip="Apple M5 Pro",
        bandwidth_gb_s=307,
        bandwidth_source="https://github.com/Andyyyy64/whichllm/pull/92",
    ),
    ChipLimits(
        chip="Apple M5 Max",
        gpu_cores=32,
        bandwidth_gb_s=460,
        bandwidth_source="https://support.apple.com/en-us/126318",
    ),
    ChipLimits(
        chip="Apple M5 Max",
        gpu_cores=40,
        bandwidth_gb_s=614,
        bandwidth_source="https://github.com/Andyyyy64/whichllm/pull/92",
    ),
    ChipLimits(
        chip="Apple M5 Ultra",
        gpu_cores=80,
        bandwidth_gb_s=1200,
        bandwidth_source=(
            "https://www.apple.com/newsroom/2026/08/apple-introduces-m6-and-m5-ultra-for-a-big-leap-in-performance-and-ai-compute/"
        ),
    ),
    ChipLimits(
        chip="Apple M6",
        bandwidth_gb_s=170,
        bandwidth_source="https://support.apple.com/en-us/128108",
    ),
    ChipLimits(
        chip="Apple A18 Pro",
        bandwidth_gb_s=60,
        bandwidth_source="https://www.apple.com/macbook-neo/specs/",
    ),
)
