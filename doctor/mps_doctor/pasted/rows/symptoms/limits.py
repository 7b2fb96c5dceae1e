"""What the GPU of a Mac cannot do."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "quantized-engine-missing",
        cause="quantized-engine-not-selected",
        says=(
            (
                "quantiz*|qnnpack|fbgemm|quantize_dynamic|torch.backends.quantized.engine"
                "|supported_engines"
            ),
            "engine|engines|qnnpack|fbgemm",
            (
                "{fails}|none|' none '|not .. available|no engine|needs|not .. work|not there"
                "|no quantized"
            ),
        ),
        unless="gguf",
        examples=(
            "quantize_dynamic fails on my M1: no engine.",
            "fbgemm is not available on my Mac, so quantized layers do not run: torch.",
            "On Apple silicon quantization needs qnnpack, fbgemm is not there: torch.",
        ),
        near_misses=(
            "The quantized model is good on my Mac with torch.",
            "The search engine fails on my Mac, torch is fine.",
        ),
    ),
    Symptom(
        "checkpoint-of-another-device",
        cause="checkpoint-location-unsupported",
        says=(
            "pickle*|state_dict|ckpt|.ckpt|checkpoint*|weights|model|.pt|.pkl|torch.load"
            "|map_location|.pth|*.pth|模型"
            "|チェックポイント",
            (
                "gpu checkpoint*|cuda checkpoint*|gpu weights|map_location|pickled with|saved"
                " on|saved from|trained on|written on|saved with"
                "|was saved|on cuda|from cuda|on a gpu|保存"
            ),
            (
                "not .. load*|can not|fails|not .. open*|not .. read|unknown location|deserializ*"
                "|needs cuda|wants cuda|加载失败|読み込めない"
            ),
        ),
        unless="docs|timeout|size mismatch|not crash",
        examples=(
            "The weights were saved on cuda and cannot be loaded on my Mac.",
            (
                "A checkpoint saved with mps fails on the Linux server, torch.load knows no such "
                "location."
            ),
            "Without map_location the checkpoint cannot be opened on a Mac.",
        ),
        near_misses=(
            "The weights were trained with CUDA and load on my MacBook.",
            "Which map_location should the docs of torch use on Macs?",
        ),
    ),
    Symptom(
        "two-dtypes",
        cause="mixed-dtype-on-mps",
        says=(
            "float32|fp32|f32|xf32|float|dtype*",
            (
                "fp16|float16|half|bfloat16|int64|f16|xf16|same dtype|one dtype|mismatch|lora*"
                "|half precision|single precision|mixed dtypes|mixed types|two dtypes"
                "|different dtypes|different types"
            ),
            (
                "mismatch*|abort*|{fails}|refuses|wants|not promote|expects|one dtype|same dtype"
                "|llvm*|assertion|forgot|different dtype*|different type*|not the same type"
                "|not same type|disagree*|not agree|incompatible|must match|has to match"
                "|have to match|not match*|conflict*|not .. broadcast*|complains|dies"
            ),
        ),
        unless="is fine|all is fine|both work|to float32",
        examples=(
            "The LoRA is in fp32 and the unet in fp16, on mps it aborts.",
            "M1: dtype mismatch between half weights and float32 inputs.",
            "mps refuses it: the query is float16 and the mask float32.",
        ),
        near_misses=(
            "The VAE runs in float32 and the unet in float16 on mps, all is fine.",
            "fp16 and float32 both work on my M1.",
        ),
    ),
    Symptom(
        "device-mismatch-named",
        cause="tensors-on-different-devices",
        says=(
            (
                "but expected mps|expected mps|expects mps|found cpu|got cpu|mpsfloattype*"
                "|same device|device mismatch|two devices|different devices|mixed devices"
                "|register_buffer|never moved|forgot to move|need to move|has to be moved"
                "|not moved to|to be on mps|must be on mps|without a device|created with device"
                "|device = x.device|同一个设备|never .. to mps|never get moved|never gets moved"
                "|not get moved|not moved|remains on the processor|remains on the cpu"
                "|remains on cpu|stays on the processor|left behind|left on cpu|left on the cpu"
                "|stays behind|stay behind|one of each|lives on cpu|lives on the cpu"
                "|plain attribute|not a buffer|as a buffer|host tensor*|sits on cpu"
                "|sits on the cpu|two places|both devices|across devices|wrong device"
                "|mixes devices|mixing devices|mixed up devices|cross device|not transferred"
                "|never transferred|not copied to|forgets to move|forgot to send|not sent to"
                "|other device|another device|two different devices|on different device*"
                "|device conflict*|mps and cpu tensors|cpu and mps tensors|mps : 0 and cpu"
                "|cpu and mps : 0|gleichen gerät|mismo dispositivo|même appareil"
                "|même périphérique|mesmo dispositivo|不同设备|同一设备|設備|デバイスが"
            ),
        ),
        near=("{gpu}",),
        unless=(
            "is fine|both are|after this change|in the list|i compared|i expected|minute*|people"
            "|slow*|numbers|differ*|values|speed*|faster|seed*|result*"
        ),
        titled=True,
        examples=(
            "The index has to be on the same device as the model, which is mps.",
            "Device mismatch on Apple silicon: weights on mps, bias on cpu.",
            "The position ids are never moved to mps, so the embedding fails.",
        ),
        near_misses=(
            "Expect all tensors on the same device after this change (mps).",
            "Two devices are in the list: cpu and mps.",
            "One minute a picture, others say, on the same device (an M1).",
        ),
    ),
    Symptom(
        "generator-of-another-device",
        cause="tensors-on-different-devices",
        says=(
            "mps|gpu",
            "*sampler|dataloader*|data loader*|shuffle*|*randperm|trainer|seed*",
            (
                "not .. *generator|without .. *generator|cpu generator|needs .. *generator"
                "|*generator .. wrong device|*generator .. on the cpu|*generator .. on cpu"
                "|not accepted by|not accept*|*generator .. refused|rejects .. *generator"
                "|*generator .. cpu"
            ),
        ),
        unless="pictures|images|same|reproducib*|slow*|no trouble",
        about="torch",
        examples=(
            "The sampler has no mps generator: not a generator of that device, at least.",
            "On my M2's GPU shuffle=True fails, it needs a torch.Generator of that device.",
            "With mps as default device the DataLoader still makes a CPU generator.",
        ),
        near_misses=(
            "The seed of a CPU generator gives the same pictures on mps.",
            "I give the DataLoader a generator, and the model is trained on mps.",
        ),
    ),
    Symptom(
        "one-part-on-the-cpu",
        cause="tensors-on-different-devices",
        says=(
            (
                "weights|input*|tensor*|mask|buffer*|batch|model|generator|layer*|ids|anchors"
                "|grid|table|index|indices|prior*|labels|noise|bias|timesteps|rest|half"
                "|embedding*|positions|target*"
            ),
            "mps|gpu",
            (
                "on cpu|on the cpu|cpu tensors|stay* on cpu|still on cpu|cpu tensor|a cpu scalar"
                "|cpu generator"
            ),
        ),
        unless=(
            "{good}|keep|keeps|random forest|memory|no trouble|to avoid|as on cpu|or on mps"
            "|slow*|faster|speed|compare*|same|finds|detect*|fewer|vs|versus|against|instead"
            "|gives|returns|reports|accuracy|{spoilt}|differ*|wrong*|nan*"
        ),
        vague=True,
        examples=(
            "The input is on the CPU but the model is on mps.",
            "The weights are on mps and one buffer is still on cpu.",
            "The ids are made on the CPU while the embedding of the model is on mps.",
        ),
        near_misses=(
            (
                "The text encoder stays on the CPU while the unet model is on mps, which saves "
                "memory."
            ),
            "The batches are made on the CPU, which is slow on mps.",
        ),
    ),
    Symptom(
        "float64-on-gpu",
        cause="float64-unsupported",
        says=(
            (
                "*float64*|float 64|fp64|double|doubles|*.double|64 bit float*|doubletensor"
                "|double precision|default_dtype*"
            ),
            (
                "{lack}|{fails}|only float32|only supports float32|instead|cast*|convert*"
                "|replaced|must|have to|had to|needs float32|gives float64|float64 data"
                "|float32 since|to float32|wants float32|dies"
                "|not like|in double"
            ),
        ),
        near=("{mac}",),
        unless="double click|double the|hdf5|double check",
        titled=True,
        examples=(
            "MPS has no float64, my arrays are doubles.",
            "I cast everything to float32, as Metal has no double precision.",
            "The solver wants float64 tensors, double precision, which my M1 cannot do.",
        ),
        near_misses=(
            "float64 stays on the CPU, the rest on mps: works.",
            "The double click fails on my Mac, torch.",
        ),
    ),
    Symptom(
        "complex-on-gpu",
        cause="complex-dtype-unsupported",
        says=(
            (
                "complex|complex64|complex128|complexhalf|complexfloat|complexdouble|cfloat"
                "|cdouble|*view_as_complex*|*view_as_real|1j|torch.polar"
            ),
            (
                "{lack}|{fails}|no complex|not .. live|replaced|instead|stops|conversion error"
                "|not .. be moved|impossible"
            ),
        ),
        near=("{mac}",),
        unless="workflow*|by us|code is complex|too complex",
        examples=(
            "Complex tensors cannot be moved to mps.",
            "view_as_complex fails on my M1, as the GPU has no complex numbers.",
            "complex64 is not supported by mps.",
        ),
        near_misses=(
            "Complex workflows do not run well on my Mac, torch.",
            "The FFT returns complex numbers, on mps they are right.",
        ),
    ),
    Symptom(
        "complex-named-with-mps",
        cause="complex-dtype-unsupported",
        says=("complexfloat|complex64|complex128|cfloat|complex numbers", "mps|m1 gpu|apple gpu"),
        unless="{good}|now|supported since|slow*|{amiss}|support complex",
        vague=True,
        examples=(
            "ComplexFloat on the mps device",
            "mps and complex64?",
            "A tensor of complex numbers for mps",
        ),
        near_misses=(
            "complex64 on mps works with torch 2.4.",
            "Complex workflows with ComfyUI on mps",
        ),
    ),
    Symptom(
        "float8-on-gpu",
        cause="fp8-unsupported",
        says=(
            "*fp8*|float8*|e4m3*|e5m2*|8 bit float*|mxfp8|nvfp4",
            (
                "{lack}|{fails}|= error|remove|not .. run|never|refuse*|not .. load*"
                "|dtype not support*|instead"
            ),
        ),
        near=("{mac}",),
        unless="more exact|compare",
        examples=(
            "fp8 models do not work on Macs.",
            "float8_e4m3fn is not supported by MPS.",
            "The fp8 checkpoint cannot be loaded on my M4.",
        ),
        near_misses=(
            "How does fp8 compare with Q8? I have a Mac and torch.",
            "An fp8 file is half as large, on mps as well.",
        ),
    ),
    Symptom(
        "operation-of-newer-macos",
        cause="macos-too-old-for-op",
        says=(
            (
                "cumsum|bfloat16|bf16|fft|int64|conv*|operator|*op|autocast|nonzero|error|topk"
                "|sort|*cumprod*|*cumsum*|64 bit*|integer*|this op|long|op|matmul|linalg*"
                "|interpolat*|upsampl*|conv3d|complex*|{operator}"
            ),
            "macos 1*|macos 2*|monterey|ventura|sonoma|sequoia",
            (
                "requires|needs|need|wants|want|asks for|supported from|only .. support*"
                "|natively support*|only supported on macos*|gone|upgrad*|updat*"
                "|not .. before macos|starting with|available from|available since|from 13*"
                "|from 14*|newer macos|a newer|minimum|at least|only from|too old|older than"
            ),
            (
                "i am at|i am still|mine is|my system|without updat*|without upgrad*|i run"
                "|on ventura|on 13*|on 12*|from ventura|from monterey|on monterey|this mac"
                "|was gone|is gone|i have macos 12*|i have macos 13*|i am on|at 12*|at 13*|my 12*"
                "|my 13*|still on 1*|stuck on 1*|stuck at 1*|running 12*|running 13*|ventura here"
                "|monterey here|mine has|they say|i get told|i have 12*|i have 13*|i ventura"
                "|i have ventura|i have monterey|i have sonoma|i still have|ventura ;|here 13*"
                "|here 12*"
            ),
        ),
        unless="i have 15*|i have 14*|is fine",
        titled=True,
        examples=(
            "bfloat16 on mps requires macOS 14, I am on 13.5.",
            "The cumsum error on mps was gone after the upgrade from Ventura to Sonoma.",
            "fft on mps needs Sonoma, and I am on Ventura.",
        ),
        near_misses=(
            "The conv needs macOS 13.2, I have 15.1, mps is fine.",
            "Since macOS 14 bfloat16 works on mps.",
        ),
    ),
    Symptom(
        "bfloat16-on-gpu",
        cause="bfloat16-unsupported",
        says=(
            "bf16*|*bfloat16|brain float*",
            "{lack}|{fails}|not for|had to|instead of|refuses|in place",
        ),
        near=("{mac}",),
        unless="agent|.numpy()|bf16 = true|no need|works on|since torch|now",
        titled=True,
        examples=(
            "bf16 is not supported on my M1.",
            "bfloat16 models do not load on mps.",
            "I had to use float16 instead of bfloat16 on my Mac.",
        ),
        near_misses=(
            "bf16 works on my M3 since torch 2.6.",
            "MPS supports bfloat16 now, no need to cast.",
        ),
    ),
    Symptom(
        "sparse-on-gpu",
        cause="sparse-unsupported",
        says=(
            "sparse tensor*|sparse matri*|*sparse*|csr|coo|coalesce()",
            "{lack}|{fails}|out of the question|would like|please add|add support|refuses",
        ),
        near=("{mac}",),
        unless="compile*|install*|build*|sparse reward*|can be made|sparsely",
        examples=(
            "Sparse tensors are not supported on mps.",
            "torch.sparse.mm raises on the GPU of my M1.",
            "My adjacency matrix is a sparse tensor, the Metal device refuses it.",
        ),
        near_misses=(
            "Sparse matrices on mps can be made now, thanks.",
            "The sparse reward makes the training on my Mac fail, torch.",
        ),
    ),
    Symptom(
        "mixed-precision-refused",
        cause="fp16-amp-unsupported-on-mps",
        says=(
            (
                "amp|*autocast*|mixed precision|mixed_precision|fp16 training|precision = 16|fp16"
                "|half precision training|*gradscaler*|bf16 = true|native amp|bf16 mixed"
            ),
            (
                "{lack}|{fails}|switch .. off|refuse*|wants cuda|needs cuda|needs a gpu"
                "|requires a gpu|gpu is required|only takes|misconfiguration*|only .. cuda"
            ),
        ),
        near=("{mac}",),
        unless=("section|no longer|no mention|fp8*|works on|work on|black|nan*|image*|noise"),
        examples=(
            "Mixed precision cannot be used on mps.",
            "fp16 training fails on my Mac: accelerate says that it needs a GPU.",
            "torch.autocast raises on the M1's GPU.",
        ),
        near_misses=(
            "Mixed precision works on mps with torch 2.6.",
            "fp16 is as fast as fp32 on my M1, torch.",
        ),
    ),
    Symptom(
        "several-processes",
        cause="distributed-unsupported-on-mps",
        says=(
            (
                "ddp|distributed|*distributed*|fsdp|horovod|collectives|all_reduce|*all_gather"
                "|gloo|nccl|two nodes|communication backend|deepspeed|data parallel|dataparallel"
                "|multi gpu"
            ),
            (
                "{lack}|{fails}|no backend|possible|not there|no nccl|not .. work|refuses"
                "|only .. cuda|misconfiguration*"
                "|no communication"
            ),
        ),
        near=("{mac}",),
        unless="install*|wheel*|a100|h100",
        titled=True,
        examples=(
            "DDP does not work on mps.",
            "torch.distributed has no backend for the Macs' GPUs, all_reduce fails.",
            "FSDP refuses mps on my M2 Ultra.",
        ),
        near_misses=(
            "We train with DDP on 8 A100 and test torch on a Mac.",
            "NCCL error: unhandled system error, 4x A100, not on the Mac, a100.",
        ),
    ),
    Symptom(
        "compiled-shader-wrong",
        cause="inductor-metal-codegen-bug",
        says=(
            "inductor|torch.compile*|compiled|compile",
            "metal kernel*|shader*|msl|eager|metal code",
            (
                "syntax error|not .. build|not .. compile|rejected|off by|other numbers|wrong"
                "|is right|no matching function|differ*|undeclared|invalid|segfault*"
            ),
        ),
        unless="slower than eager|slower",
        examples=(
            "The shader that inductor emits for mps has a syntax error.",
            "torch.compile on mps gives wrong numbers, eager is right.",
            "The Metal kernel of torch.compile does not build on my M2.",
        ),
        near_misses=(
            "torch.compile on mps is slower than eager.",
            "In eager mode and with torch.compile all is well on mps.",
        ),
    ),
    Symptom(
        "compile-refused",
        cause="torch-compile-unsupported-on-mps",
        says=(
            (
                "compile mode|max autotune|torch.compile*|inductor|use_torch_compile|compile"
                " = true|torch._dynamo*|dynamo"
                "|torchinductor"
            ),
            (
                "{lack}|{fails}|does nothing|no effect|not .. know|breaks|exception"
                "|suppress_errors|disable*|false"
            ),
        ),
        near=("{mac}",),
        unless="no error|slower|works on|compile = false",
        examples=(
            "torch.compile fails on mps.",
            "There is no inductor for the GPU of my M1.",
            "I had to set use_torch_compile to False on macOS.",
        ),
        near_misses=(
            "torch.compile works on mps with torch 2.8.",
            "How do I enable inductor for mps with torch 2.10? No error.",
        ),
    ),
    Symptom(
        "tensor-too-large",
        cause="mps-tensor-size-limit",
        says=(
            (
                "4gb|4 gb|2 31|2 32|2 * * 32|2 * * 31|int32|total bytes|ndarray*|65536"
                "|output length|sequence length|output channels|buffer size|allocation|dimensions"
                "|single allocation|int_max|large tensor*|large matri*|elements|65 , 536|65 , 535"
                "|65535|65k|2 gb|2gb|2gib|4gib|4 gib|2 billion|4 billion|2147483647|2147483648"
                "|4294967295|4294967296|sixteen bits|16 bits|channel count|index range|32 bit*"
                "|max buffer length|maxbufferlength|maximum buffer*|single buffer*|one piece"
                "|one buffer|one allocation|single tensor|giant tensor*|huge tensor*"
                "|enormous tensor*|big tensor*|large buffer*|large array*|large input*"
            ),
            (
                "limit*|larger|bigger|above|over|hold more|exceed*|more than|invalid|too large"
                "|too many|reached|超过|超え|not .. allocated|can not do|beyond|past|in excess|caps"
                "|capped|cap|maximum|no more than|hand out|refuse*|ceiling|at most|exceeding"
                "|greater than|out of range|overflow*|not .. hold|not .. take|not .. fit"
                "|not .. allow*|not .. handle|too big|too long|too wide|excessive"
            ),
        ),
        near=("{mac}",),
        unless="fat32|smaller than|memory of|is fine|are fine",
        titled=True,
        examples=(
            "MPS crashes with tensors over 4 GB.",
            "An NDArray of 5 GB exceeds the limit of mps.",
            "torch: attention needs a single buffer larger than Metal's limit.",
            "A convolution with too many output channels fails on mps.",
            "The sequence length is above what mps takes.",
            "conv1d on mps has a limit on its output length.",
        ),
        near_misses=(
            "The 4 GB limit of FAT32 hits my external disk on the Mac, torch.",
            "Three tensors of 1.5 GB are fine on mps.",
            "Which sequence length does your model need? Mine runs on mps.",
            "mps: an image with more than 3 channels is refused by our reader.",
        ),
    ),
)
