"""Other runtimes than torch: a text about one of them is named, and left alone."""

from mps_doctor.pasted.symptom import Runtime

RUNTIMES = (
    Runtime(
        "TensorFlow",
        "tensorflow*|tensor flow|tf.*|tf v*|tf 1*|tf 2*|apple tf|keras",
        "tf.config|import tensorflow|tensorflow-metal|tensorflow/core",
        ("tensorflow-metal 1.1 gives NaN on my M1", "import tensorflow as tf\ntf.config.list()"),
    ),
    Runtime(
        "MLX",
        "mlx|vmlx*|mlx_*|mlx.*|mlx lm|omlx",
        (
            "mlx.core|import mlx|libmlx|default metallib|mlx::core|mlx_lm.|[metal::"
            "|[METAL] Command buffer|[METAL] Error"
        ),
        ("mlx_lm.generate crashes on my M2",),
    ),
    Runtime(
        "llama.cpp",
        "llama.cpp|llama cpp|llama cli|llama server|llamacpp|ggml*|gguf",
        (
            "ggml_metal|ggml-metal|llama_model_load|n_gpu_layers|-ngl |llama-cli|llama-server"
            "|llama-bench|llama_init"
        ),
        ("ggml_metal_init: allocating on my M1", "llama-cli hangs on Metal"),
    ),
    Runtime(
        "whisper.cpp", "whisper.cpp|whisper cpp", "whisper_init", ("whisper.cpp on M1 is slow",)
    ),
    Runtime("Ollama", "ollama", "ollama run|ollama serve", ("ollama run llama3 fails on my Mac",)),
    Runtime("LM Studio", "lm studio|lmstudio", "", ("LM Studio cannot load the model on M3",)),
    Runtime("GPT4All", "gpt4all*", "", ("GPT4All prints gibberish on my M2's GPU",)),
    Runtime("KoboldCpp", "koboldcpp", "", ("koboldcpp crashes with Metal",)),
    Runtime(
        "JAX",
        "jax|jaxlib|jax metal|alphafold*|alpha fold",
        "jax.numpy|import jax|jax-metal|jaxlib.|jax-mps|jax_mps|stablehlo|@jit|Platform 'METAL'",
        ("import jax\njax.devices() on M1",),
    ),
    Runtime(
        "Core ML",
        "core ml|coreml|coremltools|mlmodel|mlpackage",
        "import coremltools|MLModel(|--compute-unit|CPU_AND_GPU|CPU_AND_NE|python_coreml",
        ("My mlpackage gives wrong results on the GPU, Core ML on CPU is right",),
    ),
    Runtime(
        "ONNX Runtime",
        "onnxruntime*|onnx runtime|coremlexecutionprovider",
        "import onnxruntime|onnxruntime::",
        ("onnxruntime with CoreMLExecutionProvider is wrong on M1",),
    ),
    Runtime(
        "CTranslate2",
        "ctranslate2|faster whisper",
        "import ctranslate2|faster_whisper.|ctranslate2.models|CTranslate2|WhisperModel(",
        ("faster-whisper on my Mac says that Metal is not supported",),
    ),
    Runtime(
        "Mojo", "mojo|modular max|max engine", "mojo run|mojo build", ("mojo run fails on M4",)
    ),
    Runtime("tinygrad", "tinygrad", "import tinygrad", ("tinygrad METAL=1 hangs on M2",)),
    Runtime(
        "Candle",
        "candle|candle core",
        "candle_core|candle-core|Device::new_metal",
        ("candle with Metal is slow",),
    ),
    Runtime(
        "mistral.rs",
        "mistral.rs|mistralrs*",
        "mistralrs_core|mistralrs_server|mistralrs-server",
        ("mistral.rs prints only noise on my M2",),
    ),
    Runtime(
        "Chromium",
        "electron|chromium|webgl*",
        "Chromium's ANGLE|libEGL",
        (
            "The GPU process of Electron crashes on Metal",
            "WebGL pictures are black in Chromium on my M1",
        ),
    ),
    Runtime(
        "Julia's Metal.jl",
        "metal.jl|julia|gpuarrays",
        "MtlArray|using Metal|MPSMatrixMultiplication",
        ("`MPSMatrixMultiplication` writes NaN for MtlArray",),
    ),
    Runtime("Darknet", "darknet", "./darknet", ("./darknet detector train gives NaN on my Mac",)),
    Runtime("Caffe", "caffe", "import caffe", ("Caffe wants CUDA on my Mac",)),
    Runtime("TVM", "tvm|tvm.*", "import tvm", ("tvm with target metal overflows on my M1",)),
    Runtime("JetBrains MPS", "jetbrains", "JetBrains", ("JetBrains MPS crashes on Apple Silicon",)),
    Runtime(
        "ExecuTorch",
        "",
        "executorch.|ExecuTorch|MPSPartitioner",
        ("The MPS delegate of ExecuTorch aborts on my Mac",),
    ),
    Runtime(
        "PaddlePaddle",
        "paddle|paddlepaddle|paddleocr*|paddle.*",
        "import paddle",
        ("paddleocr finds no text on my M1's GPU",),
    ),
    Runtime("MindSpore", "mindspore*", "import mindspore", ("mindspore has no GPU on my Mac",)),
    Runtime("ncnn", "ncnn*|mnn|tnn", "ncnn::", ("ncnn with Vulkan gives noise on my M2",)),
    Runtime("MLC", "mlc llm|web llm|webllm|mlc_llm*", "mlc_llm", ("mlc_llm prints rubbish on M1",)),
    Runtime(
        "a program for molecules",
        "gromacs|openmm|lammps",
        "",
        ("OpenMM with OpenCL gives NaN on my M1",),
    ),
    Runtime("R", "rstudio|rstan|brms|rcpp*", "", ("brms cannot compile on M3",)),
    Runtime(
        "Create ML", "create ml|createml|turicreate|turi create", "", ("Create ML fails on M1",)
    ),
    Runtime(
        "NumPy",
        "np.linalg.*|numpy.linalg.*|accelerate framework",
        "",
        ("np.linalg.eigh gives NaN with Accelerate on M1",),
    ),
    Runtime("HDF5", "h5py*|hdf5", "", ("h5py finds no HDF5 on my M1",)),
    Runtime("XGBoost", "xgboost*", "", ("xgboost predicts other values on macOS than on Linux",)),
    Runtime("RDKit", "rdkit*", "", ("rdkit gives other energies on an M1",)),
    Runtime("MXNet", "mxnet", "import mxnet", ("import mxnet as mx\nnd.array is too large",)),
    Runtime("WebGPU", "webgpu|wgpu", "", ("wgpu panics on Metal",)),
    Runtime("Vulkan", "vulkan|moltenvk", "", ("MoltenVK crashes on my M1",)),
    Runtime("OpenCL", "opencl|*clesperanto*", "", ("OpenCL kernels are wrong on the M1 GPU",)),
    Runtime("Flutter", "", "flutter:", ("flutter: the player crashes with Metal",)),
    Runtime(
        "an app for Apple's systems",
        "swift|swiftui|ios|ipados|visionos|iphone|ipad|xcodebuild|xcode simulator",
        "VNGenerate|VNImageRequest|AVFoundation|UIKit|MTKView|RealityKit|ARKit|CIFilter|SceneKit",
        ("The segmentation mask of my iOS app is empty on M4",),
    ),
    Runtime("Blender", "blender", "", ("Blender Cycles with Metal renders black",)),
    Runtime("Taichi", "taichi", "import taichi", ("taichi crashes with Metal on my Mac",)),
    Runtime(
        "MediaPipe", "mediapipe", "import mediapipe", ("mediapipe finds no hands on the M1's GPU",)
    ),
    Runtime(
        "stable-diffusion.cpp",
        "stable diffusion.cpp|sd.cpp",
        "stable-diffusion.cpp|bin/sd -m|Stable Diffusion CPP",
        ("stable-diffusion.cpp gives grey images",),
    ),
    Runtime(
        "a program for pictures or videos",
        (
            "photoshop|lightroom|premiere|final cut|davinci resolve|obs|obs studio|topaz|affinity"
            "|capture one|diffusionbee|draw things|gimp|handbrake|imovie|quicktime"
        ),
        "",
        ("Lightroom's denoise gives a green image on my M1",),
    ),
    Runtime(
        "a game engine",
        "unity|unreal|godot|game|games|gaming|roblox|modpack|steam",
        "minecraft|Minecraft",
        ("The game is black with Metal on M2", "A torch of Minecraft is black on my Mac"),
    ),
    Runtime(
        "matrix product states",
        "torchmps",
        (
            "bond dimension|atrix product state|ensor network|qiskit|Qiskit|ennyLane|pennylane|DMRG"
            "|ITensor|quimb|tenpy"
        ),
        ("torchmps: bond dimension grows", "The MPS of qiskit's simulator grows on my Mac"),
    ),
    Runtime(
        "files of linear programs",
        "milp|glpk|linear program*",
        "gurobi|Gurobi|CPLEX|cplex|HiGHS|.mps file|MPS file|mps file|MPS format",
        ("gurobi cannot read the mps file on my Mac",),
    ),
    Runtime(
        "metres per second", "wind speed|windspeed|mph", "km/h", ("The card shows mps for km/h",)
    ),
    Runtime(".NET", "dotnet|maui|xamarin|nuget", "", ("dotnet build fails on my M1",)),
    Runtime("Node.js", "npm|nodejs|node.js|yarn", "", ("npm cannot build on my M1",)),
)
"""In order: the first that a text names is the one it is about."""
