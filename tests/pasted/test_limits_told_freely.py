"""Limits told freely, in whatever order of the words, and sentences near them."""

import pytest

from mps_doctor import diagnose

CAUSES = {
    "op-not-implemented": [
        "Is there any plan to bring grid_sampler_3d to the MPS backend? Our "
        "registration network needs it.",
        "PyTorch complains that unfold_backward has no counterpart on the Apple GPU.",
        "nms has no mps version, so my detector has to go through the CPU.",
        "My M2 says the operator isn't there for MPS.",
        "Half of the ops my model uses are missing on MPS.",
        "We run the last layer on the CPU, since MPS has no ConvTranspose3d.",
        "torch.linalg.eigh has to be computed on the CPU because Metal lacks it.",
        "The training needs ctc_loss and that is not on MPS.",
        "With device mps, cdist throws NotImplementedError.",
        "Deformable convolutions have no Metal implementation yet.",
        "Could not run 'torchvision::roi_align' with arguments from the 'MPS' "
        "backend. This could be because the operator doesn't exist for this backend",
        "The program stops on my M1 with a message that aten::_embedding_bag is not "
        "there for MPS and that I should set a fallback variable.",
        "I had to export PYTORCH_ENABLE_MPS_FALLBACK=1, otherwise it complains about "
        "a missing operator.",
        "3D convolutions cannot be done on Apple silicon GPUs with this torch.",
        "The padding mode 'border' is not supported for grid_sample on mps.",
        "Bicubic upsampling with antialias fails on MPS: not implemented",
        "pin memory aside, torch.multinomial is not available for the mps device",
        "The loss function isn't supported by MPS",
        "nn.LSTM with proj_size is not supported by MPS",
        'Mac users see "aten::_fft_r2c not implemented for MPS" when they compute spectrograms.',
        "Feature request: aten::linalg_lstsq on Apple GPUs",
        "We fall back to CPU for the svd because there is none on MPS.",
        "Could you add an MPS kernel for my custom op? Right now I get "
        "NotImplementedError on the M3.",
        "torch.histogram raises on mps, and works with the fallback variable.",
        "Title: aten::unfold_backward for MPS",
        "mps: ctc_loss unsupported",
        "The deformable attention kernel exists for CUDA and CPU, not for MPS.",
        "The samplers need torch.frac which the M1 GPU doesn't know.",
        'I get "operator not implemented" as soon as I select the Metal device',
        "Our pooling uses indices, max_unpool3d isn't there on mps",
        "Replaced torch.cdist by a manual distance, since cdist has no gradient on MPS",
        "I ported the tracker to the M2. All layers run on MPS except the "
        "correlation one. torch says that there's no implementation of unfold3d for this device.",
        "Training stops in the first backward pass. The traceback ends in "
        "grid_sampler_2d_backward, which seems not to exist for the Metal backend.",
        "Running on Apple Silicon (M1 Max, torch 1.13), I see a message that asks me "
        "to comment on a tracking issue of PyTorch because the operator is missing.",
        "We added a CPU fallback for cumulative products, as they are not yet on MPS.",
        '"Operation not supported on MPS" when the RNN has proj_size.',
        "The MPS backend has no torch.linalg.solve_ex yet",
        "mps can't handle dilated 3D pooling in torch 2.1",
        "Trilinear interpolation has to happen on the CPU with Apple GPUs",
        "On my M1 Pro: \"The operator 'aten::repeat_interleave.self_int' is not "
        'current implemented for the MPS device"',
        "Any workaround for the missing unique_consecutive on Apple silicon GPUs?",
    ],
    "float64-unsupported": [
        "We build the time embedding with np.linspace, which is double, and "
        '.to("mps") then raises a TypeError about float64.',
        "On Apple GPUs there is no double precision, so I cast everything to single.",
        "Metal has no 64 bit floats.",
        "The loss is computed in float64, and that fails on my M1.",
        "Please add an option for single precision; double precision is not possible "
        "on Apple's GPU.",
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
        "Training on Apple silicon fails, because numpy's default dtype of float64 "
        "reaches the GPU.",
        "MPS float64 error in the dataloader",
        "Title: Cast to float32 for MPS",
        "[BUG] float64 tensors on M1",
        "The learner wants to put np.float64 rewards on the mps device and dies there.",
        "M1 users get a crash, for Metal is limited to 32-bit floats.",
        "Only float32 can be used with MPS but the dataset gives doubles",
        "torch.from_numpy(x).to('mps') does not work when x is float64",
        "Apple's GPUs are single precision only, so torch.double must go",
        "Everything is float32 except one buffer which is float64, and this one cannot go to mps.",
        "The default dtype has to be float32 on mps.",
        "scheduler timesteps are float64 => error on mps",
        "sigma = sigma.to(torch.float64) fails with device mps",
        "I set torch.set_default_dtype(torch.float32) on Apple silicon since doubles "
        "aren't available there",
        "Does your package run in single precision? My Mac GPU cannot do double.",
        "The physics engine wants doubles. On CUDA that is fine. With MPS I get a "
        "TypeError about the dtype.",
        "Everything works on CPU. With device=mps it says I should use float32 instead.",
        "The scheduler keeps its sigmas as float64. That's not allowed on mps.",
        "Small fix for Mac users: betas are created in float32, since mps doesn't take doubles.",
        "The conversion from pandas leaves float64 columns. mps then raises.",
        "Pytorch on M1 gives 'MPS framework doesn't support float64' in my optimizer step",
        "Please replace .double() by .float() for users of Apple GPUs",
        'dtype float64 -> float32 if device.type == "mps" else it raises',
        "My Mac's GPU cannot do float64, is float32 precise enough for this model?",
        "time_ids come out as torch.float64 and mps chokes on them",
    ],
    "bfloat16-unsupported": [
        "bf16 weights do not load on my M1, fp16 ones do.",
        "The checkpoint is in bfloat16 and the Mac's GPU refuses it.",
        "My Mac does not support bf16, can I use fp16 in place of it?",
        "The model card says torch.bfloat16, on MPS I had to use float16 instead "
        "since bfloat16 fails",
        "M1 GPUs have no bfloat16.",
        "bfloat is not supported on this Metal device",
        "mps does not know bfloat16 in torch 2.1",
        "How do I stop it from using bf16 on mps? It raises TypeError.",
        "On macOS 13 bfloat16 isn't available with mps.",
        "The text encoder is bf16, which can't be moved to mps here.",
        "M2: bfloat16 unsupported, please add a dtype option",
        "dtype=torch.bfloat16 is hard-coded, on mps that is a TypeError",
        "Loading in bfloat16 on a Mac ends with TypeError",
        "bf16 isn't for M1, I had to edit the config to fp16",
        "`torch_dtype=torch.bfloat16` had to become float16 for mps",
        "macOS 13 does not know bfloat16 on the GPU",
        "I have an iMac Pro with Vega 64. The model is loaded in bfloat16. That "
        "fails with a TypeError on mps.",
        "The default dtype of the pipeline is bf16. On my M1 with macOS 13 it "
        "refuses to run, with fp16 it does.",
        'pipe.to("mps") with torch.bfloat16 weights: TypeError',
        "An M1 on macOS 13 cannot do bf16, fp16 needed",
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
        'Half precision training raises "fp16 mixed precision requires a GPU" with Apple silicon',
        "autocast on MPS only takes float16",
        "Can I train with fp16 on M1? I get: fp16 mixed precision requires a GPU",
        "SFTTrainer with bf16=True refuses mps",
        'with torch.cuda.amp.autocast(): does nothing on my Mac, and "mps" is not an '
        "accepted device type",
        "The accelerate launcher tells me that fp16 needs a GPU though I have an M2 Max",
        'Native AMP needs CUDA; with accelerator="mps" Lightning refuses precision=16',
        "Mixed-precision training isn't available on Apple silicon",
        'On my MacBook --mixed_precision fp16 fails, "no" works',
        "YOLO: AMP training is turned off on MPS since it isn't supported",
        "The config has mixed_precision: fp16. On my Mac accelerate stops and says "
        "that a GPU is required.",
        "autocast is entered with device_type mps and torch 2.3 rejects it.",
        "half-precision training is not possible with MPS in this Lightning version",
        "The amp flag of the YOLO trainer has to be False on Macs",
        'torch.amp.GradScaler("mps") doesn\'t exist in 2.4',
        "TrainingArguments(fp16=True) raises on my MacBook Pro M3",
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
        "scaled_fp8 flux on M2 Ultra: dtype not supported",
        "Wan 2.2 fp8 does not run on Apple Silicon",
        "Why do the fp8_e5m2 models refuse to load on Mac?",
        "Qwen image fp8 on mac: TypeError Trying to convert Float8_e4m3fn to the MPS backend",
        "MPS + fp8 = error. Please provide bf16 weights",
        "The t5xxl_fp8 encoder can't be used with MPS",
        "I downloaded the fp8 version of the model to save memory. ComfyUI on my Mac "
        "Studio says the dtype isn't supported by MPS.",
        "MPS device: float8_e4m3fn weights raise TypeError in load_model",
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
        "view_as_complex on mps raises",
        "istft on mps: complex not supported",
        "My quantum simulator needs complex128, that's impossible on the Apple GPU",
        "rfft returns a complex tensor and Metal knows none",
        "Replaced view_as_complex with sin/cos so that llama runs on mps",
        "Converting ComplexFloat is not supported on M1",
        "The rotary embedding is done with complex numbers. MPS can't do that, so I "
        "rewrote it with sin and cos.",
        "STFT gives ComplexFloat, and moving it to mps raises a TypeError.",
        'torch.fft.fft gives complex output, and with mps I get "does not have '
        'support for that dtype"',
        "Complex weights in the Fourier layer: not possible on MPS",
    ],
    "sparse-unsupported": [
        "torch.sparse_coo_tensor on mps raises NotImplementedError",
        "My GNN uses torch.sparse.mm which has no mps kernel",
        "Sparse matrices do not exist on Apple's GPU",
        'I call .to_dense() before .to("mps"), as sparse is not supported there',
        "The adjacency matrix is sparse, so MPS is out of the question",
        "sparse layouts are not there for mps",
        "The sparse optimizer (SparseAdam) fails on mps",
        "sparse COO on MPS",
        "SparseMPS: aten::add is missing",
        "torch.sparse.mm on Apple silicon GPU raises NotImplementedError",
        "to_sparse() is not there for MPS",
        'The graph Laplacian is a sparse_coo_tensor and .to("mps") refuses it',
        "sparse_csr_tensor fails on the M1 GPU",
        "The Laplacian is stored as a sparse tensor. The mps device doesn't take it.",
        "embedding with sparse=True fails on MPS",
        "coalesce() on a sparse tensor isn't implemented for the Apple GPU",
    ],
    "mixed-dtype-on-mps": [
        "'mps.multiply' op requires the same element type for all operands and results",
        "On MPS the query is float32 and the key is float16, and attention fails.",
        "MPS wants both operands in one dtype.",
        "the bias is fp32 while the input is fp16, which makes it abort on mps",
        "Expected query, key, and value to have the same dtype, but got query.dtype: "
        "float key.dtype: float and value.dtype: c10::Half instead. (mps)",
        "Mixing half and float tensors crashes on Apple silicon",
        "There is a dtype mismatch on MPS between the LoRA weights and the unet",
        "bf16 and fp16 tensors meet in a matmul on mps, and it dies",
        "M2 Max: 'mps.add' op requires the same element type for all operands and results",
        "On mps, the LoRA is in fp32 and the base model in fp16: matmul fails with a dtype error",
        "float16 times float32 kills the process on MPS",
        "MPS cannot multiply half with float",
        "The VAE decodes in float32, the latents are half. On my M1 this ends in "
        '"Input type (MPSHalfType) and bias type (MPSFloatType) should be the same".',
        "The adapter is in float32 while the base is float16. On the Mac the process "
        "is aborted by MPS with an LLVM error.",
        "Python aborts: 'mps.add' op requires the same element type for all operands and results",
        "MPS matmul complains about f16 and f32 operands",
        "the text encoder outputs fp32 and the unet expects fp16 on mps, dtype mismatch",
        "On M1 layer norm fails as weight is float32 and input float16",
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
        "the timesteps tensor lives on the cpu, unet on mps -> RuntimeError",
        "Model's on MPS, hidden states on CPU.",
        "position_ids must be on mps as well",
        "The anchor grid is not on the same device as the predictions (mps)",
        "torch.cat of a cpu tensor and an mps tensor fails",
        "I had to add .to(device) to the mask, else it stays on cpu and the mps kernel refuses",
        "device mismatch on Apple silicon: weights mps, bias cpu",
        "Cannot copy out of meta tensor; the layers are still on cpu, the rest on mps",
        "On my Mac generate() fails: the attention mask is on cpu and input_ids on mps.",
        "All tensors are on mps except the class weights, which are on the CPU, so "
        "the loss raises.",
        "The scheduler's timesteps are created without a device. Everything else is "
        "on mps. RuntimeError.",
        "The seed generator has to be created with device mps, otherwise torch.randn "
        "raises on Macs.",
        "The prior box tensor sits on the CPU, predictions are on MPS, subtraction throws",
        "The EMA weights are kept on CPU and the update with mps weights fails",
        "cpu generator with an mps tensor: RuntimeError",
    ],
    "mps-tensor-size-limit": [
        "MPS can't handle tensors of more than 4 GB",
        "Metal buffers cannot be larger than 4 GB, so attention at 1024x1024 dies",
        "The attention matrix exceeds what MPS allows for one tensor",
        "The limit of 2^32 bytes of an NDArray is hit when I upscale on the M1.",
        "MPS does not support tensors with more than 5 dimensions",
        "MPS crashes with tensors over 4 GB",
        "A 2^31 element limit of MPS is hit by my volume",
        "Long audio fails on MPS since the attention matrix gets bigger than 4 GB",
        "On Metal a single buffer can't hold more than 4GB; the KV cache is 6 GB",
        "conv1d with 70000 channels: NotImplementedError: Output channels > 65536 "
        "not supported at the MPS device",
        'My M3 Max has 128 GB, yet a 20 GB tensor on mps is "Invalid buffer size"',
        "Upscaling to 8192x8192 aborts Python on my M2 Ultra. The last line says "
        "that the total bytes of an NDArray are over 2**32.",
        "My Mac Studio has 192 GB. A single attention matrix of 37 GB cannot be "
        "allocated on MPS, it says invalid buffer size.",
        "A tensor with more than INT_MAX elements can't be indexed on MPS.",
        "The convolution has 70000 output channels, and MPS only takes 65536.",
        "Sequence length 30000 on MPS: attention needs a buffer above 4 GB and dies",
        "MPS NDArray limit (2**32 bytes) reached when decoding 4K frames with the VAE",
        "Is there a way around the 4GB tensor limit of Metal?",
    ],
    "quantized-engine-not-selected": [
        "On my M1 torch.backends.quantized.engine is 'none', so quantize_dynamic fails",
        "fbgemm isn't there on ARM Macs, torch.backends.quantized.engine = 'qnnpack' is needed",
        "Dynamic quantization on an M1 needs qnnpack to be selected",
        "NoQEngine on my Mac",
        "unknown architecure error of fbgemm when I quantize on Apple silicon",
        "quantized::conv2d_prepack has no engine on my MacBook",
        "int8 quantization with fbgemm does not work on the Apple chip",
        "quantize_dynamic fails on Apple silicon: no engine",
        'Setting torch.backends.quantized.engine = "qnnpack" fixed quantization on my M2',
        "On a Mac fbgemm is not available, so the static quantization tutorial fails",
        "supported_engines gives ['qnnpack', 'none'] on my M1 and the engine is "
        "none, quantized::linear fails",
        "I followed the dynamic quantization tutorial on an M1. It fails with NoQEngine.",
        "torch.ao.quantization on my MacBook: convert() says there is no engine for "
        "linear_prepack.",
    ],
    "macos-too-old-for-op": [
        "MPS does not support cumsum op with int64 input. Support has been added in macOS 13.3",
        "The fft operators need macOS 14, I am on 13.6",
        "torch.stft on mps needs Sonoma, I have Ventura",
        "After upgrading from Ventura to Sonoma the cumsum error on mps was gone.",
        'The error "MPS does not support cumsum op with int64 input" vanished with macOS 13.3',
        "torch.fft on mps needs macOS 14. I run macOS 13.5",
        "bfloat16 on mps requires Sonoma, this Mac is on Ventura 13.6",
        "My Mac is on macOS 12.6. cumsum raises that int64 needs macOS 13.3.",
        'M1, macOS 13.1: "MPS: sort op with int64 input is supported natively '
        'starting from macOS 13.3"',
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
    "torch.randperm with a cpu generator is right for the DataLoader, the model "
    "itself is on mps and trains",
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
    "How do I choose between float32 and bfloat16 on my M3 Max? Both run.",
    "Benchmark on M2 Ultra, torch 2.7: bf16 11.2 it/s, fp16 11.4 it/s, fp32 5.9 it/s",
    "Question: which dtype does the model use on mps? The docs do not say whether it "
    "is fp16 or fp32.",
    "Feature: an option --dtype for the command line, with float16, bfloat16 and "
    "float32. On Macs I would like to choose float32.",
    "Proposal: keep the optimizer state on the CPU while the parameters are on mps, "
    "to save memory.",
    'Docs: mention that Apple Silicon users should pass device="mps".',
    'The tokenizer splits "MPS" into two tokens. Is that intended?',
    "macOS 14.5, M2, torch 2.3.1. mps available: True. Training runs, loss goes "
    "down. How can I export the model to ONNX?",
    "The CI job on macos-14 is flaky: a download of the test data times out. The mps tests pass.",
    'I get "FileNotFoundError: config.json" when I start it on my MacBook with device mps.',
    "ValueError: too many values to unpack (expected 2)\ndevice: mps, dtype: torch.float16",
    "KeyError: 'input_ids'\nM1 Pro, macOS 13.5, torch 2.0.1",
    'On Ubuntu with an RTX 3090 I see "CUDA out of memory"; my colleague\'s Mac with '
    "mps has no such problem.",
    "Linux, A100: TypeError: Got unsupported ScalarType BFloat16 when calling .numpy()",
    "Got unsupported ScalarType BFloat16 when I call .numpy() on my Mac",
    "Is there an ETA for the next release? I use it on a Mac with mps and like it.",
    "Thanks, casting the rewards to float32 solved it on my M1.",
    "After I set PYTORCH_ENABLE_MPS_FALLBACK=1 all is fine, thank you.",
    "Please close this: with torch 2.6 the operator is implemented on mps.",
    "This release drops support for float64 in the web viewer; Mac users need Safari 17.",
    "The audio has a sample rate of 48000 and the model wants 16000. Device is mps.",
    "RuntimeError: The size of tensor a (77) must match the size of tensor b (154) "
    "at non-singleton dimension 1\nmps",
    "RuntimeError: shape '[1, 3, 224]' is invalid for input of size 12\ndevice='mps'",
    "RuntimeError: Error(s) in loading state_dict for UNet: size mismatch for conv1.weight\nM2 Max",
    "PyTorch version: 2.5.1\nOS: macOS 15.1 (arm64)\nMPS available: True\nIs float8 "
    "training planned for torchao on CPU?",
    "Is double precision needed for the ODE solver? On the CPU of my Mac it takes an hour.",
    "I trained on Colab with mixed precision and run inference on my M1 in fp32. The "
    "results agree.",
    "Add `mps` to the list of devices in the settings dialog.",
    "The model card should say how much memory fp16 needs on a Mac.",
    "The plot shows a sparse matrix; on my Mac the labels overlap.",
    "conda env list shows two environments on my Mac, which one has mps?",
    "ImportError: cannot import name 'cached_download' from 'huggingface_hub'\nmacOS 14, M1",
    "huggingface_hub.utils.HfHubHTTPError: 401 Client Error on my Mac mini",
    "How many parameters does the layer have that runs on mps? torchsummary doesn't "
    "know the device.",
    "The quantized GGUF model gives worse text than the fp16 one on my Mac.",
    "llama.cpp: ggml_metal_init: skipping kernel_mul_mm_bf16_f32 (not supported) on my M1",
    'mlx_lm fails with "bfloat16 is not supported" on an M1',
    "The lab's sparse autoencoder cannot be trained on my Mac because the dataset is missing.",
    "We moved the documentation of the mps device to another page.",
    "With batch size 1 on mps it is fine, with batch size 64 it is slow.",
    "The program needs ffmpeg, and on macOS that is not installed. Device: mps",
    "Could you publish the fp16 weights too? The fp32 file is 12 GB, and my Mac has 16 GB.",
    "Does this work with AMD cards? I saw it works with CUDA and with mps.",
    "Not a bug: I forgot to pass the config; on my M2 it works as documented.",
    "Refactor: move the device helper (cuda, mps, cpu) into utils.",
    "Changelog 2.1: faster attention on MPS, bf16 autocast on MPS, fixes for sparse "
    "tensors on CUDA.",
    "The weights are in bf16. On my M2 the download does not finish.",
    "The optimizer keeps float32 copies of the fp16 weights. On mps that is fast enough.",
    "Mixed precision is on by default. On my M3 it trains without any error.",
    "The checkpoint is fp8. On the Mac we use the fp16 file, and that works well.",
    "The encoder is in float32 while the decoder is in float16. On mps the output is correct.",
    "Sparse tensors are used in the loader. On my MacBook it does not take long.",
    "I use double precision in the simulation. The rest runs on mps, it does not need it.",
    "float64 is used for the metrics on the CPU. Training on mps is not affected.",
    "The time steps are created without a device driver. Everything else is on mps.",
    "Channels are 65536 in the wide variant. My Mac runs it on mps.",
    "The ndarray is saved with np.save. On my Mac the file has 2 GB.",
    "Training in fp16 takes 3 hours. On my Mac it asks for a password.",
    "We call .double() on the click handler. On macOS it does not fire.",
    "The FFT returns complex numbers. On mps I only look at the real part, and it is right.",
    "This adds bf16 autocast. On MPS that is the default from now on.",
    "The docs say to use bfloat16. On my M4 it is fine, I do not see a difference.",
    "The loss uses float64 on the CPU. I use mps for the model, and it converges.",
    "Half of the memory is used. The float model on mps does not need more.",
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


def test_what_a_program_says_is_not_supported_names_the_limit() -> None:
    texts = {
        "AssertionError: AMP is not supported on MPS devices": "fp16-amp-unsupported-on-mps",
        "RuntimeError: MPS does not support complex multiplication": "complex-dtype-unsupported",
        "IndexError: Can not use more than 12 dimensions on mps": "mps-tensor-size-limit",
        "NotImplementedError: 'made-up' is not supported on MPS": "op-not-implemented",
    }
    assert {text: diagnose(text).verdict.cause for text in texts} == texts
