"""Libraries around PyTorch."""

from mps_doctor.knowledge.rows.topics.topic import MPS_NOTES, Topic, python, torch_issue

ACCELERATE = "https://github.com/huggingface/accelerate/blob/main/docs/source/usage_guides/mps.md"
BITSANDBYTES = "https://github.com/bitsandbytes-foundation/bitsandbytes/blob/0.50.2/README.md"

ROWS = (
    Topic(
        id="accelerate-config",
        question="What do I answer in `accelerate config` on a Mac?",
        words=("accelerate config", "accelerate", "accelerate launch", "default_config.yaml"),
        answer=(
            "This machine; no distributed training; don't run on the CPU only: then accelerate "
            "uses mps. Mixed precision: no, or fp16. "
            "An old answer can keep it on the CPU: delete `use_cpu: true` from the file that the "
            "command names, or run `accelerate config` again."
        ),
        show=("accelerate", "env"),
        see=("mps-disabled-by-settings", "mixed-precision", "gloo"),
        sources=(ACCELERATE,),
    ),
    Topic(
        id="transformers",
        question="How do I train with the Trainer of transformers on mps?",
        words=("transformers", "trainer", "trainingarguments", "use_mps_device", "huggingface"),
        answer=(
            "It uses mps where it's available; `use_mps_device` is no longer needed. "
            "Leave out `--use_cpu`, `fsdp` and `deepspeed`. "
            'To load a model on the GPU: `AutoModel.from_pretrained(name).to("mps")`.'
        ),
        show=python(
            "from transformers import TrainingArguments as T; print(T(output_dir='x').device)"
        ),
        see=("accelerate-config", "mixed-precision"),
        sources=("https://huggingface.co/docs/transformers/perf_train_special",),
    ),
    Topic(
        id="lightning",
        question="How do I train with Lightning on mps?",
        words=("lightning", "pytorch lightning", "lightning trainer"),
        answer=(
            '`Trainer(accelerator="mps", devices=1)`; `accelerator="auto"` chooses it too. '
            "It takes one device, so DDP and the like don't work there. It also asks that the "
            "processor is Apple's: under Rosetta it says no. DISABLE_MPS=1 keeps it off the GPU."
        ),
        show=python(
            "from lightning.pytorch.accelerators import MPSAccelerator as A; "
            "print(A.is_available())"
        ),
        see=("distributed-unsupported-on-mps", "DISABLE_MPS"),
        sources=(
            "https://github.com/Lightning-AI/pytorch-lightning/blob/2.6.6/"
            "src/lightning/fabric/accelerators/mps.py",
        ),
    ),
    Topic(
        id="diffusers",
        question="How do I run Stable Diffusion on a Mac?",
        words=("diffusers", "stable diffusion", "comfyui", "automatic1111", "image generation"),
        answer=(
            'In diffusers: `pipe.to("mps")`, and with less than 64 GB '
            "`pipe.enable_attention_slicing()`. Its page asks for macOS 13 or newer. "
            "Leave xformers out. ComfyUI and others choose mps themselves; examine the Python "
            "that they start, with `mps-doctor --python PATH`."
        ),
        show=("mps-doctor", "--all"),
        see=("out-of-memory", "xformers", "wrong-results"),
        sources=("https://huggingface.co/docs/diffusers/optimization/mps",),
    ),
    Topic(
        id="bitsandbytes",
        question="Does bitsandbytes work on a Mac?",
        words=("bitsandbytes", "bnb", "load_in_4bit", "load_in_8bit"),
        answer=(
            "Recent ones: by its own table 0.50 has 4-bit (QLoRA) and 8-bit weights on mps from "
            "macOS 14 on; 8-bit optimizers are planned. Old versions are for NVIDIA only. "
            "Update it, or load the model in float16 without it."
        ),
        show=("python", "-m", "bitsandbytes"),
        see=("quantisation", "app-requires-cuda"),
        sources=(BITSANDBYTES,),
    ),
    Topic(
        id="deepspeed",
        question="Do deepspeed and apex work on a Mac?",
        words=("deepspeed", "apex"),
        answer=(
            "Hardly. DeepSpeed has an accelerator for mps: one GPU, float32 only, and none of its "
            "own kernels. apex speeds up mixed precision and distributed training on other GPUs. "
            "PyTorch has its own optimizers and autocast for mps: look in the project for an "
            "option that needs neither."
        ),
        show=("python", "-m", "pip", "list"),
        see=("app-requires-cuda", "package-no-macos-wheel", "gloo"),
        sources=(
            "https://github.com/deepspeedai/DeepSpeed/blob/master/accelerator/mps_accelerator.py",
            "https://github.com/NVIDIA/apex/blob/master/README.md",
        ),
    ),
    Topic(
        id="language-models",
        question="How do I run or fine-tune a language model on a Mac?",
        words=(
            *("llm", "llama", "mistral", "qwen", "gpt", "language model", "chat model"),
            *("fine tune", "fine-tune", "finetune", "lora", "peft"),
        ),
        answer=(
            'transformers puts a model on the GPU with `device_map="mps"`; all of it has to fit '
            "into memory, as nothing is offloaded to the CPU. Count 2 bytes a weight in float16. "
            "To fine-tune, train a LoRA adapter instead of all weights, with bfloat16 on macOS 14 "
            "or newer. To chat only, MLX or llama.cpp is the shorter way."
        ),
        show=python("import torch; print(torch.mps.recommended_max_memory() / 2**30)"),
        see=("model-size", "transformers", "quantisation", "mlx"),
        sources=("https://huggingface.co/docs/transformers/perf_train_special",),
    ),
    Topic(
        id="other-libraries",
        question="Does my library work on mps?",
        words=(
            *("library work", "package work", "timm", "fastai", "detectron2", "torch geometric"),
            *("pyg", "torchtext", "vllm", "ray tune", "monai", "kornia"),
        ),
        answer=(
            "If it only calls PyTorch's own operators, yes, once its model and inputs are on mps: "
            "look for an option `device`. If it has CUDA kernels of its own, no, unless it also "
            "ships others. Try one step: an operator that's missing is named in the error, and "
            "`.cuda()` in its code says that it was never meant for a Mac."
        ),
        show=("mps-doctor", "run", "--", "python", "example.py"),
        see=("app-requires-cuda", "fallback-variable", "package-no-macos-wheel"),
        sources=(MPS_NOTES,),
    ),
    Topic(
        id="yolo",
        question="How do I train YOLO (ultralytics) on mps?",
        words=("yolo", "ultralytics", "yolov5", "yolov8", "yolo11", "object detection"),
        answer=(
            'Name the device: `model.train(data="coco8.yaml", device="mps")`, or `device=mps` on '
            "the command line. Without it ultralytics may take the CPU. "
            "If an operator is missing, update torch and torchvision."
        ),
        show=("yolo", "checks"),
        see=("gpu-really-used", "fallback-variable", "torchvision-version"),
        sources=("https://docs.ultralytics.com/modes/train/",),
    ),
    Topic(
        id="whisper",
        question="Does Whisper run on mps?",
        words=("whisper", "openai-whisper", "speech recognition", "transcribe"),
        answer=(
            "openai-whisper moves a sparse tensor to the device, which PyTorch before 2.9 can't do "
            "on mps: `Could not run 'aten::_sparse_coo_tensor_with_dims_and_tensors'`. "
            "Update PyTorch, or use whisper.cpp, which needs no PyTorch."
        ),
        show=("python", "-m", "pip", "show", "openai-whisper"),
        see=("sparse-tensors", "sparse-unsupported"),
        sources=(torch_issue(141711), "https://github.com/openai/whisper/pull/382"),
    ),
    Topic(
        id="mlx",
        question="MLX, llama.cpp, Ollama or PyTorch?",
        words=("mlx", "llama.cpp", "ollama", "lm studio"),
        answer=(
            "MLX, llama.cpp, Ollama and LM Studio use Apple's GPU without PyTorch, and mps-doctor "
            "doesn't examine them. To run a chat model, one of them is the shorter way; to train "
            "or to run PyTorch code, stay with mps. A fault in one says nothing about the other."
        ),
        show=("python", "-m", "pip", "list"),
        see=("quantisation", "unified-memory"),
        sources=(
            "https://ml-explore.github.io/mlx/build/html/index.html",
            "https://github.com/ggml-org/llama.cpp/blob/master/README.md",
        ),
    ),
    Topic(
        id="tensorflow-and-jax",
        question="Does mps-doctor help with TensorFlow or JAX?",
        words=("tensorflow", "jax", "keras", "tensorflow-metal", "jax-metal"),
        answer=(
            "No: they reach the GPU by plug-ins of their own, such as Apple's tensorflow-metal and "
            "jax-metal, which mps-doctor doesn't examine. Keras with the PyTorch backend is "
            "examined like any PyTorch."
        ),
        show=("python", "-m", "pip", "list"),
        see=("mlx",),
        sources=(
            "https://developer.apple.com/metal/tensorflow-plugin/",
            "https://developer.apple.com/metal/jax/",
        ),
    ),
)
