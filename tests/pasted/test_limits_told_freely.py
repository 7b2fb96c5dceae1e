"""Limits told freely, in whatever order of the words, and sentences near them."""

import pytest

from mps_doctor import diagnose

CAUSES = {
    "op-not-implemented": [
        "PyTorch complains that unfold_backward has no counterpart on the Apple GPU.",
        "nms has no mps version, so my detector has to go through the CPU.",
        "My M2 says the operator isn't there for MPS.",
        "Half of the ops my model uses are missing on MPS.",
        "We run the last layer on the CPU, since MPS has no ConvTranspose3d.",
        "torch.linalg.eigh has to be computed on the CPU because Metal lacks it.",
        "The training needs ctc_loss and that is not on MPS.",
        "With device mps, cdist throws NotImplementedError.",
        "Deformable convolutions have no Metal implementation yet.",
        "3D convolutions cannot be done on Apple silicon GPUs with this torch.",
        "The padding mode 'border' is not supported for grid_sample on mps.",
        "Bicubic upsampling with antialias fails on MPS: not implemented",
        "pin memory aside, torch.multinomial is not available for the mps device",
        "The loss function isn't supported by MPS",
        "nn.LSTM with proj_size is not supported by MPS",
        'Mac users see "aten::_fft_r2c not implemented for MPS" when they compute spectrograms.',
    ],
    "float64-unsupported": [
        "On Apple GPUs there is no double precision, so I cast everything to single.",
        "Metal has no 64 bit floats.",
        "The loss is computed in float64, and that fails on my M1.",
        "Replaced torch.float64 with torch.float32 so that it runs on mps.",
        "torch.set_default_dtype(torch.float64) and device mps do not go together.",
        "The scaler yields doubles and mps cannot take them",
        "I get an error about float64 when I call .to(device) with the mps device.",
        "rope uses float64, which does not exist on MPS",
        "Use dtype float32 if the device is mps, as float64 fails there",
        "The library hard-codes torch.double, mps users get TypeError",
        "DoubleTensor is not a thing on mps",
        "pandas columns are float64 and the learner crashes on the M1 GPU because of that",
        "The 64-bit floats of the normaliser make it crash on MPS.",
    ],
    "bfloat16-unsupported": [
        "bf16 weights do not load on my M1, fp16 ones do.",
        "The checkpoint is in bfloat16 and the Mac's GPU refuses it.",
        "My Mac does not support bf16, can I use fp16 in place of it?",
        "M1 GPUs have no bfloat16.",
        "bfloat is not supported on this Metal device",
        "mps does not know bfloat16 in torch 2.1",
        "How do I stop it from using bf16 on mps? It raises TypeError.",
        "On macOS 13 bfloat16 isn't available with mps.",
        "The text encoder is bf16, which can't be moved to mps here.",
    ],
    "fp16-amp-unsupported-on-mps": [
        "bf16 mixed precision requires PyTorch >= 1.10 and a supported device. (on an M2)",
        "Mixed precision cannot be used on the M1.",
        "I had to switch mixed precision off to train on mps.",
        "fp16 training is refused on my Mac, the Trainer wants CUDA for it",
        "Training with precision=16 does not work on mps in Lightning",
        'torch.autocast("mps") raises RuntimeError',
        "The GradScaler warns that CUDA is not available and then training on mps dies",
        "accelerate config: fp16 not possible on mps",
        "--mixed_precision=no is the only setting that works on my MacBook",
        "AMP isn't there for MPS yet",
        "MisconfigurationException: native AMP is not supported on mps",
        "autocast on MPS only takes float16",
    ],
    "fp8-unsupported": [
        "fp8 models do not work on Macs",
        "The fp8 checkpoint cannot be loaded on my M4, the fp16 one can.",
        "Apple silicon can't do fp8, use the GGUF file",
        "e4m3fn weights are not supported on mps",
        "I switched weight_dtype from fp8_e4m3fn to default and it runs on my Mac now",
        "MPS has no float8",
        "float8 is not possible with Metal",
        "Macs cannot use scaled fp8 text encoders",
    ],
    "complex-dtype-unsupported": [
        "the iSTFT needs complex numbers, which MPS lacks",
        "complex tensors cannot be moved to mps",
        "RoPE uses torch.view_as_complex, and complex numbers are not supported on MPS",
        "torch.polar gives complex64 that Metal can't handle",
        "On the Apple GPU there are no complex numbers.",
        "my Fourier layer has complex weights, mps refuses them",
        "Complex types are unsupported on MPS",
        "I replaced the complex multiplication with real ones so it runs on mps",
        "cfloat does not work on the mps device",
    ],
    "sparse-unsupported": [
        "torch.sparse_coo_tensor on mps raises NotImplementedError",
        "My GNN uses torch.sparse.mm which has no mps kernel",
        "Sparse matrices do not exist on Apple's GPU",
        'I call .to_dense() before .to("mps"), as sparse is not supported there',
        "The adjacency matrix is sparse, so MPS is out of the question",
        "sparse layouts are not there for mps",
        "The sparse optimizer (SparseAdam) fails on mps",
    ],
    "mixed-dtype-on-mps": [
        "'mps.multiply' op requires the same element type for all operands and results",
        "On MPS the query is float32 and the key is float16, and attention fails.",
        "MPS wants both operands in one dtype.",
        "the bias is fp32 while the input is fp16, which makes it abort on mps",
        "There is a dtype mismatch on MPS between the LoRA weights and the unet",
        "bf16 and fp16 tensors meet in a matmul on mps, and it dies",
    ],
    "tensors-on-different-devices": [
        "The position ids are never moved to mps, so the embedding fails.",
        "The labels remain on the CPU whereas the logits are on MPS",
        "the mask is made on the CPU, the rest lives on mps, and it raises",
        "The random generator is made on the CPU while the data is on MPS.",
        "the tokenizer output has to be moved to mps first",
        "The optimizer state is on cpu after loading, the parameters on mps",
        "Half of my tensors end up on the CPU and half on mps",
        "The tensor has to be on the same device as the model, which is mps",
        "hidden states are on mps and the weights on meta/cpu",
    ],
    "mps-tensor-size-limit": [
        "MPS can't handle tensors of more than 4 GB",
        "Metal buffers cannot be larger than 4 GB, so attention at 1024x1024 dies",
        "The attention matrix exceeds what MPS allows for one tensor",
        "MPS does not support tensors with more than 5 dimensions",
    ],
    "quantized-engine-not-selected": [
        "On my M1 torch.backends.quantized.engine is 'none', so quantize_dynamic fails",
        "fbgemm isn't there on ARM Macs, torch.backends.quantized.engine = 'qnnpack' is needed",
        "Dynamic quantization on an M1 needs qnnpack to be selected",
        "NoQEngine on my Mac",
        "unknown architecure error of fbgemm when I quantize on Apple silicon",
        "quantized::conv2d_prepack has no engine on my MacBook",
        "int8 quantization with fbgemm does not work on the Apple chip",
    ],
    "macos-too-old-for-op": [
        "MPS does not support cumsum op with int64 input. Support has been added in macOS 13.3",
        "torch.stft on mps needs Sonoma, I have Ventura",
        "After upgrading from Ventura to Sonoma the cumsum error on mps was gone.",
    ],
}

