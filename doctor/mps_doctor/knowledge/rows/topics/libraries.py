"""Libraries around PyTorch."""

from mps_doctor.knowledge.rows.topics.topic import Topic, python

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
            "DDP and other strategies for several GPUs don't work there. DISABLE_MPS=1 keeps it "
            "off the GPU."
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
            "deepspeed and apex are written for several GPUs with CUDA: leave them out, and run "
            "one process with PyTorch's own optimizers. "
            "A package without a build for macOS fails to install; look in the project for an "
            "option that doesn't need it."
        ),
        show=("python", "-m", "pip", "list"),
        see=("app-requires-cuda", "package-no-macos-wheel", "gloo"),
        sources=(
            "https://github.com/deepspeedai/DeepSpeed/blob/master/README.md",
            "https://github.com/NVIDIA/apex/blob/master/README.md",
        ),
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
            "No: they reach the GPU by other plug-ins (tensorflow-metal, jax-metal), which "
            "mps-doctor doesn't examine. Keras with the PyTorch backend uses mps, and is examined "
            "like any PyTorch."
        ),
        show=("python", "-m", "pip", "list"),
        see=("mlx",),
        sources=(
            "https://developer.apple.com/metal/tensorflow-plugin/",
            "https://developer.apple.com/metal/jax/",
        ),
    ),
)
