"""From which version on accelerate, transformers and Lightning do what with mps."""

import msgspec


class FrameworkFeature(msgspec.Struct, frozen=True, kw_only=True):
    """What a framework does with mps from one of its versions on."""

    package: str
    feature: str
    since: str
    """The first version of the package that has it."""
    torch: str = ""
    """The torch that it needs too; empty where any will do."""
    without: str
    """What is the case in versions before."""
    source: str


FRAMEWORK_FEATURES = (
    FrameworkFeature(
        package="accelerate",
        feature="mps-automatic",
        since="0.20.0",
        without=(
            "the flag --mps or ACCELERATE_USE_MPS_DEVICE=true is needed, in 0.14 and before "
            "USE_MPS_DEVICE=true"
        ),
        source="state.py and accelerator.py in the wheels of accelerate 0.12.0 to 0.20.0",
    ),
    FrameworkFeature(
        package="accelerate",
        feature="mps-fp16",
        since="1.11.0",
        torch="2.8.0",
        without=(
            "it raises: fp16 mixed precision requires a GPU (not 'mps'); from 1.11.0 on, with "
            "torch before 2.8: Grad Scaler with MPS device requires a Pytorch >= 2.8.0 (its check "
            "for torch 2.5 comes first, and is not enough)"
        ),
        source=(
            "accelerator.py and get_grad_scaler of utils/modeling.py in the wheels of accelerate "
            "1.10.1, 1.11.0 and 1.15.0"
        ),
    ),
    FrameworkFeature(
        package="accelerate",
        feature="mps-bf16",
        since="1.11.0",
        torch="2.6.0",
        without=(
            "it raises: bf16 mixed precision requires PyTorch >= 1.10 and a supported device; "
            "from 1.11.0 on, with torch before 2.6: bf16 mixed precision with MPS device requires "
            "a Pytorch >= 2.6.0; macOS 14 is needed too"
        ),
        source=(
            "is_bf16_available of utils/imports.py and accelerator.py in the wheels of accelerate "
            "0.34.2, 1.10.1, 1.11.0 and 1.15.0"
        ),
    ),
    FrameworkFeature(
        package="transformers",
        feature="mps-automatic",
        since="4.31.0",
        without="the training argument use_mps_device=True is needed",
        source=(
            "https://github.com/huggingface/transformers/pull/24239; training_args.py in the "
            "wheels of transformers 4.30.2 and 4.31.0"
        ),
    ),
    FrameworkFeature(
        package="transformers",
        feature="no-use-mps-device",
        since="5.0.0",
        without=(
            "use_mps_device is accepted; from 4.31 with a warning, since mps is chosen without it"
        ),
        source="training_args.py in the wheels of transformers 4.57.1 and 5.0.0",
    ),
    FrameworkFeature(
        package="transformers",
        feature="use-cpu",
        since="4.32.0",
        without="the training argument that keeps it on the CPU is no_cuda=True",
        source=(
            "training_args.py in the wheels of transformers 4.31.0 and 4.32.0; no_cuda is gone in "
            "5.0.0"
        ),
    ),
    FrameworkFeature(
        package="pytorch-lightning",
        feature="mps-accelerator",
        since="1.7.0",
        torch="1.12.0",
        without="there is no accelerator named mps",
        source="accelerators/mps.py in the wheels of pytorch-lightning 1.6.5 and 1.7.0",
    ),
    FrameworkFeature(
        package="pytorch-lightning",
        feature="processor-arm64",
        since="1.7.1",
        without="platform.processor() must say arm; where it says arm64 mps is refused",
        source=(
            "accelerators/mps.py in the wheels of pytorch-lightning 1.7.0 and 1.7.1; "
            "https://github.com/Lightning-AI/pytorch-lightning/issues/13991"
        ),
    ),
    FrameworkFeature(
        package="pytorch-lightning",
        feature="disable-mps",
        since="2.3.0",
        without="the variable DISABLE_MPS does nothing",
        source=(
            "accelerators/mps.py in the wheels of lightning-fabric 2.2.5 (without) and 2.3.3 "
            "(with); 2.3.0 itself was not read"
        ),
    ),
)
