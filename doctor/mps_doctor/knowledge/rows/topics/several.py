"""Several processes, several Macs."""

from mps_doctor.knowledge.rows.topics.topic import Topic, python, torch_file

C10D = torch_file("torch/distributed/distributed_c10d.py", "2.13.0")

ROWS = (
    Topic(
        id="gloo",
        question="Does torch.distributed with gloo work on mps?",
        words=("gloo", "torch.distributed", "distributed", "ddp", "fsdp", "torchrun"),
        answer=(
            "Not for mps tensors: gloo is in the Mac wheels and exchanges CPU tensors, and no "
            "backend exchanges mps tensors. A Mac has one GPU, so DDP and FSDP gain nothing on it: "
            "run one process, without torchrun. To test distributed code, run it on the CPU with "
            'backend "gloo".'
        ),
        show=python(
            "import torch.distributed as d; print(d.is_gloo_available(), d.is_nccl_available())"
        ),
        see=("distributed-unsupported-on-mps", "nccl", "several-macs"),
        sources=(
            C10D,
            "https://github.com/huggingface/accelerate/blob/main/docs/source/usage_guides/mps.md",
        ),
    ),
    Topic(
        id="nccl",
        question="Can I use NCCL on a Mac?",
        words=("nccl",),
        answer=(
            "No: NCCL is NVIDIA's, and no Mac build of PyTorch has it. "
            '"Distributed package doesn\'t have NCCL built in" means that a program asks for it: '
            'run it without distributed training, or with backend "gloo" on the CPU.'
        ),
        show=python("import torch.distributed as d; print(d.is_nccl_available())"),
        see=("distributed-unsupported-on-mps", "gloo"),
        sources=(C10D,),
    ),
    Topic(
        id="several-processes",
        question="Can several processes share the GPU?",
        words=(
            *("several processes", "two processes", "processes share", "share gpu"),
            *("two trainings", "trainings at once", "same time", "two notebooks"),
        ),
        answer=(
            "Yes: macOS shares its time between them, and each takes memory of its own, so two "
            "trainings at once may be no faster than one after the other. Each process has its "
            "own limit: `torch.mps.set_per_process_memory_fraction(0.4)` keeps room for the other. "
            "An idle notebook keeps its memory: restart its kernel."
        ),
        show=python("import torch; torch.mps.set_per_process_memory_fraction(0.4)"),
        see=("how-much-memory", "watermark", "num-workers"),
        sources=(torch_file("torch/mps/__init__.py"),),
    ),
    Topic(
        id="several-macs",
        question="Can I train on several Macs at once?",
        words=("several macs", "multiple macs", "two macs", "cluster", "thunderbolt", "exo"),
        answer=(
            "PyTorch can't: no backend exchanges mps tensors between processes. "
            "With gloo, Macs can share work on their CPUs, which is seldom worth it. "
            "MLX connects Macs, over the network or Thunderbolt."
        ),
        show=("mps-doctor", "explain", "gloo"),
        see=("gloo", "mlx"),
        sources=(C10D, "https://ml-explore.github.io/mlx/build/html/usage/distributed.html"),
    ),
)