NEAR = [
    "float64 works on the CPU, on mps I use float32 and all is fine",
    "On my M2 the model is slow in float32, no matter whether bf16 is used",
    "bf16 is not slower than fp16 on the M3",
    "We keep the statistics in float64 on the CPU, the model itself stays on mps.",
    "MPS supports bfloat16 now, no need to cast",
    "complex workflows do not run well on my Mac",
    "The sparse reward makes training on my Mac not converge",
    "Mixed precision works on mps with torch 2.6",
    "autocast on mps is no longer refused in 2.5",
    "My M1 has no problem with bf16",
    "The double click does not open the app on my Mac",
    "The README has no section about mixed precision on Macs",
    "Does float64 exist on mps? I do not know.",
    "It prints twice on my Mac, a double entry that is not needed",
    "How do I read the sparse index of my dataset on a Mac without pandas?",
    "Complex prompts are not understood by the model on my Mac",
    "Add a button that exports float64 tables; it runs on my Mac without trouble",
    "There is no mention of M1 in the docs, only of fp16 for NVIDIA",
    "The test suite runs on macOS; float64 tolerance was not changed",
    "The pull request adds mps to the device list, float64 is not touched",
    "torch.float64 tensors fail to load from HDF5 on Windows, on a Mac they load",
    "amp is not installed on my Mac (the editor)",
    "The guitar amp simulator does not open on macOS",
    "coo coo, my Mac does not sleep",
    "I use the double precision build of FFTW on macOS and it does not link",
    "The VAE runs in float32 and the unet in float16 on mps, all is fine",
    "I tried float16 and float32 on the M1, neither is fast",
    "The text encoder stays on the CPU while the unet is on mps, which saves memory",
    "You have to move the file to the same place as the model",
    "My data is on the NAS, not on the Mac",
    "The machine has 4 GB more than my old Mac",
    "Images of up to 4 GB can be opened in Preview on macOS",
    "The attention map has 4 dimensions, on mps too",
    "My Mac has 16 GB of memory, is it enough for int8 quantization?",
    "Quantization with GGUF does not work on my Mac, the llama.cpp engine crashes",
    "The search engine is not set on macOS",
    "The types of mixed fruits do not match on my Mac",
    "Mixed precision training with bf16 and float32 on MPS works",
    "The inputs were sent to the mps device, and it runs",
    "Is the batch on the CPU or on mps? I print it and it is on mps.",
    "On mps the output is larger than on cpu",
    "Do I have to send the inputs to mps in Lightning?",
    "The limit of 4 GB per file of FAT32 hits my external disk on the Mac",
    "There's a mismatch between the docs and the types on macOS",
    "It does not matter whether the input is fp16 or fp32 on the M2",
    "The app has no version for Metal, only an OpenGL one",
    "Is there a plan to support mps in this project?",
    "Is there any plan to bring my_tool to Apple GPUs?",
    "Operations on mps are faster than on the CPU",
    "The pooling layer is on mps and works",
    "FFT needs macOS 14, and I run 15.2, so it works on mps",
    "PyTorch with mps needs macOS 12.3, I have 14",
    "The wheel needs macOS 14 and I run 13; mps was not tried",
    "With macOS 14 the operator works on mps",
    "stft works on mps, macOS 15",
    "conv3d on mps: how large can the volume be?",
    "Is the loss function of your paper supported on mps?",
    "The kernels are compiled at first use on Metal",
    "There is no kernel panic on my Mac GPU any more",
]


@pytest.mark.parametrize(("cause", "text"), [(c, t) for c, texts in CAUSES.items() for t in texts])
def test_a_limit_told_freely_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NEAR)
def test_a_sentence_near_it_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None


def test_numbers_are_the_reason_of_a_crash_in_their_sentence() -> None:
    told = "Nothing else is special. The 64-bit floats of the table make it crash on MPS."
    apart = "It crashes on mps at once. No float64 there, I looked for it."
    assert diagnose(told).verdict.cause == "float64-unsupported"
    assert diagnose(apart).verdict.cause == "mps-op-crash"


def test_a_condition_that_torch_asserts_says_more_than_that_it_asserts() -> None:
    text = (
        "RuntimeError: c10::isComplexType(input.scalar_type()) && "
        'c10::isComplexType(other.scalar_type()) INTERNAL ASSERT FAILED at "/mps/BinaryKernel.mm"'
    )
    assert diagnose(text).verdict.cause == "complex-dtype-unsupported"


def test_a_kernel_without_complex_numbers_is_no_missing_operator() -> None:
    text = "RuntimeError: \"made_up_mps\" not implemented for 'ComplexFloat'"
    assert diagnose(text).verdict.cause == "complex-dtype-unsupported"
